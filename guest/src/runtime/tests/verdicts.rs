//! Admission, its verdict, cutover and rollback (D40).

use super::stage::{CLAUDE, CODEX, Stage, admission, key, shown, unknown_schemas};
use crate::runtime::directive::Lifecycle;
use crate::runtime::entry::{Action, Admission, Admitted, Event, Receipt, RootKey, Verdict};
use crate::runtime::fold::Root;
use crate::runtime::view::{Reason, View};

fn after(events: &[Event], admission: Admission) -> Verdict {
    let mut stage = Stage::with_plan(&["a"]);
    for event in events {
        stage.root(event.clone());
    }
    stage.admit(admission);
    stage.verdict()
}

#[test]
fn a_root_is_driven_only_when_it_is_admitted_once_after_cutover_with_a_known_catalog() {
    let stale = Admission { schemas: Some(unknown_schemas()), ..admission() };
    let legacy = Admission { schemas: None, ..admission() };
    assert_eq!(after(&[Event::Cutover], admission()), Verdict::EngineDriven);
    assert_eq!(after(&[], admission()), Verdict::PreCutover);
    assert_eq!(after(&[Event::Cutover, Event::Rollback], admission()), Verdict::RolledBack);
    assert_eq!(after(&[Event::Cutover, Event::Rollback, Event::Cutover], admission()), Verdict::EngineDriven);
    assert_eq!(after(&[Event::Cutover], stale), Verdict::Stale);
    assert_eq!(after(&[Event::Cutover], legacy.clone()), Verdict::Legacy);
    assert_eq!(after(&[], legacy), Verdict::Legacy);

    let mut twice = Stage::driven(&["a"]);
    twice.admit(admission());
    assert_eq!(twice.verdict(), Verdict::Ambiguous, "the first one too can't be told from the second");
}

#[test]
fn cutover_and_rollback_change_activation_only_for_newly_admitted_roots() {
    let mut stage = Stage::driven(&["a", "b"]);
    stage.read(CODEX, None);
    stage.root(Event::Rollback);
    assert_eq!(stage.verdict(), Verdict::EngineDriven, "an active root is never switched");
    let directive = stage.read(CODEX, Some(&shown(Lifecycle::Owned))).directive.expect("a directive");
    assert_eq!(directive.action, Action::Keep);

    let mut early = Stage::with_plan(&["a"]);
    early.admit(admission());
    early.root(Event::Cutover);
    assert_eq!(early.verdict(), Verdict::PreCutover, "nor is one put under the engine");
}

#[test]
fn what_a_log_claims_can_not_put_a_root_under_the_engine() {
    let mut stage = Stage::with_plan(&["a"]);
    stage.root(Event::Admit(Admitted { admission: admission(), verdict: Verdict::EngineDriven }));
    assert_eq!(stage.verdict(), Verdict::PreCutover);
    let mut stage = Stage::with_plan(&["a"]);
    stage.root(Event::Cutover);
    stage.root(Event::Admit(Admitted { admission: admission(), verdict: Verdict::Stale }));
    assert_eq!(stage.verdict(), Verdict::Stale, "a verdict is fixed when it is given");
}

#[test]
fn a_root_that_the_engine_does_not_drive_activates_nothing() {
    for admitted in [
        Admission { schemas: None, ..admission() },
        Admission { schemas: Some(unknown_schemas()), ..admission() },
    ] {
        let mut stage = Stage::with_plan(&["a"]);
        stage.root(Event::Cutover);
        stage.admit(admitted);
        let before = stage.ledger.roots().clone();
        for seat in [CODEX, CLAUDE] {
            let reading = stage.read(seat, Some(&shown(Lifecycle::Absent)));
            let View::RetryLater(retry) = reading.view else { panic!("{:?}", reading.view) };
            assert_eq!((retry.reason, reading.directive), (Reason::NotActivated, None));
        }
        assert_eq!(*stage.ledger.roots(), before);
    }
}

#[test]
fn another_generation_closes_the_one_before_it() {
    let mut stage = Stage::driven(&["a"]);
    stage.read(CODEX, None);
    let mut next = admission();
    next.identity.key = RootKey { generation: 2, ..key() };
    stage.admit(next);
    let View::RetryLater(retry) = stage.read(CODEX, None).view else { panic!("served") };
    assert_eq!(retry.reason, Reason::ClosedElsewhere);
    assert_eq!(stage.ledger.roots().in_force().expect("a root").key().generation, 2);
}

#[test]
fn the_latest_generation_is_the_one_with_the_greatest_number() {
    let of = |generation| {
        let mut admission = admission();
        admission.identity.key = RootKey { generation, ..key() };
        admission
    };
    let mut stage = Stage::with_plan(&["a"]);
    stage.root(Event::Cutover);
    for generation in [3, 2, 4, 1] {
        stage.admit(of(generation));
    }
    let roots = stage.ledger.roots();
    let open: Vec<_> = roots.list().iter().filter(|root| !root.is_superseded()).map(Root::key).collect();
    assert_eq!(open, [&RootKey { generation: 4, ..key() }]);
    assert_eq!(roots.later(&key()), Some(&RootKey { generation: 4, ..key() }));
    assert_eq!(roots.later(&RootKey { generation: 4, ..key() }), None);
}

/// The guard line is that of a root which is to be gone on with, while there is one.
#[test]
fn a_root_that_is_sealed_is_not_in_force_while_another_is_open() {
    let mut stage = Stage::driven(&["a"]);
    let mut side = admission();
    side.identity.key.closure = "side".to_owned();
    let in_force = |stage: &Stage| stage.ledger.roots().in_force().expect("a root").key().clone();
    stage.admit(side.clone());
    assert_eq!(in_force(&stage), side.identity.key);
    stage.finish();
    assert_eq!(in_force(&stage), side.identity.key);
    let receipt =
        Receipt { identity: side.identity.clone(), ..stage.case().root.receipt().expect("one").clone() };
    stage.root(Event::Seal(receipt));
    assert_eq!(in_force(&stage), side.identity.key, "all are sealed: the latest");
    stage.untick(0);
    stage.active();
    assert_eq!(in_force(&stage), key(), "reopened");
}

#[test]
fn entries_that_mean_nothing_are_skipped_and_noted() {
    let mut stage = Stage::driven(&["a"]);
    let before = stage.ledger.roots().clone();
    let other = RootKey { closure: "other".to_owned(), generation: 1 };
    stage.root(Event::Rollback);
    stage.root(Event::Cutover);
    let noted = stage.ledger.notes().len();
    let mut bad = admission();
    bad.identity.key.closure = "no id".to_owned();
    stage.root(Event::Admit(Admitted { admission: bad, verdict: Verdict::EngineDriven }));
    stage.discharge("unknown");
    stage.unblock("unknown");
    stage.root(Event::Discharge(crate::runtime::entry::ItemKey { root: other, id: "x".to_owned() }));
    assert_eq!((stage.ledger.roots().list(), stage.ledger.notes().len()), (before.list(), noted + 4));
}
