//! A process killed at every system call of a save and of a tick: what it leaves is the old state or
//! the new one, no body is there in part, and the same call goes on at once. Linux.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use planmark::Planmark;
use planmark_tests::calls::line;
use planmark_tests::engine::new_home;
use planmark_tests::script::{self, DEFAULT_SESSION, Line};
use planmark_tests::trace;
use planmark_tests::tracker::Tracker as _;
use serde_json::{Value, json};

const ACTOR: &str = env!("CARGO_BIN_EXE_actor");

fn body() -> String {
    let mut text = String::from("# Plan\n\n## Section 4: Tasks\n\n");
    text.extend((0..200).map(|n| format!("- [ ] Task {n} of many, with a title of some length\n")));
    text
}

fn save(plan: &str) -> Line {
    line("tracker.save", &json!({ "plan": plan, "text": body() }))
}

fn tick(number: u32) -> Line {
    let title = format!("Task {number} of many, with a title of some length");
    line("tracker.tick", &json!({ "title": title }))
}

fn open(home: &Path) -> Planmark {
    Planmark::builder().home(home).build().expect("a home")
}

fn call(planmark: &Planmark, line: &Line) -> Result<Value, Value> {
    script::call(planmark, line, &Value::Object(line.args.clone())).expect("a line")
}

/// What the session is: its plans, the tasks that are done, how many entries it has.
fn state(planmark: &Planmark) -> Value {
    let tasks = planmark.tasks(DEFAULT_SESSION, None).expect("tasks");
    let session = planmark.describe_session(DEFAULT_SESSION).ok();
    let plans: Vec<_> = session.iter().flat_map(|session| &session.plans).map(|plan| &plan.plan).collect();
    let entries = session.as_ref().map(|session| session.entries);
    let plan = tasks.queue.map(|queue| queue.plan);
    json!({ "plan": plan, "done": tasks.done, "plans": plans, "entries": entries, "notes": tasks.notes })
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

/// The bodies that people see.
fn bodies(home: &Path) -> Vec<PathBuf> {
    let folder = home.join("plans").join(DEFAULT_SESSION);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

fn kill_everywhere(before: &[Line], killed: &Line) -> u32 {
    let template = new_home();
    let planmark = open(template.path());
    for line in before {
        call(&planmark, line).expect("a call before");
    }
    let old = state(&planmark);
    drop(planmark);
    let run = |nth: Option<u32>| {
        let home = new_home();
        copy(template.path(), home.path());
        let mut command = Command::new(ACTOR);
        command.arg("once").arg(home.path()).arg(serde_json::to_string(killed).expect("plain JSON"));
        let ended = trace::run(&mut command, nth).expect("the actor can be traced");
        (home, ended)
    };
    let (home, ended) = run(None);
    assert!(ended.acknowledged, "{ended:?}");
    let new = state(&open(home.path()));
    assert_ne!(old, new);
    for nth in 1.. {
        let (home, ended) = run(Some(nth));
        let planmark = open(home.path());
        let found = state(&planmark);
        if ended.acknowledged {
            assert_eq!(found, new, "kill {nth}: what was acknowledged is there");
        } else {
            assert!(found == old || found == new, "kill {nth}: {found}, neither {old} nor {new}");
        }
        for path in bodies(home.path()) {
            assert_eq!(fs::read_to_string(&path).expect("a body"), body(), "kill {nth}: {}", path.display());
        }
        let again = call(&planmark, killed);
        let refused = again.as_ref().err().map(|failure| failure["code"].clone());
        assert!(
            refused.is_none() || (found == new && refused == Some(json!("plan-exists"))),
            "{nth}: {again:?}"
        );
        assert_eq!(state(&planmark), new, "kill {nth}: the same call again leads there");
        if !ended.killed {
            return nth - 1;
        }
    }
    unreachable!("the call ends")
}

/// saved-plans.md: fsync plus atomic rename, then the entries; STO-01 for sessions.
#[test]
fn a_save_can_be_killed_anywhere() {
    let kills = kill_everywhere(&[], &save("p-1"));
    let second = kill_everywhere(&[save("p-1"), tick(3)], &save("p-2"));
    println!("{kills} kills of a first save, {second} of a second one");
    assert!(kills > 20 && second > 20);
}

/// title-ticks.md: the durable entry is appended before anything is reported.
#[test]
fn a_tick_can_be_killed_anywhere() {
    let before: Vec<Line> = [save("p-1")].into_iter().chain((0..30).map(tick)).collect();
    let kills = kill_everywhere(&before, &tick(77));
    println!("{kills} kills of a tick");
    assert!(kills > 10);
}
