//! What of `wit/preview.wit` and `wit/ledger.wit` concerns logs that other programs keep.

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
