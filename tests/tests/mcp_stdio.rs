//! The MCP server on standard input and output: what clients of every version send and get.

use std::time::Duration;

use planmark_tests::cli::{Desk, program};
use planmark_tests::mcp::{LineClient, STATELESS, initialize, stateless};
use serde_json::{Value, json};

/// Every version with `initialize`.
const SESSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn create(client: &mut LineClient, task: &str, content: &str) -> Value {
    client.call("create_task_plan", json!({ "task_id": task, "content": content }))
}

#[test]
fn every_version_with_a_session_is_spoken() {
    for version in SESSIONS {
        let desk = Desk::new();
        let mut client = LineClient::start(&desk, &[]);
        let begun = client.initialize(version);
        assert_eq!(begun["protocolVersion"], version);
        assert_eq!(begun["serverInfo"]["name"], "planmark");
        assert!(begun["instructions"].as_str().is_some_and(|text| text.contains("create_task_plan")));
        assert_eq!(create(&mut client, "T-1", "# Plan\n")["revision"], 1);
        assert_eq!(client.call("get_task_plan", json!({ "task_id": "T-1" }))["content"], "# Plan\n");
        assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
        let end = client.end();
        assert_eq!((end.exit, end.said.as_str()), (Some(0), ""));
    }
}

#[test]
fn an_unknown_version_with_a_session_gets_the_newest_there_is() {
    let desk = Desk::new();
    for version in ["1999-01-01", STATELESS] {
        assert_eq!(LineClient::start(&desk, &[]).initialize(version)["protocolVersion"], "2025-11-25");
    }
}

#[test]
fn the_version_without_sessions_is_spoken() {
    let desk = Desk::new();
    let mut client = LineClient::start(&desk, &[]);
    let found = client.ask_stateless("server/discover", json!({}));
    let versions = found["result"]["supportedVersions"].as_array().expect("versions").clone();
    assert!(versions.contains(&json!(STATELESS)) && versions.contains(&json!("2025-11-25")), "{found}");
    assert_eq!(found["result"]["resultType"], "complete");
    let listed = client.ask_stateless("tools/list", json!({}));
    assert_eq!(listed["result"]["resultType"], "complete");
    let call = json!({ "name": "create_task_plan", "arguments": { "task_id": "T", "content": "# P\n" } });
    let called = client.ask_stateless("tools/call", call);
    assert_eq!(called["result"]["structuredContent"]["revision"], 1, "{called}");
    let unnamed = client.ask("tools/list", json!({}));
    assert_eq!(unnamed["error"]["code"], -32602, "a request says its version");
    let mut other = stateless(json!({}));
    other["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2030-01-01");
    assert_eq!(client.ask("tools/list", other)["error"]["code"], -32022);
    assert_eq!(client.end().exit, Some(0));
}

#[test]
fn a_client_may_look_first_and_begin_a_session_then() {
    let desk = Desk::new();
    let mut client = LineClient::start(&desk, &[]);
    assert!(client.ask_stateless("server/discover", json!({}))["error"].is_null());
    assert_eq!(client.initialize("2025-11-25")["protocolVersion"], "2025-11-25");
    assert_eq!(create(&mut client, "T", "# P\n")["revision"], 1);
}

#[test]
fn a_message_out_of_place_ends_nothing() {
    let desk = Desk::new();
    let mut client = LineClient::start(&desk, &[]);
    client.tell("notifications/cancelled", json!({ "requestId": 7 }));
    client.send(&json!({ "jsonrpc": "2.0", "id": 4, "result": {} }));
    assert_eq!(client.ask("tools/list", json!({}))["error"]["code"], -32602);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    client.initialize("2025-06-18");
    client.send(&json!({ "jsonrpc": "2.0", "id": 4, "result": {} }));
    client.tell("notifications/unknown", json!({}));
    assert_eq!(create(&mut client, "T", "# P\n")["revision"], 1);
    assert_eq!(client.end().exit, Some(0));
}

