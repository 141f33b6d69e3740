//! Sessions and saved plans on the command line, where something goes wrong.

use std::fs::{self, File};

use planmark_tests::cli::{Desk, Run, program};
use serde_json::{Value, json};

const PLAN: &str = "# Plan\n\n## Section 4\n\n- [ ] First\n- [ ] Second\n";
const REQUEST: &str = "7b0e3a52-5a0c-4d3c-9f38-0d4f4c1f1a11";

fn saved() -> Desk {
    let desk = Desk::new();
    desk.file("plan.md", PLAN);
    assert_eq!(desk.run(&["save", "plan.md", "--session", "s", "--plan", "p"]).exit, 0);
    desk
}

fn doctor(desk: &Desk) -> Run {
    desk.run(&["doctor", "--json"])
}

#[test]
fn a_save_without_a_plan_id_can_be_sent_again() {
    let desk = Desk::new();
    desk.file("plan.md", PLAN);
    let save = ["save", "plan.md", "--session", "s", "--request", REQUEST, "--json"];
    let first = desk.run(&save).json();
    assert_eq!(desk.run(&["tick", "First", "--session", "s"]).exit, 0);
    let again = desk.run(&save).json();
    assert_eq!((&again["plan"], &again["replayed"]), (&first["plan"], &json!(true)));
    let tasks = desk.run(&["tasks", "--session", "s", "--json"]).json();
    assert_eq!((&tasks["queue"]["plan"], &tasks["done"]), (&first["plan"], &json!(1)), "{tasks}");
}

/// Every command that writes, in an order in which each of them has something to write. `VERSION` is the version
/// of the plan of task `t`.
#[cfg(target_os = "linux")]
const WRITES: [&str; 42] = [
    "tick First",
    "untick First",
    "save plan.md --plan q",
    "select p",
    "clear p",
    "select q",
    "session mode plan",
    "session mode build",
    "session new --id other",
    "session fork --session s --id copy",
    "session go 0 --session copy",
    "session import pi.jsonl --id imported",
    "gc --session old",
    "root cutover",
    "root rollback",
    "root cutover",
    "root admit rel --target t --owns src/**",
    "root obligation rel o text",
    "root discharge rel o",
    "root block rel b text",
    "root unblock rel b",
    "continue --client codex",
    "transport reconcile side --absent --client codex",
    "tick First",
    "tick Second",
    "root seal rel",
    "untick Second",
    "tick Second",
    "plan create --task t plan.md",
    "plan append --task t more.md",
    "plan replace --task t --expect VERSION plan.md",
    "plan edit --task t --expect VERSION --find First --replace Fourth",
    "plan save --task t --expect VERSION more.md",
    "plan restore --task t --revision 1 --expect VERSION",
    "plan delete --task t --expect VERSION",
    "call create_task_plan --args @plan.json",
    "call save_plan --args @saved.json --session s",
    "call tick_plan_task --args @ticked.json --session s",
    "init claude-code --yes",
    "init claude-code --yes --remove",
    "init codex --yes --only server",
    "component --out engine",
];

#[cfg(target_os = "linux")]
fn everything_to_write(desk: &Desk) {
    use planmark::Planmark;
    use planmark::core::tracker::request::Context;
    use planmark_tests::writer::agent;

    pi_session(desk, "First");
    desk.file("p.md", PLAN);
    desk.file("more.md", "more\n");
    desk.file("plan.json", json!({ "task_id": "u", "content": PLAN }).to_string());
    desk.file("saved.json", json!({ "content": PLAN }).to_string());
    desk.file("ticked.json", json!({ "title": "First" }).to_string());
    let old = Planmark::builder().home(desk.home()).clock(|| 1_600_000_000_000).build().expect("a home");
    let context = Context { caller: agent("ada"), session: "old".to_owned(), request: None };
    old.tracker().save(&context, "p", PLAN).expect("saved");
    old.tracker().clear(&context, None).expect("cleared");
    // A root beside the one of the table, so that there is a transport to be asked for.
    for line in [
        "root cutover",
        "root admit side --target s --no-plan",
        "root obligation side o text",
        "root rollback",
    ] {
        assert_eq!(desk.run(&[&words(line)[..], &["--session", "s"]].concat()).exit, 0, "{line}");
    }
}

