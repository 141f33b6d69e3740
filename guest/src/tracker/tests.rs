//! Sessions over a host in memory.

use super::entry::Mode;
use super::reference::Reference;
use super::reply::{Changed, Saved, Session, TaskList, Ticked};
use super::request::Context;
use super::*;
use crate::author::{Author, AuthorKind};
use crate::failure::{Failure, FailureCode};
use crate::tests::memory::Memory;

mod bodies;
mod damage;
mod gc;
mod imports;
mod model;
mod order;
mod requests;
mod sessions;

/// The session that most tests change.
const SESSION: &str = "s-1";

/// One session of one host, and who changes it.
struct World {
    memory: Memory,
    context: Context,
}

impl World {
    fn new() -> Self {
        let caller = Author { kind: AuthorKind::Agent, name: "a".to_owned() };
        let context = Context { caller, session: SESSION.to_owned(), request: None };
        Self { memory: Memory::of_sessions(), context }
    }

    /// A session with one plan of these tasks.
    fn with(titles: &[&str]) -> Self {
        let mut world = Self::new();
        world.save("p", &body(titles)).expect("a first plan");
        world
    }

    fn at(&mut self, session: &str) -> &mut Self {
        self.context.session = session.to_owned();
        self
    }

    fn asking(&mut self, request: &str) -> &mut Self {
        self.context.request = Some(request.to_owned());
        self
    }

    fn save(&mut self, plan: &str, text: &str) -> Result<Saved, Failure> {
        save(self.memory.begin(), &self.context, plan, text)
    }

    fn select(&mut self, plan: &str) -> Result<Changed, Failure> {
        select(self.memory.begin(), &self.context, plan)
    }

    fn clear(&mut self, plan: Option<&str>) -> Result<Changed, Failure> {
        clear(self.memory.begin(), &self.context, plan)
    }

    fn tick(&mut self, title: &str) -> Result<Ticked, Failure> {
        tick(self.memory.begin(), &self.context, &named(title))
    }

    fn untick(&mut self, title: &str) -> Result<Ticked, Failure> {
        untick(self.memory.begin(), &self.context, &named(title))
    }

    fn set_mode(&mut self, mode: Mode) -> Result<reply::ModeSet, Failure> {
        set_mode(self.memory.begin(), &self.context, mode)
    }

    fn navigate(&mut self, to: u32) -> Result<Session, Failure> {
        navigate(self.memory.begin(), &self.context, to)
    }

    /// Forks the session into another, where the world then is.
    fn fork(&mut self, into: &str, at: Option<u32>) -> Result<Session, Failure> {
        let from = std::mem::replace(&mut self.context.session, into.to_owned());
        fork(self.memory.begin(), &self.context, &from, at)
    }

    fn describe(&mut self) -> Result<Session, Failure> {
        describe(self.memory.begin(), &self.context.session)
    }

    fn tasks(&mut self) -> Result<TaskList, Failure> {
        tasks(self.memory.begin(), &self.context.session, None)
    }

    fn marker(&mut self) -> Result<answer::MarkerLine, Failure> {
        marker(self.memory.begin(), &self.context.session)
    }

    /// Titles of the tasks that are done.
    fn done(&mut self) -> Vec<String> {
        let queue = self.tasks().expect("tasks").queue;
        let lines = queue.into_iter().flat_map(|queue| queue.tasks);
        lines.filter(|line| line.done).map(|line| line.title).collect()
    }

    fn body(&mut self, plan: &str) -> &mut String {
        let key = (self.context.session.clone(), plan.to_owned());
        &mut self.memory.bodies.get_mut(&key).expect("a body").0
    }
}

fn named(title: &str) -> Reference {
    Reference { task_id: None, title: Some(title.to_owned()) }
}

/// A body with these tasks.
fn body(titles: &[&str]) -> String {
    let mut text = String::from("# Plan\n\n## Section 4: Tasks\n\n");
    text.extend(titles.iter().map(|title| format!("- [ ] {title}\n")));
    text
}

/// The code of a call that must fail.
fn code<T>(outcome: Result<T, Failure>) -> FailureCode {
    outcome.err().expect("a refusal").code
}
