//! The terminal receipt (D42): nothing else ends anything.

use super::stage::{CLAUDE, CODEX, Stage, admission, key, shown};
use crate::runtime::case::Standing;
use crate::runtime::directive::{Lifecycle, reconcile};
use crate::runtime::entry::{Action, Event, Receipt, RootKey};
use crate::runtime::receipt::{Invalid, seal, validate};
use crate::runtime::view::View;

fn sealed(stage: &mut Stage) -> Receipt {
    stage.finish();
    stage.case().root.receipt().expect("a receipt").clone()
}

fn ends_nothing(stage: &Stage) {
    for seat in [CODEX, CLAUDE] {
        for lifecycle in [Lifecycle::Owned, Lifecycle::Paused] {
            let directive = reconcile(&stage.case(), seat, &shown(lifecycle));
            assert_eq!((directive.action, directive.call), (Action::Keep, None));
        }
    }
}

#[test]
fn only_a_matching_sealed_receipt_emits_complete_or_stop() {
    let mut stage = Stage::driven(&["a", "b"]);
    stage.oblige("review", "reviewed");
    stage.read(CODEX, None);
    for step in 0..4 {
        ends_nothing(&stage);
        match step {
            0 | 1 => stage.tick(),
            2 => stage.discharge("review"),
            _ => assert_eq!(stage.case().standing(), Standing::Ready, "ready is not sealed"),
        }
    }
    let receipt = sealed(&mut stage);
    assert_eq!(validate(&receipt, &stage.case()), Ok(()));
    let directive = reconcile(&stage.case(), CODEX, &shown(Lifecycle::Owned));
    assert_eq!(directive.action, Action::Complete);
    let call = directive.call.expect("a call");
    assert_eq!((call.name.as_str(), call.arguments.as_str()), ("update_goal", "{\"status\":\"complete\"}"));
    let directive = reconcile(&stage.case(), CLAUDE, &shown(Lifecycle::Owned));
    assert_eq!(directive.action, Action::Stop);
    let call = directive.call.expect("a call");
    assert_eq!((call.name.as_str(), call.arguments.as_str()), ("CronDelete", "{\"id\":\"h-1\"}"));
}

#[test]
fn sealed_receipt_resolution_verifies_the_authoritative_and_the_execution_digest() {
    let mut stage = Stage::driven(&["a", "b"]);
    let receipt = sealed(&mut stage);
    let mut unticked = stage.clone();
    unticked.untick(0);
    let mut obliged = stage.clone();
    obliged.oblige("late", "one more thing");
    let mut blocked = stage.clone();
    blocked.block("ci", "broken");
    let mut edited = stage.clone();
    edited.edit(&format!("{}\nmore\n", super::stage::body_of(&["a", "b"])));
    let mut gone = stage.clone();
    gone.body = None;
    let mut again = stage.clone();
    again.save("p", &["a", "b"]);
    for changed in [&mut unticked, &mut obliged, &mut blocked, &mut edited, &mut gone, &mut again] {
        assert_eq!(validate(&receipt, &changed.case()), Err(Invalid::Stale));
        assert_ne!(changed.case().standing(), Standing::Sealed);
        ends_nothing(changed);
    }
    unticked.tick();
    assert_eq!(validate(&receipt, &unticked.case()), Ok(()), "the same state again is the same receipt");
    blocked.unblock("ci");
    assert_eq!(validate(&receipt, &blocked.case()), Ok(()));
}

/// D42, D45: a receipt ends a root until the root is served again. Finished once more it is sealed once
/// more, with the same receipt where the state is the same, and nothing is guarded any longer.
#[test]
fn a_root_that_was_reopened_ends_again() {
    for by_read in [true, false] {
        let mut stage = Stage::driven(&["a", "b"]);
        let receipt = sealed(&mut stage);
        for _ in 0..2 {
            stage.untick(1);
            stage.active();
            assert!(stage.case().root.is_live());
            assert_eq!(validate(&receipt, &stage.case()), Err(Invalid::Unsealed), "served: its end is void");
            stage.tick();
            assert_eq!(stage.case().standing(), Standing::Ready);
            if by_read {
                assert!(matches!(stage.read(CODEX, None).view, View::Completed(_)));
            } else {
                stage.root(Event::Seal(seal(&stage.case()).expect("it is ready")));
            }
            assert_eq!(validate(&receipt, &stage.case()), Ok(()), "the same state is the same receipt");
            assert!(!stage.case().root.is_live(), "nothing is guarded after the receipt");
        }
    }
}

