//! The entry of a server in a configuration.

use serde_json::Value;

/// The argument that makes the program a server.
pub(crate) const SERVE: &str = "mcp";

/// An entry as it is written when there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// What stands before the program. An entry that is there already keeps what it has.
    pub(crate) before: Vec<(&'static str, Field)>,
    /// What is started, and with which arguments. It is what makes the entry ours.
    pub(crate) program: Vec<(&'static str, Field)>,
    /// What stands after the program; as `before`.
    pub(crate) after: Vec<(&'static str, Field)>,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Field {
    /// A text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
}

impl Field {
    /// The value as JSON.
    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(text.as_str()),
            Self::List(list) => Value::from(list.as_slice()),
        }
    }

    /// The texts in it.
    pub(crate) fn texts(&self) -> &[String] {
        match self {
            Self::Text(text) => std::slice::from_ref(text),
            Self::List(list) => list,
        }
    }
}

impl Entry {
    /// Every field, in the order in which they are written.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &(&'static str, Field)> {
        self.before.iter().chain(&self.program).chain(&self.after)
    }

    /// Whether a stored entry starts the same program with the same arguments.
    pub(crate) fn is_in(&self, stored: &Value) -> bool {
        self.program.iter().all(|(key, field)| stored.get(key) == Some(&field.value()))
    }

    /// Whether a stored entry is Planmark's: its program is `planmark` or the one of this entry, and
    /// its first argument makes a server of it.
    pub(crate) fn is_ours(&self, stored: &Value) -> bool {
        let own = self.program.first().and_then(|(_, field)| field.texts().first());
        let words = command_line(stored);
        let [command, first, ..] = words.as_slice() else { return false };
        *first == SERVE && (Some(command) == own || is_planmark(command))
    }
}

/// The program and the arguments of a stored entry, whichever form it has.
pub(crate) fn command_line(stored: &Value) -> Vec<String> {
    let texts = |value: Option<&Value>| -> Vec<String> {
        match value {
            Some(Value::String(text)) => vec![text.clone()],
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    [texts(stored.get("command")), texts(stored.get("args"))].concat()
}

/// Whether a program is named `planmark`, wherever it stands.
pub(crate) fn is_planmark(command: &str) -> bool {
    let file = command.rsplit(['/', '\\']).next().unwrap_or_default();
    file.strip_suffix(".exe").unwrap_or(file) == "planmark"
}