#[test]
fn tools_are_those_of_the_offer_with_their_schemas_and_hints() {
    let desk = Desk::new();
    let mut client =
        LineClient::begin(&desk, &["--profile", "documents", "--tool-suffix", "kandev"], "2025-11-25");
    let listed = client.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().expect("tools");
    let names: Vec<_> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    let expected = ["create", "update", "get", "delete"].map(|verb| format!("{verb}_task_plan_kandev"));
    assert_eq!(names, expected);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        assert!(tool["description"].as_str().is_some_and(|text| text.len() < 2048));
        assert_eq!(tool["annotations"]["readOnlyHint"], tool["name"] == "get_task_plan_kandev");
        assert_eq!(tool["annotations"]["openWorldHint"], false);
    }
    let unknown = client.ask("tools/call", json!({ "name": "create_task_plan", "arguments": {} }));
    assert_eq!(unknown["error"]["code"], -32602);
    assert_eq!(client.ask("tools/list", json!({ "cursor": "x" }))["error"]["code"], -32602);
}

#[test]
fn an_answer_is_the_same_json_twice_and_a_refusal_is_an_answer() {
    let desk = Desk::new();
    let mut client = LineClient::begin(&desk, &[], "2025-11-25");
    for (arguments, refused) in [
        (json!({ "task_id": "T", "content": "# P\n" }), false),
        (json!({ "task_id": "T", "content": "" }), true),
        (json!({ "task_id": "T", "content": 7 }), true),
        (json!({ "task_id": "T", "content": "x", "extra": 1 }), true),
    ] {
        let answer = client.ask("tools/call", json!({ "name": "create_task_plan", "arguments": arguments }));
        let result = &answer["result"];
        assert_eq!(result["isError"], refused, "{answer}");
        assert_eq!(result["content"].as_array().map(Vec::len), Some(1));
        let text: Value =
            serde_json::from_str(result["content"][0]["text"].as_str().expect("a text")).expect("JSON");
        // What is no answer of the tool's schema must not be structured content.
        let structured = if refused { &Value::Null } else { &text };
        assert_eq!(&result["structuredContent"], structured);
    }
    let formless = client.ask("tools/call", json!({ "name": "create_task_plan", "arguments": "text" }));
    assert_eq!(formless["error"]["code"], -32602);
    assert_eq!(client.ask("no/such", json!({}))["error"]["code"], -32601);
}

#[test]
fn a_method_that_is_not_there_is_said_in_a_sentence() {
    let desk = Desk::new();
    let mut client = LineClient::begin(&desk, &[], "2025-11-25");
    // The last two are known to the library, and not to this server.
    for method in ["no/such", "completion/complete", "logging/setLevel"] {
        let params = json!({ "ref": { "type": "ref/prompt", "name": "plan" }, "level": "info",
            "argument": { "name": "task_id", "value": "T" } });
        let error = client.ask(method, params)["error"].clone();
        assert_eq!(error["code"], -32601, "{error}");
        assert_eq!(error["message"], format!("there is no method {method:?}"));
    }
}

#[test]
fn an_integer_may_have_a_fraction_of_zeros() {
    let desk = Desk::new();
    let mut client = LineClient::begin(&desk, &[], "2025-11-25");
    client.call("save_plan", json!({ "content": "## Section 4\n\n- [ ] One\n- [ ] Two\n" }));
    let mut read = |from: &str| {
        let arguments = format!("{{\"from\":{from}}}");
        client.send_bytes(
            format!("{{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"tools/call\",\"params\":{{\"name\":\"read_plan_tasks\",\"arguments\":{arguments}}}}}\n").as_bytes(),
        );
        client.answer(&json!("i"))["result"].clone()
    };
    let whole = read("2");
    assert_eq!(whole["isError"], false, "{whole}");
    assert_eq!(read("2.0"), whole);
    assert_eq!(read("2.000"), whole);
    for other in ["2.5", "-2.0", "1e999"] {
        assert_eq!(read(other)["isError"], true, "{other}");
    }
}

#[test]
fn the_author_is_the_one_given_or_the_client() {
    for (arguments, name) in [(&[][..], "raw-lines"), (&["--author", "ci"][..], "ci")] {
        let desk = Desk::new();
        let mut client = LineClient::begin(&desk, arguments, "2025-06-18");
        create(&mut client, "T", "# P\n");
        drop(client);
        let log = desk.run(&["plan", "log", "--task", "T", "--json"]).json();
        assert_eq!(log["revisions"][0]["author"], json!({ "kind": "agent", "name": name }));
    }
    let refused = Desk::new().run(&["mcp", "--author", "a\u{7}b", "--json"]);
    refused.refused("invalid-author", 3);
}

