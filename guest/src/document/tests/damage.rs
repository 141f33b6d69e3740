//! What is stored is damaged, gone, or of a newer engine.

use proptest::prelude::*;

use super::*;
use crate::capability::CapabilityCode;
use crate::document::{list, revisions, steps};
use crate::failure::Effect;
use memory::Fault;

/// A plan of a few revisions and segments, with a snapshot.
fn world() -> World {
    let mut world = World::without_coalescing();
    world.create(&"a".repeat(3_000)).expect("a plan");
    for letter in ["b", "c", "d", "e", "f", "g", "h"] {
        world.replace(&letter.repeat(6_000)).expect("a replace");
    }
    world.append("one").expect("an append");
    world.append("two").expect("an append");
    assert!(world.memory.keys(TASK).iter().any(|key| key.starts_with("snap/")));
    world
}

#[test]
fn an_unreadable_segment_refuses_the_append_and_keeps_the_plan() {
    for code in [
        CapabilityCode::Corrupt,
        CapabilityCode::NotText,
        CapabilityCode::TooLarge,
        CapabilityCode::Denied,
        CapabilityCode::Unavailable,
        CapabilityCode::Other,
    ] {
        let mut world = world();
        let cells = world.memory.cells.clone();
        world.memory.faults.push(Fault { call: "get", key: "seg/", code });
        let failure = world.append("three").expect_err("unreadable");
        assert_eq!(failure.code, FailureCode::PlanUnreadable);
        assert!(!failure.message.contains("secret"), "{failure:?}");
        assert_eq!(world.memory.cells, cells);
        world.memory.faults.clear();
        world.append("three").expect("readable again");
    }
}

#[test]
fn a_damaged_segment_refuses_the_append() {
    let world = world();
    let key =
        world.memory.keys(TASK).into_iter().rfind(|key| key.starts_with("seg/")).expect("one").to_owned();
    let sound = world.memory.value(TASK, &key).to_owned();
    let header_ends_early = sound.replace("1000000\n\n\ntwo", "1\n00000\n\n\ntwo");
    assert_ne!(header_ends_early, sound, "the last splice reads as another one, and something is left over");
    for damaged in [
        header_ends_early,
        String::new(),
        sound.replace("one", "ones"),
        sound.replacen(' ', "x", 1),
        sound.repeat(2),
    ] {
        let mut world = super::damage::world();
        world.memory.set(TASK, &key, &damaged);
        assert_eq!(code(world.append("three")), FailureCode::PlanUnreadable, "{damaged:?}");
        assert_eq!(code(world.replace("three")), FailureCode::PlanUnreadable, "{damaged:?}");
        assert_eq!(code(world.save("three")), FailureCode::PlanUnreadable, "{damaged:?}");
        assert_eq!(code(world.read()), FailureCode::PlanUnreadable, "{damaged:?}");
    }
    let mut world = world;
    let one_entry = format!("0 0 {} 0 0\n{}\n", sound.len() - 12, "x".repeat(sound.len() - 12));
    assert_eq!(one_entry.len(), sound.len());
    world.memory.set(TASK, &key, &one_entry);
    assert_eq!(code(world.append("three")), FailureCode::PlanUnreadable, "fewer splices than were written");
    world.memory.remove(TASK, &key);
    assert_eq!(code(world.append("three")), FailureCode::PlanUnreadable);
}

/// A head that is consistent in itself, and lies about the end of the text: an append that believed
/// it would drop letters, or leave white space.
#[test]
fn a_head_that_lies_about_the_end_refuses_the_append() {
    for (text, lies) in [
        ("one  ", [(" ", 4), ("   ", 2), ("\n\n", 3), ("", 5)]),
        ("one\n", [("", 4), ("\n\n", 2), (" ", 3), ("\n\n\n", 1)]),
    ] {
        for (tail, kept_bytes) in lies {
            let mut world = World::without_coalescing();
            world.create("first\n\n").expect("a plan");
            world.append(text).expect("an append");
            let head = world.memory.value(TASK, "head").to_owned();
            let mut head: serde_json::Value = serde_json::from_str(&head).expect("a head");
            let before = head["bytes"].as_u64().expect("bytes") - text.len() as u64;
            head["tail"] = tail.into();
            head["kept_bytes"] = (before + kept_bytes).into();
            world.memory.set(TASK, "head", &head.to_string());
            let cells = world.memory.cells.clone();
            assert_eq!(code(world.append("two")), FailureCode::PlanUnreadable, "{text:?}: {tail:?}");
            assert_eq!(world.memory.cells, cells);
        }
    }
}

