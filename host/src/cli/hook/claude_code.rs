//! Claude Code: what its hooks are given and what they answer, as read from the types of 2.1.332 and
//! the documentation of 2.1.240. Codex gives and takes the same fields of these, so it reads and
//! answers through this file.

use serde_json::{Value, json};

use crate::cli::hook::changes::{Names, Tools};
use crate::cli::hook::event::{Decision, Event, Moment};
use crate::cli::hook::input::{CallKeys, Object, Unreadable, answer, flag, text};

/// The tools that change files.
const TOOLS: Tools = &[
    ("Write", Names::Under(&["file_path"])),
    ("Edit", Names::Under(&["file_path"])),
    ("MultiEdit", Names::Under(&["file_path"])),
    ("NotebookEdit", Names::Under(&["notebook_path"])),
    ("Bash", Names::Command("command")),
];

const KEYS: CallKeys = CallKeys { tool: "tool_name", arguments: "tool_input", folder: "cwd" };

/// What the client says.
pub(super) fn read(moment: Moment, input: &Object) -> Result<Event, Unreadable> {
    read_with(TOOLS, moment, input)
}

/// The same, of a client with other tools.
pub(super) fn read_with(tools: Tools, moment: Moment, input: &Object) -> Result<Event, Unreadable> {
    Ok(match moment {
        Moment::BeforeTool => Event::BeforeTool(KEYS.call(input, tools)?),
        Moment::AfterTool => Event::AfterTool(KEYS.call(input, tools)?, answer(input.get("tool_response"))),
        Moment::Prompt => Event::Prompt(text(input, "prompt")?),
        Moment::SessionStart => Event::SessionStart,
        Moment::Stop => Event::Stop { already_continued: flag(input, "stop_hook_active")? },
    })
}

/// What the client is answered; none is empty output.
pub(super) fn answered(moment: Moment, decision: Decision) -> Option<Value> {
    let event = match moment {
        Moment::BeforeTool => "PreToolUse",
        Moment::AfterTool => "PostToolUse",
        Moment::Prompt => "UserPromptSubmit",
        Moment::SessionStart => "SessionStart",
        Moment::Stop => "Stop",
    };
    match decision {
        Decision::Nothing => None,
        Decision::Deny(reason) => Some(json!({ "hookSpecificOutput": {
            "hookEventName": event,
            "permissionDecision": "deny",
            "permissionDecisionReason": reason,
        } })),
        Decision::Inject(text) => {
            Some(json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": text } }))
        }
        Decision::Continue(text) => Some(json!({ "decision": "block", "reason": text })),
    }
}
