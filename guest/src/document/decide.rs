//! What a write does to a plan: pure decisions over the head, the clock and the change.

use super::answer::{Event, EventKind, Truncation};
use super::record::{Head, Latest, RevisionRecord, Segment, TAIL_MAX_BYTES, snapshot_bytes};
use super::request::{COALESCE_WINDOW_MS, Point};
use super::segment::{Entry, SEGMENT_MAX_BYTES};
use super::splice::Splice;
use super::task_id::TaskId;
use super::{FORMAT, version};
use crate::author::Author;
use crate::capability::CELL_MAX_BYTES;
use crate::refusal::Refusal;
use crate::text::{CONTENT_MAX_BYTES, size};
use crate::words;

/// The title of a plan that was given none (D9).
pub(crate) const DEFAULT_TITLE: &str = "Plan";
/// Fewest code points of a text whose removal is told (D6).
const TRUNCATION_MIN_CHARS: u32 = 2_000;
/// Bytes of splices that are always accepted between two snapshots.
const SNAPSHOT_LOG_BYTES: u32 = 16_384;
/// Most splices between two snapshots: what a read folds, however small they are.
const SNAPSHOT_LOG_SPLICES: u32 = 1_024;

/// The sizes of a text, and of the part of it that an append keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Measure {
    bytes: u32,
    chars: u32,
    kept_bytes: u32,
    kept_chars: u32,
    tail: Option<String>,
}

impl Measure {
    /// Measures a text.
    pub(crate) fn of(text: &str) -> Self {
        Self::after(0, 0, text)
    }

    /// Measures what an append makes of the head's text: what it keeps, and `added`, which holds
    /// more than white space.
    pub(crate) fn appended(head: &Head, added: &str) -> Self {
        Self::after(head.kept_bytes, head.kept_chars, added)
    }

    fn after(bytes: u32, chars: u32, text: &str) -> Self {
        let kept = text.trim_end();
        let tail = text.get(kept.len()..).unwrap_or_default();
        let kept_chars = chars.saturating_add(size(kept.chars().count()));
        Self {
            bytes: bytes.saturating_add(size(text.len())),
            chars: kept_chars.saturating_add(size(tail.chars().count())),
            kept_bytes: bytes.saturating_add(size(kept.len())),
            kept_chars,
            tail: (tail.len() <= TAIL_MAX_BYTES).then(|| tail.to_owned()),
        }
    }
}

/// What is done when a write removes most of the text (D6, D7, D12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// A new revision and a warning: replaces and exact edits of the agent path.
    Warn,
    /// A new revision: the editor path, which knows what it stores.
    Split,
    /// Nothing: an append removes no text (AC-TASKS-PLAN-APPEND-004.1, 004.2).
    Ignore,
}

/// What a write is about to change.
#[derive(Debug, Clone)]
pub(crate) struct Change<'a> {
    /// The change of the text.
    pub(crate) splice: Splice<'a>,
    /// The text after it, measured.
    pub(crate) measure: Measure,
    /// The title after it.
    pub(crate) title: String,
    /// What is done when most of the text goes.
    pub(crate) guard: Guard,
    /// For a restore, what it brings back.
    pub(crate) restored: Option<Point>,
    /// Whether the text before it is lost, so that reads must not fold over it.
    pub(crate) over_damage: bool,
}

/// What a decision is made on: a task under its lease, and who writes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Basis<'a> {
    /// The task.
    pub(crate) task: &'a TaskId,
    /// Its head, also that of a deleted plan.
    pub(crate) head: Option<&'a Head>,
    /// Milliseconds since the Unix epoch, read under the lease.
    pub(crate) now_ms: u64,
    /// Who writes.
    pub(crate) author: &'a Author,
    /// How long a revision may be extended after its last update, in milliseconds.
    pub(crate) window_ms: Option<i64>,
}

/// What a write will store and answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settled {
    /// The head after it.
    pub(crate) head: Head,
    /// The entry of the write, as a segment holds it.
    pub(crate) entry: String,
    /// Whether the entry goes to the end of the open segment; otherwise it begins one.
    pub(crate) extends_segment: bool,
    /// Whether the text after it is stored whole beside it.
    pub(crate) needs_snapshot: bool,
    /// The revision that the write leaves behind, when it begins another.
    pub(crate) finished: Option<RevisionRecord>,
    /// Whether the latest revision was extended (D7).
    pub(crate) coalesced: bool,
    /// The report of a write that removed most of the text (D6).
    pub(crate) truncation: Option<Truncation>,
    /// What happened, in order (D11).
    pub(crate) events: Vec<Event>,
}

