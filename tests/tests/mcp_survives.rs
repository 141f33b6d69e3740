//! What the MCP server survives: clients that send too much, too deep, too fast, or go.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use planmark::store::Store;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::cli::{Desk, program};
use planmark_tests::contract::task;
use planmark_tests::mcp::LineClient;
use serde_json::{Value, json};

fn begun(desk: &Desk) -> LineClient {
    LineClient::begin(desk, &[], "2025-11-25")
}

fn create(id: &str, task: &str, content: &str) -> Value {
    let params = json!({ "name": "create_task_plan", "arguments": { "task_id": task, "content": content } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

/// The server still does its work.
fn works(client: &mut LineClient) {
    assert!(
        client.call("create_task_plan", json!({ "task_id": "W", "content": "# W\n" }))["revision"]
            .is_number()
    );
}

#[cfg(target_os = "linux")]
fn memory_kb(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("a process of ours");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a size");
    line.split_whitespace().nth(1).and_then(|size| size.parse().ok()).expect("a number")
}

#[test]
fn a_message_of_100_mb_is_refused_by_its_id_and_costs_no_memory() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    works(&mut client);
    let head = "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"create_task_plan\",\"arguments\":{\"content\":\"";
    client.send_bytes(head.as_bytes());
    let megabyte = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        client.send_bytes(&megabyte);
    }
    client.send_bytes(b"\"}},\"id\":\"huge\"}\n");
    assert_eq!(client.answer(&json!("huge"))["error"]["code"], -32600);
    works(&mut client);
    #[cfg(target_os = "linux")]
    assert!(memory_kb(client.pid()) < 200_000, "{} kB", memory_kb(client.pid()));
    assert_eq!(client.end().exit, Some(0));
}

#[test]
fn the_largest_plan_fits_however_it_is_escaped() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    let escaped = "\\u0041".repeat(262_144);
    client.send_bytes(
        format!("{{\"jsonrpc\":\"2.0\",\"id\":\"full\",\"method\":\"tools/call\",\"params\":{{\"name\":\"create_task_plan\",\"arguments\":{{\"task_id\":\"T\",\"content\":\"{escaped}\"}}}}}}\n").as_bytes(),
    );
    assert_eq!(client.answer(&json!("full"))["result"]["structuredContent"]["bytes"], 262_144);
    let over = json!({ "name": "create_task_plan", "arguments": { "task_id": "T", "content": "a".repeat(262_145) } });
    let over = client.ask("tools/call", over)["result"].clone();
    assert!(over.to_string().contains("262144") || over.to_string().contains("262,144"), "MCP-04: {over}");
}

#[test]
fn json_that_nests_deep_is_refused() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    let deep = |levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":\"deep\",\"method\":\"tools/call\",\"params\":{{\"name\":\"get_task_plan\",\"arguments\":{{\"task_id\":{open}{close}}}}}}}\n"
        )
    };
    for levels in [64, 200, 1_000_000] {
        client.send_bytes(deep(levels).as_bytes());
        let answer = client.answer(&json!("deep"));
        // A million lists are refused as values, before anything is read of them.
        let refused = answer["result"]["isError"] == true || answer["error"]["code"] == -32600;
        assert!(refused, "{levels}: {answer}");
    }
    works(&mut client);
}

#[test]
fn lines_that_are_no_messages_are_answered_and_end_nothing() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    for (line, code) in [
        (&b"{\"id\":\"a\",\"x\":\"\xFF\"}"[..], -32700),
        (b"{\"id\":\"a\",", -32700),
        (b"{\"id\":\"a\",\"method\":7}", -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":[]}", -32600),
    ] {
        client.send_bytes(&[line, b"\n"].concat());
        let answer = client.answer(&json!("a"));
        assert_eq!(answer["error"]["code"], code, "{}", String::from_utf8_lossy(line));
    }
    client.send_bytes(b"[]\n\n\0\n");
    works(&mut client);
    client.send_bytes(b"{\"jsonrpc\":\"2.0\",\"id\":\"half\",\"method\":\"ping\"}");
    let end = client.end();
    assert_eq!(end.exit, Some(0));
    assert!(
        end.rest.iter().any(|message| message["id"] == "half" && message["error"]["code"] == -32700),
        "{:?}",
        end.rest
    );
}

