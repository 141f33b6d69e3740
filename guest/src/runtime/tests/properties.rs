//! What holds for any branch.

use proptest::prelude::*;

use super::stage::{CLAUDE, CODEX, Stage, TOOL, admission, body_of, shown};
use crate::runtime::TICK_TOOL;
use crate::runtime::case::Standing;
use crate::runtime::directive::{Lifecycle, reconcile};
use crate::runtime::entry::{Action, Event, Receipt, Trigger};
use crate::runtime::guard;
use crate::runtime::reading::{read, sealing};
use crate::runtime::receipt::{seal, validate};
use crate::runtime::reentry::{ReadArguments, payload};
use crate::runtime::turn::{Ending, TurnEnd, turn_ends};
use crate::runtime::view::{View, view};
use crate::tracker::entry::Event as Tracked;

/// Something that happens in a session.
#[derive(Debug, Clone)]
enum Step {
    Tick,
    Untick(usize),
    Read(bool),
    Turn(Trigger),
    TurnEnd,
    Oblige(u8),
    Discharge(u8),
    Block(u8),
    Unblock(u8),
    Clear,
    SaveAgain,
    SaveOther,
    Edit,
    LoseBody,
    Restore,
    Cutover,
    Rollback,
    AdmitAgain,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::Tick),
        1 => (0..3_usize).prop_map(Step::Untick),
        5 => any::<bool>().prop_map(Step::Read),
        2 => prop_oneof![Just(Trigger::Prompt), Just(Trigger::LoopTick), Just(Trigger::Restored)]
            .prop_map(Step::Turn),
        2 => Just(Step::TurnEnd),
        1 => (0..2_u8).prop_map(Step::Oblige),
        2 => (0..2_u8).prop_map(Step::Discharge),
        1 => (0..2_u8).prop_map(Step::Block),
        2 => (0..2_u8).prop_map(Step::Unblock),
        1 => Just(Step::Clear),
        1 => Just(Step::SaveAgain),
        1 => Just(Step::SaveOther),
        1 => Just(Step::Edit),
        1 => Just(Step::LoseBody),
        2 => Just(Step::Restore),
        1 => Just(Step::Cutover),
        1 => Just(Step::Rollback),
        1 => Just(Step::AdmitAgain),
    ]
}

const TITLES: [&str; 3] = ["a", "b", "c"];

/// Does a step; says whether a turn that ended went on.
fn go(stage: &mut Stage, step: &Step) -> bool {
    match step {
        Step::Tick if stage.case().plan().is_some() => stage.tick(),
        Step::Untick(place) if stage.case().plan().is_some() => stage.untick(*place),
        Step::Tick | Step::Untick(_) => {}
        Step::Read(goal) => drop(stage.read(if *goal { CODEX } else { CLAUDE }, None)),
        Step::Turn(trigger) => stage.turn(*trigger),
        Step::TurnEnd => {
            let ends = turn_ends(&stage.case(), CLAUDE, &Ending::default());
            if matches!(ends, TurnEnd::Continue(_)) {
                stage.root(Event::Continue);
                return true;
            }
        }
        Step::Oblige(id) => stage.oblige(&id.to_string(), "something"),
        Step::Discharge(id) => stage.discharge(&id.to_string()),
        Step::Block(id) => stage.block(&id.to_string(), "something"),
        Step::Unblock(id) => stage.unblock(&id.to_string()),
        Step::Clear => stage.record(Tracked::Clear("p".to_owned())),
        Step::SaveAgain => stage.save("p", &TITLES),
        Step::SaveOther => {
            let body = stage.body.clone();
            stage.save("q", &["x"]);
            stage.body = body;
        }
        Step::Edit => stage.edit(&body_of(&["b", "a"])),
        Step::LoseBody => stage.body = None,
        Step::Restore => {
            stage.edit(&body_of(&TITLES));
            stage.record(Tracked::Activate("p".to_owned()));
        }
        Step::Cutover => stage.root(Event::Cutover),
        Step::Rollback => stage.root(Event::Rollback),
        Step::AdmitAgain => stage.admit(admission()),
    }
    false
}

fn receipts_of(stage: &Stage) -> Option<Receipt> {
    stage.case().root.receipt().cloned()
}

