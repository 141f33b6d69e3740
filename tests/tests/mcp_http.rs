//! The MCP server over HTTP: who may use it, and what it answers.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use planmark::store::Store;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::cli::Desk;
use planmark_tests::contract::task;
use planmark_tests::mcp::http::{Answer, HttpServer};
use planmark_tests::mcp::{STATELESS, initialize, stateless};
use serde_json::{Value, json};

/// A secret of the tests.
const SECRET: &str = "a-secret-of-the-tests-0123456789";

fn message(id: u64, method: &str, params: Value) -> Value {
    let mut message = json!({ "jsonrpc": "2.0", "id": id, "method": method });
    message["params"] = params;
    message
}

fn create(task: &str) -> Value {
    json!({ "name": "create_task_plan", "arguments": { "task_id": task, "content": "# P\n" } })
}

/// Begins a session; gives its id.
fn begin(server: &HttpServer) -> String {
    let answer = server.post(&message(1, "initialize", initialize("2025-06-18")), "2025-06-18", &[]);
    assert_eq!(answer.status, 200);
    let session = answer.header("mcp-session-id").expect("a session").to_owned();
    assert_eq!(answer.message()["result"]["protocolVersion"], "2025-06-18");
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(server.post(&ready, "2025-06-18", &[("Mcp-Session-Id", &session)]).status, 202);
    session
}

#[test]
fn requests_without_a_session_are_answered() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let found = server.post(&message(1, "server/discover", stateless(json!({}))), STATELESS, &[]);
    assert_eq!((found.status, found.header("mcp-session-id")), (200, None));
    assert!(found.message()["result"]["supportedVersions"].is_array());
    let called = server.post(&message(2, "tools/call", stateless(create("T"))), STATELESS, &[]).message();
    assert_eq!(called["result"]["structuredContent"]["revision"], 1, "{called}");
    let mismatch = server.post(
        &message(3, "tools/list", stateless(json!({}))),
        STATELESS,
        &[("Mcp-Method", "tools/call")],
    );
    assert_eq!(mismatch.status, 400);
    assert_eq!(mismatch.message()["error"]["code"], -32020);
    let unknown = server.post(&message(4, "no/such", stateless(json!({}))), STATELESS, &[]);
    assert_eq!(unknown.status, 404);
    assert_eq!(unknown.message()["error"]["code"], -32601);
}

#[test]
fn sessions_are_kept_and_ended() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let session = begin(&server);
    let with = [("Mcp-Session-Id", session.as_str())];
    let called = server.post(&message(2, "tools/call", create("T")), "2025-06-18", &with).message();
    assert_eq!(called["result"]["structuredContent"]["revision"], 1, "{called}");
    let bearer = format!("Bearer {}", server.token);
    let headers = [("Authorization", bearer.as_str()), ("Mcp-Session-Id", &session)];
    assert!((200..300).contains(&server.send("DELETE", "/mcp", &headers, b"").status));
    let gone = server.post(&message(3, "tools/list", json!({})), "2025-06-18", &with);
    assert_eq!(gone.status, 404);
}

#[test]
fn a_session_is_told_of_changes_over_its_stream() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let session = begin(&server);
    let with = [("Mcp-Session-Id", session.as_str())];
    let uri = json!({ "uri": "planmark://task/T" });
    assert_eq!(
        server.post(&message(2, "resources/subscribe", uri.clone()), "2025-06-18", &with).message()["result"],
        json!({})
    );
    let bearer = format!("Bearer {}", server.token);
    let headers =
        [("Authorization", bearer.as_str()), ("Accept", "text/event-stream"), ("Mcp-Session-Id", &session)];
    let mut stream = server.send("GET", "/mcp", &headers, b"");
    assert_eq!(stream.status, 200);
    let other = begin(&server);
    let called =
        server.post(&message(2, "tools/call", create("T")), "2025-06-18", &[("Mcp-Session-Id", &other)]);
    assert_eq!(called.status, 200);
    let told = std::iter::from_fn(|| stream.event())
        .find(|event| event["method"] == "notifications/resources/updated");
    assert_eq!(told.expect("it is told")["params"], uri);
}

