//! What the documents answer. In JSON an absent optional field is left out, never null (D6).

use serde::{Deserialize, Serialize};

use crate::author::Author;
use crate::document::request::Point;
use crate::text::Note;

/// What happened, for the host to publish (D11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The task has a plan that it had not before.
    PlanCreated,
    /// The plan's text or title was written.
    PlanUpdated,
    /// The task has no plan any more.
    PlanDeleted,
    /// The history has one revision more.
    RevisionCreated,
    /// The latest revision was extended.
    RevisionUpdated,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// To which task.
    pub task: String,
    /// The latest revision after it.
    pub revision: u32,
    /// The edit version after it.
    pub version: String,
    /// Who did it.
    pub author: Author,
    /// When, in milliseconds since the Unix epoch.
    pub at_ms: u64,
}

/// The report of a write that removed most of the text (D6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truncation {
    /// Code points of the text that was replaced.
    pub prior_chars: u32,
    /// Code points of the text stored now.
    pub new_chars: u32,
    /// The revision that holds the text that was replaced.
    pub prior_revision: u32,
    /// The same as sentences, and what to do (D15).
    pub warning: String,
}

/// The answer of a successful write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// The task.
    pub task: String,
    /// The stored title.
    pub title: String,
    /// Size of the stored document in bytes of UTF-8.
    pub bytes: u32,
    /// Size of the stored document in code points.
    pub chars: u32,
    /// The revision that holds the text now.
    pub revision: u32,
    /// Whether that revision existed before and was extended (D7).
    pub coalesced: bool,
    /// The number of writes ever made to this plan, this one included.
    pub position: u32,
    /// The new edit version: opaque, never given twice (D10).
    pub version: String,
    /// Present only when the write removed most of the text on the agent path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncation: Option<Truncation>,
    /// What the text's author should know (D13).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// In order (D11).
    pub events: Vec<Event>,
}

/// The answer of a deletion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deleted {
    /// The task.
    pub task: String,
    /// The number of revisions that stay.
    pub revisions: u32,
    /// The new edit version.
    pub version: String,
    /// In order.
    pub events: Vec<Event>,
}

/// A plan as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The task.
    pub task: String,
    /// Its title.
    pub title: String,
    /// The text, byte for byte as stored.
    pub content: String,
    /// Size in bytes of UTF-8.
    pub bytes: u32,
    /// Size in code points.
    pub chars: u32,
    /// The latest revision; it holds this text.
    pub revision: u32,
    /// The number of writes ever made.
    pub position: u32,
    /// The edit version.
    pub version: String,
    /// Who wrote last.
    pub author: Author,
    /// When this plan was created, in milliseconds since the Unix epoch.
    pub created_at_ms: u64,
    /// When it was last written, in milliseconds since the Unix epoch.
    pub updated_at_ms: u64,
    /// What the bytes don't show (D3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// A plan without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanSummary {
    /// The task.
    pub task: String,
    /// Its title.
    pub title: String,
    /// Size in bytes of UTF-8.
    pub bytes: u32,
    /// The latest revision.
    pub revision: u32,
    /// When it was last written, in milliseconds since the Unix epoch.
    pub updated_at_ms: u64,
}

/// One page of plans, in byte order of task ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanPage {
    /// The plans the caller may see.
    pub plans: Vec<PlanSummary>,
    /// The tasks within the caller's reach whose head is damaged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<String>,
    /// The `from` that continues; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A revision without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// From 1, without gaps (D8).
    pub number: u32,
    /// The writes it covers end here.
    pub position: u32,
    /// Its title.
    pub title: String,
    /// Size of its text in bytes of UTF-8.
    pub bytes: u32,
    /// Size of its text in code points.
    pub chars: u32,
    /// Who wrote it.
    pub author: Author,
    /// When it was created, in milliseconds since the Unix epoch.
    pub created_at_ms: u64,
    /// When it was last extended, in milliseconds since the Unix epoch.
    pub updated_at_ms: u64,
    /// For a restore, what it brought back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restored: Option<Point>,
}

/// One page of revisions, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevisionPage {
    /// The revisions.
    pub revisions: Vec<Revision>,
    /// Whether the task has a plan now; its revisions outlive it.
    pub present: bool,
    /// The `before` that continues; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
}

/// One write: what it changed, without the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 1.
    pub position: u32,
    /// When, in milliseconds since the Unix epoch.
    pub at_ms: u64,
    /// Where the change begins, in bytes.
    pub at: u32,
    /// Bytes removed there.
    pub removed: u32,
    /// Bytes inserted there.
    pub inserted: u32,
}

/// One page of steps, in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepPage {
    /// The steps.
    pub steps: Vec<Step>,
    /// The `from` that continues; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
}

/// A text of the past.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// The task.
    pub task: String,
    /// Its title then.
    pub title: String,
    /// The text.
    pub content: String,
    /// The number of writes that made it.
    pub position: u32,
    /// The revision that covers that position.
    pub revision: u32,
}
