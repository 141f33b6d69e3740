//! OpenCode and Pi have no hooks that are commands: a plugin of ours, which `planmark init` puts
//! there, runs this program. What they say to each other is ours.

use serde_json::{Value, json};

use crate::cli::hook::changes::{Names, Tools};
use crate::cli::hook::event::{Decision, Event, Moment};
use crate::cli::hook::input::{CallKeys, Object, Unreadable, answer, flag, text};

/// The tools of both that change files.
const TOOLS: Tools = &[
    ("write", Names::Under(&["filePath", "path"])),
    ("edit", Names::Under(&["filePath", "path"])),
    ("multiedit", Names::Under(&["filePath", "path"])),
    ("patch", Names::Patch(&["patchText"])),
    ("apply_patch", Names::Patch(&["patchText"])),
    ("bash", Names::Command("command")),
];

const KEYS: CallKeys = CallKeys { tool: "tool", arguments: "arguments", folder: "folder" };

/// What the plugin says.
pub(super) fn read(moment: Moment, input: &Object) -> Result<Event, Unreadable> {
    Ok(match moment {
        Moment::BeforeTool => Event::BeforeTool(KEYS.call(input, TOOLS)?),
        Moment::AfterTool => Event::AfterTool(KEYS.call(input, TOOLS)?, answer(input.get("answer"))),
        Moment::Prompt => Event::Prompt(text(input, "prompt")?),
        Moment::SessionStart => Event::SessionStart,
        Moment::Stop => Event::Stop { already_continued: flag(input, "continued")? },
    })
}

/// What the plugin is answered; none is empty output.
pub(super) fn answered(_: Moment, decision: Decision) -> Option<Value> {
    match decision {
        Decision::Nothing => None,
        Decision::Deny(reason) => Some(json!({ "deny": reason })),
        Decision::Inject(text) => Some(json!({ "inject": text })),
        Decision::Continue(text) => Some(json!({ "continue": text })),
    }
}
