//! A task under its lease: what a write is decided on.

use std::cmp::Ordering;

use super::decide::{self, Basis};
use super::history::{self, Stored, Unreadable};
use super::key;
use super::record::{Head, HeadError, Segment};
use super::request::Context;
use super::splice::{Damaged, Splice};
use super::task_id::TaskId;
use crate::capability::{Capabilities, CapabilityCode, Cell, Mutation, Scope, Storage};
use crate::refusal::Refusal;

/// A task whose lease the call holds.
pub(crate) struct Held<'a> {
    task: &'a TaskId,
    context: &'a Context,
    scope: Scope,
    now_ms: u64,
    head: Option<FoundHead>,
}

/// A head, also that of a deleted plan.
pub(crate) struct FoundHead {
    /// What it says.
    pub(crate) head: Head,
    /// The version of its cell.
    pub(crate) cell_version: u64,
}

/// Fetches the head of a task, or none where nothing was ever stored for it.
///
/// # Errors
///
/// `plan-unreadable` where the head is damaged, `newer-format`, and the storage codes.
pub(crate) fn head(
    storage: &mut impl Storage,
    scope: &Scope,
    task: &TaskId,
) -> Result<Option<FoundHead>, Refusal> {
    let task = task.as_str();
    let cell = storage.get(scope, key::HEAD).map_err(|failure| Refusal::of_read(failure.code, task))?;
    let Some(cell) = cell else {
        return Ok(None);
    };
    match Head::parse(&cell.value) {
        Ok(head) => Ok(Some(FoundHead { head, cell_version: cell.version })),
        Err(HeadError::Newer) => Err(Refusal::NewerFormat),
        Err(HeadError::Damaged) => Err(Unreadable::Damaged.of_plan(task)),
    }
}

impl<'a> Held<'a> {
    /// Takes the lease of a task, then reads the clock, then the head.
    pub(crate) fn take(
        c: &mut impl Capabilities,
        context: &'a Context,
        task: &'a TaskId,
    ) -> Result<Self, Refusal> {
        let scope = task.scope();
        c.acquire(&scope).map_err(|failure| Refusal::of_read(failure.code, task.as_str()))?;
        let now_ms = c.now();
        let head = head(c, &scope, task)?;
        Ok(Self { task, context, scope, now_ms, head })
    }

    /// The task.
    pub(crate) fn task(&self) -> &TaskId {
        self.task
    }

    /// The scope that the lease is of.
    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The last head there was, also that of a deleted plan.
    pub(crate) fn head(&self) -> Option<&FoundHead> {
        self.head.as_ref()
    }

    /// The head of the plan there is.
    ///
    /// # Errors
    ///
    /// `plan-not-found`.
    pub(crate) fn plan(&self) -> Result<&Head, Refusal> {
        let head = self.head.as_ref().map(|found| &found.head).filter(|head| head.present);
        head.ok_or_else(|| Refusal::PlanNotFound { task: self.task.as_str().to_owned() })
    }

    /// Refuses a version that is not the current one (D10); where there is no plan, any is stale.
    pub(crate) fn check_version(&self, expected: Option<&str>) -> Result<(), Refusal> {
        let Some(expected) = expected else {
            return Ok(());
        };
        match self.plan() {
            Ok(head) if head.version == expected => Ok(()),
            Ok(head) => Err(Refusal::VersionConflict { current: head.version.clone() }),
            Err(_) => Err(Refusal::VersionWithoutPlan { task: self.task.as_str().to_owned() }),
        }
    }