#[cfg(target_os = "linux")]
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_that_writes_says_so_though_its_answer_cannot_be_printed() {
    let desk = saved();
    everything_to_write(&desk);
    let into_nothing = |line: &str, more: &[&str]| {
        let mut command = desk.command(program());
        let full = File::options().write(true).open("/dev/full").expect("/dev/full");
        command.args(words(line)).args(more).env("PLANMARK_SESSION", "s").stdout(full);
        Run::of(&command.output().expect("the program runs"))
    };
    for (number, line) in WRITES.into_iter().enumerate() {
        let version = desk.run(&["plan", "show", "--task", "t", "--json"]);
        let version = serde_json::from_slice(&version.out).unwrap_or(Value::Null);
        let line = line.replace("VERSION", version["version"].as_str().unwrap_or("none"));
        // `init` prints what it would change before it writes, but for JSON.
        if number % 2 == 0 || line.starts_with("init") {
            let error = into_nothing(&line, &["--json"]).refused("output-failed", 10);
            assert_eq!(error["effect"], "written", "{line}: {error}");
            assert!(error["next"].as_str().is_some_and(|next| next.starts_with("Don't send")), "{error}");
        } else {
            let run = into_nothing(&line, &[]);
            assert_eq!(run.exit, 10, "{line}: {}", run.err);
            assert!(
                run.err.contains("error[output-failed]") && run.err.contains("the change is stored"),
                "{}",
                run.err
            );
        }
    }
    for line in [
        "tasks",
        "root cutover",
        "root seal rel",
        "root show",
        "gc --session s",
        "init codex --yes --only server",
    ] {
        let error = into_nothing(line, &["--json"]).refused("output-failed", 1);
        assert_eq!(error["effect"], "nothing-written", "{line}: {error}");
    }
    assert_eq!(desk.run(&["session", "show", "--session", "copy"]).exit, 0);
    assert!(desk.folder().join("engine/planmark.wasm").exists());
}

#[test]
fn a_command_that_needs_what_is_there_makes_no_home() {
    let desk = Desk::new();
    for line in [
        "continue",
        "transport reconcile --absent",
        "root seal r",
        "root obligation r o text",
        "root discharge r o",
        "root block r b text",
        "root unblock r b",
        "tick First",
        "untick First",
        "select p",
        "clear",
        "session go 1",
        "session fork --id copy",
        "gc",
        "plan delete --task t",
        "plan restore --task t --revision 1",
    ] {
        let arguments: Vec<_> = line.split(' ').chain(["--json"]).collect();
        let run = desk.run(&arguments);
        assert_eq!((run.exit, &run.error()["effect"]), (4, &json!("nothing-written")), "{line}: {}", run.err);
        assert!(!desk.home().exists(), "{line}");
    }
}

#[test]
fn doctor_finds_damaged_sessions_and_lost_bodies() {
    let desk = saved();
    assert_eq!(doctor(&desk).exit, 0);
    let body = desk.home().join("plans/s/p.md");
    fs::remove_file(&body).expect("the body");
    let run = doctor(&desk);
    let report = String::from_utf8_lossy(&run.out).into_owned();
    assert!(run.exit == 1 && report.contains("the body of 1 saved plan can't be read: p of s"), "{report}");
    fs::write(&body, PLAN).expect("the body is back");

    let database = rusqlite::Connection::open(desk.home().join("planmark.db")).expect("the database");
    database.execute("UPDATE cells SET value = x'78' WHERE key LIKE 'log/%'", []).expect("damage");
    drop(database);
    let run = doctor(&desk);
    let report = String::from_utf8_lossy(&run.out).into_owned();
    assert!(run.exit == 1 && report.contains("1 session can't be read: s"), "{report}");
    let listed = desk.run(&["session", "list"]);
    assert!(listed.exit == 1 && !listed.err.contains("no sessions"), "{}", listed.err);
}

