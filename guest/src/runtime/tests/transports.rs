//! The re-entry payload, directives, and what clients show (D43, D44, D48).

use super::stage::{CLAUDE, CODEX, Stage, TOOL, admission, key, shown};
use crate::digest::sha256;
use crate::runtime::PROMPT_MAX_CHARS;
use crate::runtime::case::Case;
use crate::runtime::client::Client;
use crate::runtime::decide::after_call;
use crate::runtime::directive::{
    Lifecycle, Observation, Seat, ToolCall, canonical_arguments, pending, reconcile,
};
use crate::runtime::drift::{Opinion, before_call, made_for};
use crate::runtime::entry::{Action, Called, Event, Served, Trigger};
use crate::runtime::observing::{observe, recorded, result_of_call};
use crate::runtime::reentry::{ReadArguments, payload};
use crate::runtime::view::View;

/// What is recorded of the call that was asked for.
fn result(stage: &Stage, answer: &str) -> Option<Called> {
    let root = stage.case().root;
    result_of_call(root, Client::ClaudeCode, root.asked().expect("asked").action, answer)
}

#[test]
fn the_payload_asks_for_exactly_one_continue_read_and_for_nothing_else() {
    let stage = Stage::driven(&["a"]);
    let payload = payload(stage.case().root, TOOL).expect("a payload");
    let arguments = ReadArguments::of(&admission().identity).canonical();
    assert_eq!(payload.read_arguments, arguments);
    assert_eq!(payload.prompt.matches(TOOL).count(), 1);
    assert_eq!(payload.prompt.matches(&arguments).count(), 1);
    assert!(payload.prompt.contains("exactly once"));
    for field in ["`current_task`", "`next_upcoming_task`", "`completed_report`", "`retry-later`", "receipt"]
    {
        assert!(payload.prompt.contains(field), "{field}");
    }
    assert!(!payload.prompt.contains("release of v2") && !payload.prompt.contains("task-"), "no plan state");
    assert_eq!(payload.accepted_report_schema, "ContinueRuntimeView");
    assert_eq!((payload.protocol_version, payload.prompt_catalog_id.as_str()), (1, "runtime-1"));
}

#[test]
fn the_payload_fits_every_transport_at_its_longest() {
    let mut stage = Stage::with_plan(&["a"]);
    stage.root(Event::Cutover);
    let mut longest = admission();
    longest.identity.key.closure = "c".repeat(128);
    longest.identity.target = "t".repeat(512);
    longest.identity.key.generation = u32::MAX;
    stage.admit(longest.clone());
    let root = stage.ledger.roots().root(&longest.identity.key).expect("the root");
    let prompt = payload(root, &format!("{TOOL}_{}", "x".repeat(32))).expect("a payload").prompt;
    assert!(prompt.chars().count() <= PROMPT_MAX_CHARS);
}

#[test]
fn every_argument_and_directive_matches_a_digest_that_the_engine_made() {
    let mut stage = Stage::driven(&["a"]);
    let directive = stage.read(CLAUDE, None).directive.expect("a directive");
    assert_eq!(directive.action, Action::Install);
    let call = directive.call.clone().expect("a call");
    let asked = stage.case().root.asked().expect("it is recorded").clone();
    assert_eq!((asked.tool, asked.arguments_digest), (call.name.clone(), sha256(&call.arguments)));
    assert_eq!(canonical_arguments(&call.name, &call.arguments), Some(call.arguments.clone()));
    assert_eq!(directive.provenance.digest, sha256(&directive.text));
    assert!(directive.text.contains(&call.arguments));
    assert_eq!(directive.provenance.catalog, "runtime-1");
    assert_eq!(directive.provenance.entry, "runtime.directive.call");
    let digests = stage.case().digests().expect("digests");
    assert_eq!(directive.provenance.authoritative_digest, digests.authoritative);
}

#[test]
fn install_is_asked_for_at_the_first_serve_and_then_kept() {
    for seat in [CODEX, CLAUDE] {
        let mut stage = Stage::driven(&["a", "b"]);
        let first = stage.read(seat, None).directive.expect("a directive");
        assert_eq!(first.action, Action::Install);
        let prompt = payload(stage.case().root, TOOL).expect("a payload").prompt;
        assert!(
            first.call.expect("a call").arguments.contains(&prompt.replace('\n', "\\n").replace('"', "\\\""))
        );
        for _ in 0..3 {
            let next = stage.read(seat, None).directive.expect("a directive");
            assert_eq!((next.action, next.call), (Action::Keep, None));
            stage.tick();
        }
    }
}

