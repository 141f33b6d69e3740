//! What can be said about roots, their transports and their guard line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueHint};
use planmark_core::runtime::client::Client;

use super::tracker::{By, Change, From};
use crate::cli::report::{Code, Report};
use crate::signs;

/// A root as it is named: `CLOSURE/GENERATION`, or the closure alone for its latest generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RootName {
    /// The closure.
    pub(crate) closure: String,
    /// The generation, where it was given.
    pub(crate) generation: Option<u32>,
}

impl FromStr for RootName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((closure, generation)) = text.split_once('/') else {
            return Ok(Self { closure: text.to_owned(), generation: None });
        };
        let digits = generation.bytes().all(|byte| byte.is_ascii_digit());
        match generation.parse() {
            Ok(generation) if digits => {
                Ok(Self { closure: closure.to_owned(), generation: Some(generation) })
            }
            _ => Err("a root is CLOSURE or CLOSURE/GENERATION: release, release/2".to_owned()),
        }
    }
}

/// The client that an agent runs in.
#[derive(Debug, Args)]
pub(crate) struct Seat {
    /// Client that the agent runs in, where its surroundings don't say [env: `PLANMARK_CLIENT`]
    #[arg(long, value_name = "CLIENT", ignore_case = true)]
    #[arg(value_parser = PossibleValuesParser::new(Client::ALL.map(Client::name)))]
    pub(crate) client: Option<String>,
}

impl Seat {
    /// The client that is named: here, or in the environment.
    ///
    /// # Errors
    ///
    /// `usage` where the environment names one that is none.
    pub(crate) fn configured(&self) -> Result<Option<String>, Report> {
        let Some(named) = self.client.clone().or_else(signs::configured) else { return Ok(None) };
        if Client::named(&named).is_some() {
            return Ok(Some(named));
        }
        let names = Client::ALL.map(Client::name).join(", ");
        Err(Report::new(
            Code::Usage,
            format!("{} names the client \"{named}\", which is not known", signs::VARIABLE),
            format!("Set {} to one of {names}, or take it out of the environment.", signs::VARIABLE),
        ))
    }
}

/// A continue read.
#[derive(Debug, Args)]
pub(crate) struct Continue {
    /// Root that is meant [default: the latest one that the engine drives]
    #[arg(value_name = "ROOT")]
    pub(crate) root: Option<RootName>,
    #[command(flatten)]
    pub(crate) seat: Seat,
    #[command(flatten)]
    pub(crate) by: By,
}

/// What to do with roots.
#[derive(Debug, Subcommand)]
pub(crate) enum RootCommand {
    /// Let roots that are admitted from here on be driven by the engine
    #[command(after_help = "Example:\n  planmark root cutover")]
    Cutover(Plain),
    /// Take that back, for roots that are admitted from here on
    #[command(after_help = "Example:\n  planmark root rollback")]
    Rollback(Plain),
    /// Admit a root: a piece of work that is served task by task, until it is sealed
    #[command(
        after_help = "Example:\n  planmark root admit release --target 'release 2' --owns 'src/**' --owns CHANGELOG.md"
    )]
    Admit(Admit),
    /// Give a root something to discharge before it can be sealed
    #[command(after_help = "Example:\n  planmark root obligation release review 'have it reviewed'")]
    Obligation(Item),
    /// Discharge an obligation
    #[command(after_help = "Example:\n  planmark root discharge release review")]
    Discharge(ItemName),
    /// Block a root: nothing is served until it is unblocked
    #[command(after_help = "Example:\n  planmark root block release ci 'the build is broken'")]
    Block(Item),
    /// Take a block away
    #[command(after_help = "Example:\n  planmark root unblock release ci")]
    Unblock(ItemName),
    /// Seal a root that is finished, and print its receipt
    #[command(after_help = "Example:\n  planmark root seal release")]
    Seal(Named),
    /// Show the roots of the session
    #[command(after_help = "Example:\n  planmark root show --json")]
    Show(Show),
}

/// A change of a session and nothing else.
#[derive(Debug, Args)]
pub(crate) struct Plain {
    #[command(flatten)]
    pub(crate) change: Change,
}

/// A root to admit.
#[derive(Debug, Args)]
pub(crate) struct Admit {
    /// Root to admit; the first generation of the closure where none is named
    #[arg(value_name = "ROOT")]
    pub(crate) root: RootName,
    /// What it works on, as you name it
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) target: String,
    /// Saved plan whose tasks it serves [default: the active one]
    #[arg(long, value_name = "PLAN", allow_hyphen_values = true, conflicts_with = "no_plan")]
    pub(crate) plan: Option<String>,
    /// It has no plan: obligations alone
    #[arg(long)]
    pub(crate) no_plan: bool,
    /// Who keeps the state it is judged by
    #[arg(long, value_name = "NAME", default_value = "planmark")]
    pub(crate) authority: String,
    /// Path it owns, as a glob relative to the project's folder; repeatable
    #[arg(long, value_name = "GLOB", allow_hyphen_values = true)]
    pub(crate) owns: Vec<String>,
    /// Admit it without what is in force: it is recorded, and the engine keeps its hands off
    #[arg(long)]
    pub(crate) legacy: bool,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// An obligation or a block.
