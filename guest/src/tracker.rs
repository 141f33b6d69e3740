//! Saved plans: what a body outlines, what a session records, what follows from it.
//!
//! - [`entry`]: what a session records.
//! - [`outline`]: the tasks of a body, and what only looks like one.
//! - [`reference`]: which task a caller means.
//! - [`fold`]: what a branch amounts to.
//! - [`answer`]: what callers get.
//! - [`preview`]: pure functions, for harnesses that keep their own log.
//! - `marker`, `prompt`: what an agent is told each turn, and once.
//! - `seed`: the tasks of a queue, checked.
//!
//! And sessions, as they are stored:
//!
//! - [`request`], [`reply`]: what callers ask and get.
//! - `write`, `read`, `session`, `collect`: the pipelines. They fetch, call pure functions, and
//!   commit once.
//! - `held`, `place`: a session under its lease; an entry, and what its branch amounts to.
//! - `replay`: requests that are sent again.
//! - `record`, `log`: what is stored, and under which keys.

pub mod answer;
mod collect;
pub mod entry;
pub mod fold;
pub(crate) mod held;
mod import;
mod log;
mod marker;
pub mod outline;
pub(crate) mod place;
pub mod preview;
mod prompt;
pub(crate) mod read;
mod record;
pub mod reference;
pub(crate) mod replay;
pub mod reply;
pub mod request;
mod seed;
mod session;
pub(crate) mod write;

pub use collect::collect;
pub use import::{IMPORT_MAX, import};
pub use read::{marker, prompt, tasks, view};
pub use session::{branch, create, describe, fork, navigate, sessions};
pub use write::{clear, save, select, set_mode, tick, untick};

/// Most tasks a plan may have (D25).
pub const TASKS_MAX: usize = 1_000;
/// Most characters of a task id in a reference (D26).
pub const TASK_ID_MAX_CHARS: usize = 128;
/// Most characters of a title in a reference, and of one that is shown whole (D22, D26).
pub const TITLE_MAX_CHARS: usize = 1_024;
/// Most plans of a branch that are not cleared.
pub const PLANS_MAX: usize = 1_000;
/// Most characters of the name of a session's owner (D34).
pub const OWNER_MAX_CHARS: usize = 128;
/// The newest format of a session's scope that this engine reads and writes.
pub const FORMAT: u32 = 1;

#[cfg(test)]
mod tests;