    /// What a decision is made on.
    pub(crate) fn basis(&self) -> Basis<'_> {
        Basis {
            task: self.task,
            head: self.head.as_ref().map(|found| &found.head),
            now_ms: self.now_ms,
            author: &self.context.caller,
            window_ms: self.context.coalesce_window_ms,
        }
    }

    /// The text that the log ends with: that of the plan, or of the plan deleted last.
    ///
    /// # Errors
    ///
    /// `plan-unreadable`.
    pub(crate) fn text(&self, storage: &mut impl Storage) -> Result<Stored, Refusal> {
        self.read_text(storage).map_err(|unreadable| unreadable.of_plan(self.task.as_str()))
    }

    /// The same, for a write that brings a whole document: none where that text is damaged, which
    /// then doesn't stop the write, so that no task is beyond repair.
    ///
    /// # Errors
    ///
    /// The storage codes.
    pub(crate) fn text_unless_damaged(&self, storage: &mut impl Storage) -> Result<Option<Stored>, Refusal> {
        match self.read_text(storage) {
            Ok(stored) => Ok(Some(stored)),
            Err(Unreadable::Damaged) => Ok(None),
            Err(Unreadable::Failed(code)) => Err(Refusal::of_read(code, self.task.as_str())),
        }
    }

    /// The cell that an append may extend, where there is one.
    ///
    /// # Errors
    ///
    /// `plan-unreadable`.
    pub(crate) fn open_segment(&self, storage: &mut impl Storage) -> Result<Option<Cell>, Refusal> {
        let head = self.plan()?;
        let read = |open| read_segment(storage, &self.scope, head, open);
        let cell = decide::open_segment(head).map(read).transpose();
        cell.map_err(|unreadable| unreadable.of_plan(self.task.as_str()))
    }

    /// Commits, which ends the lease.
    ///
    /// # Errors
    ///
    /// `plan-unreadable` where a conflict would come again, and the codes of a commit.
    pub(crate) fn commit(&self, c: &mut impl Storage, mutations: &[Mutation]) -> Result<(), Refusal> {
        let Err(failure) = c.commit(&self.scope, mutations) else {
            return Ok(());
        };
        if failure.code == CapabilityCode::Conflict && self.meets_strays(c, mutations) {
            return Err(Unreadable::Damaged.of_plan(self.task.as_str()));
        }
        Err(Refusal::of_commit(failure.code, self.task.as_str()))
    }

    /// Whether cells stand in the way that the head knows nothing of. Each write puts the head, so
    /// where that is as it was, nobody was faster.
    fn meets_strays(&self, storage: &mut impl Storage, mutations: &[Mutation]) -> bool {
        let mut strays = false;
        for Mutation { key, expected, .. } in mutations {
            let Ok(cell) = storage.get(&self.scope, key) else { return false };
            let differs = cell.map(|cell| cell.version) != *expected;
            if differs && key == key::HEAD {
                return false;
            }
            strays |= differs;
        }
        strays
    }

    fn read_text(&self, storage: &mut impl Storage) -> Result<Stored, Unreadable> {
        match &self.head {
            Some(found) => history::current(storage, &self.scope, &found.head),
            None => Ok(Stored::default()),
        }
    }
}

/// Reads the segment that ends a head's log, and checks that it holds what the head says, and that the
/// head says of the end of the text what the last splice made of it.
fn read_segment(
    storage: &mut impl Storage,
    scope: &Scope,
    head: &Head,
    open: Segment,
) -> Result<Cell, Unreadable> {
    let cell = storage.get(scope, &key::numbered(key::SEGMENTS, open.first))?.ok_or(Damaged)?;
    let sound = ends_as(head, history::last_splice(head, &cell.value)?);
    sound.then_some(cell).ok_or(Unreadable::Damaged)
}

/// Whether a text of the head's size that ended with this splice can end in the white space that the
/// head keeps. Where the splice ends before the text does, its end isn't known from here.
fn ends_as(head: &Head, last: Splice<'_>) -> bool {
    let end = u64::from(last.at).saturating_add(last.inserted.len() as u64);
    match (&head.tail, end.cmp(&u64::from(head.bytes))) {
        (_, Ordering::Greater) => false,
        (None, _) | (_, Ordering::Less) => true,
        (Some(tail), Ordering::Equal) => {
            let kept = last.inserted.trim_end();
            let white = last.inserted.get(kept.len()..).unwrap_or_default();
            if kept.is_empty() { tail.ends_with(white) } else { tail == white }
        }
    }
}
