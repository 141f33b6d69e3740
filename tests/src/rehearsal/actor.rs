//! The scripted client: what it sends to hooks and tools, in its own form.

use serde_json::{Value, json};

use super::{arguments_in, server, write_file};
use crate::cli::{Desk, Run, program};
use crate::mcp::LineClient;

/// Which client is acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Claude Code, with its loop.
    ClaudeCode,
    /// Codex, with its goal.
    Codex,
}

/// The client and its agent.
pub(super) struct Actor {
    pub(super) desk: Desk,
    pub(super) kind: Kind,
    tools: LineClient,
    /// Reads, and those that served a task.
    pub(super) reads: u32,
    pub(super) served: u32,
    /// What the transport carries, once it was made.
    carries: String,
    told: String,
}

impl Kind {
    /// Its name.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "as Claude Code: a loop of CronCreate",
            Self::Codex => "as Codex: a goal of create_goal",
        }
    }

    pub(super) fn goal(self) -> bool {
        self == Self::Codex
    }

    fn id(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
        }
    }

    pub(super) fn client_info(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex-mcp-client",
        }
    }

    /// What the client sets for its servers.
    pub(super) fn environment(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::ClaudeCode => vec![("CLAUDECODE", "1"), ("CLAUDE_CODE_SESSION_ID", "19dc4a69")],
            Self::Codex => Vec::new(),
        }
    }

    pub(super) fn handle(self) -> Value {
        json!(match self {
            Self::ClaudeCode => "95a86719",
            Self::Codex => "01a22e2a",
        })
    }

    pub(super) fn foreign(self) -> Value {
        json!("f0e1d2c3")
    }

    /// The call that ends a transport.
    pub(super) fn end(self, handle: &Value) -> (String, Value) {
        match self {
            Self::ClaudeCode => ("CronDelete".to_owned(), json!({ "id": handle })),
            Self::Codex => ("update_goal".to_owned(), json!({ "status": "complete" })),
        }
    }

    pub(super) fn first_stop(self) -> &'static str {
        match self {
            Self::ClaudeCode => "The stop hook goes on with the turn, once: the loop ticks only by time.",
            Self::Codex => "The stop hook says nothing: the goal goes on by itself.",
        }
    }

    pub(super) fn tick_step(self) -> &'static str {
        match self {
            Self::ClaudeCode => "9b. The block is gone, and the loop ticks.",
            Self::Codex => "9b. The block is gone, and the goal begins its next turn.",
        }
    }

    pub(super) fn end_told(self) -> &'static str {
        match self {
            Self::ClaudeCode => "The directive is to delete this loop, by its id.",
            Self::Codex => "The directive is to mark the goal as complete.",
        }
    }
}

impl Actor {
    pub(super) fn new(kind: Kind) -> Self {
        let desk = Desk::new();
        std::fs::create_dir(desk.folder().join(".git")).expect("a project");
        let tools = server(&desk, kind);
        Self { desk, kind, tools, reads: 0, served: 0, carries: String::new(), told: String::new() }
    }

    pub(super) fn planmark(&self, arguments: &[&str]) -> Run {
        self.desk.run(arguments)
    }

    /// The root as the command line shows it.
    pub(super) fn root(&self) -> Value {
        let mut shown = self.planmark(&["root", "show", "lending", "--json"]).json();
        match shown.pointer_mut("/roots/0") {
            Some(root) => root.take(),
            None => shown,
        }
    }

    /// How many entries the session has.
    pub(super) fn entries(&self) -> Value {
        self.planmark(&["session", "show", "--json"]).json()["entries"].clone()
    }

    /// The command that it was told first.
    pub(super) fn command(&self) -> Value {
        arguments_in(&self.told)
    }

    pub(super) fn restarts(&mut self) {
        self.tools = server(&self.desk, self.kind);
    }

    pub(super) fn session_starts(&mut self, source: &str) -> Option<String> {
        let mut event = self.event("SessionStart");
        event["source"] = json!(source);
        let told = self.hook("session-start", &event);
        if self.told.is_empty() {
            self.told = told.clone().unwrap_or_default();
        }
        told
    }

    pub(super) fn prompted(&self, prompt: &str) -> Option<String> {
        let mut event = self.event("UserPromptSubmit");
        event["prompt"] = json!(prompt);
        self.hook("prompt", &event)
    }

    /// The loop sends its prompt; the goal begins a turn of its own, without one.
    pub(super) fn tick_fires(&self) {
        if self.kind == Kind::ClaudeCode {
            assert_eq!(self.prompted(&self.carries), None, "a tick carries all that is to be said");
        }
    }

    pub(super) fn stops(&self) -> Option<String> {
        let mut event = self.event("Stop");
        event["stop_hook_active"] = json!(false);
        event["last_assistant_message"] = json!("Everything is done.");
        self.hook("stop", &event)
    }

