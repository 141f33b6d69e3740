//! Schedules of concurrent calls: every one of two, or those that a test chooses, and the judgement
//! that each must pass.

use std::sync::Arc;

use planmark::store::Store;
use planmark::store::memory::MemoryStore;
use serde_json::{Value, json};

use crate::engine::{EPOCH_MS, Native, TestAccess, TestClock};
use crate::invariants;
use crate::script::{self, DEFAULT_TASK, Line};
use crate::serial;
use crate::stage::{Cast, Director, Played};
use crate::stepped::{Point, Shared};

/// An edit at the version that `before` leaves.
///
/// # Panics
///
/// When `before` fails.
#[must_use]
pub fn edit(before: &[Line], find: &str, replacement: &str) -> Line {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let version = prepare(&store, before);
    crate::calls::line(
        "edit",
        &json!({ "find": find, "replacement": replacement, "expected_version": version }),
    )
}

/// The native core on that store.
#[must_use]
pub fn engine_on(store: &Arc<dyn Store>) -> Native<Shared> {
    Native::new(Shared(Arc::clone(store)), &TestClock::at(EPOCH_MS), &TestAccess::default())
}

/// Makes the calls, which must succeed, and gives the last version.
///
/// # Panics
///
/// When one fails.
pub fn prepare(store: &Arc<dyn Store>, before: &[Line]) -> String {
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
///
/// # Panics
///
/// When they are not.
#[track_caller]
pub fn judge(before: &[Line], played: &[Played], store: &Arc<dyn Store>, schedule: &[usize]) {
    judge_task(DEFAULT_TASK, before, played, store, schedule);
}

/// The same of calls at another task.
///
/// # Panics
///
/// When they are not.
#[track_caller]
pub fn judge_task(
    task: &str,
    before: &[Line],
    played: &[Played],
    store: &Arc<dyn Store>,
    schedule: &[usize],
) {
    let engine = engine_on(store);
    invariants::check(&engine, task).unwrap_or_else(|broken| panic!("{broken}: {schedule:?}"));
    assert!(
        serial::order_of(before, played, &engine, task).is_some(),
        "no serial order explains {schedule:?}: {played:#?}"
    );
}

/// Plays every schedule of the calls, each on a new memory store, and gives how many there are.
///
/// # Panics
///
/// When one is explained by no serial order.
#[must_use]
pub fn every_schedule(cast: &Cast, before: &[Line], lines: &[Line]) -> usize {
    // The schedule as the place of each choice among those that were ready, and how many were.
    let mut choices: Vec<(usize, usize)> = Vec::new();
    let mut played_schedules = 0;
    loop {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
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

/// What came of two calls that were made to meet.
pub struct Met {
    /// Whether the first stood at the point while the second ran.
    pub stood: bool,
    /// Whether the second had to wait for it.
    pub waited: bool,
    /// The calls.
    pub played: Vec<Played>,
}

/// Lets the first call go to that point, and the second meet it there.
#[must_use]
pub fn meet(mut director: Director, point: Point) -> Met {
    let stood = director.go_to(0, point);
    director.finish(1);
    let waited = director.waits(1);
    Met { stood, waited, played: director.play(|ready| ready[0]) }
}
