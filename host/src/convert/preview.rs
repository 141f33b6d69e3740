//! What of `wit/preview.wit` and `wit/ledger.wit` concerns logs that other programs keep.

use planmark_core::runtime::{Request, preview, reading};
use planmark_core::tracker::{answer, reference};

use super::all;
use crate::bindings::exports::planmark::engine::preview as wit;
use crate::bindings::planmark::engine::ledger;

impl From<ledger::Resolved> for reference::Resolved {
    fn from(resolved: ledger::Resolved) -> Self {
        let ledger::Resolved { id, title, done, skipped } = resolved;
        Self { id, title, done, skipped }
    }
}

impl From<ledger::State> for answer::State {
    fn from(state: ledger::State) -> Self {
        let ledger::State { mode, active, plans, notes } = state;
        Self { mode: mode.into(), active: active.map(Into::into), plans: all(plans), notes: all(notes) }
    }
}

impl From<wit::PlannedTick> for answer::PlannedTick {
    fn from(planned: wit::PlannedTick) -> Self {
        let wit::PlannedTick { resolved, plan, event, done, total, next } = planned;
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

impl From<preview::SavedBody> for wit::SavedBody {
    fn from(saved_body: preview::SavedBody) -> Self {
        let preview::SavedBody { plan, text } = saved_body;
        Self { plan, text }
    }
}

impl From<&preview::SessionLog> for wit::SessionLog {
    fn from(session_log: &preview::SessionLog) -> Self {
        let preview::SessionLog { branch, bodies } = session_log;
        Self { branch: all(branch.clone()), bodies: all(bodies.clone()) }
    }
}

impl From<Request> for wit::RootRequest {
    fn from(request: Request) -> Self {
        match request {
            Request::Cutover => Self::Cutover,
            Request::Rollback => Self::Rollback,
            Request::Admit(admission) => Self::Admit(admission.into()),
            Request::Obligation(item) => Self::Obligation(item.into()),
            Request::Discharge(item) => Self::Discharge(item.into()),
            Request::Block(item) => Self::Block(item.into()),
            Request::Unblock(item) => Self::Unblock(item.into()),
            Request::Seal(root) => Self::Seal(root.into()),
        }
    }
}

impl From<wit::PlannedReading> for reading::Decided {
    fn from(planned: wit::PlannedReading) -> Self {
        let wit::PlannedReading { view, directive, events } = planned;
        let changed = !events.is_empty();
        let (view, directive) = (view.into(), directive.map(Into::into));
        Self { reading: reading::Reading { view, directive, changed }, events: all(events) }
    }
}

impl From<wit::PlannedDirective> for preview::PlannedDirective {
    fn from(planned: wit::PlannedDirective) -> Self {
        let wit::PlannedDirective { directive, events } = planned;
        Self { directive: directive.into(), events: all(events) }
    }
}

impl From<wit::PlannedTurnEnd> for preview::PlannedTurnEnd {
    fn from(planned: wit::PlannedTurnEnd) -> Self {
        let wit::PlannedTurnEnd { turn_end, events } = planned;
        Self { turn_end: turn_end.into(), events: all(events) }
    }
}
