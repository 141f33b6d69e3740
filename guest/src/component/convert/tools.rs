//! `wit/agent-tools.wit`.

use super::all;
use crate::component::bindings::exports::planmark::engine::agent_tools as wit;
use crate::tools;

impl From<wit::Profile> for tools::Profile {
    fn from(profile: wit::Profile) -> Self {
        match profile {
            wit::Profile::Documents => Self::Documents,
            wit::Profile::Tracker => Self::Tracker,
            wit::Profile::Runtime => Self::Runtime,
            wit::Profile::Recovery => Self::Recovery,
        }
    }
}

impl From<wit::Names> for tools::Names {
    fn from(names: wit::Names) -> Self {
        match names {
            wit::Names::Planmark => Self::Planmark,
            wit::Names::Pi => Self::Pi,
        }
    }
}

impl From<wit::Offer> for tools::Offer {
    fn from(offer: wit::Offer) -> Self {
        let wit::Offer { profiles, names, suffix } = offer;
        Self { profiles: all(profiles), names: names.into(), suffix }
    }
}

impl From<tools::Tool> for wit::Tool {
    fn from(tool: tools::Tool) -> Self {
        let tools::Tool {
            name,
            title,
            description,
            input_schema,
            output_schema,
            read_only,
            destructive,
            idempotent,
        } = tool;
        Self { name, title, description, input_schema, output_schema, read_only, destructive, idempotent }
    }
}

impl From<tools::Prompt> for wit::Prompt {
    fn from(prompt: tools::Prompt) -> Self {
        let tools::Prompt { name, title, description, argument } = prompt;
        Self { name, title, description, argument: argument.map(Into::into) }
    }
}

impl From<tools::PromptArgument> for wit::PromptArgument {
    fn from(argument: tools::PromptArgument) -> Self {
        let tools::PromptArgument { name, description } = argument;
        Self { name, description }
    }
}

impl From<wit::CallContext> for tools::CallContext {
    fn from(context: wit::CallContext) -> Self {
        let wit::CallContext { caller, offer, coalesce_window_ms, session, fresh_plan, client } = context;
        Self {
            caller: caller.into(),
            offer: offer.into(),
            coalesce_window_ms,
            session,
            fresh_plan,
            client: client.into(),
        }
    }
}

impl From<tools::ToolAnswer> for wit::ToolAnswer {
    fn from(answer: tools::ToolAnswer) -> Self {
        let tools::ToolAnswer { json, is_error, changed, events } = answer;
        Self { json, is_error, changed, events: all(events) }
    }
}
