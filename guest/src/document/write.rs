//! Writes: each takes the lease of its task, reads, decides, and commits once.

use super::answer::{Deleted, Written};
use super::decide::{self, Change, Guard, Measure, Settled};
use super::gate::{self, Mode};
use super::held::{FoundHead, Held};
use super::history::{Stored, Unreadable};
use super::record::{self, Head};
use super::request::{Context, DeleteRequest, EditRequest, Point, RestoreRequest, SaveRequest, WriteRequest};
use super::splice::{Damaged, Splice};
use super::task_id::TaskId;
use super::{exact, key, timeline};
use crate::capability::{Action, Capabilities, Cell, Mutation, Reach};
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::text::{CONTENT_MAX_BYTES, Note, Seam, arrived_escaped, check_fragment, checked_size, seam};

/// Creates the task's plan, or replaces the one there is. Takes no mode
/// (AC-TASKS-PLAN-APPEND-005.2). Over a text that is damaged it stores the new one all the same.
///
/// # Errors
///
/// In this order: `invalid-task-id`, `mode-not-offered`, `invalid-author`, `not-reachable`,
/// `content-required`, `content-too-large`, `invalid-title`, `busy`, `version-conflict`,
/// `plan-unreadable` (its head is damaged, or gone while the rest is there), `write-conflict`, and
/// the storage codes.
pub fn create<C: Capabilities>(
    c: &mut C,
    context: &Context,
    request: &WriteRequest,
) -> Result<Written, Failure> {
    let task = TaskId::parse(&request.task)?;
    if !request.mode.is_empty() {
        return Err(Refusal::ModeNotOffered { mode: request.mode.clone() }.into());
    }
    gate::admit(c, &context.caller, &task, Reach::Write)?;
    gate::check_whole(request)?;
    let held = Held::take(c, context, &task)?;
    held.check_version(request.expected_version.as_deref())?;
    let old = held.text_unless_damaged(c)?;
    let whole = Whole::new(&held, &request.title, &request.content, Guard::Warn);
    Ok(replace(c, &held, old, whole, arrived_escaped(&request.content))?)
}

/// Replaces the plan, or appends to it (`REQ-TASKS-PLAN-APPEND-001`, D3, D5). An append sent twice
/// is appended twice.
///
/// # Errors
///
/// In this order: `invalid-task-id`, `invalid-mode`, `invalid-author`, `not-reachable`,
/// `content-required`, `fragment-whitespace-only`, `content-too-large` (replace), `invalid-title`,
/// `busy`, `plan-not-found`, `version-conflict`, `plan-unreadable`, `content-too-large` (append),
/// `write-conflict`, and the storage codes.
pub fn update<C: Capabilities>(
    c: &mut C,
    context: &Context,
    request: &WriteRequest,
) -> Result<Written, Failure> {
    let task = TaskId::parse(&request.task)?;
    let mode = Mode::parse(&request.mode)?;
    gate::admit(c, &context.caller, &task, Reach::Write)?;
    match mode {
        Mode::Replace => gate::check_whole(request)?,
        Mode::Append => {
            check_fragment(&request.content)?;
            gate::check_title(&request.title)?;
        }
    }
    let held = Held::take(c, context, &task)?;
    held.plan()?;
    held.check_version(request.expected_version.as_deref())?;
    Ok(match mode {
        Mode::Replace => {
            let old = held.text(c)?;
            let whole = Whole::new(&held, &request.title, &request.content, Guard::Warn);
            replace(c, &held, Some(old), whole, arrived_escaped(&request.content))?
        }
        Mode::Append => append(c, &held, &request.title, &request.content)?,
    })
}

/// Replaces the one place where a text stands (D10).
///
/// # Errors
///
/// In this order: `invalid-task-id`, `invalid-author`, `not-reachable`, `find-required`,
/// `version-required`, `busy`, `plan-not-found`, `version-conflict`, `plan-unreadable`,
/// `find-missing`, `find-ambiguous`, `content-too-large`, `write-conflict`, and the storage codes.
pub fn edit<C: Capabilities>(
    c: &mut C,
    context: &Context,
    request: &EditRequest,
) -> Result<Written, Failure> {
    let EditRequest { find, replacement, expected_version, .. } = request;
    let task = TaskId::parse(&request.task)?;
    gate::admit(c, &context.caller, &task, Reach::Write)?;
    if find.is_empty() {
        return Err(Refusal::FindRequired.into());
    }
    let expected = expected_version.as_deref().filter(|version| !version.is_empty());
    let expected = expected.ok_or(Refusal::VersionRequired)?;
    let held = Held::take(c, context, &task)?;
    held.plan()?;
    held.check_version(Some(expected))?;
    let old = held.text(c)?;
    let at = exact::locate(&old.text, find)?;
    let bytes = old.text.len().saturating_sub(find.len()).saturating_add(replacement.len());
    checked_size(bytes, CONTENT_MAX_BYTES)?;
    let before = old.text.get(..at).unwrap_or_default();
    let after = old.text.get(at.saturating_add(find.len())..).unwrap_or_default();
    let content = [before, replacement, after].concat();
    let whole = Whole::new(&held, "", &content, Guard::Warn);
    Ok(replace(c, &held, Some(old), whole, arrived_escaped(replacement))?)
}

