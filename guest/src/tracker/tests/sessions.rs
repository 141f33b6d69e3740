//! Sessions, their branches, forks and owners.

use super::*;
use crate::tracker::entry::Event;
use crate::tracker::reply::Origin;

#[test]
fn a_session_begins_with_its_first_save_or_on_its_own() {
    let mut world = World::new();
    let made = create(world.memory.begin(), &world.context, None).expect("made");
    assert_eq!((made.entries, made.leaf, made.mode), (0, 0, Mode::Build));
    assert_eq!(world.describe(), Ok(made));
    world.at("other").save("p", &body(&["A"])).expect("saved");
    let saved = world.describe().expect("a session");
    assert_eq!((saved.entries, saved.leaf, saved.plans.len()), (2, 2, 1));
    assert_eq!((saved.plans[0].total, saved.plans[0].active), (1, true));

    let page = sessions(world.memory.begin(), "", 1).expect("a page");
    assert_eq!((page.sessions.len(), page.next.as_deref()), (1, Some(SESSION)));
    let page = sessions(world.memory.begin(), SESSION, 200).expect("a page");
    assert_eq!((page.sessions.len(), page.next), (1, None));
}

/// D34
#[test]
fn a_session_of_another_owner_takes_no_change_and_can_be_read_and_forked() {
    let mut world = World::new();
    let made = create(world.memory.begin(), &world.context, Some("pi")).expect("made");
    assert_eq!(made.owner.as_deref(), Some("pi"));
    assert_eq!(code(world.save("p", &body(&["A"]))), FailureCode::OwnerUnavailable);
    assert_eq!(code(world.tick("A")), FailureCode::OwnerUnavailable);
    assert_eq!(code(world.set_mode(Mode::Plan)), FailureCode::OwnerUnavailable);
    assert_eq!(code(world.navigate(0)), FailureCode::OwnerUnavailable);
    assert!(world.tasks().is_ok() && world.marker().is_ok());
    assert_eq!(world.fork("mine", None).expect("forked").owner, None);
    world.save("p", &body(&["A"])).expect("the fork is ours");
}

#[test]
fn a_fork_inherits_its_ancestry_and_nothing_beside_it() {
    let mut world = World::with(&["A", "B", "C"]);
    world.tick("A").expect("entry 3");
    world.tick("B").expect("entry 4");
    let forked = world.fork("f", Some(3)).expect("forked");
    assert_eq!(forked.origin, Some(Origin { session: SESSION.to_owned(), entry: 3 }));
    assert_eq!(world.done(), ["A"]);
    world.tick("C").expect("ticked in the fork");
    assert_eq!(world.done(), ["A", "C"]);
    assert_eq!(world.at(SESSION).done(), ["A", "B"], "the origin knows nothing of it");
    assert_eq!(code(world.fork("f", None)), FailureCode::SessionExists);
    assert_eq!(code(world.at(SESSION).fork("g", Some(9))), FailureCode::EntryNotFound);

    // The body is the origin's, as it is now.
    world.at(SESSION).body("p").push_str("- [ ] D\n");
    let tasks = world.at("f").tasks().expect("tasks");
    assert!(!tasks.notes.is_empty());
    assert_eq!(tasks.queue.expect("a queue").path.as_deref(), Some("/plans/s-1/p.md"));
    world.save("p", &body(&["E"])).expect("a plan of the fork's own, under the same id");
    assert_eq!(world.tasks().expect("tasks").queue.expect("a queue").generation, 2);
    assert_eq!(world.at(SESSION).tasks().expect("tasks").queue.expect("a queue").tasks.len(), 3);
}

#[test]
fn the_branch_is_what_leads_to_the_leaf() {
    let mut world = World::with(&["A", "B"]);
    world.tick("A").expect("entry 3");
    world.navigate(2).expect("back");
    assert!(world.done().is_empty());
    world.tick("B").expect("entry 4");
    assert_eq!(world.done(), ["B"]);
    assert_eq!(world.describe().expect("a session").entries, 4);
    world.navigate(3).expect("the other branch");
    assert_eq!(world.done(), ["A"]);

    let page = branch(world.memory.begin(), SESSION, Some(4), 2).expect("a page");
    let ids: Vec<_> = page.entries.iter().map(|entry| (entry.id.as_str(), entry.parent.as_deref())).collect();
    assert_eq!(ids, [("4", Some("2")), ("2", Some("1"))]);
    assert_eq!(page.next, Some(Origin { session: SESSION.to_owned(), entry: 1 }));
    let page = branch(world.memory.begin(), SESSION, Some(1), 2).expect("a page");
    assert_eq!((page.entries.len(), page.next), (1, None));
    assert!(matches!(&page.entries[0].event, Event::Set(seed) if seed.tasks.len() == 2));
    assert_eq!(page.entries[0].parent, None);
    world.navigate(0).expect("the beginning");
    assert_eq!(world.describe().expect("a session").plans, []);
}

#[test]
fn a_listing_goes_on_through_forks_of_the_beginning() {
    let mut world = World::with(&["A"]);
    world.fork("f", None).expect("forked");
    world.fork("g", Some(0)).expect("a fork of its beginning");
    assert_eq!(world.tasks().expect("tasks").queue.expect("inherited").tasks.len(), 1);
    world.tick("A").expect("ticked");
    let page = branch(world.memory.begin(), "g", None, 9).expect("a page");
    assert_eq!((page.entries.len(), page.next), (1, Some(Origin { session: SESSION.to_owned(), entry: 2 })));
    world.at("f").navigate(0).expect("where it began");
    assert!(world.tasks().expect("tasks").queue.is_some(), "a fork begins with what it inherits");
}

/// D31: nothing becomes active by itself.
#[test]
fn clearing_leaves_no_plan_active() {
    let mut world = World::with(&["A"]);
    world.save("q", &body(&["B"])).expect("saved");
    let cleared = world.clear(None).expect("cleared");
    assert_eq!((cleared.plan.as_str(), cleared.active), ("q", None));
    assert_eq!(code(world.tick("A")), FailureCode::NoActivePlan);
    let selected = world.select("p").expect("selected");
    assert!(selected.changed);
    assert!(!world.select("p").expect("again").changed);
    assert_eq!(world.memory.calls.iter().filter(|call| call.starts_with("commit")).count(), 0);
    assert_eq!(code(world.select("q")), FailureCode::SavedPlanNotFound);
    world.tick("A").expect("ticked");
}

/// D26
#[test]
fn a_task_that_is_done_stays_done_and_earlier_open_ones_are_listed() {
    let mut world = World::with(&["A", "B", "C"]);
    let ticked = world.tick("C").expect("ticked");
    assert_eq!((ticked.skipped.len(), ticked.done, ticked.total), (2, 1, 3));
    assert_eq!(ticked.next.expect("A").title, "A");
    let cells = world.memory.cells.clone();
    let again = world.tick("C").expect("done already");
    assert!(!again.changed && again.done == 1);
    assert_eq!(world.memory.cells, cells);
    let back = world.untick("C").expect("unticked");
    assert!(back.changed && back.skipped.is_empty() && back.done == 0);
    assert!(!world.untick("C").expect("open already").changed);
}