    /// The read, over MCP.
    pub(super) fn reads(&mut self, arguments: &Value) -> Value {
        let answer = self.tools.call("continue_runtime_read", arguments.clone());
        self.reads += 1;
        self.served += u32::from(answer["view"] == "active");
        answer
    }

    pub(super) fn ticks(&mut self, read: &Value) {
        let answer = self.tools.call("tick_plan_task", json!({ "task_id": read["current_task"]["id"] }));
        assert!(answer["error"].is_null() && answer["code"].is_null(), "{answer}");
    }

    /// The call that a directive asks for.
    pub(super) fn asked_in(&mut self, read: &Value) -> (String, Value) {
        let directive = &read["directive"];
        let tool = directive["tool"].as_str().unwrap_or_default().to_owned();
        let arguments = directive["arguments"].as_str().unwrap_or_default();
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
        if let Some(prompt) = arguments["prompt"].as_str() {
            prompt.clone_into(&mut self.carries);
        }
        (tool, arguments)
    }

    /// Calls one of the client's own tools for its goal or loop. Gives the reason of a denial.
    pub(super) fn steers(&self, tool: &str, arguments: &Value) -> Option<String> {
        let mut event = self.tool_event("PreToolUse", tool, arguments);
        let denied = self.hook("before-tool", &event);
        if denied.is_none() {
            event["hook_event_name"] = json!("PostToolUse");
            event["tool_response"] = self.made(tool, arguments);
            assert_eq!(self.hook("after-tool", &event), None);
        }
        denied
    }

    /// Changes a file. Gives the reason of a denial.
    pub(super) fn changes(&self, file: &str) -> Option<String> {
        let path = self.desk.folder().join(file);
        let (tool, arguments) = match self.kind {
            Kind::ClaudeCode => ("Write", json!({ "file_path": path, "content": "…\n" })),
            Kind::Codex => {
                let patch = format!("*** Begin Patch\n*** Add File: {file}\n+…\n*** End Patch\n");
                ("apply_patch", json!({ "command": patch }))
            }
        };
        let denied = self.hook("before-tool", &self.tool_event("PreToolUse", tool, &arguments));
        if denied.is_none() {
            write_file(&self.desk, file);
        }
        denied
    }

    fn event(&self, name: &str) -> Value {
        let folder = self.desk.folder();
        match self.kind {
            Kind::ClaudeCode => json!({
                "session_id": "19dc4a69-66e2-4a25-9f6d-f0c30f1a38b7",
                "transcript_path": folder.join("19dc4a69.jsonl"),
                "cwd": folder,
                "permission_mode": "default",
                "hook_event_name": name,
            }),
            Kind::Codex => json!({
                "session_id": "01a22e2a-ecf9-7f33-8503-eab9fa0230d5",
                "turn_id": "01a22e2a-ed3f-7522-94b6-4bcf1dff3d79",
                "transcript_path": null,
                "cwd": folder,
                "hook_event_name": name,
                "model": "gpt-5",
                "permission_mode": "default",
            }),
        }
    }

    fn tool_event(&self, name: &str, tool: &str, arguments: &Value) -> Value {
        let mut event = self.event(name);
        event["tool_name"] = json!(tool);
        event["tool_input"] = arguments.clone();
        event["tool_use_id"] = json!("call_1");
        event
    }

    /// What the client's tool answers.
    fn made(&self, tool: &str, arguments: &Value) -> Value {
        let goal = |status: &str| {
            json!({ "goal": {
                "threadId": self.kind.handle(), "objective": arguments["objective"].as_str().unwrap_or("…"),
                "status": status, "tokensUsed": 0, "timeUsedSeconds": 0, "createdAt": 1_796_070_896,
                "updatedAt": 1_796_070_896,
            }, "remainingTokens": null, "completionBudgetReport": null })
        };
        match tool {
            "CronCreate" => json!({
                "id": self.kind.handle(), "humanSchedule": "Every 10 minutes", "recurring": true, "durable": false,
            }),
            "CronDelete" => json!({ "id": arguments["id"] }),
            "create_goal" => goal("active"),
            _ => goal("complete"),
        }
    }

    /// Runs a hook as the client does, and gives the text in its answer.
    fn hook(&self, moment: &str, event: &Value) -> Option<String> {
        let mut command = self.desk.command(program());
        command.args(["hook", self.kind.id(), moment]).envs(self.kind.environment());
        let run = self.desk.feed(command, event.to_string().as_bytes());
        assert_eq!((run.exit, run.err.as_str()), (0, ""), "the hook of {moment}");
        if run.out.is_empty() {
            return None;
        }
        let answer: Value = serde_json::from_slice(&run.out).expect("JSON");
        let places = [
            "/hookSpecificOutput/permissionDecisionReason",
            "/hookSpecificOutput/additionalContext",
            "/reason",
        ];
        let text = places.iter().find_map(|place| answer.pointer(place)).and_then(Value::as_str);
        Some(text.expect("a text in the client's place").to_owned())
    }
}
