//! What can be said about a hook.

use clap::{Args, Parser, ValueEnum};
use planmark_core::runtime::client::Client;

use super::Global;
use super::offer::{Names, Offer};
use crate::cli::hook::event::Moment;

/// The command line of a hook, without the other commands.
#[derive(Debug, Parser)]
pub(crate) struct HookLine {
    /// What holds for every command.
    #[command(flatten)]
    pub(crate) global: Global,
    /// Which hook.
    #[command(flatten)]
    pub(crate) hook: Hook,
}

/// Which client's hook, and which.
#[derive(Debug, Args)]
pub(crate) struct Hook {
    /// Client that runs the hook
    #[arg(value_name = "CLIENT")]
    pub(crate) client: HookClient,
    /// When it runs
    #[arg(value_name = "EVENT")]
    pub(crate) event: Moment,
    /// The session, as [`session`](crate::cli::project::session) takes it.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    #[arg(help = "Session that is meant [env: PLANMARK_SESSION] [default: that of the project's folder]")]
    pub(crate) session: Option<String>,
    /// Text that the server adds to each tool's name, as `planmark mcp` takes it
    #[arg(long = "tool-suffix", value_name = "SUFFIX", default_value = "", hide_default_value = true)]
    pub(crate) suffix: String,
    /// What the server calls its tools, as `planmark mcp` takes it
    #[arg(long, value_name = "NAMES", default_value = "planmark", hide_possible_values = true)]
    pub(crate) names: Names,
}

/// A client that runs hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum HookClient {
    /// Claude Code
    ClaudeCode,
    /// Codex CLI
    Codex,
    /// Cursor
    Cursor,
    /// Gemini CLI
    Gemini,
    /// GitHub Copilot CLI
    Copilot,
    /// `OpenCode`, by the plugin that `planmark init` writes
    Opencode,
    /// Pi, by the extension that `planmark init` writes
    Pi,
}

impl Hook {
    /// `continue_runtime_read` and `tick_plan_task` as the server registers them with the agent.
    pub(crate) fn tools(&self) -> [String; 2] {
        let (suffix, names) = (self.suffix.clone(), self.names);
        Offer { profiles: Vec::new(), suffix, names }.of_core().seat_tools()
    }
}

impl HookClient {
    /// The client, in the core's words.
    pub(crate) fn of_core(self) -> Client {
        match self {
            Self::ClaudeCode => Client::ClaudeCode,
            Self::Codex => Client::Codex,
            Self::Cursor => Client::Cursor,
            Self::Gemini => Client::Gemini,
            Self::Copilot => Client::Copilot,
            Self::Opencode => Client::Opencode,
            Self::Pi => Client::Pi,
        }
    }
}
