//! The script: points, and what happens at them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use planmark_core::capability::{CapabilityCode, CapabilityFailure, Outcome, Scope};

use crate::store::scripted::gate::{Barrier, Gate};

/// What a call asks of its store.
#[expect(missing_docs, reason = "one meaning, one place: wit/ documents each function")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    Acquire,
    Get,
    Scan,
    Scopes,
    Commit,
    WriteBody,
    ReadBody,
    ListBodies,
    RemoveBody,
}

/// A point of a call: before or after the nth operation of a kind, counted from the order on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At {
    operation: Operation,
    after: bool,
    nth: u32,
    scope: Option<Scope>,
}

impl At {
    /// The moment before the next operation of that kind has any effect.
    #[must_use]
    pub const fn before(operation: Operation) -> Self {
        Self { operation, after: false, nth: 1, scope: None }
    }

    /// The moment after the next operation of that kind had its effect, before it answers.
    #[must_use]
    pub const fn after(operation: Operation) -> Self {
        Self { operation, after: true, nth: 1, scope: None }
    }

    /// The nth operation instead of the next; counted from 1.
    #[must_use]
    pub const fn nth(mut self, nth: u32) -> Self {
        self.nth = nth;
        self
    }

    /// Operations on this scope alone.
    #[must_use]
    pub fn on(mut self, scope: &Scope) -> Self {
        self.scope = Some(scope.clone());
        self
    }

    fn matches(&self, point: &Self, scope: Option<&Scope>) -> bool {
        let same_point = self.operation == point.operation && self.after == point.after;
        same_point && (self.scope.is_none() || self.scope.as_ref() == scope)
    }
}

/// Orders to a [`Scripted`](crate::store::scripted::Scripted) store. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Script {
    shared: Arc<Mutex<Orders>>,
}

#[derive(Debug, Default)]
struct Orders {
    pending: Vec<Order>,
    counts: BTreeMap<Operation, u64>,
}

#[derive(Debug)]
struct Order {
    at: At,
    act: Act,
}

#[derive(Debug)]
enum Act {
    Fail(CapabilityCode),
    Stall(Arc<Barrier>),
    EndLease,
}

impl Script {
    /// The operation at that point answers this failure. Before the operation it has no effect,
    /// after it the effect stands: `OutcomeUnknown` can be ordered both ways. A commit that fails
    /// has ended the lease either way.
    pub fn fail(&self, at: At, code: CapabilityCode) {
        self.order(at, Act::Fail(code));
    }

    /// The call that comes to that point stops there until the gate is opened.
    #[must_use = "dropping the gate opens it"]
    pub fn stall(&self, at: At) -> Gate {
        let barrier = Arc::new(Barrier::default());
        self.order(at, Act::Stall(Arc::clone(&barrier)));
        Gate::new(barrier)
    }

    /// The call that comes to that point of an operation on a scope loses its lease there: others
    /// may take it, and its commit answers `LeaseEnded`.
    pub fn end_lease(&self, at: At) {
        self.order(at, Act::EndLease);
    }

    /// How many operations of a kind have begun since the store was made.
    #[must_use]
    pub fn count(&self, operation: Operation) -> u64 {
        self.lock().counts.get(&operation).copied().unwrap_or(0)
    }

    /// How many orders have not happened yet: a test that ends with some didn't test them.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.lock().pending.len()
    }

    /// Does what was ordered for this point.
    pub(super) fn arrive(
        &self,
        point: &At,
        scope: Option<&Scope>,
        mut end_lease: impl FnMut(&Scope),
    ) -> Outcome<()> {
        let due = self.lock().take_due(point, scope);
        let mut answer = Ok(());
        for act in due {
            match act {
                Act::Fail(code) => answer = Err(CapabilityFailure::new(code, "the test's script says so")),
                Act::Stall(barrier) => barrier.pass(),
                Act::EndLease => scope.into_iter().for_each(&mut end_lease),
            }
        }
        answer
    }

    fn order(&self, at: At, act: Act) {
        self.lock().pending.push(Order { at, act });
    }

    fn lock(&self) -> MutexGuard<'_, Orders> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Orders {
    /// Counts the arrival, and takes out the orders whose turn has come.
    fn take_due(&mut self, point: &At, scope: Option<&Scope>) -> Vec<Act> {
        if !point.after {
            *self.counts.entry(point.operation).or_default() += 1;
        }
        let mut due = Vec::new();
        let mut kept = Vec::new();
        for mut order in self.pending.drain(..) {
            if order.at.matches(point, scope) {
                order.at.nth = order.at.nth.saturating_sub(1);
                if order.at.nth == 0 {
                    due.push(order.act);
                    continue;
                }
            }
            kept.push(order);
        }
        self.pending = kept;
        due
    }
}
