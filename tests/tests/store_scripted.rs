//! The scripted store does what it is told, around memory and around SQLite.

use std::thread;
use std::time::Duration;

use planmark::store::Store;
use planmark::store::memory::MemoryStore;
use planmark::store::scripted::{At, Operation, Scripted};
use planmark::store::sqlite::SqliteStore;
use planmark_core::capability::{CapabilityCode, Mutation, Outcome, Scope};
use planmark_tests::contract::{WAIT, code, put, task};

const PATIENCE: Duration = Duration::from_secs(10);

fn commit<S: Store>(store: &Scripted<S>, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
    let mut call = store.begin();
    call.acquire(scope)?;
    call.commit(scope, mutations)
}

fn value<S: Store>(store: &Scripted<S>, key: &str) -> Option<String> {
    store.inner().begin().get(&task("t"), key).expect("a get").map(|cell| cell.value)
}

fn memory() -> Scripted<MemoryStore> {
    Scripted::new(MemoryStore::with_wait(WAIT))
}

#[test]
fn the_nth_operation_fails_once() {
    let store = memory();
    store.script().fail(At::before(Operation::Get).nth(2), CapabilityCode::Unavailable);
    let mut call = store.begin();
    let codes: Vec<_> = (0..3).map(|_| call.get(&task("t"), "k").map_err(|failure| failure.code)).collect();
    assert_eq!(codes, [Ok(None), Err(CapabilityCode::Unavailable), Ok(None)]);
    assert_eq!((store.script().count(Operation::Get), store.script().pending()), (3, 0));
}

#[test]
fn an_order_for_one_scope_leaves_the_others() {
    let store = memory();
    store.script().fail(At::before(Operation::Acquire).on(&task("t")), CapabilityCode::Denied);
    commit(&store, &task("u"), &[put("k", None, "v")]).expect("not the scope of the order");
    assert_eq!(code(store.begin().acquire(&task("t"))), CapabilityCode::Denied);
}

#[test]
fn a_commit_fails_before_or_after_its_effect_and_ends_the_lease() {
    let store = memory();
    let unknown = CapabilityCode::OutcomeUnknown;
    store.script().fail(At::before(Operation::Commit), unknown);
    let mut call = store.begin();
    call.acquire(&task("t")).expect("the scope is free");
    assert_eq!(code(call.commit(&task("t"), &[put("k", None, "v")])), unknown);
    assert_eq!(value(&store, "k"), None);

    store.script().fail(At::after(Operation::Commit), unknown);
    assert_eq!(code(commit(&store, &task("t"), &[put("k", None, "v")])), unknown);
    assert_eq!(value(&store, "k"), Some("v".to_owned()));
    drop(call);
}

#[test]
fn a_lease_is_taken_away_and_the_commit_refused() {
    let store = memory();
    store.script().end_lease(At::before(Operation::Commit));
    let mut call = store.begin();
    call.acquire(&task("t")).expect("the scope is free");
    assert_eq!(code(call.commit(&task("t"), &[put("k", None, "v")])), CapabilityCode::LeaseEnded);

    store.script().end_lease(At::after(Operation::Acquire));
    let mut late = store.begin();
    late.acquire(&task("t")).expect("the scope is free");
    commit(&store, &task("t"), &[put("k", None, "the next holder's")]).expect("the scope is free again");
    assert_eq!(code(late.commit(&task("t"), &[put("k", None, "late")])), CapabilityCode::LeaseEnded);
    assert_eq!(value(&store, "k"), Some("the next holder's".to_owned()));
}

/// Two calls interleaved: one stands after its read, the other must wait, and a third scope doesn't.
fn a_stalled_call_holds_its_scope_alone<S: Store>(store: &Scripted<S>) {
    let gate = store.script().stall(At::after(Operation::Get).on(&task("t")));
    thread::scope(|threads| {
        let stalled = threads.spawn(|| {
            let mut call = store.begin();
            call.acquire(&task("t"))?;
            let found = call.get(&task("t"), "k")?;
            call.commit(&task("t"), &[put("k", found.map(|cell| cell.version), "first")])
        });
        assert!(gate.reached(PATIENCE));
        commit(store, &task("u"), &[put("k", None, "v")]).expect("another scope is free");
        let second = threads.spawn(|| {
            let mut call = store.begin();
            call.acquire(&task("t"))?;
            let found = call.get(&task("t"), "k")?;
            assert_eq!(found.as_ref().map(|cell| cell.value.as_str()), Some("first"));
            call.commit(&task("t"), &[put("k", found.map(|cell| cell.version), "second")])
        });
        thread::sleep(Duration::from_millis(30));
        assert!(!second.is_finished(), "the scope is held");
        gate.release();
        assert_eq!(stalled.join().expect("the call ends"), Ok(()));
        assert_eq!(second.join().expect("the call ends"), Ok(()));
    });
    assert_eq!(value(store, "k"), Some("second".to_owned()));
}

#[test]
fn a_stalled_call_holds_its_scope_alone_in_memory() {
    a_stalled_call_holds_its_scope_alone(&memory());
}

#[test]
fn a_stalled_call_holds_its_scope_alone_in_sqlite() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let store = SqliteStore::open(home.path()).expect("a fresh home opens");
    a_stalled_call_holds_its_scope_alone(&Scripted::new(store));
}

#[test]
fn a_dropped_gate_lets_its_call_go_on() {
    let store = memory();
    let gate = store.script().stall(At::before(Operation::Scan));
    thread::scope(|threads| {
        let call = threads.spawn(|| store.begin().scan(&task("t"), "", "", 1).map(|page| page.cells.len()));
        assert!(gate.reached(PATIENCE));
        drop(gate);
        assert_eq!(call.join().expect("the call ends"), Ok(0));
    });
    let unused = store.script().stall(At::before(Operation::Scan));
    assert!(!unused.reached(Duration::from_millis(20)));
}