/// The last splice needn't reach the end, and may be white space alone.
#[test]
fn a_head_is_believed_where_the_last_splice_says_nothing_of_the_end() {
    for (before, after) in
        [("one two\n", "ONE two\n"), ("one  ", "one   "), ("one\n", "one\n\n"), ("one \n", "one")]
    {
        let mut world = World::without_coalescing();
        world.create(before).expect("a plan");
        world.replace(after).expect("a replace");
        world.append("end").expect("an append");
        assert_eq!(world.content(), format!("{}\n\nend", after.trim_end()), "{before:?}");
    }
}

#[test]
fn no_task_is_beyond_repair() {
    let mut world = world();
    let keys: Vec<String> = world.memory.keys(TASK).into_iter().map(str::to_owned).collect();
    let last = keys.iter().rfind(|key| key.starts_with("seg/")).expect("a segment");
    world.memory.set(TASK, last, "0 0 0 0 0\n");
    assert_eq!(code(world.read()), FailureCode::PlanUnreadable);

    let restored = world.restore(Point::Revision(2)).expect("an earlier text can be read");
    assert_eq!(world.content(), "b".repeat(6_000));
    world.append("after").expect("and written on");
    world.append("again").expect("and on");
    assert!(world.content().ends_with("b\n\nafter\n\nagain"));
    assert_eq!(
        world.past(Point::Revision(restored.revision)).expect("the restore").content,
        "b".repeat(6_000)
    );
    assert_eq!(code(world.past(Point::Revision(restored.revision - 1))), FailureCode::PlanUnreadable);
    assert_eq!(world.past(Point::Revision(1)).expect("the first").content, "a".repeat(3_000));

    let last = format!("snap/{:010}", restored.position);
    world.memory.remove(TASK, &last);
    assert_eq!(code(world.replace("new")), FailureCode::PlanUnreadable);
    assert!(!world.create("new").expect("a plan anew").coalesced);
    assert_eq!(world.content(), "new");

    world.memory.set(TASK, "head", "{");
    for outcome in [World::create, World::replace, World::append, World::save] {
        assert_eq!(code(outcome(&mut world, "x")), FailureCode::PlanUnreadable);
    }
}

#[test]
fn steps_that_are_gone_are_told() {
    let mut world = World::with(&"a".repeat(9_000));
    for letter in ["b", "c", "d"] {
        world.append(&letter.repeat(9_000)).expect("a segment of its own");
    }
    for gone in [1, 2, 4] {
        let cells = world.memory.cells.clone();
        world.memory.remove(TASK, &format!("seg/{gone:010}"));
        let page = steps(world.memory.begin(), &agent("r"), TASK, 1, 0, 200);
        assert_eq!(code(page), FailureCode::PlanUnreadable, "segment {gone}");
        world.memory.cells = cells;
    }
    let page = steps(world.memory.begin(), &agent("r"), TASK, 1, 0, 200).expect("all four");
    assert_eq!(page.steps.len(), 4);
}

#[test]
fn a_store_that_fails_is_no_damage() {
    let mut world = world();
    world.memory.faults.push(Fault { call: "scan", key: "seg/", code: CapabilityCode::Unavailable });
    assert_eq!(code(world.create("new")), FailureCode::StorageUnavailable);
    world.memory.faults.clear();
    assert!(world.content().ends_with("two"));
}

