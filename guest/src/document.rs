//! Task plan documents: one text per task, and every text it ever was.
//!
//! Requests and answers stand in [`request`] and [`answer`].
//!
//! - `write`, `read`: the pipelines. They fetch, call pure functions, and commit once.
//! - `gate`, `held`: what is checked before anything is read; a task under its lease.
//! - `decide`, `version`, `exact`: the decisions, pure functions over what was fetched.
//! - `splice`, `segment`, `record`, `key`: what is stored, and under which keys.
//! - `history`, `timeline`: texts folded from splices; which revision covers which writes.

pub mod answer;
mod decide;
mod exact;
mod gate;
mod held;
mod history;
mod key;
mod read;
mod record;
pub mod request;
mod segment;
mod splice;
pub(crate) mod task_id;
mod timeline;
mod version;
mod write;

pub use read::{list, read, read_past, revisions, steps};
pub use write::{create, delete, edit, restore, save, update};

/// The newest format of a task's scope that this engine reads and writes.
pub const FORMAT: u32 = 1;
/// Most characters a task id may have (D14).
pub const TASK_ID_MAX_CHARS: usize = 256;
/// Most characters a title may have.
pub const TITLE_MAX_CHARS: usize = 1_024;
/// Most entries one page of a listing can be asked for.
pub const PAGE_MAX_ENTRIES: u32 = 200;

#[cfg(test)]
mod tests;
