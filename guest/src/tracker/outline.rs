//! What a body outlines: its tasks, and what its author may have meant as one (D21).

use serde::{Deserialize, Serialize};

use crate::text::Note;

/// One scenario of a task (D24). A part that the author left out is none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Scenario {
    /// What holds before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// What happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// What must hold after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
}

/// One task as a body outlines it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// `task-` and the first 16 hex digits of SHA-256 over the normalised title, a NUL, and the
    /// decimal count of earlier equal titles (D23).
    pub id: String,
    /// The item's first paragraph as written, its lines trimmed and joined by one space (D22).
    pub title: String,
    /// The line of its box, counted from 1 by LF, CRLF and CR.
    pub line: u32,
    /// The scenarios of its nested bullets, in order (D24).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<Scenario>,
    /// Its non-functional requirements, one for each bullet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nfrs: Vec<String>,
    /// Its verification gates, one for each bullet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<String>,
    /// Its checkpoints, one for each bullet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checkpoints: Vec<String>,
    /// Everything of the item below its title, as written.
    pub text: String,
}

/// What a body outlines.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outline {
    /// In order. May be more than a save accepts (D25).
    pub tasks: Vec<Task>,
    /// What its author may have meant as a task and isn't one, in line order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}
