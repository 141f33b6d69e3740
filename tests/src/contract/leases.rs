//! Leases: who may write, and for how long.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use planmark_core::capability::CapabilityCode;

use super::{Fixture, WAIT, code, put, task};

/// Long enough that a thread that isn't held back would have shown it.
const MOMENT: Duration = Duration::from_millis(50);

/// Checks that another thread gets the scope when `end` has ended this one's lease, and not before.
fn excludes_until(store: &Fixture, end: impl FnOnce(Box<dyn planmark::store::Call>)) {
    let mut holder = store.begin();
    holder.acquire(&task("t")).expect("the scope is free");
    let (sender, got) = mpsc::channel();
    thread::scope(|threads| {
        threads.spawn(move || {
            let outcome = store.begin().acquire(&task("t"));
            sender.send(outcome).expect("the test waits for it");
        });
        assert!(got.recv_timeout(MOMENT).is_err(), "the scope is held");
        end(holder);
        assert_eq!(got.recv_timeout(WAIT * 4).expect("the waiter goes on"), Ok(()));
    });
}

/// The next holder comes when the commit is done, though the call lives on.
pub fn a_lease_excludes_until_the_commit(store: &Fixture) {
    let (sender, kept) = mpsc::channel();
    excludes_until(store, |mut call| {
        call.commit(&task("t"), &[put("k", None, "v")]).expect("the cell is absent");
        sender.send(call).expect("the call is kept");
    });
    drop(kept);
}

/// A call that ends without a commit frees its scope.
pub fn a_lease_ends_with_the_call(store: &Fixture) {
    excludes_until(store, drop);
    assert_eq!(store.get(&task("t"), "k"), None);
}

/// A held scope is waited for, but not for ever.
pub fn a_held_scope_answers_busy_after_the_wait(store: &Fixture) {
    let mut holder = store.begin();
    holder.acquire(&task("t")).expect("the scope is free");
    let start = Instant::now();
    assert_eq!(code(store.begin().acquire(&task("t"))), CapabilityCode::Busy);
    let waited = start.elapsed();
    assert!(waited >= WAIT - MOMENT && waited < WAIT * 4, "{waited:?}");
    holder.commit(&task("t"), &[put("k", None, "v")]).expect("the holder goes on undisturbed");
}

/// Other scopes are read, locked and written while one is held and another call waits for it.
pub fn a_held_scope_delays_no_other(store: &Fixture) {
    let mut holder = store.begin();
    holder.acquire(&task("t")).expect("the scope is free");
    thread::scope(|threads| {
        let waiter = threads.spawn(|| store.begin().acquire(&task("t")));
        thread::sleep(MOMENT);
        let start = Instant::now();
        for number in 0..8 {
            store.put(&task(&format!("other-{number}")), "k", "v");
        }
        let elapsed = start.elapsed();
        assert!(elapsed < WAIT / 2, "{elapsed:?}");
        assert_eq!(store.get(&task("t"), "k"), None, "the held scope itself can be read");
        drop(holder);
        assert_eq!(waiter.join().expect("the waiter ends"), Ok(()));
    });
}

/// A call that was told `busy` has had no lease: it may ask once more.
pub fn a_busy_call_may_ask_again(store: &Fixture) {
    let mut holder = store.begin();
    holder.acquire(&task("t")).expect("the scope is free");
    let mut call = store.begin();
    assert_eq!(code(call.acquire(&task("t"))), CapabilityCode::Busy);
    drop(holder);
    call.acquire(&task("t")).expect("the scope is free now");
    call.commit(&task("t"), &[put("k", None, "v")]).expect("the call holds the scope");
}

/// No second lease: not of another scope, not of the same, not after the commit.
pub fn a_call_gets_one_lease(store: &Fixture) {
    let mut call = store.begin();
    call.acquire(&task("t")).expect("the scope is free");
    assert_eq!(code(call.acquire(&task("u"))), CapabilityCode::Invalid);
    assert_eq!(code(call.acquire(&task("t"))), CapabilityCode::Invalid);
    call.commit(&task("t"), &[put("k", None, "v")]).expect("the refusals took nothing away");
    assert_eq!(code(call.acquire(&task("t"))), CapabilityCode::Invalid);
    assert_eq!(code(call.commit(&task("t"), &[put("l", None, "v")])), CapabilityCode::LeaseEnded);
    store.begin().acquire(&task("t")).expect("the scope is free for others");
}

/// A commit that conflicts, is malformed or names another scope has ended the lease.
pub fn a_refused_commit_ends_the_lease_too(store: &Fixture) {
    store.put(&task("t"), "k", "v");
    for (scope, mutation, expected) in [
        (task("t"), put("k", None, "x"), CapabilityCode::Conflict),
        (task("t"), put("", None, "x"), CapabilityCode::Invalid),
        (task("u"), put("k", None, "x"), CapabilityCode::LeaseEnded),
    ] {
        let mut call = store.begin();
        call.acquire(&task("t")).expect("the scope is free");
        assert_eq!(code(call.commit(&scope, &[mutation])), expected);
        assert_eq!(code(call.commit(&task("t"), &[put("l", None, "x")])), CapabilityCode::LeaseEnded);
        store.begin().acquire(&task("t")).expect("the scope is free, though the call still lives");
    }
    assert_eq!(store.get(&task("t"), "l"), None);
    assert_eq!(store.get(&task("u"), "k"), None);
}

/// Nothing is written by one who holds nothing, or another scope.
pub fn a_commit_needs_the_lease_of_its_scope(store: &Fixture) {
    let mut call = store.begin();
    assert_eq!(code(call.commit(&task("t"), &[put("k", None, "v")])), CapabilityCode::LeaseEnded);
    let mut call = store.begin();
    call.acquire(&super::session("t")).expect("the scope is free");
    assert_eq!(code(call.commit(&task("t"), &[put("k", None, "v")])), CapabilityCode::LeaseEnded);
    assert_eq!(store.get(&task("t"), "k"), None);
}

/// Reading waits for nobody.
pub fn reads_need_no_lease(store: &Fixture) {
    store.put(&task("t"), "k", "v");
    let mut holder = store.begin();
    holder.acquire(&task("t")).expect("the scope is free");
    let start = Instant::now();
    let mut reader = store.begin();
    assert!(reader.get(&task("t"), "k").expect("a get").is_some());
    assert_eq!(reader.scan(&task("t"), "", "", 10).expect("a scan").cells.len(), 1);
    assert!(start.elapsed() < WAIT / 2);
}

/// Of many threads one is inside at a time, and all come through.
pub fn threads_take_turns(store: &Fixture) {
    let inside = std::sync::atomic::AtomicU32::new(0);
    thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| {
                for _ in 0..10 {
                    let mut call = store.begin();
                    call.acquire(&task("t")).expect("turns are short");
                    assert_eq!(inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                    thread::yield_now();
                    assert_eq!(inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst), 1);
                }
            });
        }
    });
}
