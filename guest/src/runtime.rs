//! The continue runtime: what an agent does next, and how a session that has lost it is brought back.
//!
//! Everything here is a pure function of what a branch amounts to, except `call`: the pipelines, which
//! fetch, decide, and commit once. [`preview`] has the same decisions without a store.
//!
//! - [`entry`]: what a session records about roots.
//! - [`fold`]: what a branch says about them.
//! - [`catalog`]: the words and fields that are in force for a root.
//! - [`case`]: a root with all that it is judged by; what became of its work.
//! - [`receipt`]: sealing, and whether a receipt is valid.
//! - [`view`]: what is served.
//! - [`reading`]: the continue read: what it answers, and what it records.
//! - [`reentry`]: what a transport carries.
//! - [`directive`], [`observing`]: what is to become of a transport, given what a client shows.
//! - [`drift`], [`turn`]: what hooks say.
//! - [`guard`]: the guard line and its lint.
//! - [`client`]: which client runs, and how each is served.
//! - [`hook_input`]: how a hook reads what it is given.
//! - `decide`: every decision, once; `source`: where queues and bodies come from.
//! - `path`: which paths a root owns.

mod answer;
mod call;
pub mod case;
pub mod catalog;
pub mod client;
mod decide;
pub mod directive;
pub mod drift;
pub mod entry;
pub mod fold;
pub mod guard;
pub mod hook_input;
pub mod observing;
mod path;
pub mod preview;
pub mod reading;
pub mod receipt;
pub mod reentry;
mod source;
pub mod turn;
pub mod view;

pub use answer::{CutoverSet, Reconciled, RootChanged, RootNow};
pub use call::{
    admit, after_call, before_call, before_change, block, cutover, discharge, guard_line, obligation,
    observe, payload, read, reconcile, restored, rollback, roots, seal, trigger_of, turn_begins, turn_ends,
    unblock, unreadable_input, validate,
};
pub use decide::Request;

/// Most roots of a branch.
pub const ROOTS_MAX: usize = 64;
/// Most obligations, and most blocks, of a root.
pub const ITEMS_MAX: usize = 64;
/// Most globs of a root.
pub const OWNED_MAX: usize = 64;
/// Most characters of a glob, and of a domain target.
pub const TARGET_MAX_CHARS: usize = 512;
/// Most characters of the name of an authority, and of a transport's handle.
pub const AUTHORITY_MAX_CHARS: usize = 128;
/// Most characters of what an obligation or block says.
pub const ITEM_MAX_CHARS: usize = 1_024;
/// Most characters of a transport's text: what the strictest client takes as a goal.
pub const PROMPT_MAX_CHARS: usize = 4_000;
/// The tool of the continue read, as it is called in this package.
pub const READ_TOOL: &str = "continue_runtime_read";
/// The tool that ends a task, as it is called in this package.
pub const TICK_TOOL: &str = "tick_plan_task";
/// What the closeout is served as.
pub const CLOSEOUT: &str = "closeout";

#[cfg(test)]
mod tests;
