//! `wit/preview.wit`, and what of `wit/ledger.wit` it alone uses.

use super::super::bindings::exports::planmark::engine::preview as wit;
use super::super::bindings::planmark::engine::ledger;
use super::all;
use crate::runtime::{Request, preview, reading};
use crate::tracker::{answer, reference};

impl From<reference::Resolved> for ledger::Resolved {
    fn from(resolved: reference::Resolved) -> Self {
        let reference::Resolved { id, title, done, skipped } = resolved;
        Self { id, title, done, skipped }
    }
}

impl From<answer::State> for ledger::State {
    fn from(state: answer::State) -> Self {
        let answer::State { mode, active, plans, notes } = state;
        Self { mode: mode.into(), active: active.map(Into::into), plans: all(plans), notes: all(notes) }
    }
}

impl From<answer::PlannedTick> for wit::PlannedTick {
    fn from(planned: answer::PlannedTick) -> Self {
        let answer::PlannedTick { resolved, plan, event, done, total, next } = planned;
        Self {
            resolved: resolved.into(),
            plan,
            event: event.map(Into::into),
            done,
            total,
            next: next.map(Into::into),
        }
    }
}

impl From<wit::SavedBody> for preview::SavedBody {
    fn from(saved_body: wit::SavedBody) -> Self {
        let wit::SavedBody { plan, text } = saved_body;
        Self { plan, text }
    }
}

impl From<wit::SessionLog> for preview::SessionLog {
    fn from(session_log: wit::SessionLog) -> Self {
        let wit::SessionLog { branch, bodies } = session_log;
        Self { branch: all(branch), bodies: all(bodies) }
    }
}

impl From<wit::RootRequest> for Request {
    fn from(root_request: wit::RootRequest) -> Self {
        match root_request {
            wit::RootRequest::Cutover => Self::Cutover,
            wit::RootRequest::Rollback => Self::Rollback,
            wit::RootRequest::Admit(admission) => Self::Admit(admission.into()),
            wit::RootRequest::Obligation(item) => Self::Obligation(item.into()),
            wit::RootRequest::Discharge(item) => Self::Discharge(item.into()),
            wit::RootRequest::Block(item) => Self::Block(item.into()),
            wit::RootRequest::Unblock(item) => Self::Unblock(item.into()),
            wit::RootRequest::Seal(root) => Self::Seal(root.into()),
        }
    }
}

impl From<reading::Decided> for wit::PlannedReading {
    fn from(decided: reading::Decided) -> Self {
        let reading::Decided { reading: reading::Reading { view, directive, changed: _ }, events } = decided;
        Self { view: view.into(), directive: directive.map(Into::into), events: all(events) }
    }
}

impl From<preview::PlannedDirective> for wit::PlannedDirective {
    fn from(planned: preview::PlannedDirective) -> Self {
        let preview::PlannedDirective { directive, events } = planned;
        Self { directive: directive.into(), events: all(events) }
    }
}

impl From<preview::PlannedTurnEnd> for wit::PlannedTurnEnd {
    fn from(planned: preview::PlannedTurnEnd) -> Self {
        let preview::PlannedTurnEnd { turn_end, events } = planned;
        Self { turn_end: turn_end.into(), events: all(events) }
    }
}
