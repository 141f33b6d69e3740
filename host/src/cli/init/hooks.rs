//! The hooks of each client: where it keeps them, and what runs `planmark hook` when.
//!
//! Each fact is that of the version which `docs/clients/` names; a golden file of the tests pins it.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli::hook::event::Moment;
use crate::cli::init::arguments::Scope;
use crate::cli::init::clients::{Client, Folders};
use crate::cli::init::line::{Command, Runner};
use crate::cli::init::plugin;

/// Longest that a hook may take, in seconds: twice the wait for a held session.
const TIMEOUT_SECONDS: u32 = 10;

/// The hooks of a client.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hooks {
    /// The file that holds them.
    pub(crate) file: PathBuf,
    /// What is in it.
    pub(crate) form: Form,
}

/// What a file of hooks holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Form {
    /// JSON, with the hooks of others: for each event what is put into its list.
    Lists(Lists),
    /// A program of ours, alone in its file.
    Plugin(String),
}

/// Entries in lists under `hooks`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lists {
    /// The client, as commands name it.
    pub(crate) client: String,
    /// What the entries start.
    pub(crate) command: Command,
    /// Whether the document needs a `version`.
    pub(crate) version: bool,
    /// The client's events, each with its entry.
    pub(crate) entries: Vec<(&'static str, Value)>,
}

impl Client {
    /// The hooks that run this program; none where the client is not known to have any.
    pub(crate) fn hooks(self, scope: Scope, folders: &Folders, command: &Command) -> Option<Hooks> {
        let file = match (self, scope) {
            (Self::Vscode, _) => return None,
            (Self::ClaudeCode, Scope::Project) => folders.project.join(".claude/settings.json"),
            (Self::ClaudeCode, Scope::User) => {
                folders.moved("CLAUDE_CONFIG_DIR", ".claude").join("settings.json")
            }
            (Self::Codex, Scope::Project) => folders.project.join(".codex/hooks.json"),
            (Self::Codex, Scope::User) => folders.moved("CODEX_HOME", ".codex").join("hooks.json"),
            (Self::Cursor, Scope::Project) => folders.project.join(".cursor/hooks.json"),
            (Self::Cursor, Scope::User) => folders.user.join(".cursor/hooks.json"),
            (Self::Gemini, _) => self.files(scope, folders).into_iter().next()?,
            (Self::Copilot, Scope::Project) => folders.project.join(".github/hooks/planmark.json"),
            (Self::Copilot, Scope::User) => {
                folders.moved("COPILOT_HOME", ".copilot").join("hooks/planmark.json")
            }
            (Self::Opencode, Scope::Project) => folders.project.join(".opencode/plugin/planmark.js"),
            (Self::Opencode, Scope::User) => {
                folders.moved("XDG_CONFIG_HOME", ".config").join("opencode/plugin/planmark.js")
            }
            (Self::Pi, Scope::Project) => folders.project.join(".pi/extensions/planmark.ts"),
            (Self::Pi, Scope::User) => {
                folders.moved("PI_CODING_AGENT_DIR", ".pi/agent").join("extensions/planmark.ts")
            }
        };
        let form = match self {
            Self::Opencode => Form::Plugin(plugin::opencode(command)),
            Self::Pi => Form::Plugin(plugin::pi(command)),
            _ => Form::Lists(Lists {
                client: self.id(),
                command: command.clone(),
                version: matches!(self, Self::Cursor | Self::Copilot),
                entries: self.entries(command),
            }),
        };
        Some(Hooks { file, form })
    }

