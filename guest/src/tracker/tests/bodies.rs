//! Bodies: written first, never overwritten, reread at every use (D20, D32).

use super::*;
use crate::capability::CapabilityCode;
use crate::tests::memory::Fault;
use crate::text::NoteKind;
use crate::tracker::answer::Standing;

#[test]
fn the_body_is_there_before_the_entries_are() {
    let mut world = World::new();
    world.memory.faults.push(Fault { call: "commit", key: "", code: CapabilityCode::Unavailable });
    assert_eq!(code(world.save("p", &body(&["A"]))), FailureCode::StorageUnavailable);
    assert_eq!(world.memory.bodies.len(), 1);
    assert!(world.memory.cells.is_empty(), "no plan is on record");
    assert_eq!(world.tasks().expect("empty").standing, Standing::NoPlan);

    world.memory.faults.clear();
    assert_eq!(code(world.save("p", &body(&["B"]))), FailureCode::PlanExists, "another text");
    world.save("p", &body(&["A"])).expect("the same save again");
    assert_eq!(code(world.save("p", &body(&["A"]))), FailureCode::PlanExists, "and it is saved now");
    world.clear(None).expect("cleared");
    assert_eq!(code(world.save("p", &body(&["A"]))), FailureCode::PlanExists, "cleared is saved too");
    world.navigate(0).expect("the beginning");
    assert_eq!(code(world.save("p", &body(&["A"]))), FailureCode::PlanExists, "on whichever branch");
}

#[test]
fn no_save_without_a_body() {
    let mut world = World::new();
    world.memory.faults.push(Fault { call: "write", key: "", code: CapabilityCode::Full });
    assert_eq!(code(world.save("p", &body(&["A"]))), FailureCode::StorageFull);
    assert!(world.memory.cells.is_empty() && world.memory.bodies.is_empty());
}

#[test]
fn a_body_is_the_same_after_every_tick() {
    let mut world = World::with(&["A", "B"]);
    let before = world.body("p").clone();
    for title in ["A", "B"] {
        world.tick(title).expect("ticked");
        assert_eq!(*world.body("p"), before);
    }
    let done = world.tasks().expect("tasks");
    assert_eq!((done.standing, done.done, done.next), (Standing::Done, 2, None));
}

/// D20: a body that can't be read is no active plan, and one notice.
#[test]
fn a_body_that_can_not_be_read_is_no_active_plan_and_one_note() {
    let codes =
        [CapabilityCode::TooLarge, CapabilityCode::NotText, CapabilityCode::Denied, CapabilityCode::Other];
    for fault in codes.map(Some).into_iter().chain([None]) {
        let mut world = World::with(&["A"]);
        match fault {
            Some(code) => world.memory.faults.push(Fault { call: "read", key: "", code }),
            None => world.memory.bodies.clear(),
        }
        let tasks = world.tasks().expect("no failure");
        assert_eq!((tasks.standing, tasks.queue), (Standing::NoPlan, None));
        let kinds =
            |notes: Vec<crate::text::Note>| notes.into_iter().map(|note| note.kind).collect::<Vec<_>>();
        assert_eq!(kinds(tasks.notes), [NoteKind::BodyUnreadable]);
        let marker = world.marker().expect("a line");
        assert_eq!(marker.standing, Standing::NoPlan);
        assert_eq!(kinds(marker.notes), [NoteKind::BodyUnreadable]);
        let prompt = prompt(world.memory.begin(), SESSION).expect("a text");
        assert!(!prompt.text.contains("- [ ] A"));
        assert_eq!(kinds(prompt.notes), [NoteKind::BodyUnreadable]);
        let cells = world.memory.cells.clone();
        let failure = world.tick("A").expect_err("no plan");
        assert_eq!(failure.code, FailureCode::NoActivePlan);
        assert!(failure.message.contains("\"p\""), "it says why: {}", failure.message);
        assert_eq!(world.memory.cells, cells);
        assert_eq!(code(view(world.memory.begin(), SESSION, None)), FailureCode::BodyUnreadable);
        assert_eq!(world.select("p").expect("selecting needs no body").active.as_deref(), Some("p"));
    }
}