#[test]
fn a_listener_is_told_of_changes_until_it_goes() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let filter = json!({ "notifications": { "resourceSubscriptions": ["planmark://task/T"] } });
    let mut stream = server.post(&message(9, "subscriptions/listen", stateless(filter)), STATELESS, &[]);
    assert_eq!(stream.status, 200);
    let first = stream.event().expect("an acknowledgement");
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    let called = server.post(&message(2, "tools/call", stateless(create("T"))), STATELESS, &[]);
    assert_eq!(called.status, 200);
    assert_eq!(stream.event().expect("an event")["method"], "notifications/resources/updated");
}

#[test]
fn without_the_token_nothing_is_answered() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &["--log", "debug"], &[]);
    let list = message(1, "tools/list", stateless(json!({})));
    for (given, challenge) in [
        ("", "Bearer realm=\"planmark\""),
        ("Bearer wrong", "Bearer realm=\"planmark\", error=\"invalid_token\""),
        ("Basic dXNlcjpwYXNz", "Bearer realm=\"planmark\""),
        ("Bearer", "Bearer realm=\"planmark\""),
    ] {
        let answer = server.post(&list, STATELESS, &[("Authorization", given)]);
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some(challenge)), "{given:?}");
    }
    let other = format!("bearer  {}", server.token);
    assert_eq!(
        server.post(&list, STATELESS, &[("Authorization", &other)]).status,
        200,
        "the scheme has any case"
    );
    assert_eq!(server.token.len(), 64);
    let said = server.said().join("\n");
    assert!(!said.contains(&server.token), "shown once: {said}");
    assert_eq!(server.send("GET", "/other", &[], b"").status, 401, "not even what there is");
}

#[test]
fn the_token_comes_from_a_file_or_the_environment_and_is_not_printed() {
    let desk = Desk::new();
    desk.file("token", format!("{SECRET}\n"));
    let mut from_file = HttpServer::start(
        &desk,
        &["--token-file", "token"],
        &[("PLANMARK_MCP_TOKEN", "another-secret-0123456789")],
    );
    let mut from_environment = HttpServer::start(&desk, &[], &[("PLANMARK_MCP_TOKEN", SECRET)]);
    for server in [&mut from_file, &mut from_environment] {
        assert_eq!(std::mem::replace(&mut server.token, SECRET.to_owned()), "", "none is printed");
        assert_eq!(server.post(&message(1, "tools/list", stateless(json!({}))), STATELESS, &[]).status, 200);
    }
    desk.file("short", "short");
    desk.run(&["mcp", "--http", "0", "--token-file", "short", "--json"]).refused("token-invalid", 3);
    desk.run(&["mcp", "--http", "0", "--token-file", "none", "--json"]).refused("input-missing", 3);
}

#[test]
fn pages_and_names_of_others_are_refused() {
    let desk = Desk::new();
    let server = HttpServer::start(
        &desk,
        &["--allow-origin", "http://app.example:*", "--allow-host", "plans.example"],
        &[],
    );
    let list = message(1, "tools/list", stateless(json!({})));
    let port = server.address.port();
    let answer = |header: (&str, &str)| server.post(&list, STATELESS, &[header]).status;
    assert_eq!(answer(("Host", &format!("localhost:{port}"))), 200);
    assert_eq!(answer(("Host", "plans.example")), 200);
    assert_eq!(answer(("Host", "evil.example")), 403);
    assert_eq!(answer(("Origin", "http://app.example:3000")), 200);
    for origin in ["http://evil.example", "null", "https://app.example", "http://localhost:3000"] {
        assert_eq!(answer(("Origin", origin)), 403, "{origin}");
    }
}

#[test]
fn a_port_that_is_taken_is_said() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let taken = server.address.port().to_string();
    desk.run(&["mcp", "--http", &taken, "--json"]).refused("listen-failed", 1);
}

