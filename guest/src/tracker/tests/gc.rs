//! Collecting bodies (D29).

use super::*;
use crate::capability::CapabilityCode;
use crate::tests::memory::Fault;
use crate::tracker::reply::{Collected, KeptReason};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

fn collected(world: &mut World, dry_run: bool) -> (Vec<String>, Vec<(String, KeptReason)>) {
    let session = world.context.session.clone();
    let Collected { removed, kept } = collect(world.memory.begin(), &session, dry_run).expect("collected");
    (removed, kept.into_iter().map(|kept| (kept.plan, kept.reason)).collect())
}

fn kept(plan: &str, reason: KeptReason) -> (Vec<String>, Vec<(String, KeptReason)>) {
    (Vec::new(), vec![(plan.to_owned(), reason)])
}

#[test]
fn a_body_stays_thirty_days_after_its_plan_was_cleared() {
    let mut world = World::with(&["A"]);
    world.memory.now_ms += 100 * DAY_MS;
    assert_eq!(collected(&mut world, false), kept("p", KeptReason::Referenced));
    world.clear(None).expect("cleared");
    world.memory.now_ms += 30 * DAY_MS - 1;
    assert_eq!(collected(&mut world, false), kept("p", KeptReason::Recent));
    world.memory.now_ms += 1;
    let removed = (vec!["p".to_owned()], Vec::new());
    assert_eq!(collected(&mut world, true), removed);
    assert_eq!(world.memory.bodies.len(), 1, "a dry run removes nothing");
    assert_eq!(collected(&mut world, false), removed);
    assert!(world.memory.bodies.is_empty());
}

#[test]
fn a_body_that_any_branch_holds_stays() {
    let mut world = World::with(&["A"]);
    world.tick("A").expect("entry 3");
    world.navigate(2).expect("back");
    world.clear(None).expect("cleared on the other branch");
    world.memory.now_ms += 100 * DAY_MS;
    assert_eq!(collected(&mut world, false), kept("p", KeptReason::Referenced));
    world.navigate(3).expect("the branch that holds it");
    world.clear(None).expect("cleared here too");
    world.memory.now_ms += 30 * DAY_MS - 1;
    assert_eq!(collected(&mut world, false), kept("p", KeptReason::Recent), "from the latest clear");
    world.memory.now_ms += 1;
    assert_eq!(collected(&mut world, false).0, ["p"]);
}

#[test]
fn a_body_that_a_fork_of_a_fork_holds_stays() {
    let mut world = World::with(&["A"]);
    world.fork("f", None).expect("forked");
    world.fork("g", Some(0)).expect("forked again");
    world.at(SESSION).clear(None).expect("cleared");
    world.at("f").clear(None).expect("cleared");
    world.memory.now_ms += 100 * DAY_MS;
    assert_eq!(collected(world.at(SESSION), false), kept("p", KeptReason::Referenced));
    world.at("g").clear(None).expect("cleared");
    assert_eq!(collected(world.at(SESSION), false), kept("p", KeptReason::Recent));
    world.memory.now_ms += 30 * DAY_MS;
    assert_eq!(collected(world.at("f"), false), (Vec::new(), Vec::new()), "the body is not the fork's");
    assert_eq!(collected(world.at(SESSION), false).0, ["p"]);
}

/// A fork's own plan under the same id holds no body of the origin.
#[test]
fn a_plan_of_the_same_id_holds_its_own_body() {
    let mut world = World::with(&["A"]);
    world.fork("f", None).expect("forked");
    world.save("p", &body(&["B"])).expect("saved");
    world.at(SESSION).clear(None).expect("cleared");
    world.memory.now_ms += 31 * DAY_MS;
    assert_eq!(collected(world.at("f"), false), kept("p", KeptReason::Referenced));
    assert_eq!(collected(world.at(SESSION), false).0, ["p"]);
    assert!(world.at("f").tasks().expect("tasks").queue.is_some());
}

#[test]
fn a_body_that_was_never_saved_counts_from_its_writing() {
    let mut world = World::with(&["A"]);
    world.memory.faults.push(Fault { call: "commit", key: "", code: CapabilityCode::Unavailable });
    assert!(world.save("q", &body(&["B"])).is_err());
    world.memory.faults.clear();
    world.memory.now_ms += 30 * DAY_MS - 1;
    assert_eq!(collected(&mut world, false).1[1], ("q".to_owned(), KeptReason::Recent));
    world.memory.now_ms += 1;
    assert_eq!(collected(&mut world, false).0, ["q"]);
}

#[test]
fn nothing_is_collected_where_an_entry_can_not_be_read() {
    let mut world = World::with(&["A"]);
    world.fork("f", None).expect("forked");
    world.tick("A").expect("ticked");
    world.at(SESSION).clear(None).expect("cleared");
    world.memory.now_ms += 100 * DAY_MS;
    for (session, key) in [(SESSION, "log/0000000001"), ("f", "log/0000000001"), ("f", "head")] {
        let cells = world.memory.cells.clone();
        let sound = world.memory.value(session, key).to_owned();
        for damaged in
            [String::new(), sound.replacen("\"tick\"", "\"tock\"", 1).replacen("\"clear\"", "\"cleer\"", 1)]
        {
            if damaged == sound {
                continue;
            }
            world.memory.set(session, key, &damaged);
            assert_eq!(
                code(collect(world.memory.begin(), SESSION, false)),
                FailureCode::SessionDamaged,
                "{session}"
            );
        }
        world.memory.cells = cells;
    }
    assert_eq!(world.memory.bodies.len(), 1);
}