#[test]
fn ten_thousand_requests_in_flight_are_all_answered() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    let total = 10_000;
    let mut lines = Vec::new();
    for number in 0..total {
        let request = match number % 10 {
            0 => create(&number.to_string(), &format!("T-{}", number % 7), "# P\n"),
            _ => json!({ "jsonrpc": "2.0", "id": number.to_string(), "method": "tools/call",
                "params": { "name": "get_task_plan", "arguments": { "task_id": format!("T-{}", number % 7) } } }),
        };
        lines.extend(format!("{request}\n").bytes());
    }
    client.send_bytes(&lines);
    let end = client.end();
    let answered: BTreeSet<_> = end.rest.iter().filter_map(|message| message["id"].as_str()).collect();
    assert_eq!((end.exit, answered.len()), (Some(0), total));
    assert!(end.rest.iter().all(|message| message["error"].is_null()));
}

#[test]
fn a_client_that_does_not_read_is_not_read_from() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "T"], &vec![b'a'; 200_000]);
    let mut command = desk.command(program());
    command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the server starts");
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let begin = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": planmark_tests::mcp::initialize("2025-11-25") });
        let get = json!({ "name": "get_task_plan", "arguments": { "task_id": "T" } });
        writeln!(input, "{begin}").expect("the server reads");
        let mut sent = 0;
        // 10,000 answers of 400 kB would be 4 GB.
        for id in 1..10_000 {
            let request = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": get });
            if writeln!(input, "{request}").is_err() {
                break;
            }
            sent = id;
        }
        sent
    });
    std::thread::sleep(Duration::from_secs(3));
    #[cfg(target_os = "linux")]
    assert!(memory_kb(child.id()) < 700_000, "{} kB", memory_kb(child.id()));
    // The client goes without having read a byte.
    drop(child.stdout.take());
    let until = Instant::now() + Duration::from_secs(20);
    while child.try_wait().expect("the process is ours").is_none() {
        assert!(Instant::now() < until, "the server stays though its client has gone");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(writer.join().expect("the writer") < 9_999, "it must have been held up");
}

#[test]
fn a_client_that_vanishes_leaves_whole_plans_and_no_locks() {
    let desk = Desk::new();
    for round in 0..10 {
        let mut client = begun(&desk);
        for number in 0..20 {
            client.send(&create(&number.to_string(), "T", &format!("# Round {round}, {number}\n")));
        }
        drop(client);
    }
    let mut client = begun(&desk);
    let begun = Instant::now();
    client.call("create_task_plan", json!({ "task_id": "T", "content": "# Last\n" }));
    assert!(begun.elapsed() < Duration::from_secs(2), "no lock is left");
    assert_eq!(desk.run(&["plan", "show", "--task", "T"]).out, b"# Last\n");
    assert_eq!(desk.run(&["doctor"]).exit, 0);
}

#[test]
fn an_id_that_is_in_use_is_refused() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    let twice = create("same", "T", &"x".repeat(100_000)).to_string();
    client.send_bytes(format!("{twice}\n{twice}\n").as_bytes());
    let answers = [client.answer(&json!("same")), client.answer(&json!("same"))];
    assert!(answers.iter().any(|answer| answer["error"]["code"] == -32600), "{answers:?}");
    assert!(answers.iter().any(|answer| answer["result"]["isError"] == false), "{answers:?}");
}

#[test]
fn a_call_that_is_cancelled_before_it_begins_is_not_made() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "held"], b"# Held\n");
    let mut client = begun(&desk);
    // A task that another process holds keeps all turns busy for a while.
    let store = SqliteStore::open(&desk.home()).expect("the home opens");
    let mut held = store.begin();
    held.acquire(&task("held")).expect("nobody holds it");
    for number in 0..32 {
        client.send(&create(&format!("w{number}"), "held", "# New\n"));
    }
    std::thread::sleep(Duration::from_millis(300));
    client.send(&create("late", "late", "# Late\n"));
    client.tell("notifications/cancelled", json!({ "requestId": "late", "reason": "changed my mind" }));
    std::thread::sleep(Duration::from_millis(300));
    drop(held);
    let end = client.end();
    assert_eq!(end.exit, Some(0));
    assert!(!end.rest.iter().any(|message| message["id"] == "late"), "a cancelled request is not answered");
    desk.run(&["plan", "show", "--task", "late", "--json"]).refused("plan-not-found", 4);
}

/// A call as a line, its arguments as they are written.
fn written(id: &str, tool: &str, arguments: &str) -> Vec<u8> {
    let params = format!("{{\"name\":\"{tool}\",\"arguments\":{arguments}}}");
    format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{id}\",\"method\":\"tools/call\",\"params\":{params}}}\n").into()
}

