//! What callers ask of the documents.

use serde::{Deserialize, Serialize};

use crate::author::Author;

/// How long a revision may be extended after its last update when a host configures nothing, in
/// milliseconds (D7).
pub const COALESCE_WINDOW_MS: i64 = 300_000;

/// Who calls, and what the host has configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The author of what is written, and the caller of `access`.
    pub caller: Author,
    /// How long a revision may be extended after its last update, in milliseconds; none means
    /// [`COALESCE_WINDOW_MS`], zero or less never.
    pub coalesce_window_ms: Option<i64>,
}

/// A write of the agent path: [`create`](crate::document::create) and
/// [`update`](crate::document::update).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct WriteRequest {
    /// The task.
    pub task: String,
    /// The new title; empty keeps the stored one (D9).
    pub title: String,
    /// The whole document, or the fragment to append.
    pub content: String,
    /// `replace`, `append`, or empty for `replace`.
    pub mode: String,
    /// The edit version the caller has seen (D10).
    pub expected_version: Option<String>,
}

/// An exact edit (D10).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EditRequest {
    /// The task.
    pub task: String,
    /// The text to find, which must occur exactly once.
    pub find: String,
    /// What takes its place, literally.
    pub replacement: String,
    /// The edit version the caller has read; required.
    pub expected_version: Option<String>,
}

/// A write of the editor path (D12). Its JSON form ignores unknown fields
/// (AC-TASKS-PLAN-APPEND-005.3).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SaveRequest {
    /// The task.
    pub task: String,
    /// The new title; empty keeps the stored one.
    pub title: String,
    /// The whole document; may be empty.
    pub content: String,
    /// The edit version the editor has loaded.
    pub expected_version: Option<String>,
}

/// A name for a stored text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Point {
    /// The text of that revision, from 1.
    Revision(u32),
    /// The text after that many writes, from 1.
    Position(u32),
}

/// A restore of an earlier text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoreRequest {
    /// The task, which must have a plan.
    pub task: String,
    /// The text to bring back.
    pub point: Point,
    /// The edit version the caller has seen.
    pub expected_version: Option<String>,
}

/// The deletion of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeleteRequest {
    /// The task, which must have a plan.
    pub task: String,
    /// The edit version the caller has seen.
    pub expected_version: Option<String>,
}
