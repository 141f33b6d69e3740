//! A process killed at every system call of a write: what it leaves is the old state or the new one,
//! whole, and the next writer goes on at once (D7, D8). Linux.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use planmark::Planmark;
use planmark_tests::engine::new_home;
use planmark_tests::invariants::{self, Audit};
use planmark_tests::random::Random;
use planmark_tests::script::{self, Line};
use planmark_tests::trace;
use planmark_tests::writer::{Writer, agent};
use serde_json::{Value, json};
use tempfile::TempDir;

const ACTOR: &str = env!("CARGO_BIN_EXE_actor");
const TASK: &str = script::DEFAULT_TASK;

/// A write, and what it is made on.
struct Scene {
    name: &'static str,
    /// Calls made before, by the system's clock.
    before: Vec<Line>,
    /// The call to be killed.
    line: Line,
    /// Kills from the opening of the home on, not only from the call on.
    from_open: bool,
    /// Leaves SQLite's log as a crash leaves it, for the next process to read back.
    unclean: bool,
}

fn line(op: &str, by: &str, args: &Value) -> Line {
    let author = agent(by);
    serde_json::from_value(json!({ "op": op, "by": author, "args": args })).expect("a line")
}

fn create(content: &str) -> Line {
    line("create", "ada", &json!({ "content": content }))
}

fn update(by: &str, mode: &str, content: &str) -> Line {
    line("update", by, &json!({ "content": content, "mode": mode }))
}

/// A plan with some history, so that kills hit segments and snapshots too.
fn history() -> Vec<Line> {
    let long = "0123456789".repeat(900);
    vec![
        create("# Plan\n\nfirst"),
        update("ada", "append", "second"),
        update("bob", "append", "third"),
        update("bob", "replace", &long),
        update("ada", "replace", &long.replace('1', "one")),
    ]
}

fn call(planmark: &Planmark, line: &Line) -> Result<Value, Value> {
    script::call(planmark, line, &Value::Object(line.args.clone())).expect("a line")
}

fn open(home: &Path) -> Planmark {
    Planmark::builder().home(home).build().unwrap_or_else(|error| panic!("{}: {error}", error.code()))
}

fn audit(planmark: &Planmark) -> Audit {
    invariants::check(planmark, TASK).unwrap_or_else(|broken| panic!("{broken}"))
}

