//! Traces: what the engine was asked, what it asked of its host, and what it answered, call by call, so
//! that each can be run again anywhere (`docs/traces.md`).

use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};
use serde_json::Value;

mod file;
mod json;
mod read;

pub(crate) use file::TraceFile;
pub(crate) use read::{Read, Reader};

/// The version of the format.
const FORMAT: u32 = 1;

/// Most bytes of a line, its LF not counted. A longer call is not recorded.
const LINE_MAX_BYTES: usize = 64 << 20;

/// Most bytes of a trace. A call that has no room in it is not recorded.
const FILE_MAX_BYTES: u64 = 1 << 30;

/// One call: a line of a trace.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    trace: u32,
    /// SHA-256 of the component, 64 hex digits.
    pub(crate) component: String,
    /// The export, as in `wit/`.
    pub(crate) interface: String,
    pub(crate) function: String,
    pub(crate) arguments: Vec<Value>,
    /// What the engine asked of its host, in order.
    pub(crate) steps: Vec<Step>,
    /// What it answered: `ok`, `failure` or `trap`.
    pub(crate) result: Value,
}

/// One question of the engine to its host.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// Interface and function, with a dot between.
    pub(crate) capability: String,
    pub(crate) arguments: Vec<Value>,
    /// `ok` or `failure`. None where the host's function failed and the engine was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "json::present")]
    pub(crate) answer: Option<Value>,
}

/// What a call's result is in a trace when a function of the host failed.
pub(crate) const IMPORT_FAILED: &str = "import-failed";

impl Line {
    pub(crate) fn new(component: &str, interface: &str, function: &str, arguments: Vec<Value>) -> Self {
        let (component, interface, function) = (component.into(), interface.into(), function.into());
        let result = Value::Null;
        Self { trace: FORMAT, component, interface, function, arguments, steps: Vec::new(), result }
    }
}

/// What came of running a trace again.
#[derive(Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Replay {
    /// How many calls the trace holds.
    pub calls: u64,
    /// How many of them asked and answered the same.
    pub same: u64,
    /// The others: the first difference of each, in the order of the trace.
    pub differences: Vec<Difference>,
    /// The number of the last line where it was cut off: it is no call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<u64>,
}

impl Replay {
    /// Whether every call is the same, and none is cut off.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.differences.is_empty() && self.cut.is_none()
    }
}

/// Where a call goes another way than the one recorded.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The number of its line, from 1.
    pub line: u64,
    /// The export, as in `wit/`.
    pub interface: String,
    /// Its function.
    pub function: String,
    /// What differs.
    pub part: Part,
    /// The number of the step that differs, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// What the trace has; none where the engine asks once more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Value>,
    /// What came now; none where the engine asks nothing more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<Value>,
}

/// What differs of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// It was recorded with another component, and wasn't run.
    Component,
    /// What the engine asks of its host.
    Step,
    /// What it answers.
    Result,
}

/// Why a trace can't be run again.
#[derive(Debug)]
#[non_exhaustive]
pub enum TraceError {
    /// The file can't be read.
    Unreadable(io::Error),
    /// A line is no call of a trace.
    Damaged {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        cause: String,
    },
    /// There is no engine to call.
    Component(crate::error::ComponentError),
}

impl TraceError {
    /// The stable name, in kebab case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "trace-unreadable",
            Self::Damaged { .. } => "trace-damaged",
            Self::Component(error) => error.code(),
        }
    }

    /// What to do next, in a sentence.
    #[must_use]
    pub const fn next(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "Name a file that a host has recorded.",
            Self::Damaged { .. } => "Delete that line, or record the calls again.",
            Self::Component(error) => error.next(),
        }
    }
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(cause) => write!(f, "the trace can't be read: {cause}"),
            Self::Damaged { line, cause } => write!(f, "line {line} is no call of a trace: {cause}"),
            Self::Component(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TraceError {}

impl From<crate::error::ComponentError> for TraceError {
    fn from(error: crate::error::ComponentError) -> Self {
        Self::Component(error)
    }
}
