//! Calls without a disk: what the component costs over the native core.

use std::time::Duration;

use planmark::Planmark;
use planmark::store::memory::MemoryStore;
use planmark_core::text;
use planmark_tests::engine::{Engine, Native, TestAccess, TestClock, planmark_over};
use planmark_tests::writer::{Writer, agent};

use crate::measure::{Budget, Compared, Row, micros, side_by_side, time};

const FRAGMENT: &str = "## Section\n\nWhat an agent adds to its plan when it has learned something new.";
const CALLS: usize = 200;
const ROUNDS: usize = 25;

/// Small calls through the component, each in a new instance, over the same natively.
pub(crate) fn stateful() -> Vec<Row> {
    let (clock, access) = (TestClock::at(1), TestAccess::default());
    let component = planmark_over(MemoryStore::new(), &clock, &access);
    let native = Native::new(MemoryStore::new(), &clock, &access);
    let row = |what: &str, (component_us, native_us): (f64, f64), budget| Row {
        what: format!("{what}, memory store, component in a new instance"),
        measured: micros(component_us),
        against: format!("native crate, same store: {}", micros(native_us)),
        compared: Compared::Micros(component_us - native_us),
        budget,
    };
    let append = side_by_side(
        ROUNDS,
        CALLS,
        |round, call| append(&component, round, call),
        |round, call| append(&native, round, call),
    );
    let refused =
        side_by_side(ROUNDS, CALLS, |_, _| time(|| refuse(&component)), |_, _| time(|| refuse(&native)));
    vec![
        row("append of 20 bytes to 1 to 5 KB", append, Some(Budget::AtMost(45.0))),
        row("a call refused at its first check", refused, None),
    ]
}

fn append(engine: &dyn Engine, round: usize, call: usize) -> Duration {
    let ada = Writer::new(engine, &format!("task-{round}"), agent("ada"));
    if call == 0 {
        ada.create(&"x".repeat(1_000)).expect("a plan");
    }
    let request = ada.request("- twenty bytes long.", "append");
    time(|| drop(ada.update_with(&request).expect("written")))
}

fn refuse(engine: &dyn Engine) {
    drop(engine.read(&agent("ada"), "no task").expect_err("no task id"));
}

/// A composition on 158 KB, in the instance that the facade keeps.
pub(crate) fn compose() -> Vec<Row> {
    let stored = "- [ ] a line of a long plan, 43 bytes wide.\n".repeat(158_393 / 43);
    let planmark = Planmark::builder().store(MemoryStore::new()).build().expect("the component fits");
    let (component_us, native_us) = side_by_side(
        ROUNDS,
        CALLS,
        |_, _| time(|| drop(planmark.preview().compose(&stored, FRAGMENT).expect("composed"))),
        |_, _| time(|| drop(std::hint::black_box(text::compose(&stored, FRAGMENT)).expect("composed"))),
    );
    vec![Row {
        what: "compose on 158 KB, component, kept instance".to_owned(),
        measured: micros(component_us),
        against: format!("native crate: {}", micros(native_us)),
        compared: Compared::Ratio(component_us / native_us),
        budget: Some(Budget::AtMost(5.0)),
    }]
}
