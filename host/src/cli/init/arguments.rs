//! What can be said to `planmark init`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::cli::init::clients::Client;

/// Longest name of a server. Clients make the names of tools of it, which have limits of their own.
const NAME_MAX_CHARS: usize = 64;

/// How a client is set up.
#[derive(Debug, Args)]
pub(crate) struct Init {
    /// Client to set up
    #[arg(value_name = "CLIENT")]
    pub(crate) client: Client,
    /// Whose configuration is changed: this folder's project's, or the user's [default: by client]
    #[arg(long, value_name = "SCOPE")]
    pub(crate) scope: Option<Scope>,
    /// Name under which the client knows the server: letters, digits, `-` and `_`
    #[arg(long, value_name = "NAME", default_value = "planmark", value_parser = server_name)]
    pub(crate) name: String,
    /// Program that the client starts [default: planmark if it is on PATH, else this program's path]
    #[arg(long, value_name = "PATH", value_hint = ValueHint::ExecutablePath)]
    pub(crate) command: Option<PathBuf>,
    /// Only one of the two: the entry of the server, or the hooks [default: both]
    #[arg(long, value_name = "PART")]
    pub(crate) only: Option<Part>,
    /// Print what stands in the client's configuration then, and change nothing
    #[arg(long, conflicts_with_all = ["remove", "yes", "force", "json"])]
    pub(crate) print: bool,
    /// Take it out again, and nothing else
    #[arg(long)]
    pub(crate) remove: bool,
    /// Change the files without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Replace or remove also an entry of that name that starts another program
    #[arg(long)]
    pub(crate) force: bool,
    /// Arguments for `planmark mcp`
    #[arg(last = true, value_name = "ARG")]
    pub(crate) server: Vec<String>,
}

/// Whose configuration is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scope {
    /// The project in the working folder
    Project,
    /// The user, in every project
    User,
}

/// A part of a client's configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The entry that starts `planmark mcp`
    Server,
    /// What runs `planmark hook`
    Hooks,
}

fn server_name(name: &str) -> Result<String, String> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if (1..=NAME_MAX_CHARS).contains(&name.len()) && name.bytes().all(allowed) {
        return Ok(name.to_owned());
    }
    Err(format!("a name is 1 to {NAME_MAX_CHARS} letters, digits, `-` and `_`"))
}
