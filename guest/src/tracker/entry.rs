//! What a session records. What each field means stands in `wit/ledger.wit` too.

use serde::{Deserialize, Serialize};

use crate::author::Author;

/// One task of a queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedTask {
    /// Its id (D23).
    pub id: String,
    /// Its title (D22).
    pub title: String,
}

/// What a save puts on the branch: the queue it starts, and where the body is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed {
    /// The plan's id.
    pub plan: String,
    /// SHA-256 of the body's bytes, 64 hex digits; empty where the log of another owner has none.
    pub digest: String,
    /// The path a person can open, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// When it was saved, in milliseconds since the Unix epoch.
    pub saved_at_ms: u64,
    /// The queue, in order; no id twice.
    pub tasks: Vec<SeedTask>,
}

/// One task of one plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The plan's id.
    pub plan: String,
    /// The task's id.
    pub task: String,
}

/// What the agent is asked to do (D28).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Think, ask, write the plan.
    Plan,
    /// Do the plan's tasks; so it is where no entry says.
    #[default]
    Build,
}

impl Mode {
    /// The mode as it is written in WIT and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Build => "build",
        }
    }
}

/// What an entry of a session says (D31).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Starts the queue of a plan anew: a generation without ticks.
    Set(Seed),
    /// Makes a plan that is set, and not cleared, the active one.
    Activate(String),
    /// Takes a plan off the branch. Nothing else becomes active by itself.
    Clear(String),
    /// Ends a task.
    Tick(Mark),
    /// Reopens a task (D33).
    Untick(Mark),
    /// Changes what the agent is asked to do.
    Mode(Mode),
    /// Concerns the roots of the session.
    Root(Box<crate::runtime::entry::Event>),
    /// Means nothing here, and keeps the path together: a message, a compaction.
    Other,
    /// Was meant for this engine, and can't be read. It is skipped, and noted.
    Damaged,
}

/// One entry of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its id: unique in its session, not empty. This store counts from `1`.
    pub id: String,
    /// The entry it follows; none at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// When, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// Who, where the log knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Author>,
    /// What.
    pub event: Event,
}