#[test]
fn a_client_that_shows_that_there_is_none_is_asked_again() {
    let mut stage = Stage::driven(&["a"]);
    stage.read(CLAUDE, None);
    let again = stage.read(CLAUDE, Some(&shown(Lifecycle::Absent))).directive.expect("a directive");
    assert_eq!(again.action, Action::Install);
}

#[test]
fn foreign_steering_is_preserved() {
    let mut stage = Stage::driven(&["a"]);
    for finished in [false, true] {
        if finished {
            stage.finish();
        }
        for seat in [CODEX, CLAUDE] {
            let directive = reconcile(&stage.case(), seat, &shown(Lifecycle::Foreign));
            assert_eq!((directive.action, directive.call), (Action::Unavailable, None));
        }
    }
}

#[test]
fn opencode_selects_unavailable_and_the_floor() {
    for client in
        [Client::Opencode, Client::Gemini, Client::Cursor, Client::Copilot, Client::Vscode, Client::Pi]
    {
        let seat = Seat { client, ..CODEX };
        let mut stage = Stage::driven(&["a"]);
        for lifecycle in [Lifecycle::Absent, Lifecycle::Owned, Lifecycle::Foreign] {
            let directive = stage.read(seat, Some(&shown(lifecycle))).directive.expect("a directive");
            assert_eq!((directive.action, directive.call), (Action::Unavailable, None));
        }
        assert!(crate::runtime::guard::line(stage.case().root, TOOL).is_some());
        stage.finish();
        let directive = stage.read(seat, None).directive.expect("a directive");
        assert_eq!(directive.action, Action::Unavailable);
    }
}

#[test]
fn a_nonterminal_state_keeps_the_transport_active() {
    let mut stage = Stage::driven(&["a", "b"]);
    stage.oblige("x", "y");
    for _ in 0..3 {
        for seat in [CODEX, CLAUDE] {
            for lifecycle in [Lifecycle::Owned, Lifecycle::Paused] {
                let directive = stage.read(seat, Some(&shown(lifecycle))).directive.expect("a directive");
                assert_eq!((directive.action, directive.call), (Action::Keep, None));
            }
        }
        stage.tick();
    }
}

#[test]
fn a_goal_is_seen_as_what_it_is() {
    let stage = Stage::driven(&["a"]);
    let root = stage.case().root;
    let prompt = payload(root, TOOL).expect("a payload").prompt;
    let goal = |objective: &str, status: &str| {
        let objective = serde_json::to_string(objective).expect("JSON");
        let json = format!(
            "{{\"goal\":{{\"threadId\":\"t-1\",\"objective\":{objective},\"status\":\"{status}\",\"tokensUsed\":1.5}}}}"
        );
        observe(root, CODEX, &json).expect("a goal").lifecycle
    };
    assert_eq!(observe(root, CODEX, "{\"goal\":null}").expect("none").lifecycle, Lifecycle::Absent);
    assert_eq!(goal(&prompt, "active"), Lifecycle::Owned);
    assert_eq!(goal(&format!("{prompt}\n"), "active"), Lifecycle::Owned);
    for status in ["paused", "blocked", "usageLimited", "budgetLimited"] {
        assert_eq!(goal(&prompt, status), Lifecycle::Paused);
    }
    assert_eq!(goal(&prompt, "complete"), Lifecycle::Absent);
    assert_eq!(goal("fix the login", "complete"), Lifecycle::Absent);
    assert_eq!(goal("fix the login", "active"), Lifecycle::Foreign);
    assert_eq!(goal(&prompt.replace("exactly once", "twice"), "active"), Lifecycle::Stale);
    for other in [
        "",
        "null",
        "[]",
        "{}",
        "{\"error\":\"no thread\"}",
        "{\"goal\":{}}",
        "{\"goal\":{\"objective\":1}}",
        "{\"go",
    ] {
        assert_eq!(observe(root, CODEX, other), None, "{other}");
    }
}

