//! What calls on sessions answer. In JSON an absent optional field is left out, never null.

use serde::{Deserialize, Serialize};

use super::answer::{PlanLine, Queue, Standing, TaskLine};
use super::entry::{Entry, Mode, SeedTask};
use super::outline::{Outline, Task};
use crate::text::Note;

/// Where a session began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The session it was forked from.
    pub session: String,
    /// The entry that it follows; 0 is the empty root.
    pub entry: u32,
}

/// A session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Its id.
    pub session: String,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_at_ms: u64,
    /// When its latest entry was made.
    pub updated_at_ms: u64,
    /// How many entries it has, those off the branch included.
    pub entries: u32,
    /// The entry at the end of its branch; 0 before the first.
    pub leaf: u32,
    /// Where it was forked, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Who else keeps its log; none when this store does (D34).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// What the agent is asked to do.
    pub mode: Mode,
    /// The plans of its branch, in the order of their latest `set`.
    pub plans: Vec<PlanLine>,
    /// Entries that were skipped, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// One page of sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionPage {
    /// In byte order of their ids.
    pub sessions: Vec<Session>,
    /// Sessions whose head can't be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<String>,
    /// The `from` that continues; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// One page of a branch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPage {
    /// From the leaf towards the root.
    pub entries: Vec<Entry>,
    /// The session and entry that continue the listing; none at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Origin>,
}

/// The answer of a save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The plan's id.
    pub plan: String,
    /// The path a person can open, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// When, in milliseconds since the Unix epoch.
    pub saved_at_ms: u64,
    /// Size of the body in bytes.
    pub bytes: u32,
    /// Tasks of its queue.
    pub total: u32,
    /// The first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<SeedTask>,
    /// What its author may have meant as a task and isn't one, in line order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Whether this is the stored answer of a request that was made before (D30).
    pub replayed: bool,
}

/// The answer of a change of the selection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// The plan it concerns.
    pub plan: String,
    /// Whether anything changed: selecting the active plan changes nothing.
    pub changed: bool,
    /// The plan that is active now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<String>,
    /// Whether this is the stored answer of a request that was made before (D30).
    pub replayed: bool,
}

/// The answer of `set_mode`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeSet {
    /// The mode now.
    pub mode: Mode,
    /// Whether anything changed.
    pub changed: bool,
    /// Whether this is the stored answer of a request that was made before (D30).
    pub replayed: bool,
}

/// The answer of a tick or untick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticked {
    /// The plan's id.
    pub plan: String,
    /// The task's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether anything changed: a task that is done already is not ticked again.
    pub changed: bool,
    /// With a tick, the ids of the earlier tasks that are open, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    /// Tasks that are done now.
    pub done: u32,
    /// Tasks of the queue.
    pub total: u32,
    /// The first task that is open now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<SeedTask>,
    /// Whether this is the stored answer of a request that was made before (D30).
    pub replayed: bool,
}

/// A saved plan as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanView {
    /// The plan's id.
    pub plan: String,
    /// Whether it is the active one.
    pub active: bool,
    /// The path a person can open, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// When it was saved, in milliseconds since the Unix epoch.
    pub saved_at_ms: u64,
    /// The body as it is now, edits by hand included.
    pub body: String,
    /// What the body outlines now.
    pub outline: Outline,
    /// How the body now differs from what was saved; empty when it doesn't in its tasks (D32).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// The tasks of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskList {
    /// What is the case.
    pub standing: Standing,
    /// The queue; none with `no-plan`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// Tasks that are done.
    pub done: u32,
    /// The first task that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<TaskLine>,
    /// What the body outlines for that task: its scenarios, requirements, gates, text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Task>,
    /// What a reader should know: notes of the outline, a body that is gone or was edited, entries
    /// that were skipped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// Why a body stays (D29).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeptReason {
    /// A branch of this session, or of one forked from it, holds its plan.
    Referenced,
    /// It was cleared, or written without being saved, less than 30 days ago.
    Recent,
}

/// A body that stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The plan's id.
    pub plan: String,
    /// Why.
    pub reason: KeptReason,
}

/// The answer of a collection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collected {
    /// The plans whose bodies were removed, or would be.
    pub removed: Vec<String>,
    /// The bodies that stay.
    pub kept: Vec<Kept>,
}
