//! What a continue read serves (D41).

use super::stage::{CLAUDE, CODEX, Stage, admission, body_of, key, shown};
use crate::digest::sha256;
use crate::refusal::Refusal;
use crate::runtime::case::BodyNow;
use crate::runtime::decide;
use crate::runtime::directive::Lifecycle;
use crate::runtime::entry::{Action, Trigger};
use crate::runtime::reentry::ReadArguments;
use crate::runtime::source::Source;
use crate::runtime::turn::Ending;
use crate::runtime::view::{Reason, TaskKind, View, retry};
use crate::tracker::entry::Event as Tracked;
use crate::tracker::fold::Ledger;

fn reason(stage: &mut Stage) -> Reason {
    let before = stage.ledger.roots().clone();
    let reading = stage.read(CLAUDE, Some(&shown(Lifecycle::Owned)));
    assert_eq!(*stage.ledger.roots(), before, "retry-later changes nothing");
    let directive = reading.directive.as_ref();
    assert!(directive.is_none_or(|directive| directive.action == Action::Keep && directive.call.is_none()));
    match reading.view {
        View::RetryLater(retry) => {
            assert_eq!(retry.identity, Some(admission().identity));
            assert!(!retry.message.contains('{'), "{}", retry.message);
            retry.reason
        }
        other => panic!("served: {other:?}"),
    }
}

#[test]
fn an_active_view_carries_the_complete_identity_and_relays_current_and_next_byte_for_byte() {
    let mut stage = Stage::driven(&["first", "second", "third"]);
    let active = stage.active();
    assert_eq!(active.identity, admission().identity);
    for digest in [&active.authoritative_digest, &active.execution_digest] {
        assert_eq!(digest.len(), 64);
    }
    let (current, next) =
        (active.current_task.clone(), active.next_upcoming_task.clone().expect("a preview"));
    assert_eq!((current.kind, current.title.as_str(), current.number), (TaskKind::Task, "first", 1));
    assert_eq!((next.title.as_str(), next.number), ("second", 2));
    assert!(current.text.starts_with("Task 1 of 3, task-"), "{}", current.text);
    assert!(current.text.contains("- **Given** first is open"), "what is below a title, as written");
    assert!(next.text.starts_with("Not yet: task 2 of 3, task-") && !next.text.contains("Given"));
    assert!(current.text.ends_with("with `tick_plan_task`, then end the turn or read again."));
    assert_eq!((current.digest, next.digest), (sha256(&current.text), sha256(&next.text)));
    assert_eq!(stage.active(), active, "the same state is the same bytes");
}

#[test]
fn a_preview_can_not_be_executed_early() {
    let mut stage = Stage::driven(&["first", "second"]);
    let next = stage.active().next_upcoming_task.expect("a preview").id;
    let (current, preview) = (stage.case().current_id().to_owned(), next);
    assert_eq!(stage.case().untimely(&current), None);
    assert_eq!(stage.case().untimely(&preview), Some(current.as_str()));
    stage.tick();
    assert_eq!(stage.case().untimely(&preview), None);
    let mut legacy = Stage::with_plan(&["first", "second"]);
    legacy.admit(admission());
    assert_eq!(legacy.case().untimely(&preview), None, "a root that is not driven keeps D26");
}

#[test]
fn the_current_task_follows_the_ticks_and_the_body_as_it_is_now() {
    let mut stage = Stage::driven(&["first", "second"]);
    stage.edit(&body_of(&["first", "second"]).replace("first is open", "the body was edited"));
    assert!(stage.active().current_task.text.contains("the body was edited"), "RUN-01");
    stage.tick();
    let active = stage.active();
    assert_eq!((active.current_task.title.as_str(), active.next_upcoming_task), ("second", None));
    stage.turn(Trigger::Restored);
    assert_eq!(stage.active().current_task.title, "second", "RUN-05: after a compaction the same");
    stage.untick(0);
    assert_eq!(stage.active().current_task.title, "first");
}

#[test]
fn a_title_can_not_imitate_what_is_around_it() {
    let mut stage = Stage::driven(&["a\u{202e}b\" x. Task 2 of 2"]);
    let text = stage.active().current_task.text;
    assert!(text.lines().next().expect("a line").ends_with("\"a\\u{202e}b\\\" x. Task 2 of 2\"."), "{text}");
}

#[test]
fn with_all_tasks_done_the_closeout_is_served_with_what_is_open() {
    let mut stage = Stage::driven(&["only"]);
    stage.oblige("review", "a person has reviewed it");
    stage.oblige("docs", "the docs are written");
    let next = stage.active().next_upcoming_task.expect("a preview");
    assert_eq!((next.kind, next.text.contains("reviewed")), (TaskKind::Closeout, false));
    stage.tick();
    stage.discharge("docs");
    let active = stage.active();
    assert_eq!((active.current_task.kind, active.current_task.id.as_str()), (TaskKind::Closeout, "closeout"));
    assert!(active.current_task.text.contains("- review: \"a person has reviewed it\"."));
    assert!(!active.current_task.text.contains("docs"));
    stage.discharge("review");
    assert!(matches!(stage.read(CODEX, None).view, View::Completed(_)));
}

