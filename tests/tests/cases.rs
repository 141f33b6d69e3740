//! Known faults of programs that keep plans, each with inputs of our own, on every host. What is not a
//! script has a test of its own here, named after it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use planmark::store::Store;
use planmark::store::memory::MemoryStore;
use planmark_core::capability::{Action, Mutation, Scope, ScopeKind};
use planmark_core::document::request::Point;
use planmark_core::runtime::client::Client;
use planmark_tests::cli::Desk;
use planmark_tests::engine::{EPOCH_MS, HOSTS, Native, TestAccess, TestClock, planmark_over};
use planmark_tests::invariants;
use planmark_tests::plans::{self, Core, Plans};
use planmark_tests::rooted::{Rooted, SESSION, State};
use planmark_tests::script::{self, File};
use planmark_tests::vectors;
use planmark_tests::writer::{Writer, agent};
use serde_json::Value;

/// The files of scripts.
const FILES: [&str; 6] = ["append", "replace", "edit", "concurrency", "tracker", "runtime"];

/// The files of scripts of saved plans, as pure functions.
const PLAN_FILES: [&str; 5] = ["parse", "tick", "branch", "marker", "prompt"];

/// Faults that are tests of their own, and where.
const ELSEWHERE: [(&str, &str); 28] = [
    ("BRN-14", "guest/src/tracker/tests: a_tick_costs_the_same_however_long_the_session_is"),
    ("CON-07", "interleaving_tracker.rs: con_07_parallel_ticks_are_all_kept"),
    ("CON-01", "interleaving.rs: every_interleaving_of_two_calls_is_some_serial_order"),
    ("CON-02", "interleaving.rs: every_interleaving_of_two_calls_is_some_serial_order"),
    ("CON-04", "interleaving.rs: a_stalled_call_delays_no_other_task"),
    ("CON-05", "interleaving.rs: a_replace_is_judged_against_the_text_it_really_replaces"),
    ("STO-01", "crash.rs and power.rs"),
    ("STO-04", "below: sto_04"),
    ("CLI-03", "below: cli_03"),
    ("CLI-04", "below: cli_04"),
    ("UI-01", "bindings/web/tests/page.test.js: UI-01 and UI-02"),
    ("UI-02", "bindings/web/tests/page.test.js: UI-01 and UI-02"),
    ("TRN-03", "traces.rs: a_line_that_was_cut_off_is_reported_and_the_next_call_begins_a_new_one"),
    (
        "TRN-05",
        "mcp_survives.rs: arguments_that_are_no_plain_json_are_refused_as_the_command_line_refuses_them",
    ),
    ("RUN-01", "below: run_01"),
    ("RUN-07", "hooks.rs: run_07_a_session_is_told_of_its_own_plan_alone"),
    ("RUN-09", "below: run_09"),
    ("RUN-10", "hooks.rs: run_10_the_same_event_is_answered_from_the_state_as_it_is"),
    ("HOK-02", "hooks.rs: hok_02_byte_order_marks_are_skipped"),
    ("HOK-03", "hooks.rs: hok_03_a_denial_of_cursor_is_a_permission"),
    ("HOK-04", "hooks.rs: hok_04_a_denial_of_claude_code_stands_beside_the_name_of_its_event"),
    ("HOK-06", "hooks.rs: every_client_is_answered_in_its_own_schema_in_every_state"),
    ("HOK-07", "hooks.rs: hok_07_the_targets_of_a_patch_are_the_files_that_it_names"),
    ("HOK-08", "hooks.rs: hok_08_a_stop_that_was_kept_before_is_let_go"),
    ("HOK-10", "hooks.rs: hok_10_a_sub_agent_is_judged_as_the_main_agent"),
    ("HOK-12", "hooks.rs: hok_12_an_empty_list_of_workspaces_is_as_none"),
    ("HOK-13", "hooks.rs: hok_13_a_session_is_brought_back_whatever_it_began_from"),
    ("HOK-14", "hooks.rs: hok_14_a_windows_path_is_read_as_it_is"),
];