#[test]
fn outside_its_reach_a_client_learns_nothing() {
    let desk = Desk::new();
    for task in ["in-1", "out-1", "one"] {
        desk.send(&["plan", "create", "--task", task], b"# secret\n");
    }
    let mut client = LineClient::begin(&desk, &["--reach", "in-*", "--reach", "one"], "2025-11-25");
    let read = |client: &mut LineClient, uri: &str| client.ask("resources/read", json!({ "uri": uri }));
    let mut hidden = Vec::new();
    for task in ["out-1", "out-2"] {
        let answer =
            client.ask("tools/call", json!({ "name": "get_task_plan", "arguments": { "task_id": task } }));
        let written = json!({ "task_id": task, "content": "x" });
        let refused = client.ask("tools/call", json!({ "name": "create_task_plan", "arguments": written }));
        assert_eq!(
            (&answer["result"]["isError"], &refused["result"]["isError"]),
            (&json!(true), &json!(true))
        );
        let resource = read(&mut client, &format!("planmark://task/{task}"));
        let subscribed =
            client.ask("resources/subscribe", json!({ "uri": format!("planmark://task/{task}") }));
        assert_eq!(resource["error"]["code"], -32002);
        assert_eq!(subscribed["error"]["code"], -32002);
        let answers = [
            answer["result"].clone(),
            refused["result"].clone(),
            resource["error"].clone(),
            subscribed["error"].clone(),
        ];
        hidden.push(answers.map(|answer| answer.to_string().replace(task, "TASK")));
    }
    assert_eq!(hidden[0], hidden[1], "whether there is a plan makes no difference");
    let listed = client.ask("resources/list", json!({}));
    let tasks: Vec<_> =
        listed["result"]["resources"].as_array().into_iter().flatten().map(|r| r["name"].clone()).collect();
    assert_eq!(tasks, ["in-1", "one"]);
    assert_eq!(read(&mut client, "planmark://task/in-1")["result"]["contents"][0]["text"], "# secret\n");
}

#[test]
fn plans_are_resources() {
    let desk = Desk::new();
    let mut client = LineClient::begin(&desk, &[], "2025-11-25");
    create(&mut client, "web/7", "# Größe\n");
    let listed = client.ask("resources/list", json!({}))["result"]["resources"][0].clone();
    let expected = json!({
        "uri": "planmark://task/web%2F7", "name": "web/7", "title": "Plan", "mimeType": "text/markdown", "size": 10
    });
    assert_eq!(listed, expected);
    let contents =
        client.ask("resources/read", json!({ "uri": listed["uri"] }))["result"]["contents"][0].clone();
    assert_eq!(
        contents,
        json!({ "uri": "planmark://task/web%2F7", "mimeType": "text/markdown", "text": "# Größe\n" })
    );
    let templates = client.ask("resources/templates/list", json!({}));
    assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "planmark://task/{id}");
    for uri in ["planmark://task/none", "planmark://task/", "file:///etc/passwd", ""] {
        let answer = client.ask("resources/read", json!({ "uri": uri }));
        assert_eq!(answer["error"]["code"], -32002, "{uri}: {answer}");
    }
    let mut modern = LineClient::start(&desk, &[]);
    let missing = modern.ask_stateless("resources/read", json!({ "uri": "planmark://task/none" }));
    assert_eq!(missing["error"]["code"], -32602);
}

#[test]
fn many_plans_come_in_pages() {
    let desk = Desk::new();
    let mut client = LineClient::begin(&desk, &[], "2025-11-25");
    for number in 0..201 {
        create(&mut client, &format!("T-{number:03}"), "# P\n");
    }
    let first = client.ask("resources/list", json!({}))["result"].clone();
    assert_eq!(first["resources"].as_array().map(Vec::len), Some(200));
    let second = client.ask("resources/list", json!({ "cursor": first["nextCursor"] }))["result"].clone();
    assert_eq!(second["resources"][0]["name"], "T-200");
    assert_eq!(second["nextCursor"], Value::Null);
    for method in ["resources/list", "tools/list", "prompts/list", "resources/templates/list"] {
        for cursor in [json!("a b"), json!("garbage"), json!("T-200"), json!(""), json!(5), json!({})] {
            let answer = client.ask(method, json!({ "cursor": cursor }));
            assert_eq!(answer["error"]["code"], -32602, "{method} {cursor}: {answer}");
        }
        assert!(client.ask(method, json!({ "cursor": null }))["error"].is_null(), "{method}");
    }
}

