//! Two processes on one home: leases, counting, opening; and a holder that is killed.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use planmark::store::Store;
use planmark::store::sqlite::SqliteStore;
use planmark_core::capability::{CapabilityCode, Mutation, Outcome, Scope};
use planmark_tests::contract::{code, put, task};

/// A process of `holder` that has said that it is ready.
struct Other {
    process: Child,
    input: Option<ChildStdin>,
}

impl Other {
    fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_holder"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the holder starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output is a pipe");
        BufReader::new(output).read_line(&mut line).expect("the holder speaks");
        assert_eq!(line, "ready\n");
        let input = process.stdin.take();
        Self { process, input }
    }

    fn go(&mut self) {
        let input = self.input.as_mut().expect("its input is a pipe");
        input.write_all(b"go\n").expect("the holder listens");
    }

    /// Kills it as `kill -9` does: nothing in it gets to run.
    fn kill(&mut self) {
        self.process.kill().expect("the holder can be killed");
        self.process.wait().expect("the holder has ended");
    }

    fn ends_well(&mut self) {
        assert!(self.process.wait().expect("the holder ends").success());
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}

fn home() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().to_str().expect("a path of text").to_owned();
    (folder, path)
}

fn commit(store: &SqliteStore, scope: &Scope, mutations: &[Mutation]) -> Outcome<()> {
    let mut call = store.begin();
    call.acquire(scope)?;
    call.commit(scope, mutations)
}

#[test]
fn another_process_excludes_from_its_scope_alone() {
    let (_folder, path) = home();
    let store = SqliteStore::open_with_wait(Path::new(&path), Duration::from_millis(300)).expect("it opens");
    let mut other = Other::start(&["hold", &path, "held"]);
    let start = Instant::now();
    assert_eq!(code(store.begin().acquire(&task("held"))), CapabilityCode::Busy);
    assert!(start.elapsed() >= Duration::from_millis(300));

    let start = Instant::now();
    commit(&store, &task("free"), &[put("k", None, "v")]).expect("another scope is free");
    assert!(start.elapsed() < Duration::from_millis(250), "{:?}", start.elapsed());
    assert_eq!(store.begin().get(&task("held"), "k"), Ok(None), "reading waits for nobody");

    other.go();
    other.ends_well();
    commit(&store, &task("held"), &[put("k", None, "v")]).expect("the scope is free");
}

#[test]
fn a_killed_holder_is_released_within_a_second() {
    let (_folder, path) = home();
    let store = SqliteStore::open(Path::new(&path)).expect("it opens");
    for round in 0..5 {
        let mut other = Other::start(&["hold", &path, "t"]);
        std::thread::scope(|threads| {
            let waiter = threads.spawn(|| {
                let mut call = store.begin();
                call.acquire(&task("t")).map(|()| Instant::now())
            });
            std::thread::sleep(Duration::from_millis(50));
            assert!(!waiter.is_finished(), "round {round}: the scope is held");
            let killed = Instant::now();
            other.kill();
            let got = waiter.join().expect("the waiter ends").expect("the scope is free");
            assert!(got - killed < Duration::from_secs(1), "round {round}: {:?}", got - killed);
        });
    }
}

#[test]
fn processes_take_turns_and_lose_no_increment() {
    let (_folder, path) = home();
    let mut others: Vec<Other> = (0..3).map(|_| Other::start(&["count", &path, "t", "200"])).collect();
    others.iter_mut().for_each(Other::go);
    others.iter_mut().for_each(Other::ends_well);
    let store = SqliteStore::open(Path::new(&path)).expect("it opens");
    let cell = store.begin().get(&task("t"), "n").expect("a get").expect("it was counted");
    assert_eq!(cell.value, "600");
}

#[test]
fn processes_open_a_fresh_home_at_one_moment() {
    for _ in 0..10 {
        let (folder, path) = home();
        let fresh = folder.path().join("home");
        let mut others: Vec<Other> =
            (0..4).map(|_| Other::start(&["open", &format!("{path}/home")])).collect();
        others.iter_mut().for_each(Other::go);
        others.iter_mut().for_each(Other::ends_well);
        let store = SqliteStore::open(&fresh).expect("it opens");
        commit(&store, &task("t"), &[put("k", None, "v")]).expect("the home is good");
    }
}
