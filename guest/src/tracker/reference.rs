//! Which task a caller means (D26).

use serde::{Deserialize, Serialize};

/// What names a task: exactly one of the two.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reference {
    /// Its id: at most 128 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// Its title: at most 1,024 characters; runs of white space count as one space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// What a reference means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolved {
    /// The task's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether it is done already.
    pub done: bool,
    /// The ids of the earlier tasks that are open, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
}