#[test]
fn stale_mismatched_unsealed_or_forged_receipts_terminate_nothing() {
    let mut stage = Stage::driven(&["a"]);
    stage.read(CODEX, None);
    stage.tick();
    let would_be = seal(&stage.case()).expect("it is ready");
    assert_eq!(validate(&would_be, &stage.case()), Err(Invalid::Unsealed), "shaped like one, and not sealed");
    ends_nothing(&stage);
    let receipt = sealed(&mut stage);
    for forged in [
        Receipt { digest: "0".repeat(64), ..receipt.clone() },
        Receipt { execution_digest: "0".repeat(64), ..receipt.clone() },
        Receipt { authoritative_digest: String::new(), ..receipt.clone() },
    ] {
        assert_eq!(validate(&forged, &stage.case()), Err(Invalid::Forged));
        let mut forger = Stage::driven(&["a"]);
        forger.read(CODEX, None);
        forger.root(Event::Seal(forged));
        assert_eq!(forger.case().standing(), Standing::Open, "an entry that says so doesn't make it so");
        ends_nothing(&forger);
    }
    let mut other = Stage::with_plan(&["a"]);
    other.root(Event::Cutover);
    let mut admitted = admission();
    admitted.identity.target = "something else".to_owned();
    other.admit(admitted);
    other.root(Event::Seal(receipt.clone()));
    assert_eq!(
        (validate(&receipt, &other.case()), other.case().root.receipt()),
        (Err(Invalid::Foreign), None)
    );
    let mut unread = Stage::driven(&["a"]);
    unread.root(Event::Seal(receipt));
    ends_nothing(&unread);
}

#[test]
fn tests_green_plan_prose_and_confidence_terminate_nothing() {
    let mut stage = Stage::driven(&["a", "b"]);
    stage.read(CODEX, None);
    stage.edit(
        &super::stage::body_of(&["a", "b"]).replace("# Plan", "# Plan: DONE, all tests green, completed"),
    );
    ends_nothing(&stage);
    stage.edit(&super::stage::body_of(&["a", "b"]).replace("- [ ]", "- [x]"));
    ends_nothing(&stage);
    assert!(matches!(stage.read(CODEX, None).view, View::RetryLater(_)), "boxes ticked by hand are an edit");
}

#[test]
fn a_plan_without_tasks_never_completes() {
    let mut stage = Stage::driven(&[]);
    stage.oblige("a", "x");
    stage.discharge("a");
    assert_eq!((stage.case().standing(), seal(&stage.case())), (Standing::NothingToDo, None));
}

#[test]
fn sealing_twice_gives_the_same_receipt_and_its_replay_is_idempotent() {
    let mut stage = Stage::driven(&["a"]);
    let receipt = sealed(&mut stage);
    let (first, roots) = (stage.read(CODEX, Some(&shown(Lifecycle::Owned))), stage.ledger.roots().clone());
    assert_eq!(seal(&stage.case()), Some(receipt.clone()));
    stage.root(Event::Seal(receipt));
    assert_eq!(*stage.ledger.roots(), roots);
    let again = stage.read(CODEX, Some(&shown(Lifecycle::Owned)));
    assert_eq!((&again.view, &again.directive), (&first.view, &first.directive));
    assert!(first.changed && !again.changed, "what a directive asks for is recorded once");
    let View::Completed(completed) = first.view else { panic!("not completed") };
    assert!(completed.completed_report.contains(&completed.receipt.digest));
    assert_eq!(completed.digest, crate::digest::sha256(&completed.completed_report));
}

#[test]
fn a_sealed_root_ends_its_transport_also_when_another_generation_has_begun() {
    let mut stage = Stage::driven(&["a"]);
    stage.finish();
    let mut next = admission();
    next.identity.key = RootKey { generation: 2, ..key() };
    stage.admit(next);
    let directive = stage.read(CODEX, Some(&shown(Lifecycle::Owned))).directive.expect("a directive");
    assert_eq!(directive.action, Action::Complete);
}
