//! What can be said on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::cli::exit::Exit;
use crate::cli::init::arguments::Init;

pub(crate) mod hook;
pub(crate) mod mcp;
pub(crate) mod offer;
pub(crate) mod preview;
pub(crate) mod runtime;
pub(crate) mod tools;

pub(crate) mod tracker;

/// Keeps a coding agent's plan safe
///
/// A plan is one Markdown text per task. Planmark stores every text it ever was, refuses a write
/// that is based on an old one, and says when a write removed most of it.
#[derive(Debug, Parser)]
#[command(
    name = "planmark",
    version = crate::cli::version::PROGRAM,
    max_term_width = 100,
    after_long_help = exit_codes(),
    after_help = "Example:\n  planmark plan create --task demo plan.md\n  planmark plan show --task demo",
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    /// What holds for every command.
    #[command(flatten)]
    pub(crate) global: Global,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What holds for every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options for every command")]
pub(crate) struct Global {
    /// The folder that holds the plans, as [`choose`](crate::cli::home::choose) takes it.
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    #[arg(help = "Folder that holds the plans [env: PLANMARK_HOME] [default: the user's data folder]")]
    pub(crate) home: Option<PathBuf>,
    /// Print one JSON document: the result on standard output, an error on standard error
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    pub(crate) color: Color,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write, read and restore plans
    #[command(subcommand)]
    Plan(Plan),
    /// Make, list, fork and show sessions
    #[command(subcommand)]
    Session(tracker::SessionCommand),
    /// Save a plan of tasks, and make it the active one
    ///
    /// The text stays as it is; progress is kept beside it, in the session.
    #[command(after_help = "Example:\n  planmark save plan.md\n  planmark save --last transcript.jsonl")]
    Save(tracker::SavePlan),
    /// List the saved plans of the session
    #[command(after_help = "Example:\n  planmark plans")]
    Plans(tracker::Plans),
    /// Make a saved plan the active one
    #[command(after_help = "Example:\n  planmark select p-0193a1b2c3d4-7f3a21b9")]
    Select(tracker::Select),
    /// Print a saved plan as it is now
    #[command(after_help = "Example:\n  planmark view > plan.md")]
    View(tracker::View),
    /// Take a saved plan off the branch; its text stays for at least 30 days
    #[command(after_help = "Example:\n  planmark clear")]
    Clear(tracker::Clear),
    /// Show the tasks of the active plan: done, next, skipped
    #[command(after_help = "Example:\n  planmark tasks\n  planmark tasks --watch")]
    Tasks(tracker::Tasks),
    /// End a task, named by its id or by its title word for word
    #[command(
        after_help = "Example:\n  planmark tick 'Write the parser'\n  planmark tick task-b6827fe6ff909861"
    )]
    Tick(tracker::Tick),
    /// Reopen a task
    #[command(after_help = "Example:\n  planmark untick 'Write the parser'")]
    Untick(tracker::Tick),
    /// Print the line that tells an agent where it is
    #[command(after_help = "Example:\n  planmark marker")]
    Marker(tracker::Marker),
    /// Print the text for a system prompt: how to work, and the active plan
    #[command(after_help = "Example:\n  planmark prompt > prompt.md")]
    Prompt(tracker::Prompt),
    /// Say what to do next on a root: the one read of a turn
    ///
    /// What is printed is served by that: exit code 6 says that nothing is served now.
    #[command(after_help = "Example:\n  planmark continue")]
    Continue(runtime::Continue),
    /// Admit, block, seal and show roots: work that is served task by task, and ends with a receipt
    #[command(subcommand)]
    Root(runtime::RootCommand),
    /// Show what a goal or loop carries, and say what is to become of it
    #[command(subcommand)]
    Transport(runtime::TransportCommand),
    /// Print the guard line, and check where it stands
    #[command(subcommand)]
    Guard(runtime::GuardCommand),
    /// Say which client runs, and how it is served
    #[command(after_help = "Example:\n  planmark identity\n  planmark identity --all --json")]
    Identity(runtime::Identity),
    /// Remove the texts of plans that were cleared more than 30 days ago
    #[command(after_help = "Example:\n  planmark gc --dry-run")]
    Gc(tracker::Collect),
    /// Say what is installed, whether the home can be used, and how to mend what is wrong
    #[command(after_help = "Example:\n  planmark doctor --home ./plans")]
    Doctor,
    /// Tell a client to start the MCP server and to run the hooks, or no longer to
    ///
    /// The changes of the client's configuration are shown first. Everything else in the files stays as it
    /// is. With --home the server and the hooks get the same home.
    #[command(
        after_help = "Example:\n  planmark init claude-code\n  planmark init codex --yes -- --profile documents,recovery\n  planmark init cursor --scope user --remove"
    )]
    Init(Init),
    /// Write the engine's component and its WIT, for other hosts
    #[command(after_help = "Example:\n  planmark component --out ./engine")]
    Component(Component),
    /// Run recorded calls again, and say which of them go another way now
    ///
    /// A host that has `PLANMARK_TRACE` in its environment records its calls in the file that it names.
    /// Replaying opens no home and writes nothing.
    #[command(after_help = "Example:\n  planmark replay calls.jsonl")]
    Replay(Replay),
    /// Print the tools that an agent gets: with --json exactly as MCP lists them
    #[command(after_help = "Example:\n  planmark tools --profile documents,recovery")]
    Tools(tools::Tools),
    /// Run one tool as an agent would, and print its answer
    ///
    /// The answer is JSON, that of a refusal too; the exit code says which it is.
    #[command(after_help = "Example:\n  planmark call get_task_plan --args '{\"task_id\": \"demo\"}'")]
    Call(tools::Call),
    /// Serve agents over the Model Context Protocol: tools, plans as resources, prompts
    ///
    /// On standard input and output, until the input ends; with --http, to many clients at once.
    #[command(
        after_help = "Example:\n  planmark mcp --profile documents\n  planmark mcp --http 7717 --log info"
    )]
    Mcp(mcp::Mcp),
    /// Print the script with which a shell completes this program's command line
    #[command(
        after_help = "Example:\n  planmark completions bash > ~/.local/share/bash-completion/completions/planmark"
    )]
    Completions(Completions),
    /// Answer a client's hook: deny what has drifted, bring a session back, go on at the end of a turn
    ///
    /// The client's JSON is read from standard input, and its answer printed; nothing is printed where
    /// there is nothing to say. `planmark init` tells clients to run it.
    #[command(after_help = "Example:\n  planmark hook claude-code before-tool < call.json")]
    Hook(hook::Hook),
    /// Show the preview page: what the engine makes of a plan, in a browser on this machine
    ///
    /// Prints the page's address, and serves it to this machine alone until the program is told to stop.
    /// The plan's text stays in the browser.
    #[command(after_help = "Example:\n  planmark preview plan.md --open")]
    Preview(preview::Preview),
}

