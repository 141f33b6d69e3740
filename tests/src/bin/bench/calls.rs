//! Calls without a disk: what the component costs over the native core.

use std::time::Duration;

use planmark::Planmark;
use planmark::store::memory::MemoryStore;
use planmark_core::text;
use planmark_tests::engine::{Engine, Native, TestAccess, TestClock, planmark_over};
use planmark_tests::writer::{Writer, agent};

use crate::measure::{Budget, Compared, Row, micros, side_by_side, time};

const APPENDS: usize = 200;
const ROUNDS: u32 = 25;

/// A small append through the component, each in a new instance, over the same natively.
pub(crate) fn stateful() -> Vec<Row> {
    let (clock, access) = (TestClock::at(1), TestAccess::default());
    let store = MemoryStore::new();
    let component = planmark_over(store.clone(), &clock, &access);
    let native = Native::new(store, &clock, &access);
    let mut number = 0;
    let mut task = || {
        number += 1;
        format!("task-{number}")
    };
    let (component_us, native_us) = side_by_side(
        ROUNDS,
        {
            let tasks: Vec<String> = (0..ROUNDS).map(|_| task()).collect();
            let mut tasks = tasks.into_iter();
            move || appends(&component, &tasks.next().unwrap_or_default())
        },
        {
            let tasks: Vec<String> = (0..ROUNDS).map(|_| task()).collect();
            let mut tasks = tasks.into_iter();
            move || appends(&native, &tasks.next().unwrap_or_default())
        },
    );
    vec![Row {
        what: "append of 20 bytes, memory store, component in a new instance".to_owned(),
        measured: micros(component_us),
        against: format!("native crate, same store: {}", micros(native_us)),
        compared: Compared::Micros(component_us - native_us),
        budget: Some(Budget::AtMost(45.0)),
    }]
}

fn appends(engine: &dyn Engine, task: &str) -> Vec<Duration> {
    let ada = Writer::new(engine, task, agent("ada"));
    ada.create(&"x".repeat(1_000)).expect("a plan");
    (0..APPENDS).map(|_| time(|| drop(ada.append("- twenty bytes long.").expect("written")))).collect()
}

/// A composition on 158 KB, in the instance that the facade keeps.
pub(crate) fn compose() -> Vec<Row> {
    let stored = "- [ ] a line of a long plan, 40 bytes wide\n".repeat(158_393 / 43);
    let fragment = "## Section\n\nA hundred bytes, more or less, of what an agent adds to a plan when it has learned something.";
    let planmark = Planmark::builder().store(MemoryStore::new()).build().expect("the component fits");
    let (component_us, native_us) = side_by_side(
        ROUNDS,
        || {
            let compose = || drop(planmark.compose(&stored, fragment).expect("composed"));
            (0..APPENDS).map(|_| time(compose)).collect()
        },
        || {
            let compose = || drop(std::hint::black_box(text::compose(&stored, fragment)).expect("composed"));
            (0..APPENDS).map(|_| time(compose)).collect()
        },
    );
    vec![Row {
        what: "compose on 158 KB, component, kept instance".to_owned(),
        measured: micros(component_us),
        against: format!("native crate: {}", micros(native_us)),
        compared: Compared::Ratio(component_us / native_us),
        budget: Some(Budget::AtMost(5.0)),
    }]
}
