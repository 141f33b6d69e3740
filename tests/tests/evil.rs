//! The host survives a hostile engine: each way to misbehave gives the right error, the truth about
//! what was written, a lease that is free at once, and a host that goes on.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use planmark::core::author::{Author, AuthorKind};
use planmark::core::capability::{
    Bodies, Body, BodyPage, CapabilityCode, Cell, Locking, Mutation, Outcome, Page, Scope, ScopeKind,
    ScopePage, Storage,
};
use planmark::core::document::answer::Written;
use planmark::core::document::request::{Context, DeleteRequest, WriteRequest};
use planmark::core::failure::Effect;
use planmark::core::runtime::client::Client;
use planmark::core::runtime::directive::{Lifecycle, Observation, Seat, ToolCall};
use planmark::core::runtime::entry::{RootKey, Trigger};
use planmark::core::runtime::reentry::ReadArguments;
use planmark::core::runtime::turn::Ending;
use planmark::core::tools::{CallContext, Offer};
use planmark::core::tracker;
use planmark::core::tracker::entry::Mode;
use planmark::core::tracker::reference::Reference;
use planmark::error::{ComponentError, Error, Fault};
use planmark::limits::Limits;
use planmark::store::memory::MemoryStore;
use planmark::store::scripted::{At, Operation, Scripted};
use planmark::store::{Call, Store};
use planmark::{Builder, Planmark};

const EVIL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/evil.cwasm"));
const STRANGER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/stranger.cwasm"));
const EMPTY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/empty.cwasm"));

/// How long a writer waits for a lease here. A lease that is free at once is had in far less.
const WAIT: Duration = Duration::from_millis(2_000);

#[test]
fn an_engine_that_never_ends_is_stopped() {
    let evil = evil();
    evil.fails("spin", Fault::OutOfFuel, Effect::NothingWritten);
    evil.fails("spin-with-lease", Fault::OutOfFuel, Effect::NothingWritten);
}

#[test]
fn an_engine_that_takes_all_memory_is_stopped() {
    let evil = evil();
    evil.fails("allocate", Fault::OutOfMemory, Effect::NothingWritten);
    assert_fault(evil.host.describe(), Fault::OutOfMemory, Effect::NothingWritten);
}

#[test]
fn an_engine_that_nests_without_end_is_stopped() {
    evil().fails("recurse", Fault::Trapped, Effect::NothingWritten);
}

#[test]
fn a_trap_tells_what_the_store_knows() {
    let evil = evil();
    evil.fails("trap-before-commit", Fault::Trapped, Effect::NothingWritten);
    evil.fails("trap-after-commit", Fault::Trapped, Effect::Written);
}

#[test]
fn what_a_tool_says_of_its_write_is_compared_with_the_store() {
    let evil = evil();
    let call = |name: &str, arguments: &str| evil.host.call_tool(&tool_context(), name, arguments);
    assert_fault(call("idle", "changed"), Fault::FalseReport, Effect::NothingWritten);
    assert_fault(call("idle", "trap"), Fault::Trapped, Effect::NothingWritten);
    assert_fault(call("commit", "trap"), Fault::Trapped, Effect::Written);
    let refused = call("commit", "refused").expect_err("a refusal");
    assert_eq!(refused.effect(), Effect::Written);
    assert!(call("commit", "changed").is_ok_and(|answer| answer.changed));
    assert_fault(evil.host.tools(&Offer::default()), Fault::Trapped, Effect::NothingWritten);
    let prompt = evil.host.tool_prompt(&Offer::default(), "plan", None);
    assert_fault(prompt, Fault::BadData, Effect::NothingWritten);
    assert_fault(evil.host.tool_instructions(&Offer::default()), Fault::BadData, Effect::NothingWritten);
    // The engine that can't word its own refusal gives an error again, with what is known of the write.
    let unworded = evil.host.tool_refusal(&Offer::default(), &refused).expect_err("a refusal");
    assert_eq!(unworded.message(), refused.message());
}