/// The shell to print a script for.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// What to do with plans.
#[derive(Debug, Subcommand)]
pub(crate) enum Plan {
    /// Create a task's plan, or replace the one there is
    #[command(after_help = "Example:\n  planmark plan create --task demo --title 'Release 2' plan.md")]
    Create(Write),
    /// Add a fragment at the end of a plan, after one blank line
    ///
    /// The plan needs not be read first. An append sent twice is appended twice.
    #[command(after_help = "Example:\n  printf '## Findings\\n' | planmark plan append --task demo")]
    Append(Write),
    /// Replace the whole text of a plan
    #[command(after_help = "Example:\n  planmark plan replace --task demo --expect 3f2a… plan.md")]
    Replace(Write),
    /// Replace the one place where a text stands
    #[command(
        after_help = "Example:\n  planmark plan edit --task demo --expect 3f2a… --find '- [ ] Ship' --replace '- [x] Ship'"
    )]
    Edit(Edit),
    /// Store the whole text that an editor holds, without a truncation warning
    ///
    /// The text may be empty. A request is a JSON object with the fields `task`, `title`, `content` and
    /// `expected_version`; other fields are ignored.
    #[command(
        after_help = "Example:\n  planmark plan save --task demo plan.md\n  planmark plan save --request request.json"
    )]
    Save(Save),
    /// Print a plan, or any text it ever was
    #[command(
        after_help = "Example:\n  planmark plan show --task demo\n  planmark plan show --task demo --revision 2 > old.md"
    )]
    Show(Show),
    /// List the revisions of a plan, newest first
    #[command(after_help = "Example:\n  planmark plan log --task demo --all")]
    Log(Log),
    /// Show what changed between two texts of a plan
    ///
    /// A point is a revision number (3), a position (@5), or HEAD, the latest revision.
    #[command(
        after_help = "Example:\n  planmark plan diff --task demo\n  planmark plan diff --task demo 1 HEAD\n  planmark plan diff --task demo @4 @5"
    )]
    Diff(Diff),
    /// Bring an earlier text and its title back, as a new revision
    #[command(after_help = "Example:\n  planmark plan restore --task demo --revision 2")]
    Restore(Restore),
    /// Delete a plan; its revisions stay
    #[command(after_help = "Example:\n  planmark plan delete --task demo")]
    Delete(Delete),
    /// List the plans of the home
    #[command(after_help = "Example:\n  planmark plan list --json")]
    List,
}