#[test]
fn a_loop_is_seen_as_what_it_is() {
    let stage = Stage::driven(&["a"]);
    let root = stage.case().root;
    let prompt = serde_json::to_string(&payload(root, TOOL).expect("a payload").prompt).expect("JSON");
    let (own, foreign) = (
        format!("{{\"id\":\"c1\",\"cron\":\"* * * * *\",\"prompt\":{prompt}}}"),
        "{\"id\":\"c2\",\"prompt\":\"remind me\"}",
    );
    let stale = "{\"id\":\"c3\",\"prompt\":\"Planmark re-entry 00.\\nelse\"}";
    let seen = |jobs: &[&str]| {
        let listed = observe(root, CLAUDE, &format!("{{\"jobs\":[{}]}}", jobs.join(","))).expect("jobs");
        let given = observe(root, CLAUDE, &format!("[{}]", jobs.join(","))).expect("jobs");
        assert_eq!(listed, given);
        listed
    };
    let owned = Observation { lifecycle: Lifecycle::Owned, handle: Some("c1".to_owned()) };
    assert_eq!(seen(&[]).lifecycle, Lifecycle::Absent);
    assert_eq!(seen(&[foreign, stale, &own]), owned);
    assert_eq!(seen(&[foreign, stale]), Observation { lifecycle: Lifecycle::Stale, handle: None });
    assert_eq!(seen(&[foreign]), Observation { lifecycle: Lifecycle::Foreign, handle: None });
    assert_eq!(observe(root, CLAUDE, "{}"), None);
}

#[test]
fn only_the_call_that_a_directive_asked_for_is_let_through() {
    let mut stage = Stage::driven(&["a"]);
    let call = stage.read(CLAUDE, None).directive.expect("a directive").call.expect("a call");
    let cases = [stage.case()];
    let opinion = |tool: &str, arguments: &str| before_call(&cases, CLAUDE, tool, arguments);
    assert_eq!(opinion(&call.name, &call.arguments), Opinion::None);
    let spaced = call.arguments.replace("\",\"", "\" ,\n \"");
    assert_ne!(spaced, call.arguments);
    assert_eq!(opinion(&call.name, &spaced), Opinion::None, "the same JSON, written otherwise");
    let reworded = call.arguments.replace("exactly once", "once");
    assert_ne!(reworded, call.arguments);
    for (tool, arguments) in [
        ("CronCreate", reworded.as_str()),
        ("CronCreate", &call.arguments.replace("*/10", "*/5")),
        ("CronCreate", &call.arguments.replace("\"recurring\":true", "\"recurring\":false")),
        ("CronCreate", &call.arguments.replace('{', "{\"more\":1,")),
        ("CronCreate", "not JSON"),
        ("CronDelete", "{\"id\":\"c1\"}"),
        ("ScheduleWakeup", "{\"stop\":true}"),
        ("SetGoal", "{\"condition\":\"done\"}"),
    ] {
        let Opinion::Deny(reason) = opinion(tool, arguments) else { panic!("{tool} {arguments}") };
        assert!(reason.contains("Call `CronCreate` now, once, with exactly these arguments"), "{reason}");
        assert!(reason.contains(&call.arguments), "the call that is due, word for word: {reason}");
    }
    for tool in ["CronList", "Write", "create_goal"] {
        assert_eq!(opinion(tool, "{}"), Opinion::None, "not one of this client's steering tools: {tool}");
    }
}

/// D48: a call that was asked for and denied for its words is not taken for made. The denial has it again,
/// as often as it comes, and in later turns; once it was made, a denial has the read.
#[test]
fn a_denial_has_the_call_that_is_due_until_it_was_made() {
    for seat in [CLAUDE, CODEX] {
        let mut stage = Stage::driven(&["a"]);
        let install = stage.read(seat, None).directive.and_then(|directive| directive.call).expect("a call");
        let denied = |stage: &Stage| match before_call(&[stage.case()], seat, &install.name, "{}") {
            Opinion::Deny(reason) => reason,
            Opinion::None => panic!("a call without arguments passed"),
        };
        let read = ReadArguments::of(&admission().identity).canonical();
        for _ in 0..2 {
            assert_eq!(stage.read(seat, None).directive.expect("a directive").action, Action::Keep);
            assert!(denied(&stage).ends_with(&format!("reworded: {}.", install.arguments)));
            assert_eq!(
                before_call(&[stage.case()], seat, &install.name, &install.arguments),
                Opinion::None,
                "and then it passes"
            );
            stage.turn(Trigger::Prompt);
        }
        let asked = stage.case().root.asked().expect("it is due").clone();
        let handle = Some("c-1".to_owned());
        stage.root(Event::Call(Called { root: asked.root, action: asked.action, handle }));
        assert!(denied(&stage).ends_with(&format!("{read}.")), "made: nothing is due");

        stage.finish();
        let end = stage.read(seat, None).directive.and_then(|directive| directive.call).expect("a call");
        assert_eq!(pending(stage.case().root, seat).as_ref(), Some(&end));
        let other = if seat.client == Client::Codex { "create_goal" } else { "CronCreate" };
        let Opinion::Deny(reason) = before_call(&[stage.case()], seat, other, "{}") else { panic!("passed") };
        assert!(reason.contains(&end.name) && reason.contains(&end.arguments), "{reason}");
    }
}