#[test]
fn arguments_that_are_no_plain_json_are_refused_as_the_command_line_refuses_them() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "T"], b"# Old\n");
    let mut client = begun(&desk);
    let deep = format!(r#"{{"task_id":"T","content":{}{}}}"#, "[".repeat(500), "]".repeat(500));
    for arguments in [
        r#"{"task_id":"T","content":"new","mode":"append","mode":"replace"}"#,
        r#"{"task_id":"T","content":"new","mod\u0065":"append","mode":"replace"}"#,
        r#"{"task_id":"T","content":"a\ud800"}"#,
        r#"{"task_id":"T","content":"\udc00"}"#,
        r#"{"task_id":"T","content":1e999}"#,
        deep.as_str(),
    ] {
        client.send_bytes(&written("w", "update_task_plan", arguments));
        let answer = client.answer(&json!("w"));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        let called = desk.run(&["call", "update_task_plan", "--args", arguments]);
        assert_eq!(answer["result"]["isError"], true, "{arguments}: {answer}");
        assert!(text.contains("invalid-argument"), "{arguments}: {text}");
        assert_eq!(text, String::from_utf8_lossy(&called.out).trim_end(), "{arguments}");
    }
    assert_eq!(desk.run(&["plan", "show", "--task", "T"]).out, b"# Old\n", "nothing was written");
    works(&mut client);
}

#[test]
fn a_member_of_a_message_that_stands_twice_is_refused() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    for line in [
        r#"{"jsonrpc":"2.0","id":"m","method":"ping","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":"m","method":"tools/call","params":{"name":"get_task_plan","arguments":{"task_id":"a"},"arguments":{"task_id":"b"}}}"#,
        r#"{"jsonrpc":"2.0","id":"m","method":"prompts/get","params":{"name":"plan","arguments":{"task_id":"a","task_id":"b"}}}"#,
    ] {
        client.send_bytes(format!("{line}\n").as_bytes());
        let error = client.answer(&json!("m"))["error"].clone();
        assert_eq!(error["code"], -32600, "{line}: {error}");
        assert!(error["message"].as_str().is_some_and(|text| text.contains("twice")), "{error}");
    }
    // A notification has no answer, whatever is wrong with it.
    client
        .send_bytes(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"method\":\"notifications/y\"}\n");
    works(&mut client);
    assert!(client.end().rest.is_empty());
}

#[test]
fn a_line_that_is_no_message_is_told_why() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":"y","method":"ping","params":{}{}}}"#,
        "[".repeat(500),
        "]".repeat(500)
    );
    for (line, part) in [
        (&b"{\"id\":\"y\",\"x\":\"\xFF\"}"[..], "not UTF-8"),
        (b"{\"id\":\"y\",\"x\":}", "not JSON"),
        (br#"{"jsonrpc":"2.0","id":"y","method":"ping","params":{"x":"\ud800"}}"#, "surrogate pair"),
        (deep.as_bytes(), "127 levels"),
    ] {
        client.send_bytes(&[line, b"\n"].concat());
        let error = client.answer(&json!("y"))["error"].clone();
        assert_eq!(error["code"], -32700, "{error}");
        assert!(error["message"].as_str().is_some_and(|text| text.contains(part)), "{part}: {error}");
    }
    works(&mut client);
}

#[test]
fn a_message_of_many_values_is_refused_and_costs_little() {
    let desk = Desk::new();
    let mut client = begun(&desk);
    works(&mut client);
    let many = format!("[{}1]", "1,".repeat(1_900_000));
    let ping = |id: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{id}\",\"method\":\"ping\",\"params\":{{\"x\":{many}}}}}\n")
    };
    for _ in 0..3 {
        client.send_bytes(&written("v", "save_plan", &format!("{{\"content\":{many}}}")));
        assert_eq!(client.answer(&json!("v"))["error"]["code"], -32600);
        client.send_bytes(ping("p").as_bytes());
        let error = client.answer(&json!("p"))["error"].clone();
        assert_eq!(error["code"], -32600);
        assert!(error["message"].as_str().is_some_and(|text| text.contains("50000 values")), "{error}");
    }
    #[cfg(target_os = "linux")]
    assert!(memory_kb(client.pid()) < 200_000, "{} kB", memory_kb(client.pid()));
    // Values are no text: a plan may be made of commas.
    let commas = json!({ "task_id": "C", "content": ",[{".repeat(60_000) });
    assert!(client.call("create_task_plan", commas)["revision"].is_number());
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_can_not_be_written_are_said_and_are_the_exit_code() {
    let desk = Desk::new();
    for more in [&[][..], &["--json"]] {
        let mut command = desk.command(program());
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
        command.arg("mcp").args(more).stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let mut input = child.stdin.take().expect("a pipe");
        writeln!(input, "{}", json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })).expect("it reads");
        drop(input);
        let output = child.wait_with_output().expect("the process is ours");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("standard output"), "{said}");
        assert!(more.is_empty() || said.contains("output-failed"), "{said}");
    }
}
