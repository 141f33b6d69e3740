//! What a test supplies to an engine beside its store: a clock and an access rule.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use planmark_core::capability::{CapabilityCode, CapabilityFailure, Outcome, Reach};

/// The time that a test sets, in milliseconds since the Unix epoch. Clones share it.
#[derive(Debug, Clone)]
pub struct TestClock(Arc<AtomicU64>);

impl TestClock {
    /// A clock that stands at `now_ms`.
    #[must_use]
    pub fn at(now_ms: u64) -> Self {
        Self(Arc::new(AtomicU64::new(now_ms)))
    }

    /// Sets the time.
    pub fn set(&self, now_ms: u64) {
        self.0.store(now_ms, Ordering::SeqCst);
    }

    /// Moves the time on.
    pub fn advance(&self, by_ms: u64) {
        self.0.fetch_add(by_ms, Ordering::SeqCst);
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// The access rule that a test sets. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct TestAccess(Arc<AtomicU8>);

impl TestAccess {
    /// Refuses nothing (`""`), reads (`"read"`), writes (`"write"`), both (`"all"`), or fails when
    /// asked (`"fail"`).
    ///
    /// # Panics
    ///
    /// On another word.
    pub fn deny(&self, what: &str) {
        let bits = match what {
            "" => 0,
            "read" => 1,
            "write" => 2,
            "all" => 3,
            "fail" => 4,
            other => panic!("no access rule {other:?}"),
        };
        self.0.store(bits, Ordering::SeqCst);
    }

    pub(crate) fn answer(&self, reach: Reach) -> Outcome<bool> {
        let bits = self.0.load(Ordering::SeqCst);
        if bits == 4 {
            let message = "the access rule can't be asked";
            return Err(CapabilityFailure::new(CapabilityCode::Unavailable, message));
        }
        let asked = match reach {
            Reach::Read => 1,
            Reach::Write => 2,
        };
        Ok(bits & asked == 0)
    }
}
