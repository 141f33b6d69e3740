//! Revisions: numbers, coalescing, titles, events, deletion.

use super::*;
use crate::document::answer::EventKind;

#[test]
fn the_same_author_extends_within_the_window() {
    let mut world = World::with("v1");
    let written = world.after_ms(299_999).replace("v2").expect("within");
    assert_eq!((written.revision, written.coalesced), (1, true));
    let written = world.after_ms(299_999).replace("v3").expect("the window moves on");
    assert_eq!((written.revision, written.coalesced), (1, true));
    let written = world.after_ms(300_000).replace("v4").expect("at its end");
    assert_eq!((written.revision, written.coalesced), (2, false));
    assert_eq!(world.past(Point::Revision(1)).expect("extended").content, "v3");
    assert_eq!(world.past(Point::Position(1)).expect("replaced, not lost").content, "v1");
}

#[test]
fn what_never_extends() {
    let not_coalesced = |prepare: fn(&mut World)| {
        let mut world = World::with("v1");
        prepare(&mut world);
        let written = world.replace("v2").expect("a write");
        assert!(!written.coalesced);
    };
    not_coalesced(|world| world.context.caller.name = "b".to_owned());
    not_coalesced(|world| world.context.caller.kind = AuthorKind::Person);
    not_coalesced(|world| world.context.coalesce_window_ms = Some(0));
    not_coalesced(|world| world.context.coalesce_window_ms = Some(-1));
    not_coalesced(|world| world.memory.now_ms -= 1);
    not_coalesced(|world| {
        world.restore(Point::Revision(1)).expect("the latest is a restore");
    });
}

#[test]
fn a_coalesced_revision_keeps_number_author_and_creation() {
    let mut world = World::with("v1");
    world.after_ms(5).append("more").expect("coalesced");
    world.by(agent("b")).after_ms(5).append("other").expect("another");
    let past = world.past(Point::Revision(1)).expect("the first");
    assert_eq!((past.content.as_str(), past.position), ("v1\n\nmore", 2));
    let page = super::super::revisions(world.memory.begin(), &agent("b"), TASK, None, 10).expect("a page");
    let [second, first] = page.revisions.as_slice() else { panic!("{page:?}") };
    assert_eq!((first.number, first.position, first.author.name.as_str()), (1, 2, "a"));
    assert_eq!((first.created_at_ms, first.updated_at_ms), (1_000_000, 1_000_005));
    assert_eq!((second.number, second.position, second.created_at_ms), (2, 3, 1_000_010));
}

#[test]
fn titles_stay_until_another_is_given() {
    let mut world = World::new();
    let titled = |title: &str, mode: &str| WriteRequest { title: title.to_owned(), ..write("text", mode) };
    assert_eq!(world.create("a").expect("untitled").title, "Plan");
    assert_eq!(world.write(&titled("Mine", "append")).expect("titled").title, "Mine");
    assert_eq!(world.write(&titled("", "")).expect("kept").title, "Mine");
    assert_eq!(world.append("more").expect("kept").title, "Mine");
    assert_eq!(world.past(Point::Position(1)).expect("then").title, "Plan");
    assert_eq!(world.restore(Point::Position(1)).expect("brought back").title, "Plan");
    assert_eq!(world.read().expect("the plan").title, "Plan");
    world.write(&titled("Other", "")).expect("titled");
    world.delete().expect("deleted");
    assert_eq!(world.create("a").expect("anew").title, "Plan");
    assert_eq!(world.past(Point::Position(6)).expect("before the deletion").title, "Other");
}

#[test]
fn deletion_keeps_history_and_numbers_go_on() {
    let mut world = World::with("v1");
    let deleted = world.delete().expect("deleted");
    assert_eq!(deleted.revisions, 1);
    assert_eq!(code(world.read()), FailureCode::PlanNotFound);
    assert_eq!(code(world.append("x")), FailureCode::PlanNotFound);
    assert_eq!(code(world.restore(Point::Revision(1))), FailureCode::PlanNotFound);
    assert_eq!(code(world.delete()), FailureCode::PlanNotFound);
    assert_eq!(world.past(Point::Revision(1)).expect("kept").content, "v1");
    let written = world.after_ms(9).create("v2").expect("anew");
    assert_eq!((written.revision, written.position, written.coalesced), (2, 2, false));
    assert_eq!(world.read().expect("the plan").created_at_ms, 1_000_009);
}

#[test]
fn events_come_in_order() {
    let mut world = World::new();
    let kinds =
        |events: &[crate::document::answer::Event]| events.iter().map(|event| event.kind).collect::<Vec<_>>();
    let created = world.create("a").expect("created");
    assert_eq!(kinds(&created.events), [EventKind::PlanCreated, EventKind::RevisionCreated]);
    let event = created.events.first().expect("an event");
    assert_eq!((event.task.as_str(), event.revision, event.at_ms), (TASK, 1, 1_000_000));
    assert_eq!((&event.version, &event.author), (&created.version, &agent("a")));
    let extended = world.append("b").expect("extended").events;
    assert_eq!(kinds(&extended), [EventKind::PlanUpdated, EventKind::RevisionUpdated]);
    let other = world.by(agent("b")).create("c").expect("over a plan").events;
    assert_eq!(kinds(&other), [EventKind::PlanUpdated, EventKind::RevisionCreated]);
    let restored = world.restore(Point::Revision(1)).expect("restored").events;
    assert_eq!(kinds(&restored), [EventKind::PlanUpdated, EventKind::RevisionCreated]);
    assert_eq!(kinds(&world.delete().expect("deleted").events), [EventKind::PlanDeleted]);
}

#[test]
fn the_same_text_again_is_a_write() {
    let mut world = World::with("same");
    let written = world.by(agent("b")).replace("same").expect("a write");
    assert_eq!((written.position, written.revision), (2, 2));
    assert_eq!(world.past(Point::Position(2)).expect("readable").content, "same");
}

#[test]
fn a_restore_names_what_it_brought_back() {
    let mut world = World::with("v1");
    world.replace("v2").expect("coalesced");
    let written = world.restore(Point::Position(1)).expect("a restore");
    assert_eq!((written.revision, written.coalesced), (2, false));
    assert_eq!(world.content(), "v1");
    let page = super::super::revisions(world.memory.begin(), &agent("a"), TASK, None, 1).expect("a page");
    assert_eq!(page.revisions.first().and_then(|latest| latest.restored), Some(Point::Position(1)));
    assert_eq!(code(world.restore(Point::Revision(3))), FailureCode::RevisionNotFound);
    assert_eq!(code(world.restore(Point::Position(0))), FailureCode::RevisionNotFound);
}