    /// How to see that the hooks are there.
    pub(crate) fn check_hooks(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Start Claude Code anew; `/hooks` lists the hooks.",
            Self::Codex => "Start Codex anew, and trust the hooks with `/hooks`: it runs no others.",
            Self::Cursor => "Cursor's settings list the hooks, under Hooks.",
            Self::Gemini => "Start Gemini CLI anew; `/hooks` lists the hooks.",
            Self::Copilot => "Start Copilot CLI anew: it reads the hooks when it starts.",
            Self::Opencode => "Start OpenCode anew: it reads plugins when it starts.",
            Self::Pi => "Start Pi anew, or say `/reload`: it reads extensions when it starts.",
            Self::Vscode => "",
        }
    }

    /// The client's names of the moments it runs hooks at, and the tools that matter at each.
    fn moments(self) -> Vec<(&'static str, Moment, Option<&'static str>)> {
        use Moment::{AfterTool, BeforeTool, Prompt, SessionStart, Stop};
        match self {
            Self::ClaudeCode => vec![
                ("SessionStart", SessionStart, None),
                ("UserPromptSubmit", Prompt, None),
                (
                    "PreToolUse",
                    BeforeTool,
                    Some(
                        "Write|Edit|MultiEdit|NotebookEdit|Bash|CronCreate|CronDelete|ScheduleWakeup|SetGoal",
                    ),
                ),
                ("PostToolUse", AfterTool, Some("CronCreate|CronDelete|ScheduleWakeup|SetGoal")),
                ("Stop", Stop, None),
            ],
            Self::Codex => vec![
                ("SessionStart", SessionStart, None),
                ("UserPromptSubmit", Prompt, None),
                ("PreToolUse", BeforeTool, Some("^(apply_patch|Bash|create_goal|update_goal)$")),
                ("PostToolUse", AfterTool, Some("^(create_goal|update_goal)$")),
                ("Stop", Stop, None),
            ],
            Self::Cursor => vec![
                ("sessionStart", SessionStart, None),
                ("beforeSubmitPrompt", Prompt, None),
                ("preToolUse", BeforeTool, Some("Write|Edit|Delete|Shell")),
                ("stop", Stop, None),
            ],
            Self::Gemini => vec![
                ("SessionStart", SessionStart, None),
                ("BeforeAgent", Prompt, None),
                ("BeforeTool", BeforeTool, Some("^(write_file|replace|run_shell_command)$")),
                ("AfterAgent", Stop, None),
            ],
            Self::Copilot => vec![
                ("sessionStart", SessionStart, None),
                ("userPromptSubmitted", Prompt, None),
                ("preToolUse", BeforeTool, None),
                ("agentStop", Stop, None),
            ],
            Self::Opencode | Self::Pi | Self::Vscode => Vec::new(),
        }
    }

    fn entries(self, command: &Command) -> Vec<(&'static str, Value)> {
        let entry = |(event, moment, tools): (&'static str, Moment, Option<&'static str>)| {
            (event, self.with_tools(self.handler(command, moment), tools))
        };
        self.moments().into_iter().map(entry).collect()
    }

    /// What starts the program.
    fn handler(self, command: &Command, moment: Moment) -> Value {
        let line = |runner| command.line(runner, &self.id(), moment);
        match self {
            Self::Cursor => json!({ "command": line(Runner::Command), "timeout": TIMEOUT_SECONDS }),
            Self::Gemini => json!({
                "name": "planmark",
                "type": "command",
                "command": line(Runner::Command),
                "timeout": TIMEOUT_SECONDS * 1_000,
            }),
            Self::Copilot => json!({
                "type": "command",
                "bash": line(Runner::Bash),
                "powershell": line(Runner::PowerShell),
                "timeoutSec": TIMEOUT_SECONDS,
            }),
            _ => json!({ "type": "command", "command": line(Runner::Command), "timeout": TIMEOUT_SECONDS }),
        }
    }

    /// The handler for some tools, in the place where the client looks for them.
    fn with_tools(self, handler: Value, tools: Option<&str>) -> Value {
        let beside = matches!(self, Self::Cursor | Self::Copilot);
        let mut entry = if beside { handler } else { json!({ "hooks": [handler] }) };
        if let (Some(object), Some(tools)) = (entry.as_object_mut(), tools) {
            object.insert("matcher".to_owned(), Value::from(tools));
        }
        entry
    }
}
