//! What is served (D41): every text in it is made here, and relayed unchanged.

use serde::{Deserialize, Serialize};

use super::case::{Case, Standing};
use super::entry::{Identity, Receipt};
use super::{CLOSEOUT, TICK_TOOL};
use crate::digest::sha256;
use crate::tracker::entry::SeedTask;
use crate::tracker::fold::Plan;
use crate::words::{self, Template, quoted, quoted_whole};

/// What kind of task is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskKind {
    /// A task of the plan.
    Task,
    /// What is left when every task is done: the open obligations.
    Closeout,
}

/// A task as it is served: `text` is what an agent gets, unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedTask {
    /// What it is.
    pub kind: TaskKind,
    /// Its id; `closeout` for the closeout.
    pub id: String,
    /// Its title; empty for the closeout.
    pub title: String,
    /// Its place in the queue, from 1; one more than the tasks there are for the closeout.
    pub number: u32,
    /// The text.
    pub text: String,
    /// SHA-256 of it, 64 hex digits.
    pub digest: String,
}

/// What is to be done now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Active {
    /// Whose work it is.
    pub identity: Identity,
    /// SHA-256 over the admission, the plan's id, its body and its queue.
    pub authoritative_digest: String,
    /// SHA-256 over the plan's generation, its ticks, the obligations and the blocks.
    pub execution_digest: String,
    /// The task to do.
    pub current_task: ServedTask,
    /// The one after it, to be seen and not to be begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_upcoming_task: Option<ServedTask>,
}

/// That nothing is left to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completed {
    /// The sealed receipt, with the identity in it.
    pub receipt: Receipt,
    /// The report, to be relayed unchanged.
    pub completed_report: String,
    /// SHA-256 of it, 64 hex digits.
    pub digest: String,
}

/// Why a read serves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The branch holds no such root.
    UnknownRoot,
    /// The arguments name another identity than the root has.
    Mismatched,
    /// The engine doesn't drive the root.
    NotActivated,
    /// The root is blocked.
    Blocked,
    /// The root was closed elsewhere.
    ClosedElsewhere,
    /// Another plan is the active one.
    OtherPlan,
    /// The body of its plan outlines other tasks than its queue has.
    Edited,
    /// The body of its plan is gone, or can't be read.
    Unreadable,
    /// The root has nothing that could be finished.
    NothingToDo,
    /// What is stored changed under the read, three times, or can't be read now.
    Changing,
}

/// That nothing is served now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retry {
    /// Whose work it is, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    /// Why.
    pub reason: Reason,
    /// Why, as a sentence.
    pub message: String,
}

/// What a continue read answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// There is something to do.
    Active(Box<Active>),
    /// There is nothing left to do.
    Completed(Completed),
    /// Nothing is served now.
    RetryLater(Retry),
}

/// The view of a root. Every root has one. A root that is ready is seen as `receipt` completes it,
/// and as its closeout where none is given. `tick_tool` is the tool that ends a task, as it is
/// registered with the agent.
#[must_use]
pub fn view(case: &Case<'_>, receipt: Option<&Receipt>, tick_tool: &str) -> View {
    let reason = match case.standing() {
        Standing::Open | Standing::Closing => return active(case, tick_tool),
        Standing::Ready => return receipt.map_or_else(|| active(case, tick_tool), completed),
        Standing::Sealed => match case.root.receipt() {
            Some(receipt) => return completed(receipt),
            None => Reason::Changing,
        },
        Standing::NotActivated => Reason::NotActivated,
        Standing::Blocked => Reason::Blocked,
        Standing::ClosedElsewhere => Reason::ClosedElsewhere,
        Standing::OtherPlan => Reason::OtherPlan,
        Standing::Edited => Reason::Edited,
        Standing::Unreadable => Reason::Unreadable,
        Standing::NothingToDo => Reason::NothingToDo,
    };
    retry_of(case, reason)
}

/// Why a root can't be sealed, as a sentence: what would be served, or why nothing is.
#[must_use]
pub(super) fn why_open(case: &Case<'_>) -> String {
    match view(case, None, TICK_TOOL) {
        View::Active(active) => active.current_task.text.lines().next().unwrap_or_default().to_owned(),
        View::Completed(completed) => completed.completed_report,
        View::RetryLater(retry) => retry.message,
    }
}

/// The answer that serves nothing, of a root that is known.
#[must_use]
pub fn retry_of(case: &Case<'_>, reason: Reason) -> View {
    let identity = &case.root.admission().identity;
    let blocks: Vec<_> = case.root.blocks().iter().map(|block| quoted(&block.text)).collect();
    let message = template(reason).render(&[
        ("blocks", &blocks.join(", ")),
        ("plan", &quoted(identity.plan.as_deref().unwrap_or_default())),
        ("root", &identity.key.shown()),
        ("verdict", case.root.verdict().name()),
    ]);
    View::RetryLater(Retry { identity: Some(identity.clone()), reason, message })
}

/// The answer that serves nothing, where no root is known.
#[must_use]
pub fn retry(reason: Reason) -> View {
    View::RetryLater(Retry {
        identity: None,
        reason,
        message: template(reason).render(&[("root", "asked for")]),
    })
}

