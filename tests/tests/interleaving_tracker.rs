//! Calls on one session that meet: every interleaving of two equals some serial order, in threads
//! and in processes.

use std::path::Path;
use std::sync::Arc;

use planmark::store::Store;
use planmark::store::memory::MemoryStore;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::calls::{by, line};
use planmark_tests::engine::new_home;
use planmark_tests::random::Random;
use planmark_tests::schedule::{engine_on, every_schedule, judge, prepare};
use planmark_tests::script::{DEFAULT_SESSION, Line};
use planmark_tests::stage::{Cast, Kind, in_processes};
use planmark_tests::tracker::Tracker as _;
use serde_json::{Value, json};

/// The actor that cargo built beside this test.
const ACTOR: &str = env!("CARGO_BIN_EXE_actor");

fn call(export: &str, args: &Value) -> Line {
    line(&format!("tracker.{export}"), args)
}

fn body(titles: &[&str]) -> String {
    let mut text = String::from("## Section 4: Tasks\n\n");
    text.extend(titles.iter().map(|title| format!("- [ ] {title}\n")));
    text
}

fn save(plan: &str, titles: &[&str]) -> Line {
    call("save", &json!({ "plan": plan, "text": body(titles) }))
}

fn tick(title: &str) -> Line {
    call("tick", &json!({ "title": title }))
}

fn untick(title: &str) -> Line {
    call("untick", &json!({ "title": title }))
}

fn root(export: &str, args: &Value) -> Line {
    line(&format!("runtime.{export}"), args)
}

fn admission(target: &str) -> Value {
    let key = json!({ "closure": "release", "generation": 1 });
    let identity = json!({ "key": key, "target": target, "plan": "p-1", "authority": "planmark" });
    json!({ "admission": { "identity": identity, "owned": ["src/**"], "schemas": "current" } })
}

/// SHA-256 of the identity that [`admission`] has for `release of v2`.
const IDENTITY: &str = "a365e211eed747b5173a45dd2d7af55049bc56064ef28f0094ac48f476cfc08f";

fn read() -> Line {
    root("read", &json!({ "identity_digest": IDENTITY }))
}

fn asked(title: &str) -> Line {
    call("tick", &json!({ "title": title, "request": "00000000-0000-4000-8000-000000000001" }))
}

/// The pairs of calls whose every interleaving is played: what was called before, and the two.
fn pairs() -> Vec<(&'static str, Vec<Line>, [Line; 2])> {
    let one = vec![save("p-1", &["A", "B"])];
    let ticked = vec![save("p-1", &["A", "B"]), tick("A")];
    let two = vec![save("p-1", &["A", "B"]), save("p-2", &["A", "C"])];
    let driving = vec![save("p-1", &["A", "B"]), root("cutover", &json!({}))];
    let admitted = [driving.clone(), vec![root("admit", &admission("release of v2"))]].concat();
    let ready = [admitted.clone(), vec![tick("A"), tick("B")]].concat();
    let block = || root("block", &json!({ "id": "ci", "text": "broken" }));
    vec![
        (
            "admit, another admit",
            driving,
            [root("admit", &admission("release of v2")), by("bob", root("admit", &admission("another")))],
        ),
        ("read, tick", admitted.clone(), [read(), by("bob", tick("A"))]),
        ("read, block", admitted, [read(), by("bob", block())]),
        ("read, read", ready.clone(), [read(), by("bob", read())]),
        ("seal, untick", ready, [root("seal", &json!({})), by("bob", untick("B"))]),
        ("tick, tick", one.clone(), [tick("A"), by("bob", tick("B"))]),
        ("tick, the same tick", one.clone(), [tick("A"), by("bob", tick("A"))]),
        ("tick, untick", ticked.clone(), [tick("A"), by("bob", untick("A"))]),
        ("one request twice", one.clone(), [asked("A"), asked("A")]),
        ("one request id for two", one.clone(), [asked("A"), asked("B")]),
        ("tick, navigate", ticked, [tick("B"), call("navigate", &json!({ "to": 2 }))]),
        ("tick, save", one.clone(), [tick("A"), by("bob", save("p-2", &["A"]))]),
        ("save, the same save", vec![], [save("p-1", &["A"]), by("bob", save("p-1", &["A"]))]),
        ("save, another under its id", one.clone(), [save("p-2", &["A"]), by("bob", save("p-2", &["B"]))]),
        ("tick, clear", one.clone(), [tick("A"), by("bob", call("clear", &json!({})))]),
        ("tick, select", two.clone(), [tick("A"), by("bob", call("select", &json!({ "plan": "p-1" })))]),
        ("tick, mode", two, [tick("A"), by("bob", call("set-mode", &json!({ "mode": "plan" })))]),
        ("clear, collect", one, [call("clear", &json!({})), call("collect", &json!({}))]),
    ]
}

