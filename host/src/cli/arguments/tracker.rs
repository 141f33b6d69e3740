//! What can be said about sessions, saved plans and their tasks.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

/// The session of a command.
#[derive(Debug, Args)]
pub(crate) struct On {
    /// The session, as [`session`](crate::cli::project::session) takes it.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    #[arg(help = "Session that is meant [env: PLANMARK_SESSION] [default: that of the project's folder]")]
    pub(crate) session: Option<String>,
    /// Read a Pi session's file in place instead; it can't be changed from here
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "session")]
    pub(crate) pi: Option<PathBuf>,
}

/// The session of a command that changes it, who does, and by which request.
#[derive(Debug, Args)]
pub(crate) struct Change {
    #[command(flatten)]
    pub(crate) by: By,
    /// Name the request, so that it can be sent again without being done twice
    #[arg(long, value_name = "UUID")]
    pub(crate) request: Option<String>,
}

/// The session of a command that records something in it, and who does.
#[derive(Debug, Args)]
pub(crate) struct By {
    #[command(flatten)]
    pub(crate) on: On,
    /// The name of the author, as [`person`](crate::cli::home::person) takes it.
    #[arg(long, value_name = "NAME")]
    #[arg(help = "Name recorded with the change [env: PLANMARK_AUTHOR] [default: the user's name]")]
    pub(crate) author: Option<String>,
}

/// What to do with sessions.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// Make an empty session
    #[command(after_help = "Example:\n  planmark session new --id release-2")]
    New(New),
    /// List the sessions of the home
    #[command(after_help = "Example:\n  planmark session list --json")]
    List,
    /// Make a session that goes on from an entry of another one, and leaves that one as it is
    #[command(after_help = "Example:\n  planmark session fork --id try-it --at 3")]
    Fork(Fork),
    /// Show a session: its plans, and the entries of its branch from the newest back
    #[command(after_help = "Example:\n  planmark session show --limit 20")]
    Show(ShowSession),
    /// Make an earlier entry the end of the branch; later ones stay, off the branch
    #[command(after_help = "Example:\n  planmark session go 3")]
    Go(Go),
    /// Say what the agent is asked to do: to plan, or to build what is planned
    #[command(after_help = "Example:\n  planmark session mode plan")]
    Mode(SetMode),
    /// Make a session from the file of a Pi session, its plans included
    #[command(after_help = "Example:\n  planmark session import session.jsonl --id from-pi")]
    Import(Import),
}

/// A session to make.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// Its id [default: one that is new]
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub(crate) id: Option<String>,
    /// Name of the program that keeps the session's log; it takes no change from here
    #[arg(long, value_name = "NAME")]
    pub(crate) owner: Option<String>,
}

/// A session to make from another one.
#[derive(Debug, Args)]
pub(crate) struct Fork {
    #[command(flatten)]
    pub(crate) from: From,
    /// Id of the new session [default: one that is new]
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub(crate) id: Option<String>,
    /// Entry to go on from; 0 is the empty root [default: the end of the branch]
    #[arg(long, value_name = "ENTRY")]
    pub(crate) at: Option<u32>,
}

/// The session that is read.
#[derive(Debug, Args)]
pub(crate) struct From {
    /// The session, as [`session`](crate::cli::project::session) takes it.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    #[arg(help = "Session that is meant [env: PLANMARK_SESSION] [default: that of the project's folder]")]
    pub(crate) session: Option<String>,
}

/// What to show of a session.
#[derive(Debug, Args)]
pub(crate) struct ShowSession {
    #[command(flatten)]
    pub(crate) from: From,
    /// Show at most this many entries [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u32>,
}

/// Where the branch is to end.
#[derive(Debug, Args)]
pub(crate) struct Go {
    /// Entry that becomes the end of the branch; 0 is the empty root
    #[arg(value_name = "ENTRY")]
    pub(crate) entry: u32,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// A mode to set.
#[derive(Debug, Args)]
pub(crate) struct SetMode {
    /// What the agent is asked to do
    #[arg(value_name = "MODE")]
    pub(crate) mode: ModeName,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// What the agent is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeName {
    /// Think, ask, write the plan
    Plan,
    /// Do the plan's tasks
    Build,
}

/// A file to import.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The file of a Pi session
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Import only the branch that the file ends in, and the plans on it
    #[arg(long)]
    pub(crate) branch: bool,
    /// Id of the new session [default: the id in the file]
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub(crate) id: Option<String>,
}

/// A plan to save.
#[derive(Debug, Args)]
pub(crate) struct SavePlan {
    #[command(flatten)]
    pub(crate) text: super::Text,
    /// Save the assistant's last message in this transcript of Claude Code, Codex or Pi
    #[arg(long, value_name = "TRANSCRIPT", value_hint = ValueHint::FilePath, conflicts_with = "file")]
    pub(crate) last: Option<PathBuf>,
    /// Id of the plan [default: one that is new, by the date]
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub(crate) plan: Option<String>,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// The plans to list.
#[derive(Debug, Args)]
pub(crate) struct Plans {
    #[command(flatten)]
    pub(crate) on: On,
}

/// A plan to make the active one.
#[derive(Debug, Args)]
pub(crate) struct Select {
    /// The plan
    #[arg(value_name = "PLAN", allow_hyphen_values = true)]
    pub(crate) plan: String,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// A plan to clear.
#[derive(Debug, Args)]
pub(crate) struct Clear {
    /// The plan [default: the active one]
    #[arg(value_name = "PLAN", allow_hyphen_values = true)]
    pub(crate) plan: Option<String>,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// A plan to print.
#[derive(Debug, Args)]
pub(crate) struct View {
    /// The plan [default: the active one]
    #[arg(value_name = "PLAN", allow_hyphen_values = true)]
    pub(crate) plan: Option<String>,
    #[command(flatten)]
    pub(crate) on: On,
}

/// Tasks to print.
#[derive(Debug, Args)]
pub(crate) struct Tasks {
    /// The plan [default: the active one]
    #[arg(value_name = "PLAN", allow_hyphen_values = true)]
    pub(crate) plan: Option<String>,
    #[command(flatten)]
    pub(crate) on: On,
    /// Go on printing whenever something changes, until interrupted
    #[arg(long)]
    pub(crate) watch: bool,
    /// Fail when there is a note: something that was meant as a task and isn't one, a body that was
    /// edited
    #[arg(long, conflicts_with = "watch")]
    pub(crate) strict: bool,
}

/// A task to tick or untick.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("reference").required(true))]
pub(crate) struct Tick {
    /// The task's id, or its title word for word
    #[arg(value_name = "ID-OR-TITLE", group = "reference", allow_hyphen_values = true)]
    pub(crate) task: Option<String>,
    /// The task's id
    #[arg(long, value_name = "ID", group = "reference", allow_hyphen_values = true)]
    pub(crate) id: Option<String>,
    /// The task's title, word for word, where it looks like an id
    #[arg(long, value_name = "TITLE", group = "reference", allow_hyphen_values = true)]
    pub(crate) title: Option<String>,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// The line for this turn.
#[derive(Debug, Args)]
pub(crate) struct Marker {
    #[command(flatten)]
    pub(crate) on: On,
}

/// The text for the system prompt.
#[derive(Debug, Args)]
pub(crate) struct Prompt {
    #[command(flatten)]
    pub(crate) on: On,
}

/// Bodies to collect.
#[derive(Debug, Args)]
pub(crate) struct Collect {
    /// Say what would be removed, and remove nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) from: From,
}
