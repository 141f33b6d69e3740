//! Calls of the documents as lines of a script, for tests that play them at the same time.

use serde_json::{Value, json};

use crate::script::Line;
use crate::writer::agent;

/// One call, by its export and arguments.
///
/// # Panics
///
/// When `args` is no object.
#[must_use]
pub fn line(op: &str, args: &Value) -> Line {
    serde_json::from_value(json!({ "op": op, "args": args })).expect("a line")
}

/// The same call by that agent.
#[must_use]
pub fn by(name: &str, mut line: Line) -> Line {
    line.by = Some(agent(name));
    line
}

/// The same call at that task.
#[must_use]
pub fn at(task: &str, mut line: Line) -> Line {
    line.args.insert("task".to_owned(), json!(task));
    line
}

/// `create` with a text.
#[must_use]
pub fn create(content: &str) -> Line {
    line("create", &json!({ "content": content }))
}

/// `update` in mode `append`.
#[must_use]
pub fn append(fragment: &str) -> Line {
    line("update", &json!({ "content": fragment, "mode": "append" }))
}

/// `update` in mode `replace`.
#[must_use]
pub fn replace(content: &str) -> Line {
    line("update", &json!({ "content": content, "mode": "replace" }))
}

/// `save` of a text.
#[must_use]
pub fn save(content: &str) -> Line {
    line("save", &json!({ "content": content }))
}

/// `restore` of a revision.
#[must_use]
pub fn restore(revision: u32) -> Line {
    line("restore", &json!({ "point": { "revision": revision } }))
}

/// `delete`.
#[must_use]
pub fn delete() -> Line {
    line("delete", &json!({}))
}

/// `read`.
#[must_use]
pub fn read() -> Line {
    line("read", &json!({}))
}