#[cfg(unix)]
#[test]
fn doctor_finds_a_link_in_place_of_the_bodies() {
    let desk = saved();
    let plans = desk.home().join("plans");
    fs::rename(&plans, desk.home().join("elsewhere")).expect("moved");
    std::os::unix::fs::symlink("elsewhere", &plans).expect("a link");
    let run = doctor(&desk);
    let report = String::from_utf8_lossy(&run.out).into_owned();
    assert!(run.exit == 1 && report.contains("links in a home are not followed"), "{report}");
}

fn pi_session(desk: &Desk, title: &str) {
    let set = json!({
        "type": "custom", "id": "a", "parentId": null, "timestamp": "t", "customType": "workflow-plan",
        "data": {"event": "set", "planId": "p", "path": desk.folder().join("p.md"), "savedAt": "t", "at": 5,
            "tasks": [{"id": "task-1", "title": title}]},
    });
    let header = json!({"type": "session", "version": 3, "id": "pi", "timestamp": "t", "cwd": "/"});
    desk.file("pi.jsonl", format!("{header}\n{set}\n"));
}

#[test]
fn an_import_names_the_bodies_that_it_could_not_get() {
    let desk = Desk::new();
    pi_session(&desk, "First");
    let made = desk.run(&["session", "import", "pi.jsonl", "--id", "without", "--json"]).json();
    assert_eq!(made["notes"][0]["kind"], "body-unreadable", "{made}");
    desk.file("p.md", PLAN);
    let made = desk.run(&["session", "import", "pi.jsonl", "--id", "with", "--json"]).json();
    assert!(made["notes"].as_array().is_none_or(Vec::is_empty), "{made}");
}

#[test]
fn an_import_that_is_too_large_leaves_no_body() {
    let desk = Desk::new();
    pi_session(&desk, &"x".repeat(3_000_000));
    desk.file("p.md", PLAN);
    let run = desk.run(&["session", "import", "pi.jsonl", "--id", "large", "--json"]);
    assert_ne!(run.exit, 0);
    assert_eq!(run.error()["effect"], "nothing-written");
    assert!(!desk.home().join("plans/large/p.md").exists());
}

#[test]
fn a_body_goes_into_no_home_that_was_removed_meanwhile() {
    use planmark::Planmark;
    use planmark::core::tracker::request::Context;
    use planmark_tests::writer::agent;

    let desk = Desk::new();
    let planmark = Planmark::builder().home(desk.home()).build().expect("a home");
    let context = Context { caller: agent("ada"), session: "s".to_owned(), request: None };
    planmark.tracker().save(&context, "p", PLAN).expect("saved");
    fs::remove_dir_all(desk.home()).expect("removed");
    planmark.tracker().save(&context, "q", PLAN).expect_err("the home is gone");
    assert!(!desk.home().join("plans").exists());
}

#[test]
fn people_see_a_long_title_cut() {
    let desk = Desk::new();
    desk.file("plan.md", format!("## Section 4\n\n- [ ] {}\n", "x".repeat(100_000)));
    let saved = desk.run(&["save", "plan.md", "--session", "s"]);
    let tasks = desk.run(&["tasks", "--session", "s"]);
    let id = String::from_utf8_lossy(&tasks.out).split('\t').nth(1).expect("an id").to_owned();
    let ticked = desk.run(&["tick", &id, "--session", "s"]);
    for run in [saved, tasks, ticked] {
        let printed = String::from_utf8_lossy(&run.out).into_owned();
        assert!(run.exit == 0 && printed.len() < 3_000 && printed.contains("x…"), "{}", printed.len());
    }
}
