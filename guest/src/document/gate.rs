//! What is checked before anything of a task is read.

use super::request::WriteRequest;
use super::task_id::TaskId;
use super::{PAGE_MAX_ENTRIES, TITLE_MAX_CHARS};
use crate::author::Author;
use crate::capability::{Access, Reach};
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::text::{CONTENT_MAX_BYTES, checked_size};

/// What an update does with its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It becomes the document.
    Replace,
    /// It is added at the end.
    Append,
}

impl Mode {
    /// Reads a mode; an empty one is `replace` (AC-TASKS-PLAN-APPEND-001.1 to 001.3).
    pub(crate) fn parse(mode: &str) -> Result<Self, Refusal> {
        match mode {
            "" | "replace" => Ok(Self::Replace),
            "append" => Ok(Self::Append),
            other => Err(Refusal::InvalidMode { mode: other.to_owned() }),
        }
    }
}

/// Lets a caller in who has a valid name and may reach the task. An access capability that fails
/// answers no.
pub(crate) fn admit(
    access: &mut impl Access,
    caller: &Author,
    task: &TaskId,
    reach: Reach,
) -> Result<(), Failure> {
    caller.check()?;
    if !may_reach(access, caller, task.as_str(), reach) {
        return Err(Refusal::NotReachable { task: task.as_str().to_owned() }.into());
    }
    Ok(())
}

/// Whether the caller may reach a task.
pub(crate) fn may_reach(access: &mut impl Access, caller: &Author, task: &str, reach: Reach) -> bool {
    matches!(access.may_reach(caller, task, reach), Ok(true))
}

/// Checks a document that an agent sends whole: its content, its size, its title.
pub(crate) fn check_whole(request: &WriteRequest) -> Result<(), Refusal> {
    if request.content.is_empty() {
        return Err(Refusal::ContentRequired);
    }
    check_size(&request.content)?;
    check_title(&request.title)
}

/// Checks the size of a whole document (D4).
pub(crate) fn check_size(content: &str) -> Result<(), Refusal> {
    checked_size(content.len(), CONTENT_MAX_BYTES).map(|_| ())
}

/// Checks a title: at most 1,024 characters, none of them a control character.
pub(crate) fn check_title(title: &str) -> Result<(), Refusal> {
    let chars = title.chars().take(TITLE_MAX_CHARS.saturating_add(1)).count();
    if chars > TITLE_MAX_CHARS || title.chars().any(char::is_control) {
        return Err(Refusal::InvalidTitle);
    }
    Ok(())
}

/// Checks how many entries a page is asked for.
pub(crate) fn check_limit(limit: u32) -> Result<(), Refusal> {
    if (1..=PAGE_MAX_ENTRIES).contains(&limit) { Ok(()) } else { Err(Refusal::InvalidLimit { asked: limit }) }
}
