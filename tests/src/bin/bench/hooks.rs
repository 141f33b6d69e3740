//! A hook's whole process, beside a Node script that prints the same.

use std::fs::File;
use std::process::{Command, Stdio};

use planmark::core::runtime::client::Client;
use planmark_tests::cli::program;
use planmark_tests::rooted::{Rooted, SESSION, State};
use serde_json::json;

use crate::measure::{Budget, Compared, Row, micros, side_by_side, time};

const ROUNDS: usize = 5;
const CALLS: usize = 30;
/// What a hook's process may take, in microseconds.
const PROCESS_MAX: f64 = 5_000.0;

/// Every row.
pub(crate) fn processes() -> Vec<Row> {
    [
        ("before a change that is denied", State::Drifted, "before-tool"),
        ("before a change that is covered", State::Covered, "before-tool"),
        ("before a change, no root in the session", State::NoRoot, "before-tool"),
        ("session start", State::Drifted, "session-start"),
    ]
    .into_iter()
    .flat_map(|(name, state, moment)| rows(name, state, moment))
    .collect()
}

fn rows(name: &str, state: State, moment: &str) -> [Row; 2] {
    let rooted = Rooted::new(Client::ClaudeCode, state);
    let input = json!({
        "session_id": "19dc4a69-66e2-4a25-9f6d-f0c30f1a38b7",
        "cwd": rooted.project(),
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": { "file_path": format!("{}/plans/x.md", rooted.project()), "content": "# Release\n" },
        "source": "compact",
    });
    rooted.desk.file("input.json", input.to_string());
    let said = String::from_utf8(rooted.hook(moment, input.to_string().as_bytes()).out).expect("UTF-8");
    let script = format!(
        "let input = ''; process.stdin.on('data', (data) => (input += data)).on('end', () => {{ \
         JSON.parse(input); process.stdout.write({}); }});",
        json!(said)
    );
    rooted.desk.file("same.js", script);
    let ours = || {
        let mut command = rooted.desk.command(program());
        command.args(["hook", "claude-code", moment, "--session", SESSION]);
        run(&rooted, command)
    };
    let theirs = || {
        let mut command = rooted.desk.command("node");
        command.arg("same.js");
        run(&rooted, command)
    };
    assert_eq!(ours(), theirs(), "both print the same");
    let (own, node) =
        side_by_side(ROUNDS, CALLS, |_, _| time(|| drop(ours())), |_, _| time(|| drop(theirs())));
    let against = format!("a Node script that prints the same: {}", micros(node));
    let row = |compared, most| Row {
        what: format!("hook, whole process: {name}"),
        measured: micros(own),
        against: against.clone(),
        compared,
        budget: Some(Budget::AtMost(most)),
    };
    [row(Compared::Micros(own), PROCESS_MAX), row(Compared::Ratio(own / node), 0.1)]
}

/// Runs a process whose input is ready, so that nothing but it is measured.
fn run(rooted: &Rooted, mut command: Command) -> Vec<u8> {
    let input = File::open(rooted.desk.folder().join("input.json")).expect("the input");
    let child = command.stdin(input).stdout(Stdio::piped()).spawn().expect("the program starts");
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{}", output.status);
    output.stdout
}