/// D48: the transport of a root that is finished ends, also while a later generation is carried out.
#[test]
fn a_closed_roots_own_leftover_loop_may_be_ended() {
    let mut stage = Stage::driven(&["a"]);
    stage.read(CLAUDE, None);
    let called = result(&stage, "{\"id\":\"c1\"}");
    stage.root(Event::Call(called.expect("a result")));
    stage.finish();
    let mut next = admission();
    next.identity.key.generation = 2;
    stage.admit(next.clone());
    let root = next.identity.key;
    stage.root(Event::Serve(Served { root: root.clone(), task: "closeout".to_owned() }));
    let stop = stage.read(CLAUDE, None).directive.and_then(|directive| directive.call).expect("a call");
    assert_eq!((stop.name.as_str(), stop.arguments.as_str()), ("CronDelete", "{\"id\":\"c1\"}"));
    let roots = stage.ledger.roots();
    let live = Case::new(roots.root(&root).expect("the root"), roots, &stage.ledger, None);
    let cases = [stage.case(), live];
    assert!(cases[0].is_closed() && live.root.is_live());
    assert_eq!(before_call(&cases, CLAUDE, &stop.name, &stop.arguments), Opinion::None);
    for other in ["{\"id\":\"c2\"}", "{}"] {
        assert_ne!(before_call(&cases, CLAUDE, &stop.name, other), Opinion::None, "{other}");
    }
}

/// D48: a root that the engine drives has no transport but the one that a directive asks for, from its
/// admission on.
#[test]
fn no_transport_is_made_beside_a_root_that_nothing_was_served_of() {
    let mut stage = Stage::driven(&["a"]);
    let own = |stage: &Stage| before_call(&[stage.case()], CLAUDE, "CronCreate", "{}");
    let Opinion::Deny(reason) = own(&stage) else { panic!("passed") };
    assert!(reason.contains(TOOL), "it says how the root is gone on with: {reason}");
    stage.read(CLAUDE, None);
    assert_ne!(own(&stage), Opinion::None);
    stage.finish();
    assert_eq!(own(&stage), Opinion::None, "it is finished");
}

/// D48: a root that was reopened is to be gone on with, and its loop isn't to be ended.
#[test]
fn what_was_asked_at_the_end_of_a_root_is_asked_no_more_once_it_is_reopened() {
    let mut stage = Stage::driven(&["a"]);
    stage.read(CLAUDE, None);
    let (root, handle) = (key(), Some("j-1".to_owned()));
    stage.root(Event::Call(Called { root, action: Action::Install, handle }));
    stage.tick();
    let stop = stage.read(CLAUDE, None).directive.expect("a directive").call.expect("a call");
    let opinion =
        |stage: &Stage, call: &ToolCall| before_call(&[stage.case()], CLAUDE, &call.name, &call.arguments);
    assert_eq!(opinion(&stage, &stop), Opinion::None);
    stage.untick(0);
    let own = ToolCall { name: "CronCreate".to_owned(), arguments: "{}".to_owned() };
    assert_ne!(opinion(&stage, &own), Opinion::None, "it is open again");
    stage.read(CLAUDE, None);
    let Opinion::Deny(reason) = opinion(&stage, &stop) else { panic!("the loop of an open root is ended") };
    assert!(!reason.contains("CronDelete` now"), "{reason}");
    stage.tick();
    stage.read(CLAUDE, None);
    assert_eq!(opinion(&stage, &stop), Opinion::None, "at its end it is asked for again");
}

#[test]
fn no_steering_is_denied_or_installed_where_the_engine_does_not_drive() {
    let mut stage = Stage::with_plan(&["a"]);
    stage.admit(admission());
    stage.root(Event::Cutover);
    let cases = [stage.case()];
    assert_eq!(before_call(&cases, CLAUDE, "CronCreate", "{}"), Opinion::None);
    let directive = reconcile(&stage.case(), CLAUDE, &shown(Lifecycle::Absent));
    assert_eq!((directive.action, directive.call), (Action::Unavailable, None));
}