/// What is compared: every text, and the plan. Times differ from run to run.
fn state(audit: &Audit) -> (Vec<(String, String)>, Option<String>, usize) {
    (audit.texts.clone(), audit.content.clone(), audit.revisions.len())
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// The home that each kill begins with.
fn template(scene: &Scene) -> TempDir {
    let (made, home) = (new_home(), new_home());
    if scene.before.is_empty() && scene.from_open {
        return home;
    }
    let planmark = open(made.path());
    for line in &scene.before {
        call(&planmark, line).unwrap_or_else(|failure| panic!("{}: {failure}", scene.name));
    }
    if !scene.unclean {
        drop(planmark);
    }
    copy(made.path(), home.path());
    home
}

/// Kills the call at its first system call, at its second, and so on, until it comes to its end.
/// Gives the number of kills.
fn kill_everywhere(scene: &Scene) -> u32 {
    let template = template(scene);
    let run = |nth: Option<u32>| {
        let home = new_home();
        copy(template.path(), home.path());
        let said = serde_json::to_string(&scene.line).expect("plain JSON");
        let mut command = Command::new(ACTOR);
        command.arg("once").arg(home.path()).arg(said);
        if scene.from_open {
            command.arg("from-open");
        }
        let ended = trace::run(&mut command, nth).expect("the actor can be traced");
        (home, ended)
    };
    let old = {
        let home = new_home();
        copy(template.path(), home.path());
        state(&audit(&open(home.path())))
    };
    let (home, ended) = run(None);
    assert!(ended.acknowledged && ended.code == Some(0), "{}: {ended:?}", scene.name);
    let new = state(&audit(&open(home.path())));

    let (mut kills, mut acknowledged) = (0, 0);
    for nth in 1.. {
        let (home, ended) = run(Some(nth));
        if !ended.killed {
            assert!(ended.acknowledged, "{}: {ended:?}", scene.name);
            break;
        }
        kills += 1;
        acknowledged += u32::from(ended.acknowledged);
        check(scene, nth, home.path(), ended.acknowledged, &old, &new);
    }
    assert!(acknowledged < kills, "{}: every kill came too late", scene.name);
    println!("{}: killed at {kills} system calls, {acknowledged} of them after the answer", scene.name);
    kills
}

fn check(
    scene: &Scene,
    nth: u32,
    home: &Path,
    acknowledged: bool,
    old: &(Vec<(String, String)>, Option<String>, usize),
    new: &(Vec<(String, String)>, Option<String>, usize),
) {
    let said = format!("{} killed at system call {nth}", scene.name);
    let planmark = open(home);
    let found = state(&audit(&planmark));
    assert!(&found == new || (!acknowledged && &found == old), "{said}: neither old nor new: {found:?}");
    let began = Instant::now();
    let next = call(&planmark, &line("create", "next", &json!({ "content": "next" })));
    assert!(next.is_ok(), "{said}: the next write fails: {next:?}");
    assert!(began.elapsed() < Duration::from_secs(3), "{said}: the next write waited");
    audit(&planmark);
    drop(planmark);
    sound(home);
}

/// SQLite's own check of the file.
fn sound(home: &Path) {
    let database = rusqlite::Connection::open(home.join("planmark.db")).expect("a database");
    let verdict: String =
        database.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("a verdict");
    assert_eq!(verdict, "ok");
}

fn scene(name: &'static str, before: Vec<Line>, line: Line) -> Scene {
    Scene { name, before, line, from_open: false, unclean: false }
}

#[test]
fn a_create_can_be_killed_anywhere() {
    let from_nothing =
        Scene { from_open: true, ..scene("create in a new home", vec![], create("# Plan\n\nfirst")) };
    let first_task = vec![line("create", "ada", &json!({ "task": "T-0", "content": "x" }))];
    let kills = kill_everywhere(&from_nothing)
        + kill_everywhere(&scene("create beside another", first_task, create("# Plan\n\nfirst")));
    assert!(kills >= 100, "{kills} kills");
}

#[test]
fn an_append_can_be_killed_anywhere() {
    let extending = scene("append that extends a revision", history(), update("ada", "append", "fourth"));
    let starting = scene("append that makes a revision", history(), update("cy", "append", "fourth"));
    let after_a_crash = Scene {
        unclean: true,
        from_open: true,
        ..scene("append after a crash", history(), update("cy", "append", "fourth"))
    };
    let kills = kill_everywhere(&extending) + kill_everywhere(&starting) + kill_everywhere(&after_a_crash);
    assert!(kills >= 200, "{kills} kills");
}

#[test]
fn a_replace_can_be_killed_anywhere() {
    let large = "ABCDEFGHIJ".repeat(900);
    let mut longer = history();
    longer.extend([update("bob", "replace", &large), update("ada", "replace", &"z".repeat(9_000))]);
    let kills = kill_everywhere(&scene("replace", history(), update("ada", "replace", &large)))
        + kill_everywhere(&scene("replace that truncates", history(), update("ada", "replace", "short")))
        + kill_everywhere(&scene("replace after a long log", longer, update("cy", "replace", &large)));
    assert!(kills >= 100, "{kills} kills");
}

#[test]
fn a_restore_and_a_delete_can_be_killed_anywhere() {
    let restore = line("restore", "ada", &json!({ "point": { "position": 3 } }));
    let kills = kill_everywhere(&scene("restore", history(), restore))
        + kill_everywhere(&scene("delete", history(), line("delete", "ada", &json!({}))));
    assert!(kills >= 60, "{kills} kills");
}

/// Four processes that append to the same two tasks, all killed at a random moment, again and again
/// on one home.
#[test]
fn writers_killed_together_lose_nothing_that_was_acknowledged() {
    let home = new_home();
    let planmark = open(home.path());
    for task in ["odd", "even"] {
        call(&planmark, &line("create", "ada", &json!({ "task": task, "content": "# Plan" })))
            .expect("a plan");
    }
    drop(planmark);
    let mut random = Random::seeded(7);
    let mut acknowledged: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (rounds, writers) = (12, 4);
    for round in 0..rounds {
        let children: Vec<Child> = (0..writers).map(|writer| storm(home.path(), round, writer)).collect();
        thread::sleep(Duration::from_millis(25 + random.below(80) as u64));
        for (task, fragment) in children.into_iter().flat_map(killed) {
            acknowledged.entry(task).or_default().push(fragment);
        }
        let planmark = open(home.path());
        for (task, fragments) in &acknowledged {
            let text = Writer::new(&planmark, task, agent("reader")).text();
            let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
            for fragment in fragments {
                let copies = lines.iter().filter(|line| *line == fragment).count();
                assert_eq!(copies, 1, "{fragment:?} in round {round}");
            }
        }
    }
    let planmark = open(home.path());
    for task in ["odd", "even"] {
        let found = invariants::check(&planmark, task).unwrap_or_else(|broken| panic!("{broken}"));
        println!("{task}: {} writes in {} revisions", found.texts.len(), found.revisions.len());
    }
    drop(planmark);
    sound(home.path());
    let count: usize = acknowledged.values().map(Vec::len).sum();
    println!("{} processes killed, {count} acknowledged appends kept", rounds * writers);
    assert!(count >= 50, "{count} acknowledged appends");
}

fn storm(home: &Path, round: u32, writer: u32) -> Child {
    let mut command = Command::new(ACTOR);
    command.arg("storm").arg(home).arg(format!("w{round}.{writer}")).arg("30");
    command.stdout(Stdio::piped()).spawn().expect("the actor can be started")
}

/// Kills it, and gives what it had acknowledged by then: task and fragment.
fn killed(mut child: Child) -> Vec<(String, String)> {
    // It may have come to its end already.
    let _ = child.kill();
    let mut said = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
    child.wait().expect("it has ended");
    // A last line without an end was cut off in the middle.
    let whole = said.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(task, fragment)| (task.to_owned(), fragment.to_owned()))
        .collect()
}