#[test]
fn a_session_is_told_of_plans_it_subscribed_to_whoever_writes_them() {
    let desk = Desk::new();
    let mut client = LineClient::begin(&desk, &[], "2025-06-18");
    let uri = json!({ "uri": "planmark://task/T" });
    assert_eq!(client.ask("resources/subscribe", uri.clone())["result"], json!({}));
    create(&mut client, "T", "# P\n");
    assert_eq!(client.notice("notifications/resources/updated")["params"], uri);
    client.notice("notifications/resources/list_changed");
    create(&mut client, "U", "# other\n");
    client.notice("notifications/resources/list_changed");
    assert!(!client.comes("notifications/resources/updated", Duration::from_millis(1500)), "told once");

    desk.send(&["plan", "append", "--task", "T"], b"by another process\n");
    assert_eq!(client.notice("notifications/resources/updated")["params"], uri);
    assert!(client.ask("resources/list", json!({}))["error"].is_null());
    desk.send(&["plan", "create", "--task", "V"], b"by another process\n");
    client.notice("notifications/resources/list_changed");

    assert_eq!(client.ask("resources/unsubscribe", uri)["result"], json!({}));
    create(&mut client, "T", "# again\n");
    assert!(!client.comes("notifications/resources/updated", Duration::from_millis(1500)));
}