/// Decides a write.
///
/// # Errors
///
/// The history has no number left for it; or it brings back a text from before there was a limit,
/// and no cell can hold that.
pub(crate) fn settle(basis: Basis<'_>, change: Change<'_>) -> Result<Settled, Refusal> {
    let last = basis.head;
    let present = last.filter(|head| head.present);
    let position = last.map_or(0, |head| head.position).checked_add(1);
    let position = position.ok_or_else(|| Refusal::HistoryFull { task: basis.task.as_str().to_owned() })?;
    let new_title = if last.is_some_and(|head| head.title == change.title) { "" } else { &change.title };
    let entry = Entry { splice: change.splice, title: new_title, at_ms: basis.now_ms }.encode();
    let placement = place(last, position, &entry, &change)?;
    let version = version::of_write(basis, &change, position);
    let coalesced = coalesces(basis, &change);
    let truncation = truncation(present, &change);
    let head = Head {
        format: FORMAT,
        present: true,
        title: change.title,
        bytes: change.measure.bytes,
        chars: change.measure.chars,
        kept_bytes: change.measure.kept_bytes,
        kept_chars: change.measure.kept_chars,
        tail: change.measure.tail,
        position,
        version,
        author: basis.author.clone(),
        created_at_ms: present.map_or(basis.now_ms, |head| head.created_at_ms),
        updated_at_ms: basis.now_ms,
        revision: match last {
            Some(head) if coalesced => head.revision.clone(),
            last => next_revision(last, basis.now_ms, change.restored),
        },
        segment: placement.segment,
        snapshot: placement.snapshot,
        log_bytes: placement.log_bytes,
    };
    let plan = if present.is_some() { EventKind::PlanUpdated } else { EventKind::PlanCreated };
    let revised = if coalesced { EventKind::RevisionUpdated } else { EventKind::RevisionCreated };
    Ok(Settled {
        events: [plan, revised].map(|kind| event(basis, &head, kind)).into(),
        needs_snapshot: head.snapshot == position,
        head,
        entry,
        extends_segment: placement.extends_segment,
        finished: last.filter(|_| !coalesced).map(Head::latest),
        coalesced,
        truncation,
    })
}

/// Decides a deletion: the head after it, and what happened.
pub(crate) fn delete(basis: Basis<'_>, head: &Head) -> (Head, Vec<Event>) {
    let version = version::of_deletion(basis, head);
    let head = Head { present: false, version, ..head.clone() };
    let events = vec![event(basis, &head, EventKind::PlanDeleted)];
    (head, events)
}

/// The title after a write that asks for `requested` (D9).
pub(crate) fn title(head: Option<&Head>, requested: &str) -> String {
    let kept = head.filter(|head| head.present).map_or(DEFAULT_TITLE, |head| &head.title);
    if requested.is_empty() { kept.to_owned() } else { requested.to_owned() }
}

/// Where an entry goes.
struct Placement {
    segment: Segment,
    extends_segment: bool,
    snapshot: u32,
    log_bytes: u32,
}

fn place(head: Option<&Head>, position: u32, entry: &str, change: &Change<'_>) -> Result<Placement, Refusal> {
    let bytes = change.measure.bytes;
    let whole_fits = snapshot_bytes(&change.title, bytes) <= CELL_MAX_BYTES;
    if entry.len() > CELL_MAX_BYTES || (change.over_damage && !whole_fits) {
        return Err(Refusal::ContentTooLarge { bytes, limit: CONTENT_MAX_BYTES });
    }
    let entry_bytes = size(entry.len());
    let open = head.and_then(open_segment).filter(|_| !change.over_damage);
    let extended = open.and_then(|segment| {
        let bytes = segment.bytes.checked_add(entry_bytes)?;
        (bytes <= SEGMENT_MAX_BYTES).then_some(Segment { bytes, ..segment })
    });
    let last_snapshot = head.map_or(0, |head| head.snapshot);
    let log_bytes = head.map_or(0, |head| head.log_bytes).saturating_add(entry_bytes);
    let accepted = bytes.saturating_mul(2).saturating_add(SNAPSHOT_LOG_BYTES);
    let splices = position.saturating_sub(last_snapshot);
    let is_long = log_bytes > accepted || splices >= SNAPSHOT_LOG_SPLICES;
    let due = change.over_damage || (is_long && whole_fits);
    Ok(Placement {
        segment: extended.unwrap_or(Segment { first: position, bytes: entry_bytes }),
        extends_segment: extended.is_some(),
        snapshot: if due { position } else { last_snapshot },
        log_bytes: if due { 0 } else { log_bytes },
    })
}