#[derive(Debug, Args)]
pub(crate) struct Item {
    /// Root that is meant
    #[arg(value_name = "ROOT")]
    pub(crate) root: RootName,
    /// Its id
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// What it is, in one line
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) text: String,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// The name of an obligation or a block.
#[derive(Debug, Args)]
pub(crate) struct ItemName {
    /// Root that is meant
    #[arg(value_name = "ROOT")]
    pub(crate) root: RootName,
    /// Its id
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// The name of a root that is changed.
#[derive(Debug, Args)]
pub(crate) struct Named {
    /// Root that is meant
    #[arg(value_name = "ROOT")]
    pub(crate) root: RootName,
    #[command(flatten)]
    pub(crate) change: Change,
}

/// Roots to show.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Root to show [default: all]
    #[arg(value_name = "ROOT")]
    pub(crate) root: Option<RootName>,
    #[command(flatten)]
    pub(crate) from: From,
}

/// What to do with transports.
#[derive(Debug, Subcommand)]
pub(crate) enum TransportCommand {
    /// Show what a transport of a root carries, and how the client is served
    #[command(after_help = "Example:\n  planmark transport show --client codex")]
    Show(ShowTransport),
    /// Say what is to become of the transport, given what the client shows of it
    ///
    /// What the client shows is the JSON that its own tool answered: `get_goal` of Codex, `CronList` of
    /// Claude Code.
    #[command(after_help = "Example:\n  planmark transport reconcile --client codex --absent")]
    Reconcile(Reconcile),
}

/// A transport to show.
#[derive(Debug, Args)]
pub(crate) struct ShowTransport {
    /// Root that is meant [default: the latest one that the engine drives]
    #[arg(value_name = "ROOT")]
    pub(crate) root: Option<RootName>,
    #[command(flatten)]
    pub(crate) seat: Seat,
    #[command(flatten)]
    pub(crate) from: From,
}

/// A transport to bring where it should be.
#[derive(Debug, Args)]
pub(crate) struct Reconcile {
    /// Root that is meant [default: the latest one that the engine drives]
    #[arg(value_name = "ROOT")]
    pub(crate) root: Option<RootName>,
    /// The client shows none
    #[arg(long)]
    pub(crate) absent: bool,
    /// File that holds what the client's tool answered; standard input when `-` or without --absent
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "absent")]
    pub(crate) shown: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) seat: Seat,
    #[command(flatten)]
    pub(crate) by: By,
}

/// What to do with the guard line.
#[derive(Debug, Subcommand)]
pub(crate) enum GuardCommand {
    /// Print the guard line of the root in force
    #[command(after_help = "Example:\n  planmark guard render")]
    Render(Render),
    /// Check that the guard line stands in texts, once and byte for byte, and nowhere else
    #[command(
        after_help = "Example:\n  planmark guard lint --select 'prompts/*.md' prompts/plan.md README.md"
    )]
    Lint(Lint),
}

/// A guard line to print.
#[derive(Debug, Args)]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) from: From,
}

/// Texts to check.
#[derive(Debug, Args)]
pub(crate) struct Lint {
    /// Files to check
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Glob of the paths that must hold the line; repeatable [default: every PATH]
    #[arg(long = "select", value_name = "GLOB")]
    pub(crate) selectors: Vec<String>,
    #[command(flatten)]
    pub(crate) from: From,
}

/// Which client runs.
#[derive(Debug, Args)]
pub(crate) struct Identity {
    #[command(flatten)]
    pub(crate) seat: Seat,
    /// What the agent answered to the question
    #[arg(long, value_name = "WORD")]
    pub(crate) answer: Option<String>,
    /// List every client and how it is served
    #[arg(long, conflicts_with_all = ["client", "answer"])]
    pub(crate) all: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_a_closure_with_or_without_a_generation() {
        let named = |closure: &str, generation| Ok(RootName { closure: closure.to_owned(), generation });
        assert_eq!("release".parse(), named("release", None));
        assert_eq!("release/2".parse(), named("release", Some(2)));
        for text in ["release/", "release/x", "release/+2", "release/2/3", "release/99999999999"] {
            assert!(text.parse::<RootName>().is_err(), "{text}");
        }
    }
}
