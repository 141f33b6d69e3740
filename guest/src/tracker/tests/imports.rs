//! Sessions that another program logged.

use super::*;
use crate::tracker::entry::{Entry, Event, Mark, Seed, SeedTask};
use crate::tracker::fold::Ledger;
use crate::tracker::request::{ImportBody, ImportRequest};

fn entry(id: &str, parent: Option<&str>, event: Event) -> Entry {
    Entry { id: id.to_owned(), parent: parent.map(str::to_owned), at_ms: 7, by: None, event }
}

fn set(plan: &str, ids: &[&str]) -> Event {
    let task = |id: &&str| SeedTask { id: (*id).to_owned(), title: format!("Task {id}") };
    let tasks = ids.iter().map(task).collect();
    Event::Set(Seed { plan: plan.to_owned(), digest: String::new(), path: None, saved_at_ms: 5, tasks })
}

fn tick_of(plan: &str, task: &str) -> Event {
    Event::Tick(Mark { plan: plan.to_owned(), task: task.to_owned() })
}

fn given(entries: Vec<Entry>, leaf: Option<&str>) -> ImportRequest {
    let bodies = vec![ImportBody { plan: "P".to_owned(), text: "# P\n".to_owned() }];
    ImportRequest { entries, leaf: leaf.map(str::to_owned), bodies }
}

fn imported(world: &mut World, request: &ImportRequest) -> Result<Session, Failure> {
    import(world.memory.begin(), &world.context, request)
}

/// BRN-03, BRN-04: file order is irrelevant, and what means nothing cuts no branch.
#[test]
fn the_tree_is_kept_whatever_the_order_of_the_file() {
    let mut entries = vec![
        entry("s", None, set("P", &["a", "b"])),
        entry("t", Some("s"), tick_of("P", "a")),
        entry("c", Some("t"), Event::Other),
        entry("m", Some("c"), tick_of("P", "b")),
        entry("x", Some("s"), set("Q", &["z"])),
        entry("y", Some("x"), Event::Activate("Q".to_owned())),
    ];
    for reversed in [false, true] {
        let mut world = World::new();
        let session = imported(&mut world, &given(entries.clone(), Some("t"))).expect("imported");
        assert_eq!((session.entries, session.plans.len()), (5, 1));
        assert_eq!(world.done(), ["Task a"], "{reversed}");
        let off: Vec<Vec<String>> = (1..=5)
            .map(|to| world.navigate(to).map(|_| world.done()).expect("every entry is there"))
            .collect();
        assert!(off.contains(&vec!["Task a".to_owned(), "Task b".to_owned()]), "{off:?}");
        entries.reverse();
    }
}

/// BRN-09, BRN-11
#[test]
fn what_can_not_be_followed_is_refused_and_what_means_nothing_is_noted() {
    let chain = |id: &str, parent: Option<&str>| entry(id, parent, Event::Other);
    for (entries, leaf) in [
        (vec![chain("a", Some("b")), chain("b", Some("a"))], None),
        (vec![chain("d", Some("missing"))], None),
        (vec![chain("d", None), chain("d", None)], None),
        (vec![chain("", None)], None),
    ] {
        assert_eq!(code(imported(&mut World::new(), &given(entries, leaf))), FailureCode::SessionDamaged);
    }
    let mut world = World::new();
    let unknown = given(vec![chain("a", None)], Some("b"));
    assert_eq!(code(imported(&mut world, &unknown)), FailureCode::EntryNotFound);
    assert!(world.memory.bodies.is_empty());

    let entries = vec![
        entry("s", None, set("P", &["a"])),
        entry("t", Some("s"), tick_of("P", "a")),
        entry("u", Some("t"), Event::Damaged),
        entry("v", Some("u"), set("P", &["b", "b"])),
        entry("w", Some("v"), tick_of("Q", "z")),
    ];
    let session = imported(&mut world, &given(entries, None)).expect("imported");
    assert_eq!(session.notes.iter().map(|note| note.line).collect::<Vec<_>>(), [3, 4, 5]);
    assert_eq!(world.done(), ["Task a"]);
    world.untick("Task a").expect("and it goes on here");
    assert_eq!(world.describe().expect("a session").notes.len(), 3);
}

/// A long log of many branches is packed into one commit, and each entry found in it.
#[test]
fn long_logs_fit_into_one_commit() {
    let ids: Vec<String> = (0..40).map(|n| format!("t{n}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    for (length, branches) in [(0, 0), (1, 0), (3_000, 0), (3_000, 25), (200, 61), (200, 62)] {
        let mut entries = vec![entry("0", None, set("P", &ids))];
        for n in 1..=length {
            let event = if n % 3 == 0 {
                tick_of("P", ids[n % 40])
            } else {
                Event::Untick(Mark { plan: "P".to_owned(), task: ids[n % 40].to_owned() })
            };
            entries.push(entry(&n.to_string(), Some(&(n - 1).to_string()), event));
        }
        for n in 0..branches {
            let parent = (n * length / branches.max(1)).to_string();
            entries.push(entry(&format!("b{n}"), Some(&parent), tick_of("P", "t1")));
        }
        let leaf = length.to_string();
        let mut world = World::new();
        let outcome = imported(&mut world, &given(entries.clone(), Some(&leaf)));
        if branches == 62 {
            let failure = outcome.expect_err("too many branches for one commit");
            assert_eq!((failure.code, failure.limit), (FailureCode::LogTooLarge, Some(63)));
            assert!(failure.message.contains("63 branches and 1 saved plans"), "{failure:?}");
            assert!(world.memory.cells.is_empty(), "nothing was written");
            continue;
        }
        let session = outcome.expect("imported");
        assert_eq!(session.entries as usize, entries.len());
        let ledger = Ledger::of(&entries[..=length]);
        assert_eq!(world.tasks().expect("tasks").done, ledger.plan("P").expect("P").done());
        world.tick("Task t2").expect("it goes on");
        for to in (0..=session.entries).step_by(97) {
            world.navigate(to).expect("every entry is found");
        }
    }
}

#[test]
fn bodies_of_an_import_are_checked_and_never_overwritten() {
    let mut world = World::with(&["A"]);
    world.at("t");
    let with = |plan: &str, text: &str| ImportRequest {
        bodies: vec![ImportBody { plan: plan.to_owned(), text: text.to_owned() }],
        ..ImportRequest::default()
    };
    assert_eq!(code(imported(&mut world, &with("a/b", "x"))), FailureCode::InvalidPlanId);
    assert_eq!(code(imported(&mut world, &with("q", ""))), FailureCode::ContentRequired);
    assert_eq!(code(imported(&mut world, &with("q", &"x".repeat(262_145)))), FailureCode::ContentTooLarge);
    world.memory.bodies.insert(("t".to_owned(), "q".to_owned()), ("other".to_owned(), 0));
    assert_eq!(code(imported(&mut world, &with("q", "x"))), FailureCode::PlanExists);
    assert_eq!(world.memory.bodies.len(), 2);
    imported(&mut world, &with("q", "other")).expect("the same text");
}
