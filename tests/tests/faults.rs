//! What a write does when its store fails, loses its lease, or does not answer (D50).

use std::time::{Duration, Instant};

use planmark::store::memory::MemoryStore;
use planmark::store::scripted::{At, Operation, Script, Scripted};
use planmark_core::capability::{CapabilityCode, Scope, ScopeKind};
use planmark_core::document::request::Point;
use planmark_core::failure::{Effect, Failure, FailureCode};
use planmark_tests::engine::{EPOCH_MS, Engine, Native, TestAccess, TestClock, planmark_over};
use planmark_tests::invariants;
use planmark_tests::writer::{Writer, agent};

const TASK: &str = "T-1";
const CODES: [CapabilityCode; 14] = [
    CapabilityCode::Busy,
    CapabilityCode::Conflict,
    CapabilityCode::LeaseEnded,
    CapabilityCode::Exists,
    CapabilityCode::Invalid,
    CapabilityCode::TooLarge,
    CapabilityCode::NotText,
    CapabilityCode::Full,
    CapabilityCode::Denied,
    CapabilityCode::Corrupt,
    CapabilityCode::NewerFormat,
    CapabilityCode::Unavailable,
    CapabilityCode::OutcomeUnknown,
    CapabilityCode::Other,
];

/// An engine on a store that fails when told to, and one on the same content that never does.
struct Faulty {
    engine: Box<dyn Engine>,
    sound: Box<dyn Engine>,
    script: Script,
}

/// Runs `test` natively and through the component.
fn on_both(test: impl Fn(&Faulty)) {
    for component in [false, true] {
        let inner = MemoryStore::with_wait(Duration::from_millis(100));
        let store = Scripted::new(inner.clone());
        let script = store.script().clone();
        let (clock, access) = (TestClock::at(EPOCH_MS), TestAccess::default());
        let sound = Box::new(Native::new(inner, &clock, &access));
        let engine: Box<dyn Engine> = if component {
            Box::new(planmark_over(store, &clock, &access))
        } else {
            Box::new(Native::new(store, &clock, &access))
        };
        test(&Faulty { engine, sound, script });
    }
}

