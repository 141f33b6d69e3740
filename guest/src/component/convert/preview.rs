//! `wit/preview.wit`, and what of `wit/ledger.wit` it alone uses.

use super::super::bindings::exports::planmark::engine::preview as wit;
use super::super::bindings::planmark::engine::ledger;
use super::all;
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
