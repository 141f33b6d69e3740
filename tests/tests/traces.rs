//! Traces (`docs/traces.md`): what one host recorded, every host replays to the same bytes; what was
//! changed in a trace is found; recording never gets in the way of a call.
//!
//! The hosts in Node and Python are set up by `make bindings`.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use planmark::Planmark;
use planmark::core::author::Author;
use planmark::core::document::request::{Context, WriteRequest};
use planmark::error::Error;
use planmark::store::memory::MemoryStore;
use planmark_tests::cli::{Desk, Run, program};
use planmark_tests::engine::new_home;
use planmark_tests::hosts::{Language, node, python, ready};
use planmark_tests::writer::agent;
use serde_json::{Value, json};

/// Records in Rust, and was built beside this test.
const RECORDER: &str = env!("CARGO_BIN_EXE_recorder");
const EVIL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/evil.cwasm"));

/// The command that records in a language.
fn recorder(language: Language) -> Command {
    let mut command = match language {
        Language::Rust => return Command::new(RECORDER),
        Language::Node => node("tests/traces.mjs"),
        Language::Python => python("tests/traces.py"),
    };
    command.arg("record");
    command
}

/// What comes of replaying a trace in a language: its document, or its error.
fn replay(language: Language, trace: &Path) -> Value {
    replay_all(language, &[trace]).remove(0)
}

/// What comes of replaying each of these traces. The other hosts do that in one process.
fn replay_all(language: Language, traces: &[impl AsRef<Path>]) -> Vec<Value> {
    let traces = traces.iter().map(AsRef::as_ref);
    let mut command = match language {
        Language::Rust => return traces.map(replay_in_rust).collect(),
        Language::Node => node("tests/traces.mjs"),
        Language::Python => python("tests/traces.py"),
    };
    let output = command.arg("replay").args(traces).stdin(Stdio::null()).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let documents = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    assert!(output.status.success(), "{language:?}: {}", String::from_utf8_lossy(&output.stderr));
    documents.collect()
}

fn replay_in_rust(trace: &Path) -> Value {
    let mut command = Command::new(program());
    let output = command.args(["--json", "replay"]).arg(trace).stdin(Stdio::null()).output();
    let Run { out, err, .. } = Run::of(&output.expect("it starts"));
    let text = if out.is_empty() { err.into_bytes() } else { out };
    let document: Value = serde_json::from_slice(&text)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&text)));
    match document.get("error").and_then(Value::as_object) {
        Some(error) => json!({ "error": error["code"], "message": error["message"] }),
        None => document,
    }
}

/// A short trace of the command line: two writes, a refusal and a read.
struct Short {
    desk: Desk,
    /// The lines as they stand in the file.
    texts: Vec<String>,
    lines: Vec<Value>,
}

impl Short {
    fn record() -> Self {
        let desk = Desk::new();
        let trace = desk.folder().join("calls.jsonl");
        desk.file("plan.md", "# Plan\n");
        for arguments in [
            &["plan", "create", "--task", "demo", "plan.md"][..],
            &["plan", "append", "--task", "demo", "plan.md"],
            &["plan", "append", "--task", "none", "plan.md"],
            &["plan", "show", "--task", "demo"],
            &["plan", "show", "--task", "demo", "--revision", "1"],
        ] {
            traced(&desk, &trace, arguments);
        }
        let text = fs::read_to_string(&trace).expect("a trace");
        let texts = text.lines().map(str::to_owned).collect();
        let lines = lines_of(&trace);
        Self { desk, texts, lines }
    }

    /// The trace with its lines changed.
    fn changed(&self, change: impl FnOnce(&mut Vec<Value>)) -> PathBuf {
        let mut lines = self.lines.clone();
        change(&mut lines);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        self.written(text.as_bytes())
    }

    fn written(&self, bytes: &[u8]) -> PathBuf {
        self.desk.file("changed.jsonl", bytes);
        self.desk.folder().join("changed.jsonl")
    }
}