/// The revision after the last one there was.
fn next_revision(last: Option<&Head>, now_ms: u64, restored: Option<Point>) -> Latest {
    // INVARIANT: a revision has a position of its own, and positions have not run out.
    let number = last.map_or(0, |head| head.revision.number).saturating_add(1);
    Latest { number, created_at_ms: now_ms, restored }
}

/// The last segment, when another entry may go to its end: it has room, and no snapshot closed it.
pub(crate) fn open_segment(head: &Head) -> Option<Segment> {
    let closed = head.snapshot == head.position || head.segment.bytes >= SEGMENT_MAX_BYTES;
    (!closed).then_some(head.segment)
}

/// Whether a write extends the latest revision (D7).
fn coalesces(basis: Basis<'_>, change: &Change<'_>) -> bool {
    let Some(head) = basis.head.filter(|head| head.present) else {
        return false;
    };
    let window_ms = u64::try_from(basis.window_ms.unwrap_or(COALESCE_WINDOW_MS)).unwrap_or(0);
    let is_recent = basis.now_ms.checked_sub(head.updated_at_ms).is_some_and(|age_ms| age_ms < window_ms);
    let splits = change.guard != Guard::Ignore && removes_most(head.chars, change.measure.chars);
    is_recent
        && head.author == *basis.author
        && head.revision.restored.is_none()
        && change.restored.is_none()
        && !change.over_damage
        && !splits
}

/// Whether most of a text goes: it has at least 2,000 code points, and fewer than half of them
/// remain (D6).
fn removes_most(prior_chars: u32, new_chars: u32) -> bool {
    prior_chars >= TRUNCATION_MIN_CHARS && u64::from(new_chars).saturating_mul(2) < u64::from(prior_chars)
}

fn truncation(present: Option<&Head>, change: &Change<'_>) -> Option<Truncation> {
    let head = present.filter(|_| change.guard == Guard::Warn && !change.over_damage)?;
    let (prior_chars, new_chars) = (head.chars, change.measure.chars);
    if !removes_most(prior_chars, new_chars) {
        return None;
    }
    let prior_revision = head.revision.number;
    let mut truncation = Truncation { prior_chars, new_chars, prior_revision, warning: String::new() };
    let warning = [words::TRUNCATION_WHAT, words::TRUNCATION_KEPT, words::TRUNCATION_APPEND];
    truncation.warning = truncation.fill(&warning.map(|template| template.text).join(" "));
    Some(truncation)
}

impl Truncation {
    /// Fills in the counts in a warning.
    pub(crate) fn fill(&self, warning: &str) -> String {
        let dropped_chars = self.prior_chars.saturating_sub(self.new_chars);
        let dropped = u64::from(dropped_chars).saturating_mul(100);
        let percent = dropped.checked_div(u64::from(self.prior_chars)).unwrap_or_default();
        words::fill(
            warning,
            &[
                ("prior_chars", &self.prior_chars.to_string()),
                ("new_chars", &self.new_chars.to_string()),
                ("dropped_chars", &dropped_chars.to_string()),
                ("percent", &percent.to_string()),
                ("prior_revision", &self.prior_revision.to_string()),
            ],
        )
    }
}

fn event(basis: Basis<'_>, head: &Head, kind: EventKind) -> Event {
    Event {
        kind,
        task: basis.task.as_str().to_owned(),
        revision: head.revision.number,
        version: head.version.clone(),
        author: basis.author.clone(),
        at_ms: basis.now_ms,
    }
}
