//! Which client runs, and how each is served: the one place that knows.

use serde::{Deserialize, Serialize};

use crate::words::{self, Template};

/// A program that runs agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Client {
    /// Anthropic's Claude Code.
    ClaudeCode,
    /// `OpenAI`'s Codex.
    Codex,
    /// Cursor.
    Cursor,
    /// `OpenCode`.
    Opencode,
    /// Google's Gemini CLI.
    Gemini,
    /// GitHub's Copilot CLI.
    Copilot,
    /// Visual Studio Code.
    Vscode,
    /// Pi.
    Pi,
    /// Another one.
    Other,
}

/// How a client is brought back without a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transport {
    /// A goal that the client pursues turn after turn.
    Goal,
    /// A loop that ticks by time.
    LoopTick,
    /// None of the client's own: the guard line and the hooks.
    Floor,
}

/// How a client is served.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientLine {
    /// The client.
    pub client: Client,
    /// Its name for people.
    pub name: String,
    /// How it is brought back.
    pub transport: Transport,
    /// Why, as a sentence.
    pub reason: String,
}

/// What is known about which client runs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Signs {
    /// Variables of the environment.
    pub environment: Vec<(String, String)>,
    /// The name by which a client introduced itself to the MCP server.
    pub client_name: Option<String>,
    /// What is configured.
    pub configured: Option<String>,
    /// What the agent answered to the question.
    pub answer: Option<String>,
}

/// What settled which client runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The environment, or how it introduced itself.
    Environment,
    /// The configuration.
    Configuration,
    /// The agent's answer.
    Answer,
    /// Nothing: the question is to be asked.
    None,
}

/// Which client runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identified {
    /// The client; `other` where nothing settled it.
    pub client: Client,
    /// What settled it.
    pub source: Source,
    /// The question to ask, where nothing settled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// What a variable has to be to be a sign.
enum Value {
    Any,
    Exactly(&'static str),
}

/// Variables that a client sets for what it starts, read from its documentation or seen (2026-11).
/// A variable that other clients set too, as an alias, is no sign.
const VARIABLES: [(Client, &str, Value); 16] = [
    (Client::ClaudeCode, "CLAUDECODE", Value::Exactly("1")),
    (Client::ClaudeCode, "CLAUDE_CODE_SESSION_ID", Value::Any),
    (Client::Codex, "CODEX_CI", Value::Exactly("1")),
    (Client::Codex, "CODEX_THREAD_ID", Value::Any),
    (Client::Codex, "CODEX_SANDBOX", Value::Any),
    (Client::Cursor, "CURSOR_AGENT", Value::Any),
    (Client::Cursor, "CURSOR_EXTENSION_HOST_ROLE", Value::Exactly("agent-exec")),
    (Client::Cursor, "CURSOR_VERSION", Value::Any),
    (Client::Opencode, "OPENCODE", Value::Exactly("1")),
    (Client::Opencode, "OPENCODE_PID", Value::Any),
    (Client::Gemini, "GEMINI_CLI", Value::Exactly("1")),
    (Client::Gemini, "GEMINI_SESSION_ID", Value::Any),
    (Client::Copilot, "COPILOT_CLI", Value::Exactly("1")),
    (Client::Copilot, "COPILOT_AGENT_SESSION_ID", Value::Any),
    (Client::Pi, "PI_CODING_AGENT", Value::Exactly("true")),
    (Client::Pi, "AI_AGENT", Value::Exactly("pi")),
];

/// Names by which clients introduce themselves to an MCP server.
const CLIENT_NAMES: [(Client, &str); 5] = [
    (Client::ClaudeCode, "claude-code"),
    (Client::Codex, "codex-mcp-client"),
    (Client::Opencode, "opencode"),
    (Client::Gemini, "gemini-cli-mcp-client"),
    (Client::Copilot, "copilot-cli"),
];

impl Client {
    /// Every client, in the order of the matrix.
    pub const ALL: [Self; 9] = [
        Self::ClaudeCode,
        Self::Codex,
        Self::Cursor,
        Self::Opencode,
        Self::Gemini,
        Self::Copilot,
        Self::Vscode,
        Self::Pi,
        Self::Other,
    ];