fn tool_context() -> CallContext {
    CallContext {
        caller: caller(),
        offer: Offer::default(),
        coalesce_window_ms: None,
        session: None,
        fresh_plan: "p-1".to_owned(),
        client: Client::Other,
    }
}

#[test]
fn a_reading_that_says_something_else_than_was_recorded_is_not_believed() {
    let evil = evil();
    let runtime = evil.host.runtime();
    let key = RootKey { closure: "c".to_owned(), generation: 1 };
    let arguments = ReadArguments { key: key.clone(), identity_digest: String::new() };
    let seat = Seat { client: Client::Codex, read_tool: "read", tick_tool: "tick" };
    let shown = Observation { lifecycle: Lifecycle::Owned, handle: None };
    for (session, believed, effect) in [
        ("claim-changed", false, Effect::NothingWritten),
        ("claim-nothing", true, Effect::NothingWritten),
        ("commit-changed", true, Effect::Written),
        ("commit-nothing", false, Effect::Written),
    ] {
        let context =
            tracker::request::Context { caller: caller(), session: session.to_owned(), request: None };
        let call = ToolCall { name: "CronCreate".to_owned(), arguments: "{}".to_owned() };
        let answers = [
            runtime.read(&context, seat, &arguments, None).map(|_| ()),
            runtime.reconcile(&context, &key, seat, &shown).map(|_| ()),
            runtime.turn_begins(&context, Trigger::Prompt).map(|_| ()),
            runtime.after_call(&context, seat, &call, "{}").map(|_| ()),
            runtime.turn_ends(&context, seat, &Ending::default()).map(|_| ()),
            runtime.cutover(&context).map(|_| ()),
        ];
        for answer in answers {
            if believed {
                answer.expect("believed");
            } else {
                assert_fault(answer, Fault::FalseReport, effect);
            }
        }
    }
}

#[test]
fn a_commit_that_was_not_answered_is_never_called_nothing() {
    let store = Scripted::new(MemoryStore::with_wait(WAIT));
    for at in [At::before(Operation::Commit), At::after(Operation::Commit)] {
        store.script().fail(at, CapabilityCode::OutcomeUnknown);
        let host = build(builder_of(EVIL).store(store.clone()));
        let answer = create(&host, "claim-nothing-written");
        assert_refusal(answer, "CapabilityCode::OutcomeUnknown", Effect::Unknown);
    }
    assert_eq!(store.script().pending(), 0);
}

#[test]
fn a_commit_needs_the_lease_of_its_scope() {
    let evil = evil();
    evil.refuses("commit-without-lease", "CapabilityCode::LeaseEnded", Effect::NothingWritten);
    evil.refuses("commit-elsewhere", "CapabilityCode::LeaseEnded", Effect::NothingWritten);
}

#[test]
fn a_call_commits_once() {
    evil().refuses("commit-twice", "CapabilityCode::LeaseEnded", Effect::Written);
}

#[test]
fn a_call_holds_one_lease() {
    evil().refuses("two-leases", "CapabilityCode::Invalid", Effect::NothingWritten);
}

#[test]
fn a_success_without_a_commit_is_not_believed() {
    let evil = evil();
    evil.fails("claim-written", Fault::FalseReport, Effect::NothingWritten);
    let request = DeleteRequest { task: "any".to_owned(), expected_version: None };
    assert_fault(evil.host.delete(&context(), &request), Fault::FalseReport, Effect::NothingWritten);
}