/// Runs the command line with a trace.
fn traced(desk: &Desk, trace: &Path, arguments: &[&str]) -> Run {
    let mut command = desk.command(program());
    Run::of(&command.args(arguments).env("PLANMARK_TRACE", trace).output().expect("it starts"))
}

/// Issue 7, 6: a trace of capability answers recorded in any host replays to the same bytes in any other.
#[test]
fn a_trace_of_each_host_replays_to_the_same_bytes_in_every_host() {
    ready().unwrap_or_else(|missing| panic!("{missing}"));
    let folder = new_home();
    for recording in Language::ALL {
        let trace = folder.path().join(format!("{recording:?}.jsonl"));
        let output = recorder(recording).env("PLANMARK_TRACE", &trace).output().expect("it starts");
        assert!(output.status.success(), "{recording:?}: {}", String::from_utf8_lossy(&output.stderr));
        let mode = fs::metadata(&trace).expect("a trace").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{recording:?}");
        let lines = lines_of(&trace);
        let seen: BTreeSet<_> = lines.iter().flat_map(names_in).collect();
        for wanted in SEEN {
            assert!(seen.contains(wanted), "{recording:?} recorded no {wanted}");
        }
        let calls = lines.len();
        assert!(calls > 1_000, "{recording:?} recorded {calls} calls");
        for replaying in Language::ALL {
            let found = replay(replaying, &trace);
            println!("{recording:?} in {replaying:?}: {calls} calls");
            let same = json!({ "calls": calls, "same": calls, "differences": [] });
            assert_eq!(found, same, "{recording:?} in {replaying:?}");
        }
    }
}

/// What every host must have recorded: functions, questions, codes of refusals and of failures.
const SEEN: [&str; 17] = [
    "documents.create",
    "documents.update",
    "documents.edit",
    "documents.save",
    "documents.restore",
    "documents.delete",
    "documents.read-past",
    "tracker.tick",
    "tracker.import",
    "agent-tools.call",
    "preview.fold",
    "info.describe",
    "storage.scan",
    "bodies.write",
    "version-conflict",
    "storage-denied",
    "outcome-unknown",
];

/// The function of a call, what it asked for, and the codes of what failed.
fn names_in(line: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut names = vec![format!("{}.{}", text(&line["interface"]), text(&line["function"]))];
    names.push(text(&line["result"]["failure"]["code"]));
    for step in line["steps"].as_array().expect("steps") {
        names.extend([text(&step["capability"]), text(&step["answer"]["failure"]["code"])]);
    }
    names
}

