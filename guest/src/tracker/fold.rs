//! What a branch amounts to (D31): each entry in turn changes a [`Ledger`].
//!
//! A ledger can be stored between two entries and goes on where it was. It is stored without the
//! titles of its queues, which are large and never change: whoever stores it keeps each seed beside
//! the entry that set it, and gives it back with [`Ledger::attach`] before it is needed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::file_id::is_file_id;
use crate::runtime::fold::Roots;
use crate::text::Note;
use crate::tracker::answer::{PlanLine, Queue, Standing, State, TaskLine};
use crate::tracker::entry::{Entry, Event, Mark, Mode, Seed, SeedTask};
use crate::tracker::seed::Tasks;

mod done;
mod skipped;

use done::Done;
use skipped::{Skipped, Why};

/// Most cleared plans whose generation is remembered: one that is set again after so many others
/// were cleared counts from 1 again.
const CLEARED_MAX: usize = 1_000;

/// What a branch amounts to. In JSON it has no task list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// How many entries it has seen.
    entries: u32,
    mode: Mode,
    active: Option<String>,
    /// Whether a plan was ever selected by an `activate`; until then the last `set` selects.
    selected: bool,
    plans: BTreeMap<String, Plan>,
    /// The generation of plans that were cleared, and at which entry.
    cleared: BTreeMap<String, Cleared>,
    #[serde(default, skip_serializing_if = "Roots::is_empty")]
    roots: Roots,
    skipped: Skipped,
}

/// A plan that is set and not cleared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The id of the entry that set it last: where its seed is kept.
    pub entry: String,
    /// The number of that entry on the branch, from 1.
    pub number: u32,
    /// How often it was set on this branch, from 1.
    pub generation: u32,
    /// SHA-256 of the body's bytes as saved, 64 hex digits, or empty.
    pub digest: String,
    /// The path a person can open, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// When it was saved, in milliseconds since the Unix epoch.
    pub saved_at_ms: u64,
    /// Tasks of its queue.
    pub total: u32,
    done: Done,
    #[serde(skip)]
    tasks: Option<Tasks>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Cleared {
    generation: u32,
    number: u32,
}

impl Ledger {
    /// Folds a branch, given from its root on.
    #[must_use]
    pub fn of(branch: &[Entry]) -> Self {
        let mut ledger = Self::default();
        for entry in branch {
            ledger.apply(entry);
        }
        ledger
    }

    /// Takes one entry. One that means nothing here, because its plan or task is unknown or it is
    /// damaged, changes nothing and is noted.
    ///
    /// A tick or untick needs the tasks of its plan: see [`Self::missing`].
    pub fn apply(&mut self, entry: &Entry) {
        self.take(&entry.event, &entry.id);
    }

    /// Takes an event that would be the next entry of the branch.
    pub(crate) fn take(&mut self, event: &Event, entry: &str) {
        self.entries = self.entries.saturating_add(1);
        let applied = match event {
            Event::Set(seed) => self.set(seed, entry),
            Event::Activate(plan) => self.activate(plan),
            Event::Clear(plan) => self.clear(plan),
            Event::Tick(mark) => self.mark(mark, true),
            Event::Untick(mark) => self.mark(mark, false),
            Event::Mode(mode) => {
                self.mode = *mode;
                Ok(())
            }
            Event::Root(event) => {
                if self.roots.apply(event) {
                    Ok(())
                } else {
                    Err(Why::root(event))
                }
            }
            Event::Other => Ok(()),
            Event::Damaged => Err(Why::Damaged),
        };
        if let Err(why) = applied {
            self.skipped.add(self.entries, why);
        }
    }

