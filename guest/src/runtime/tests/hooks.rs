//! What hooks say: before a change, at a turn's end, when a session is restored (D45 to D47).

use super::stage::{CLAUDE, CODEX, Stage, TOOL, admission, key, shown, unknown_schemas};
use crate::runtime::decide::trigger_of;
use crate::runtime::directive::{Lifecycle, Seat};
use crate::runtime::drift::{Change, Opinion, before_change, unreadable};
use crate::runtime::entry::{Admission, Event, RootKey, Trigger};
use crate::runtime::hook_input::{Unreadable, read};
use crate::runtime::reentry::{ReadArguments, payload};
use crate::runtime::turn::{Ending, ReAnchor, TurnEnd, restored, turn_ends};

fn change(path: &str) -> Change<'_> {
    Change { path, folder: "/project", project: "/project", fold_case: false }
}

fn opinion(stage: &Stage, path: &str) -> Opinion {
    before_change(&[stage.case()], TOOL, &[change("README.md"), change(path)])
}

fn end(stage: &mut Stage, seat: Seat<'_>, lifecycle: Option<Lifecycle>, already_continued: bool) -> bool {
    let ending = Ending { observation: lifecycle.map(shown), already_continued };
    match turn_ends(&stage.case(), seat, &ending) {
        TurnEnd::Rest => false,
        TurnEnd::Continue(text) => {
            assert_eq!(text, payload(stage.case().root, TOOL).expect("a payload").prompt);
            stage.root(Event::Continue);
            true
        }
    }
}

#[test]
fn an_engine_owned_uncovered_mutation_is_denied_with_the_verbatim_root_bound_command() {
    let mut stage = Stage::driven(&["a", "b"]);
    assert_eq!(opinion(&stage, "src/x.rs"), Opinion::None, "before the first serve nothing is guarded");
    stage.read(CODEX, None);
    assert_eq!(opinion(&stage, "src/x.rs"), Opinion::None, "the current task was served in this turn");
    stage.tick();
    let command = format!("`{TOOL}` exactly once, with exactly these arguments");
    for path in ["src/x.rs", "/project/src/deep/y.rs", "/bodies/p.md", "docs/../src/z.rs"] {
        let Opinion::Deny(reason) = opinion(&stage, path) else { panic!("{path}") };
        assert!(reason.contains(&command) && reason.contains("close/1"), "{reason}");
        assert!(reason.contains(&ReadArguments::of(&admission().identity).canonical()), "{reason}");
    }
    for path in ["docs/x.md", "/elsewhere/src/x.rs", "/bodies/q.md"] {
        assert_eq!(opinion(&stage, path), Opinion::None, "{path} is not the root's");
    }
    stage.read(CODEX, None);
    assert_eq!(opinion(&stage, "src/x.rs"), Opinion::None);
    stage.turn(Trigger::Prompt);
    assert_ne!(opinion(&stage, "src/x.rs"), Opinion::None, "another turn needs another serve");
    stage.read(CODEX, None);
    stage.block("ci", "broken");
    assert_ne!(opinion(&stage, "src/x.rs"), Opinion::None, "what is blocked covers nothing");
    stage.unblock("ci");
    stage.finish();
    assert_eq!(opinion(&stage, "src/x.rs"), Opinion::None, "after the receipt nothing is guarded");
}

#[test]
fn legacy_and_pre_cutover_mutations_preserve_existing_hook_behaviour() {
    let mut pre_cutover = Stage::with_plan(&["a"]);
    pre_cutover.admit(admission());
    pre_cutover.root(Event::Cutover);
    let mut rolled_back = Stage::with_plan(&["a"]);
    rolled_back.root(Event::Cutover);
    rolled_back.root(Event::Rollback);
    rolled_back.admit(admission());
    let mut legacy = Stage::with_plan(&["a"]);
    legacy.root(Event::Cutover);
    legacy.admit(Admission { schemas: None, ..admission() });
    for mut stage in [pre_cutover, rolled_back, legacy] {
        stage.read(CODEX, None);
        stage.tick();
        says_nothing(&mut stage);
    }
}

#[test]
fn a_stale_or_ambiguous_root_identity_is_refused() {
    let mut stale = Stage::with_plan(&["a"]);
    stale.root(Event::Cutover);
    stale.admit(Admission { schemas: Some(unknown_schemas()), ..admission() });
    let mut ambiguous = Stage::driven(&["a"]);
    ambiguous.read(CODEX, None);
    ambiguous.admit(admission());
    let mut closed = Stage::driven(&["a"]);
    closed.read(CODEX, None);
    let mut next = admission();
    next.identity.key = RootKey { generation: 2, ..key() };
    closed.admit(next);
    for mut stage in [stale, ambiguous, closed] {
        says_nothing(&mut stage);
    }
}

fn says_nothing(stage: &mut Stage) {
    assert_eq!(opinion(stage, "src/x.rs"), Opinion::None);
    assert_eq!(unreadable(&[stage.case()], TOOL), Opinion::None);
    assert_eq!(restored(&stage.case(), TOOL), ReAnchor::None);
    assert!(!end(stage, CLAUDE, None, false));
}

