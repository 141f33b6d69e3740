//! The engine as tests see it: the native core and the component behind one trait, so that each
//! behaviour is proved on both.

use planmark::Planmark;
use planmark::error::Error;
use planmark::store::memory::MemoryStore;
use planmark::store::sqlite::SqliteStore;
use planmark::store::{Call, Store};
use planmark_core::author::Author;
use planmark_core::capability::{
    Access, Bodies, Body, BodyPage, Cell, Clock, Locking, Mutation, Outcome, Page, Reach, Scope, ScopeKind,
    ScopePage, Storage,
};
use planmark_core::document;
use planmark_core::document::answer::{Deleted, Past, Plan, PlanPage, RevisionPage, StepPage, Written};
use planmark_core::document::request::{
    Context, DeleteRequest, EditRequest, Point, RestoreRequest, SaveRequest, WriteRequest,
};
use planmark_core::failure::Failure;
use planmark_core::text::{self, Composed, Note};
use planmark_core::tools::{self, CallContext, Offer, Prompt, Tool, ToolAnswer};
use tempfile::TempDir;

use crate::runtime::Runtime;
pub use crate::supply::{TestAccess, TestClock};
use crate::tracker::Tracker;

/// What a call answers here: the engine's refusal is the only failure a test expects. Everything
/// else (a trap, a component that can't be loaded) ends the test.
pub type Answer<T> = Result<T, Failure>;

/// The engine, wherever it runs. Each method is the export of the same name.
#[expect(missing_docs, reason = "wit/ documents each function")]
#[expect(clippy::missing_errors_doc, reason = "wit/ lists the failures of each function")]
pub trait Engine: Tracker + Runtime + Send + Sync {
    fn create(&self, context: &Context, request: &WriteRequest) -> Answer<Written>;
    fn update(&self, context: &Context, request: &WriteRequest) -> Answer<Written>;
    fn edit(&self, context: &Context, request: &EditRequest) -> Answer<Written>;
    fn save(&self, context: &Context, request: &SaveRequest) -> Answer<Written>;
    fn restore(&self, context: &Context, request: &RestoreRequest) -> Answer<Written>;
    fn delete(&self, context: &Context, request: &DeleteRequest) -> Answer<Deleted>;
    fn read(&self, caller: &Author, task: &str) -> Answer<Plan>;
    fn list(&self, caller: &Author, from: &str, limit: u32) -> Answer<PlanPage>;
    fn revisions(&self, caller: &Author, task: &str, before: Option<u32>, limit: u32)
    -> Answer<RevisionPage>;
    fn steps(&self, caller: &Author, task: &str, revision: u32, from: u32, limit: u32) -> Answer<StepPage>;
    fn read_past(&self, caller: &Author, task: &str, point: Point) -> Answer<Past>;
    fn compose(&self, stored: &str, fragment: &str) -> Answer<Composed>;
    fn inspect(&self, text: &str) -> Vec<Note>;
    fn tools(&self, offer: &Offer) -> Answer<Vec<Tool>>;
    fn tool_instructions(&self, offer: &Offer) -> Answer<String>;
    fn tool_prompts(&self, offer: &Offer) -> Answer<Vec<Prompt>>;
    fn tool_prompt(&self, offer: &Offer, name: &str, argument: Option<&str>) -> Answer<String>;
    fn call_tool(&self, context: &CallContext, name: &str, arguments: &str) -> Answer<ToolAnswer>;
    fn tool_refusal(&self, offer: &Offer, failure: &Failure) -> Answer<ToolAnswer>;
}

/// The core as a Rust library, over a store of the host.
pub struct Native<S: Store> {
    store: S,
    clock: TestClock,
    access: TestAccess,
}

impl<S: Store> Native<S> {
    /// An engine over `store`.
    pub fn new(store: S, clock: &TestClock, access: &TestAccess) -> Self {
        Self { store, clock: clock.clone(), access: access.clone() }
    }

    pub(crate) fn begin(&self) -> NativeCall<'_> {
        NativeCall { call: self.store.begin(), clock: &self.clock, access: &self.access }
    }
}

/// One call of the native core.
pub(crate) struct NativeCall<'a> {
    call: Box<dyn Call>,
    clock: &'a TestClock,
    access: &'a TestAccess,
}

impl Clock for NativeCall<'_> {
    fn now(&mut self) -> u64 {
        self.clock.now()
    }
}

impl Locking for NativeCall<'_> {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        self.call.acquire(scope)
    }
}

impl Storage for NativeCall<'_> {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        self.call.get(scope, key)
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        self.call.scan(scope, prefix, from, limit)
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        self.call.scopes(kind, from, limit)
    }

    fn commit(&mut self, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
        self.call.commit(scope, mutations)
    }
}

impl Bodies for NativeCall<'_> {
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        self.call.write(session, plan, text)
    }

    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        self.call.read(session, plan)
    }

    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        self.call.list(session, from, limit)
    }

    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()> {
        self.call.remove(session, plan)
    }
}

