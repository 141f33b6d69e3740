//! Which revision covers which writes.

use super::history::{self, Stored, Unreadable};
use super::key;
use super::record::{Head, RevisionRecord};
use super::request::Point;
use super::splice::Damaged;
use super::task_id::TaskId;
use crate::capability::{PAGE_MAX_ENTRIES, Page, Scope, Storage};
use crate::refusal::Refusal;

/// A point that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// The number of writes that made its text.
    pub(crate) position: u32,
    /// The revision that covers that position.
    pub(crate) revision: u32,
    /// The last snapshot at or before that position; 0 where there is none.
    snapshot: u32,
}

/// Finds a point, or none when the task has no revision or position of that number.
pub(crate) fn find(
    storage: &mut impl Storage,
    scope: &Scope,
    head: &Head,
    point: Point,
) -> Result<Option<Found>, Unreadable> {
    match point {
        Point::Revision(number) if (1..=head.revision.number).contains(&number) => {
            let RevisionRecord { position, snapshot, .. } = revision(storage, scope, head, number)?;
            Ok(Some(Found { position, revision: number, snapshot }))
        }
        Point::Position(position) if (1..=head.position).contains(&position) => {
            covering(storage, scope, head, position).map(Some)
        }
        Point::Revision(_) | Point::Position(_) => Ok(None),
    }
}

/// The text of a point that was found.
pub(crate) fn text(storage: &mut impl Storage, scope: &Scope, found: Found) -> Result<Stored, Unreadable> {
    history::at(storage, scope, found.snapshot, found.position)
}

/// The refusal of a point that doesn't exist.
pub(crate) fn not_found(task: &TaskId, head: &Head, point: Point) -> Refusal {
    let latest = match point {
        Point::Revision(_) => head.revision.number,
        Point::Position(_) => head.position,
    };
    Refusal::PointNotFound { task: task.as_str().to_owned(), point, latest }
}

/// The record of revision `number`, which is one of the head's.
pub(crate) fn revision(
    storage: &mut impl Storage,
    scope: &Scope,
    head: &Head,
    number: u32,
) -> Result<RevisionRecord, Unreadable> {
    if number == head.revision.number {
        return Ok(head.latest());
    }
    let cell = storage.get(scope, &key::numbered(key::REVISIONS, number))?.ok_or(Damaged)?;
    let record = RevisionRecord::parse(&cell.value)?;
    let sound = record.number == number && (number..head.position).contains(&record.position);
    sound.then_some(record).ok_or(Unreadable::Damaged)
}

/// The records of the revisions `first` to `last`, in order.
pub(crate) fn revisions(
    storage: &mut impl Storage,
    scope: &Scope,
    head: &Head,
    first: u32,
    last: u32,
) -> Result<Vec<RevisionRecord>, Unreadable> {
    let mut records = Vec::new();
    let mut number = first;
    // The latest has no cell of its own.
    let last_cell = last.min(head.revision.number.saturating_sub(1));
    while number <= last_cell {
        let most = last_cell.saturating_sub(number).saturating_add(1).min(PAGE_MAX_ENTRIES);
        let Page { cells, .. } =
            storage.scan(scope, key::REVISIONS, &key::numbered(key::REVISIONS, number), most)?;
        if cells.is_empty() {
            return Err(Unreadable::Damaged);
        }
        for cell in cells {
            let record = RevisionRecord::parse(&cell.value)?;
            if record.number != number || key::number(key::REVISIONS, &cell.key) != Some(number) {
                return Err(Unreadable::Damaged);
            }
            records.push(record);
            number = number.saturating_add(1);
        }
    }
    if last == head.revision.number {
        records.push(head.latest());
    }
    Ok(records)
}

/// The position before the first that a revision covers, and the segment that holds it: 0 and 1
/// before the first revision.
pub(crate) fn before(
    storage: &mut impl Storage,
    scope: &Scope,
    head: &Head,
    number: u32,
) -> Result<(u32, u32), Unreadable> {
    match number.checked_sub(1) {
        Some(previous @ 1..) => {
            let RevisionRecord { position, segment, .. } = revision(storage, scope, head, previous)?;
            Ok((position, segment))
        }
        _ => Ok((0, 1)),
    }
}

/// The revision that covers a position of the head's: the first that ends at or after it.
fn covering(
    storage: &mut impl Storage,
    scope: &Scope,
    head: &Head,
    position: u32,
) -> Result<Found, Unreadable> {
    let mut below = None;
    let mut found = head.latest();
    let (mut low, mut high) = (1, head.revision.number);
    while low < high {
        let middle = low.saturating_add(high.saturating_sub(low) / 2);
        let record = revision(storage, scope, head, middle)?;
        if record.position >= position {
            high = middle;
            found = record;
        } else {
            low = middle.saturating_add(1);
            below = Some(record);
        }
    }
    // A long revision may hold many snapshots; without one above the position, its own is the last.
    let snapshot = if found.snapshot <= position {
        found.snapshot
    } else {
        let known = below.map_or(0, |record| record.snapshot);
        history::last_up_to(storage, scope, key::SNAPSHOTS, known, position)?
    };
    Ok(Found { position, revision: found.number, snapshot })
}
