//! A root with all that it is judged by, and what became of its work.

use std::cell::OnceCell;

use serde::{Deserialize, Serialize};

use super::CLOSEOUT;
use super::fold::{Root, Roots};
use crate::digest::{Json, sha256};
use crate::tracker::entry::SeedTask;
use crate::tracker::fold::{Ledger, Plan};
use crate::tracker::outline::{self, Outline, Task};

/// The body of a plan as it is now.
#[derive(Debug, Clone)]
pub struct BodyNow {
    /// SHA-256 of its bytes, 64 hex digits.
    pub digest: String,
    text: String,
    outline: OnceCell<Outline>,
}

impl PartialEq for BodyNow {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for BodyNow {}

impl BodyNow {
    /// Takes a body.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self { digest: sha256(&text), text, outline: OnceCell::new() }
    }

    /// What it outlines. It is gone through when this is asked for first, and then no more.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| outline::parse(&self.text))
    }
}

/// What became of the work of a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The engine doesn't drive it.
    NotActivated,
    /// A task is open.
    Open,
    /// Every task is done, and an obligation is open.
    Closing,
    /// Nothing is open: the next read seals it.
    Ready,
    /// It is finished, and its receipt is valid.
    Sealed,
    /// It is blocked.
    Blocked,
    /// Its plan is off the branch, or another generation of its closure was admitted after it.
    ClosedElsewhere,
    /// Another plan is the active one.
    OtherPlan,
    /// The body of its plan outlines other tasks than its queue has.
    Edited,
    /// The body of its plan is gone, or can't be read.
    Unreadable,
    /// It has nothing that could be finished: a plan without tasks, or neither plan nor obligation.
    NothingToDo,
}

/// The digests of what a root is judged by (D42).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digests {
    /// SHA-256 over the admission, the plan's id, its body and its queue.
    pub authoritative: String,
    /// SHA-256 over the plan's generation, its ticks, the obligations and the blocks.
    pub execution: String,
}

/// A root with all that it is judged by.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The root.
    pub root: &'a Root,
    /// The roots of its branch.
    pub roots: &'a Roots,
    ledger: &'a Ledger,
    body: Option<&'a BodyNow>,
}

impl<'a> Case<'a> {
    /// Takes a root. `body` is the body of its plan as it is now, and none where it has no plan or
    /// the body can't be read. The tasks of its plan have to be attached to the ledger.
    #[must_use]
    pub fn new(root: &'a Root, roots: &'a Roots, ledger: &'a Ledger, body: Option<&'a BodyNow>) -> Self {
        Self { root, roots, ledger, body }
    }

    /// Every root of a branch, without bodies.
    #[must_use]
    pub fn all(ledger: &'a Ledger) -> Vec<Self> {
        let roots = ledger.roots();
        roots.list().iter().map(|root| Self::new(root, roots, ledger, None)).collect()
    }

