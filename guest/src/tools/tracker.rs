//! The tools of saved plans and their tasks.

use serde::Serialize;

use super::arguments::Arguments;
use super::offer::Offered;
use super::{CallContext, ToolAnswer, answered};
use crate::capability::Capabilities;
use crate::failure::{Failure, FailureCode};
use crate::refusal::ToolRefusal;
use crate::tracker;
use crate::tracker::answer::{PlanLine, Standing};
use crate::tracker::entry::SeedTask;
use crate::tracker::reference::Reference;
use crate::tracker::reply::{Changed, Saved, Ticked};
use crate::tracker::request::Context;
use crate::words::{self, Template};

mod tasks;

pub(super) use tasks::read;

/// Most ids of skipped tasks, and most plans, that an answer lists.
const LISTED_MAX: usize = 20;

/// A task, as an answer names it.
#[derive(Serialize)]
struct TaskName {
    task_id: String,
    title: String,
}

impl From<SeedTask> for TaskName {
    fn from(task: SeedTask) -> Self {
        let SeedTask { id, title } = task;
        Self { task_id: id, title }
    }
}

impl CallContext {
    /// The session of the call.
    pub(super) fn session(&self) -> Result<&str, ToolRefusal> {
        self.session.as_deref().ok_or(ToolRefusal::NoSession)
    }

    /// The context of a call of the tracker.
    fn tracker(&self, arguments: &mut Arguments) -> Result<Context, ToolRefusal> {
        Ok(Context {
            caller: self.caller.clone(),
            session: self.session()?.to_owned(),
            request: arguments.text("request_id"),
        })
    }
}

/// Adds what holds of a request that was sent again.
fn acknowledged(template: &Template, values: &[(&str, &str)], replayed: bool) -> String {
    let mut acknowledgement = template.render(values);
    if replayed {
        acknowledgement.push(' ');
        acknowledgement.push_str(words::REPLAYED.text);
    }
    acknowledgement
}

pub(super) fn save<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    #[derive(Serialize)]
    struct Answer {
        acknowledgement: String,
        plan_id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<String>,
        bytes: u32,
        total: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        next: Option<TaskName>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        notes_left: Option<usize>,
    }
    let text = arguments.text_or_empty("content");
    let asked = context.tracker(&mut arguments)?;
    let plan = asked.plan_of_request().unwrap_or_else(|| context.fresh_plan.clone());
    let saved = tracker::save(c, &asked, &plan, &text)?;
    let Saved { plan, path, saved_at_ms: _, bytes, total, next, notes, replayed } = saved;
    let template = if total == 0 { &words::SAVED_WITHOUT_TASKS } else { &words::SAVED };
    let (notes, notes_left) = tasks::some_notes(notes, tasks::Page::Brief);
    let answer = Answer {
        acknowledgement: acknowledged(template, &[("total", &total.to_string())], replayed),
        plan_id: plan,
        path,
        bytes,
        total,
        next: next.map(Into::into),
        notes,
        notes_left,
    };
    answered(&answer, !replayed, Vec::new())
}

/// The answer of a change of the selection.
fn selection(template: &Template, unchanged: &Template, changed: Changed) -> Result<ToolAnswer, Failure> {
    #[derive(Serialize)]
    struct Answer {
        acknowledgement: String,
        plan_id: String,
        changed: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        active_plan_id: Option<String>,
    }
    let Changed { plan, changed, active, replayed } = changed;
    let template = if changed { template } else { unchanged };
    let acknowledgement = acknowledged(template, &[], replayed);
    let answer = Answer { acknowledgement, plan_id: plan, changed, active_plan_id: active };
    answered(&answer, changed && !replayed, Vec::new())
}

pub(super) fn select<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let plan = arguments.text_or_empty("plan_id");
    let changed = tracker::select(c, &context.tracker(&mut arguments)?, &plan)?;
    selection(&words::SELECTED, &words::SELECTED_BEFORE, changed)
}

pub(super) fn clear<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let plan = arguments.text("plan_id");
    let changed = tracker::clear(c, &context.tracker(&mut arguments)?, plan.as_deref())?;
    selection(&words::CLEARED, &words::CLEARED, changed)
}

pub(super) fn tick<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let ticked = tracker::tick(c, &context.tracker(&mut arguments)?, &reference(&mut arguments))?;
    let template = match (ticked.changed, ticked.done == ticked.total) {
        (true, true) => &words::TICKED_LAST,
        (true, false) => &words::TICKED,
        (false, _) => &words::TICKED_BEFORE,
    };
    ticked_answer(template, ticked)
}

pub(super) fn untick<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let ticked = tracker::untick(c, &context.tracker(&mut arguments)?, &reference(&mut arguments))?;
    ticked_answer(if ticked.changed { &words::REOPENED } else { &words::OPEN_BEFORE }, ticked)
}

/// What names the task. An empty text names none, as models send it beside the other.
fn reference(arguments: &mut Arguments) -> Reference {
    let mut given = |name| arguments.text(name).filter(|text| !text.is_empty());
    Reference { task_id: given("task_id"), title: given("title") }
}

fn ticked_answer(template: &Template, ticked: Ticked) -> Result<ToolAnswer, Failure> {
    #[derive(Serialize)]
    struct Answer {
        acknowledgement: String,
        plan_id: String,
        task_id: String,
        title: String,
        changed: bool,
        done: u32,
        total: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        next: Option<TaskName>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        skipped: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped_left: Option<usize>,
    }
    let Ticked { plan, id, title, changed, mut skipped, done, total, next, replayed } = ticked;
    let left = skipped.len().saturating_sub(LISTED_MAX);
    skipped.truncate(LISTED_MAX);
    let values = [("done", &*done.to_string()), ("total", &*total.to_string())];
    let answer = Answer {
        acknowledgement: acknowledged(template, &values, replayed),
        plan_id: plan,
        task_id: id,
        title,
        changed,
        done,
        total,
        next: next.map(Into::into),
        skipped,
        skipped_left: (left > 0).then_some(left),
    };
    answered(&answer, changed && !replayed, Vec::new())
}

/// The plans of a session, for one that has no active plan. A session that doesn't exist has none.
fn plans<C: Capabilities>(c: &mut C, session: &str) -> Result<Vec<PlanLine>, Failure> {
    match tracker::describe(c, session) {
        Ok(session) => Ok(session.plans),
        Err(failure) if failure.code == FailureCode::SessionNotFound => Ok(Vec::new()),
        Err(failure) => Err(failure),
    }
}
