//! Appends: what they store, read and cost.

use super::*;

#[test]
fn an_append_is_composed_and_measured() {
    let mut world = World::with("# Plan\n\n");
    let written = world.append("\n## Next\n").expect("an append");
    assert_eq!(world.content(), "# Plan\n\n## Next\n");
    assert_eq!((written.bytes, written.chars), (16, 16));
    assert_eq!((written.position, written.revision, written.coalesced), (2, 1, true));
    assert_eq!(written.truncation, None);
}

#[test]
fn an_append_twice_is_appended_twice() {
    let mut world = World::with("a");
    world.append("b").expect("once");
    world.append("b").expect("twice");
    assert_eq!(world.content(), "a\n\nb\n\nb");
}

#[test]
fn to_white_space_alone_the_fragment_is_the_plan() {
    let mut world = World::new();
    world.save(" \n\u{a0}\u{85}").expect("a plan of white space");
    world.append("\n  - item").expect("an append");
    assert_eq!(world.content(), "  - item");
}

#[test]
fn the_composed_text_is_measured_against_the_limit() {
    let mut world = World::with(&format!("{}\n\n\n\n\n", "a".repeat(262_130)));
    let failure = world.append("bbbbbbbbbbbbb").expect_err("13 bytes are one too many");
    assert_eq!((failure.code, failure.bytes), (FailureCode::ContentTooLarge, Some(262_145)));
    assert_eq!(failure.limit, Some(262_144));
    assert_eq!(world.read().expect("unchanged").position, 1);
    let written = world.append("bbbbbbbbbbbb").expect("12 bytes fit");
    assert_eq!(written.bytes, 262_144);
}

#[test]
fn long_trailing_white_space_is_read_from_the_text() {
    for blank in [511, 512, 513, 3_000] {
        let mut world = World::with(&format!("a{}", "\n".repeat(blank)));
        let written = world.append("b").expect("an append");
        assert_eq!((world.content().as_str(), written.bytes, written.chars), ("a\n\nb", 4, 4));
        assert!(written.coalesced && written.truncation.is_none(), "an append removes nothing");
    }
}

/// AC-TASKS-PLAN-APPEND-005.4 and 005.5: but for the guards, an append can't be told from the
/// replace that stores the same.
#[test]
fn an_append_stores_and_tells_what_the_replace_does() {
    for (stored, fragment) in [
        ("a", "b"),
        ("a\n", "\nb\n"),
        ("a\n\nb", "a\n\nb"),
        ("a\n\nb\n\n \t", "x"),
        ("é\u{a0}\u{2003}", "\u{a0}\nè"),
        (" \n", "  b"),
    ] {
        let (mut appended, mut replaced) = (World::with(stored), World::with(stored));
        let composed = crate::text::compose(stored, fragment).expect("composable").text;
        for author in ["a", "b"] {
            let one = appended.by(agent(author)).append(fragment).expect("an append");
            let text = if author == "a" { composed.clone() } else { appended.content() };
            let other = replaced.by(agent(author)).replace(&text).expect("a replace");
            assert_eq!(one, other);
            assert_eq!(appended.memory.cells, replaced.memory.cells, "{stored:?} + {fragment:?}");
        }
    }
}

#[test]
fn an_append_reads_the_head_and_one_segment_whatever_the_plan_weighs() {
    // The head, and a segment of at most 1,920 bytes.
    let most_bytes = 4_000;
    for kilobytes in [1, 250] {
        let mut world = World::without_coalescing();
        world.create(&"x".repeat(kilobytes * 1_000)).expect("a plan");
        for author in ["a", "b", "a", "b"] {
            world.by(agent(author)).append(&"y".repeat(100)).expect("an append");
            let calls: Vec<_> = world.memory.calls.iter().map(String::as_str).collect();
            let (first, rest) = calls.split_at(4);
            assert_eq!(first, ["reach T-1 Write", "acquire T-1", "now", "get head"]);
            let (last, segment) = rest.split_last().expect("a commit");
            assert!(last.starts_with("commit") && segment.len() <= 1, "{calls:?}");
            assert!(segment.iter().all(|call| call.starts_with("get seg/")), "{calls:?}");
            assert!(world.memory.bytes_read < most_bytes, "{} bytes read", world.memory.bytes_read);
            assert!(world.memory.bytes_written < most_bytes, "{} bytes written", world.memory.bytes_written);
        }
    }
}

#[test]
fn a_coalesced_append_reads_no_more() {
    let mut world = World::with(&"x".repeat(250_000));
    world.append("one").expect("an append");
    let written = world.append("two").expect("an append");
    assert!(written.coalesced);
    let reads = world.memory.calls.iter().filter(|call| call.starts_with("get")).count();
    assert_eq!(reads, 2, "{:?}", world.memory.calls);
    assert!(world.memory.bytes_read < 2_000, "{} bytes", world.memory.bytes_read);
}

#[test]
fn a_thousand_appends_store_a_small_multiple_of_the_text() {
    let mut world = World::new();
    world.create("# Plan").expect("a plan");
    let fragment = format!("## Step\n{}", "x".repeat(192));
    for number in 0..1_000 {
        world.by(agent(if number % 2 == 0 { "alice" } else { "bob" })).after_ms(1_000);
        world.append(&fragment).expect("an append");
    }
    let plan = world.read().expect("the plan");
    assert_eq!(plan.revision, 1_001);
    let (stored, text) = (world.memory.stored_bytes(), plan.content.len());
    println!("{text} bytes of text are stored in {stored} bytes of cells");
    assert!(stored <= 4 * text, "{text} bytes of text are stored in {stored} bytes");
}

#[test]
fn many_small_appends_and_edits_stay_bounded_to_read() {
    let mut world = World::with("start end");
    for number in 0..3_000 {
        let outcome = if number % 3 == 0 { world.edit("start", "st") } else { world.append(".") };
        outcome.expect("a small write");
        if number % 3 == 0 {
            world.edit("st", "start").expect("back again");
        }
    }
    let text = world.content();
    let read = world.memory.bytes_read;
    assert!(read < 3 * text.len() + 2 * 16_384, "{} bytes of text, {read} read", text.len());
}

#[test]
fn a_segment_holds_1_920_bytes_and_no_more() {
    let mut sizes = Vec::new();
    for content in 1_818..1_888 {
        let mut world = World::with(&"x".repeat(content));
        let first = world.memory.value(TASK, "seg/0000000001").len();
        world.append("yy").expect("an append");
        let segments: Vec<usize> = world
            .memory
            .keys(TASK)
            .into_iter()
            .filter(|key| key.starts_with("seg/"))
            .map(|key| world.memory.value(TASK, key).len())
            .collect();
        match segments.as_slice() {
            [one] => sizes.push(*one),
            [one, other] => assert!(*one == first && one + other > 1_920, "{one} and {other}"),
            _ => panic!("{segments:?}"),
        }
    }
    assert_eq!(sizes.last(), Some(&1_920), "a segment is filled to its end");
}

#[test]
fn however_small_its_splices_a_read_folds_few() {
    let mut world = World::with(&"x".repeat(100_000));
    for number in 0..1_100 {
        world.append(if number % 2 == 0 { "a" } else { "b" }).expect("a small append");
    }
    let snapshots: Vec<&str> =
        world.memory.keys(TASK).into_iter().filter(|key| key.starts_with("snap/")).collect();
    assert_eq!(snapshots, ["snap/0000001024"], "the bytes alone would need none");
    assert!(world.content().ends_with("a\n\nb"));
}
