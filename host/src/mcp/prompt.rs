//! The engine's prompts, as the protocol shows them.

use planmark_core::tools::{Offer, Prompt as CorePrompt};
use rmcp::model::{ErrorData, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::{Map, Value};

use crate::Planmark;
use crate::error::Error;

/// A prompt of a listing.
pub(super) fn listed(prompt: &CorePrompt) -> Prompt {
    let argument = prompt.argument.as_ref().map(|argument| {
        vec![PromptArgument::new(&argument.name).with_description(&argument.description).with_required(true)]
    });
    Prompt::new(&prompt.name, Some(&prompt.description), argument).with_title(&prompt.title)
}

/// What an agent is asked to do.
///
/// # Errors
///
/// Invalid parameters: no such prompt, another argument than it has, or a value that it can't have.
pub(super) fn get(
    planmark: &Planmark,
    offer: &Offer,
    prompts: &[CorePrompt],
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<GetPromptResult, ErrorData> {
    let prompt = prompts.iter().find(|prompt| prompt.name == name);
    let known = prompt.and_then(|prompt| prompt.argument.as_ref()).map(|argument| argument.name.as_str());
    if let Some(other) = arguments.keys().find(|key| prompt.is_some() && Some(key.as_str()) != known) {
        return Err(ErrorData::invalid_params(format!("the prompt has no argument {other:?}"), None));
    }
    let argument = known.and_then(|known| arguments.get(known)).and_then(Value::as_str);
    let text = planmark.tool_prompt(offer, name, argument).map_err(|error| match error {
        Error::Refused(failure) => ErrorData::invalid_params(failure.message, None),
        failed => ErrorData::internal_error(failed.message(), None),
    })?;
    let result = GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]);
    Ok(match prompt {
        Some(prompt) => result.with_description(&prompt.description),
        None => result,
    })
}
