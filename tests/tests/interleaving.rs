//! Concurrent writers, by forced interleaving: in threads and in processes, on memory and SQLite.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use planmark::store::Store;
use planmark::store::memory::MemoryStore;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::engine::{EPOCH_MS, Engine, Native, TestAccess, TestClock, new_home};
use planmark_tests::invariants;
use planmark_tests::random::Random;
use planmark_tests::script::{self, DEFAULT_TASK, Line};
use planmark_tests::serial;
use planmark_tests::stage::{Cast, Director, Kind, Played};
use planmark_tests::stepped::{Point, Shared};
use serde_json::{Value, json};

/// The actor that cargo built beside this test.
const ACTOR: &str = env!("CARGO_BIN_EXE_actor");

fn line(op: &str, args: Value) -> Line {
    serde_json::from_value(json!({ "op": op, "args": args })).expect("a line")
}

fn by(name: &str, mut line: Line) -> Line {
    line.by = Some(planmark_tests::writer::agent(name));
    line
}

fn create(content: &str) -> Line {
    line("create", json!({ "content": content }))
}

fn append(fragment: &str) -> Line {
    line("update", json!({ "content": fragment, "mode": "append" }))
}

fn replace(content: &str) -> Line {
    line("update", json!({ "content": content, "mode": "replace" }))
}

fn save(content: &str) -> Line {
    line("save", json!({ "content": content }))
}

fn restore(revision: u32) -> Line {
    line("restore", json!({ "point": { "revision": revision } }))
}

fn delete() -> Line {
    line("delete", json!({}))
}

fn read() -> Line {
    line("read", json!({}))
}

/// An edit at the version that `before` leaves.
fn edit(before: &[Line], find: &str, replacement: &str) -> Line {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let version = prepare(&store, before);
    line("edit", json!({ "find": find, "replacement": replacement, "expected_version": version }))
}

fn engine_on(store: &Arc<dyn Store>) -> Native<Shared> {
    Native::new(Shared(Arc::clone(store)), &TestClock::at(EPOCH_MS), &TestAccess::default())
}

/// Makes the calls, which must succeed, and gives the last version.
fn prepare(store: &Arc<dyn Store>, before: &[Line]) -> String {
    let engine = engine_on(store);
    let mut version = String::new();
    for line in before {
        let answer = script::call(&engine, line, &Value::Object(line.args.clone())).expect("a line");
        let answer = answer.unwrap_or_else(|failure| panic!("{line:?}: {failure}"));
        version = answer["version"].as_str().unwrap_or_default().to_owned();
    }
    version
}

/// Every answer, and what is left, must be those of some serial order.
#[track_caller]
fn judge(before: &[Line], played: &[Played], store: &Arc<dyn Store>, schedule: &[usize]) {
    let engine = engine_on(store);
    invariants::check(&engine, DEFAULT_TASK).unwrap_or_else(|broken| panic!("{broken}: {schedule:?}"));
    assert!(
        serial::order_of(before, played, &engine, DEFAULT_TASK).is_some(),
        "no serial order explains {schedule:?}: {played:#?}"
    );
}

/// Plays every schedule of the calls, each on a new store, and gives how many there are.
fn every_schedule(
    cast: &Cast,
    new_store: &mut dyn FnMut() -> Arc<dyn Store>,
    before: &[Line],
    lines: &[Line],
) -> usize {
    // The schedule as the place of each choice among those that were ready, and how many were.
    let mut choices: Vec<(usize, usize)> = Vec::new();
    let mut played_schedules = 0;
    loop {
        let store = new_store();
        prepare(&store, before);
        let mut taken = 0;
        let mut schedule = Vec::new();
        let played = cast.direct(&store, lines).play(|ready| {
            if taken == choices.len() {
                choices.push((0, ready.len()));
            }
            let number = ready[choices[taken].0];
            taken += 1;
            schedule.push(number);
            number
        });
        judge(before, &played, &store, &schedule);
        played_schedules += 1;
        // The next schedule: the last choice that has an alternative takes it.
        while choices.last().is_some_and(|&(place, ready)| place + 1 == ready) {
            choices.pop();
        }
        match choices.last_mut() {
            Some((place, _)) => *place += 1,
            None => return played_schedules,
        }
    }
}

