//! What is stored is damaged, gone, or of a newer engine.

use proptest::prelude::*;

use super::*;
use crate::tracker::entry::Event;

const CELL: &str = "log/0000000001";

/// A session with two plans, two branches and a few cells.
fn world() -> World {
    let mut world = World::with(&["A", "B", "C"]);
    for _ in 0..8 {
        for title in ["A", "B"] {
            world.tick(title).expect("ticked");
            world.untick(title).expect("unticked");
        }
    }
    world.tick("A").expect("ticked");
    world.navigate(20).expect("back");
    world.save("q", &body(&["D"])).expect("saved");
    world.tick("D").expect("ticked");
    assert!(world.memory.keys(SESSION).iter().filter(|key| key.starts_with("log/")).count() >= 3);
    world
}

#[test]
fn an_entry_that_can_not_be_read_is_skipped_and_noted() {
    let mut world = World::with(&["A", "B"]);
    world.tick("A").expect("entry 3");
    world.tick("B").expect("entry 4");
    let sound = world.memory.value(SESSION, CELL).to_owned();
    world.memory.set(SESSION, CELL, &sound.replacen("{\"id\":3", "{\"id\":?", 1));
    assert_eq!(world.done(), ["B"]);
    let notes = world.describe().expect("a session").notes;
    assert_eq!(notes.iter().map(|note| note.line).collect::<Vec<_>>(), [3]);
    let page = branch(world.memory.begin(), SESSION, None, 9).expect("a page");
    assert_eq!((page.entries.len(), &page.entries[1].event), (4, &Event::Damaged));
    world.tick("A").expect("and it goes on");
    assert_eq!(world.done(), ["A", "B"]);
    assert!(world.memory.value(SESSION, CELL).contains("{\"id\":?"), "what is damaged is kept");
}

/// A half record at the end is reported, and the next one starts on a new line (D53).
#[test]
fn a_half_record_ends_where_the_next_begins() {
    let mut world = World::with(&["A", "B"]);
    world.tick("A").expect("entry 3");
    let sound = world.memory.value(SESSION, CELL).to_owned();
    world.memory.set(SESSION, CELL, sound.get(..sound.len() - 9).expect("ASCII"));
    assert!(world.done().is_empty());
    world.tick("B").expect("entry 4");
    assert_eq!(world.done(), ["B"]);
    assert_eq!(world.describe().expect("a session").notes.len(), 1);
}

#[test]
fn what_is_gone_is_told_and_what_can_be_read_stays_reachable() {
    let mut world = world();
    let keys: Vec<String> = world.memory.keys(SESSION).into_iter().map(str::to_owned).collect();
    let leaf = keys.iter().rfind(|key| key.starts_with("log/")).expect("a cell").clone();
    let gone = world.memory.value(SESSION, &leaf).to_owned();
    world.memory.remove(SESSION, &leaf);
    for outcome in [world.tasks().err(), world.marker().err(), world.tick("D").err(), world.describe().err()]
    {
        assert_eq!(outcome.map(|failure| failure.code), Some(FailureCode::SessionDamaged));
    }
    let page = sessions(world.memory.begin(), "", 9).expect("a page");
    assert_eq!((page.sessions.len(), page.unreadable), (0, vec![SESSION.to_owned()]));
    world.navigate(19).expect("an entry that can be read");
    assert!(world.tasks().is_ok());
    assert_eq!(world.fork("f", Some(3)).expect("a fork of what can be read").entries, 0);
    assert_eq!(world.done(), ["A"]);
    world.at(SESSION).memory.set(SESSION, &leaf, &gone);

    let mut world = World::with(&["A"]);
    world.memory.remove(SESSION, "seed/p/0000000001");
    assert_eq!(code(world.tick("A")), FailureCode::SessionDamaged);
}

#[test]
fn a_newer_format_is_left_alone() {
    let mut world = World::with(&["A"]);
    world.memory.set(SESSION, "head", r#"{"format":2,"what":"else"}"#);
    assert_eq!(code(world.tick("A")), FailureCode::NewerFormat);
    assert_eq!(code(world.save("q", "x")), FailureCode::NewerFormat);
    assert_eq!(code(world.tasks()), FailureCode::NewerFormat);
    assert_eq!(code(world.navigate(0)), FailureCode::NewerFormat);
    assert_eq!(code(collect(world.memory.begin(), SESSION, false)), FailureCode::NewerFormat);
    world.at("other").save("p", &body(&["A"])).expect("another session");
    let page = sessions(world.memory.begin(), "", 9).expect("a page");
    assert_eq!((page.sessions.len(), page.unreadable), (1, vec![SESSION.to_owned()]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever a cell becomes, calls answer; a refused change changes nothing; and what other cells
    /// hold can be read as before.
    #[test]
    fn damage_never_panics(
        cell in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        byte in prop::sample::select(vec!["", "0", "9", " ", "\n", "é", "}", "\"", "99999999999"]),
        cut in any::<bool>(),
    ) {
        let mut world = world();
        let sound: Vec<_> = (0..=35).map(|to| { let mut w = World { memory: clone_of(&world), context: world.context.clone() }; w.navigate(to).map(|_| w.done()) }).collect();
        let keys: Vec<String> = world.memory.keys(SESSION).into_iter().map(str::to_owned).collect();
        let key = cell.get(&keys);
        let value = world.memory.value(SESSION, key).to_owned();
        let at = at.index(value.len().max(1));
        let (before, after) = value.split_at_checked(at).unwrap_or((&value, ""));
        let after = after.get(1..).unwrap_or_default();
        let damaged = if cut { before.to_owned() } else { [before, byte, after].concat() };
        world.memory.set(SESSION, key, &damaged);

        let _ = (world.tasks().is_ok(), world.marker().is_ok(), world.describe().is_ok());
        let _ = (sessions(world.memory.begin(), "", 9), branch(world.memory.begin(), SESSION, None, 200));
        let _ = collect(world.memory.begin(), SESSION, true);
        let cells = world.memory.cells.clone();
        if world.tick("A").is_err() {
            prop_assert_eq!(&world.memory.cells, &cells);
        }
        if world.save("r", "x").is_err() {
            prop_assert_eq!(world.memory.keys(SESSION).len(), cells.len());
        }
        world.memory.cells = cells;
        if key != "head" && !key.starts_with("seed/") {
            let first: u32 = key.trim_start_matches("log/").parse().expect("a log cell");
            for (to, sound) in (0..first).zip(sound) {
                let mut read = World { memory: clone_of(&world), context: world.context.clone() };
                prop_assert_eq!(read.navigate(to).map(|_| read.done()), sound, "entry {}", to);
            }
        }
    }
}

fn clone_of(world: &World) -> Memory {
    let mut memory = Memory::of_sessions();
    memory.cells = world.memory.cells.clone();
    memory.bodies = world.memory.bodies.clone();
    memory.now_ms = world.memory.now_ms;
    memory
}