fn template(reason: Reason) -> &'static Template {
    match reason {
        Reason::UnknownRoot => &words::RUNTIME_RETRY_UNKNOWN,
        Reason::Mismatched => &words::RUNTIME_RETRY_MISMATCHED,
        Reason::NotActivated => &words::RUNTIME_RETRY_NOT_ACTIVATED,
        Reason::Blocked => &words::RUNTIME_RETRY_BLOCKED,
        Reason::ClosedElsewhere => &words::RUNTIME_RETRY_CLOSED,
        Reason::OtherPlan => &words::RUNTIME_RETRY_OTHER_PLAN,
        Reason::Edited => &words::RUNTIME_RETRY_EDITED,
        Reason::Unreadable => &words::RUNTIME_RETRY_UNREADABLE,
        Reason::NothingToDo => &words::RUNTIME_RETRY_NOTHING,
        Reason::Changing => &words::RUNTIME_RETRY_CHANGING,
    }
}

fn completed(receipt: &Receipt) -> View {
    let Identity { key, target, plan: _, authority } = &receipt.identity;
    let completed_report = words::RUNTIME_COMPLETED.render(&[
        ("root", &key.shown()),
        ("target", &quoted_whole(target)),
        ("authority", &quoted_whole(authority)),
        ("digest", &receipt.digest),
    ]);
    let digest = sha256(&completed_report);
    View::Completed(Completed { receipt: receipt.clone(), completed_report, digest })
}

fn active(case: &Case<'_>, tick_tool: &str) -> View {
    let Some(digests) = case.digests() else { return retry_of(case, Reason::Changing) };
    let mut open = case.open_tasks();
    let (current_task, next_upcoming_task) = match (open.next(), open.next()) {
        (Some(current), Some(next)) => (task(case, current, tick_tool), Some(preview(case, next))),
        (Some(current), None) => (task(case, current, tick_tool), preview_of_closeout(case)),
        (None, _) => (closeout(case), None),
    };
    View::Active(Box::new(Active {
        identity: case.root.admission().identity.clone(),
        authoritative_digest: digests.authoritative,
        execution_digest: digests.execution,
        current_task,
        next_upcoming_task,
    }))
}

/// The task to do: its title, everything below it as written, and how it ends.
fn task(case: &Case<'_>, (number, task): (u32, &SeedTask), tick_tool: &str) -> ServedTask {
    let mut lines = vec![heading(case, &words::RUNTIME_TASK, number, task)];
    let written = case.detail(&task.id).map(|detail| detail.text.trim_end_matches(['\n', '\r']));
    lines.extend(written.filter(|text| !text.is_empty()).map(str::to_owned));
    lines.push(words::RUNTIME_TASK_END.render(&[("id", &task.id), ("tool", tick_tool)]));
    served(TaskKind::Task, task, number, &lines)
}

/// The task after it: its title and a word that it is not its turn.
fn preview(case: &Case<'_>, (number, task): (u32, &SeedTask)) -> ServedTask {
    served(TaskKind::Task, task, number, &[heading(case, &words::RUNTIME_UPCOMING, number, task)])
}

fn heading(case: &Case<'_>, template: &Template, number: u32, task: &SeedTask) -> String {
    template.render(&[
        ("number", &number.to_string()),
        ("total", &total(case).to_string()),
        ("id", &task.id),
        ("title", &quoted_whole(&task.title)),
    ])
}

fn total(case: &Case<'_>) -> u32 {
    case.plan().map_or(0, |plan: &Plan| plan.total)
}

/// What is left when every task is done: the open obligations, or nothing but the seal.
fn closeout(case: &Case<'_>) -> ServedTask {
    let open: Vec<_> = case.root.obligations().iter().filter(|obligation| !obligation.discharged).collect();
    let head = if open.is_empty() { &words::RUNTIME_CLOSEOUT_READY } else { &words::RUNTIME_CLOSEOUT };
    let mut lines =
        vec![head.render(&[("root", &case.root.key().shown()), ("count", &open.len().to_string())])];
    lines.extend(open.into_iter().map(|obligation| {
        let values = [("id", obligation.id.as_str()), ("text", &quoted_whole(&obligation.text))];
        ["- ", &words::RUNTIME_CLOSEOUT_ITEM.render(&values)].concat()
    }));
    served_closeout(case, &lines)
}

fn preview_of_closeout(case: &Case<'_>) -> Option<ServedTask> {
    let open = case.root.obligations().iter().filter(|obligation| !obligation.discharged).count();
    let line = || words::RUNTIME_UPCOMING_CLOSEOUT.render(&[("count", &open.to_string())]);
    (open > 0).then(|| served_closeout(case, &[line()]))
}

fn served_closeout(case: &Case<'_>, lines: &[String]) -> ServedTask {
    let nothing = SeedTask { id: CLOSEOUT.to_owned(), title: String::new() };
    served(TaskKind::Closeout, &nothing, total(case).saturating_add(1), lines)
}

fn served(kind: TaskKind, task: &SeedTask, number: u32, lines: &[String]) -> ServedTask {
    let text = lines.join("\n");
    let digest = sha256(&text);
    ServedTask { kind, id: task.id.clone(), title: task.title.clone(), number, text, digest }
}
