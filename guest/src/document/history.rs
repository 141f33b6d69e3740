//! Texts of a task, folded from its splices.

use super::key;
use super::record::{self, Head};
use super::segment::{self, Entry};
use super::splice::{Damaged, Splice};
use crate::capability::{CapabilityCode, CapabilityFailure, Cell, PAGE_MAX_ENTRIES, Page, Scope, Storage};
use crate::refusal::Refusal;

/// Why something stored can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// It is not what the engine writes, or a part of it is gone. Reading again won't help.
    Damaged,
    /// The store failed.
    Failed(CapabilityCode),
}

impl Unreadable {
    /// The refusal of a call that needs a text (AC-TASKS-PLAN-APPEND-003.5).
    pub(crate) fn of_plan(self, task: &str) -> Refusal {
        let task = task.to_owned();
        match self {
            Self::Damaged | Self::Failed(CapabilityCode::Corrupt) => Refusal::PlanDamaged { task },
            Self::Failed(_) => Refusal::PlanUnreadable { task },
        }
    }
}

impl From<Damaged> for Unreadable {
    fn from(Damaged: Damaged) -> Self {
        Self::Damaged
    }
}

impl From<CapabilityFailure> for Unreadable {
    fn from(failure: CapabilityFailure) -> Self {
        match failure.code {
            CapabilityCode::TooLarge | CapabilityCode::NotText => Self::Damaged,
            code => Self::Failed(code),
        }
    }
}

/// A text of the past, or the plan's text as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Stored {
    /// The text.
    pub(crate) text: String,
    /// Its title.
    pub(crate) title: String,
    /// The cell of the segment that holds its last splice; none where a snapshot holds it whole.
    pub(crate) last: Option<Cell>,
}

/// The text of a head. What is stored must agree with all that the head says of it.
pub(crate) fn current(storage: &mut impl Storage, scope: &Scope, head: &Head) -> Result<Stored, Unreadable> {
    let stored = at(storage, scope, head.snapshot, head.position)?;
    let last_is_sound = match &stored.last {
        Some(last) => {
            last.key == key::numbered(key::SEGMENTS, head.segment.first)
                && last_splice(head, &last.value).is_ok()
        }
        None => head.snapshot == head.position,
    };
    let sound = last_is_sound && stored.text.len() == head.bytes as usize && stored.title == head.title;
    sound.then_some(stored).ok_or(Unreadable::Damaged)
}

/// The last splice of a head's log, from the segment that ends it. That must hold as many splices and
/// bytes as the head says: what another write adds behind anything else could not be read.
pub(crate) fn last_splice<'a>(head: &Head, value: &'a str) -> Result<Splice<'a>, Damaged> {
    let (mut position, mut last) = (head.segment.first.saturating_sub(1), None);
    for entry in segment::entries(value) {
        position = position.saturating_add(1);
        last = Some(entry?.splice);
    }
    let sound = position == head.position && value.len() == head.segment.bytes as usize;
    last.filter(|_| sound).ok_or(Damaged)
}

/// The text after write number `position`, folded from `snapshot`: the last one at or before it, or
/// 0 where there is none.
pub(crate) fn at(
    storage: &mut impl Storage,
    scope: &Scope,
    snapshot: u32,
    position: u32,
) -> Result<Stored, Unreadable> {
    let mut fold = start(storage, scope, snapshot)?;
    let mut last = None;
    let first = snapshot.saturating_add(1);
    if position >= first {
        each_segment(storage, scope, first, position, |cell, first| {
            fold.take_segment(&cell.value, first, position)?;
            last = Some(cell);
            Ok(fold.position < position)
        })?;
    }
    let complete = fold.position == position;
    complete.then_some(Stored { text: fold.text, title: fold.title, last }).ok_or(Unreadable::Damaged)
}

/// Hands over the segments from that which begins at `first` on, in order, with the position each
/// begins at, until `take` says that it needs no more or there are none. No more than those up to
/// `last` are asked for.
pub(crate) fn each_segment(
    storage: &mut impl Storage,
    scope: &Scope,
    first: u32,
    last: u32,
    mut take: impl FnMut(Cell, u32) -> Result<bool, Damaged>,
) -> Result<(), Unreadable> {
    let mut from = Some(key::numbered(key::SEGMENTS, first));
    while let Some(key) = from {
        let begins = key::number(key::SEGMENTS, &key).ok_or(Damaged)?;
        let most = last.saturating_sub(begins).saturating_add(1).min(PAGE_MAX_ENTRIES);
        let Page { cells, next } = storage.scan(scope, key::SEGMENTS, &key, most)?;
        for cell in cells {
            let begins = key::number(key::SEGMENTS, &cell.key).ok_or(Damaged)?;
            if begins > last || !take(cell, begins)? {
                return Ok(());
            }
        }
        from = next;
    }
    Ok(())
}

/// The largest of the numbers `low` to `high` that has a cell under `prefix`, where `low` has one or
/// stands for none. Halves the range: a store answers what comes at or after a key, not before it.
pub(crate) fn last_up_to(
    storage: &mut impl Storage,
    scope: &Scope,
    prefix: &str,
    mut low: u32,
    mut high: u32,
) -> Result<u32, Unreadable> {
    while low < high {
        let middle = high.saturating_sub(high.saturating_sub(low) / 2);
        let page = storage.scan(scope, prefix, &key::numbered(prefix, middle), 1)?;
        match page.cells.first().and_then(|cell| key::number(prefix, &cell.key)) {
            Some(found) if (middle..=high).contains(&found) => low = found,
            _ => high = middle.saturating_sub(1),
        }
    }
    Ok(low)
}

/// A text on its way through the splices.
struct Fold {
    text: String,
    title: String,
    position: u32,
}

fn start(storage: &mut impl Storage, scope: &Scope, snapshot: u32) -> Result<Fold, Unreadable> {
    if snapshot == 0 {
        return Ok(Fold { text: String::new(), title: String::new(), position: 0 });
    }
    let cell = storage.get(scope, &key::numbered(key::SNAPSHOTS, snapshot))?.ok_or(Damaged)?;
    let (title, text) = record::parse_snapshot(&cell.value)?;
    Ok(Fold { text: text.to_owned(), title: title.to_owned(), position: snapshot })
}

impl Fold {
    /// Applies the splices of a segment that begins at position `first`, up to position `until`.
    fn take_segment(&mut self, value: &str, first: u32, until: u32) -> Result<(), Damaged> {
        if self.position.checked_add(1) != Some(first) {
            return Err(Damaged);
        }
        for entry in segment::entries(value) {
            if self.position == until {
                break;
            }
            let Entry { splice, title, .. } = entry?;
            splice.apply(&mut self.text)?;
            if !title.is_empty() {
                title.clone_into(&mut self.title);
            }
            self.position = self.position.saturating_add(1);
        }
        Ok(())
    }
}
