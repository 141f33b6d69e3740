//! What the tracker answers. In JSON an absent optional field is left out, never null.

use serde::{Deserialize, Serialize};

use crate::text::Note;
use crate::tracker::entry::{Event, Mode, SeedTask};
use crate::tracker::reference::Resolved;

/// A plan of a branch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanLine {
    /// The plan's id.
    pub plan: String,
    /// When it was saved, in milliseconds since the Unix epoch.
    pub saved_at_ms: u64,
    /// The path a person can open, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Tasks that are done.
    pub done: u32,
    /// Tasks of its queue.
    pub total: u32,
    /// Whether it is the active one.
    pub active: bool,
}

/// One task of a queue, and whether it is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskLine {
    /// Its place in the queue, from 1.
    pub number: u32,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether it is done.
    pub done: bool,
}

/// The queue of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// The plan's id.
    pub plan: String,
    /// How often it was set on this branch, from 1.
    pub generation: u32,
    /// SHA-256 of the body's bytes as saved, 64 hex digits, or empty.
    pub digest: String,
    /// The path a person can open, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// When it was saved, in milliseconds since the Unix epoch.
    pub saved_at_ms: u64,
    /// Its tasks, in order.
    pub tasks: Vec<TaskLine>,
}

/// What follows from a branch (D31).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What the agent is asked to do; `build` where no entry says.
    pub mode: Mode,
    /// The queue of the active plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<Queue>,
    /// Every plan that is set and not cleared, in the order of their latest `set`.
    pub plans: Vec<PlanLine>,
    /// Entries that were skipped, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// What is the case with the plan of a session (D27).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// A task is open.
    Open,
    /// Every task is done.
    Done,
    /// The plan has no tasks: nothing is done, and nothing can be.
    NoTasks,
    /// No plan is active, or its body can't be read.
    NoPlan,
}

/// The line that travels with each turn, and the same for programs (D27).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkerLine {
    /// One line, without a line ending.
    pub text: String,
    /// Which of the four it is.
    pub standing: Standing,
    /// The active plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// The path a person can open, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// When it was saved, in milliseconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved_at_ms: Option<u64>,
    /// Tasks that are done.
    pub done: u32,
    /// Tasks of the queue.
    pub total: u32,
    /// The first task that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<SeedTask>,
    /// What a reader should know: a body that is gone or was edited, entries that were skipped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// What goes into the system prompt: the same bytes at every progress (D28).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptText {
    /// The text.
    pub text: String,
    /// SHA-256 of it, 64 hex digits.
    pub digest: String,
    /// What a reader should know; no part of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// What a tick or untick would do, for a harness that keeps its own log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedTick {
    /// What the reference means.
    pub resolved: Resolved,
    /// The plan's id.
    pub plan: String,
    /// What to append to the log; none when the task is as asked already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Event>,
    /// Tasks that are done after it.
    pub done: u32,
    /// Tasks of the queue.
    pub total: u32,
    /// The first task that is open after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<SeedTask>,
}
