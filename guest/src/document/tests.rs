//! The documents over a host in memory.

use super::answer::{Deleted, Past, Plan, Written};
use super::request::{Context, DeleteRequest, EditRequest, Point, RestoreRequest, SaveRequest, WriteRequest};
use super::{create, delete, edit, read, read_past, restore, save, update};
use crate::author::{Author, AuthorKind};
use crate::failure::{Failure, FailureCode};
use crate::tests::memory::{self, Memory};

mod append;
mod damage;
mod guards;
mod legacy;
mod model;
mod order;
mod pages;
mod revisions;

/// The task that most tests write.
const TASK: &str = "T-1";

/// One task of one host, and who writes.
struct World {
    memory: Memory,
    context: Context,
}

impl World {
    fn new() -> Self {
        Self { memory: Memory::new(), context: Context { caller: agent("a"), coalesce_window_ms: None } }
    }

    /// A task whose plan is `content`.
    fn with(content: &str) -> Self {
        let mut world = Self::new();
        world.create(content).expect("a first plan");
        world
    }

    /// A world in which no revision is ever extended.
    fn without_coalescing() -> Self {
        let mut world = Self::new();
        world.context.coalesce_window_ms = Some(0);
        world
    }

    fn by(&mut self, author: Author) -> &mut Self {
        self.context.caller = author;
        self
    }

    fn after_ms(&mut self, ms: u64) -> &mut Self {
        self.memory.now_ms += ms;
        self
    }

    fn create(&mut self, content: &str) -> Result<Written, Failure> {
        create(self.memory.begin(), &self.context, &write(content, ""))
    }

    fn replace(&mut self, content: &str) -> Result<Written, Failure> {
        update(self.memory.begin(), &self.context, &write(content, ""))
    }

    fn append(&mut self, content: &str) -> Result<Written, Failure> {
        update(self.memory.begin(), &self.context, &write(content, "append"))
    }

    fn write(&mut self, request: &WriteRequest) -> Result<Written, Failure> {
        update(self.memory.begin(), &self.context, request)
    }

    fn edit(&mut self, find: &str, replacement: &str) -> Result<Written, Failure> {
        let expected_version = Some(self.read().expect("a plan to edit").version);
        let (find, replacement) = (find.to_owned(), replacement.to_owned());
        let request = EditRequest { task: TASK.to_owned(), find, replacement, expected_version };
        edit(self.memory.begin(), &self.context, &request)
    }

    fn save(&mut self, content: &str) -> Result<Written, Failure> {
        let content = content.to_owned();
        let request = SaveRequest { task: TASK.to_owned(), content, ..SaveRequest::default() };
        save(self.memory.begin(), &self.context, &request)
    }

    fn restore(&mut self, point: Point) -> Result<Written, Failure> {
        let request = RestoreRequest { task: TASK.to_owned(), point, expected_version: None };
        restore(self.memory.begin(), &self.context, &request)
    }

    fn delete(&mut self) -> Result<Deleted, Failure> {
        let request = DeleteRequest { task: TASK.to_owned(), expected_version: None };
        delete(self.memory.begin(), &self.context, &request)
    }

    fn read(&mut self) -> Result<Plan, Failure> {
        read(self.memory.begin(), &self.context.caller, TASK)
    }

    fn past(&mut self, point: Point) -> Result<Past, Failure> {
        read_past(self.memory.begin(), &self.context.caller, TASK, point)
    }

    fn content(&mut self) -> String {
        self.read().expect("a readable plan").content
    }
}

fn agent(name: &str) -> Author {
    Author { kind: AuthorKind::Agent, name: name.to_owned() }
}

fn write(content: &str, mode: &str) -> WriteRequest {
    WriteRequest {
        task: TASK.to_owned(),
        content: content.to_owned(),
        mode: mode.to_owned(),
        ..WriteRequest::default()
    }
}

/// The code of a call that must fail.
fn code<T>(outcome: Result<T, Failure>) -> FailureCode {
    outcome.err().expect("a refusal").code
}
