//! Gemini CLI: as documented for 0.61.0. Not run.

use serde_json::{Value, json};

use crate::cli::hook::changes::{Names, Tools};
use crate::cli::hook::claude_code;
use crate::cli::hook::event::{Decision, Event, Moment};
use crate::cli::hook::input::{Object, Unreadable};

/// The tools that change files.
const TOOLS: Tools = &[
    ("write_file", Names::Under(&["file_path"])),
    ("replace", Names::Under(&["file_path"])),
    ("run_shell_command", Names::Command("command")),
];

/// What the client says, under the names that Claude Code has.
pub(super) fn read(moment: Moment, input: &Object) -> Result<Event, Unreadable> {
    claude_code::read_with(TOOLS, moment, input)
}

/// What the client is answered; none is empty output.
pub(super) fn answered(_: Moment, decision: Decision) -> Option<Value> {
    match decision {
        Decision::Nothing => None,
        // A denied end of a turn goes on, with the reason as the prompt.
        Decision::Deny(reason) | Decision::Continue(reason) => {
            Some(json!({ "decision": "deny", "reason": reason }))
        }
        Decision::Inject(text) => Some(json!({ "hookSpecificOutput": { "additionalContext": text } })),
    }
}
