//! `wit/ledger.wit`.

use super::super::bindings::planmark::engine::ledger as wit;
use super::all;
use crate::tracker::{answer, entry, outline, reference};

impl From<outline::Scenario> for wit::Scenario {
    fn from(scenario: outline::Scenario) -> Self {
        let outline::Scenario { given, when, then } = scenario;
        Self { given, when, then }
    }
}

impl From<outline::Task> for wit::Task {
    fn from(task: outline::Task) -> Self {
        let outline::Task { id, title, line, scenarios, nfrs, gates, checkpoints, text } = task;
        Self { id, title, line, scenarios: all(scenarios), nfrs, gates, checkpoints, text }
    }
}

impl From<outline::Outline> for wit::Outline {
    fn from(outline: outline::Outline) -> Self {
        let outline::Outline { tasks, notes } = outline;
        Self { tasks: all(tasks), notes: all(notes) }
    }
}

impl From<wit::SeedTask> for entry::SeedTask {
    fn from(seed_task: wit::SeedTask) -> Self {
        let wit::SeedTask { id, title } = seed_task;
        Self { id, title }
    }
}

impl From<entry::SeedTask> for wit::SeedTask {
    fn from(seed_task: entry::SeedTask) -> Self {
        let entry::SeedTask { id, title } = seed_task;
        Self { id, title }
    }
}

impl From<wit::Seed> for entry::Seed {
    fn from(seed: wit::Seed) -> Self {
        let wit::Seed { plan, digest, path, saved_at_ms, tasks } = seed;
        Self { plan, digest, path, saved_at_ms, tasks: all(tasks) }
    }
}

impl From<entry::Seed> for wit::Seed {
    fn from(seed: entry::Seed) -> Self {
        let entry::Seed { plan, digest, path, saved_at_ms, tasks } = seed;
        Self { plan, digest, path, saved_at_ms, tasks: all(tasks) }
    }
}

impl From<wit::Mark> for entry::Mark {
    fn from(mark: wit::Mark) -> Self {
        let wit::Mark { plan, task } = mark;
        Self { plan, task }
    }
}

impl From<entry::Mark> for wit::Mark {
    fn from(mark: entry::Mark) -> Self {
        let entry::Mark { plan, task } = mark;
        Self { plan, task }
    }
}

impl From<wit::Entry> for entry::Entry {
    fn from(entry: wit::Entry) -> Self {
        let wit::Entry { id, parent, at_ms, by, event } = entry;
        Self { id, parent, at_ms, by: by.map(Into::into), event: event.into() }
    }
}

impl From<entry::Entry> for wit::Entry {
    fn from(entry: entry::Entry) -> Self {
        let entry::Entry { id, parent, at_ms, by, event } = entry;
        Self { id, parent, at_ms, by: by.map(Into::into), event: event.into() }
    }
}

impl From<wit::Event> for entry::Event {
    fn from(event: wit::Event) -> Self {
        match event {
            wit::Event::Set(seed) => Self::Set(seed.into()),
            wit::Event::Activate(plan) => Self::Activate(plan),
            wit::Event::Clear(plan) => Self::Clear(plan),
            wit::Event::Tick(mark) => Self::Tick(mark.into()),
            wit::Event::Untick(mark) => Self::Untick(mark.into()),
            wit::Event::Mode(mode) => Self::Mode(mode.into()),
            wit::Event::Root(event) => Self::Root(Box::new(event.into())),
            wit::Event::Other => Self::Other,
            wit::Event::Damaged => Self::Damaged,
        }
    }
}

impl From<entry::Event> for wit::Event {
    fn from(event: entry::Event) -> Self {
        match event {
            entry::Event::Set(seed) => Self::Set(seed.into()),
            entry::Event::Activate(plan) => Self::Activate(plan),
            entry::Event::Clear(plan) => Self::Clear(plan),
            entry::Event::Tick(mark) => Self::Tick(mark.into()),
            entry::Event::Untick(mark) => Self::Untick(mark.into()),
            entry::Event::Mode(mode) => Self::Mode(mode.into()),
            entry::Event::Root(event) => Self::Root((*event).into()),
            entry::Event::Other => Self::Other,
            entry::Event::Damaged => Self::Damaged,
        }
    }
}

impl From<answer::PlanLine> for wit::PlanLine {
    fn from(plan_line: answer::PlanLine) -> Self {
        let answer::PlanLine { plan, saved_at_ms, path, done, total, active } = plan_line;
        Self { plan, saved_at_ms, path, done, total, active }
    }
}

impl From<answer::TaskLine> for wit::TaskLine {
    fn from(task_line: answer::TaskLine) -> Self {
        let answer::TaskLine { number, id, title, done } = task_line;
        Self { number, id, title, done }
    }
}

impl From<answer::Queue> for wit::Queue {
    fn from(queue: answer::Queue) -> Self {
        let answer::Queue { plan, generation, digest, path, saved_at_ms, tasks } = queue;
        Self { plan, generation, digest, path, saved_at_ms, tasks: all(tasks) }
    }
}

impl From<wit::Reference> for reference::Reference {
    fn from(reference: wit::Reference) -> Self {
        let wit::Reference { task_id, title } = reference;
        Self { task_id, title }
    }
}

impl From<answer::MarkerLine> for wit::MarkerLine {
    fn from(marker_line: answer::MarkerLine) -> Self {
        let answer::MarkerLine { text, standing, plan, path, saved_at_ms, done, total, next, notes } =
            marker_line;
        Self {
            text,
            standing: standing.into(),
            plan,
            path,
            saved_at_ms,
            done,
            total,
            next: next.map(Into::into),
            notes: all(notes),
        }
    }
}

impl From<answer::PromptText> for wit::PromptText {
    fn from(prompt_text: answer::PromptText) -> Self {
        let answer::PromptText { text, digest, notes } = prompt_text;
        Self { text, digest, notes: all(notes) }
    }
}

impl From<wit::Mode> for entry::Mode {
    fn from(mode: wit::Mode) -> Self {
        match mode {
            wit::Mode::Plan => Self::Plan,
            wit::Mode::Build => Self::Build,
        }
    }
}

impl From<entry::Mode> for wit::Mode {
    fn from(mode: entry::Mode) -> Self {
        match mode {
            entry::Mode::Plan => Self::Plan,
            entry::Mode::Build => Self::Build,
        }
    }
}

impl From<answer::Standing> for wit::Standing {
    fn from(standing: answer::Standing) -> Self {
        match standing {
            answer::Standing::Open => Self::Open,
            answer::Standing::Done => Self::Done,
            answer::Standing::NoTasks => Self::NoTasks,
            answer::Standing::NoPlan => Self::NoPlan,
        }
    }
}
