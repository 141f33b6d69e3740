//! A power cut at every write, sync, truncation and removal of SQLite's files: what was
//! acknowledged stays, and what was not is there as a whole or not at all (D8).
//!
//! In memory of the process, without killing it: of the writes not synced by then, none, all, some
//! or halves survive.

use std::path::Path;

use planmark::store::sqlite::SqliteStore;
use planmark_core::document::request::Point;
use planmark_tests::disk::{self, Fate};
use planmark_tests::engine::{EPOCH_MS, Native, TestAccess, TestClock, new_home};
use planmark_tests::invariants::{self, Audit};
use planmark_tests::random::Random;
use planmark_tests::writer::{Writer, agent};

const TASK: &str = "T-1";

fn open(home: &Path) -> Native<SqliteStore> {
    over(SqliteStore::open(home).unwrap_or_else(|error| panic!("{error:?}")))
}

fn over(store: SqliteStore) -> Native<SqliteStore> {
    Native::new(store, &TestClock::at(EPOCH_MS), &TestAccess::default())
}

fn audit(engine: &Native<SqliteStore>) -> Audit {
    invariants::check(engine, TASK).unwrap_or_else(|broken| panic!("{broken}"))
}

/// One test, since there is one disk: an honest one loses nothing, and on one that forgets what it
/// was told to sync, the same cuts show it.
#[test]
fn a_power_cut_at_any_moment_leaves_what_was_acknowledged() {
    disk::watch();
    let cuts = cut_everywhere().unwrap_or_else(|broken| panic!("{broken}"));
    assert!(cuts >= 150, "{cuts} cuts");
    disk::lie(true);
    let noticed = cut_everywhere().expect_err("a disk that forgets loses what was acknowledged");
    disk::lie(false);
    println!("{cuts} power cuts; on a disk that forgets: {noticed}");
}

/// Cuts the power at every moment of ten writes. Gives the number of cuts, or the first that left
/// something else than the state before or after the write under way.
fn cut_everywhere() -> Result<usize, String> {
    let home = new_home();
    let engine = open(home.path());
    let (ada, bob) = (Writer::new(&engine, TASK, agent("ada")), Writer::new(&engine, TASK, agent("bob")));
    ada.create("# Plan").expect("a plan");
    let long = "0123456789".repeat(1_500);
    let writes: Vec<Box<dyn Fn()>> = vec![
        Box::new(|| drop(ada.append("one").expect("written"))),
        Box::new(|| drop(bob.append("two").expect("written"))),
        Box::new(|| drop(ada.replace(&long).expect("written"))),
        Box::new(|| drop(bob.replace("short").expect("written"))),
        Box::new(|| drop(ada.restore(Point::Revision(3)).expect("written"))),
        Box::new(|| drop(ada.append(&long).expect("written"))),
        Box::new(|| drop(bob.replace(&long.replace('0', "zero")).expect("written"))),
        Box::new(|| drop(ada.replace(&long.replace('1', "one")).expect("written"))),
        Box::new(|| drop(bob.delete().expect("deleted"))),
        Box::new(|| drop(ada.create("# Again").expect("written"))),
    ];

    // The state after each write, and the images taken until then.
    let mut states = vec![(0, audit(&engine))];
    disk::record();
    for write in &writes {
        write();
        states.push((disk::recorded(), audit(&engine)));
    }
    let whole = states.len() - 1;
    look_in(home.path());
    let images = disk::stop();

    let mut cuts = 0;
    for (number, image) in images.iter().enumerate() {
        // Every write whose images all lie before this one had been acknowledged.
        let acknowledged = states.iter().rposition(|(taken, _)| *taken <= number).unwrap_or(0);
        for seed in 0..4_u64 {
            let mut random = Random::seeded(seed + 4 * number as u64 + 1);
            let left = new_home();
            image
                .restore(home.path(), left.path(), || match seed {
                    0 => Fate::Lost,
                    1 => Fate::Kept,
                    2 => Fate::Torn,
                    _ => [Fate::Lost, Fate::Kept, Fate::Torn][random.below(3)],
                })
                .expect("the image can be written");
            let possible = acknowledged..=(acknowledged + 1).min(whole);
            let said = |what: String| format!("cut {number}, variant {seed}, writes {possible:?}: {what}");
            let store = SqliteStore::open(left.path()).map_err(|error| said(error.message()))?;
            let engine = over(store);
            let found = invariants::check(&engine, TASK).map_err(|broken| said(broken.to_string()))?;
            if !possible.clone().any(|at| states[at].1 == found) {
                return Err(said(format!("found {} writes", found.texts.len())));
            }
            let next = Writer::new(&engine, TASK, agent("next"));
            next.create("next").map_err(|failure| said(failure.to_string()))?;
            cuts += 1;
        }
    }
    Ok(cuts)
}

/// Another connection that opens and closes the home, as a command line call does.
fn look_in(home: &Path) {
    audit(&open(home));
}
