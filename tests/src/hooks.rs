//! What clients send to their hooks, in the files of `tests/hooks/`, and what they are answered.

use std::fs;
use std::path::{Path, PathBuf};

use planmark::core::runtime::client::Client;
use serde_json::Value;

use crate::rooted::Rooted;

/// A file of a client.
#[must_use]
pub fn file(client: Client, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks").join(client.name()).join(name)
}

/// What is in one.
///
/// # Panics
///
/// When it is not there, or no JSON.
#[must_use]
pub fn load(client: Client, name: &str) -> Value {
    let file = file(client, name);
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// What the client sends at that moment.
///
/// # Panics
///
/// When there is no file of that.
#[must_use]
pub fn input(rooted: &Rooted, client: Client, moment: &str) -> Value {
    let project = serde_json::to_string(&rooted.project()).expect("JSON");
    let text = load(client, &format!("{moment}.json")).to_string();
    serde_json::from_str(&text.replace("$PROJECT", project.trim_matches('"'))).expect("JSON")
}

/// The text of an answer, wherever the client has it.
#[must_use]
pub fn text_in(answer: Option<&Value>) -> String {
    fn longest(value: &Value) -> &str {
        match value {
            Value::String(text) => text,
            Value::Object(fields) => fields.values().map(longest).max_by_key(|text| text.len()).unwrap_or(""),
            _ => "",
        }
    }
    answer.map(longest).unwrap_or_default().to_owned()
}