fn lines_of(trace: &Path) -> Vec<Value> {
    let text = fs::read_to_string(trace).expect("a trace");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What is changed of a trace, how, and which part and step differ then.
type Change<'a> = (&'a str, &'a dyn Fn(&mut Vec<Value>), Value);

#[test]
fn whatever_is_changed_in_a_trace_is_found_by_every_host() {
    ready().unwrap_or_else(|missing| panic!("{missing}"));
    let short = Short::record();
    assert_eq!(short.lines.len(), 5, "{:#?}", short.lines);
    let commit = short.lines[1]["steps"].as_array().expect("steps").len() - 1;
    let cases: [Change<'_>; 8] = [
        (
            "an answer",
            &|lines| lines[1]["steps"][2]["answer"]["ok"] = json!("1"),
            json!(["step", commit + 1]),
        ),
        (
            "a request",
            &|lines| lines[1]["steps"][commit]["arguments"][1][0]["key"] = json!("other"),
            json!(["step", commit + 1]),
        ),
        (
            "the order",
            &|lines| lines[1]["steps"].as_array_mut().expect("steps").swap(0, 1),
            json!(["step", 1]),
        ),
        (
            "a step that is missing",
            &|lines| drop(lines[1]["steps"].as_array_mut().expect("steps").pop()),
            json!(["step", commit + 1]),
        ),
        (
            "a step too many",
            &|lines| {
                let steps = lines[1]["steps"].as_array_mut().expect("steps");
                steps.push(steps[0].clone());
            },
            json!(["step", commit + 2]),
        ),
        ("the result", &|lines| lines[1]["result"]["ok"]["chars"] = json!(7), json!(["result", null])),
        (
            "an argument",
            &|lines| lines[1]["arguments"][1]["content"] = json!("Other\n"),
            json!(["step", commit + 1]),
        ),
        ("the component", &|lines| lines[1]["component"] = json!("0".repeat(64)), json!(["component", null])),
    ];
    for (what, change, wanted) in cases {
        let trace = short.changed(change);
        let [first, others @ ..] = Language::ALL.map(|language| replay(language, &trace));
        assert_eq!(json!([first["calls"], first["same"]]), json!([5, 4]), "{what}: {first:#}");
        let difference = &first["differences"][0];
        let found = json!([difference["part"], difference.get("step")]);
        assert_eq!(found, wanted, "{what}: {first:#}");
        assert_eq!(json!([difference["line"], difference["function"]]), json!([2, "update"]), "{what}");
        for other in others {
            assert_eq!(first, other, "{what}: two hosts find something else");
        }
    }
}

#[test]
fn a_line_that_is_no_call_is_refused_with_its_number_by_every_host() {
    ready().unwrap_or_else(|missing| panic!("{missing}"));
    let short = Short::record();
    let whole = short.lines[0].to_string();
    let without_steps = whole.replace("\"steps\"", "\"stops\"");
    let newer = whole.replace("\"trace\":1", "\"trace\":2");
    let unknown = whole.replace("\"function\":\"create\"", "\"function\":\"destroy\"");
    let half = whole.get(..100).expect("a long line");
    for line in [half, "[]", "{}", "\u{1}", &without_steps, &newer, &unknown] {
        let trace = short.written(format!("{whole}\n\n{line}\n{whole}\n").as_bytes());
        for language in Language::ALL {
            let found = replay(language, &trace);
            assert_eq!(found["error"], "trace-damaged", "{language:?}: {line}: {found}");
            let message = found["message"].as_str().unwrap_or_default();
            assert!(message.starts_with("line 3 is no call of a trace: "), "{language:?}: {message}");
        }
    }
    let not_utf8 = short.written(&[whole.as_bytes(), b"\n{\"trace\xff\":1}\n"].concat());
    let missing = short.desk.folder().join("missing");
    for language in Language::ALL {
        assert_eq!(replay(language, &not_utf8)["error"], "trace-damaged", "{language:?}");
        assert_eq!(replay(language, &missing)["error"], "trace-unreadable", "{language:?}");
        assert_eq!(replay(language, short.desk.folder())["error"], "trace-unreadable", "{language:?}");
    }
}

/// What a trace's lines are changed into, and what every host must say then.
const CHANGED_LINES: &str = include_str!("../traces/lines.json");

/// `docs/traces.md`: every host judges a line alike.
#[test]
fn a_line_that_was_changed_is_judged_alike_by_every_host() {
    ready().unwrap_or_else(|missing| panic!("{missing}"));
    let short = Short::record();
    let table: Value = serde_json::from_str(CHANGED_LINES).expect("JSON");
    let cases = table["cases"].as_array().expect("cases");
    let traces: Vec<_> = cases
        .iter()
        .enumerate()
        .map(|(number, case)| {
            let name = format!("line-{number}.jsonl");
            short.desk.file(&name, format!("{}\n", changed_line(&short, case)));
            short.desk.folder().join(name)
        })
        .collect();
    for language in Language::ALL {
        let found = replay_all(language, &traces);
        let judged: Vec<_> = cases.iter().zip(&found).map(|(case, found)| judgement(case, found)).collect();
        let wanted: Vec<_> = cases.iter().map(|case| judgement(case, &case["found"])).collect();
        assert_eq!(judged, wanted, "{language:?}: {found:#?}");
    }
}

/// A case's line: one of its own, or one of the trace with one place changed.
fn changed_line(short: &Short, case: &Value) -> String {
    if let Some(line) = case["line"].as_str() {
        return line.replace("COMPONENT", &Planmark::component_digest());
    }
    let named = short.lines.iter().position(|line| line["function"] == case["call"]).expect("a call");
    let (line, find) = (&short.texts[named], case["find"].as_str().expect("what is changed"));
    let put = match &case["put"] {
        Value::Array(parts) => parts.iter().map(repeated).collect(),
        text => text.as_str().expect("a text").to_owned(),
    };
    assert!(line.contains(find), "{}: {find} is not in {line}", case["what"]);
    line.replacen(find, &put, 1)
}

/// A text and how often it stands.
fn repeated(part: &Value) -> String {
    let times = part[1].as_u64().and_then(|times| usize::try_from(times).ok()).expect("a number");
    part[0].as_str().expect("a text").repeat(times)
}

/// A case and what was found: a code, or what differs. Every damaged line is named by its number.
fn judgement(case: &Value, found: &Value) -> (String, String) {
    let message = found["message"].as_str().unwrap_or("line 1 is no call of a trace: ");
    let verdict = match (found.as_str(), found["error"].as_str(), found["differences"][0]["part"].as_str()) {
        (Some(wanted), ..) => wanted,
        (_, Some(code), _) if message.starts_with("line 1 is no call of a trace: ") => code,
        (_, None, Some(part)) => part,
        (_, None, None) if found["same"] == 1 => "same",
        _ => "neither",
    };
    (case["what"].as_str().expect("a name").to_owned(), verdict.to_owned())
}

/// A trace of somebody else's takes neither memory nor time without end.
#[test]
fn what_is_no_regular_file_and_what_is_too_large_is_refused_by_every_host() {
    ready().unwrap_or_else(|missing| panic!("{missing}"));
    let desk = Desk::new();
    let place = |name: &str| desk.folder().join(name);
    let made = Command::new("mkfifo").arg(place("pipe")).status().expect("mkfifo starts");
    assert!(made.success());
    symlink(place("pipe"), place("link-to-pipe")).expect("a link");
    symlink("/dev/zero", place("link-to-zero")).expect("a link");
    sparse(&place("large"), FILE_MAX_BYTES + 1);
    let refused =
        [place("pipe"), place("link-to-pipe"), "/dev/zero".into(), place("link-to-zero"), place("large")];
    sparse(&place("long-line"), LINE_MAX_BYTES + 1);
    desk.file("whole", "\n");
    symlink(place("whole"), place("link-to-whole")).expect("a link");
    for language in Language::ALL {
        for (trace, found) in refused.iter().zip(replay_all(language, &refused)) {
            assert_eq!(found["error"], "trace-unreadable", "{language:?}: {}: {found}", trace.display());
        }
        let found = replay(language, &place("long-line"));
        assert_eq!(found["error"], "trace-damaged", "{language:?}: {found}");
        let nothing = json!({ "calls": 0, "same": 0, "differences": [] });
        assert_eq!(replay(language, &place("link-to-whole")), nothing, "{language:?}");
    }
}

/// Most bytes of a line, its LF not counted (`docs/traces.md`).
const LINE_MAX_BYTES: u64 = 64 << 20;
/// Most bytes of a trace.
const FILE_MAX_BYTES: u64 = 1 << 30;

/// A file of that many bytes of zero, which takes no room.
fn sparse(path: &Path, bytes: u64) {
    let file = fs::File::create(path).and_then(|file| file.set_len(bytes));
    file.expect("a file");
}

/// The name of another file in the variable costs that file nothing.
#[test]
fn a_file_that_is_no_trace_or_is_full_is_not_written_to_by_any_host() {
    ready().unwrap_or_else(|missing| panic!("{missing}"));
    let desk = Desk::new();
    let others: [(&str, &[u8]); 4] = [
        ("plan.md", b"# Plan\n"),
        ("object", b"{\"other\":1}\n"),
        ("empty-line", b"\n"),
        ("short", b"{\"trace\"\n"),
    ];
    for (name, bytes) in others {
        desk.file(name, bytes);
    }
    let full = desk.folder().join("full");
    for language in Language::ALL {
        fs::write(&full, "{\"trace\":").expect("a file");
        fs::OpenOptions::new()
            .append(true)
            .open(&full)
            .and_then(|file| file.set_len(FILE_MAX_BYTES))
            .expect("a file");
        let before = fs::metadata(&full).expect("a file").len();
        let names = others.iter().map(|(name, _)| *name);
        for name in names.chain(["full"]) {
            let place = desk.folder().join(name);
            let run = Run::of(&described(language, &place));
            assert_eq!(run.exit, 0, "{language:?}: {name}: {}", run.err);
            assert_eq!(run.err.matches("can't be written: ").count(), 1, "{language:?}: {name}: {}", run.err);
        }
        assert_eq!(fs::metadata(&full).expect("a file").len(), before, "{language:?}");
        for (name, bytes) in others {
            assert_eq!(fs::read(desk.folder().join(name)).expect("a file"), bytes, "{language:?}: {name}");
        }
    }
}

/// A process that makes a call or two of the engine, with a trace.
fn described(language: Language, trace: &Path) -> std::process::Output {
    let desk = Desk::new();
    let mut command = match language {
        Language::Rust => {
            let mut command = desk.command(program());
            command.args(["doctor"]);
            command
        }
        Language::Node => node("tests/traces.mjs"),
        Language::Python => python("tests/traces.py"),
    };
    if language != Language::Rust {
        command.arg("describe");
    }
    command.env("PLANMARK_TRACE", trace).output().expect("it starts")
}

/// D53: a half record at the end is reported, and the next one starts on a new line.
#[test]
fn a_line_that_was_cut_off_is_reported_and_the_next_call_begins_a_new_one() {
    ready().unwrap_or_else(|missing| panic!("{missing}"));
    let short = Short::record();
    let whole = short.texts[0].clone();
    let cut = short.written(format!("{whole}\n{}", whole.get(..50).expect("a long line")).as_bytes());
    for language in Language::ALL {
        let wanted = json!({ "calls": 1, "same": 1, "differences": [], "cut": 2 });
        assert_eq!(replay(language, &cut), wanted, "{language:?}");
    }
    for language in [Language::Node, Language::Python] {
        let mut lines = recorded_after(language, &cut);
        lines.truncate(3);
        assert_eq!(lines[0], whole);
        assert_eq!(lines[1].len(), 50, "{language:?} went on in the half line");
        assert!(serde_json::from_str::<Value>(&lines[2]).is_ok(), "{language:?}");
    }
    traced(&short.desk, &cut, &["plan", "list"]);
    let text = fs::read_to_string(&cut).expect("a trace");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines[0], lines[1].len()), (whole.as_str(), 50));
    assert!(serde_json::from_str::<Value>(lines[2]).is_ok());
}

