//! Sessions: what a tick costs in a long one, and what the marker of each turn costs.

use std::fmt::Write as _;
use std::time::Duration;

use planmark::Planmark;
use planmark::store::memory::MemoryStore;
use planmark_core::tracker::reference::Reference;
use planmark_core::tracker::request::Context;
use planmark_tests::engine::{Native, TestAccess, TestClock, planmark_over};
use planmark_tests::tracker::Tracker;
use planmark_tests::writer::agent;

use crate::measure::{Budget, Compared, Row, micros, side_by_side, time};

const TASKS: usize = 50;
const CALLS: usize = 80;
const ROUNDS: usize = 12;
/// Entries of the long session before it is measured.
const LONG: usize = 10_000;

/// A body with tasks, of at least so many bytes.
fn body(bytes: usize) -> String {
    let mut text = String::from("# Plan\n\n## Section 4: Tasks\n\n");
    for number in 0..TASKS {
        let _ = writeln!(text, "- [ ] Task {number} of the plan\n  - **Given** a reader **When** it is read");
    }
    while text.len() < bytes {
        text.push_str("\nA paragraph of what was found out on the way, as plans have them.\n");
    }
    text
}

fn context(session: &str) -> Context {
    Context { caller: agent("ada"), session: session.to_owned(), request: None }
}

/// Ticks or reopens one task; every call changes something.
fn mark(planmark: &Planmark, session: &str, call: usize) {
    let reference = Reference { title: Some(format!("Task {} of the plan", call % TASKS)), task_id: None };
    let marked = if (call / TASKS).is_multiple_of(2) {
        Tracker::tick(planmark, &context(session), &reference)
    } else {
        Tracker::untick(planmark, &context(session), &reference)
    };
    assert!(marked.expect("a tick").changed);
}

/// A tick in a session of 10,000 entries against one in a session of 10.
pub(crate) fn ticks() -> Vec<Row> {
    let planmark = planmark_over(MemoryStore::new(), &TestClock::at(1), &TestAccess::default());
    let begin = |session: &str, entries: usize| {
        planmark.save_plan(&context(session), "p", &body(0)).expect("a plan");
        (2..entries).for_each(|call| mark(&planmark, session, call - 2));
    };
    begin("long", LONG + 2);
    let (long_us, short_us) = side_by_side(
        ROUNDS,
        CALLS,
        |round, call| time(|| mark(&planmark, "long", LONG + round * CALLS + call)),
        |round, call| {
            let session = format!("short-{round}");
            if call == 0 {
                begin(&session, 10);
            }
            time(|| mark(&planmark, &session, 8 + call))
        },
    );
    vec![Row {
        what: "tick in a session of 10,000 entries, memory store".to_owned(),
        measured: micros(long_us),
        against: format!("the same in a session of 10: {}", micros(short_us)),
        compared: Compared::Ratio(long_us / short_us),
        budget: Some(Budget::AtMost(1.5)),
    }]
}

/// The marker of a plan whose body of 158 KB is the one that was saved.
pub(crate) fn marker() -> Vec<Row> {
    let (clock, access) = (TestClock::at(1), TestAccess::default());
    let component = planmark_over(MemoryStore::new(), &clock, &access);
    let native = Native::new(MemoryStore::new(), &clock, &access);
    let text = body(158_393);
    component.save_plan(&context("s"), "p", &text).expect("a plan");
    native.save_plan(&context("s"), "p", &text).expect("a plan");
    let read = |engine: &dyn Tracker| -> Duration { time(|| drop(engine.marker("s").expect("a marker"))) };
    let (component_us, native_us) =
        side_by_side(ROUNDS, CALLS, |_, _| read(&component), |_, _| read(&native));
    vec![Row {
        what: "marker with an unchanged body of 158 KB, memory store".to_owned(),
        measured: micros(component_us),
        against: format!("nothing; native crate, same store: {}", micros(native_us)),
        compared: Compared::Micros(component_us),
        budget: Some(Budget::AtMost(1_000.0)),
    }]
}
