//! One author at one task: the short way for a test to write and read.

use planmark_core::author::{Author, AuthorKind};
use planmark_core::document::answer::{Deleted, Plan, Revision, Step, Written};
use planmark_core::document::request::{
    Context, DeleteRequest, EditRequest, Point, RestoreRequest, SaveRequest, WriteRequest,
};
use planmark_core::failure::Failure;

use crate::engine::{Answer, Engine};

/// Most entries a page of a listing may be asked for.
pub const PAGE: u32 = 200;

/// An agent of that name.
#[must_use]
pub fn agent(name: &str) -> Author {
    Author { kind: AuthorKind::Agent, name: name.to_owned() }
}

/// A person of that name.
#[must_use]
pub fn person(name: &str) -> Author {
    Author { kind: AuthorKind::Person, name: name.to_owned() }
}

/// An author at a task. Cheap to make.
#[derive(Clone)]
pub struct Writer<'a> {
    engine: &'a dyn Engine,
    task: String,
    context: Context,
}

impl<'a> Writer<'a> {
    /// The author at `task`, with the default window for extending a revision.
    #[must_use]
    pub fn new(engine: &'a dyn Engine, task: &str, author: Author) -> Self {
        Self { engine, task: task.to_owned(), context: Context { caller: author, coalesce_window_ms: None } }
    }

    /// The same with another window.
    #[must_use]
    pub fn with_window(mut self, window_ms: i64) -> Self {
        self.context.coalesce_window_ms = Some(window_ms);
        self
    }

    /// A request of the agent path.
    #[must_use]
    pub fn request(&self, content: &str, mode: &str) -> WriteRequest {
        WriteRequest {
            task: self.task.clone(),
            content: content.to_owned(),
            mode: mode.to_owned(),
            ..WriteRequest::default()
        }
    }

    /// `create` with a text.
    ///
    /// # Errors
    ///
    /// The refusal, as with all methods of this type.
    pub fn create(&self, content: &str) -> Answer<Written> {
        self.engine.create(&self.context, &self.request(content, ""))
    }

    /// `create` with a whole request.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn create_with(&self, request: &WriteRequest) -> Answer<Written> {
        self.engine.create(&self.context, request)
    }

    /// `update` in mode `replace`.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn replace(&self, content: &str) -> Answer<Written> {
        self.engine.update(&self.context, &self.request(content, "replace"))
    }

    /// `update` in mode `append`.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn append(&self, fragment: &str) -> Answer<Written> {
        self.engine.update(&self.context, &self.request(fragment, "append"))
    }

    /// `update` with a whole request.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn update_with(&self, request: &WriteRequest) -> Answer<Written> {
        self.engine.update(&self.context, request)
    }

    /// `edit` at the current version.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn edit(&self, find: &str, replacement: &str) -> Answer<Written> {
        let request = EditRequest {
            task: self.task.clone(),
            find: find.to_owned(),
            replacement: replacement.to_owned(),
            expected_version: Some(self.plan()?.version),
        };
        self.engine.edit(&self.context, &request)
    }

    /// `save`.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn save(&self, content: &str) -> Answer<Written> {
        let request =
            SaveRequest { task: self.task.clone(), content: content.to_owned(), ..SaveRequest::default() };
        self.engine.save(&self.context, &request)
    }

    /// `restore`.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn restore(&self, point: Point) -> Answer<Written> {
        let request = RestoreRequest { task: self.task.clone(), point, expected_version: None };
        self.engine.restore(&self.context, &request)
    }

    /// `delete`.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn delete(&self) -> Answer<Deleted> {
        let request = DeleteRequest { task: self.task.clone(), expected_version: None };
        self.engine.delete(&self.context, &request)
    }

    /// `read`.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn plan(&self) -> Answer<Plan> {
        self.engine.read(&self.context.caller, &self.task)
    }

    /// The text of the plan.
    ///
    /// # Panics
    ///
    /// When there is none that can be read.
    #[must_use]
    pub fn text(&self) -> String {
        self.plan().expect("the plan can be read").content
    }

    /// Every revision, oldest first; none for a task without history.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn revisions(&self) -> Answer<Vec<Revision>> {
        let (mut all, mut before) = (Vec::new(), None);
        loop {
            let page = match self.engine.revisions(&self.context.caller, &self.task, before, PAGE) {
                Ok(page) => page,
                Err(Failure { code: planmark_core::failure::FailureCode::PlanNotFound, .. }) => break,
                Err(failure) => return Err(failure),
            };
            all.extend(page.revisions);
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        all.reverse();
        Ok(all)
    }

    /// Every write that one revision covers, in order.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn steps(&self, revision: u32) -> Answer<Vec<Step>> {
        let (mut all, mut from) = (Vec::new(), 1);
        loop {
            let page = self.engine.steps(&self.context.caller, &self.task, revision, from, PAGE)?;
            all.extend(page.steps);
            match page.next {
                Some(next) => from = next,
                None => return Ok(all),
            }
        }
    }

    /// The text of a revision or position.
    #[expect(clippy::missing_errors_doc, reason = "as create")]
    pub fn past(&self, point: Point) -> Answer<planmark_core::document::answer::Past> {
        self.engine.read_past(&self.context.caller, &self.task, point)
    }

    /// Everything that can be seen of the task: plan or its absence, revisions, steps. Two equal
    /// values mean that nothing was written between them.
    ///
    /// # Panics
    ///
    /// When something stored can't be read.
    pub fn everything(&self) -> (Answer<Plan>, Vec<Revision>, Vec<Vec<Step>>) {
        let revisions = self.revisions().expect("the revisions can be read");
        let steps = revisions.iter().map(|r| self.steps(r.number).expect("the steps can be read")).collect();
        (self.plan(), revisions, steps)
    }
}
