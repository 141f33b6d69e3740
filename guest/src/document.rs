//! Task plan documents: one text per task, and every text it ever was.
//!
//! [`write`] and [`read`] are the pipelines: they fetch, call pure functions, and commit. Requests
//! and answers stand in [`request`] and [`answer`]; what is stored, and how, in [`splice`] and
//! [`record`].

pub mod answer;
mod read;
pub mod request;
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
