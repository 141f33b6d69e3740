//! What clients tell hooks and what hooks answer, whichever client it is.

use clap::ValueEnum;

/// When a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moment {
    /// A tool is about to run
    BeforeTool,
    /// A tool has run
    AfterTool,
    /// A prompt was submitted
    Prompt,
    /// A session begins, is resumed or was compacted
    SessionStart,
    /// The agent is about to stop
    Stop,
}

impl Moment {
    /// The name on the command line.
    pub(crate) fn id(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// What a client says. Which agent of a client makes a call is no part of it: a call of a sub-agent
/// is judged as one of the main agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// A tool is about to run.
    BeforeTool(Call),
    /// A tool has run, and answered this: the JSON of it, or its text.
    AfterTool(Call, String),
    /// A prompt was submitted.
    Prompt(String),
    /// A session begins, is resumed or was compacted.
    SessionStart,
    /// The agent is about to stop.
    Stop {
        /// Whether the client says that it was kept from stopping before.
        already_continued: bool,
    },
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Call {
    /// The tool as the client names it.
    pub(crate) tool: String,
    /// Its arguments, as JSON.
    pub(crate) arguments: String,
    /// The files that it changes, as they are written in it.
    pub(crate) paths: Vec<String>,
    /// The folder that it runs in, where the client says so.
    pub(crate) folder: Option<String>,
}

/// What a hook says to a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Nothing: the client does what it does without this program.
    Nothing,
    /// The call is denied, for this reason.
    Deny(String),
    /// This is put into the agent's context.
    Inject(String),
    /// The turn goes on, with this text.
    Continue(String),
}
