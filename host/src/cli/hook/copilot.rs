//! Copilot CLI: as documented in August 2026, and seen of 1.0.102. Events have their names in camel
//! case, and so have the fields that come with them.

use serde_json::{Value, json};

use crate::cli::hook::changes::{Names, Tools};
use crate::cli::hook::event::{Decision, Event, Moment};
use crate::cli::hook::input::{CallKeys, Object, Unreadable, answer, flag, text};

/// The tools that change files.
const TOOLS: Tools = &[
    ("create", Names::Under(&["path", "file_path"])),
    ("edit", Names::Under(&["path", "file_path"])),
    ("str_replace_editor", Names::Under(&["path", "file_path"])),
    ("apply_patch", Names::Patch(&["input", "patch", "command"])),
    ("bash", Names::Command("command")),
    ("powershell", Names::Command("command")),
];

const KEYS: CallKeys = CallKeys { tool: "toolName", arguments: "toolArgs", folder: "cwd" };

/// What the client says.
pub(super) fn read(moment: Moment, input: &Object) -> Result<Event, Unreadable> {
    Ok(match moment {
        Moment::BeforeTool => Event::BeforeTool(KEYS.call(input, TOOLS)?),
        Moment::AfterTool => Event::AfterTool(KEYS.call(input, TOOLS)?, answer(input.get("toolResult"))),
        Moment::Prompt => Event::Prompt(text(input, "prompt")?),
        Moment::SessionStart => Event::SessionStart,
        Moment::Stop => Event::Stop { already_continued: flag(input, "stop_hook_active")? },
    })
}

/// What the client is answered; none is empty output. A prompt can't be added to.
pub(super) fn answered(moment: Moment, decision: Decision) -> Option<Value> {
    match (decision, moment) {
        (Decision::Deny(reason), _) => {
            Some(json!({ "permissionDecision": "deny", "permissionDecisionReason": reason }))
        }
        (Decision::Inject(text), Moment::SessionStart) => Some(json!({ "additionalContext": text })),
        (Decision::Continue(text), _) => Some(json!({ "decision": "block", "reason": text })),
        (Decision::Nothing | Decision::Inject(_), _) => None,
    }
}