    /// The id of the plan whose tasks [`Self::apply`] of this event needs and has not.
    #[must_use]
    pub fn missing<'a>(&self, event: &'a Event) -> Option<&'a str> {
        let (Event::Tick(mark) | Event::Untick(mark)) = event else { return None };
        self.plans.get(&mark.plan).is_some_and(|plan| plan.tasks.is_none()).then_some(mark.plan.as_str())
    }

    /// Gives a plan the tasks of its seed. False when they can't be the tasks of that plan: another
    /// number of them, or no queue at all.
    pub fn attach(&mut self, plan: &str, tasks: Vec<SeedTask>) -> bool {
        let Some(plan) = self.plans.get_mut(plan) else { return false };
        match Tasks::new(tasks) {
            Some(tasks) if tasks.list().len() == plan.total as usize => {
                plan.tasks = Some(tasks);
                true
            }
            _ => false,
        }
    }

    /// How many entries it has seen.
    #[must_use]
    pub fn entries(&self) -> u32 {
        self.entries
    }

    /// What the agent is asked to do.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The roots of the branch.
    #[must_use]
    pub fn roots(&self) -> &Roots {
        &self.roots
    }

    /// The active plan and its id.
    #[must_use]
    pub fn active(&self) -> Option<(&str, &Plan)> {
        self.plans.get_key_value(self.active.as_ref()?).map(|(id, plan)| (id.as_str(), plan))
    }

    /// A plan that is set and not cleared.
    #[must_use]
    pub fn plan(&self, id: &str) -> Option<&Plan> {
        self.plans.get(id)
    }

    /// How many plans are set and not cleared.
    #[must_use]
    pub fn plan_count(&self) -> usize {
        self.plans.len()
    }

    /// Every plan that is set and not cleared, in the order of their latest `set`.
    #[must_use]
    pub fn plans(&self) -> Vec<PlanLine> {
        let mut plans: Vec<_> = self.plans.iter().collect();
        plans.sort_by_key(|(_, plan)| plan.number);
        plans.into_iter().map(|(id, plan)| plan.line(id, self.active.as_ref() == Some(id))).collect()
    }

    /// Entries that were skipped, and why, in order: the latest twenty, and how many there were
    /// before them.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        self.skipped.notes()
    }

    /// What follows from the branch. The queue of the active plan has no tasks where they are not
    /// attached.
    #[must_use]
    pub fn state(&self) -> State {
        State {
            mode: self.mode,
            active: self.active().map(|(id, plan)| plan.queue(id)),
            plans: self.plans(),
            notes: self.notes(),
        }
    }

    fn set(&mut self, seed: &Seed, entry: &str) -> Result<(), Why> {
        let tasks = Tasks::new(seed.tasks.clone()).filter(|_| is_file_id(&seed.plan));
        let tasks = tasks.ok_or_else(|| Why::seed(&seed.plan))?;
        let total = tasks.list().len();
        let before = match (self.plans.get(&seed.plan), self.cleared.remove(&seed.plan)) {
            (Some(plan), _) => plan.generation,
            (None, Some(cleared)) => cleared.generation,
            (None, None) => 0,
        };
        let plan = Plan {
            entry: entry.to_owned(),
            number: self.entries,
            generation: before.saturating_add(1),
            digest: seed.digest.clone(),
            path: seed.path.clone(),
            saved_at_ms: seed.saved_at_ms,
            total: crate::text::size(total),
            done: Done::none_of(total),
            tasks: Some(tasks),
        };
        self.plans.insert(seed.plan.clone(), plan);
        if !self.selected {
            self.active = Some(seed.plan.clone());
        }
        Ok(())
    }

    fn activate(&mut self, plan: &str) -> Result<(), Why> {
        if !self.plans.contains_key(plan) {
            return Err(Why::plan(plan));
        }
        self.active = Some(plan.to_owned());
        self.selected = true;
        Ok(())
    }

    fn clear(&mut self, id: &str) -> Result<(), Why> {
        let plan = self.plans.remove(id).ok_or_else(|| Why::plan(id))?;
        if self.active.as_deref() == Some(id) {
            self.active = None;
        }
        let cleared = Cleared { generation: plan.generation, number: self.entries };
        self.cleared.insert(id.to_owned(), cleared);
        if self.cleared.len() > CLEARED_MAX {
            let oldest = self.cleared.iter().min_by_key(|(_, cleared)| cleared.number);
            if let Some(oldest) = oldest.map(|(id, _)| id.clone()) {
                self.cleared.remove(&oldest);
            }
        }
        Ok(())
    }

    fn mark(&mut self, mark: &Mark, done: bool) -> Result<(), Why> {
        let plan = self.plans.get_mut(&mark.plan).ok_or_else(|| Why::plan(&mark.plan))?;
        let tasks = plan.tasks.as_ref().ok_or_else(|| Why::tasks_unread(&mark.plan))?;
        let place = tasks.place(&mark.task).ok_or_else(|| Why::task(mark))?;
        plan.done.put(place, done);
        Ok(())
    }
}

impl Plan {
    /// Its tasks, in order; none where they are not attached.
    #[must_use]
    pub fn tasks(&self) -> &[SeedTask] {
        self.tasks.as_ref().map_or(&[], Tasks::list)
    }

    /// Whether its tasks are attached.
    #[must_use]
    pub fn is_attached(&self) -> bool {
        self.tasks.is_some()
    }

    /// Whether the task at a place of the queue, from 0, is done.
    #[must_use]
    pub fn is_done(&self, place: usize) -> bool {
        self.done.has(place)
    }

    /// How many tasks are done.
    #[must_use]
    pub fn done(&self) -> u32 {
        self.done.count()
    }

    /// What is the case with it.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match (self.done(), self.total) {
            (_, 0) => Standing::NoTasks,
            (done, total) if done == total => Standing::Done,
            _ => Standing::Open,
        }
    }

    /// The first task that is open, where the tasks are attached.
    #[must_use]
    pub fn next(&self) -> Option<&SeedTask> {
        let mut open = self.tasks().iter().enumerate().filter(|(place, _)| !self.is_done(*place));
        open.next().map(|(_, task)| task)
    }

    /// The plan as a listing shows it.
    #[must_use]
    pub fn line(&self, id: &str, active: bool) -> PlanLine {
        PlanLine {
            plan: id.to_owned(),
            saved_at_ms: self.saved_at_ms,
            path: self.path.clone(),
            done: self.done(),
            total: self.total,
            active,
        }
    }

    /// The plan's queue.
    #[must_use]
    pub fn queue(&self, id: &str) -> Queue {
        let lines = self.tasks().iter().enumerate().map(|(place, task)| TaskLine {
            number: crate::text::size(place.saturating_add(1)),
            id: task.id.clone(),
            title: task.title.clone(),
            done: self.is_done(place),
        });
        Queue {
            plan: id.to_owned(),
            generation: self.generation,
            digest: self.digest.clone(),
            path: self.path.clone(),
            saved_at_ms: self.saved_at_ms,
            tasks: lines.collect(),
        }
    }
}

#[cfg(test)]
mod tests;
