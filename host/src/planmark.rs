//! The product: every feature of Planmark is a method here.

use planmark_core::author::Author;
use planmark_core::document::answer::{Deleted, Past, Plan, PlanPage, RevisionPage, StepPage, Written};
use planmark_core::document::request::{
    Context, DeleteRequest, EditRequest, Point, RestoreRequest, SaveRequest, WriteRequest,
};
use planmark_core::info::Description;

use crate::bindings::exports::planmark::engine::{documents, info};
use crate::component;
use crate::error::Error;
use crate::runtime::state::CallState;
use crate::runtime::{Answer, Runtime};
use crate::store::Store;

mod builder;
mod linting;
mod preview;
mod replay;
mod runtime;
mod sizes;
mod tools;
mod tracker;

pub use builder::Builder;
pub use preview::Preview;
pub use runtime::ContinueRuntime;
pub use tracker::Tracker;

/// An engine with a store: what a program embeds.
///
/// Every method is one call of the engine: it runs in a sandbox of its own, decides once, and
/// commits at most once. A value can be shared by any number of threads; calls on different tasks
/// don't wait for each other, and writes on one task wait at most five seconds.
///
/// ```
/// use planmark::Planmark;
/// use planmark::core::author::{Author, AuthorKind};
/// use planmark::core::document::request::{Context, WriteRequest};
/// use planmark::store::memory::MemoryStore;
///
/// let planmark = Planmark::builder().store(MemoryStore::new()).build()?;
/// let caller = Author { kind: AuthorKind::Agent, name: "docs".to_owned() };
/// let context = Context { caller: caller.clone(), coalesce_window_ms: None };
/// let request = WriteRequest {
///     task: "T-1".to_owned(),
///     content: "# Plan\n\nFirst step.\n".to_owned(),
///     ..WriteRequest::default()
/// };
/// let written = planmark.create(&context, &request)?;
/// assert_eq!(written.revision, 1);
/// assert_eq!(planmark.read(&caller, "T-1")?.content, request.content);
/// # Ok::<(), planmark::error::Error>(())
/// ```
pub struct Planmark {
    runtime: Runtime,
    store: Box<dyn Store>,
}