#[test]
fn the_result_of_a_call_is_recorded_as_its_receipt() {
    let mut stage = Stage::driven(&["a"]);
    let call = stage.read(CLAUDE, None).directive.expect("a directive").call.expect("a call");
    let roots = stage.ledger.roots().list();
    assert!(made_for(roots, CLAUDE, &call.name, &call.arguments).is_some());
    assert!(made_for(roots, CLAUDE, "CronDelete", &call.arguments).is_none());
    assert_eq!(result(&stage, "{\"error\":\"no\"}"), None);
    let called = result(&stage, "{\"id\":\"c9\",\"recurring\":true}");
    stage.root(Event::Call(called.expect("a result")));
    assert_eq!(recorded(stage.case().root).handle.as_deref(), Some("c9"));
    assert_eq!(stage.case().root.asked(), None);
    stage.tick();
    let directive = stage.read(CLAUDE, None).directive.expect("a directive");
    assert_eq!(directive.call.expect("a call").arguments, "{\"id\":\"c9\"}");
    let called = result(&stage, "{\"id\":\"c9\"}").expect("a result");
    stage.root(Event::Call(called));
    let reading = stage.read(CLAUDE, None);
    assert!(matches!(reading.view, View::Completed(_)));
    assert_eq!(reading.directive.expect("a directive").action, Action::Keep, "there is nothing left to end");
}

/// D48: a client may make the call that was asked for twice at once, and both pass. Each loop is recorded, and
/// each is ended.
#[test]
fn every_loop_that_was_made_is_ended() {
    let mut stage = Stage::driven(&["a"]);
    let install = stage.read(CLAUDE, None).directive.and_then(|directive| directive.call).expect("a call");
    let answers = |stage: &mut Stage, call: &ToolCall, answer: &str| {
        let events = after_call(&stage.ledger, CLAUDE, &call.name, &call.arguments, answer);
        let count = events.len();
        events.into_iter().for_each(|event| stage.root(event));
        count
    };
    for (answer, recorded) in
        [("{\"id\":\"c1\"}", 1), ("{\"id\":\"c2\"}", 1), ("{\"id\":\"c2\"}", 0), ("{}", 0)]
    {
        assert_eq!(answers(&mut stage, &install, answer), recorded, "{answer}");
    }
    let other = ToolCall { arguments: install.arguments.replace("once", "twice"), ..install };
    assert_eq!(answers(&mut stage, &other, "{\"id\":\"c3\"}"), 0, "somebody else's");
    stage.tick();
    for id in ["c1", "c2"] {
        stage.turn(Trigger::LoopTick);
        let reading = stage.read(CLAUDE, None);
        assert!(matches!(reading.view, View::Completed(_)));
        let stop = reading.directive.and_then(|directive| directive.call).expect("a call");
        assert_eq!(stop.arguments, format!("{{\"id\":\"{id}\"}}"));
        assert_eq!(before_call(&[stage.case()], CLAUDE, &stop.name, &stop.arguments), Opinion::None);
        assert_eq!(answers(&mut stage, &stop, &stop.arguments), 1);
    }
    let last = stage.read(CLAUDE, None).directive.expect("a directive");
    assert_eq!(last.action, Action::Keep, "there is nothing left to end");
}

/// A loop whose making no hook recorded ticks after the end: a person is told, it doesn't tick in silence.
#[test]
fn a_tick_of_an_unknown_loop_after_the_end_is_told() {
    let mut stage = Stage::driven(&["a"]);
    stage.read(CLAUDE, None);
    stage.finish();
    stage.turn(Trigger::LoopTick);
    let directive = stage.read(CLAUDE, None).directive.expect("a directive");
    assert_eq!(
        (directive.action, directive.provenance.entry.as_str()),
        (Action::Unavailable, "runtime.directive.unobserved")
    );
    let directive = stage.read(CODEX, None).directive.expect("a directive");
    assert_eq!(directive.action, Action::Keep);
}

/// D48: what was ended is not there any more. A root that is reopened after that asks for another one.
#[test]
fn a_root_that_is_reopened_after_its_transport_ended_asks_for_another() {
    let mut stage = Stage::driven(&["a"]);
    for _ in 0..2 {
        for action in [Action::Install, Action::Stop] {
            let directive = stage.read(CLAUDE, None).directive.expect("a directive");
            assert_eq!(directive.action, action);
            let called = result(&stage, "{\"id\":\"c1\"}");
            stage.root(Event::Call(called.expect("a result")));
            stage.tick();
        }
        stage.untick(0);
    }
}

#[test]
fn a_goal_that_was_never_seen_is_not_completed() {
    let mut stage = Stage::driven(&["a"]);
    stage.read(CODEX, None);
    stage.tick();
    let directive = stage.read(CODEX, None).directive.expect("a directive");
    assert_eq!(directive.action, Action::Keep, "it could be somebody else's");
}