impl Access for NativeCall<'_> {
    fn may_reach(&mut self, _caller: &Author, _task: &str, reach: Reach) -> Outcome<bool> {
        self.access.answer(reach)
    }
}

impl<S: Store> Engine for Native<S> {
    fn create(&self, context: &Context, request: &WriteRequest) -> Answer<Written> {
        document::create(&mut self.begin(), context, request)
    }

    fn update(&self, context: &Context, request: &WriteRequest) -> Answer<Written> {
        document::update(&mut self.begin(), context, request)
    }

    fn edit(&self, context: &Context, request: &EditRequest) -> Answer<Written> {
        document::edit(&mut self.begin(), context, request)
    }

    fn save(&self, context: &Context, request: &SaveRequest) -> Answer<Written> {
        document::save(&mut self.begin(), context, request)
    }

    fn restore(&self, context: &Context, request: &RestoreRequest) -> Answer<Written> {
        document::restore(&mut self.begin(), context, request)
    }

    fn delete(&self, context: &Context, request: &DeleteRequest) -> Answer<Deleted> {
        document::delete(&mut self.begin(), context, request)
    }

    fn read(&self, caller: &Author, task: &str) -> Answer<Plan> {
        document::read(&mut self.begin(), caller, task)
    }

    fn list(&self, caller: &Author, from: &str, limit: u32) -> Answer<PlanPage> {
        document::list(&mut self.begin(), caller, from, limit)
    }

    fn revisions(
        &self,
        caller: &Author,
        task: &str,
        before: Option<u32>,
        limit: u32,
    ) -> Answer<RevisionPage> {
        document::revisions(&mut self.begin(), caller, task, before, limit)
    }

    fn steps(&self, caller: &Author, task: &str, revision: u32, from: u32, limit: u32) -> Answer<StepPage> {
        document::steps(&mut self.begin(), caller, task, revision, from, limit)
    }

    fn read_past(&self, caller: &Author, task: &str, point: Point) -> Answer<Past> {
        document::read_past(&mut self.begin(), caller, task, point)
    }

    fn compose(&self, stored: &str, fragment: &str) -> Answer<Composed> {
        text::compose(stored, fragment)
    }

    fn inspect(&self, text: &str) -> Vec<Note> {
        text::inspect(text)
    }

    fn tools(&self, offer: &Offer) -> Answer<Vec<Tool>> {
        tools::list(offer)
    }

    fn tool_instructions(&self, offer: &Offer) -> Answer<String> {
        tools::instructions(offer)
    }

    fn tool_prompts(&self, offer: &Offer) -> Answer<Vec<Prompt>> {
        tools::prompts(offer)
    }

    fn tool_prompt(&self, offer: &Offer, name: &str, argument: Option<&str>) -> Answer<String> {
        tools::ask(offer, name, argument)
    }

    fn call_tool(&self, context: &CallContext, name: &str, arguments: &str) -> Answer<ToolAnswer> {
        tools::call(&mut self.begin(), context, name, arguments)
    }

    fn tool_refusal(&self, offer: &Offer, failure: &Failure) -> Answer<ToolAnswer> {
        tools::refusal(offer, failure)
    }
}

/// Unwraps the engine's refusal.
///
/// # Panics
///
/// On every other error: no test that uses this trait expects the engine itself to fail.
pub(crate) fn refusal<T>(answer: Result<T, Error>) -> Answer<T> {
    answer.map_err(|error| match error {
        Error::Refused(failure) => failure,
        other => panic!("the engine itself failed: {}: {}", other.code(), other.message()),
    })
}

impl Engine for Planmark {
    fn create(&self, context: &Context, request: &WriteRequest) -> Answer<Written> {
        refusal(Self::create(self, context, request))
    }

    fn update(&self, context: &Context, request: &WriteRequest) -> Answer<Written> {
        refusal(Self::update(self, context, request))
    }

    fn edit(&self, context: &Context, request: &EditRequest) -> Answer<Written> {
        refusal(Self::edit(self, context, request))
    }

    fn save(&self, context: &Context, request: &SaveRequest) -> Answer<Written> {
        refusal(Self::save(self, context, request))
    }

    fn restore(&self, context: &Context, request: &RestoreRequest) -> Answer<Written> {
        refusal(Self::restore(self, context, request))
    }

    fn delete(&self, context: &Context, request: &DeleteRequest) -> Answer<Deleted> {
        refusal(Self::delete(self, context, request))
    }

    fn read(&self, caller: &Author, task: &str) -> Answer<Plan> {
        refusal(Self::read(self, caller, task))
    }

    fn list(&self, caller: &Author, from: &str, limit: u32) -> Answer<PlanPage> {
        refusal(Self::list(self, caller, from, limit))
    }