proptest! {
    #[test]
    fn every_root_has_one_view_and_retry_later_records_nothing(steps in prop::collection::vec(step(), 0..30)) {
        let mut stage = Stage::driven(&TITLES);
        for step in steps {
            go(&mut stage, &step);
            let arguments = ReadArguments::of(&admission().identity);
            if sealing(&stage.case(), &arguments).is_some() {
                prop_assert_eq!(stage.case().standing(), Standing::Ready);
                continue;
            }
            let decided = read(&stage.case(), &arguments, CODEX, None);
            prop_assert_eq!(&decided.reading.view, &view(&stage.case(), None, TICK_TOOL));
            match decided.reading.view {
                View::Active(active) => {
                    prop_assert_eq!(active.current_task.id.as_str(), stage.case().current_id());
                    prop_assert_eq!(active.identity, admission().identity);
                }
                View::Completed(completed) => prop_assert_eq!(Some(completed.receipt), receipts_of(&stage)),
                View::RetryLater(_) => prop_assert!(decided.events.is_empty()),
            }
        }
    }

    #[test]
    fn a_receipt_of_any_other_state_never_validates(steps in prop::collection::vec(step(), 0..40)) {
        let mut stage = Stage::driven(&TITLES);
        let mut seen: Vec<Receipt> = Vec::new();
        for step in steps {
            go(&mut stage, &step);
            seen.extend(receipts_of(&stage).filter(|receipt| !seen.contains(receipt)));
            let digests = stage.case().digests();
            for receipt in &seen {
                let current = digests.as_ref().is_some_and(|now| {
                    now.authoritative == receipt.authoritative_digest && now.execution == receipt.execution_digest
                });
                let valid = validate(receipt, &stage.case()).is_ok();
                prop_assert!(!valid || current, "valid only where its digests resolve to the state as it is");
                prop_assert!(!valid || seal(&stage.case()).as_ref() == Some(receipt) || !stage.case().root.is_driven());
                let ends = reconcile(&stage.case(), CODEX, &shown(Lifecycle::Owned)).action == Action::Complete;
                prop_assert!(!ends || stage.case().standing() == Standing::Sealed);
            }
        }
    }

    #[test]
    fn payload_and_guard_line_are_equal_at_every_progress(steps in prop::collection::vec(step(), 0..30)) {
        let mut stage = Stage::driven(&TITLES);
        let first = payload(stage.case().root, TOOL);
        let line = guard::line(stage.case().root, TOOL);
        for step in steps {
            go(&mut stage, &step);
            let driven = stage.case().root.is_driven();
            prop_assert_eq!(payload(stage.case().root, TOOL), first.clone().filter(|_| driven));
            prop_assert_eq!(guard::line(stage.case().root, TOOL), line.clone().filter(|_| driven));
        }
    }

    #[test]
    fn a_turn_is_continued_at_most_once(steps in prop::collection::vec(step(), 0..60)) {
        let mut stage = Stage::driven(&TITLES);
        let mut continuations = 0;
        for step in steps {
            if matches!(step, Step::Turn(_)) {
                continuations = 0;
            }
            continuations += u32::from(go(&mut stage, &step));
            prop_assert!(continuations <= 1);
        }
    }

    #[test]
    fn foreign_goals_and_loops_are_never_touched(steps in prop::collection::vec(step(), 0..30)) {
        let mut stage = Stage::driven(&TITLES);
        for step in steps {
            go(&mut stage, &step);
            for seat in [CODEX, CLAUDE] {
                let directive = reconcile(&stage.case(), seat, &shown(Lifecycle::Foreign));
                prop_assert_eq!((directive.action, directive.call), (Action::Unavailable, None));
            }
        }
    }

    #[test]
    fn a_ledger_with_roots_is_stored_and_read_back(steps in prop::collection::vec(step(), 0..20)) {
        let mut stage = Stage::driven(&TITLES);
        for step in steps {
            go(&mut stage, &step);
        }
        let json = serde_json::to_string(stage.ledger.roots()).expect("JSON");
        prop_assert_eq!(&serde_json::from_str::<crate::runtime::fold::Roots>(&json).expect("roots"), stage.ledger.roots());
    }
}