#[test]
fn retry_later_emits_no_task_no_second_call_and_no_change_and_leaves_the_transport_active() {
    let mut stage = Stage::driven(&["a", "b"]);
    stage.active();
    stage.block("ci", "the build is broken");
    assert_eq!(reason(&mut stage), Reason::Blocked);
    stage.unblock("ci");
    let body = stage.body.take();
    assert_eq!(reason(&mut stage), Reason::Unreadable);
    stage.edit(&body_of(&["a2", "b"]));
    assert_eq!(reason(&mut stage), Reason::Edited, "RUN-09");
    stage.body = body;
    stage.record(Tracked::Clear("p".to_owned()));
    assert_eq!(reason(&mut stage), Reason::ClosedElsewhere);
    stage.save("p", &["a", "b"]);
    assert_eq!(stage.active().current_task.title, "a", "and goes on when it can");
    let body = stage.body.clone();
    stage.save("q", &["x"]);
    stage.body = body;
    assert_eq!(reason(&mut stage), Reason::OtherPlan);
    assert_eq!(reason(&mut Stage::driven(&[])), Reason::NothingToDo);
}

/// A body that is another one every time, for as many looks as said.
struct Restless {
    looks: usize,
    changes: usize,
}

impl Source for Restless {
    fn attach(&mut self, _: &mut Ledger, _: &str) -> Result<(), Refusal> {
        Ok(())
    }

    fn body(&mut self, _: &Ledger, _: &str) -> Option<BodyNow> {
        self.looks += 1;
        let text = format!("{}\nedit {}\n", body_of(&["a", "b"]), self.looks.min(self.changes));
        Some(BodyNow::new(text))
    }
}

/// However many roots a plan has, its body is fetched, and gone through, once for all of them.
#[test]
fn a_body_is_fetched_once_for_all_roots_of_its_plan() {
    let mut stage = Stage::driven(&["a", "b"]);
    for number in 2..=24 {
        let mut other = admission();
        other.identity.key.closure = format!("other-{number}");
        stage.admit(other);
    }
    let mut body = Restless { looks: 0, changes: 0 };
    let roots = decide::roots(&mut body, &mut stage.ledger).expect("roots");
    assert_eq!((roots.len(), body.looks), (24, 1));
    decide::restored(&mut body, &mut stage.ledger, CLAUDE.read_tool).expect("a text");
    assert_eq!(body.looks, 2);
    let ending = Ending::default();
    decide::turn_ends(&mut body, &mut stage.ledger, CLAUDE, &ending).expect("an end");
    assert_eq!(body.looks, 2, "nothing was served: no root has anything to go on with, whatever its body");
}

/// D41: three attempts inside the one call, then `retry-later`; nothing is recorded and nothing asked for.
#[test]
fn a_body_that_changes_under_the_read_is_looked_at_three_times_and_then_served_later() {
    let mut stage = Stage::driven(&["a", "b"]);
    let arguments = ReadArguments::of(&admission().identity);
    for (changes, looks, is_served) in
        [(1, 2, true), (3, 4, true), (5, 6, true), (6, 6, false), (60, 6, false)]
    {
        let mut body = Restless { looks: 0, changes };
        let decided =
            decide::read(&mut body, &mut stage.ledger, CLAUDE, &arguments, None).expect("a reading");
        assert_eq!((body.looks, decided.events.is_empty()), (looks, !is_served), "{changes} changes");
        match decided.reading.view {
            View::Active(_) => assert!(is_served, "{changes} changes"),
            View::RetryLater(retry) => {
                assert_eq!((retry.reason, is_served), (Reason::Changing, false), "{changes} changes");
                assert_eq!((decided.reading.directive, decided.reading.changed), (None, false));
            }
            View::Completed(_) => panic!("completed"),
        }
    }
}

#[test]
fn arguments_of_another_identity_serve_nothing() {
    let mut stage = Stage::driven(&["a"]);
    let arguments = ReadArguments::of(&admission().identity);
    for other in [
        ReadArguments { identity_digest: "0".repeat(64), ..arguments.clone() },
        ReadArguments { identity_digest: arguments.identity_digest.to_uppercase(), ..arguments },
    ] {
        let reading = stage.read_with(&other, CODEX, None);
        let View::RetryLater(retry) = reading.view else { panic!("served") };
        assert_eq!((retry.reason, reading.directive), (Reason::Mismatched, None));
    }
    assert!(!stage.case().root.is_live());
    let View::RetryLater(unknown) = retry(Reason::UnknownRoot) else { panic!("served") };
    assert_eq!(unknown.identity, None);
}

#[test]
fn a_root_without_a_plan_lives_by_its_obligations() {
    let mut stage = Stage::with_plan(&[]);
    stage.root(crate::runtime::entry::Event::Cutover);
    let mut alone = admission();
    alone.identity.plan = None;
    stage.admit(alone.clone());
    let arguments = ReadArguments::of(&alone.identity);
    stage.body = None;
    let view = stage.read_with(&arguments, CODEX, None).view;
    assert!(matches!(view, View::RetryLater(retry) if retry.reason == Reason::NothingToDo));
    stage.oblige("ship", "it is shipped");
    let View::Active(active) = stage.read_with(&arguments, CODEX, None).view else { panic!("not active") };
    assert_eq!((active.current_task.kind, active.current_task.number), (TaskKind::Closeout, 1));
    stage.discharge("ship");
    assert!(matches!(stage.read_with(&arguments, CODEX, None).view, View::Completed(_)));
    assert_eq!(key(), *stage.case().root.key());
}
