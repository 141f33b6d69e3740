//! Reads: each takes what it needs from one snapshot.

use super::answer::{Past, Plan, PlanPage, PlanSummary, RevisionPage, Step, StepPage};
use super::held::{self, FoundHead};
use super::history::{self, Stored, Unreadable};
use super::record::{Head, RevisionRecord};
use super::request::Point;
use super::segment::{self, Entry};
use super::splice::Damaged;
use super::task_id::TaskId;
use super::{gate, key, timeline};
use crate::author::Author;
use crate::capability::{Capabilities, Reach, Scope, ScopeKind, ScopePage};
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::text::{inspect, size};

/// Reads the plan.
///
/// # Errors
///
/// In this order: `invalid-task-id`, `invalid-author`, `not-reachable`, `plan-not-found`,
/// `plan-unreadable`, and the storage codes.
pub fn read<C: Capabilities>(c: &mut C, caller: &Author, task: &str) -> Result<Plan, Failure> {
    let Open { task, scope, head } = open(c, caller, task)?;
    if !head.present {
        return Err(not_found(&task).into());
    }
    let stored = history::current(c, &scope, &head).map_err(|why| why.of_plan(task.as_str()))?;
    Ok(Plan {
        task: task.as_str().to_owned(),
        notes: inspect(&stored.text),
        content: stored.text,
        title: head.title,
        bytes: head.bytes,
        chars: head.chars,
        revision: head.revision.number,
        position: head.position,
        version: head.version,
        author: head.author,
        created_at_ms: head.created_at_ms,
        updated_at_ms: head.updated_at_ms,
    })
}

/// Lists the plans from task id `from` on, looking at `limit` tasks (1 to
/// [`PAGE_MAX_ENTRIES`](super::PAGE_MAX_ENTRIES)). Tasks out of the caller's reach and deleted plans
/// are left out.
///
/// # Errors
///
/// In this order: `invalid-author`, `invalid-argument`, and the storage codes. A task whose head is
/// damaged is listed as such, and hides no other.
pub fn list<C: Capabilities>(
    c: &mut C,
    caller: &Author,
    from: &str,
    limit: u32,
) -> Result<PlanPage, Failure> {
    caller.check()?;
    gate::check_limit(limit)?;
    if !from.is_empty() && TaskId::parse(from).is_err() {
        return Err(Refusal::InvalidFrom { from: from.to_owned() }.into());
    }
    let page = c.scopes(ScopeKind::Task, from, limit);
    let ScopePage { ids, next } = page.map_err(|failure| Refusal::of_read(failure.code, from))?;
    let (mut plans, mut unreadable) = (Vec::new(), Vec::new());
    for id in ids {
        if !gate::may_reach(c, caller, &id, Reach::Read) {
            continue;
        }
        match summary(c, &TaskId::parse(&id)?) {
            Ok(found) => plans.extend(found),
            Err(Refusal::PlanDamaged { .. }) => unreadable.push(id),
            Err(refusal) => return Err(refusal.into()),
        }
    }
    Ok(PlanPage { plans, unreadable, next })
}

/// Lists the revisions before number `before` (none: from the latest), newest first, at most `limit`
/// (1 to [`PAGE_MAX_ENTRIES`](super::PAGE_MAX_ENTRIES)), also those of a deleted plan.
///
/// # Errors
///
/// In this order: `invalid-task-id`, `invalid-author`, `not-reachable`, `invalid-argument`,
/// `plan-not-found` where there is no history, `plan-unreadable`, and the storage codes.
pub fn revisions<C: Capabilities>(
    c: &mut C,
    caller: &Author,
    task: &str,
    before: Option<u32>,
    limit: u32,
) -> Result<RevisionPage, Failure> {
    let Open { task, scope, head } = open_page(c, caller, task, limit)?;
    let latest = head.revision.number;
    let last = before.map_or(latest, |before| before.saturating_sub(1).min(latest));
    let first = last.saturating_sub(limit).saturating_add(1);
    let records = timeline::revisions(c, &scope, &head, first, last);
    let records = records.map_err(|why| why.of_plan(task.as_str()))?;
    let revisions = records.into_iter().rev().map(RevisionRecord::into_revision).collect();
    Ok(RevisionPage { revisions, present: head.present, next: (first > 1).then_some(first) })
}

/// Lists the writes from position `from` on that one revision covers, at most `limit` (1 to
/// [`PAGE_MAX_ENTRIES`](super::PAGE_MAX_ENTRIES)), also of a deleted plan.
///
/// # Errors
///
/// As [`revisions`], and `revision-not-found` after `plan-not-found`.
pub fn steps<C: Capabilities>(
    c: &mut C,
    caller: &Author,
    task: &str,
    revision: u32,
    from: u32,
    limit: u32,
) -> Result<StepPage, Failure> {
    let Open { task, scope, head } = open_page(c, caller, task, limit)?;
    if !(1..=head.revision.number).contains(&revision) {
        return Err(timeline::not_found(&task, &head, Point::Revision(revision)).into());
    }
    let page = step_page(c, &scope, &head, revision, from, limit);
    Ok(page.map_err(|why| why.of_plan(task.as_str()))?)
}

