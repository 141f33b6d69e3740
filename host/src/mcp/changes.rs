//! What clients are told of plans that change, whoever changed them.
//!
//! This server's own calls tell it by their events (D11). What other processes write is found by
//! looking, every second, and only at what somebody asked to be told of.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use planmark_core::author::Author;
use planmark_core::document::answer::{Event, EventKind};
use tokio::sync::broadcast::{self, Receiver, Sender};

use crate::Planmark;
use crate::mcp::limits::PAGE;

/// Changes that a slow listener may lag behind by before it is told that everything may have changed.
const BACKLOG: usize = 1024;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// The task's plan was created, written or deleted.
    Plan(String),
    /// There is a plan more, or one fewer.
    List,
}

/// Who listens, and what was seen last.
pub(super) struct Changes {
    told: Sender<Change>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    plans: BTreeMap<String, Watched<Option<State>>>,
    list: Watched<BTreeSet<String>>,
}

/// What somebody waits for.
#[derive(Default)]
struct Watched<T> {
    listeners: usize,
    last: T,
}

/// What of a plan changes with every write: its latest revision, and when it was written.
type State = (u32, u64);

/// Keeps a task, or the list, being looked at.
pub(super) struct Interest {
    changes: Arc<Changes>,
    /// The list, where there is none.
    task: Option<String>,
}

impl Changes {
    /// Nobody listens yet.
    pub(super) fn new() -> Arc<Self> {
        let (told, _) = broadcast::channel(BACKLOG);
        Arc::new(Self { told, seen: Mutex::default() })
    }

    /// All changes from now on.
    pub(super) fn listen(&self) -> Receiver<Change> {
        self.told.subscribe()
    }

    /// Looks at a task's plan from now on. A call of the engine, when it is the first to do so.
    pub(super) fn watch_plan(self: &Arc<Self>, planmark: &Planmark, caller: &Author, task: &str) -> Interest {
        let known = self.seen().plans.contains_key(task);
        let now = if known { None } else { state_of(planmark, caller, task) };
        let mut seen = self.seen();
        let plan = seen.plans.entry(task.to_owned()).or_insert(Watched { listeners: 0, last: now });
        plan.listeners += 1;
        drop(seen);
        Interest { changes: Arc::clone(self), task: Some(task.to_owned()) }
    }

    /// Looks at which plans there are from now on. Calls of the engine, as many as there are pages.
    pub(super) fn watch_list(self: &Arc<Self>, planmark: &Planmark, caller: &Author) -> Interest {
        if self.seen().list.listeners == 0 {
            let tasks = tasks(planmark, caller);
            self.seen().list.last = tasks.unwrap_or_default();
        }
        self.seen().list.listeners += 1;
        Interest { changes: Arc::clone(self), task: None }
    }

    /// Tells what a call of this server did.
    pub(super) fn publish(&self, events: &[Event]) {
        let mut changes = Vec::new();
        let mut seen = self.seen();
        for event in events {
            let state = match event.kind {
                EventKind::PlanCreated | EventKind::PlanUpdated => Some((event.revision, event.at_ms)),
                EventKind::PlanDeleted => None,
                EventKind::RevisionCreated | EventKind::RevisionUpdated => continue,
            };
            if let Some(plan) = seen.plans.get_mut(&event.task) {
                plan.last = state;
            }
            changes.push(Change::Plan(event.task.clone()));
            if event.kind == EventKind::PlanCreated {
                seen.list.last.insert(event.task.clone());
                changes.push(Change::List);
            } else if event.kind == EventKind::PlanDeleted {
                seen.list.last.remove(&event.task);
                changes.push(Change::List);
            }
        }
        drop(seen);
        for change in changes {
            // Nobody may be listening.
            let _ = self.told.send(change);
        }
    }

    /// Whether there is anything to look at.
    pub(super) fn wanted(&self) -> bool {
        let seen = self.seen();
        seen.list.listeners > 0 || !seen.plans.is_empty()
    }

    /// Looks at what is watched, and tells what is not as it was. A call of the engine for each plan.
    pub(super) fn look(&self, planmark: &Planmark, caller: &Author) {
        let plans: Vec<_> = self.seen().plans.keys().cloned().collect();
        for task in plans {
            let now = state_of(planmark, caller, &task);
            let mut seen = self.seen();
            let Some(plan) = seen.plans.get_mut(&task) else { continue };
            if plan.last != now {
                plan.last = now;
                let _ = self.told.send(Change::Plan(task));
            }
        }
        if self.seen().list.listeners > 0
            && let Some(now) = tasks(planmark, caller)
        {
            let mut seen = self.seen();
            if seen.list.last != now {
                seen.list.last = now;
                let _ = self.told.send(Change::List);
            }
        }
    }

    /// What was seen is whole after every statement, so a panic elsewhere doesn't make it useless.
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Interest {
    fn drop(&mut self) {
        let mut seen = self.changes.seen();
        match &self.task {
            None => seen.list.listeners = seen.list.listeners.saturating_sub(1),
            Some(task) => {
                if let Some(plan) = seen.plans.get_mut(task) {
                    plan.listeners = plan.listeners.saturating_sub(1);
                    if plan.listeners == 0 {
                        seen.plans.remove(task);
                    }
                }
            }
        }
    }
}

/// What the plan is like now; none where there is none, or none that can be read.
fn state_of(planmark: &Planmark, caller: &Author, task: &str) -> Option<State> {
    let page = planmark.list(caller, task, 1).ok()?;
    let plan = page.plans.into_iter().find(|plan| plan.task == task)?;
    Some((plan.revision, plan.updated_at_ms))
}

/// All tasks with a plan; none when the store can't be read now.
fn tasks(planmark: &Planmark, caller: &Author) -> Option<BTreeSet<String>> {
    let mut tasks = BTreeSet::new();
    let mut from = String::new();
    loop {
        let page = planmark.list(caller, &from, PAGE).ok()?;
        tasks.extend(page.plans.into_iter().map(|plan| plan.task));
        match page.next {
            Some(next) => from = next,
            None => return Some(tasks),
        }
    }
}