/// D32: an edit shows at the next read, the queue stays.
#[test]
fn an_edited_body_is_reread_and_the_difference_named() {
    let mut world = World::with(&["A", "B"]);
    world.tick("A").expect("ticked");
    *world.body("p") = body(&["A", "B", "C"]);
    let tasks = world.tasks().expect("tasks");
    let note = tasks.notes.iter().find(|note| note.kind == NoteKind::TasksEdited).expect("a note");
    assert!(note.message.contains("\"C\""), "{}", note.message);
    assert_eq!(tasks.queue.expect("a queue").tasks.len(), 2);
    assert_eq!(tasks.done, 1);
    assert!(world.marker().expect("a line").notes.iter().any(|note| note.kind == NoteKind::TasksEdited));
    let viewed = view(world.memory.begin(), SESSION, None).expect("a view");
    assert!(viewed.active && viewed.body.contains("- [ ] C"));
    assert_eq!((viewed.outline.tasks.len(), viewed.notes.len()), (3, 1));
    assert_eq!(code(world.tick("C")), FailureCode::UnknownTask);

    *world.body("p") = body(&["A", "B"]).replace("# Plan", "# The plan");
    assert!(world.tasks().expect("tasks").notes.is_empty(), "other words, the same tasks");
}

#[test]
fn tasks_show_the_detail_of_the_next_one() {
    let mut world = World::new();
    let text = format!("{}  - **NFRs:** fast\n- [ ] B\n  more of B\n", body(&["A"]));
    world.save("p", &text).expect("saved");
    let detail = |world: &mut World| world.tasks().expect("tasks").detail.expect("a detail");
    assert_eq!(detail(&mut world).nfrs, ["fast"]);
    world.tick("A").expect("ticked");
    assert_eq!(detail(&mut world).id, world.tasks().expect("tasks").next.expect("B").id);
}

/// The prompt is the same at every progress (D28).
#[test]
fn the_prompt_knows_no_progress() {
    let mut world = World::with(&["A", "B", "C"]);
    let text = |world: &mut World| prompt(world.memory.begin(), SESSION).expect("a text");
    let first = text(&mut world);
    assert!(first.text.contains("- [ ] A"));
    for title in ["B", "A", "C"] {
        world.tick(title).expect("ticked");
        assert_eq!(text(&mut world), first);
    }
    world.untick("A").expect("unticked");
    assert_eq!(text(&mut world), first);
    world.set_mode(Mode::Plan).expect("set");
    assert_ne!(text(&mut world), first);
}

#[test]
fn a_plan_with_too_many_tasks_is_refused_with_the_count() {
    let titles: Vec<String> = (0..1_001).map(|n| format!("t{n}")).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let mut world = World::new();
    let failure = world.save("p", &body(&titles)).expect_err("1,001 tasks");
    assert_eq!((failure.code, failure.occurrences), (FailureCode::TooManyTasks, Some(1_001)));
    assert!(world.memory.bodies.is_empty());
    let saved = world.save("p", &body(&titles[..1_000])).expect("1,000 tasks");
    assert_eq!(saved.total, 1_000);
    assert!(world.tick("t999").expect("the last one").skipped.len() == 999);
}

/// BRN-like: a plan without tasks is saved, and never done.
#[test]
fn a_plan_without_tasks_is_never_done() {
    let mut world = World::new();
    let saved = world.save("p", "# Only words\n").expect("saved");
    assert_eq!((saved.total, saved.next), (0, None));
    assert_eq!(saved.notes[0].kind, NoteKind::NoSection);
    assert_eq!(world.tasks().expect("tasks").standing, Standing::NoTasks);
    assert_eq!(world.marker().expect("a line").standing, Standing::NoTasks);
    assert_eq!(code(world.tick("A")), FailureCode::UnknownTask);
}