#[test]
fn a_drifted_session_re_anchors_without_a_prompt_that_a_person_wrote() {
    let mut stage = Stage::driven(&["a", "b"]);
    stage.read(CLAUDE, None);
    stage.turn(Trigger::Prompt);
    assert!(end(&mut stage, CLAUDE, None, false), "idle: the turn goes on");
    assert_ne!(opinion(&stage, "src/x.rs"), Opinion::None, "acting: the change is denied");
    stage.turn(Trigger::Restored);
    let prompt = payload(stage.case().root, TOOL).expect("a payload").prompt;
    assert_eq!(restored(&stage.case(), TOOL), ReAnchor::Inject(prompt.clone()), "restored: it is told");
    assert_eq!(trigger_of(&stage.ledger, TOOL, &prompt), Trigger::LoopTick, "by time: the loop ticks");
    assert_eq!(trigger_of(&stage.ledger, TOOL, "go on"), Trigger::Prompt);
}

#[test]
fn a_turn_end_gives_exactly_one_continuation() {
    let mut stage = Stage::driven(&["a", "b"]);
    assert!(!end(&mut stage, CLAUDE, None, false), "nothing was served yet");
    stage.read(CLAUDE, None);
    assert!(end(&mut stage, CLAUDE, None, false));
    assert!(!end(&mut stage, CLAUDE, None, true), "HOK-08");
    assert!(!end(&mut stage, CLAUDE, None, false), "also where the client doesn't say that it was continued");
    stage.turn(Trigger::Prompt);
    assert!(
        end(&mut stage, CLAUDE, Some(Lifecycle::Owned), false),
        "a loop ticks by time, not at a turn's end"
    );
    stage.turn(Trigger::LoopTick);
    assert!(!end(&mut stage, CLAUDE, Some(Lifecycle::Owned), false), "another tick is coming");
    stage.turn(Trigger::Prompt);
    assert!(!end(&mut stage, CODEX, Some(Lifecycle::Owned), false), "the goal goes on by itself");
    assert!(!end(&mut stage, CODEX, Some(Lifecycle::Paused), false), "a person paused it");
    stage.block("ci", "broken");
    assert!(!end(&mut stage, CODEX, None, false), "retry-later");
    stage.unblock("ci");
    assert!(end(&mut stage, CODEX, Some(Lifecycle::Foreign), false), "somebody else's goal is not ours");
    stage.turn(Trigger::Prompt);
    stage.finish();
    assert!(!end(&mut stage, CODEX, None, false), "completed");
}

/// D46: a compaction lies within a turn. It takes away what was served, and gives no second continuation.
#[test]
fn a_turn_in_which_the_session_was_compacted_is_still_that_turn() {
    let mut stage = Stage::driven(&["a", "b"]);
    stage.read(CLAUDE, None);
    assert!(end(&mut stage, CLAUDE, None, false));
    stage.turn(Trigger::Restored);
    assert_ne!(opinion(&stage, "src/x.rs"), Opinion::None, "what was served is forgotten");
    assert!(!end(&mut stage, CLAUDE, None, false), "it went on once");
    assert!(!stage.ledger.roots().turn_matters(Trigger::Restored));
    stage.turn(Trigger::LoopTick);
    stage.read(CLAUDE, None);
    stage.turn(Trigger::Restored);
    assert!(!end(&mut stage, CLAUDE, None, false), "another tick is coming");
    stage.turn(Trigger::Prompt);
    assert!(end(&mut stage, CLAUDE, None, false));
}

#[test]
fn where_a_client_does_not_show_its_goal_what_was_recorded_counts() {
    let mut stage = Stage::driven(&["a"]);
    stage.read(CODEX, None);
    let asked = stage.case().root.asked().expect("asked").clone();
    let (root, action) = (asked.root, asked.action);
    stage.root(Event::Call(crate::runtime::entry::Called { root, action, handle: None }));
    assert!(!end(&mut stage, CODEX, None, false));
}

#[test]
fn input_that_can_not_be_read_is_denied_where_the_engine_drives_and_passed_elsewhere() {
    let mut stage = Stage::driven(&["a"]);
    assert!(matches!(unreadable(&[stage.case()], TOOL), Opinion::Deny(_)), "before its first serve too");
    stage.read(CODEX, None);
    assert!(matches!(unreadable(&[stage.case()], TOOL), Opinion::Deny(_)));
    stage.finish();
    assert_eq!(unreadable(&[stage.case()], TOOL), Opinion::None);
}

#[test]
fn hook_input_is_utf_8_json_behind_any_byte_order_marks() {
    for sound in ["{}", "\u{feff}{}", "\u{feff}\u{feff}{\"a\":1}", " \r\n{\"a\":{}}\n"] {
        let text = read(sound.as_bytes()).expect(sound);
        assert!(text.starts_with('{') && text.ends_with('}'), "HOK-02: {sound:?}");
    }
    let utf_16: Vec<u8> = "{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (broken, why) in [
        (&b""[..], Unreadable::Empty),
        (b"\xef\xbb\xbf \n", Unreadable::Empty),
        (b"{\"a\":", Unreadable::NotJson),
        (b"{} {}", Unreadable::NotJson),
        (b"{\"a\":\"\xe9\"}", Unreadable::NotText),
        (b"\xff\xfe{\0}\0", Unreadable::NotText),
        (b"\xef\xbb{}", Unreadable::NotText),
        (&utf_16, Unreadable::NotJson),
        (b"[]", Unreadable::NotObject),
        (b"null", Unreadable::NotObject),
        (b"\"{}\"", Unreadable::NotObject),
    ] {
        assert_eq!(read(broken), Err(why), "{broken:?}");
    }
    assert!(read(br#"{"p":"C:\\Users\\n\\plan.md"}"#).is_ok(), "HOK-14");
}
