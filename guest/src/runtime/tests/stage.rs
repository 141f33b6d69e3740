//! A session's branch to act on.

use crate::runtime::TICK_TOOL;
use crate::runtime::case::{BodyNow, Case};
use crate::runtime::catalog;
use crate::runtime::client::Client;
use crate::runtime::directive::{Lifecycle, Observation, Seat};
use crate::runtime::entry::{
    Admission, Admitted, Event, Identity, Item, ItemKey, RootKey, Schemas, Trigger, Verdict,
};
use crate::runtime::reading::{self, Reading};
use crate::runtime::reentry::ReadArguments;
use crate::runtime::view::{Active, View};
use crate::tracker::entry::{Entry, Event as Tracked, Mark, Seed, SeedTask};
use crate::tracker::fold::Ledger;
use crate::tracker::outline;

pub(super) const TOOL: &str = "continue_runtime_read";
pub(super) const CODEX: Seat<'static> = Seat { client: Client::Codex, read_tool: TOOL, tick_tool: TICK_TOOL };
pub(super) const CLAUDE: Seat<'static> =
    Seat { client: Client::ClaudeCode, read_tool: TOOL, tick_tool: TICK_TOOL };

/// A branch, and the body of its plan.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    pub(super) ledger: Ledger,
    pub(super) body: Option<BodyNow>,
    entries: u32,
}

pub(super) fn key() -> RootKey {
    RootKey { closure: "close".to_owned(), generation: 1 }
}

pub(super) fn admission() -> Admission {
    Admission {
        identity: Identity {
            key: key(),
            target: "release of v2".to_owned(),
            plan: Some("p".to_owned()),
            authority: "planmark".to_owned(),
        },
        owned: vec!["src/**".to_owned()],
        schemas: Some(catalog::current().schemas()),
    }
}

pub(super) fn unknown_schemas() -> Schemas {
    Schemas { guard: "0".repeat(64), ..catalog::current().schemas() }
}

pub(super) fn body_of(titles: &[&str]) -> String {
    let tasks: Vec<_> =
        titles.iter().map(|title| format!("- [ ] {title}\n  - **Given** {title} is open\n")).collect();
    format!("# Plan\n\n## Section 4\n\n{}", tasks.concat())
}

pub(super) fn shown(lifecycle: Lifecycle) -> Observation {
    let handle = matches!(lifecycle, Lifecycle::Owned | Lifecycle::Paused).then(|| "h-1".to_owned());
    Observation { lifecycle, handle }
}

impl Stage {
    /// A branch with a plan `p` of these tasks, which is active.
    pub(super) fn with_plan(titles: &[&str]) -> Self {
        let mut stage = Self { ledger: Ledger::default(), body: None, entries: 0 };
        stage.save("p", titles);
        stage
    }

    /// The same, with a root that the engine drives.
    pub(super) fn driven(titles: &[&str]) -> Self {
        let mut stage = Self::with_plan(titles);
        stage.root(Event::Cutover);
        stage.admit(admission());
        stage
    }

    pub(super) fn save(&mut self, plan: &str, titles: &[&str]) {
        let text = body_of(titles);
        let body = BodyNow::new(text);
        let task = |task: &outline::Task| SeedTask { id: task.id.clone(), title: task.title.clone() };
        let seed = Seed {
            plan: plan.to_owned(),
            digest: body.digest.clone(),
            path: Some(format!("/bodies/{plan}.md")),
            saved_at_ms: 1,
            tasks: body.outline().tasks.iter().map(task).collect(),
        };
        self.body = Some(body);
        self.record(Tracked::Set(seed));
        self.record(Tracked::Activate(plan.to_owned()));
    }

    /// Edits the body by hand.
    pub(super) fn edit(&mut self, text: &str) {
        self.body = Some(BodyNow::new(text.to_owned()));
    }

    pub(super) fn record(&mut self, event: Tracked) {
        self.entries += 1;
        let entry = Entry { id: format!("s/{}", self.entries), parent: None, at_ms: 1, by: None, event };
        self.ledger.apply(&entry);
    }

    pub(super) fn root(&mut self, event: Event) {
        self.record(Tracked::Root(Box::new(event)));
    }

    /// Admits a root as the engine does: with the verdict as it is now.
    pub(super) fn admit(&mut self, admission: Admission) {
        let verdict = self.ledger.roots().judge(&admission);
        self.root(Event::Admit(Admitted { admission, verdict }));
    }

    /// Ticks the first open task.
    pub(super) fn tick(&mut self) {
        let task = self.case().current_id().to_owned();
        self.record(Tracked::Tick(Mark { plan: "p".to_owned(), task }));
    }

    pub(super) fn untick(&mut self, place: usize) {
        let task = self.ledger.plan("p").expect("the plan").tasks()[place].id.clone();
        self.record(Tracked::Untick(Mark { plan: "p".to_owned(), task }));
    }

    pub(super) fn turn(&mut self, trigger: Trigger) {
        self.root(Event::Turn(trigger));
    }

    pub(super) fn oblige(&mut self, id: &str, text: &str) {
        self.root(Event::Obligation(item(id, text)));
    }

    pub(super) fn discharge(&mut self, id: &str) {
        self.root(Event::Discharge(ItemKey { root: key(), id: id.to_owned() }));
    }

    pub(super) fn block(&mut self, id: &str, text: &str) {
        self.root(Event::Block(item(id, text)));
    }

    pub(super) fn unblock(&mut self, id: &str) {
        self.root(Event::Unblock(ItemKey { root: key(), id: id.to_owned() }));
    }

    pub(super) fn verdict(&self) -> Verdict {
        self.case().root.verdict()
    }

    /// The root under [`key`], with all that it is judged by.
    pub(super) fn case(&self) -> Case<'_> {
        let roots = self.ledger.roots();
        let root = roots.root(&key()).expect("the root");
        Case::new(root, roots, &self.ledger, self.body.as_ref())
    }

    /// Reads as the export does: seals what is ready, decides, records.
    pub(super) fn read(&mut self, seat: Seat<'_>, shown: Option<&Observation>) -> Reading {
        self.read_with(&ReadArguments::of(&admission().identity), seat, shown)
    }

    pub(super) fn read_with(
        &mut self,
        arguments: &ReadArguments,
        seat: Seat<'_>,
        shown: Option<&Observation>,
    ) -> Reading {
        if let Some(sealing) = reading::sealing(&self.case(), arguments) {
            self.root(sealing);
        }
        let decided = reading::read(&self.case(), arguments, seat, shown);
        for event in decided.events {
            self.root(event);
        }
        decided.reading
    }

    /// Reads what is to be done now.
    pub(super) fn active(&mut self) -> Active {
        match self.read(CODEX, None).view {
            View::Active(active) => *active,
            other => panic!("not active: {other:?}"),
        }
    }

    /// Ticks everything and reads, which seals the root.
    pub(super) fn finish(&mut self) {
        while self.case().open_tasks().next().is_some() {
            self.tick();
        }
        assert!(matches!(self.read(CODEX, None).view, View::Completed(_)));
    }
}

fn item(id: &str, text: &str) -> Item {
    Item { root: key(), id: id.to_owned(), text: text.to_owned() }
}