/// The pairs of calls whose every interleaving is played: what was called before, and the two.
fn pairs() -> Vec<(&'static str, Vec<Line>, [Line; 2])> {
    let long = "b".repeat(4_000);
    let one = vec![create("# Plan\n\nfirst")];
    let two = vec![create("one"), by("bob", append("two")), append("three")];
    let found = edit(&two, "two", "2");
    vec![
        ("append, append", one.clone(), [append("B"), by("bob", append("C"))]),
        ("append, append by one author", one.clone(), [append("B"), append("C")]),
        ("append, replace", one.clone(), [append("B"), by("bob", replace("R"))]),
        ("replace, replace that truncates", vec![create(&"a".repeat(1_000))], [
            replace(&long),
            by("bob", replace(&"c".repeat(900))),
        ]),
        ("delete, update", one.clone(), [delete(), by("bob", append("B"))]),
        ("delete, delete", one.clone(), [delete(), by("bob", delete())]),
        ("delete, create", one.clone(), [delete(), by("bob", create("new"))]),
        ("create, create", vec![], [create("A"), by("bob", create("B"))]),
        ("create, append", vec![], [create("A"), by("bob", append("B"))]),
        ("edit, append", two.clone(), [found.clone(), by("bob", append("B"))]),
        ("edit, edit", two.clone(), [found, edit(&two, "one", "1")]),
        ("restore, save", two.clone(), [restore(1), by("bob", save("S"))]),
        ("read, append", two.clone(), [read(), append("B")]),
        ("read, replace", two.clone(), [read(), by("bob", replace(&long))]),
        ("read, delete", two, [read(), delete()]),
        ("revisions, append", one.clone(), [
            line("revisions", json!({ "limit": 10 })),
            by("bob", append("B")),
        ]),
        ("steps, append", one, [line("steps", json!({ "revision": 1 })), append("B")]),
    ]
}

/// REQ-TASKS-PLAN-APPEND-003, CON-01, CON-02, CON-05: every interleaving of two calls.
#[test]
fn every_interleaving_of_two_calls_is_some_serial_order() {
    let mut total = 0;
    for kind in [Kind::Native, Kind::Component] {
        let cast = Cast::new(kind, 2);
        for (name, before, lines) in pairs() {
            let count = every_schedule(&cast, &mut || Arc::new(MemoryStore::new()), &before, &lines);
            assert!(count >= 3, "{name}: {count} interleavings");
            total += count;
        }
    }
    println!("{total} interleavings of two calls, each of {} pairs twice", pairs().len());
}

/// A crowd of three or four calls, of every kind.
fn crowd(random: &mut Random, before: &[Line]) -> Vec<Line> {
    let count = 3 + random.below(2);
    let call = |random: &mut Random, number: usize| {
        let name = ["ada", "bob", "cy"][random.below(3)];
        let text = format!("text {number}");
        let call = match random.below(9) {
            0..=2 => append(&text),
            3 => replace(&text.repeat(1 + random.below(400))),
            4 => save(&text),
            5 => delete(),
            6 => restore(1 + u32::try_from(random.below(2)).expect("small")),
            7 => edit(before, "seed", &text),
            _ => read(),
        };
        by(name, call)
    };
    (0..count).map(|number| call(random, number)).collect()
}

fn seeded(seed: u64, before: &[Line], direct: impl FnOnce(&[Line]) -> Director, store: &Arc<dyn Store>) {
    let mut random = Random::seeded(seed);
    let lines = crowd(&mut random, before);
    let mut schedule = Vec::new();
    let played = direct(&lines).play(|ready| {
        let number = ready[random.below(ready.len())];
        schedule.push(number);
        number
    });
    println!("seed {seed}");
    judge(before, &played, store, &schedule);
}

fn seeds(default: u64) -> std::ops::Range<u64> {
    match std::env::var("PLANMARK_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => seed..seed + 1,
        None => 1..default + 1,
    }
}

fn beginnings() -> Vec<Line> {
    vec![create("seed"), by("bob", append(&"x".repeat(3_000)))]
}

#[test]
fn random_schedules_of_a_crowd_on_memory_are_some_serial_order() {
    let (before, casts) = (beginnings(), [Cast::new(Kind::Native, 4), Cast::new(Kind::Component, 4)]);
    for seed in seeds(600) {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        prepare(&store, &before);
        seeded(seed, &before, |lines| casts[usize::from(seed % 2 == 0)].direct(&store, lines), &store);
    }
    println!("600 schedules of three or four calls on memory");
}

#[test]
fn random_schedules_of_a_crowd_on_sqlite_are_some_serial_order() {
    let (before, cast) = (beginnings(), Cast::new(Kind::Component, 4));
    for seed in seeds(120) {
        let home = new_home();
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(home.path()).expect("a home"));
        prepare(&store, &before);
        seeded(seed, &before, |lines| cast.direct(&store, lines), &store);
    }
    println!("120 schedules of three or four calls on SQLite");
}