impl Planmark {
    /// Starts the configuration of an engine.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Creates the task's plan, or replaces the one there is.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `create` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn create(&self, context: &Context, request: &WriteRequest) -> Result<Written, Error> {
        sizes::check(&[context, request])?;
        self.write(|documents, store| documents.call_create(store, &context.into(), &request.into()))
    }

    /// Replaces the task's plan, or appends to it. An append sent twice is appended twice.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `update` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn update(&self, context: &Context, request: &WriteRequest) -> Result<Written, Error> {
        sizes::check(&[context, request])?;
        self.write(|documents, store| documents.call_update(store, &context.into(), &request.into()))
    }

    /// Replaces the one place of a plan where a text stands (D10).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `edit` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn edit(&self, context: &Context, request: &EditRequest) -> Result<Written, Error> {
        sizes::check(&[context, request])?;
        self.write(|documents, store| documents.call_edit(store, &context.into(), &request.into()))
    }

    /// Stores the whole text that an editor holds, creating the plan where there is none (D12).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `save` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn save(&self, context: &Context, request: &SaveRequest) -> Result<Written, Error> {
        sizes::check(&[context, request])?;
        self.write(|documents, store| documents.call_save(store, &context.into(), &request.into()))
    }

    /// Brings an earlier text and its title back as a new revision.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `restore` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn restore(&self, context: &Context, request: &RestoreRequest) -> Result<Written, Error> {
        sizes::check(&[context, request])?;
        self.write(|documents, store| documents.call_restore(store, &context.into(), &request.into()))
    }

    /// Deletes the plan and keeps its history (D8).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `delete` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn delete(&self, context: &Context, request: &DeleteRequest) -> Result<Deleted, Error> {
        sizes::check(&[context, request])?;
        self.write(|documents, store| documents.call_delete(store, &context.into(), &request.into()))
    }

    /// Reads the plan.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `read` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn read(&self, caller: &Author, task: &str) -> Result<Plan, Error> {
        sizes::check(&[caller, &("task", task)])?;
        self.read_only(|documents, store| documents.call_read(store, &caller.into(), task))
    }

    /// Lists the plans from task id `from` on, looking at `limit` tasks (1 to 200).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `list` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn list(&self, caller: &Author, from: &str, limit: u32) -> Result<PlanPage, Error> {
        sizes::check(&[caller, &("from", from)])?;
        self.read_only(|documents, store| documents.call_list(store, &caller.into(), from, limit))
    }

    /// Lists the revisions before number `before` (none: from the latest), newest first, at most
    /// `limit` (1 to 200).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `revisions` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn revisions(
        &self,
        caller: &Author,
        task: &str,
        before: Option<u32>,
        limit: u32,
    ) -> Result<RevisionPage, Error> {
        sizes::check(&[caller, &("task", task)])?;
        self.read_only(|documents, store| {
            documents.call_revisions(store, &caller.into(), task, before, limit)
        })
    }

    /// Lists the writes from position `from` on that one revision covers, at most `limit` (1 to 200).
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `steps` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn steps(
        &self,
        caller: &Author,
        task: &str,
        revision: u32,
        from: u32,
        limit: u32,
    ) -> Result<StepPage, Error> {
        sizes::check(&[caller, &("task", task)])?;
        self.read_only(|documents, store| {
            documents.call_steps(store, &caller.into(), task, revision, from, limit)
        })
    }

    /// Reads a text of the past.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with a code that `read-past` in `wit/documents.wit` lists;
    /// [`Error::Engine`] when the engine failed.
    pub fn read_past(&self, caller: &Author, task: &str, point: Point) -> Result<Past, Error> {
        sizes::check(&[caller, &("task", task)])?;
        self.read_only(|documents, store| documents.call_read_past(store, &caller.into(), task, point.into()))
    }

    /// Sessions, and the saved plans in them.
    #[must_use]
    pub fn tracker(&self) -> Tracker<'_> {
        Tracker::of(self)
    }

    /// What an agent does next, and how a session that has lost it is brought back.
    #[must_use]
    pub fn runtime(&self) -> ContinueRuntime<'_> {
        ContinueRuntime::of(self)
    }

    /// Describes the engine: its version, its limits, the texts it renders.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the engine failed.
    pub fn describe(&self) -> Result<Description, Error> {
        let description = self.runtime.pure(|info: &info::Guest, store| info.call_describe(store).map(Ok))?;
        Ok(description.into())
    }

    /// The component that is built into this program: the bytes that any host of `planmark:engine`
    /// can load, in any language.
    #[must_use]
    pub fn component_bytes() -> &'static [u8] {
        component::BYTES
    }

    /// SHA-256 of [`component_bytes`](Self::component_bytes), in 64 hex digits.
    #[must_use]
    pub fn component_digest() -> String {
        component::digest()
    }

    /// The contract of the component: the name and the text of each file of its WIT package.
    #[must_use]
    pub fn wit_files() -> &'static [(&'static str, &'static str)] {
        component::WIT
    }

    fn write<T, U: From<T>>(
        &self,
        export: impl FnOnce(&documents::Guest, &mut wasmtime::Store<CallState>) -> Answer<T>,
    ) -> Result<U, Error> {
        let written = self.runtime.write(self.store.begin(), export)?;
        Ok(written.into())
    }

    fn read_only<T, U: From<T>>(
        &self,
        export: impl FnOnce(&documents::Guest, &mut wasmtime::Store<CallState>) -> Answer<T>,
    ) -> Result<U, Error> {
        let answer = self.runtime.read(self.store.begin(), export)?;
        Ok(answer.into())
    }
}
