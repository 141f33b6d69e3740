//! The starts that a person can choose, as the protocol shows them.

use planmark_core::tools::Offer;
use planmark_core::tools::prompts::{self, ARGUMENT};
use rmcp::model::{ErrorData, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::{Map, Value};

/// The starts of an offer, which is valid: the server checked it when it was made.
pub(super) fn list(offer: &Offer) -> Vec<Prompt> {
    let prompts = prompts::list(offer).unwrap_or_default();
    let shown = prompts.into_iter().map(|prompt| {
        let argument = PromptArgument::new(ARGUMENT).with_description(prompt.argument).with_required(true);
        Prompt::new(prompt.name, Some(prompt.description), Some(vec![argument])).with_title(prompt.title)
    });
    shown.collect()
}

/// What an agent is asked to do.
///
/// # Errors
///
/// Invalid parameters: no such start, another argument than a task id, or none.
pub(super) fn get(
    offer: &Offer,
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<GetPromptResult, ErrorData> {
    let invalid = |what: String| ErrorData::invalid_params(what, None);
    let prompts = prompts::list(offer).unwrap_or_default();
    let prompt = prompts.into_iter().find(|prompt| prompt.name == name);
    let prompt = prompt.ok_or_else(|| invalid(format!("there is no prompt {name:?}")))?;
    if let Some(other) = arguments.keys().find(|key| *key != ARGUMENT) {
        return Err(invalid(format!("the prompt has no argument {other:?}")));
    }
    let Some(Value::String(task)) = arguments.get(ARGUMENT) else {
        return Err(invalid(format!("the argument {ARGUMENT} is missing, or no string")));
    };
    let text = prompt.ask(task).map_err(|failure| invalid(failure.message))?;
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(prompt.description))
}