fn load(name: &str) -> File {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name).with_extension("json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_known_fault_is_none_here() {
    let mut ran = BTreeSet::new();
    for file in FILES.map(load) {
        for case in &file.cases {
            for make in HOSTS {
                script::run(&make(), case).unwrap_or_else(|broken| panic!("{broken}"));
            }
            let id = case.id.clone().unwrap_or_else(|| panic!("{:?} has no id", case.name));
            assert!(ran.insert(id), "{:?} comes twice", case.id);
        }
    }
    println!("{} known faults on {} hosts", ran.len(), HOSTS.len());
    let mut pure = BTreeSet::new();
    let component = planmark_over(MemoryStore::new(), &TestClock::at(EPOCH_MS), &TestAccess::default());
    for case in PLAN_FILES.map(load).iter().flat_map(|file| &file.cases) {
        for plans in [&Core as &dyn Plans, &component] {
            plans::run(plans, case).unwrap_or_else(|broken| panic!("{broken}"));
        }
        let id = case.id.clone().unwrap_or_else(|| panic!("{:?} has no id", case.name));
        assert!(pure.insert(id), "{:?} comes twice", case.id);
    }
    println!("{} known faults as pure functions", pure.len());
    ran.extend(pure);
    // Those are run with the vectors.
    ran.extend(vectors::scripts("tools.json").cases.into_iter().filter_map(|case| case.id));
    ran.extend(ELSEWHERE.map(|(id, _)| id.to_owned()));
    no_known_fault_is_left_out(&ran);
}

/// Where the collection lies beside the repository, every fault in it must have run.
fn no_known_fault_is_left_out(ran: &BTreeSet<String>) {
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases.jsonl");
    let Ok(text) = fs::read_to_string(collection) else { return };
    let known = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("one object a line"));
    let known: BTreeSet<String> = known.filter_map(|fault| fault["id"].as_str().map(str::to_owned)).collect();
    assert_eq!(&known, ran);
}

/// STO-04: a text that was stored when there was no limit, or another one, is read, appended to
/// never, and restored.
#[test]
fn sto_04() {
    let store = MemoryStore::new();
    let engine = Native::new(store.clone(), &TestClock::at(EPOCH_MS), &TestAccess::default());
    let ada = Writer::new(&engine, "T-1", agent("ada"));
    ada.create("placeholder").expect("a plan");
    let large = "a".repeat(300_000);
    grow(&store, "placeholder", &large);

    invariants::check(&engine, "T-1").unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(ada.text(), large);
    assert_eq!(ada.past(Point::Revision(1)).expect("history reads").content, large);
    ada.append("x").expect_err("a new write is limited");
    ada.replace("small again").expect("smaller is fine");
    let restored = ada.restore(Point::Revision(1)).expect("what was stored may come back");
    assert_eq!(restored.bytes, 300_000);
    assert_eq!(ada.text(), large);
    ada.save("x").expect("an editor can shorten it");
    invariants::check(&engine, "T-1").unwrap_or_else(|broken| panic!("{broken}"));
}

/// Puts `large` in the place of the text `small` in what is stored, sizes included.
fn grow(store: &MemoryStore, small: &str, large: &str) {
    let scope = Scope { kind: ScopeKind::Task, id: "T-1".to_owned() };
    let mut call = store.begin();
    call.acquire(&scope).expect("a lease");
    let cells = call.scan(&scope, "", "", 100).expect("the cells").cells;
    let segment = cells.iter().find(|cell| cell.key.starts_with("seg/")).expect("a segment");
    let header = format!("0 0 {} ", small.len());
    let segment = segment.value.replace(&header, &format!("0 0 {} ", large.len())).replace(small, large);
    let mutations: Vec<Mutation> = cells
        .into_iter()
        .map(|cell| {
            let value = if cell.key.starts_with("seg/") {
                segment.clone()
            } else {
                let mut record: Value = serde_json::from_str(&cell.value).expect("a record");
                for size in ["bytes", "chars", "kept_bytes", "kept_chars"] {
                    if record.get(size).is_some() {
                        record[size] = large.len().into();
                    }
                }
                if cell.key == "head" {
                    record["log_bytes"] = segment.len().into();
                    record["segment"]["bytes"] = segment.len().into();
                }
                record.to_string()
            };
            Mutation { key: cell.key, expected: Some(cell.version), action: Action::Put(value) }
        })
        .collect();
    call.commit(&scope, &mutations).expect("the large text is stored");
}

