//! The tools that a host offers to an agent.

use planmark_core::failure::Failure;
use planmark_core::tools::{CallContext, Offer, Prompt, Tool, ToolAnswer};

use crate::Planmark;
use crate::bindings::exports::planmark::engine::agent_tools as wit;
use crate::error::Error;
use crate::runtime::Claim;

impl Planmark {
    /// Lists the tools of an offer, in a fixed order.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with `invalid-argument` for an offer that is not valid;
    /// [`Error::Engine`] when the engine failed.
    pub fn tools(&self, offer: &Offer) -> Result<Vec<Tool>, Error> {
        let tools = self.runtime.pure(|tools: &wit::Guest, store| tools.call_list(store, &offer.into()))?;
        Ok(tools.into_iter().map(Into::into).collect())
    }

    /// What a client shows a model about the tools of an offer as a whole.
    ///
    /// # Errors
    ///
    /// As [`tools`](Self::tools).
    pub fn tool_instructions(&self, offer: &Offer) -> Result<String, Error> {
        self.runtime.pure(|tools: &wit::Guest, store| tools.call_instructions(store, &offer.into()))
    }

    /// Lists the prompts of an offer, in a fixed order: those whose tools it has.
    ///
    /// # Errors
    ///
    /// As [`tools`](Self::tools).
    pub fn tool_prompts(&self, offer: &Offer) -> Result<Vec<Prompt>, Error> {
        let prompts =
            self.runtime.pure(|tools: &wit::Guest, store| tools.call_prompts(store, &offer.into()))?;
        Ok(prompts.into_iter().map(Into::into).collect())
    }

    /// What an agent is asked to do when a person chooses a prompt. `argument` is the value of its
    /// argument.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with `invalid-argument` for an offer that is not valid or a prompt that it
    /// doesn't have, `invalid-task-id`; [`Error::Engine`] when the engine failed.
    pub fn tool_prompt(&self, offer: &Offer, name: &str, argument: Option<&str>) -> Result<String, Error> {
        self.runtime.pure(|tools: &wit::Guest, store| tools.call_ask(store, &offer.into(), name, argument))
    }

    /// Runs a tool with `arguments`, a JSON object, and answers what the agent reads.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `call` in `wit/agent-tools.wit` lists;
    /// [`Error::Engine`] when the engine failed. [`tool_refusal`](Self::tool_refusal) makes the
    /// agent's answer of either.
    pub fn call_tool(&self, context: &CallContext, name: &str, arguments: &str) -> Result<ToolAnswer, Error> {
        let answer = self.runtime.change(
            self.store.begin(),
            // What changed nothing may still have stored its answer, for the same request sent again.
            |answer: &wit::ToolAnswer| if answer.changed { Claim::Written } else { Claim::AnswerStored },
            |tools: &wit::Guest, store| tools.call_call(store, &context.into(), name, arguments),
        )?;
        Ok(answer.into())
    }

    /// The answer that tells an agent of an error, whichever it is. Its effect is what the host knows.
    ///
    /// # Errors
    ///
    /// As [`tools`](Self::tools).
    pub fn tool_refusal(&self, offer: &Offer, error: &Error) -> Result<ToolAnswer, Error> {
        let failure = Failure::from(error);
        let answer = self
            .runtime
            .pure(|tools: &wit::Guest, store| tools.call_refusal(store, &offer.into(), &failure.into()))?;
        Ok(answer.into())
    }
}