    fn revisions(
        &self,
        caller: &Author,
        task: &str,
        before: Option<u32>,
        limit: u32,
    ) -> Answer<RevisionPage> {
        refusal(Self::revisions(self, caller, task, before, limit))
    }

    fn steps(&self, caller: &Author, task: &str, revision: u32, from: u32, limit: u32) -> Answer<StepPage> {
        refusal(Self::steps(self, caller, task, revision, from, limit))
    }

    fn read_past(&self, caller: &Author, task: &str, point: Point) -> Answer<Past> {
        refusal(Self::read_past(self, caller, task, point))
    }

    fn compose(&self, stored: &str, fragment: &str) -> Answer<Composed> {
        refusal(self.preview().compose(stored, fragment))
    }

    fn inspect(&self, text: &str) -> Vec<Note> {
        refusal(self.preview().inspect(text)).unwrap_or_default()
    }

    fn tools(&self, offer: &Offer) -> Answer<Vec<Tool>> {
        refusal(Self::tools(self, offer))
    }

    fn tool_instructions(&self, offer: &Offer) -> Answer<String> {
        refusal(Self::tool_instructions(self, offer))
    }

    fn tool_prompts(&self, offer: &Offer) -> Answer<Vec<Prompt>> {
        refusal(Self::tool_prompts(self, offer))
    }

    fn tool_prompt(&self, offer: &Offer, name: &str, argument: Option<&str>) -> Answer<String> {
        refusal(Self::tool_prompt(self, offer, name, argument))
    }

    fn call_tool(&self, context: &CallContext, name: &str, arguments: &str) -> Answer<ToolAnswer> {
        refusal(Self::call_tool(self, context, name, arguments))
    }

    fn tool_refusal(&self, offer: &Offer, failure: &Failure) -> Answer<ToolAnswer> {
        refusal(Self::tool_refusal(self, offer, &Error::Refused(failure.clone())))
    }
}

/// One engine over one empty store, with the clock and the access rule that drive it.
pub struct Host {
    /// `native/memory`, `component/sqlite`, …
    pub name: &'static str,
    /// The engine.
    pub engine: Box<dyn Engine>,
    /// Its clock.
    pub clock: TestClock,
    /// Its access rule.
    pub access: TestAccess,
    /// Where its files are, when it has any: removed with the host.
    pub home: Option<TempDir>,
}

/// When the tests begin: some day in 2023.
pub const EPOCH_MS: u64 = 1_700_000_000_000;

/// How a host is made.
pub type MakeHost = fn() -> Host;

/// Every kind of host: native and component, on memory and on SQLite.
pub const HOSTS: [MakeHost; 4] = [native_memory, native_sqlite, component_memory, component_sqlite];

/// The native core on the memory store.
#[must_use]
pub fn native_memory() -> Host {
    native("native/memory", MemoryStore::new(), None)
}

/// The native core on SQLite.
///
/// # Panics
///
/// When the store can't be opened.
#[must_use]
pub fn native_sqlite() -> Host {
    let home = new_home();
    let store = SqliteStore::open(home.path()).expect("a new folder is a good home");
    native("native/sqlite", store, Some(home))
}

/// The component on the memory store.
#[must_use]
pub fn component_memory() -> Host {
    component("component/memory", MemoryStore::new(), None)
}

/// The component on SQLite.
///
/// # Panics
///
/// When the store can't be opened.
#[must_use]
pub fn component_sqlite() -> Host {
    let home = new_home();
    let store = SqliteStore::open(home.path()).expect("a new folder is a good home");
    component("component/sqlite", store, Some(home))
}

/// A native host over `store`.
pub fn native(name: &'static str, store: impl Store, home: Option<TempDir>) -> Host {
    let (clock, access) = (TestClock::at(EPOCH_MS), TestAccess::default());
    let engine = Box::new(Native::new(store, &clock, &access));
    Host { name, engine, clock, access, home }
}

/// The component over `store`.
///
/// # Panics
///
/// When the component can't be loaded.
pub fn component(name: &'static str, store: impl Store, home: Option<TempDir>) -> Host {
    let (clock, access) = (TestClock::at(EPOCH_MS), TestAccess::default());
    let engine = Box::new(planmark_over(store, &clock, &access));
    Host { name, engine, clock, access, home }
}

/// A facade over `store` with a test's clock and access rule.
///
/// # Panics
///
/// When the component can't be loaded.
pub fn planmark_over(store: impl Store, clock: &TestClock, access: &TestAccess) -> Planmark {
    let (clock, access) = (clock.clone(), access.clone());
    Planmark::builder()
        .store(store)
        .clock(move || clock.now())
        .access(move |_caller: &Author, _task: &str, reach| access.answer(reach))
        .build()
        .expect("the embedded component matches this host")
}

/// A new empty folder.
///
/// # Panics
///
/// When there can be none.
#[must_use]
pub fn new_home() -> TempDir {
    tempfile::Builder::new().prefix("planmark-test-").tempdir().expect("a temporary folder")
}