/// The same across processes: each call in a process of its own, on one home.
#[test]
fn random_schedules_of_processes_on_one_home_are_some_serial_order() {
    let before = beginnings();
    for seed in seeds(60) {
        let home = new_home();
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(home.path()).expect("a home"));
        prepare(&store, &before);
        let direct = |lines: &[Line]| Director::of_processes(Path::new(ACTOR), home.path(), lines);
        seeded(seed, &before, direct, &store);
    }
    println!("60 schedules of three or four processes");
}

/// What came of two calls that were made to meet.
struct Met {
    /// Whether the first stood at the point while the second ran.
    stood: bool,
    /// Whether the second had to wait for it.
    waited: bool,
    played: Vec<Played>,
}

fn meet(mut director: Director, point: Point) -> Met {
    let stood = director.go_to(0, point);
    director.finish(1);
    let waited = director.waits(1);
    Met { stood, waited, played: director.play(|ready| ready[0]) }
}

/// Two processes, one of which stops at each point of its call while the other runs: it waits where
/// the first holds the lease, and sees what the first has written.
#[test]
fn two_processes_meet_at_every_point() {
    let points = [
        Point::BeforeAcquire,
        Point::AfterAcquire,
        Point::BeforeRead,
        Point::AfterRead,
        Point::BeforeCommit,
        Point::AfterCommit,
    ];
    let mut met = 0;
    for (name, before, lines) in pairs() {
        for lines in [lines.clone(), [lines[1].clone(), lines[0].clone()]] {
            let writes = lines.iter().all(|line| !["read", "revisions", "steps"].contains(&line.op.as_str()));
            for point in points {
                let home = new_home();
                let store: Arc<dyn Store> = Arc::new(SqliteStore::open(home.path()).expect("a home"));
                prepare(&store, &before);
                let came = meet(Director::of_processes(Path::new(ACTOR), home.path(), &lines), point);
                let leased = !matches!(point, Point::BeforeAcquire | Point::AfterCommit);
                assert_eq!(came.waited, came.stood && leased && writes, "{name} at {point}");
                judge(&before, &came.played, &store, &[]);
                met += usize::from(came.stood);
            }
        }
    }
    println!("{met} meetings of two processes");
    assert!(met >= 100, "{met} meetings");
}

/// CON-04: a call that stands inside its lease delays no other task.
#[test]
fn a_stalled_call_delays_no_other_task() {
    for on_disk in [false, true] {
        let home = new_home();
        let store: Arc<dyn Store> = if on_disk {
            Arc::new(SqliteStore::open(home.path()).expect("a home"))
        } else {
            Arc::new(MemoryStore::new())
        };
        prepare(&store, &[create("A"), line("create", json!({ "task": "T-2", "content": "A" }))]);
        let cast = Cast::new(Kind::Component, 1);
        for point in [Point::AfterAcquire, Point::AfterRead, Point::BeforeCommit] {
            let mut director = cast.direct(&store, &[append("B")]);
            assert!(director.go_to(0, point), "the call stands at {point}");
            let engine = engine_on(&store);
            let began = Instant::now();
            for _ in 0..20 {
                let other = planmark_tests::writer::Writer::new(&engine, "T-2", planmark_tests::writer::agent("bob"));
                other.append("x").expect("another task is free");
                assert!(other.text().ends_with('x'));
            }
            // A reader of the stalled task waits for nobody either.
            engine.read(&planmark_tests::writer::agent("bob"), DEFAULT_TASK).expect("a read");
            assert!(began.elapsed() < Duration::from_secs(4), "the other task waited at {point}");
            let played = director.play(|ready| ready[0]);
            assert!(played[0].given.is_ok());
        }
    }
}

/// The lease is one holder's at a time also among many, and each waiter gets it in its turn.
#[test]
fn each_waiter_gets_the_lease() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    prepare(&store, &[create("A")]);
    let cast = Cast::new(Kind::Native, 4);
    let lines: Vec<Line> = ["a", "b", "c", "d"].iter().map(|name| by(name, append(name))).collect();
    let mut director = cast.direct(&store, &lines);
    assert!(director.go_to(0, Point::BeforeCommit));
    for number in 1..4 {
        director.finish(number);
        assert!(director.waits(number));
    }
    let played = director.play(|ready| ready[0]);
    let revisions: BTreeSet<u64> =
        played.iter().map(|call| call.given.as_ref().expect("written")["revision"].as_u64().unwrap()).collect();
    assert_eq!(revisions, BTreeSet::from([2, 3, 4, 5]));
    judge(&[create("A")], &played, &store, &[]);
}
