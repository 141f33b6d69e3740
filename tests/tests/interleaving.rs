//! Concurrent writers, by forced interleaving: in threads and in processes, on memory and SQLite.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use planmark::store::Store;
use planmark::store::memory::MemoryStore;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::calls::{append, by, create, delete, line, read, replace, restore, save};
use planmark_tests::engine::{Engine, new_home};
use planmark_tests::random::Random;
use planmark_tests::schedule::{edit, engine_on, every_schedule, judge, meet, prepare};
use planmark_tests::script::{DEFAULT_TASK, Line};
use planmark_tests::serial;
use planmark_tests::stage::{Cast, Director, Kind, in_processes};
use planmark_tests::stepped::Point;
use planmark_tests::writer::{Writer, agent};
use serde_json::json;

/// The actor that cargo built beside this test.
const ACTOR: &str = env!("CARGO_BIN_EXE_actor");

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
        (
            "replace, replace that truncates",
            vec![create(&"a".repeat(1_000))],
            [replace(&long), by("bob", replace(&"c".repeat(900)))],
        ),
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
        (
            "revisions, append",
            one.clone(),
            [line("revisions", &json!({ "limit": 10 })), by("bob", append("B"))],
        ),
        ("steps, append", one, [line("steps", &json!({ "revision": 1 })), append("B")]),
    ]
}

/// REQ-TASKS-PLAN-APPEND-003, CON-01, CON-02, CON-05: every interleaving of two calls.
#[test]
fn every_interleaving_of_two_calls_is_some_serial_order() {
    let mut total = 0;
    for kind in [Kind::Native, Kind::Component] {
        let cast = Cast::new(kind, 2);
        for (name, before, lines) in pairs() {
            let count = every_schedule(&cast, &before, &lines);
            assert!(count >= 3, "{name}: {count} interleavings");
            total += count;
        }
    }
    println!("{total} interleavings of two calls, each of {} pairs twice", pairs().len());
}

/// CON-05: "w2 reads, w1 commits, w2 commits" can't be: the one that comes second is judged against
/// the text of the first.
#[test]
fn a_replace_is_judged_against_the_text_it_really_replaces() {
    let cast = Cast::new(Kind::Component, 2);
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    prepare(&store, &[create(&"a".repeat(1_000))]);
    let lines = [replace(&"b".repeat(4_000)), by("bob", replace(&"c".repeat(900)))];
    let mut director = cast.direct(&store, &lines);
    assert!(director.go_to(0, Point::BeforeCommit));
    director.finish(1);
    assert!(director.waits(1), "the second may not read yet");
    let played = director.play(|ready| ready[0]);
    let truncation = |number: usize| played[number].given.as_ref().expect("written").get("truncation");
    assert_eq!(truncation(0), None);
    let second = truncation(1).expect("900 of 4,000 characters are left");
    assert_eq!((&second["prior_chars"], &second["new_chars"]), (&json!(4_000), &json!(900)));
}

/// The judgement itself: it knows a lost update, and an answer that came out of turn.
#[test]
fn a_lost_update_is_no_serial_order() {
    let cast = Cast::new(Kind::Native, 2);
    let before = [create("A")];
    let lines = [append("B"), by("bob", append("C"))];
    let apart = |number: usize| {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        prepare(&store, &before);
        (cast.direct(&store, &lines[number..=number]).play(|ready| ready[0]).remove(0), store)
    };
    let ((first, _), (second, left)) = (apart(0), apart(1));
    // Both say that they were the second write, and one of them is gone.
    let lost = [first, second];
    assert_eq!(serial::order_of(&before, &lost, &engine_on(&left), DEFAULT_TASK), None);
    // One after the other is an order, unless the answers say that the later one came first.
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    prepare(&store, &before);
    let mut played = cast.direct(&store, &lines).play(|ready| ready[0]);
    assert_eq!(serial::order_of(&before, &played, &engine_on(&store), DEFAULT_TASK), Some(vec![0, 1]));
    (played[1].began, played[1].ended) = (0, 0);
    assert_eq!(serial::order_of(&before, &played, &engine_on(&store), DEFAULT_TASK), None);
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

fn seeds(default: u64) -> Range<u64> {
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
        let direct = |lines: &[Line]| in_processes(Path::new(ACTOR), home.path(), lines);
        seeded(seed, &before, direct, &store);
    }
    println!("60 schedules of three or four processes");
}

/// Two processes, one of which stops at each point of its call while the other runs: it waits where
/// the first holds the lease, and sees what the first has written.
#[test]
fn two_processes_meet_at_every_point() {
    let mut met = 0;
    for (name, before, lines) in pairs() {
        for lines in [lines.clone(), [lines[1].clone(), lines[0].clone()]] {
            let writes = lines.iter().all(|line| !["read", "revisions", "steps"].contains(&line.op.as_str()));
            for point in Point::ALL {
                let home = new_home();
                let store: Arc<dyn Store> = Arc::new(SqliteStore::open(home.path()).expect("a home"));
                prepare(&store, &before);
                let came = meet(in_processes(Path::new(ACTOR), home.path(), &lines), point);
                assert_eq!(came.waited, came.stood && point.is_leased() && writes, "{name} at {point}");
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
        prepare(&store, &[create("A"), line("create", &json!({ "task": "T-2", "content": "A" }))]);
        let cast = Cast::new(Kind::Component, 1);
        for point in [Point::AfterAcquire, Point::AfterRead, Point::BeforeCommit] {
            let mut director = cast.direct(&store, &[append("B")]);
            assert!(director.go_to(0, point), "the call stands at {point}");
            let engine = engine_on(&store);
            let began = Instant::now();
            for _ in 0..20 {
                let other = Writer::new(&engine, "T-2", agent("bob"));
                other.append("x").expect("another task is free");
                assert!(other.text().ends_with('x'));
            }
            // A reader of the stalled task waits for nobody either.
            engine.read(&agent("bob"), DEFAULT_TASK).expect("a read");
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
    let revisions: BTreeSet<u64> = played
        .iter()
        .map(|call| call.given.as_ref().expect("written")["revision"].as_u64().unwrap())
        .collect();
    assert_eq!(revisions, BTreeSet::from([2, 3, 4, 5]));
    judge(&[create("A")], &played, &store, &[]);
}