#[test]
fn a_listener_without_a_session_is_told_what_it_asked_for() {
    let desk = Desk::new();
    let mut client = LineClient::start(&desk, &["--reach", "T*"]);
    let filter = json!({
        "toolsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": ["planmark://task/T", "planmark://task/U", "other:x"]
    });
    let id = client.request("subscriptions/listen", stateless(json!({ "notifications": filter })));
    let accepted = client.notice("notifications/subscriptions/acknowledged");
    let expected = json!({ "resourcesListChanged": true, "resourceSubscriptions": ["planmark://task/T"] });
    assert_eq!(accepted["params"]["notifications"], expected);
    // What another process writes from now on is told once the listener is known to be at work.
    std::thread::sleep(Duration::from_millis(200));
    desk.send(&["plan", "create", "--task", "T"], b"by another process\n");
    let updated = client.notice("notifications/resources/updated");
    assert_eq!(updated["params"]["uri"], "planmark://task/T");
    assert_eq!(updated["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], json!(id));
    client.notice("notifications/resources/list_changed");
    client.tell("notifications/cancelled", json!({ "requestId": id }));
    assert!(client.ask_stateless("tools/list", json!({}))["error"].is_null());
    assert_eq!(client.end().exit, Some(0));
}

#[test]
fn prompts_name_the_tools_as_they_are_registered() {
    let desk = Desk::new();
    let mut client = LineClient::begin(&desk, &["--tool-suffix", "x"], "2025-11-25");
    let listed = client.ask("prompts/list", json!({}))["result"]["prompts"].clone();
    let names: Vec<_> =
        listed.as_array().into_iter().flatten().map(|prompt| prompt["name"].clone()).collect();
    assert_eq!(names, ["plan", "build", "recover", "work"]);
    let got = client.ask("prompts/get", json!({ "name": "work" }));
    let text = got["result"]["messages"][0]["content"]["text"].as_str().expect("a text");
    assert!(text.contains("`save_plan_x`") && text.contains("`tick_plan_task_x`"), "{text}");
    for name in &names[..3] {
        let got = client.ask("prompts/get", json!({ "name": name, "arguments": { "task_id": "T-9" } }));
        let text = got["result"]["messages"][0]["content"]["text"].as_str().expect("a text");
        assert!(text.contains("T-9") && text.contains("get_task_plan_x"), "{text}");
    }
    for params in [
        json!({ "name": "none" }),
        json!({ "name": "plan" }),
        json!({ "name": "plan", "arguments": { "task_id": "two words" } }),
        json!({ "name": "plan", "arguments": { "task_id": "T", "other": "x" } }),
        json!({ "name": "plan", "arguments": { "task_id": 7 } }),
        json!({ "name": "work", "arguments": { "task_id": "T" } }),
    ] {
        assert_eq!(client.ask("prompts/get", params.clone())["error"]["code"], -32602, "{params}");
    }
}

#[test]
fn two_servers_on_one_home_lose_nothing() {
    let desk = Desk::new();
    desk.send(&["plan", "create", "--task", "T"], b"start\n");
    let each = 40;
    std::thread::scope(|scope| {
        for name in ["one", "two"] {
            let desk = &desk;
            scope.spawn(move || {
                let mut client = LineClient::begin(desk, &["--author", name], "2025-11-25");
                for number in 0..each {
                    let fragment = format!("- {name} {number}");
                    let arguments = json!({ "task_id": "T", "mode": "append", "content": fragment });
                    let answer = client.call("update_task_plan", arguments);
                    assert!(answer["revision"].is_number(), "{answer}");
                }
                assert_eq!(client.end().exit, Some(0));
            });
        }
    });
    let plan = String::from_utf8(desk.run(&["plan", "show", "--task", "T"]).out).expect("UTF-8");
    for name in ["one", "two"] {
        let lines: Vec<_> = plan.lines().filter(|line| line.starts_with(&format!("- {name} "))).collect();
        let expected: Vec<_> = (0..each).map(|number| format!("- {name} {number}")).collect();
        assert_eq!(lines, expected, "in the order they were acknowledged");
    }
}

#[test]
fn nothing_but_the_protocol_is_on_standard_output_and_logs_hold_no_text() {
    let desk = Desk::new();
    let mut client = LineClient::begin(&desk, &["--log", "debug"], "2025-11-25");
    create(&mut client, "T", "# a secret of the plan\n");
    client.send_bytes(b"no message\n");
    client.ask("ping", json!({}));
    let end = client.end();
    assert_eq!(end.exit, Some(0));
    assert!(end.said.contains("create_task_plan: done"), "{}", end.said);
    assert!(!end.said.contains("secret"), "{}", end.said);
    assert!(end.said.lines().all(|line| line.starts_with("planmark mcp: ")), "{}", end.said);
}

#[test]
fn a_command_line_that_can_not_be_served_is_refused() {
    let desk = Desk::new();
    desk.run(&["mcp", "--tool-suffix", "a-b", "--json"]).refused("invalid-argument", 3);
    for arguments in [
        &["mcp", "--profile", "none"][..],
        &["mcp", "--http", "localhost"],
        &["mcp", "--token-file", "x"],
        &["mcp", "--reach", ""],
        &["mcp", "--reach", "a b"],
        &["mcp", "--reach", "a*b*"],
        &["mcp", "--reach", "a*b"],
        &["mcp", "--session", "../x"],
        &["mcp", "--session", "two words"],
        &["mcp", "--http", "0", "--allow-origin", "foo"],
        &["mcp", "--http", "0", "--allow-origin", "localhost:8080"],
        &["mcp", "--http", "0", "--allow-origin", "http://x/path"],
        &["mcp", "--http", "0", "--allow-host", "http://x"],
        &["mcp", "--http", "0", "--allow-host", "*.example"],
        &["mcp", "--log", "loud"],
    ] {
        assert_eq!(desk.run(arguments).exit, 2, "{arguments:?}");
    }
    assert!(program().exists());
}

#[test]
fn the_end_of_the_input_ends_the_server() {
    let desk = Desk::new();
    for begin in [false, true] {
        let mut client = LineClient::start(&desk, &[]);
        if begin {
            client.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize("2025-06-18") }));
        }
        let end = client.end();
        assert_eq!((end.exit, end.rest.len()), (Some(0), usize::from(begin)), "{}", end.said);
    }
}

#[test]
fn the_reach_of_the_environment_is_separated_by_spaces() {
    let desk = Desk::new();
    let serve = |reach: &str| {
        let mut command = desk.command(program());
        command.arg("mcp").env("PLANMARK_REACH", reach);
        LineClient::spawn(command)
    };
    let mut client = serve("in-*  one");
    client.initialize("2025-11-25");
    for (task, reached) in [("in-1", true), ("one", true), ("out", false)] {
        let arguments = json!({ "task_id": task, "content": "x" });
        let answer = client.ask("tools/call", json!({ "name": "create_task_plan", "arguments": arguments }));
        assert_eq!(answer["result"]["isError"], !reached, "{task}: {answer}");
    }
    assert_eq!(client.end().exit, Some(0));
    // One that names nothing must not open everything.
    for reach in ["", "  ", "a*b"] {
        let end = serve(reach).end();
        assert_eq!(end.exit, Some(2), "{reach:?}: {}", end.said);
    }
}
