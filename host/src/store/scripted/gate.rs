//! Gates: where a call stops until the test lets it go on.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A point at which one call stops. Dropping the gate opens it, so that a test that fails leaves no
/// thread standing.
#[derive(Debug)]
pub struct Gate {
    shared: Arc<Barrier>,
}

#[derive(Debug, Default)]
pub(super) struct Barrier {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    reached: bool,
    open: bool,
}

impl Gate {
    pub(super) fn new(shared: Arc<Barrier>) -> Self {
        Self { shared }
    }

    /// Waits until a call stands at the gate, at most `wait`, and says whether one does or did.
    #[must_use]
    pub fn reached(&self, wait: Duration) -> bool {
        let deadline = Instant::now() + wait;
        let mut state = self.shared.lock();
        while !state.reached {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.shared.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Lets the call go on. A call that comes later doesn't stop.
    pub fn release(&self) {
        self.shared.lock().open = true;
        self.shared.changed.notify_all();
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.release();
    }
}

impl Barrier {
    /// Stands at the gate until it is open.
    pub(super) fn pass(&self) {
        let mut state = self.lock();
        state.reached = true;
        self.changed.notify_all();
        while !state.open {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