/// Stores the whole text that an editor holds, creating the plan where there is none (D12). Never
/// warns.
///
/// # Errors
///
/// In this order: `invalid-task-id`, `invalid-author`, `not-reachable`, `content-too-large`,
/// `invalid-title`, `busy`, `version-conflict`, `plan-unreadable`, `write-conflict`, and the storage
/// codes.
pub fn save<C: Capabilities>(
    c: &mut C,
    context: &Context,
    request: &SaveRequest,
) -> Result<Written, Failure> {
    let task = TaskId::parse(&request.task)?;
    gate::admit(c, &context.caller, &task, Reach::Write)?;
    gate::check_size(&request.content)?;
    gate::check_title(&request.title)?;
    let held = Held::take(c, context, &task)?;
    held.check_version(request.expected_version.as_deref())?;
    let old = held.text(c)?;
    let whole = Whole::new(&held, &request.title, &request.content, Guard::Split);
    Ok(replace(c, &held, Some(old), whole, None)?)
}

/// Brings an earlier text and its title back as a new revision (D9). The text may be larger than
/// what can be stored anew (D4), and the present one may be damaged.
///
/// # Errors
///
/// In this order: `invalid-task-id`, `invalid-author`, `not-reachable`, `busy`, `plan-not-found`,
/// `version-conflict`, `revision-not-found`, `plan-unreadable`, `write-conflict`, and the storage
/// codes.
pub fn restore<C: Capabilities>(
    c: &mut C,
    context: &Context,
    request: &RestoreRequest,
) -> Result<Written, Failure> {
    let task = TaskId::parse(&request.task)?;
    gate::admit(c, &context.caller, &task, Reach::Write)?;
    let held = Held::take(c, context, &task)?;
    let head = held.plan()?;
    held.check_version(request.expected_version.as_deref())?;
    let unreadable = |unreadable: Unreadable| unreadable.of_plan(task.as_str());
    let found = timeline::find(c, held.scope(), head, request.point).map_err(unreadable)?;
    let found = found.ok_or_else(|| timeline::not_found(&task, head, request.point))?;
    let Stored { text, title, .. } = timeline::text(c, held.scope(), found).map_err(unreadable)?;
    let old = held.text_unless_damaged(c)?;
    let whole = Whole { title, content: &text, guard: Guard::Split, restored: Some(request.point) };
    Ok(replace(c, &held, old, whole, None)?)
}

/// Deletes the plan and keeps its history (D8).
///
/// # Errors
///
/// In this order: `invalid-task-id`, `invalid-author`, `not-reachable`, `busy`, `plan-not-found`,
/// `version-conflict`, `write-conflict`, and the storage codes.
pub fn delete<C: Capabilities>(
    c: &mut C,
    context: &Context,
    request: &DeleteRequest,
) -> Result<Deleted, Failure> {
    let task = TaskId::parse(&request.task)?;
    gate::admit(c, &context.caller, &task, Reach::Write)?;
    let held = Held::take(c, context, &task)?;
    let plan = held.plan()?;
    held.check_version(request.expected_version.as_deref())?;
    let (head, events) = decide::delete(held.basis(), plan);
    held.commit(c, &[put_head(&held, &head)?])?;
    let Head { version, revision, .. } = head;
    Ok(Deleted { task: request.task.clone(), revisions: revision.number, version, events })
}

/// A whole document to store.
struct Whole<'a> {
    title: String,
    content: &'a str,
    guard: Guard,
    restored: Option<Point>,
}

impl<'a> Whole<'a> {
    fn new(held: &Held<'_>, title: &str, content: &'a str, guard: Guard) -> Self {
        Self { title: decide::title(held.basis().head, title), content, guard, restored: None }
    }
}