/// The task of a command.
#[derive(Debug, Args)]
pub(crate) struct Task {
    /// Task whose plan is meant: 1 to 256 printable ASCII characters without space
    #[arg(long = "task", value_name = "ID", allow_hyphen_values = true)]
    pub(crate) id: String,
}

/// Who writes, and on what the write is based.
#[derive(Debug, Args)]
pub(crate) struct Basis {
    /// Refuse the write unless this is the plan's version [from: plan show --json]
    #[arg(long, value_name = "VERSION")]
    pub(crate) expect: Option<String>,
    #[command(flatten)]
    pub(crate) writer: Writer,
}

/// Who writes.
#[derive(Debug, Args)]
pub(crate) struct Writer {
    /// The name of the author, as [`person`](crate::cli::home::person) takes it.
    #[arg(long, value_name = "NAME")]
    #[arg(help = "Name recorded with the revision [env: PLANMARK_AUTHOR] [default: the user's name]")]
    pub(crate) author: Option<String>,
    /// How long after its last write your latest revision is extended instead of adding one; 0 never
    #[arg(long, value_name = "SECONDS", env = "PLANMARK_COALESCE_WINDOW", hide_env_values = true)]
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(-MAX_SECONDS..=MAX_SECONDS))]
    pub(crate) coalesce_window: Option<i64>,
}

/// Most seconds a coalescing window can be given: a thousand years.
const MAX_SECONDS: i64 = 31_557_600_000;

/// A text from a file or standard input.
#[derive(Debug, Args)]
pub(crate) struct Text {
    /// File that holds the text; standard input when absent or `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
}

/// A write of a text.
#[derive(Debug, Args)]
pub(crate) struct Write {
    #[command(flatten)]
    pub(crate) task: Task,
    /// New title; the stored one is kept when absent
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) title: String,
    #[command(flatten)]
    pub(crate) text: Text,
    #[command(flatten)]
    pub(crate) basis: Basis,
}

/// An exact edit.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true))]
#[command(group = clap::ArgGroup::new("by").required(true))]
pub(crate) struct Edit {
    #[command(flatten)]
    pub(crate) task: Task,
    /// Text to find; it must occur exactly once
    #[arg(long, value_name = "TEXT", group = "what", allow_hyphen_values = true)]
    pub(crate) find: Option<String>,
    /// File that holds the text to find; `-` is standard input
    #[arg(long, value_name = "FILE", group = "what", value_hint = ValueHint::FilePath)]
    pub(crate) find_file: Option<PathBuf>,
    /// Text that takes its place, literally; may be empty
    #[arg(long, value_name = "TEXT", group = "by", allow_hyphen_values = true)]
    pub(crate) replace: Option<String>,
    /// File that holds the text that takes its place; `-` is standard input
    #[arg(long, value_name = "FILE", group = "by", value_hint = ValueHint::FilePath)]
    pub(crate) replace_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) basis: Basis,
}

