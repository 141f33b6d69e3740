//! Where plans are kept.
//!
//! A [`Store`] hands out one [`Call`] for each call of the engine: it carries that call's snapshot
//! and lease. What a call must do is stated in `wit/locking.wit`, `wit/storage.wit` and
//! `wit/bodies.wit`; the contract suite in `tests/` holds every store to it.
//!
//! - [`sqlite`]: a folder on one machine, shared by every process of it.
//! - [`memory`]: for tests and pages; nothing outlives it.
//! - [`scripted`]: wraps either and fails, stalls or conflicts when a test says so.

use planmark_core::capability::{Bodies, Locking, Storage};

mod form;
mod lease;
pub mod memory;
mod paging;
pub mod scripted;
pub mod sqlite;

/// A place where plans are kept, shared by every thread of a process.
pub trait Store: Send + Sync + 'static {
    /// Starts a call: no snapshot yet, no lease.
    fn begin(&self) -> Box<dyn Call>;
}

/// One call's view of a store. Dropping it ends its snapshot and its lease, whatever happened
/// before: no runtime does that when a component traps.
///
/// A call gets one lease and makes one commit. The commit ends the snapshot as `acquire` does: a
/// read after it sees what the call committed.
pub trait Call: Locking + Storage + Bodies + Send {}

impl<T: Locking + Storage + Bodies + Send> Call for T {}