/// Stores a whole document in the place of `old`, which is none where it is damaged.
fn replace(
    c: &mut impl Capabilities,
    held: &Held<'_>,
    old: Option<Stored>,
    whole: Whole<'_>,
    note: Option<Note>,
) -> Result<Written, Refusal> {
    let Whole { title, content, guard, restored } = whole;
    let over_damage = old.is_none();
    let lost_bytes = held.basis().head.map_or(0, |head| head.bytes);
    let (splice, last) = match old {
        Some(Stored { text, last, .. }) => (Splice::between(&text, content), last),
        None => (Splice::over_unknown(lost_bytes, content), None),
    };
    let change = Change { splice, measure: Measure::of(content), title, guard, restored, over_damage };
    let settled = decide::settle(held.basis(), change)?;
    let snapshot = settled.needs_snapshot.then(|| record::encode_snapshot(&settled.head.title, content));
    commit(c, held, settled, last, snapshot, note)
}

/// Adds a fragment at the end. Reads the head and the segment it extends, and no more; the text
/// only where its trailing white space is too long for the head, or a snapshot is due.
fn append(
    c: &mut impl Capabilities,
    held: &Held<'_>,
    title: &str,
    fragment: &str,
) -> Result<Written, Refusal> {
    let head = held.plan()?;
    let kept_bytes = head.kept_bytes as usize;
    let (tail, last) = match &head.tail {
        Some(tail) => (tail.clone(), held.open_segment(c)?),
        None => {
            let Stored { text, last, .. } = held.text(c)?;
            let tail = text.get(kept_bytes..);
            let tail = tail.ok_or_else(|| Unreadable::Damaged.of_plan(held.task().as_str()))?;
            (tail.to_owned(), last)
        }
    };
    let Seam { separator, addition } = seam(kept_bytes == 0, fragment);
    let added = [separator, addition].concat();
    checked_size(kept_bytes.saturating_add(added.len()), CONTENT_MAX_BYTES)?;
    let splice = Splice::appending(head.kept_bytes, &tail, &added);
    let change = Change {
        splice,
        measure: Measure::appended(head, &added),
        title: decide::title(Some(head), title),
        guard: Guard::Ignore,
        restored: None,
        over_damage: false,
    };
    let settled = decide::settle(held.basis(), change)?;
    let snapshot = if settled.needs_snapshot {
        let mut text = held.text(c)?.text;
        splice.apply(&mut text).map_err(|Damaged| Unreadable::Damaged.of_plan(held.task().as_str()))?;
        Some(record::encode_snapshot(&settled.head.title, &text))
    } else {
        None
    };
    commit(c, held, settled, last, snapshot, arrived_escaped(fragment))
}

/// Commits a decided write. `last` is the segment that it may extend.
fn commit(
    c: &mut impl Capabilities,
    held: &Held<'_>,
    settled: Settled,
    last: Option<Cell>,
    snapshot: Option<String>,
    note: Option<Note>,
) -> Result<Written, Refusal> {
    let Settled { head, entry, extends_segment, finished, coalesced, truncation, events, .. } = settled;
    let segment = match last.filter(|_| extends_segment) {
        Some(Cell { key, mut value, version }) => {
            value.push_str(&entry);
            put(key, Some(version), value)
        }
        None => put(key::numbered(key::SEGMENTS, head.segment.first), None, entry),
    };
    let mut mutations = vec![put_head(held, &head)?, segment];
    if let Some(finished) = finished {
        mutations.push(put(key::numbered(key::REVISIONS, finished.number), None, record::encode(&finished)?));
    }
    if let Some(snapshot) = snapshot {
        mutations.push(put(key::numbered(key::SNAPSHOTS, head.position), None, snapshot));
    }
    held.commit(c, &mutations)?;
    Ok(Written {
        task: held.task().as_str().to_owned(),
        title: head.title,
        bytes: head.bytes,
        chars: head.chars,
        revision: head.revision.number,
        coalesced,
        position: head.position,
        version: head.version,
        truncation,
        notes: note.into_iter().collect(),
        events,
    })
}

fn put_head(held: &Held<'_>, head: &Head) -> Result<Mutation, Refusal> {
    let expected = held.head().map(|FoundHead { cell_version, .. }| *cell_version);
    Ok(put(key::HEAD.to_owned(), expected, record::encode(head)?))
}

fn put(key: String, expected: Option<u64>, value: String) -> Mutation {
    Mutation { key, expected, action: Action::Put(value) }
}
