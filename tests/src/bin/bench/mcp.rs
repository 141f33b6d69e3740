//! Calls over MCP, beside the same calls in the process, and beside a server that does nothing.

use std::path::Path;
use std::process::Command;

use planmark::Planmark;
use planmark_tests::cli::Desk;
use planmark_tests::mcp::LineClient;
use planmark_tests::writer::agent;
use serde_json::json;

use planmark::core::document::request::{Context, WriteRequest};

use crate::measure::{Budget, Compared, Row, micros, side_by_side, time};

const ROUNDS: usize = 8;
const CALLS: usize = 40;
const VERSION: &str = "2025-11-25";
const FRAGMENT: &str = "A hundred bytes, more or less, of what an agent adds to its plan when it has \
                        learned something new.";

/// Every row.
pub(crate) fn over_stdio() -> Vec<Row> {
    let sizes = [("1 KB", 1_000), ("158 KB", 158_393)];
    let mut rows: Vec<_> =
        sizes.into_iter().flat_map(|(name, bytes)| [append(name, bytes), get(name, bytes)]).collect();
    rows.extend(nothing());
    rows.push(start());
    rows
}

fn content(bytes: usize) -> String {
    "- [ ] a line of a long plan, 40 bytes wide\n".repeat(bytes.div_ceil(43))
}

/// A server and an engine in this process, each with a home and a plan of its own.
fn both(bytes: usize) -> (Desk, LineClient, Desk, Planmark) {
    let (served, held) = (Desk::new(), Desk::new());
    let mut client = LineClient::begin(&served, &[], VERSION);
    client.call("create_task_plan", json!({ "task_id": "T", "content": content(bytes) }));
    let planmark = Planmark::builder().home(held.home()).build().expect("a home");
    planmark.create(&context(), &request(content(bytes), "")).expect("a plan");
    (served, client, held, planmark)
}

fn context() -> Context {
    Context { caller: agent("raw-lines"), coalesce_window_ms: None }
}

fn request(content: String, mode: &str) -> WriteRequest {
    WriteRequest { task: "T".to_owned(), content, mode: mode.to_owned(), ..WriteRequest::default() }
}

fn append(name: &str, bytes: usize) -> Row {
    let (_served, mut client, _held, planmark) = both(bytes);
    let arguments = json!({ "task_id": "T", "mode": "append", "content": FRAGMENT });
    let append = request(FRAGMENT.to_owned(), "append");
    let (over, within) = side_by_side(
        ROUNDS,
        CALLS,
        |_, _| time(|| drop(client.call_unread("update_task_plan", &arguments))),
        |_, _| time(|| drop(planmark.update(&context(), &append).expect("it is appended"))),
    );
    besides(format!("MCP over stdio: append to {name}, SQLite"), over, within)
}

fn get(name: &str, bytes: usize) -> Row {
    let (_served, mut client, _held, planmark) = both(bytes);
    let (caller, arguments) = (agent("raw-lines"), json!({ "task_id": "T" }));
    let (over, within) = side_by_side(
        ROUNDS,
        CALLS,
        |_, _| time(|| drop(client.call_unread("get_task_plan", &arguments))),
        |_, _| time(|| drop(planmark.read(&caller, "T").expect("it is read"))),
    );
    besides(format!("MCP over stdio: get of {name}, SQLite"), over, within)
}

fn besides(what: String, over: f64, within: f64) -> Row {
    Row {
        what,
        measured: micros(over),
        against: format!("the same call in the process: {}", micros(within)),
        compared: Compared::Micros(over - within),
        budget: Some(Budget::AtMost(1_000.0)),
    }
}

/// A get of a small plan, against a call of the minimal server on the TypeScript library.
fn nothing() -> Option<Row> {
    let (_served, mut client, _held, _planmark) = both(1_000);
    let (task, none) = (json!({ "task_id": "T" }), json!({}));
    let mut floor = floor()?;
    floor.initialize(VERSION);
    let (ours, theirs) = side_by_side(
        ROUNDS,
        CALLS,
        |_, _| time(|| drop(client.call_unread("get_task_plan", &task))),
        |_, _| time(|| drop(floor.call_unread("nothing", &none))),
    );
    Some(Row {
        what: "MCP over stdio: get of 1 KB".to_owned(),
        measured: micros(ours),
        against: format!("a tool that does nothing, TypeScript library: {}", micros(theirs)),
        compared: Compared::Ratio(ours / theirs),
        budget: None,
    })
}

fn start() -> Row {
    let desk = Desk::new();
    drop(LineClient::begin(&desk, &[], VERSION));
    let (ours, theirs) = side_by_side(
        3,
        10,
        |_, _| time(|| drop(LineClient::begin(&desk, &[], VERSION))),
        |_, _| {
            time(|| {
                if let Some(mut floor) = floor() {
                    floor.initialize(VERSION);
                }
            })
        },
    );
    Row {
        what: "MCP: start of the process to its first answer".to_owned(),
        measured: micros(ours),
        against: format!("the minimal server on the TypeScript library: {}", micros(theirs)),
        compared: Compared::Micros(ours),
        budget: Some(Budget::AtMost(20_000.0)),
    }
}

/// The server that people know as the floor; none where its packages are not installed.
fn floor() -> Option<LineClient> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mcp");
    folder.join("node_modules/@modelcontextprotocol/sdk").exists().then(|| {
        let mut command = Command::new("node");
        command.arg(folder.join("floor.js"));
        LineClient::spawn(command)
    })
}
