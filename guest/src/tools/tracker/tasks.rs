//! `read_plan_tasks`: how far the plan is, in an answer that is sized for a model.

use serde::Serialize;

use super::{Arguments, CallContext, Failure, LISTED_MAX, Offered, PlanLine, Standing, ToolAnswer};
use crate::capability::Capabilities;
use crate::text::Note;
use crate::tools::{answered, messages};
use crate::tracker;
use crate::tracker::answer::{Queue, TaskLine};
use crate::tracker::reply::TaskList;
use crate::words::{self, Template};

/// Most bytes of JSON that the text of the next task takes in a brief answer.
const DETAIL_BYTES: usize = 1_600;
/// Most bytes of JSON that the tasks of a page take in a brief answer.
const TASKS_BYTES: usize = 2_400;
/// Most bytes of JSON that the notes take in a brief answer.
const NOTES_BYTES: usize = 800;

/// How much an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    /// What fits a model's context.
    Brief,
    /// Everything.
    Whole,
}

/// The answer. What is left out is counted, or has the number that continues it.
#[derive(Serialize)]
struct Answer {
    standing: Standing,
    advice: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    done: u32,
    total: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<NextTask>,
    tasks: Vec<TaskAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_from: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plans: Vec<PlanAnswer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes_left: Option<usize>,
}

/// The first task that is open, with what the plan says of it.
#[derive(Serialize)]
struct NextTask {
    number: u32,
    task_id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_left: Option<usize>,
}

/// One task of a page.
#[derive(Serialize)]
struct TaskAnswer {
    number: u32,
    task_id: String,
    title: String,
    done: bool,
}

impl From<TaskLine> for TaskAnswer {
    fn from(task: TaskLine) -> Self {
        let TaskLine { number, id, title, done } = task;
        Self { number, task_id: id, title, done }
    }
}

/// A plan that could be made the active one.
#[derive(Serialize)]
struct PlanAnswer {
    plan_id: String,
    done: u32,
    total: u32,
}

impl From<PlanLine> for PlanAnswer {
    fn from(plan: PlanLine) -> Self {
        let PlanLine { plan, done, total, .. } = plan;
        Self { plan_id: plan, done, total }
    }
}

/// Reads the tasks of a plan.
pub(in crate::tools) fn read<C: Capabilities>(
    c: &mut C,
    context: &CallContext,
    offered: &Offered<'_>,
    mut arguments: Arguments,
) -> Result<ToolAnswer, Failure> {
    let session = context.session()?;
    let (plan, from) = (arguments.text("plan_id"), arguments.number("from"));
    let page = if arguments.flag("all") { Page::Whole } else { Page::Brief };
    let list = tracker::tasks(c, session, plan.as_deref())?;
    let plans = match list.standing {
        Standing::NoPlan => super::plans(c, session)?,
        Standing::Open | Standing::Done | Standing::NoTasks => Vec::new(),
    };
    answered(&answer(offered, list, plans, from, page), false, Vec::new())
}

fn answer(
    offered: &Offered<'_>,
    list: TaskList,
    plans: Vec<PlanLine>,
    from: Option<u32>,
    page: Page,
) -> Answer {
    let TaskList { standing, queue, done, next, detail, notes } = list;
    let (notes, notes_left) = some_notes(notes, page);
    let first = from.or_else(|| next.as_ref().filter(|_| page == Page::Brief).map(|next| next.number));
    let (plan_id, path, tasks) = match queue {
        Some(Queue { plan, path, tasks, .. }) => (Some(plan), path, tasks),
        None => (None, None, Vec::new()),
    };
    let total = crate::text::size(tasks.len());
    let (tasks, next_from) = some_tasks(tasks, first.unwrap_or_default(), page);
    Answer {
        standing,
        advice: offered.renamed(advice(standing, plans.is_empty()).text),
        plan_id,
        path,
        done,
        total,
        next: next.map(|next| next_task(next, detail.map(|detail| detail.text), page)),
        tasks,
        next_from,
        plans: plans.into_iter().rev().take(LISTED_MAX).map(Into::into).collect(),
        notes,
        notes_left,
    }
}

/// What an agent does now.
fn advice(standing: Standing, no_plans: bool) -> &'static Template {
    match standing {
        Standing::Open => &words::ADVICE_OPEN,
        Standing::Done => &words::ADVICE_DONE,
        Standing::NoTasks => &words::ADVICE_NO_TASKS,
        Standing::NoPlan if no_plans => &words::ADVICE_NO_PLAN,
        Standing::NoPlan => &words::ADVICE_OTHER_PLANS,
    }
}

fn next_task(next: TaskLine, text: Option<String>, page: Page) -> NextTask {
    let TaskLine { number, id, title, done: _ } = next;
    let (text, text_left) = match text.filter(|text| !text.trim().is_empty()) {
        Some(text) if page == Page::Brief => cut(text),
        text => (text, None),
    };
    NextTask { number, task_id: id, title, text, text_left }
}

/// The beginning of a text that takes at most [`DETAIL_BYTES`] of JSON, and how many bytes of it are
/// left out.
fn cut(text: String) -> (Option<String>, Option<usize>) {
    let mut room = DETAIL_BYTES;
    for (at, c) in text.char_indices() {
        let cost = match c {
            '"' | '\\' | '\n' | '\r' | '\t' => 2,
            c if c.is_ascii_control() => 6,
            c => c.len_utf8(),
        };
        match room.checked_sub(cost) {
            Some(left) => room = left,
            None => {
                let begins = text.get(..at).unwrap_or_default().to_owned();
                return (Some(begins), Some(text.len().saturating_sub(at)));
            }
        }
    }
    (Some(text), None)
}

/// The tasks from number `first` on, as many as a page holds, but one at least; and the number that
/// continues them.
fn some_tasks(tasks: Vec<TaskLine>, first: u32, page: Page) -> (Vec<TaskAnswer>, Option<u32>) {
    let mut some = Vec::new();
    let mut room = TASKS_BYTES;
    for task in tasks.into_iter().filter(|task| task.number >= first) {
        let task = TaskAnswer::from(task);
        let bytes = serde_json::to_string(&task).map_or(0, |json| json.len().saturating_add(1));
        match room.checked_sub(bytes) {
            Some(left) => room = left,
            None if page == Page::Brief && !some.is_empty() => return (some, Some(task.number)),
            None => room = 0,
        }
        some.push(task);
    }
    (some, None)
}

/// The notes that a page holds, and how many are left out.
pub(super) fn some_notes(notes: Vec<Note>, page: Page) -> (Vec<String>, Option<usize>) {
    let mut room = NOTES_BYTES;
    let all = notes.len();
    let mut some = messages(notes);
    if page == Page::Brief {
        let fitting = some.iter().take_while(|message| match room.checked_sub(message.len()) {
            Some(left) => {
                room = left;
                true
            }
            None => false,
        });
        some.truncate(fitting.count());
    }
    let left = all.saturating_sub(some.len());
    (some, (left > 0).then_some(left))
}
