//! What stops a write that nobody meant: truncation, versions, exact edits.

use super::*;

#[test]
fn truncation_is_told_below_half_of_two_thousand() {
    for (stored, content, told) in [
        (4_000, 2_000, false),
        (4_000, 1_999, true),
        (1_999, 1, false),
        (2_000, 1_000, false),
        (2_000, 999, true),
        (2_001, 1_000, true),
    ] {
        let mut world = World::with(&"漢".repeat(stored));
        let written = world.replace(&"b".repeat(content)).expect("a replace");
        assert_eq!(written.truncation.is_some(), told, "{stored} to {content}");
        assert_eq!(written.coalesced, !told, "a truncation is a revision of its own");
    }
}

#[test]
fn the_warning_has_the_counts_and_says_where_the_text_is() {
    let mut world = World::with(&"a".repeat(4_000));
    let truncation = world.create("x").expect("a create over a plan").truncation.expect("told");
    assert_eq!((truncation.prior_chars, truncation.new_chars, truncation.prior_revision), (4_000, 1, 1));
    for words in ["4000", "3999", "99 %", "revision 1", "`append`", "from memory", "can't fetch"] {
        assert!(truncation.warning.contains(words), "{words} in {}", truncation.warning);
    }
    let past = world.past(Point::Revision(1)).expect("the text before");
    assert_eq!(past.content.len(), 4_000);
    let again = world.replace("x").expect("a retry");
    assert_eq!(again.truncation, None, "nothing more was lost");
}

#[test]
fn only_agent_replaces_and_edits_are_warned() {
    let long = "a".repeat(4_000);
    let saved = World::with(&long).save("x").expect("a save");
    assert_eq!((saved.truncation, saved.revision), (None, 2), "split, but not warned");
    let edited = World::with(&format!("b{long}")).edit(&format!("b{long}"), "").expect("an edit");
    assert_eq!(edited.truncation.map(|truncation| truncation.new_chars), Some(0));
    let mut world = World::with("short");
    world.replace(&long).expect("a replace");
    let restored = world.restore(Point::Position(1)).expect("a restore");
    assert_eq!((restored.truncation, restored.revision), (None, 2));
    world.replace(&long).expect("a replace");
    world.delete().expect("a deletion");
    assert_eq!(world.create("x").expect("a plan anew").truncation, None, "no text was replaced");
}

#[test]
fn an_absent_truncation_has_no_field() {
    let written = World::with("a").append("b").expect("an append");
    let json = serde_json::to_string(&written).expect("json");
    assert!(!json.contains("truncation") && !json.contains("null"), "{json}");
}

#[test]
fn every_write_gives_a_new_version() {
    let mut world = World::new();
    let mut versions = vec![world.create("a").expect("created").version];
    for _ in 0..2 {
        versions.push(world.replace("a").expect("the same text").version);
        versions.push(world.append("b").expect("appended").version);
        versions.push(world.restore(Point::Position(1)).expect("restored").version);
        versions.push(world.delete().expect("deleted").version);
        versions.push(world.create("a").expect("created").version);
    }
    assert!(versions.iter().all(|version| version.len() == 32));
    let count = versions.len();
    versions.sort();
    versions.dedup();
    assert_eq!(versions.len(), count);
}

#[test]
fn a_stale_version_is_refused_with_the_current_one() {
    let mut world = World::with("v1");
    let stale = world.read().expect("v1").version;
    let current = world.by(agent("b")).replace("v2").expect("v2").version;
    for mode in ["", "append"] {
        let request = WriteRequest { expected_version: Some(stale.clone()), ..write("v3", mode) };
        let failure = world.write(&request).expect_err("stale");
        assert_eq!(failure.code, FailureCode::VersionConflict);
        assert_eq!(failure.current_version.as_ref(), Some(&current));
    }
    assert_eq!(world.content(), "v2");
    let request = WriteRequest { expected_version: Some(current), ..write("v3", "") };
    world.write(&request).expect("current");
    assert_eq!(world.content(), "v3");
}

#[test]
fn without_a_plan_any_version_is_stale() {
    let mut world = World::with("a");
    let version = world.delete().expect("deleted").version;
    let request = WriteRequest { expected_version: Some(version), ..write("b", "") };
    let failure = create(world.memory.begin(), &world.context, &request).expect_err("stale");
    assert_eq!((failure.code, failure.current_version), (FailureCode::VersionConflict, None));
}

#[test]
fn an_exact_edit_changes_one_place() {
    let mut world = World::with("- [ ] one\n- [ ] two\n");
    let written = world.edit("[ ] two", "[x] two").expect("an edit");
    assert_eq!(world.content(), "- [ ] one\n- [x] two\n");
    assert_eq!(written.position, 2);
    let ambiguous = world.edit("- [", "").expect_err("twice");
    assert_eq!((ambiguous.code, ambiguous.occurrences), (FailureCode::FindAmbiguous, Some(2)));
    let missing = world.edit("one\r\n", "").expect_err("other line endings");
    assert_eq!(missing.code, FailureCode::FindMissing);
    assert!(missing.next.contains("line endings"));
    assert!(!world.edit("three", "").expect_err("absent").next.contains("other line endings"));
    assert_eq!(world.read().expect("unchanged").position, 2);
}

#[test]
fn an_edit_measures_its_result() {
    let mut world = World::with(&format!("b{}", "a".repeat(262_143)));
    let failure = world.edit("b", "bb").expect_err("one byte too many");
    assert_eq!((failure.code, failure.bytes), (FailureCode::ContentTooLarge, Some(262_145)));
    world.edit("b", "c").expect("the same size");
}

#[test]
fn escaped_line_breaks_are_stored_and_told() {
    let mut world = World::with("# Plan\\n\\n- [ ] one");
    assert_eq!(world.content(), "# Plan\\n\\n- [ ] one");
    let kinds = |written: Written| written.notes.into_iter().map(|note| note.kind).collect::<Vec<_>>();
    let escaped = vec![crate::text::NoteKind::EscapedLineBreaks];
    assert_eq!(kinds(world.append("a\\nb\\nc").expect("an append")), escaped);
    assert_eq!(kinds(world.append("say \\n\nand \\n").expect("with real ones")), []);
    assert_eq!(kinds(world.replace("a\\nb\\nc").expect("a replace")), escaped);
}
