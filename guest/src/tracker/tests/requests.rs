//! Requests that are sent again (D30).

use super::*;

const FIRST: &str = "00000000-0000-4000-8000-000000000001";
const SECOND: &str = "00000000-0000-4000-8000-000000000002";

#[test]
fn a_request_sent_again_is_answered_as_before_and_changes_nothing() {
    let mut world = World::with(&["A", "B"]);
    let first = world.asking(FIRST).tick("A").expect("ticked");
    assert!(first.changed && !first.replayed);
    let other = world.asking(SECOND).untick("A").expect("unticked");
    assert!(other.changed);
    let cells = world.memory.cells.clone();
    world.memory.now_ms += 1_000_000;
    let again = world.asking(&FIRST.to_ascii_uppercase()).tick("A").expect("the stored answer");
    assert_eq!(again, Ticked { replayed: true, ..first });
    assert_eq!(world.memory.cells, cells);
    assert!(world.done().is_empty(), "the task was reopened since");
}

#[test]
fn another_request_under_the_same_id_is_refused() {
    let mut world = World::with(&["A", "B"]);
    world.asking(FIRST).tick("A").expect("ticked");
    let cells = world.memory.cells.clone();
    assert_eq!(code(world.tick("B")), FailureCode::RequestReused);
    assert_eq!(code(world.untick("A")), FailureCode::RequestReused);
    assert_eq!(code(world.select("p")), FailureCode::RequestReused);
    assert_eq!(code(world.save("q", "x")), FailureCode::RequestReused);
    assert_eq!(code(world.set_mode(Mode::Build)), FailureCode::RequestReused);
    assert_eq!(world.memory.cells, cells);
    world.context.caller.name = "another".to_owned();
    assert!(world.tick("A").expect("who asks is no part of the request").replayed);
}

#[test]
fn an_answer_without_a_change_is_stored_too() {
    let mut world = World::with(&["A"]);
    world.tick("A").expect("ticked");
    let entries = world.describe().expect("a session").entries;
    let unchanged = world.asking(FIRST).tick("A").expect("done already");
    assert!(!unchanged.changed);
    world.context.request = None;
    world.untick("A").expect("unticked");
    assert!(world.asking(FIRST).tick("A").expect("the stored answer").replayed);
    assert!(world.done().is_empty(), "a late repetition ticks nothing");
    assert_eq!(world.describe().expect("a session").entries, entries + 1);
}

#[test]
fn a_refusal_is_not_stored() {
    let mut world = World::new();
    assert_eq!(code(world.asking(FIRST).tick("A")), FailureCode::NoActivePlan);
    world.context.request = None;
    world.save("p", &body(&["A"])).expect("saved");
    assert!(world.asking(FIRST).tick("A").expect("ticked").changed);
}

#[test]
fn every_change_is_replayed() {
    let mut world = World::new();
    let id = |n: u32| format!("00000000-0000-4000-8000-{n:012}");
    for round in [false, true] {
        assert_eq!(world.asking(&id(1)).save("p", &body(&["A"])).expect("saved").replayed, round);
        assert_eq!(world.asking(&id(2)).tick("A").expect("ticked").replayed, round);
        assert_eq!(world.asking(&id(3)).untick("A").expect("unticked").replayed, round);
        assert_eq!(world.asking(&id(4)).set_mode(Mode::Plan).expect("set").replayed, round);
        assert_eq!(world.asking(&id(5)).save("q", &body(&["B"])).expect("saved").replayed, round);
        assert_eq!(world.asking(&id(6)).select("p").expect("selected").replayed, round);
        assert_eq!(world.asking(&id(7)).clear(None).expect("cleared").replayed, round);
    }
}