/// A write of the editor path.
#[derive(Debug, Args)]
pub(crate) struct Save {
    /// Task whose plan is meant
    #[arg(long, value_name = "ID", allow_hyphen_values = true, required_unless_present = "request")]
    pub(crate) task: Option<String>,
    /// New title; the stored one is kept when absent
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) title: String,
    #[command(flatten)]
    pub(crate) text: Text,
    /// File that holds the request as JSON; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["task", "title", "file", "expect"])]
    pub(crate) request: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) basis: Basis,
}

/// A name for one text of a plan.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct At {
    /// Text of this revision
    #[arg(long, value_name = "N")]
    pub(crate) revision: Option<u32>,
    /// Text after this many writes; reaches what a coalesced write replaced
    #[arg(long, value_name = "N")]
    pub(crate) position: Option<u32>,
}

/// What to print of a plan.
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) task: Task,
    #[command(flatten)]
    pub(crate) at: At,
    /// Number the lines, which end at LF, CRLF or CR
    #[arg(long, conflicts_with = "json")]
    pub(crate) line_numbers: bool,
}

/// What to print of a history.
#[derive(Debug, Args)]
pub(crate) struct Log {
    #[command(flatten)]
    pub(crate) task: Task,
    /// Show every write of each revision, those it replaced by coalescing included
    #[arg(long)]
    pub(crate) all: bool,
    /// Show at most this many revisions [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u32>,
}

/// What to compare.
#[derive(Debug, Args)]
pub(crate) struct Diff {
    #[command(flatten)]
    pub(crate) task: Task,
    /// Older text [default: the revision before the latest]
    pub(crate) from: Option<Place>,
    /// Newer text [default: HEAD]
    pub(crate) to: Option<Place>,
}

/// What to bring back.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("point").required(true).args(["revision", "position"]))]
pub(crate) struct Restore {
    #[command(flatten)]
    pub(crate) task: Task,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) basis: Basis,
}

/// What to delete.
#[derive(Debug, Args)]
pub(crate) struct Delete {
    #[command(flatten)]
    pub(crate) task: Task,
    #[command(flatten)]
    pub(crate) basis: Basis,
}

/// Where to write the component.
#[derive(Debug, Args)]
pub(crate) struct Component {
    /// Folder to write planmark.wasm and wit/ into; made when absent, same names replaced
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
}

/// What to run again.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// File that a host has recorded
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
}

/// A text of a plan, as `diff` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The latest revision.
    Head,
    /// A revision.
    Revision(u32),
    /// A position.
    Position(u32),
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |digits: &str| {
            let digits_only = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| digits_only)
        };
        if text.eq_ignore_ascii_case("head") {
            return Ok(Self::Head);
        }
        let place = match text.strip_prefix('@') {
            Some(digits) => number(digits).map(Self::Position),
            None => number(text).map(Self::Revision),
        };
        place.ok_or_else(|| "a point is a revision number (3), a position (@5), or HEAD".to_owned())
    }
}

fn exit_codes() -> String {
    let mut help = "Exit codes:\n".to_owned();
    for exit in Exit::ALL {
        help.push_str(&format!("  {:>2}  {}\n", exit.number(), exit.meaning()));
    }
    help.push_str("\nExample:\n  planmark plan create --task demo plan.md\n  planmark plan show --task demo");
    help
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_holds_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        fn check(command: &clap::Command) {
            for child in command.get_subcommands() {
                check(child);
            }
            let leaf = command.get_subcommands().next().is_none();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(!leaf || help.starts_with("Example:\n  "), "{} has no example", command.get_name());
        }
        check(&Arguments::command());
    }

    #[test]
    fn points_are_revisions_positions_and_head() {
        assert_eq!("3".parse(), Ok(Place::Revision(3)));
        assert_eq!("@5".parse(), Ok(Place::Position(5)));
        assert_eq!("head".parse(), Ok(Place::Head));
        for text in ["", "@", "+3", "-1", "3x", "99999999999"] {
            assert!(text.parse::<Place>().is_err(), "{text:?}");
        }
    }
}