/// D30: an answer says whether it changed something, and the host believes what it saw.
#[test]
fn a_change_without_a_commit_is_not_believed() {
    let evil = evil();
    let tracker = evil.host.tracker();
    let asking = |session: &str, request: Option<&str>| tracker::request::Context {
        caller: caller(),
        session: session.to_owned(),
        request: request.map(str::to_owned),
    };
    let task = Reference { title: Some("A".to_owned()), task_id: None };
    for (session, request, believed, effect) in [
        ("claim-changed", None, false, Effect::NothingWritten),
        ("claim-nothing", None, true, Effect::NothingWritten),
        ("claim-replayed", Some("x"), true, Effect::NothingWritten),
        ("commit-changed", None, true, Effect::Written),
        ("commit-nothing", None, false, Effect::Written),
        ("commit-nothing-asked", Some("x"), true, Effect::Written),
        ("commit-replayed", Some("x"), false, Effect::Written),
    ] {
        let context = asking(session, request);
        let answers = [
            tracker.tick(&context, &task).map(|ticked| ticked.done),
            tracker.untick(&context, &task).map(|ticked| ticked.done),
            tracker.select(&context, "p").map(|_| 1),
            tracker.set_mode(&context, Mode::Plan).map(|_| 1),
        ];
        for answer in answers {
            if believed {
                assert_eq!(answer.expect("believed"), 1, "{session}");
            } else {
                assert_fault(answer, Fault::FalseReport, effect);
            }
        }
    }
    assert_fault(tracker.save(&asking("claim", None), "p", "x"), Fault::FalseReport, Effect::NothingWritten);
    assert!(tracker.save(&asking("commit-save", None), "p", "x").is_ok());
    for name in ["claim-changed", "commit-changed"] {
        let made = tracker.create(&asking(name, None), None).expect_err("refused");
        assert_eq!(made.effect(), Effect::NothingWritten, "what it says of its write is overwritten");
    }
}

/// A body that was removed is told, whatever the engine says.
#[test]
fn a_removal_is_seen_by_the_host() {
    let evil = evil();
    let tracker = evil.host.tracker();
    assert_fault(tracker.collect("keep-and-claim", false), Fault::FalseReport, Effect::NothingWritten);
    assert_fault(tracker.collect("keep-and-claim", false), Fault::FalseReport, Effect::NothingWritten);
    assert!(tracker.collect("keep-and-claim", true).is_ok(), "a dry run claims nothing");
    assert_fault(tracker.collect("remove-and-deny", false), Fault::FalseReport, Effect::Written);
    assert_refusal(tracker.collect("remove-and-fail", false), "nothing was removed", Effect::Written);
}

#[test]
fn what_an_engine_says_of_its_write_is_overwritten() {
    let evil = evil();
    evil.refuses("claim-nothing-written", "I wrote nothing", Effect::Written);
    evil.refuses("claim-unknown", "who knows", Effect::NothingWritten);
    let read = evil.host.read(&caller(), "claims-written").expect_err("the read is refused");
    assert_eq!(read.effect(), Effect::NothingWritten);
    let read = evil.host.read(&caller(), "write-in-a-read").expect_err("the read is refused");
    assert_eq!(read.effect(), Effect::Written);
}

#[test]
fn data_over_the_limit_never_reaches_the_caller() {
    let evil = evil();
    evil.fails("huge-answer", Fault::BadData, Effect::Written);
    evil.fails("huge-failure", Fault::BadData, Effect::NothingWritten);
    evil.fails("huge-argument", Fault::BadData, Effect::NothingWritten);
    assert_fault(evil.host.list(&caller(), "", 500_000), Fault::BadData, Effect::NothingWritten);
    assert_eq!(evil.host.list(&caller(), "", 10).expect("a small page").plans.len(), 10);
}

#[test]
fn data_that_is_not_text_never_reaches_the_caller() {
    evil().fails("not-text", Fault::BadData, Effect::Written);
}

#[test]
fn absurd_facts_are_only_facts() {
    let plan = evil().host.read(&caller(), "absurd-facts").expect("a plan of nonsense");
    assert_eq!((plan.bytes, plan.updated_at_ms), (u32::MAX, 0));
}

#[test]
fn absurd_requests_to_the_store_are_refused() {
    let evil = evil();
    evil.refuses("absurd-scan", "every scan was refused", Effect::NothingWritten);
    evil.refuses("absurd-commit", "CapabilityCode::Invalid", Effect::NothingWritten);
}

