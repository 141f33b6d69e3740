//! Reads fields of what a client says. A field that is missing, or of another type than the client
//! documents, makes the input one that can't be read: nothing is guessed (D47).

use serde_json::{Map, Value};

use crate::cli::hook::changes::{Tools, changed};
use crate::cli::hook::event::Call;

/// The object that a client sends.
pub(crate) type Object = Map<String, Value>;

/// That the input can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreadable;

/// A text that must be there.
pub(crate) fn text(object: &Object, key: &str) -> Result<String, Unreadable> {
    object.get(key).and_then(Value::as_str).map(str::to_owned).ok_or(Unreadable)
}

/// A flag; false where it is not there.
pub(crate) fn flag(object: &Object, key: &str) -> Result<bool, Unreadable> {
    match object.get(key) {
        None => Ok(false),
        Some(value) => value.as_bool().ok_or(Unreadable),
    }
}

/// A number that counts; 0 where it is not there.
pub(crate) fn count(object: &Object, key: &str) -> Result<u64, Unreadable> {
    match object.get(key) {
        None => Ok(0),
        Some(value) => value.as_u64().ok_or(Unreadable),
    }
}

/// The keys under which a client says which tool is called, how, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallKeys {
    /// The tool's name.
    pub(crate) tool: &'static str,
    /// Its arguments.
    pub(crate) arguments: &'static str,
    /// The folder that it runs in.
    pub(crate) folder: &'static str,
}

impl CallKeys {
    /// The call, with the files that it changes. Arguments may be JSON within a string.
    pub(crate) fn call(self, object: &Object, tools: Tools) -> Result<Call, Unreadable> {
        let tool = text(object, self.tool)?;
        let given = object.get(self.arguments).unwrap_or(&Value::Null);
        let inner = given.as_str().and_then(|text| serde_json::from_str(text).ok());
        let arguments: &Value = inner.as_ref().unwrap_or(given);
        let paths = changed(tools, &tool, arguments)?;
        let folder = match object.get(self.folder) {
            None | Some(Value::Null) => None,
            Some(_) => Some(text(object, self.folder)?).filter(|folder| !folder.is_empty()),
        };
        Ok(Call { tool, arguments: arguments.to_string(), paths, folder })
    }
}

/// What a tool answered: a text as it is, anything else as JSON.
pub(crate) fn answer(value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}
