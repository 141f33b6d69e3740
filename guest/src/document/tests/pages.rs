//! Listings, page by page.

use super::*;
use crate::document::{list, revisions, steps};

/// 23 writes in 13 revisions: the first two are of one write each, the others of two, but the last.
fn world() -> World {
    let mut world = World::new();
    world.create("start").expect("a plan");
    for number in 1..23 {
        let name = format!("author {}", number / 2);
        world.by(agent(&name)).after_ms(1);
        world.append(&format!("{number} {}", "x".repeat(900))).expect("an append");
    }
    world
}

#[test]
fn revisions_newest_first() {
    let mut world = world();
    for page_cells in [usize::MAX, 1, 2] {
        world.memory.page_cells = page_cells;
        let mut numbers = Vec::new();
        let mut before = None;
        loop {
            let page = revisions(world.memory.begin(), &agent("r"), TASK, before, 5).expect("a page");
            assert!(page.present && page.revisions.len() <= 5);
            numbers.extend(page.revisions.iter().map(|revision| revision.number));
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        assert_eq!(numbers, (1..=13).rev().collect::<Vec<u32>>());
    }
    for (before, expected) in [(0, vec![]), (1, vec![]), (2, vec![1]), (99, vec![13, 12])] {
        let page = revisions(world.memory.begin(), &agent("r"), TASK, Some(before), 2).expect("a page");
        let numbers: Vec<u32> = page.revisions.iter().map(|revision| revision.number).collect();
        assert_eq!(numbers, expected, "before {before}");
    }
    for limit in [0, 201] {
        let page = revisions(world.memory.begin(), &agent("r"), TASK, None, limit);
        assert_eq!(code(page), FailureCode::InvalidArgument);
    }
    assert_eq!(
        code(revisions(world.memory.begin(), &agent("r"), "other", None, 1)),
        FailureCode::PlanNotFound
    );
    world.delete().expect("deleted");
    let page = revisions(world.memory.begin(), &agent("r"), TASK, None, 200).expect("history stays");
    assert_eq!((page.present, page.revisions.len()), (false, 13));
}

#[test]
fn steps_are_those_of_their_revision() {
    let mut world = world();
    for page_cells in [usize::MAX, 1] {
        world.memory.page_cells = page_cells;
        let mut positions = Vec::new();
        for revision in 1..=13 {
            let page = steps(world.memory.begin(), &agent("r"), TASK, revision, 0, 200).expect("a page");
            assert_eq!(page.next, None);
            for step in &page.steps {
                let past = world.past(Point::Position(step.position)).expect("a position");
                assert_eq!(past.revision, revision);
                assert_eq!((step.at + step.inserted) as usize, past.content.len(), "appends end the text");
            }
            positions.extend(page.steps.iter().map(|step| step.position));
        }
        assert_eq!(positions, (1..=23).collect::<Vec<u32>>());
    }
    let page = |world: &mut World, revision, from, limit| {
        let page = steps(world.memory.begin(), &agent("r"), TASK, revision, from, limit).expect("a page");
        (page.steps.iter().map(|step| step.position).collect::<Vec<u32>>(), page.next)
    };
    assert_eq!(page(&mut world, 3, 0, 1), (vec![3], Some(4)));
    assert_eq!(page(&mut world, 3, 4, 1), (vec![4], None));
    assert_eq!(page(&mut world, 3, 5, 9), (vec![], None));
    for revision in [0, 14] {
        let page = steps(world.memory.begin(), &agent("r"), TASK, revision, 0, 1);
        assert_eq!(code(page), FailureCode::RevisionNotFound);
    }
}

#[test]
fn steps_of_one_long_revision_begin_anywhere() {
    let mut world = World::with("start");
    for number in 0..400 {
        world.append(&format!("{number} {}", "y".repeat(300))).expect("coalesced");
    }
    world.memory.begin();
    let page = steps(&mut world.memory, &agent("r"), TASK, 1, 390, 5).expect("a page");
    let positions: Vec<u32> = page.steps.iter().map(|step| step.position).collect();
    assert_eq!((positions, page.next), ((390..395).collect(), Some(395)));
    assert!(world.memory.bytes_read < 150_000, "{} bytes", world.memory.bytes_read);
}

#[test]
fn plans_by_task_id() {
    let mut world = World::new();
    for task in ["b", "a", "d", "c"] {
        let request = WriteRequest { task: task.to_owned(), ..write(task, "") };
        create(world.memory.begin(), &world.context, &request).expect("a plan");
    }
    let request = DeleteRequest { task: "b".to_owned(), expected_version: None };
    delete(world.memory.begin(), &world.context, &request).expect("deleted");
    let page = |world: &mut World, from: &str, limit| {
        let page = list(world.memory.begin(), &agent("r"), from, limit).expect("a page");
        (page.plans.into_iter().map(|plan| plan.task).collect::<Vec<_>>(), page.next)
    };
    assert_eq!(page(&mut world, "", 200), (vec!["a".to_owned(), "c".to_owned(), "d".to_owned()], None));
    assert_eq!(page(&mut world, "", 2), (vec!["a".to_owned()], Some("c".to_owned())));
    assert_eq!(page(&mut world, "c", 2), (vec!["c".to_owned(), "d".to_owned()], None));
    assert_eq!(page(&mut world, "b", 1), (vec![], Some("c".to_owned())));
    for (from, limit) in [("no id", 1), ("", 0), ("", 201)] {
        assert_eq!(code(list(world.memory.begin(), &agent("r"), from, limit)), FailureCode::InvalidArgument);
    }
    assert_eq!(code(list(world.memory.begin(), &agent(""), "", 0)), FailureCode::InvalidAuthor);
}
