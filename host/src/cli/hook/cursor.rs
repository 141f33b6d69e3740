//! Cursor: as its plugins and copies of its documentation had it in August 2026. Not run.

use serde_json::{Value, json};

use crate::cli::hook::changes::{Names, Tools};
use crate::cli::hook::event::{Decision, Event, Moment};
use crate::cli::hook::input::{CallKeys, Object, Unreadable, answer, count, text};

/// The keys under which a tool may have its file.
const FILE: Names = Names::Under(&["file_path", "path", "target_file"]);
/// The tools that change files.
const TOOLS: Tools =
    &[("Write", FILE), ("Edit", FILE), ("Delete", FILE), ("Shell", Names::Command("command"))];

const KEYS: CallKeys = CallKeys { tool: "tool_name", arguments: "tool_input", folder: "cwd" };

/// What the client says. A stop that was aborted or failed is not continued.
pub(super) fn read(moment: Moment, input: &Object) -> Result<Event, Unreadable> {
    Ok(match moment {
        Moment::BeforeTool => Event::BeforeTool(KEYS.call(input, TOOLS)?),
        Moment::AfterTool => Event::AfterTool(KEYS.call(input, TOOLS)?, answer(input.get("tool_output"))),
        Moment::Prompt => Event::Prompt(text(input, "prompt")?),
        Moment::SessionStart => Event::SessionStart,
        Moment::Stop => {
            let completed = input.get("status").is_none_or(|status| status == "completed");
            Event::Stop { already_continued: count(input, "loop_count")? > 0 || !completed }
        }
    })
}

/// What the client is answered; none is empty output. A prompt can't be added to.
pub(super) fn answered(moment: Moment, decision: Decision) -> Option<Value> {
    match (decision, moment) {
        (Decision::Deny(reason), _) => {
            Some(json!({ "permission": "deny", "user_message": reason, "agent_message": reason }))
        }
        (Decision::Inject(text), Moment::SessionStart) => Some(json!({ "additional_context": text })),
        (Decision::Continue(text), _) => Some(json!({ "followup_message": text })),
        (Decision::Nothing | Decision::Inject(_), _) => None,
    }
}
