//! The tool of the continue runtime: one read, answered with everything an agent needs.

use serde::Serialize;

use super::arguments::Arguments;
use super::offer::Offered;
use super::table::Known;
use super::{CallContext, ToolAnswer, answered};
use crate::capability::Capabilities;
use crate::failure::Failure;
use crate::runtime;
use crate::runtime::directive::{Directive, Provenance, Seat, ToolCall};
use crate::runtime::entry::{Action, Identity, Receipt, RootKey};
use crate::runtime::reading::Reading;
use crate::runtime::reentry::ReadArguments;
use crate::runtime::view::{Active, Completed, Reason, Retry, ServedTask, View};
use crate::tracker::request::Context;

/// A view and its directive as an agent reads them. Texts stand here as they were rendered, byte for
/// byte.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    view: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    identity: Option<Who<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authoritative_digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    current_task: Option<&'a ServedTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_upcoming_task: Option<&'a ServedTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<Sealed<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_report: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_report_digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    directive: Option<Asks<'a>>,
}

/// An identity under the names that the payload gives its parts.
#[derive(Debug, Serialize)]
struct Who<'a> {
    closure_id: &'a str,
    generation: u32,
    domain_target_ref: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_id: Option<&'a str>,
    state_authority: &'a str,
}

#[derive(Debug, Serialize)]
struct Sealed<'a> {
    identity: Who<'a>,
    authoritative_digest: &'a str,
    execution_digest: &'a str,
    digest: &'a str,
}

#[derive(Debug, Serialize)]
struct Asks<'a> {
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<&'a str>,
    text: &'a str,
    provenance: &'a Provenance,
}

impl<'a> From<&'a Identity> for Who<'a> {
    fn from(identity: &'a Identity) -> Self {
        let Identity { key: RootKey { closure, generation }, target, plan, authority } = identity;
        Self {
            closure_id: closure,
            generation: *generation,
            domain_target_ref: target,
            plan_id: plan.as_deref(),
            state_authority: authority,
        }
    }
}

impl<'a> From<&'a Receipt> for Sealed<'a> {
    fn from(receipt: &'a Receipt) -> Self {
        let Receipt { identity, authoritative_digest, execution_digest, digest } = receipt;
        Self { identity: identity.into(), authoritative_digest, execution_digest, digest }
    }
}

impl<'a> From<&'a Directive> for Asks<'a> {
    fn from(directive: &'a Directive) -> Self {
        let Directive { action, call, text, provenance } = directive;
        let (tool, arguments) = match call {
            Some(ToolCall { name, arguments }) => (Some(name.as_str()), Some(arguments.as_str())),
            None => (None, None),
        };
        Self { action: *action, tool, arguments, text, provenance }
    }
}

impl<'a> From<&'a Reading> for Answer<'a> {
    fn from(reading: &'a Reading) -> Self {
        let Reading { view, directive, changed: _ } = reading;
        let answer = Self {
            view: "",
            identity: None,
            authoritative_digest: None,
            execution_digest: None,
            current_task: None,
            next_upcoming_task: None,
            receipt: None,
            completed_report: None,
            completed_report_digest: None,
            reason: None,
            message: None,
            directive: directive.as_ref().map(Into::into),
        };
        match view {
            View::Active(active) => {
                let Active {
                    identity,
                    authoritative_digest,
                    execution_digest,
                    current_task,
                    next_upcoming_task,
                } = &**active;
                Self {
                    view: "active",
                    identity: Some(identity.into()),
                    authoritative_digest: Some(authoritative_digest),
                    execution_digest: Some(execution_digest),
                    current_task: Some(current_task),
                    next_upcoming_task: next_upcoming_task.as_ref(),
                    ..answer
                }
            }
            View::Completed(Completed { receipt, completed_report, digest }) => Self {
                view: "completed",
                identity: Some((&receipt.identity).into()),
                receipt: Some(receipt.into()),
                completed_report: Some(completed_report),
                completed_report_digest: Some(digest),
                ..answer
            },
            View::RetryLater(Retry { identity, reason, message }) => Self {
                view: "retry-later",
                identity: identity.as_ref().map(Into::into),
                reason: Some(*reason),
                message: Some(message),
                ..answer
            },
        }
    }
}

/// `continue_runtime_read`: exactly one read. A view of `retry-later` is an answer, and no refusal.
pub(super) fn read<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    offered: &Offered<'_>,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let closure = arguments.text_or_empty("closure_id");
    // INVARIANT: both are missed before this runs where they are absent.
    let generation = arguments.number("generation").unwrap_or_default();
    let identity_digest = arguments.text_or_empty("identity_digest");
    let asked = ReadArguments { key: RootKey { closure, generation }, identity_digest };
    let tracker =
        Context { caller: context.caller.clone(), session: context.session()?.to_owned(), request: None };
    let read_tool = offered.registered(Known::ContinueRuntimeRead);
    let tick_tool = offered.registered(Known::TickPlanTask);
    let seat = Seat { client: context.client, read_tool: &read_tool, tick_tool: &tick_tool };
    let reading = runtime::read(c, &tracker, seat, &asked, None)?;
    answered(&Answer::from(&reading), reading.changed, Vec::new())
}
