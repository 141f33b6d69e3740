//! The clients: where each keeps its servers, and how it writes one.
//!
//! Each fact is that of the version which `docs/clients/` names; a golden file of the tests pins it.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::Value;

use crate::cli::init::arguments::Scope;
use crate::cli::init::entry::{Entry, Field};
use crate::cli::init::format::Format;

/// A program that runs agents and can start `planmark mcp`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code
    ClaudeCode,
    /// Codex CLI
    Codex,
    /// Cursor
    Cursor,
    /// OpenCode
    Opencode,
    /// Gemini CLI
    Gemini,
    /// GitHub Copilot CLI
    Copilot,
    /// Visual Studio Code
    Vscode,
    /// Pi
    Pi,
}

/// The folders in which configurations are looked for.
pub(crate) struct Folders {
    /// The project: the working folder.
    pub(crate) project: PathBuf,
    /// The user's home folder.
    pub(crate) user: PathBuf,
    /// Looks up a variable that moves a client's folder; an empty one counts as none.
    pub(crate) variable: fn(&str) -> Option<PathBuf>,
}

impl Folders {
    /// The folder that a scope is about.
    pub(super) fn of(&self, scope: Scope) -> &Path {
        match scope {
            Scope::Project => &self.project,
            Scope::User => &self.user,
        }
    }

    /// The folder that a variable names, or one below the user's home.
    pub(super) fn moved(&self, variable: &str, otherwise: &str) -> PathBuf {
        (self.variable)(variable).unwrap_or_else(|| self.user.join(otherwise))
    }
}

impl Client {
    /// The name on the command line.
    pub(crate) fn id(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The scope that the client's own command chooses, or its documentation puts first.
    pub(crate) fn default_scope(self) -> Scope {
        match self {
            Self::ClaudeCode | Self::Cursor | Self::Opencode | Self::Gemini | Self::Vscode => Scope::Project,
            Self::Codex | Self::Copilot | Self::Pi => Scope::User,
        }
    }

    /// How to see that the server is there.
    pub(crate) fn check(self) -> &'static str {
        match self {
            Self::ClaudeCode => {
                "Start Claude Code anew and approve the server; `claude mcp list` shows whether it runs."
            }
            Self::Codex => "Start Codex anew; `codex mcp list` shows the server, `/mcp` its tools.",
            Self::Cursor => "Enable the server in Cursor's settings, under MCP; its tools are listed there.",
            Self::Opencode => "Start OpenCode anew; `opencode mcp list` shows whether it runs.",
            Self::Gemini => "Start Gemini CLI anew; `gemini mcp list` shows whether it runs.",
            Self::Copilot => "Start Copilot CLI anew; `copilot mcp list` shows the server.",
            Self::Vscode => "Start the server from the command `MCP: List Servers`.",
            Self::Pi => "Start Pi anew; `/mcp` shows the server.",
        }
    }

    /// The format of its configuration.
    pub(crate) fn format(self) -> Format {
        match self {
            Self::Codex => Format::Toml,
            _ => Format::Json,
        }
    }

    /// The file that is changed, then those that the client would read instead if they are there.
    pub(crate) fn files(self, scope: Scope, folders: &Folders) -> Vec<PathBuf> {
        let project = |file: &str| vec![folders.project.join(file)];
        let user =
            |variable: &str, folder: &str, file: &str| vec![folders.moved(variable, folder).join(file)];
        match (self, scope) {
            (Self::ClaudeCode | Self::Copilot, Scope::Project) => project(".mcp.json"),
            (Self::ClaudeCode, Scope::User) => user("CLAUDE_CONFIG_DIR", "", ".claude.json"),
            (Self::Codex, Scope::Project) => project(".codex/config.toml"),
            (Self::Codex, Scope::User) => user("CODEX_HOME", ".codex", "config.toml"),
            (Self::Cursor, Scope::Project) => project(".cursor/mcp.json"),
            (Self::Cursor, Scope::User) => vec![folders.user.join(".cursor/mcp.json")],
            (Self::Opencode, Scope::Project) => opencode(&folders.project),
            (Self::Opencode, Scope::User) => {
                opencode(&folders.moved("XDG_CONFIG_HOME", ".config").join("opencode"))
            }
            (Self::Gemini, Scope::Project) => project(".gemini/settings.json"),
            (Self::Gemini, Scope::User) => user("GEMINI_CLI_HOME", "", ".gemini/settings.json"),
            (Self::Copilot, Scope::User) => user("COPILOT_HOME", ".copilot", "mcp-config.json"),
            (Self::Vscode, Scope::Project) => project(".vscode/mcp.json"),
            (Self::Vscode, Scope::User) => vec![vscode_profile(folders).join("mcp.json")],
            (Self::Pi, Scope::Project) => project(".pi/mcp.json"),
            (Self::Pi, Scope::User) => user("PI_CODING_AGENT_DIR", ".pi/agent", "mcp.json"),
        }
    }

    /// The keys that lead to the servers in a document. OpenCode has an older and a newer form, and
    /// what is there decides.
    pub(crate) fn keys(self, document: &Value) -> &'static [&'static str] {
        match self {
            Self::Codex => &["mcp_servers"],
            Self::Vscode => &["servers"],
            Self::Opencode => match document.pointer("/mcp/servers") {
                Some(Value::Object(servers)) if !servers.get("type").is_some_and(Value::is_string) => {
                    &["mcp", "servers"]
                }
                _ => &["mcp"],
            },
            _ => &["mcpServers"],
        }
    }

    /// The entry that starts a program.
    pub(crate) fn entry(self, scope: Scope, command: &str, arguments: &[String]) -> Entry {
        let text = |text: &str| Field::Text(text.to_owned());
        let program = match self {
            Self::Opencode => {
                let whole = [&[command.to_owned()], arguments].concat();
                vec![("command", Field::List(whole))]
            }
            _ => vec![("command", text(command)), ("args", Field::List(arguments.to_owned()))],
        };
        let (before, after) = match (self, scope) {
            (Self::Copilot, Scope::User) => {
                (vec![("type", text("local"))], vec![("tools", Field::List(vec!["*".to_owned()]))])
            }
            (Self::ClaudeCode | Self::Copilot | Self::Vscode, _) => (vec![("type", text("stdio"))], vec![]),
            (Self::Opencode, _) => (vec![("type", text("local"))], vec![]),
            _ => (vec![], vec![]),
        };
        Entry { before, program, after }
    }
}

fn opencode(folder: &Path) -> Vec<PathBuf> {
    ["opencode.json", "opencode.jsonc"].map(|file| folder.join(file)).to_vec()
}

/// The default profile of VS Code.
fn vscode_profile(folders: &Folders) -> PathBuf {
    let data = if cfg!(target_os = "macos") {
        folders.user.join("Library/Application Support")
    } else if cfg!(windows) {
        folders.moved("APPDATA", "AppData/Roaming")
    } else {
        folders.moved("XDG_CONFIG_HOME", ".config")
    };
    data.join("Code/User")
}