#[test]
fn bodies_are_bounded_and_must_be_messages() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let bearer = format!("Bearer {}", server.token);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    let post = |body: &[u8]| server.send("POST", "/mcp", &headers, body);
    let long = post(&vec![b' '; 4 * 1024 * 1024 + 1]);
    assert_eq!((long.status, long.message()["error"]["code"].clone()), (413, json!(-32600)));
    let deep = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\",\"params\":{}{}}}",
        "[".repeat(500),
        "]".repeat(500)
    );
    let many =
        format!("{{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\",\"params\":[{}1]}}", "1,".repeat(60_000));
    for (body, code, id) in [
        (&b"not json"[..], -32700, Value::Null),
        (b"", -32700, Value::Null),
        (b"\xFF", -32700, Value::Null),
        (b"{\"id\":8,\"x\":\"\xFF\"}", -32700, json!(8)),
        ("[".repeat(100_000).as_bytes(), -32700, Value::Null),
        (deep.as_bytes(), -32700, json!(8)),
        (br#"{"jsonrpc":"2.0","id":8,"method":"ping","params":{"x":"\ud800"}}"#, -32700, json!(8)),
        (b"{}", -32600, Value::Null),
        (br#"[{"jsonrpc":"2.0","id":8,"method":"ping"}]"#, -32600, Value::Null),
        (br#"{"jsonrpc":"2.0","id":8,"method":"ping","method":"tools/list"}"#, -32600, json!(8)),
        (br#"{"jsonrpc":"2.0","method":"notifications/progress","params":7}"#, -32600, Value::Null),
        (many.as_bytes(), -32600, json!(8)),
    ] {
        let answer = post(body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (400, Some("application/json")),
            "{shown}"
        );
        let message = answer.message();
        assert_eq!((&message["error"]["code"], &message["id"]), (&json!(code), &id), "{shown}: {message}");
    }
    let text = [("Content-Type", "text/plain"), headers[0], headers[2]];
    assert_eq!(server.send("POST", "/mcp", &text, b"{}").status, 415);
    assert_eq!(server.send("PUT", "/mcp", &headers, b"").status, 405);
    assert_eq!(server.send("POST", "/other", &headers, b"{}").status, 404);
}

#[test]
fn a_client_that_stalls_delays_nobody_and_is_dropped() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let begun = Instant::now();
    let mut slow = server.connect();
    slow.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n").expect("the server reads");
    let mut vanished = server.connect();
    vanished
        .write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
        .expect("the server reads");
    drop(vanished);
    let list = message(1, "tools/list", stateless(json!({})));
    assert_eq!(server.post(&list, STATELESS, &[]).status, 200);
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    let waited = begun.elapsed();
    assert!((Duration::from_secs(5)..Duration::from_secs(25)).contains(&waited), "{waited:?}");
}

#[test]
fn many_clients_at_once_are_all_answered_or_told_to_come_again() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..100)
            .map(|number| {
                let server = &server;
                scope.spawn(move || {
                    let task = format!("T-{number}");
                    (0..20)
                        .map(|_| {
                            server
                                .post(&message(1, "tools/call", stateless(create(&task))), STATELESS, &[])
                                .status
                        })
                        .inspect(|status| {
                            if *status == 503 {
                                std::thread::sleep(Duration::from_millis(50));
                            }
                        })
                        .find(|status| *status != 503)
                        .unwrap_or(503)
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().expect("a client")).collect()
    });
    assert!(answers.iter().all(|status| *status == 200), "{answers:?}");
    let plans = desk.run(&["plan", "list", "--json"]).json();
    assert_eq!(plans["plans"].as_array().map(Vec::len), Some(100));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_and_its_streams() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let desk = Desk::new();
        let mut server = HttpServer::start(&desk, &[], &[]);
        let filter = json!({ "notifications": { "resourcesListChanged": true } });
        let mut stream: Answer =
            server.post(&message(1, "subscriptions/listen", stateless(filter)), STATELESS, &[]);
        assert!(stream.event().is_some());
        let pid = i32::try_from(server.pid()).expect("a process id");
        kill(Pid::from_raw(pid), signal).expect("the process is ours");
        assert_eq!(server.ends(), Some(0), "{signal}");
        while stream.event().is_some() {}
    }
}