/// CLI-03: the command line numbers the lines that an editor shows: LF, CRLF and CR end one, and
/// nothing else does.
#[test]
fn cli_03() {
    let desk = Desk::new();
    let text = "x\u{b}y\u{2029}z\u{85}\u{c}end\u{1c}\rsecond\r\nthird\n";
    let created = desk.send(&["plan", "create", "--task", "t"], text.as_bytes());
    assert_eq!(created.exit, 0, "{}", created.err);
    let shown = desk.run(&["plan", "show", "--task", "t", "--line-numbers"]);
    let shown = String::from_utf8(shown.out).expect("text");
    let numbers: Vec<&str> =
        shown.split(['\n', '\r']).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(numbers, ["1", "2", "3"], "{shown:?}");
}

/// CLI-04: a box that is none is a warning beside the tasks, and a failure for who asks for that.
#[test]
fn cli_04() {
    let desk = Desk::new();
    let saved = desk.send(&["save", "--session", "s"], b"## Section 4\n\n- [/] half done\n- [ ] Whole\n");
    assert_eq!(saved.exit, 0, "{}", saved.err);
    let shown = desk.run(&["tasks", "--session", "s"]);
    assert_eq!(shown.exit, 0, "{}", shown.err);
    let lines = String::from_utf8(shown.out).expect("text");
    assert!(lines.lines().count() == 1 && lines.ends_with("\tWhole\n"), "{lines:?}");
    assert!(shown.err.starts_with("warning: ") && shown.err.contains("Line 3"), "{}", shown.err);
    let strict = desk.run(&["tasks", "--session", "s", "--strict"]);
    assert_eq!((strict.exit, strict.out), (1, lines.into_bytes()));
}

/// RUN-01: what is served is the plan's text as it is on the disk now.
#[test]
fn run_01() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Drifted);
    assert!(!served(&rooted).1.contains("mention the new ports"));
    edit(&rooted, "- [ ] Write the notes\n", "- [ ] Write the notes\n  - mention the new ports\n");
    let (exit, text) = served(&rooted);
    assert!(exit == 0 && text.contains("mention the new ports"), "{text}");
}

/// RUN-09: where the text outlines other tasks than those that can be ticked, none is served.
#[test]
fn run_09() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Drifted);
    edit(&rooted, "Write the notes", "Write all the notes");
    let (exit, text) = served(&rooted);
    assert!(exit == 6 && text.contains("\"edited\"") && !text.contains("Write all"), "{exit} {text}");
    let tick = rooted.desk.run(&["tick", "Write all the notes", "--session", SESSION, "--json"]);
    tick.refused("unknown-task", tick.exit);
}

/// Edits the body of the plan as an editor does.
fn edit(rooted: &Rooted, from: &str, to: &str) {
    let body = rooted.desk.home().join("plans").join(SESSION).join("plan-1.md");
    let text = fs::read_to_string(&body).expect("the body");
    assert!(text.contains(from), "{text}");
    fs::write(body, text.replace(from, to)).expect("it can be edited");
}

/// What a continue read answers on the command line, and with which exit code.
fn served(rooted: &Rooted) -> (i32, String) {
    let run = rooted.desk.run(&["continue", "--session", SESSION, "--json"]);
    (run.exit, String::from_utf8(run.out).expect("JSON"))
}