impl Faulty {
    fn ada(&self) -> Writer<'_> {
        Writer::new(self.engine.as_ref(), TASK, agent("ada"))
    }

    fn bob(&self) -> Writer<'_> {
        Writer::new(self.sound.as_ref(), TASK, agent("bob"))
    }

    /// The failure leaks nothing of the store, the next write succeeds at once, and all holds.
    #[track_caller]
    fn recovers(&self, failure: &Failure) {
        let said = format!("{} {}", failure.message, failure.next);
        assert!(!said.contains("script"), "the store's own message leaks: {said}");
        assert_eq!(self.script.pending(), 0, "the order did not happen");
        let began = Instant::now();
        self.ada().append("afterwards").expect("no lock is left");
        assert!(began.elapsed() < Duration::from_millis(90), "the next write waited");
        invariants::check(self.sound.as_ref(), TASK).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

fn prepared(faulty: &Faulty) {
    faulty.ada().create("# Plan\n\nstored").expect("a plan");
    faulty.bob().append(&"x".repeat(9_000)).expect("more of it");
}

/// AC-TASKS-PLAN-APPEND-003.5 and 001.7: whichever read fails, and however.
#[test]
fn an_append_whose_reads_fail_writes_nothing_and_is_no_missing_plan() {
    on_both(|faulty| {
        prepared(faulty);
        let mut reads = 0;
        for operation in [Operation::Get, Operation::Scan] {
            let counted = || faulty.script.count(operation);
            let earlier = counted();
            faulty.ada().append("counted").expect("a sound store");
            let per_append = u32::try_from(counted() - earlier).expect("few reads");
            for (nth, code) in (1..=per_append).flat_map(|nth| CODES.map(|code| (nth, code))) {
                let before = faulty.bob().everything();
                faulty.script.fail(At::before(operation).nth(nth), code);
                let failure = faulty.ada().append("fragment").expect_err("a read fails");
                assert_ne!(failure.code, FailureCode::PlanNotFound, "{code:?}");
                assert_eq!(failure.effect, Effect::NothingWritten, "{code:?}");
                assert!(before == faulty.bob().everything(), "{code:?} wrote something");
                faulty.recovers(&failure);
                reads += 1;
            }
        }
        assert!(reads >= CODES.len(), "{reads} failing reads");
    });
}

#[test]
fn a_write_that_gets_no_lease_writes_nothing() {
    on_both(|faulty| {
        prepared(faulty);
        for code in CODES {
            let before = faulty.bob().everything();
            faulty.script.fail(At::before(Operation::Acquire), code);
            let failure = faulty.ada().append("fragment").expect_err("no lease");
            assert_eq!(failure.effect, Effect::NothingWritten, "{code:?}");
            if code == CapabilityCode::Busy {
                assert_eq!(failure.code, FailureCode::Busy);
            }
            assert!(before == faulty.bob().everything(), "{code:?} wrote something");
            faulty.recovers(&failure);
        }
    });
}

/// Each way in which a commit can be refused, on each kind of write.
#[test]
fn a_write_whose_commit_is_refused_writes_nothing() {
    let expected = |code| match code {
        CapabilityCode::Conflict | CapabilityCode::LeaseEnded => Some(FailureCode::WriteConflict),
        CapabilityCode::Full => Some(FailureCode::StorageFull),
        CapabilityCode::Denied => Some(FailureCode::StorageDenied),
        CapabilityCode::Corrupt => Some(FailureCode::StorageCorrupt),
        CapabilityCode::NewerFormat => Some(FailureCode::NewerFormat),
        CapabilityCode::Unavailable => Some(FailureCode::StorageUnavailable),
        _ => None,
    };
    on_both(|faulty| {
        prepared(faulty);
        for code in CODES.into_iter().filter(|&code| code != CapabilityCode::OutcomeUnknown) {
            for write in writes() {
                let before = faulty.bob().everything();
                faulty.script.fail(At::before(Operation::Commit), code);
                let failure = write(&faulty.ada()).expect_err("the commit is refused");
                assert_eq!(failure.effect, Effect::NothingWritten, "{code:?}");
                if let Some(expected) = expected(code) {
                    assert_eq!(failure.code, expected, "{code:?}");
                }
                assert!(before == faulty.bob().everything(), "{code:?} wrote something");
                faulty.recovers(&failure);
            }
        }
    });
}

type Write = fn(&Writer<'_>) -> Result<(), Failure>;

fn writes() -> [Write; 6] {
    [
        |ada| ada.create("created").map(drop),
        |ada| ada.append("appended").map(drop),
        |ada| ada.replace("replaced").map(drop),
        |ada| ada.save("saved").map(drop),
        |ada| ada.restore(Point::Revision(1)).map(drop),
        |ada| ada.delete().map(drop),
    ]
}

/// A commit that did not answer may have happened or not, and the failure says just that.
#[test]
fn a_commit_without_an_answer_is_reported_as_unknown() {
    on_both(|faulty| {
        for happened in [false, true] {
            for write in writes() {
                if faulty.bob().plan().is_err() {
                    faulty.bob().create("# Plan").expect("a plan");
                }
                let before = faulty.bob().everything();
                let at = if happened { At::after(Operation::Commit) } else { At::before(Operation::Commit) };
                faulty.script.fail(at, CapabilityCode::OutcomeUnknown);
                let failure = write(&faulty.ada()).expect_err("no answer");
                assert_eq!((failure.code, failure.effect), (FailureCode::OutcomeUnknown, Effect::Unknown));
                assert_eq!(before == faulty.bob().everything(), !happened);
                if faulty.bob().plan().is_err() {
                    faulty.bob().create("# Plan").expect("a plan");
                }
                faulty.recovers(&failure);
            }
        }
    });
}

/// A call that was taken for dead: its lease has ended, another writer came first, and what that
/// one wrote stays.
#[test]
fn a_write_that_lost_its_lease_loses_nothing_of_others() {
    on_both(|faulty| {
        prepared(faulty);
        let scope = Scope { kind: ScopeKind::Task, id: TASK.to_owned() };
        for at in [At::after(Operation::Acquire), At::after(Operation::Get), At::before(Operation::Commit)] {
            for other_writes in [false, true] {
                let before = faulty.bob().everything();
                faulty.script.end_lease(at.clone().on(&scope));
                let gate = faulty.script.stall(At::before(Operation::Commit).on(&scope));
                let answer = std::thread::scope(|threads| {
                    let ada = threads.spawn(|| faulty.ada().append("late"));
                    assert!(gate.reached(Duration::from_secs(10)), "the call comes to its commit");
                    if other_writes {
                        faulty.bob().append("first").expect("the lease is free");
                    }
                    gate.release();
                    ada.join().expect("the call ends")
                });
                let failure = answer.expect_err("the lease has ended");
                assert_eq!(
                    (failure.code, failure.effect),
                    (FailureCode::WriteConflict, Effect::NothingWritten)
                );
                assert!(!faulty.bob().text().ends_with("late"));
                assert_eq!(faulty.bob().text().ends_with("first"), other_writes);
                assert_eq!(before == faulty.bob().everything(), !other_writes);
                faulty.recovers(&failure);
            }
        }
    });
}

/// `busy` after the wait and not before, with nothing written; and the task is free again when its
/// holder has ended.
#[test]
fn a_held_task_is_busy_after_the_wait() {
    on_both(|faulty| {
        prepared(faulty);
        let gate = faulty.script.stall(At::before(Operation::Commit));
        std::thread::scope(|threads| {
            let ada = threads.spawn(|| faulty.ada().append("slow"));
            assert!(gate.reached(Duration::from_secs(10)), "the call comes to its commit");
            let before = faulty.bob().everything();
            let began = Instant::now();
            let failure = faulty.bob().append("quick").expect_err("the task is held");
            assert!(began.elapsed() >= Duration::from_millis(100), "busy before the wait was over");
            assert_eq!((failure.code, failure.effect), (FailureCode::Busy, Effect::NothingWritten));
            assert!(before == faulty.bob().everything(), "a busy call wrote something");
            gate.release();
            ada.join().expect("the call ends").expect("the holder's write succeeds");
        });
        assert!(faulty.bob().text().ends_with("slow"));
        faulty.bob().append("now").expect("the task is free");
    });
}

/// CON-06: whatever a write fails at, it leaves no lock.
#[test]
fn a_refused_write_leaves_no_lock() {
    on_both(|faulty| {
        prepared(faulty);
        let ada = faulty.ada();
        let over = "a".repeat(262_145);
        let refused: [Write; 7] = [
            |ada| ada.append(" ").map(drop),
            |ada| ada.append(&"a".repeat(262_144)).map(drop),
            |ada| ada.edit("not there", "x").map(drop),
            |ada| ada.edit("x", "y").map(drop),
            |ada| ada.restore(Point::Revision(99)).map(drop),
            |ada| {
                let stale = Some("stale".to_owned());
                let request = ada.request("x", "replace");
                ada.update_with(&planmark_core::document::request::WriteRequest {
                    expected_version: stale,
                    ..request
                })
                .map(drop)
            },
            |ada| Writer::clone(ada).replace("").map(drop),
        ];
        ada.replace(&over).expect_err("too large");
        for write in refused {
            let failure = write(&ada).expect_err("a refusal");
            faulty.recovers(&failure);
        }
    });
}
