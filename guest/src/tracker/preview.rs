//! The tracker as pure functions, for harnesses that keep their own log: the exports of
//! `wit/preview.wit` that concern saved plans.

use std::collections::BTreeMap;

use crate::capability::Body;
use crate::digest::sha256;
use crate::failure::Failure;
use crate::file_id::{check_plan_id, is_file_id};
use crate::refusal::{Refusal, TaskRefusal};
use crate::tracker::answer::{MarkerLine, PlannedTick, PromptText, State};
use crate::tracker::entry::{Entry, Event, Mark, Mode, Seed, SeedTask};
use crate::tracker::fold::Ledger;
use crate::tracker::reference::{self, Reference, Resolved};
use crate::tracker::reply::TaskList;
use crate::tracker::{marker as marker_line, outline, prompt as prompt_text, read};

/// Says which task a reference means. `done` are the ids of the tasks that are done.
///
/// # Errors
///
/// In this order: `invalid-reference`, `unknown-task`, `ambiguous-title`.
pub fn resolve(tasks: &[SeedTask], done: &[String], reference: &Reference) -> Result<Resolved, Failure> {
    let is_done = |place: usize| tasks.get(place).is_some_and(|task| done.contains(&task.id));
    reference::check(reference)
        .and_then(|()| reference::resolve(tasks, is_done, reference))
        .map_err(Failure::from)
}

/// Finds the branch of a log: the path from its root to `leaf` (none: the last entry), root first.
///
/// # Errors
///
/// `entry-not-found`; `session-damaged` for a cycle, a missing parent, an id that comes twice.
pub fn branch(entries: &[Entry], leaf: Option<&str>) -> Result<Vec<Entry>, Failure> {
    path(entries, leaf).map_err(Failure::from)
}

fn path(entries: &[Entry], leaf: Option<&str>) -> Result<Vec<Entry>, Refusal> {
    let mut by_id: BTreeMap<&str, &Entry> = BTreeMap::new();
    for entry in entries {
        if entry.id.is_empty() || by_id.insert(&entry.id, entry).is_some() {
            return Err(TaskRefusal::LogId { entry: entry.id.clone() }.into());
        }
    }
    let mut at = match leaf {
        Some(leaf) => {
            let found = by_id.get(leaf).copied();
            Some(found.ok_or_else(|| Refusal::EntryUnknown { entry: leaf.to_owned() })?)
        }
        None => entries.last(),
    };
    let mut path = Vec::new();
    while let Some(entry) = at {
        path.push(entry.clone());
        if path.len() > entries.len() {
            return Err(TaskRefusal::LogCycle { entry: entry.id.clone() }.into());
        }
        at = match &entry.parent {
            Some(parent) => match by_id.get(parent.as_str()) {
                Some(found) => Some(*found),
                None => return Err(TaskRefusal::LogParent { entry: entry.id.clone() }.into()),
            },
            None => None,
        };
    }
    path.reverse();
    Ok(path)
}

/// Says what follows from a branch, given from its root on. Any entries have a state: those that
/// mean nothing are skipped, and noted. Parents are not looked at.
#[must_use]
pub fn fold(branch: &[Entry]) -> State {
    Ledger::of(branch).state()
}

/// What a save would record: the seed of a `set`, to be followed by `activate`.
///
/// # Errors
///
/// In this order: `invalid-plan-id`, `content-required`, `content-too-large`, `too-many-tasks`.
pub fn save(plan: &str, text: &str, path: Option<&str>, at_ms: u64) -> Result<Seed, Failure> {
    if !is_file_id(plan) {
        return Err(Refusal::InvalidPlanId { plan: plan.to_owned() }.into());
    }
    let outline = outline::of_body(text)?;
    let task = |task: outline::Task| SeedTask { id: task.id, title: task.title };
    Ok(Seed {
        plan: plan.to_owned(),
        digest: sha256(text),
        path: path.map(str::to_owned),
        saved_at_ms: at_ms,
        tasks: outline.tasks.into_iter().map(task).collect(),
    })
}

/// Decides a tick of a harness that keeps its own log.
///
/// # Errors
///
/// In this order: `invalid-reference`, `no-active-plan`, `unknown-task`, `ambiguous-title`.
pub fn tick(branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Failure> {
    plan_mark(branch, reference, true).map_err(Failure::from)
}

/// Decides an untick.
///
/// # Errors
///
/// As [`tick`].
pub fn untick(branch: &[Entry], reference: &Reference) -> Result<PlannedTick, Failure> {
    plan_mark(branch, reference, false).map_err(Failure::from)
}

fn plan_mark(branch: &[Entry], reference: &Reference, done: bool) -> Result<PlannedTick, Refusal> {
    reference::check(reference)?;
    let mut ledger = Ledger::of(branch);
    let (id, plan) = ledger.active().ok_or(Refusal::NoActivePlan)?;
    let resolved = reference::resolve(plan.tasks(), |place| plan.is_done(place), reference)?;
    if done && !resolved.done {
        super::write::check_turn(&ledger, id, &resolved.id)?;
    }
    let mark = Mark { plan: id.to_owned(), task: resolved.id.clone() };
    let event = match (done, resolved.done) {
        (true, false) => Some(Event::Tick(mark)),
        (false, true) => Some(Event::Untick(mark)),
        _ => None,
    };
    if let Some(event) = &event {
        ledger.take(event, "");
    }
    let (id, plan) = ledger.active().ok_or(Refusal::NoActivePlan)?;
    Ok(PlannedTick {
        resolved,
        plan: id.to_owned(),
        event,
        done: plan.done(),
        total: plan.total,
        next: plan.next().cloned(),
    })
}

/// Lists the tasks of a plan of a branch (none: the active one). `body` is that plan's body as it is
/// now; none when it can't be read.
///
/// # Errors
///
/// `invalid-plan-id`; `saved-plan-not-found` for a plan that was named.
pub fn tasks(branch: &[Entry], plan: Option<&str>, body: Option<&str>) -> Result<TaskList, Failure> {
    if let Some(plan) = plan {
        check_plan_id(plan)?;
    }
    let ledger = Ledger::of(branch);
    let notes = ledger.notes();
    let chosen = read::chosen(&ledger, plan)?;
    let Some((id, found)) = chosen.as_deref().and_then(|id| Some((id, ledger.plan(id)?))) else {
        return Ok(read::no_plan(notes));
    };
    let body = body.map(|text| Body { text: text.to_owned(), path: None });
    Ok(read::listed(id, found, body, notes))
}

/// Renders the marker of a branch. `body` is the body of the active plan as it is now; none when it
/// can't be read.
#[must_use]
pub fn marker(branch: &[Entry], body: Option<&str>) -> MarkerLine {
    marker_line::render(&Ledger::of(branch), body)
}

/// Renders the prompt. `plan` is the active plan's id and `body` its text, both or neither; `guard`
/// the guard line of the admitted root, where there is one.
#[must_use]
pub fn prompt(mode: Mode, plan: Option<&str>, body: Option<&str>, guard: Option<&str>) -> PromptText {
    prompt_text::render(mode, plan.zip(body), guard)
}