#[test]
fn a_newer_format_is_left_alone() {
    let mut world = world();
    world.memory.set(TASK, "head", r#"{"format":2,"what":"else"}"#);
    for outcome in [World::create, World::replace, World::append, World::save] {
        assert_eq!(code(outcome(&mut world, "x")), FailureCode::NewerFormat);
    }
    assert_eq!(code(world.read()), FailureCode::NewerFormat);
    assert_eq!(code(world.delete()), FailureCode::NewerFormat);
}

#[test]
fn what_the_head_fails_with_is_told() {
    for (capability, expected) in [
        (CapabilityCode::Denied, FailureCode::StorageDenied),
        (CapabilityCode::Unavailable, FailureCode::StorageUnavailable),
        (CapabilityCode::Corrupt, FailureCode::StorageCorrupt),
        (CapabilityCode::NewerFormat, FailureCode::NewerFormat),
        (CapabilityCode::OutcomeUnknown, FailureCode::StorageUnavailable),
    ] {
        let mut world = world();
        world.memory.faults.push(Fault { call: "get", key: "head", code: capability });
        let failure = world.append("x").expect_err("no head");
        assert_eq!(failure.code, expected);
        assert_eq!(failure.effect, crate::failure::Effect::NothingWritten);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever a cell becomes, calls answer, and a refused write changes nothing.
    #[test]
    fn damage_never_panics(
        cell in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        byte in prop::sample::select(vec!["", "0", "9", " ", "\n", "é", "}", "99999999999"]),
        cut in any::<bool>(),
    ) {
        let mut world = world();
        let keys: Vec<String> = world.memory.keys(TASK).into_iter().map(str::to_owned).collect();
        let key = cell.get(&keys);
        let value = world.memory.value(TASK, key).to_owned();
        let at = at.index(value.len());
        let (before, after) = value.split_at_checked(at).expect("ASCII");
        let after = after.get(1..).unwrap_or_default();
        let damaged = if cut { before.to_owned() } else { [before, byte, after].concat() };
        world.memory.set(TASK, key, &damaged);

        let caller = agent("r");
        for number in 1..=10 {
            let _ = world.past(Point::Revision(number));
            let _ = world.past(Point::Position(number));
            let _ = steps(world.memory.begin(), &caller, TASK, number, 0, 200);
        }
        let _ = revisions(world.memory.begin(), &caller, TASK, None, 200);
        let _ = list(world.memory.begin(), &caller, "", 200);
        let _ = world.read();
        let cells = world.memory.cells.clone();
        for outcome in [World::append, World::replace, World::save] {
            if outcome(&mut world, "x").is_err() {
                prop_assert_eq!(&world.memory.cells, &cells);
            }
            world.memory.cells = cells.clone();
        }
        if world.create("mended").is_ok() {
            prop_assert_eq!(world.content(), "mended");
        }
    }
}

#[test]
fn a_damaged_head_hides_no_other_plan_from_a_listing() {
    let mut world = world();
    let other = WriteRequest { task: "T-2".to_owned(), ..super::write("other", "") };
    create(world.memory.begin(), &world.context, &other).expect("another plan");
    world.memory.set(TASK, "head", "no record");

    let page = list(world.memory.begin(), &agent("r"), "", 200).expect("a listing");
    assert_eq!(page.unreadable, [TASK]);
    assert_eq!(page.plans.iter().map(|plan| plan.task.as_str()).collect::<Vec<_>>(), ["T-2"]);
}

#[test]
fn cells_without_a_head_are_damage_and_no_conflict() {
    let mut world = world();
    world.memory.remove(TASK, "head");
    let cells = world.memory.cells.clone();
    for outcome in [world.create("anew"), world.save("anew")] {
        let failure = outcome.expect_err("what is left of a plan");
        assert_eq!((failure.code, failure.effect), (FailureCode::PlanUnreadable, Effect::NothingWritten));
    }
    assert_eq!(world.memory.cells, cells);
}

#[test]
fn a_conflict_over_a_sound_plan_stays_a_conflict() {
    let mut world = world();
    world.memory.faults.push(Fault { call: "commit", key: "", code: CapabilityCode::Conflict });
    assert_eq!(code(world.append("three")), FailureCode::WriteConflict);
    assert_eq!(code(world.create("anew")), FailureCode::WriteConflict);
}
