//! The tools that a host offers to an agent: their names, their schemas, every word the agent reads.
//!
//! One [definition](table) for each tool says what it is called, takes and answers; its schemas, the
//! check of its arguments and the documentation follow from that. Texts name tools by their names in
//! this package, in backticks; [`offer`] puts the registered names in their place.
//!
//! - [`offer`]: which tools are offered, and under which names.
//! - `starts`: the prompts that a person can choose.
//! - `table`: every tool, once.
//! - `arguments`: what an agent sent, checked.
//! - `schema`: JSON Schema of arguments and answers.
//! - `documents`: the tools of task plan documents, those that repair included.
//! - `tracker`: the tools of saved plans and their tasks.
//! - `runtime`: the tool of the continue runtime.
//! - `refused`: what an agent reads of a refusal.

use serde::{Deserialize, Serialize};

use crate::author::Author;
use crate::capability::Capabilities;
use crate::document::answer::Event;
use crate::failure::Failure;
use crate::refusal::{Refusal, ToolRefusal};
use crate::runtime::client::Client;
use crate::text::Note;
use crate::words;

mod arguments;
mod documents;
pub mod offer;
mod refused;
mod runtime;
mod schema;
mod starts;
mod table;
mod tracker;

pub use offer::{Names, Offer, Profile};
pub use starts::{Prompt, PromptArgument, ask, prompts};

pub(crate) use arguments::Found;
pub(crate) use table::Kind;

use arguments::Arguments;
use offer::Offered;
use table::{Known, Sentence, When};

/// One tool, as it is registered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name as it is registered.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it does, for a model: at most 2,048 bytes.
    pub description: String,
    /// JSON Schema 2020-12 of its arguments, as JSON.
    pub input_schema: String,
    /// JSON Schema 2020-12 of its structured answer, as JSON.
    pub output_schema: String,
    /// It changes nothing.
    pub read_only: bool,
    /// It may replace or remove what is there.
    pub destructive: bool,
    /// Calling it again with the same arguments changes nothing more.
    pub idempotent: bool,
}

/// Who calls a tool, on what, and how the tools were offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallContext {
    /// The author of what is written.
    pub caller: Author,
    /// The offer that the agent was shown.
    pub offer: Offer,
    /// As in [`Context`](crate::document::request::Context).
    pub coalesce_window_ms: Option<i64>,
    /// The session of the tracker's tools; none where the host keeps none.
    pub session: Option<String>,
    /// An id that no plan of the session has: what `save_plan` saves under. The host makes it, anew
    /// for each call.
    pub fresh_plan: String,
    /// The client that the agent runs in, as `runtime.identify` says: what directives are made for.
    pub client: Client,
}

/// What a tool answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolAnswer {
    /// The answer as a JSON object: the structured content, and the text as well.
    pub json: String,
    /// Whether it reports a refusal.
    pub is_error: bool,
    /// Whether the call changed what is stored.
    pub changed: bool,
    /// In order, for the host to publish (D11).
    pub events: Vec<Event>,
}

/// Lists the tools of an offer, in the order of the table.
///
/// # Errors
///
/// `invalid-argument` for an offer that is not valid: a profile twice, a suffix of another form, no
/// tool at all.
pub fn list(offer: &Offer) -> Result<Vec<Tool>, Failure> {
    let offered = Offered::check(offer)?;
    Ok(offered.tools().map(|tool| tool.registered(&offered)).collect())
}

/// What a client shows a model about the tools as a whole: at most 2,048 bytes.
///
/// # Errors
///
/// As [`list`].
pub fn instructions(offer: &Offer) -> Result<String, Failure> {
    /// What is said, and in which offers.
    const INSTRUCTIONS: &[Sentence] = &[
        Sentence { text: &words::TOOLS_DOCUMENTS, when: When::With(Known::CreateTaskPlan) },
        Sentence { text: &words::TOOLS_TRACKER, when: When::With(Known::TickPlanTask) },
        Sentence { text: &words::TOOLS_RUNTIME, when: When::With(Known::ContinueRuntimeRead) },
        Sentence { text: &words::TOOLS_RECOVERY, when: When::With(Known::RestoreTaskPlanRevision) },
        Sentence { text: &words::TOOLS_REFUSALS, when: When::Always },
    ];
    Ok(table::said(INSTRUCTIONS, &Offered::check(offer)?))
}

/// Runs a tool: checks `arguments` (a JSON object) against its schema, decides, and answers.
///
/// # Errors
///
/// In this order: `invalid-argument` for the offer, `unknown-tool`, `invalid-argument` for arguments
/// of a wrong type, unknown ones, or a text that is no JSON object; then those of the function the
/// tool stands for. Tools are called by their names in this package there; [`refusal`] makes the
/// agent's answer of it.
pub fn call<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    name: &str,
    arguments: &str,
) -> Result<ToolAnswer, Failure> {
    let offered = Offered::check(&context.offer)?;
    let tool = offered.find(name).ok_or_else(|| ToolRefusal::UnknownTool { name: name.to_owned() })?;
    let arguments = Arguments::read(tool.arguments, arguments)?;
    match tool.known {
        Known::CreateTaskPlan => documents::create(c, context, &offered, arguments),
        Known::UpdateTaskPlan => documents::update(c, context, &offered, arguments),
        Known::GetTaskPlan => documents::get(c, context, arguments),
        Known::DeleteTaskPlan => documents::delete(c, context, arguments),
        Known::EditTaskPlan => documents::edit(c, context, &offered, arguments),
        Known::ListTaskPlanRevisions => documents::list_revisions(c, context, arguments),
        Known::GetTaskPlanRevision => documents::get_revision(c, context, arguments),
        Known::RestoreTaskPlanRevision => documents::restore(c, context, &offered, arguments),
        Known::SavePlan => tracker::save(c, context, arguments),
        Known::SelectPlan => tracker::select(c, context, arguments),
        Known::ClearPlan => tracker::clear(c, context, arguments),
        Known::ReadPlanTasks => tracker::read(c, context, &offered, arguments),
        Known::TickPlanTask => tracker::tick(c, context, arguments),
        Known::UntickPlanTask => tracker::untick(c, context, arguments),
        Known::ContinueRuntimeRead => runtime::read(c, context, &offered, arguments),
    }
}

/// The answer that reports a failure: the engine's, or one of the host's own. Names of tools in it
/// are those of the offer.
///
/// # Errors
///
/// As [`list`].
pub fn refusal(offer: &Offer, failure: &Failure) -> Result<ToolAnswer, Failure> {
    Ok(refused::answer(&Offered::check(offer)?, failure))
}

/// Notes as an agent reads them. Each names its line where it has one.
fn messages(notes: Vec<Note>) -> Vec<String> {
    notes.into_iter().map(|note| note.message).collect()
}

/// An answer that is no refusal.
fn answered(answer: &impl Serialize, changed: bool, events: Vec<Event>) -> Result<ToolAnswer, Failure> {
    let json = serde_json::to_string(answer).map_err(|_| Refusal::HostRefused)?;
    Ok(ToolAnswer { json, is_error: false, changed, events })
}
