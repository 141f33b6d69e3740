//! Task ids.

use super::TASK_ID_MAX_CHARS;
use crate::capability::{Scope, ScopeKind};
use crate::refusal::Refusal;

/// A task id: 1 to 256 printable ASCII characters without space (D14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TaskId(String);

impl TaskId {
    /// Takes a well-formed id.
    pub(crate) fn parse(id: &str) -> Result<Self, Refusal> {
        if is_task_id(id) {
            Ok(Self(id.to_owned()))
        } else {
            Err(Refusal::InvalidTaskId { task: id.to_owned() })
        }
    }

    /// The id.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The scope that holds everything stored for the task.
    pub(crate) fn scope(&self) -> Scope {
        Scope { kind: ScopeKind::Task, id: self.0.clone() }
    }
}

fn is_task_id(id: &str) -> bool {
    (1..=TASK_ID_MAX_CHARS).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_ascii_up_to_the_limit() {
        for id in ["a", "!~", "TASK-1/x:y", &"x".repeat(256)] {
            assert_eq!(TaskId::parse(id).expect(id).as_str(), id);
        }
        for id in ["", " ", "a b", "a\n", "\u{7f}", "é", &"x".repeat(257)] {
            assert_eq!(TaskId::parse(id), Err(Refusal::InvalidTaskId { task: id.to_owned() }), "{id:?}");
        }
    }
}
