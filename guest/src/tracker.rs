//! Saved plans: what a body outlines, what a session records, what follows from it.
//!
//! - [`entry`]: what a session records.
//! - [`outline`]: the tasks of a body, and what only looks like one.
//! - [`reference`]: which task a caller means.
//! - [`fold`]: what a branch amounts to.
//! - [`answer`]: what callers get.
//! - `seed`: the tasks of a queue, checked.
//! - `name`: the form of session, plan and task ids.

pub mod answer;
pub mod entry;
pub mod fold;
pub(crate) mod name;
pub mod outline;
pub mod reference;
mod seed;

/// Most tasks a plan may have (D25).
pub const TASKS_MAX: usize = 1_000;
/// Most characters of a task id in a reference (D26).
pub const TASK_ID_MAX_CHARS: usize = 128;
/// Most characters of a title in a reference, and of one that is shown whole (D22, D26).
pub const TITLE_MAX_CHARS: usize = 1_024;