/// The lines of a copy of a trace that a host has appended to.
fn recorded_after(language: Language, trace: &Path) -> Vec<String> {
    let copy = trace.with_extension("copy");
    fs::copy(trace, &copy).expect("a copy");
    let output = recorder(language).env("PLANMARK_TRACE", &copy).output().expect("it starts");
    assert!(output.status.success(), "{language:?}: {}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(&copy).expect("a trace").lines().map(str::to_owned).collect()
}

#[test]
fn a_trace_is_for_its_owner_alone_and_one_that_cannot_be_written_changes_nothing_of_a_call() {
    let desk = Desk::new();
    desk.file("plan.md", "# Plan\n");
    let trace = desk.folder().join("calls.jsonl");
    let create = ["plan", "create", "--task", "demo", "plan.md"];
    assert_eq!(traced(&desk, &trace, &create).err, "");
    let mode = fs::metadata(&trace).expect("a trace").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let before = fs::read(&trace).expect("a trace");
    let link = desk.folder().join("link");
    symlink(&trace, &link).expect("a link");
    for place in
        [link, desk.folder().to_owned(), desk.folder().join("missing/calls.jsonl"), "/dev/null".into()]
    {
        // Two calls of the engine, and one line about the trace.
        let run = traced(&desk, &place, &["--json", "doctor"]);
        assert_eq!(run.exit, 0, "{}: {}", place.display(), run.err);
        assert_eq!(run.err.matches("can't be written").count(), 1, "{}: {}", place.display(), run.err);
        assert!(serde_json::from_slice::<Value>(&run.out).is_ok());
    }
    assert_eq!(fs::read(&trace).expect("a trace"), before, "a link was followed");
    assert_eq!(traced(&desk, Path::new(""), &create).err, "", "an empty name is none");
}

#[test]
fn processes_append_to_one_trace_at_the_same_time() {
    let desk = Desk::new();
    desk.file("plan.md", "# Plan\n".repeat(2_000));
    let trace = desk.folder().join("calls.jsonl");
    let create = |number: usize| {
        let mut command = desk.command(program());
        command.args(["plan", "create", "--task", &format!("T-{number}"), "plan.md"]);
        command.env("PLANMARK_TRACE", &trace).stdout(Stdio::null()).spawn().expect("it starts")
    };
    let running: Vec<_> = (0..8).map(create).collect();
    for mut child in running {
        assert!(child.wait().expect("it ends").success());
    }
    let found = replay(Language::Rust, &trace);
    assert_eq!(found, json!({ "calls": 8, "same": 8, "differences": [] }));
}

#[test]
fn a_difference_is_shown_as_one_of_lines_and_ends_with_1() {
    let short = Short::record();
    let trace = short.changed(|lines| lines[1]["result"]["ok"]["chars"] = json!(7));
    let run = short.desk.run(&["replay", &trace.display().to_string()]);
    let out = String::from_utf8(run.out).expect("text");
    assert_eq!((run.exit, run.err.as_str()), (1, ""));
    assert!(
        out.starts_with("line 2: documents.update: the result differs\n--- recorded\n+++ now\n@@ "),
        "{out}"
    );
    assert!(out.contains("\n-    \"chars\": 7,\n+    \"chars\": "), "{out}");
    assert!(out.ends_with("\n4 of 5 calls are the same\n"), "{out}");

    let whole = short.changed(|_| ());
    let run = short.desk.run(&["replay", &whole.display().to_string()]);
    assert_eq!((run.exit, run.out.as_slice(), run.err.as_str()), (0, &b"5 calls are the same\n"[..], ""));
    let one =
        short.written(format!("{}\n", short.texts[0].replacen("\"chars\":7", "\"chars\":8", 9)).as_bytes());
    let out = String::from_utf8(short.desk.run(&["replay", &one.display().to_string()]).out).expect("text");
    assert!(out.ends_with("\n0 of 1 call is the same\n"), "{out}");
    assert!(!short.desk.folder().join("home2").exists());
    short.desk.run(&["--json", "replay", "missing"]).refused("trace-unreadable", 3);
}

#[test]
fn an_engine_that_is_stopped_is_recorded_as_such() {
    let folder = new_home();
    let trace = folder.path().join("calls.jsonl");
    let builder = Planmark::builder().store(MemoryStore::new()).trace(&trace);
    // SAFETY: the build script got these bytes from wasmtime's compiler.
    let evil = unsafe { builder.component(EVIL.to_vec()) }.build().expect("a component of this world");
    let caller: Author = agent("eve");
    let context = Context { caller, coalesce_window_ms: None };
    for (task, code) in [
        ("trap-before-commit", "engine-trapped"),
        ("spin", "engine-out-of-fuel"),
        ("allocate", "engine-out-of-memory"),
    ] {
        let request = WriteRequest { task: task.into(), ..WriteRequest::default() };
        let error = evil.create(&context, &request).expect_err("it is stopped");
        assert!(matches!(error, Error::Engine { .. }) && error.code() == code, "{task}: {error}");
        let last = lines_of(&trace).pop().expect("a line");
        assert_eq!(last["result"], json!({ "trap": code }), "{task}");
    }
    let replayed = Planmark::replay(&trace).expect("a trace");
    assert_eq!((replayed.calls, replayed.same), (3, 0), "another component is not run");
}