    /// The client as it is written in WIT, JSON and configuration.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Opencode => "opencode",
            Self::Gemini => "gemini",
            Self::Copilot => "copilot",
            Self::Vscode => "vscode",
            Self::Pi => "pi",
            Self::Other => "other",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex",
            Self::Cursor => "Cursor",
            Self::Opencode => "OpenCode",
            Self::Gemini => "Gemini CLI",
            Self::Copilot => "Copilot CLI",
            Self::Vscode => "VS Code",
            Self::Pi => "Pi",
            Self::Other => "another client",
        }
    }

    /// How it is brought back without a person (D44).
    #[must_use]
    pub const fn transport(self) -> Transport {
        match self {
            Self::ClaudeCode => Transport::LoopTick,
            Self::Codex => Transport::Goal,
            _ => Transport::Floor,
        }
    }

    /// The tools by which its goal or loop is changed. Those that only look are none of them.
    #[must_use]
    pub const fn steering_tools(self) -> &'static [&'static str] {
        match self {
            Self::ClaudeCode => &["CronCreate", "CronDelete", "ScheduleWakeup", "SetGoal"],
            Self::Codex => &["create_goal", "update_goal"],
            _ => &[],
        }
    }

    fn reason(self) -> &'static Template {
        match self.transport() {
            Transport::Goal => &words::RUNTIME_CLIENT_GOAL,
            Transport::LoopTick => &words::RUNTIME_CLIENT_LOOP,
            Transport::Floor => &words::RUNTIME_CLIENT_FLOOR,
        }
    }

    /// The client of that name: as it is written, or as people know it, in either case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        let alike = |client: &Self| {
            client.name().eq_ignore_ascii_case(name) || client.title().eq_ignore_ascii_case(name)
        };
        Self::ALL.into_iter().find(alike)
    }
}

/// How each client is served, in the order of the matrix.
#[must_use]
pub fn matrix() -> Vec<ClientLine> {
    let line = |client: Client| ClientLine {
        client,
        name: client.title().to_owned(),
        transport: client.transport(),
        reason: client.reason().text.to_owned(),
    };
    Client::ALL.into_iter().map(line).collect()
}

/// The variables that are signs: what a host hands over of its environment.
pub fn variables() -> impl Iterator<Item = &'static str> {
    VARIABLES.iter().map(|(_, name, _)| *name)
}

/// Says which client runs: the environment first, then the configuration, then the answer to a fixed
/// question. Signs that contradict one another, as of a client started by another, settle nothing.
#[must_use]
pub fn identify(signs: &Signs) -> Identified {
    let configured = signs.configured.as_deref().and_then(Client::named);
    let answered = signs.answer.as_deref().and_then(Client::named);
    let (client, source) = match (by_environment(signs), configured, answered) {
        (Some(client), _, _) => (client, Source::Environment),
        (None, Some(client), _) => (client, Source::Configuration),
        (None, None, Some(client)) => (client, Source::Answer),
        (None, None, None) => (Client::Other, Source::None),
    };
    let question = (source == Source::None).then(|| words::RUNTIME_CLIENT_QUESTION.text.to_owned());
    Identified { client, source, question }
}

/// How a client introduces itself is said by itself alone, and outdoes variables, which pass from a
/// client to one that it starts.
fn by_environment(signs: &Signs) -> Option<Client> {
    let introduced = signs
        .client_name
        .as_deref()
        .and_then(|name| CLIENT_NAMES.iter().find(|(_, known)| *known == name).map(|(client, _)| *client));
    introduced.or_else(|| {
        let mut found = VARIABLES.iter().filter(|(_, name, value)| has(signs, name, value));
        let first = found.next()?.0;
        found.all(|(client, _, _)| *client == first).then_some(first)
    })
}

fn has(signs: &Signs, name: &str, wanted: &Value) -> bool {
    signs.environment.iter().any(|(known, value)| {
        known == name
            && match wanted {
                Value::Any => !value.is_empty(),
                Value::Exactly(wanted) => value == wanted,
            }
    })
}
