//! `wit/agent-tools.wit`.

use planmark_core::tools;

use super::all;
use crate::bindings::exports::planmark::engine::agent_tools as wit;

impl From<tools::Profile> for wit::Profile {
    fn from(profile: tools::Profile) -> Self {
        match profile {
            tools::Profile::Documents => Self::Documents,
            tools::Profile::Tracker => Self::Tracker,
            tools::Profile::Runtime => Self::Runtime,
            tools::Profile::Recovery => Self::Recovery,
        }
    }
}

impl From<tools::Names> for wit::Names {
    fn from(names: tools::Names) -> Self {
        match names {
            tools::Names::Planmark => Self::Planmark,
            tools::Names::Pi => Self::Pi,
        }
    }
}

impl From<&tools::Offer> for wit::Offer {
    fn from(offer: &tools::Offer) -> Self {
        let tools::Offer { profiles, names, suffix } = offer;
        Self { profiles: all(profiles.clone()), names: (*names).into(), suffix: suffix.clone() }
    }
}

impl From<wit::Tool> for tools::Tool {
    fn from(tool: wit::Tool) -> Self {
        let wit::Tool {
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

impl From<wit::Prompt> for tools::Prompt {
    fn from(prompt: wit::Prompt) -> Self {
        let wit::Prompt { name, title, description, argument } = prompt;
        Self { name, title, description, argument: argument.map(Into::into) }
    }
}

impl From<wit::PromptArgument> for tools::PromptArgument {
    fn from(argument: wit::PromptArgument) -> Self {
        let wit::PromptArgument { name, description } = argument;
        Self { name, description }
    }
}

impl From<&tools::CallContext> for wit::CallContext {
    fn from(context: &tools::CallContext) -> Self {
        let tools::CallContext { caller, offer, coalesce_window_ms, session, fresh_plan, client } = context;
        Self {
            caller: caller.into(),
            offer: offer.into(),
            coalesce_window_ms: *coalesce_window_ms,
            session: session.clone(),
            fresh_plan: fresh_plan.clone(),
            client: (*client).into(),
        }
    }
}

impl From<wit::ToolAnswer> for tools::ToolAnswer {
    fn from(answer: wit::ToolAnswer) -> Self {
        let wit::ToolAnswer { json, is_error, changed, events } = answer;
        Self { json, is_error, changed, events: all(events) }
    }
}