#[test]
fn arguments_are_read_as_they_were_written() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &[], &[]);
    let session = begin(&server);
    let bearer = format!("Bearer {}", server.token);
    let meta = stateless(json!({}))["_meta"].to_string();
    for arguments in [
        r#"{"task_id":"T","content":"new","mode":"append","mode":"replace"}"#,
        r#"{"task_id":"T","content":"a\ud800"}"#,
    ] {
        let body = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{{\"name\":\"update_task_plan\",\"arguments\":{arguments},\"_meta\":{meta}}}}}"
        );
        let legacy = body.replace(&format!(",\"_meta\":{meta}"), "");
        let common = [
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        let modern = [
            ("MCP-Protocol-Version", STATELESS),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "update_task_plan"),
        ];
        let in_session = [("MCP-Protocol-Version", "2025-06-18"), ("Mcp-Session-Id", session.as_str())];
        for answer in [
            server.send("POST", "/mcp", &[&common[..], &modern[..]].concat(), body.as_bytes()),
            server.send("POST", "/mcp", &[&common[..], &in_session[..]].concat(), legacy.as_bytes()),
        ] {
            let message = answer.message();
            let text = message["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned();
            let called = desk.run(&["call", "update_task_plan", "--args", arguments]);
            assert_eq!(text, String::from_utf8_lossy(&called.out).trim_end(), "{message}");
            assert!(text.contains("invalid-argument"), "{text}");
        }
    }
}

#[test]
fn an_id_that_is_in_use_in_a_session_is_refused() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "held"], b"# Held\n");
    let server = HttpServer::start(&desk, &[], &[]);
    let session = begin(&server);
    let other = begin(&server);
    // A task that another process holds keeps the first call busy until all have been sent.
    let store = SqliteStore::open(&desk.home()).expect("the home opens");
    let mut held = store.begin();
    held.acquire(&task("held")).expect("nobody holds it");
    let call = message(7, "tools/call", create("held"));
    let post = |session: &str| server.post(&call, "2025-06-18", &[("Mcp-Session-Id", session)]);
    let ask = |session: &str| {
        let answer = post(session);
        (answer.status, answer.message())
    };
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..12).map(|_| scope.spawn(|| ask(&session))).collect();
        let elsewhere = scope.spawn(|| ask(&other));
        std::thread::sleep(Duration::from_secs(3));
        drop(held);
        let (status, answer) = elsewhere.join().expect("a client");
        assert_eq!((status, &answer["error"]), (200, &Value::Null), "another session's ids are its own");
        clients.into_iter().map(|client| client.join().expect("a client")).collect()
    });
    let refused =
        answers.iter().filter(|(status, answer)| *status == 400 && answer["error"]["code"] == -32600);
    assert_eq!(refused.count(), 11, "{answers:?}");
    let served = answers.iter().filter(|(status, answer)| *status == 200 && answer["result"].is_object());
    assert_eq!(served.count(), 1, "{answers:?}");
    let again = post(&session);
    assert_eq!((again.status, again.message()["id"].clone()), (200, json!(7)), "an id is free once answered");
}

#[test]
fn headers_that_name_more_than_one_host_or_origin_are_refused() {
    let desk = Desk::new();
    let server = HttpServer::start(&desk, &["--allow-origin", "http://app.example:*"], &[]);
    let list = message(1, "tools/list", stateless(json!({}))).to_string();
    let status = |lines: &str| {
        let mut stream = server.connect();
        let head = format!(
            "POST /mcp HTTP/1.1\r\n{lines}Authorization: Bearer {}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: {STATELESS}\r\nMcp-Method: tools/list\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{list}",
            server.token,
            list.len()
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        Answer::read(stream).status
    };
    assert_eq!(status("Host: 127.0.0.1\r\n"), 200);
    assert_eq!(status("Host: 127.0.0.1\r\nOrigin: http://app.example:1\r\n"), 200);
    for lines in [
        "Host: evil.example@127.0.0.1\r\n",
        "Host: 127.0.0.1\r\nHost: evil.example\r\n",
        "Host: evil.example\r\nHost: 127.0.0.1\r\n",
        "Host: 127.0.0.1:80:80\r\n",
    ] {
        assert_eq!(status(lines), 400, "{lines:?}");
    }
    for origins in [
        "Origin: http://app.example:1\r\nOrigin: http://evil.example\r\n",
        "Origin: http://evil.example@app.example:1\r\n",
        "Origin: http://app.example:1/x\r\n",
    ] {
        assert_eq!(status(&format!("Host: 127.0.0.1\r\n{origins}")), 403, "{origins:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_token_file_without_end_is_read_to_a_bound() {
    let desk = Desk::new();
    let begun = Instant::now();
    desk.run(&["mcp", "--http", "0", "--token-file", "/dev/zero", "--json"]).refused("token-invalid", 3);
    assert!(begun.elapsed() < Duration::from_secs(10));
    // What is a token at its begin, and more after what is read, is none.
    desk.file("long", format!("{SECRET}{}x", " ".repeat(5000)));
    desk.run(&["mcp", "--http", "0", "--token-file", "long", "--json"]).refused("token-invalid", 3);
}
