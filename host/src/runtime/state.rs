//! What one call of the engine holds: its view of the store, and what became of its write.

use std::sync::Arc;

use planmark_core::author::Author;
use planmark_core::capability::{CapabilityCode, CapabilityFailure, Mutation, Outcome, Reach, Scope};
use planmark_core::failure::Effect;
use wasmtime::ResourceLimiter;

use crate::runtime::traced::Recording;
use crate::store::Call;

/// The clock of a [`Planmark`](crate::Planmark): milliseconds since the Unix epoch.
pub(crate) type Clock = dyn Fn() -> u64 + Send + Sync;
/// The access rule of a [`Planmark`](crate::Planmark).
pub(crate) type Access = dyn Fn(&Author, &str, Reach) -> Outcome<bool> + Send + Sync;

/// What the host supplies to every call.
#[derive(Clone)]
pub(crate) struct Supplies {
    pub(crate) clock: Arc<Clock>,
    pub(crate) access: Arc<Access>,
}

/// How far the one commit of a call came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// No commit was begun, or each one begun was refused.
    NothingWritten,
    /// A commit was begun and has not been answered.
    Begun,
    /// The commit succeeded.
    Written,
    /// The store did not say what became of the commit.
    Unknown,
}

/// The data of one call. It owns the call's view of the store, so that dropping it, on whatever way
/// out, ends the snapshot and the lease: no runtime does that when a component traps.
pub(crate) struct CallState {
    supplies: Supplies,
    /// None where the call is to a pure function: it has no store.
    call: Option<Box<dyn Call>>,
    progress: Progress,
    /// Whether a body was removed, which no commit says.
    body_removed: bool,
    memory_max_bytes: usize,
    memory_refused: bool,
    /// Where the call is recorded.
    pub(super) recording: Option<Recording>,
}

impl CallState {
    pub(crate) fn new(supplies: Supplies, call: Option<Box<dyn Call>>, memory_max_bytes: usize) -> Self {
        Self {
            supplies,
            call,
            progress: Progress::NothingWritten,
            body_removed: false,
            memory_max_bytes,
            memory_refused: false,
            recording: None,
        }
    }

    /// The state of a call that is run again from a trace: nothing is supplied, and nothing is asked.
    pub(super) fn without_host(memory_max_bytes: usize) -> Self {
        let supplies = Supplies { clock: Arc::new(|| 0), access: Arc::new(|_, _, _| Ok(false)) };
        Self::new(supplies, None, memory_max_bytes)
    }

    /// What the host knows of the call's write. INVARIANT: never says that nothing was written
    /// while a commit is not answered.
    pub(crate) fn effect(&self) -> Effect {
        match self.progress {
            Progress::NothingWritten if self.body_removed => Effect::Written,
            Progress::NothingWritten => Effect::NothingWritten,
            Progress::Written => Effect::Written,
            Progress::Begun | Progress::Unknown => Effect::Unknown,
        }
    }

    /// Whether the call was stopped because it asked for too much memory.
    pub(crate) fn memory_refused(&self) -> bool {
        self.memory_refused
    }

    pub(crate) fn now(&self) -> u64 {
        (self.supplies.clock)()
    }

    pub(crate) fn may_reach(&self, caller: &Author, task: &str, reach: Reach) -> Outcome<bool> {
        (self.supplies.access)(caller, task, reach)
    }

    /// The store, for everything but a commit.
    pub(crate) fn call(&mut self) -> Outcome<&mut dyn Call> {
        match &mut self.call {
            Some(call) => Ok(call.as_mut()),
            None => Err(CapabilityFailure::new(CapabilityCode::Other, "a pure function has no store")),
        }
    }

    /// Removes a body, and remembers that.
    pub(crate) fn remove_body(&mut self, session: &str, plan: &str) -> Outcome<()> {
        self.call()?.remove(session, plan)?;
        self.body_removed = true;
        Ok(())
    }

    /// Commits, and remembers what became of it. A second commit is refused here, whatever the
    /// store would say: one lease, one commit.
    pub(crate) fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        if self.progress != Progress::NothingWritten {
            return Err(CapabilityFailure::new(CapabilityCode::LeaseEnded, "the call has committed before"));
        }
        self.progress = Progress::Begun;
        let outcome = self.call().and_then(|call| call.commit(scope, mutations));
        self.progress = match &outcome {
            Ok(()) => Progress::Written,
            Err(failure) if failure.code == CapabilityCode::OutcomeUnknown => Progress::Unknown,
            Err(_) => Progress::NothingWritten,
        };
        outcome
    }
}

impl ResourceLimiter for CallState {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if desired > self.memory_max_bytes {
            self.memory_refused = true;
            return Err(wasmtime::Error::msg("more memory than one call may have"));
        }
        Ok(true)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired <= maximum.unwrap_or(TABLE_MAX_ELEMENTS).min(TABLE_MAX_ELEMENTS))
    }
}

/// Most elements of a table: the engine's function table has a few hundred and never grows.
pub(crate) const TABLE_MAX_ELEMENTS: usize = 20_000;