/// Reads a text of the past, also of a deleted plan.
///
/// # Errors
///
/// In this order: `invalid-task-id`, `invalid-author`, `not-reachable`, `plan-not-found` where there
/// is no history, `revision-not-found`, `plan-unreadable`, and the storage codes.
pub fn read_past<C: Capabilities>(
    c: &mut C,
    caller: &Author,
    task: &str,
    point: Point,
) -> Result<Past, Failure> {
    let Open { task, scope, head } = open(c, caller, task)?;
    let unreadable = |why: Unreadable| why.of_plan(task.as_str());
    let found = timeline::find(c, &scope, &head, point).map_err(unreadable)?;
    let found = found.ok_or_else(|| timeline::not_found(&task, &head, point))?;
    let Stored { text, title, .. } = timeline::text(c, &scope, found).map_err(unreadable)?;
    Ok(Past {
        task: task.as_str().to_owned(),
        title,
        content: text,
        position: found.position,
        revision: found.revision,
    })
}

/// A task that the caller may read, and that has a history.
struct Open {
    task: TaskId,
    scope: Scope,
    head: Head,
}

fn open(c: &mut impl Capabilities, caller: &Author, task: &str) -> Result<Open, Failure> {
    let task = TaskId::parse(task)?;
    gate::admit(c, caller, &task, Reach::Read)?;
    Ok(fetch(c, task)?)
}

fn open_page(c: &mut impl Capabilities, caller: &Author, task: &str, limit: u32) -> Result<Open, Failure> {
    let task = TaskId::parse(task)?;
    gate::admit(c, caller, &task, Reach::Read)?;
    gate::check_limit(limit)?;
    Ok(fetch(c, task)?)
}

fn fetch(c: &mut impl Capabilities, task: TaskId) -> Result<Open, Refusal> {
    let scope = task.scope();
    match held::head(c, &scope, &task)? {
        Some(FoundHead { head, .. }) => Ok(Open { task, scope, head }),
        None => Err(not_found(&task)),
    }
}

fn not_found(task: &TaskId) -> Refusal {
    Refusal::PlanNotFound { task: task.as_str().to_owned() }
}

/// A plan as a listing shows it, or none where the task has none.
fn summary(c: &mut impl Capabilities, task: &TaskId) -> Result<Option<PlanSummary>, Refusal> {
    let found = held::head(c, &task.scope(), task)?;
    let present = found.map(|FoundHead { head, .. }| head).filter(|head| head.present);
    Ok(present.map(|head| PlanSummary {
        task: task.as_str().to_owned(),
        title: head.title,
        bytes: head.bytes,
        revision: head.revision.number,
        updated_at_ms: head.updated_at_ms,
    }))
}

/// The steps of a revision of the head's, from position `from` on.
fn step_page(
    c: &mut impl Capabilities,
    scope: &Scope,
    head: &Head,
    revision: u32,
    from: u32,
    limit: u32,
) -> Result<StepPage, Unreadable> {
    let (before, segment) = timeline::before(c, scope, head, revision)?;
    let last = timeline::revision(c, scope, head, revision)?.position;
    let first = from.max(before.saturating_add(1));
    let mut page = StepPage { steps: Vec::new(), next: None };
    if first > last {
        return Ok(page);
    }
    let begins = history::last_up_to(c, scope, key::SEGMENTS, segment, first)?;
    let wanted = last.saturating_sub(first).saturating_add(1).min(limit);
    let end = first.saturating_add(wanted);
    history::each_segment(c, scope, begins, last, |cell, begins| {
        take_steps(&cell.value, begins, first, end, &mut page.steps)
    })?;
    if size(page.steps.len()) != wanted {
        return Err(Unreadable::Damaged);
    }
    page.next = (end <= last).then_some(end);
    Ok(page)
}

/// Adds the steps of a segment that are at `first` or later and before `end`; answers whether more
/// may follow.
fn take_steps(
    value: &str,
    begins: u32,
    first: u32,
    end: u32,
    steps: &mut Vec<Step>,
) -> Result<bool, Damaged> {
    for (position, entry) in (begins..).zip(segment::entries(value)) {
        let Entry { splice, at_ms, .. } = entry?;
        if position >= end {
            return Ok(false);
        }
        if position >= first {
            if position != first.saturating_add(size(steps.len())) {
                return Err(Damaged);
            }
            let inserted = size(splice.inserted.len());
            steps.push(Step { position, at_ms, at: splice.at, removed: splice.removed, inserted });
        }
    }
    Ok(true)
}
