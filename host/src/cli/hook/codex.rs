//! Codex: as seen in 0.171.0, whose program holds closed schemas of what hooks may answer. Of the
//! fields that are used here, it gives and takes those of Claude Code.

use serde_json::Value;

use crate::cli::hook::changes::{Names, Tools};
use crate::cli::hook::claude_code;
use crate::cli::hook::event::{Decision, Event, Moment};
use crate::cli::hook::input::{Object, Unreadable};

/// The tools that change files. The shell is called `Bash`, and a patch stands in `command`.
const TOOLS: Tools =
    &[("apply_patch", Names::Patch(&["command", "input", "patch"])), ("Bash", Names::Command("command"))];

/// What the client says.
pub(super) fn read(moment: Moment, input: &Object) -> Result<Event, Unreadable> {
    claude_code::read_with(TOOLS, moment, input)
}

/// What the client is answered; none is empty output.
pub(super) fn answered(moment: Moment, decision: Decision) -> Option<Value> {
    claude_code::answered(moment, decision)
}
