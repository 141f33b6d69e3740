//! Appends that the disk has confirmed, against bare commits with the same settings.

use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use planmark::Planmark;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::disk;
use planmark_tests::engine::{TestAccess, TestClock, new_home, planmark_over};
use planmark_tests::writer::{Writer, agent};
use rusqlite::Connection;

use crate::measure::{Budget, Compared, Row, median, micros, side_by_side, time};

const CALLS: usize = 80;
const ROUNDS: usize = 12;
const HUNDRED_BYTES: &str = "A hundred bytes, more or less, of what an agent adds to its plan when it has \
                             learned something new.";

/// What the last rows say about the disk.
pub(crate) const EMULATION: &str = "\
The rows on a slow disk are measured with every sync of SQLite's made 3 ms longer (`tests/src/disk.rs` puts itself
between SQLite and the system, for the writers as for the bare commits). The disk of a laptop or a cloud volume often takes 2 ms
and more, and then concurrent writers share a sync; where a commit costs little, there is nothing to share, and the
processor is the limit.
";

/// SQLite as the stores set it up, and nothing above it.
pub(crate) fn bare(folder: &Path) -> Connection {
    let database = Connection::open(folder.join("bare.db")).expect("a database");
    database.pragma_update(None, "journal_mode", "wal").expect("WAL mode");
    database.pragma_update(None, "synchronous", "full").expect("synchronous writes");
    database
        .execute_batch("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, value BLOB NOT NULL)")
        .expect("a table");
    database
}

fn commit(database: &Connection, value: &[u8]) {
    let mut insert = database.prepare_cached("INSERT INTO rows (value) VALUES (?1)").expect("SQL");
    insert.execute([value]).expect("a commit");
}

fn planmark(home: &Path) -> Planmark {
    let store = SqliteStore::open(home).expect("a home");
    planmark_over(store, &TestClock::at(1), &TestAccess::default())
}

/// One append to the plan of that name, which begins with so many bytes.
fn append_to(planmark: &Planmark, task: &str, bytes: usize, call: usize) -> Duration {
    let ada = Writer::new(planmark, task, agent("ada"));
    if call == 0 {
        ada.create(&"x".repeat(bytes)).expect("a plan");
    }
    time(|| drop(ada.append(HUNDRED_BYTES).expect("written")))
}

/// The append of 100 bytes: to a large plan against a bare commit, and to a large one against a
/// small one.
pub(crate) fn append() -> Vec<Row> {
    let (home, bare_home) = (new_home(), new_home());
    let (planmark, database) = (planmark(home.path()), bare(bare_home.path()));
    let (append_us, bare_us) = side_by_side(
        ROUNDS,
        CALLS,
        |round, call| append_to(&planmark, &format!("plan-{round}"), 158_393, call),
        |_, _| time(|| commit(&database, &[b'x'; 300])),
    );
    let (large_us, small_us) = side_by_side(
        ROUNDS,
        CALLS,
        |round, call| append_to(&planmark, &format!("large-{round}"), 250_000, call),
        |round, call| append_to(&planmark, &format!("small-{round}"), 1_000, call),
    );
    vec![
        Row {
            what: "durable append of 100 bytes to 158 KB".to_owned(),
            measured: micros(append_us),
            against: format!("bare SQLite commit of 300 bytes: {}", micros(bare_us)),
            compared: Compared::Ratio(append_us / bare_us),
            budget: Some(Budget::AtMost(1.5)),
        },
        Row {
            what: "durable append of 100 bytes to 250 KB".to_owned(),
            measured: micros(large_us),
            against: format!("the same to 1 KB: {}", micros(small_us)),
            compared: Compared::Ratio(large_us / small_us),
            budget: Some(Budget::AtMost(1.3)),
        },
    ]
}

/// Appends per second of many writers, each at a task of its own, against one.
pub(crate) fn many_writers() -> Vec<Row> {
    let mut rows = vec![crowd("this disk", None)];
    disk::delay_syncs(Duration::from_millis(3));
    let folder = new_home();
    let database = bare(folder.path());
    let mut times: Vec<Duration> = (0..40).map(|_| time(|| commit(&database, &[b'x'; 300]))).collect();
    let slow = format!("a disk whose bare commit takes {:.1} ms", median(&mut times) / 1e3);
    rows.push(crowd(&slow, Some(Budget::AtLeast(8.0))));
    disk::delay_syncs(Duration::ZERO);
    rows
}

fn crowd(disk: &str, budget: Option<Budget>) -> Row {
    let best =
        |writers: usize, each: usize| (0..3).map(|_| appends_per_second(writers, each)).fold(0.0, f64::max);
    let (many, one) = (best(64, 20), best(1, 60));
    Row {
        what: format!("64 writers on 64 tasks in one process, {disk}"),
        measured: format!("{many:.0} appends/s"),
        against: format!("one writer: {one:.0} appends/s"),
        compared: Compared::Ratio(many / one),
        budget,
    }
}

fn appends_per_second(writers: usize, each: usize) -> f64 {
    let home = new_home();
    let planmark = planmark(home.path());
    for writer in 0..writers {
        let ada = Writer::new(&planmark, &format!("task-{writer}"), agent("ada"));
        ada.create("# Plan").expect("a plan");
    }
    let start = Barrier::new(writers + 1);
    let began = thread::scope(|threads| {
        for writer in 0..writers {
            let (planmark, start) = (&planmark, &start);
            threads.spawn(move || {
                let ada = Writer::new(planmark, &format!("task-{writer}"), agent("ada"));
                start.wait();
                for _ in 0..each {
                    ada.append(HUNDRED_BYTES).expect("written");
                }
            });
        }
        start.wait();
        Instant::now()
    });
    (writers * each) as f64 / began.elapsed().as_secs_f64()
}
