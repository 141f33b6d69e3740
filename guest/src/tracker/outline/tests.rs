use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::author::{Author, AuthorKind};
use crate::tracker::entry::{Entry, Event, Mark, Mode, Seed, SeedTask};
use crate::tracker::preview;
use crate::tracker::reference::Reference;

/// Pieces that mean something to a reader of Markdown, in any order.
fn body() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just("- [ ] "), 2 => Just("- [x] "), 2 => Just("* [ ]\t"), 1 => Just("1. [ ] "), 1 => Just("[ ]"),
        4 => Just("\n"), 2 => Just("\n\n"), 1 => Just("\r\n"), 1 => Just("\r"), 2 => Just("  "), 1 => Just("\t"),
        3 => Just("## Section 4\n"), 1 => Just("### Section 4"), 1 => Just("# x\n"), 1 => Just("---\n"),
        1 => Just("> "), 1 => Just("```\n"), 1 => Just("<!--"), 1 => Just("-->"), 2 => Just("**Given** g"),
        1 => Just("**NFRs:**"), 2 => Just("title"), 1 => Just("é\u{2028}\u{a0}"), 1 => Just("[a]: b\n"),
        1 => Just("`"), 1 => Just("*"), 1 => Just("\\"), 1 => Just("\u{feff}"), 1 => Just("- "), 1 => Just("+ "),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn plan_id() -> impl Strategy<Value = String> {
    prop_oneof![Just("P".to_owned()), Just("Q".to_owned()), Just("..".to_owned())]
}

fn event() -> impl Strategy<Value = Event> {
    let ids = prop::collection::vec(prop_oneof![Just("a"), Just("b"), Just("c"), Just("\n")], 0..4);
    let task = |id: &str| SeedTask { id: id.to_owned(), title: format!("t{id}") };
    let seed = (plan_id(), ids).prop_map(move |(plan, ids)| Seed {
        plan,
        digest: String::new(),
        path: None,
        saved_at_ms: 0,
        tasks: ids.into_iter().map(task).collect(),
    });
    prop_oneof![
        seed.prop_map(Event::Set),
        plan_id().prop_map(Event::Activate),
        plan_id().prop_map(Event::Clear),
        mark().prop_map(Event::Tick),
        mark().prop_map(Event::Untick),
        Just(Event::Mode(Mode::Plan)),
        Just(Event::Other),
        Just(Event::Damaged),
    ]
}

fn mark() -> impl Strategy<Value = Mark> {
    let task = prop_oneof![Just("a"), Just("b"), Just("z")];
    (plan_id(), task).prop_map(|(plan, task)| Mark { plan, task: task.to_owned() })
}

fn branch() -> impl Strategy<Value = Vec<Entry>> {
    let by = Some(Author { kind: AuthorKind::Agent, name: "a".to_owned() });
    let entry = move |event| Entry { id: "x".to_owned(), parent: None, at_ms: 0, by: by.clone(), event };
    prop::collection::vec(event().prop_map(entry), 0..40)
}

proptest! {
    /// D23, D26: ids are stable, none comes twice, and every task can be named by its id.
    #[test]
    fn every_task_of_any_text_can_be_named(text in body()) {
        let outline = parse(&text);
        prop_assert_eq!(&outline, &parse(&text));
        let ids: BTreeSet<_> = outline.tasks.iter().map(|task| &task.id).collect();
        prop_assert_eq!(ids.len(), outline.tasks.len());
        prop_assert!(outline.notes.is_sorted_by_key(|note| note.line));
        let queue: Vec<SeedTask> =
            outline.tasks.iter().map(|task| SeedTask { id: task.id.clone(), title: task.title.clone() }).collect();
        for task in &queue {
            let by_id = Reference { task_id: Some(task.id.clone()), title: None };
            prop_assert_eq!(&preview::resolve(&queue, &[], &by_id).expect("a task").title, &task.title);
            let by_title = Reference { task_id: None, title: Some(task.title.clone()) };
            let named = preview::resolve(&queue, &[], &by_title);
            let same = queue.iter().filter(|other| crate::text::normalised(&other.title) == crate::text::normalised(&task.title));
            prop_assert_eq!(named.is_ok(), same.count() == 1);
        }
    }

    #[test]
    fn any_text_has_an_outline(text in any::<String>()) {
        let _ = parse(&text);
        let _ = parse(&format!("## Section 4\n- [ ] {text}"));
    }

    /// D31, D27: any entries have a state and a marker of one line; a tick decides on both alike.
    #[test]
    fn any_branch_has_a_state_and_a_marker_of_one_line(branch in branch(), text in body()) {
        let state = preview::fold(&branch);
        for body in [None, Some(text.as_str())] {
            let marker = preview::marker(&branch, body);
            prop_assert!(!marker.text.chars().any(crate::words::is_invisible), "{:?}", marker.text);
            let active = state.active.as_ref().filter(|_| body.is_some());
            prop_assert_eq!(marker.plan.as_ref(), active.map(|queue| &queue.plan));
        }
        for reference in [Reference::default(), Reference { task_id: Some("a".to_owned()), title: None }] {
            if let Ok(ticked) = preview::tick(&branch, &reference) {
                prop_assert!(ticked.done >= 1 && ticked.done <= ticked.total);
            }
        }
    }

    /// D28: the prompt knows nothing of progress: it is given none.
    #[test]
    fn the_body_stands_in_the_prompt_as_it_is(text in any::<String>()) {
        let prompt = preview::prompt(Mode::Build, Some("P"), Some(&text), None).text;
        prop_assert!(prompt.contains(&text));
    }
}
