//! Entries that changed nothing, and why.

use serde::{Deserialize, Serialize};

use crate::runtime::entry::RootKey;
use crate::text::{Note, NoteKind};
use crate::tracker::entry::Mark;
use crate::words::{self, quoted};

/// Most skipped entries that are noted one by one: the latest.
const NOTED_MAX: usize = 20;

/// Entries that were skipped.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Skipped {
    /// How many there were before those of `latest`.
    before: u32,
    latest: Vec<(u32, Why)>,
}

/// Why an entry was skipped. What it named is kept as it is shown: quoted and cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Why {
    /// It can't be read.
    Damaged,
    /// It sets a plan to what can't be a queue.
    Seed { plan: String },
    /// It names a plan that is not on the branch.
    Plan { plan: String },
    /// It names a task that its plan doesn't have.
    Task { plan: String, task: String },
    /// It names a task of a plan whose tasks can't be read.
    TasksUnread { plan: String },
    /// It concerns a root, and means nothing there.
    Root { root: String },
}

impl Why {
    pub(super) fn seed(plan: &str) -> Self {
        Self::Seed { plan: quoted(plan) }
    }

    pub(super) fn plan(plan: &str) -> Self {
        Self::Plan { plan: quoted(plan) }
    }

    pub(super) fn task(mark: &Mark) -> Self {
        Self::Task { plan: quoted(&mark.plan), task: quoted(&mark.task) }
    }

    pub(super) fn tasks_unread(plan: &str) -> Self {
        Self::TasksUnread { plan: quoted(plan) }
    }

    pub(super) fn root(event: &crate::runtime::entry::Event) -> Self {
        Self::Root { root: quoted(&event.root().map(RootKey::shown).unwrap_or_default()) }
    }

    fn note(&self, number: u32) -> Note {
        let (template, plan, task) = match self {
            Self::Damaged => (&words::NOTE_ENTRY_DAMAGED, "", ""),
            Self::Seed { plan } => (&words::NOTE_ENTRY_SEED, plan.as_str(), ""),
            Self::Plan { plan } => (&words::NOTE_ENTRY_PLAN, plan.as_str(), ""),
            Self::Task { plan, task } => (&words::NOTE_ENTRY_TASK, plan.as_str(), task.as_str()),
            Self::TasksUnread { plan } => (&words::NOTE_ENTRY_TASKS_UNREAD, plan.as_str(), ""),
            Self::Root { root } => (&words::NOTE_ENTRY_ROOT, root.as_str(), ""),
        };
        let message = template.render(&[("number", &number.to_string()), ("plan", plan), ("task", task)]);
        Note { kind: NoteKind::EntrySkipped, line: number, message }
    }
}

impl Skipped {
    pub(super) fn add(&mut self, number: u32, why: Why) {
        if self.latest.len() >= NOTED_MAX {
            self.latest.remove(0);
            self.before = self.before.saturating_add(1);
        }
        self.latest.push((number, why));
    }

    pub(super) fn notes(&self) -> Vec<Note> {
        let first = self.latest.first().map_or(1, |(number, _)| *number);
        let before = (self.before > 0).then(|| Note {
            kind: NoteKind::EntrySkipped,
            line: first,
            message: words::NOTE_ENTRIES_BEFORE.render(&[("count", &self.before.to_string())]),
        });
        before.into_iter().chain(self.latest.iter().map(|(number, why)| why.note(*number))).collect()
    }
}