#[test]
fn a_pure_function_has_no_store_and_no_second_chance() {
    let evil = evil();
    assert_fault(evil.host.preview().compose("trap", ""), Fault::Trapped, Effect::NothingWritten);
    assert_fault(evil.host.preview().compose("spin", ""), Fault::OutOfFuel, Effect::NothingWritten);
    assert_fault(evil.host.preview().inspect("text"), Fault::Trapped, Effect::NothingWritten);
    let refusal = evil.host.preview().compose("use-imports", "").expect_err("no store");
    assert_eq!(refusal.message(), "CapabilityCode::Other");
    assert_eq!(evil.host.preview().compose("fine", "").expect("a new instance").text, "fine");
}

#[test]
fn a_store_that_panics_leaves_the_host_usable() {
    let store = MemoryStore::with_wait(WAIT);
    let host = Arc::new(build(builder_of(EVIL).store(Panicking(store.clone()))));
    let other = Arc::clone(&host);
    let panicked = thread::spawn(move || create(&other, "commit")).join();
    assert!(panicked.is_err(), "the panic reaches the caller");
    assert_refusal(create(&host, "anything"), "anything", Effect::NothingWritten);
    let start = Instant::now();
    let scope = Scope { kind: ScopeKind::Task, id: "commit".to_owned() };
    store.begin().acquire(&scope).expect("the lease is free");
    assert!(start.elapsed() < WAIT / 2, "the panic left a lease");
}

#[test]
fn calls_beyond_the_pool_run_too() {
    let limits = Limits { pooled_instances: 1, ..limits() };
    let store = Scripted::new(MemoryStore::with_wait(WAIT));
    let gate = store.script().stall(At::before(Operation::Acquire));
    let host = Arc::new(build(builder_of(EVIL).limits(limits).store(store)));
    let other = Arc::clone(&host);
    let waiting = thread::spawn(move || create(&other, "commit"));
    assert!(gate.reached(WAIT), "the only pooled instance waits for its lease");
    assert_refusal(create(&host, "anything"), "anything", Effect::NothingWritten);
    gate.release();
    waiting.join().expect("no panic").expect("the waiting call succeeds");
}

#[test]
fn the_default_fuel_ends_a_spin_within_seconds() {
    let host = build(builder_of(EVIL).limits(Limits::default()).store(MemoryStore::new()));
    let start = Instant::now();
    assert_fault(create(&host, "spin"), Fault::OutOfFuel, Effect::NothingWritten);
    assert!(start.elapsed() < Duration::from_secs(60), "took {:?}", start.elapsed());
}

#[test]
fn a_component_of_another_world_is_refused() {
    for bytes in [STRANGER, EMPTY] {
        match builder_of(bytes).store(MemoryStore::new()).build() {
            Err(Error::Component(ComponentError::OtherWorld(cause))) => {
                assert!(cause.contains("planmark:engine/"), "names the interface: {cause}");
            }
            Err(error) => panic!("another error: {error:?}"),
            Ok(_) => panic!("it was accepted"),
        }
    }
}

#[test]
fn bytes_that_are_no_compiled_component_are_refused() {
    let component = Planmark::component_bytes();
    let cut = &EVIL[..EVIL.len() / 2];
    for bytes in [b"".as_slice(), b"garbage", component, cut] {
        match builder_of(bytes).store(MemoryStore::new()).build() {
            Err(error @ Error::Component(ComponentError::Unusable(_))) => {
                assert_eq!(error.code(), "component-unusable");
                assert_eq!(error.effect(), Effect::NothingWritten);
            }
            Err(error) => panic!("another error: {error:?}"),
            Ok(_) => panic!("{} bytes were accepted", bytes.len()),
        }
    }
}

/// A hostile engine, and the store under it.
struct Evil {
    host: Planmark,
    store: MemoryStore,
}

fn evil() -> Evil {
    let store = MemoryStore::with_wait(WAIT);
    Evil { host: build(builder_of(EVIL).store(store.clone())), store }
}

/// Little fuel, so that these tests are quick.
fn limits() -> Limits {
    Limits { fuel: 500_000_000, ..Limits::default() }
}