#[test]
fn every_interleaving_of_two_calls_on_a_session_is_some_serial_order() {
    let mut total = 0;
    for kind in [Kind::Native, Kind::Component] {
        let cast = Cast::new(kind, 2);
        // The component translates and decides nothing: a few pairs show that it meets no otherwise.
        let few = ["tick, tick", "one request twice", "tick, save", "read, tick"];
        for (name, before, lines) in pairs() {
            if matches!(kind, Kind::Component) && !few.contains(&name) {
                continue;
            }
            let count = every_schedule(&cast, &before, &lines);
            println!("{count} interleavings of {name}");
            assert!(count >= 2, "{name}");
            total += count;
        }
    }
    println!("{total} interleavings of two calls, {} pairs", pairs().len());
}

/// A read waits for no lease, so that it meets a tick in tens of thousands of ways: some of them, by
/// seed.
#[test]
fn a_read_that_meets_a_tick_sees_the_session_before_or_after_it() {
    let before = [save("p-1", &["A", "B"])];
    let cast = Cast::new(Kind::Component, 2);
    for export in ["tasks", "marker", "branch", "describe", "view"] {
        for seed in 1..=60 {
            let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
            prepare(&store, &before);
            let mut random = Random::seeded(seed);
            let lines = [tick("A"), call(export, &json!({}))];
            let played = cast.direct(&store, &lines).play(|ready| ready[random.below(ready.len())]);
            judge(&before, &played, &store, &[]);
        }
    }
}

/// CON-07: nothing that succeeds is lost, and nothing is done twice.
#[test]
fn con_07_parallel_ticks_are_all_kept() {
    let before = [save("p-1", &["A", "B"])];
    let cast = Cast::new(Kind::Component, 3);
    for seed in 1..=100 {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        prepare(&store, &before);
        let mut random = Random::seeded(seed);
        let lines = [tick("A"), by("bob", tick("B")), by("cy", tick("A"))];
        let played = cast.direct(&store, &lines).play(|ready| ready[random.below(ready.len())]);
        judge(&before, &played, &store, &[]);
        let session = engine_on(&store).describe_session(DEFAULT_SESSION).expect("a session");
        assert_eq!((session.entries, session.plans[0].done), (4, 2), "two ticks: {played:?}");
    }
}

/// Processes on one home: the same, each call in a process of its own.
#[test]
fn processes_that_tick_one_session_lose_nothing() {
    let before = [save("p-1", &["A", "B", "C"]), tick("C")];
    for seed in 1..=30 {
        let home = new_home();
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(home.path()).expect("a home"));
        prepare(&store, &before);
        let mut random = Random::seeded(seed);
        let lines = [tick("A"), by("bob", tick("B")), by("cy", untick("C")), by("dee", tick("A"))];
        let director = in_processes(Path::new(ACTOR), home.path(), &lines);
        let played = director.play(|ready| ready[random.below(ready.len())]);
        judge(&before, &played, &store, &[]);
    }
}