    /// The id of the plan it was admitted with.
    #[must_use]
    pub fn plan_id(&self) -> Option<&'a str> {
        self.root.admission().identity.plan.as_deref()
    }

    /// Its plan, where the branch has it.
    #[must_use]
    pub fn plan(&self) -> Option<&'a Plan> {
        self.ledger.plan(self.plan_id()?)
    }

    /// What became of its work.
    #[must_use]
    pub fn standing(&self) -> Standing {
        if !self.root.is_driven() {
            return Standing::NotActivated;
        }
        if super::receipt::is_current(self) {
            return Standing::Sealed;
        }
        if self.is_closed() {
            return Standing::ClosedElsewhere;
        }
        if !self.root.blocks().is_empty() {
            return Standing::Blocked;
        }
        self.plan_trouble().unwrap_or_else(|| self.progress())
    }

    /// Whether its plan is off the branch, or another generation of its closure was admitted after
    /// it. Needs no body.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.root.is_superseded() || (self.plan_id().is_some() && self.plan().is_none())
    }

    /// Whether the engine drives it, and it is not closed: no other root denies anything. Needs no body.
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        self.root.is_driven() && !self.is_closed()
    }

    /// Whether it has no receipt, or was reopened since it has one. Needs no body.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.root.receipt().is_none() || matches!(self.progress(), Standing::Open | Standing::Closing)
    }

    /// The id of the task that is to be done now; `closeout` where every task is done. Needs no body.
    #[must_use]
    pub fn current_id(&self) -> &'a str {
        self.plan().and_then(Plan::next).map_or(CLOSEOUT, |task| task.id.as_str())
    }

    /// Whether the task that is to be done now was served in this turn (D45). Needs no body.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        self.root.blocks().is_empty() && self.root.served() == Some(self.current_id())
    }

    /// The id of the current task, where another one is to be ticked and the engine drives the root:
    /// it is not its turn (D41). Needs no body.
    #[must_use]
    pub fn untimely(&self, task: &str) -> Option<&'a str> {
        let waits = self.is_guarded() && self.is_open(task);
        (waits && self.current_id() != task).then(|| self.current_id())
    }

    fn is_open(&self, task: &str) -> bool {
        self.open_tasks().any(|(_, open)| open.id == task)
    }

    /// Open tasks in order, each with its place in the queue, from 1.
    pub fn open_tasks(&self) -> impl Iterator<Item = (u32, &'a SeedTask)> + use<'a> {
        let plan = self.plan();
        let tasks = plan.map_or(&[][..], Plan::tasks).iter().enumerate();
        tasks
            .filter(move |(place, _)| plan.is_some_and(|plan| !plan.is_done(*place)))
            .map(|(place, task)| (crate::text::size(place.saturating_add(1)), task))
    }

    /// What the body outlines for a task.
    #[must_use]
    pub fn detail(&self, id: &str) -> Option<&'a Task> {
        self.body?.outline().tasks.iter().find(|task| task.id == id)
    }

    /// What it is judged by now; none where its plan or body is out of reach.
    #[must_use]
    pub fn digests(&self) -> Option<Digests> {
        let plan = match self.plan_id() {
            Some(_) => Some((self.plan()?, self.body?)),
            None => None,
        };
        Some(Digests { authoritative: self.authoritative(plan), execution: self.execution() })
    }

    fn authoritative(&self, plan: Option<(&Plan, &BodyNow)>) -> String {
        let admission = self.root.admission();
        let schema = |schemas: &'a super::entry::Schemas| {
            let super::entry::Schemas { guard, hook, payload, directive, receipt } = schemas;
            Json::List([guard, hook, payload, directive, receipt].map(|digest| Json::Text(digest)).into())
        };
        let seed = |plan: &'a Plan| {
            plan.tasks().iter().map(|task| Json::List(vec![Json::Text(&task.id), Json::Text(&task.title)]))
        };
        Json::Object(vec![
            ("body", plan.map_or(Json::Null, |(_, body)| Json::Text(&body.digest))),
            ("identity", admission.identity.json()),
            ("owned", Json::List(admission.owned.iter().map(|glob| Json::Text(glob)).collect())),
            ("schemas", admission.schemas.as_ref().map_or(Json::Null, schema)),
            ("seed", Json::List(self.plan().map(seed).into_iter().flatten().collect())),
        ])
        .sha256()
    }

    fn execution(&self) -> String {
        let plan = self.plan();
        let tasks = plan.map_or(&[][..], Plan::tasks).iter().enumerate();
        let ticks = tasks.filter(|(place, _)| plan.is_some_and(|plan| plan.is_done(*place)));
        let obligation = |obligation: &'a super::fold::Obligation| {
            let super::fold::Obligation { id, text, discharged } = obligation;
            Json::List(vec![Json::Text(id), Json::Text(text), Json::Bool(*discharged)])
        };
        let block =
            |block: &'a super::fold::Block| Json::List(vec![Json::Text(&block.id), Json::Text(&block.text)]);
        Json::Object(vec![
            ("blocks", Json::List(self.root.blocks().iter().map(block).collect())),
            ("generation", plan.map_or(Json::Null, |plan| Json::Number(plan.generation))),
            ("obligations", Json::List(self.root.obligations().iter().map(obligation).collect())),
            ("ticks", Json::List(ticks.map(|(_, task)| Json::Text(&task.id)).collect())),
        ])
        .sha256()
    }

    /// Why its plan can't be served, where it can't.
    fn plan_trouble(&self) -> Option<Standing> {
        let (id, plan) = (self.plan_id()?, self.plan()?);
        if self.ledger.active().is_none_or(|(active, _)| active != id) {
            return Some(Standing::OtherPlan);
        }
        let Some(body) = self.body.filter(|_| plan.is_attached()) else { return Some(Standing::Unreadable) };
        let outlined = body.outline().tasks.iter().map(|task| &task.id);
        (!outlined.eq(plan.tasks().iter().map(|task| &task.id))).then_some(Standing::Edited)
    }

    /// How far its work is (D42): a plan without tasks never completes, and a root without a plan
    /// needs an obligation.
    fn progress(&self) -> Standing {
        let obligations = self.root.obligations();
        let open = obligations.iter().any(|obligation| !obligation.discharged);
        match self.plan() {
            Some(plan) if plan.total == 0 => Standing::NothingToDo,
            None if obligations.is_empty() => Standing::NothingToDo,
            Some(plan) if plan.done() < plan.total => Standing::Open,
            _ if open => Standing::Closing,
            _ => Standing::Ready,
        }
    }
}