fn builder_of(compiled: &[u8]) -> Builder {
    // SAFETY: tests/build.rs got these bytes from wasmtime's compiler, or they are not of its form.
    unsafe { Planmark::builder().limits(limits()).component(compiled.to_vec()) }
}

fn build(builder: Builder) -> Planmark {
    builder.build().expect("the component fits")
}

impl Evil {
    /// Checks that the engine fails so, and that the host goes on.
    fn fails(&self, task: &str, fault: Fault, effect: Effect) {
        assert_fault(create(&self.host, task), fault, effect);
        self.goes_on(task);
    }

    /// Checks that the call is refused with this message and effect, and that the host goes on.
    fn refuses(&self, task: &str, message: &str, effect: Effect) {
        assert_refusal(create(&self.host, task), message, effect);
        self.goes_on(task);
    }

    /// The leases that the call may have held are free at once, and the next call works.
    fn goes_on(&self, task: &str) {
        let start = Instant::now();
        for task in [task, "another-task"] {
            let scope = Scope { kind: ScopeKind::Task, id: task.to_owned() };
            self.store.begin().acquire(&scope).expect("the lease is free");
        }
        assert!(start.elapsed() < WAIT / 2, "'{task}' left a lease");
        let _ = create(&self.host, "commit").expect("the next call works");
    }
}

fn create(host: &Planmark, task: &str) -> Result<Written, Error> {
    host.create(&context(), &WriteRequest { task: task.to_owned(), ..WriteRequest::default() })
}

fn context() -> Context {
    Context { caller: caller(), coalesce_window_ms: None }
}

fn caller() -> Author {
    Author { kind: AuthorKind::Agent, name: "test".to_owned() }
}

fn assert_fault<T>(result: Result<T, Error>, fault: Fault, effect: Effect) {
    match result {
        Err(Error::Engine { fault: found, effect: known }) => assert_eq!((found, known), (fault, effect)),
        Err(error) => panic!("another error: {error:?}"),
        Ok(_) => panic!("it succeeded"),
    }
}

fn assert_refusal<T>(result: Result<T, Error>, message: &str, effect: Effect) {
    match result {
        Err(Error::Refused(failure)) => {
            assert_eq!((failure.message.as_str(), failure.effect), (message, effect));
        }
        Err(error) => panic!("another error: {error:?}"),
        Ok(_) => panic!("it succeeded"),
    }
}

/// A store whose commits panic.
struct Panicking(MemoryStore);

impl Store for Panicking {
    fn begin(&self) -> Box<dyn Call> {
        Box::new(PanickingCall(self.0.begin()))
    }
}

struct PanickingCall(Box<dyn Call>);

impl Locking for PanickingCall {
    fn acquire(&mut self, scope: &Scope) -> Outcome<()> {
        self.0.acquire(scope)
    }
}

impl Storage for PanickingCall {
    fn get(&mut self, scope: &Scope, key: &str) -> Outcome<Option<Cell>> {
        self.0.get(scope, key)
    }

    fn scan(&mut self, scope: &Scope, prefix: &str, from: &str, limit: u32) -> Outcome<Page> {
        self.0.scan(scope, prefix, from, limit)
    }

    fn scopes(&mut self, kind: ScopeKind, from: &str, limit: u32) -> Outcome<ScopePage> {
        self.0.scopes(kind, from, limit)
    }

    fn commit(&mut self, _scope: &Scope, _mutations: &[Mutation]) -> Outcome<()> {
        panic!("the store is broken")
    }
}

impl Bodies for PanickingCall {
    fn write(&mut self, session: &str, plan: &str, text: &str) -> Outcome<Option<String>> {
        self.0.write(session, plan, text)
    }

    fn read(&mut self, session: &str, plan: &str) -> Outcome<Option<Body>> {
        self.0.read(session, plan)
    }

    fn list(&mut self, session: &str, from: &str, limit: u32) -> Outcome<BodyPage> {
        self.0.list(session, from, limit)
    }

    fn remove(&mut self, session: &str, plan: &str) -> Outcome<()> {
        self.0.remove(session, plan)
    }
}
