//! What a body outlines: its tasks, and what its author may have meant as one (D21).

use serde::{Deserialize, Serialize};

use crate::digest::sha256;
use crate::refusal::{Refusal, TaskRefusal};
use crate::text::{CONTENT_MAX_BYTES, Markdown, Note, size};
use crate::tracker::TASKS_MAX;

mod boxes;
mod heading;
mod labels;
mod notes;
mod walk;

/// Hex digits of a task id (D23).
const ID_DIGITS: usize = 16;

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
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
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

/// Outlines a body. Any text has an outline, and a text of any kind takes time in proportion to its
/// length.
#[must_use]
pub fn parse(text: &str) -> Outline {
    let mut outline = walk::Walk::through(&Markdown::new(text));
    if let Some(note) = crate::text::arrived_escaped(text) {
        outline.notes.insert(0, note);
    }
    outline
}

/// Refuses what can't be a body: an empty text, and one over the limit.
pub(super) fn check_body(text: &str) -> Result<(), TaskRefusal> {
    match size(text.len()) {
        0 => Err(TaskRefusal::BodyRequired),
        bytes if bytes > CONTENT_MAX_BYTES => Err(TaskRefusal::BodyTooLarge { bytes: text.len() }),
        _ => Ok(()),
    }
}

/// Outlines a body that is to be saved (D20, D25).
pub(crate) fn of_body(text: &str) -> Result<Outline, Refusal> {
    check_body(text)?;
    let outline = parse(text);
    match outline.tasks.len() {
        count if count > TASKS_MAX => Err(TaskRefusal::TooManyTasks { count }.into()),
        _ => Ok(outline),
    }
}

/// The id of the task with a normalised title that so many earlier tasks have (D23).
fn task_id(normalised_title: &str, earlier: u32) -> String {
    let digest = sha256(&format!("{normalised_title}\0{earlier}"));
    format!("task-{}", digest.get(..ID_DIGITS).unwrap_or_default())
}

#[cfg(test)]
mod tests;
