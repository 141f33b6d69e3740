//! `planmark hook`: what clients are answered, in every state of a session (D45 to D48).

use std::fs;
use std::path::Path;

use planmark::core::runtime::client::Client;
use planmark_tests::hooks::{file, input, load, text_in};
use planmark_tests::rooted::{Rooted, State};
use planmark_tests::schema;
use serde_json::{Map, Value, json};

const CLIENTS: [Client; 7] = [
    Client::ClaudeCode,
    Client::Codex,
    Client::Cursor,
    Client::Gemini,
    Client::Copilot,
    Client::Opencode,
    Client::Pi,
];
const MOMENTS: [&str; 4] = ["session-start", "prompt", "before-tool", "stop"];

/// What it is answered; none is no byte of output.
fn said(rooted: &Rooted, moment: &str, input: &Value) -> Option<Value> {
    said_to_bytes(rooted, moment, input.to_string().as_bytes())
}

fn said_to_bytes(rooted: &Rooted, moment: &str, input: &[u8]) -> Option<Value> {
    let run = rooted.hook(moment, input);
    assert_eq!((run.exit, run.err.as_str()), (0, ""), "{moment}");
    let text = String::from_utf8(run.out).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n') && text.matches('\n').count() == 1, "one line: {text}");
    (!text.is_empty()).then(|| serde_json::from_str(&text).expect("JSON"))
}

fn is_denied(answer: Option<&Value>) -> bool {
    text_in(answer).starts_with("Denied: ")
}

/// A call of a tool that changes a file, in the client's form.
fn change(rooted: &Rooted, client: Client, path: &str) -> Value {
    let mut call = input(rooted, client, "before-tool");
    let arguments = match client {
        Client::Copilot => &mut call["toolArgs"],
        Client::Opencode | Client::Pi => &mut call["arguments"],
        _ => &mut call["tool_input"],
    };
    let key = match client {
        Client::Codex => {
            let patch = format!("*** Begin Patch\n*** Update File: {path}\n@@\n-a\n+b\n*** End Patch\n");
            *arguments = json!({ "command": patch });
            return call;
        }
        Client::Copilot | Client::Pi => "path",
        Client::Opencode => "filePath",
        _ => "file_path",
    };
    arguments[key] = json!(path);
    call
}

// What is said.

#[test]
fn every_client_is_answered_in_its_own_schema_in_every_state() {
    for client in CLIENTS {
        let schemas = load(client, "schema.json");
        let mut all = Map::new();
        for moment in MOMENTS {
            for state in State::ALL {
                let rooted = Rooted::new(client, state);
                let answer = said(&rooted, moment, &input(&rooted, client, moment));
                if let Some(answer) = &answer {
                    schema::check(&schemas[moment], answer)
                        .unwrap_or_else(|what| panic!("{} {moment} {state:?}: {what}", client.name()));
                    let bytes = answer.to_string().len();
                    assert!(
                        bytes <= 10_000,
                        "{moment} {state:?}: Claude Code takes no more than 10,000 characters"
                    );
                }
                let shown = answer.map_or(Value::from(""), |answer| {
                    let project = serde_json::to_string(&rooted.project()).expect("JSON");
                    let text = answer.to_string().replace(project.trim_matches('"'), "$PROJECT");
                    serde_json::from_str(&text).expect("JSON")
                });
                all.insert(format!("{moment}, {state:?}"), shown);
            }
        }
        let text = format!("{}\n", serde_json::to_string_pretty(&all).expect("JSON"));
        let golden = file(client, "said.json");
        if std::env::var_os("PLANMARK_BLESS").is_some() {
            fs::write(&golden, &text).expect("a golden file");
        }
        assert_eq!(fs::read_to_string(&golden).unwrap_or_default(), text, "{}", golden.display());
    }
}

#[test]
fn a_session_without_a_root_is_not_disturbed() {
    for client in CLIENTS {
        for state in [State::NoHome, State::NoSession, State::NoRoot, State::Legacy] {
            let rooted = Rooted::new(client, state);
            let before = (state == State::NoRoot || state == State::Legacy).then(|| rooted.leaf());
            for moment in MOMENTS {
                assert_eq!(
                    said(&rooted, moment, &input(&rooted, client, moment)),
                    None,
                    "{moment} {state:?}"
                );
            }
            assert_eq!(before, before.map(|_| rooted.leaf()), "nothing is recorded either");
            assert_eq!(rooted.desk.home().exists(), state != State::NoHome, "no home is made");
        }
    }
}

#[test]
fn a_drifted_change_is_denied_with_the_command_and_a_covered_one_passes() {
    for client in CLIENTS {
        for state in State::ALL {
            let rooted = Rooted::new(client, state);
            let answer = said(&rooted, "before-tool", &input(&rooted, client, "before-tool"));
            assert_eq!(is_denied(answer.as_ref()), state == State::Drifted, "{} {state:?}", client.name());
            if state == State::Drifted {
                let payload =
                    rooted.runtime().payload("s-1", &planmark_tests::rooted::identity().key, rooted.seat());
                let command = payload.expect("a payload").read_arguments;
                let text = text_in(answer.as_ref());
                assert!(text.contains(&command) && text.contains("`continue_runtime_read`"), "{text}");
            }
            let elsewhere = change(&rooted, client, "src/main.rs");
            assert_eq!(said(&rooted, "before-tool", &elsewhere), None, "no path of the root");
        }
    }
}

#[test]
fn a_path_is_denied_however_it_is_written() {
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::Drifted);
        let absolute = format!("{}/plans/new/x.md", rooted.project());
        let around = format!("{}/src/../plans/./x.md", rooted.project());
        for path in ["plans/x.md", "./plans/x.md", "src/../plans/x.md", "plans\\x.md", &absolute, &around] {
            let answer = said(&rooted, "before-tool", &change(&rooted, client, path));
            assert!(is_denied(answer.as_ref()), "{} {path}", client.name());
        }
        for path in ["../plans/x.md", "C:\\Users\\n\\plan.md"] {
            let answer = said(&rooted, "before-tool", &change(&rooted, client, path));
            assert!(!is_denied(answer.as_ref()), "{} {path}", client.name());
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_path_of_the_root_is_denied() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Drifted);
    let notes = rooted.desk.folder().join("notes");
    std::os::unix::fs::symlink(rooted.desk.folder().join("plans"), &notes).expect("a link");
    let answer = said(&rooted, "before-tool", &change(&rooted, Client::ClaudeCode, "notes/x.md"));
    assert!(is_denied(answer.as_ref()));
    let body = rooted.desk.home().join("plans/s-1/plan-1.md");
    let call = change(&rooted, Client::ClaudeCode, &body.display().to_string());
    assert!(is_denied(said(&rooted, "before-tool", &call).as_ref()), "the body of the plan");
}

#[test]
fn a_path_is_denied_in_the_forms_that_clients_take_it_for() {
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::Drifted);
        let address = format!("file://{}/plans/a%20b.md", rooted.project());
        for path in ["@plans/x.md", "plans\u{a0}/../plans/x.md", &address] {
            let answer = said(&rooted, "before-tool", &change(&rooted, client, path));
            assert!(is_denied(answer.as_ref()), "{} {path}", client.name());
        }
    }
}

#[test]
fn a_patch_is_denied_where_its_command_is() {
    let rooted = Rooted::new(Client::Codex, State::Drifted);
    let call = |before: &str, folder: &str| {
        let patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: x.md\n*** End Patch\nEOF";
        let mut call = input(&rooted, Client::Codex, "before-tool");
        call["tool_name"] = json!("Bash");
        call["tool_input"] = json!({ "command": format!("{before}{patch}"), "workdir": folder });
        is_denied(said(&rooted, "before-tool", &call).as_ref())
    };
    assert!(call("cd plans && ", ""));
    assert!(call("", "plans"));
    assert!(call("cd ..; ", "plans/new/.."), "whether it gets there isn't known");
    assert!(!call("", "") && !call("cd src && ", ""));
}

#[cfg(unix)]
#[test]
fn a_glob_through_a_link_is_refused() {
    let desk = planmark_tests::cli::Desk::new();
    fs::create_dir_all(desk.folder().join("real/deep")).expect("a folder");
    std::os::unix::fs::symlink("real", desk.folder().join("link")).expect("a link");
    assert_eq!(desk.run(&["root", "cutover"]).exit, 0);
    let globs = [("link/**", 3), ("./link/deep/*.rs", 3), ("link", 3), ("real/**", 0), ("*/x", 0)];
    for ((glob, exit), root) in globs.into_iter().zip(["a", "b", "c", "d", "e"]) {
        let arguments = ["root", "admit", root, "--target", "t", "--no-plan", "--owns", glob, "--json"];
        let run = desk.run(&arguments);
        let text = format!("{}{}", String::from_utf8_lossy(&run.out), run.err);
        assert_eq!(run.exit, exit, "{glob}: {text}");
        assert_eq!(text.contains("invalid-argument"), exit != 0, "{glob}: {text}");
    }
}

// What can't be read (D47).

#[test]
fn input_that_can_not_be_read_is_denied_where_a_root_guards_and_passed_elsewhere() {
    let utf_16 = |text: &str| -> Vec<u8> {
        [0xfe_ffu16].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    for client in CLIENTS {
        for state in
            [State::NoHome, State::NoRoot, State::Idle, State::Drifted, State::Covered, State::Sealed]
        {
            let rooted = Rooted::new(client, state);
            let whole = input(&rooted, client, "before-tool").to_string();
            let half = &whole[..whole.len() / 2];
            let latin = [b"{\"tool_name\":\"", &b"\xe4"[..], b"\"}"].concat();
            let unreadable: [&[u8]; 9] =
                [b"", b" \n", b"[]", b"null", b"{}", half.as_bytes(), &latin, &utf_16(&whole), b"{} {}"];
            for bytes in unreadable {
                let answer = said_to_bytes(&rooted, "before-tool", bytes);
                let shown = String::from_utf8_lossy(bytes);
                assert_eq!(
                    is_denied(answer.as_ref()),
                    state.is_open(),
                    "{} {state:?} {shown}",
                    client.name()
                );
                if let Some(answer) = answer {
                    schema::check(&load(client, "schema.json")["before-tool"], &answer).expect("its schema");
                }
                for moment in ["session-start", "prompt", "stop"] {
                    if state == State::Drifted && !bytes.starts_with(b"{}") {
                        assert_eq!(said_to_bytes(&rooted, moment, bytes), None, "{moment} gates nothing");
                    }
                }
            }
        }
    }
}

#[test]
fn hok_02_byte_order_marks_are_skipped() {
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::Drifted);
        let call = format!("\u{feff}\u{feff}{}\r\n", input(&rooted, client, "before-tool"));
        let answer = said_to_bytes(&rooted, "before-tool", call.as_bytes());
        assert!(text_in(answer.as_ref()).contains("release.md"), "it was read: {answer:?}");
    }
}

// Known faults.

#[test]
fn hok_03_a_denial_of_cursor_is_a_permission() {
    let rooted = Rooted::new(Client::Cursor, State::Drifted);
    let answer =
        said(&rooted, "before-tool", &input(&rooted, Client::Cursor, "before-tool")).expect("a denial");
    assert_eq!(answer["permission"], "deny");
    assert!(answer.get("decision").is_none() && answer["agent_message"].is_string());
}

#[test]
fn hok_04_a_denial_of_claude_code_stands_beside_the_name_of_its_event() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Drifted);
    let answer = said(&rooted, "before-tool", &input(&rooted, Client::ClaudeCode, "before-tool"));
    let output = answer.expect("a denial")["hookSpecificOutput"].take();
    assert_eq!(
        (&output["hookEventName"], &output["permissionDecision"]),
        (&json!("PreToolUse"), &json!("deny"))
    );
}

#[test]
fn hok_07_the_targets_of_a_patch_are_the_files_that_it_names() {
    let rooted = Rooted::new(Client::Codex, State::Drifted);
    let mut call = input(&rooted, Client::Codex, "before-tool");
    let patch = |file: &str| {
        format!("*** Begin Patch\n*** Add File: a.md\n+plans/x.md\n*** Delete File: {file}\n*** End Patch")
    };
    for (file, denied) in [("plans/b.md", true), ("b.md", false)] {
        call["tool_input"]["command"] = json!(patch(file));
        assert_eq!(is_denied(said(&rooted, "before-tool", &call).as_ref()), denied, "{file}");
    }
    call["tool_name"] = json!("Bash");
    for (command, denied) in
        [("cat plans/x.md", false), (&*format!("apply_patch <<'E'\n{}\nE", patch("plans/b.md")), true)]
    {
        call["tool_input"]["command"] = json!(command);
        assert_eq!(is_denied(said(&rooted, "before-tool", &call).as_ref()), denied, "{command}");
    }
}

#[test]
fn hok_08_a_stop_that_was_kept_before_is_let_go() {
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::Drifted);
        let mut stop = input(&rooted, client, "stop");
        match client {
            Client::Cursor => stop["loop_count"] = json!(1),
            Client::Opencode | Client::Pi => stop["continued"] = json!(true),
            _ => stop["stop_hook_active"] = json!(true),
        }
        assert_eq!(said(&rooted, "stop", &stop), None, "{}", client.name());
    }
}

#[test]
fn hok_10_a_sub_agent_is_judged_as_the_main_agent() {
    for client in [Client::ClaudeCode, Client::Codex] {
        let rooted = Rooted::new(client, State::Drifted);
        let main = input(&rooted, client, "before-tool");
        let mut sub = main.clone();
        sub["agent_id"] = json!("a-1");
        sub["agent_type"] = json!("explore");
        let answer = said(&rooted, "before-tool", &main);
        assert!(is_denied(answer.as_ref()));
        assert_eq!(answer, said(&rooted, "before-tool", &sub));
    }
}

#[test]
fn hok_12_an_empty_list_of_workspaces_is_as_none() {
    let rooted = Rooted::new(Client::Cursor, State::Drifted);
    let mut call = change(&rooted, Client::Cursor, "plans/x.md");
    call["workspace_roots"] = json!([]);
    assert!(is_denied(said(&rooted, "before-tool", &call).as_ref()));
    let idle = Rooted::new(Client::Cursor, State::NoRoot);
    assert_eq!(said(&idle, "before-tool", &json!({ "tool_name": "Write", "workspace_roots": [] })), None);
}

#[test]
fn hok_13_a_session_is_brought_back_whatever_it_began_from() {
    for client in [Client::ClaudeCode, Client::Codex] {
        let rooted = Rooted::new(client, State::Covered);
        for source in ["startup", "resume", "clear", "compact", "fork"] {
            let mut start = input(&rooted, client, "session-start");
            start["source"] = json!(source);
            let text = text_in(said(&rooted, "session-start", &start).as_ref());
            for part in ["Planmark re-entry ", "Planmark guard ", "Plan plan-1: 0/2 tasks done."] {
                assert!(text.contains(part), "{source}: {text}");
            }
        }
        let answer = said(&rooted, "before-tool", &input(&rooted, client, "before-tool"));
        assert!(is_denied(answer.as_ref()), "what was served before no longer covers anything");
    }
}

#[test]
fn hok_14_a_windows_path_is_read_as_it_is() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Drifted);
    let call =
        br#"{"tool_name":"Write","cwd":"C:\\Users\\n","tool_input":{"file_path":"C:\\Users\\n\\plan.md"}}"#;
    assert_eq!(said_to_bytes(&rooted, "before-tool", call), None, "no path of the root, and no failure");
}

#[test]
fn run_07_a_session_is_told_of_its_own_plan_alone() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Drifted);
    rooted.desk.file("other.md", "# Other\n\n## Section 4\n\n- [ ] Something else\n");
    assert_eq!(rooted.desk.run(&["save", "other.md", "--session", "s-2"]).exit, 0);
    let start = input(&rooted, Client::ClaudeCode, "session-start");
    let text = text_in(said(&rooted, "session-start", &start).as_ref());
    assert!(text.contains("Plan plan-1: ") && text.matches("Plan p").count() == 1, "{text}");
    let other = rooted
        .desk
        .send(&["hook", "claude-code", "session-start", "--session", "s-2"], start.to_string().as_bytes());
    assert_eq!((other.exit, other.out.as_slice()), (0, &b""[..]), "nothing of one in the other");
}

#[test]
fn run_10_the_same_event_is_answered_from_the_state_as_it_is() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Drifted);
    let start = input(&rooted, Client::ClaudeCode, "session-start");
    let first = text_in(said(&rooted, "session-start", &start).as_ref());
    let ticked = rooted.desk.run(&["tick", "Write the notes", "--session", "s-1"]);
    assert_eq!(ticked.exit, 0, "{}", ticked.err);
    let second = text_in(said(&rooted, "session-start", &start).as_ref());
    assert!(first.contains("0/2 tasks done") && second.contains("1/2 tasks done"), "{second}");
}

#[test]
fn d47_a_field_of_another_type_is_not_guessed() {
    for loops in [json!("1"), json!(1.5), json!(-1), json!(null)] {
        let rooted = Rooted::new(Client::Cursor, State::Covered);
        let mut stop = input(&rooted, Client::Cursor, "stop");
        stop["loop_count"] = loops;
        assert_eq!(said(&rooted, "stop", &stop), None, "{stop}");
        stop["loop_count"] = json!(0);
        assert!(said(&rooted, "stop", &stop).is_some(), "nothing was recorded of it");
    }
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::Covered);
        let key = if matches!(client, Client::Opencode | Client::Pi) { "folder" } else { "cwd" };
        let mut call = change(&rooted, client, "elsewhere.md");
        assert_eq!(said(&rooted, "before-tool", &call), None, "{}", client.name());
        for folder in [json!(7), json!(["/"]), json!({})] {
            call[key] = folder;
            assert!(is_denied(said(&rooted, "before-tool", &call).as_ref()), "{} {call}", client.name());
        }
        call[key] = json!(null);
        assert_eq!(said(&rooted, "before-tool", &call), None, "none is said: {}", client.name());
    }
}

#[test]
fn a_prompt_that_can_not_be_read_begins_a_turn_too() {
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::Covered);
        let call = change(&rooted, client, "plans/release.md");
        assert_eq!(said(&rooted, "before-tool", &call), None, "served in this turn");
        assert_eq!(said_to_bytes(&rooted, "prompt", br#"{"prompt":"\ud800"}"#), None);
        assert!(is_denied(said(&rooted, "before-tool", &call).as_ref()), "{}: another turn", client.name());
        let idle = rooted.leaf();
        assert_eq!(said_to_bytes(&rooted, "prompt", b"[]"), None);
        assert_eq!(rooted.leaf(), idle, "a turn in which nothing was served needs no record");
        let free = Rooted::new(client, State::NoRoot);
        let before = free.leaf();
        assert_eq!(said_to_bytes(&free, "prompt", b"[]"), None);
        assert_eq!(free.leaf(), before, "nothing is recorded where nothing is driven");
    }
}

// The end of a turn (D46).

#[test]
fn a_turn_end_gives_at_most_one_continuation() {
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::Covered);
        let stop = input(&rooted, client, "stop");
        let continuations = (0..3).filter(|_| said(&rooted, "stop", &stop).is_some()).count();
        assert_eq!(continuations, 1, "{}: two continuations of one turn end", client.name());
        rooted.turn(planmark::core::runtime::entry::Trigger::Prompt);
        assert!(said(&rooted, "stop", &stop).is_some(), "the next turn has its own");
    }
}

#[test]
fn nothing_continues_after_a_tick_of_the_loop_or_beside_a_goal_of_ours() {
    let ticked = Rooted::new(Client::ClaudeCode, State::Ticked);
    assert_eq!(said(&ticked, "stop", &input(&ticked, Client::ClaudeCode, "stop")), None);
    let rooted = Rooted::new(Client::Codex, State::Idle);
    record(&rooted, Client::Codex);
    assert_eq!(said(&rooted, "stop", &input(&rooted, Client::Codex, "stop")), None, "the goal goes on");
}

#[test]
fn a_prompt_of_the_loop_is_told_from_one_of_a_person() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Idle);
    let call: Value = serde_json::from_str(&rooted.asked().arguments).expect("JSON");
    let mut prompt = input(&rooted, Client::ClaudeCode, "prompt");
    prompt["prompt"] = call["prompt"].clone();
    assert_eq!(said(&rooted, "prompt", &prompt), None, "the tick carries all that is to be said");
    let _ = rooted.read();
    assert_eq!(said(&rooted, "stop", &input(&rooted, Client::ClaudeCode, "stop")), None);
}

// Transports (D48).

fn steering(rooted: &Rooted, client: Client, tool: &str, arguments: &Value) -> Value {
    let mut call = input(rooted, client, "before-tool");
    call["tool_name"] = json!(tool);
    call["tool_input"] = arguments.clone();
    call
}

/// What the client answers to the call that makes its transport, as it was recorded.
fn made(client: Client, arguments: &Value) -> Value {
    match client {
        Client::ClaudeCode => {
            json!({ "id": "95a86719", "humanSchedule": "Every 10 minutes", "recurring": true, "durable": false })
        }
        _ => json!({ "goal": {
            "threadId": "01a22e2a", "objective": arguments["objective"], "status": "active", "tokensUsed": 0,
            "timeUsedSeconds": 0, "createdAt": 1_796_070_896, "updatedAt": 1_796_070_896,
        }, "remainingTokens": null, "completionBudgetReport": null }),
    }
}

/// Makes the transport that a directive asks for, and tells the hook.
fn record(rooted: &Rooted, client: Client) {
    let asked = rooted.asked();
    let arguments: Value = serde_json::from_str(&asked.arguments).expect("JSON");
    let call = steering(rooted, client, &asked.name, &arguments);
    assert_eq!(said(rooted, "before-tool", &call), None, "exactly what was asked for");
    let mut after = call;
    after["tool_response"] = made(client, &arguments);
    assert_eq!(said(rooted, "after-tool", &after), None);
}

#[test]
fn only_the_call_that_a_directive_asked_for_may_be_made() {
    for client in [Client::ClaudeCode, Client::Codex] {
        let rooted = Rooted::new(client, State::Idle);
        let asked = rooted.asked();
        let exact: Value = serde_json::from_str(&asked.arguments).expect("JSON");
        let key = if client == Client::Codex { "objective" } else { "prompt" };
        let mut reworded = exact.clone();
        reworded[key] = json!(format!("{} Hurry.", exact[key].as_str().expect("text")));
        let mut added = exact.clone();
        added["token_budget"] = json!(5);
        for arguments in [&reworded, &added, &json!({}), &Value::Null] {
            let answer = said(&rooted, "before-tool", &steering(&rooted, client, &asked.name, arguments));
            assert!(is_denied(answer.as_ref()), "{arguments}");
        }
        let (other, arguments) = match client {
            Client::Codex => ("update_goal", json!({ "status": "complete" })),
            _ => ("SetGoal", json!({ "condition": "done" })),
        };
        let answer = said(&rooted, "before-tool", &steering(&rooted, client, other, &arguments));
        assert!(is_denied(answer.as_ref()), "another action in its place");
        assert_eq!(said(&rooted, "before-tool", &steering(&rooted, client, &asked.name, &exact)), None);
    }
}

#[test]
fn the_result_of_the_allowed_call_is_its_receipt() {
    for (client, handle) in [(Client::ClaudeCode, "95a86719"), (Client::Codex, "01a22e2a")] {
        let rooted = Rooted::new(client, State::Idle);
        record(&rooted, client);
        let root = rooted.runtime().roots("s-1").expect("roots").remove(0);
        assert_eq!((root.handle.as_deref(), root.asked), (Some(handle), None));
        rooted.finish();
        let end = rooted.asked();
        let arguments: Value = serde_json::from_str(&end.arguments).expect("JSON");
        let call = steering(&rooted, client, &end.name, &arguments);
        assert_eq!(said(&rooted, "before-tool", &call), None, "the end that the receipt allows");
    }
}

#[test]
fn foreign_goals_and_loops_stay_as_they_are() {
    let claude = Rooted::new(Client::ClaudeCode, State::Drifted);
    let delete = steering(&claude, Client::ClaudeCode, "CronDelete", &json!({ "id": "f0e1d2c3" }));
    assert!(is_denied(said(&claude, "before-tool", &delete).as_ref()), "a person's loop isn't deleted");
    let codex = Rooted::new(Client::Codex, State::Drifted);
    let complete = steering(&codex, Client::Codex, "update_goal", &json!({ "status": "complete" }));
    assert!(is_denied(said(&codex, "before-tool", &complete).as_ref()), "nor a goal declared reached");
    for (client, rooted) in [(Client::ClaudeCode, &claude), (Client::Codex, &codex)] {
        let tool = if client == Client::Codex { "create_goal" } else { "CronCreate" };
        let mut after = steering(rooted, client, tool, &json!({ "objective": "mine", "prompt": "mine" }));
        after["tool_response"] = made(client, &json!({ "objective": "mine" }));
        assert_eq!(said(rooted, "after-tool", &after), None);
        let root = rooted.runtime().roots("s-1").expect("roots").remove(0);
        assert_eq!(root.handle, None, "a foreign one isn't taken for ours");
    }
    for client in [Client::ClaudeCode, Client::Codex] {
        let free = Rooted::new(client, State::NoRoot);
        let tool = if client == Client::Codex { "update_goal" } else { "CronDelete" };
        assert_eq!(said(&free, "before-tool", &steering(&free, client, tool, &json!({ "id": "x" }))), None);
    }
}

// What fails.

#[test]
fn a_hook_that_fails_blocks_nothing() {
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::NoHome);
        fs::create_dir(rooted.desk.home()).expect("a folder");
        fs::write(rooted.desk.home().join("planmark.db"), "no database").expect("something else");
        let run = rooted.hook("before-tool", input(&rooted, client, "before-tool").to_string().as_bytes());
        let wanted = if client == Client::Copilot { 0 } else { 1 };
        assert_eq!((run.exit, run.out.as_slice()), (wanted, &b""[..]), "{}", client.name());
        assert!(run.err.contains("home"), "it says why: {}", run.err);
        let run = rooted.desk.send(&["hook", client.name(), "no-such-event"], b"{}");
        assert_eq!((run.exit, run.out.as_slice()), (wanted, &b""[..]), "a number that blocks nothing");
    }
}

#[test]
fn a_misused_hook_blocks_nothing_wherever_its_options_stand() {
    let desk = planmark_tests::cli::Desk::new();
    for (line, exit) in [
        ("--home D hook claude-code before-tool --typo", 1),
        ("--home=D --json hook codex no-such-event", 1),
        ("--color never hook --home D claude-code", 1),
        ("hook --home D copilot x", 0),
        ("--json hook --session s copilot x", 0),
        ("--home D hook copilot before-tool --typo", 0),
        ("hook --session copilot codex x", 1),
        ("--home hook plan no-such-command", 2),
    ] {
        let run = desk.run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((run.exit, run.out.as_slice()), (exit, &b""[..]), "{line}");
        assert!(!run.err.is_empty(), "it says why: {line}");
    }
}

#[test]
fn a_home_that_lost_its_database_is_not_taken_for_none() {
    for client in CLIENTS {
        let rooted = Rooted::new(client, State::Drifted);
        for name in ["planmark.db", "planmark.db-wal", "planmark.db-shm"] {
            let removed = fs::remove_file(rooted.desk.home().join(name));
            assert!(removed.is_ok() || name != "planmark.db");
        }
        for moment in MOMENTS {
            let run = rooted.hook(moment, input(&rooted, client, moment).to_string().as_bytes());
            let wanted = if client == Client::Copilot { 0 } else { 1 };
            assert_eq!((run.exit, run.out.as_slice()), (wanted, &b""[..]), "{} {moment}", client.name());
            assert!(run.err.contains("home-damaged"), "{}", run.err);
        }
        assert!(!rooted.desk.home().join("planmark.db").exists(), "none is made in its place");
    }
}

// Plugins.

#[test]
fn the_plugins_do_what_the_hooks_say() {
    let harness = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks/plugin.mjs");
    for (client, plugin) in
        [(Client::Opencode, ".opencode/plugin/planmark.js"), (Client::Pi, ".pi/extensions/planmark.ts")]
    {
        for state in [State::NoHome, State::NoRoot, State::Drifted] {
            let rooted = Rooted::new(client, state);
            let init = [
                "init",
                client.name(),
                "--scope",
                "project",
                "--only",
                "hooks",
                "--yes",
                "--",
                "--session",
                "s-1",
            ];
            assert_eq!(rooted.desk.run(&init).exit, 0);
            let mut command = rooted.desk.command("node");
            command.arg(&harness).arg(plugin).arg(client.name());
            let did = rooted.desk.feed(command, b"");
            assert_eq!(did.exit, 0, "{}: {}", client.name(), did.err);
            let did: Value = serde_json::from_slice(&did.out).expect("JSON");
            if state == State::Drifted {
                for (what, part) in [
                    ("prompt", "Planmark re-entry"),
                    ("prompt", "0/2 tasks done"),
                    ("denied", "Denied: "),
                    ("restored", "Planmark guard"),
                ] {
                    assert!(did[what].as_str().is_some_and(|text| text.contains(part)), "{what}: {did}");
                }
                assert_eq!(did["continued"].as_array().map(Vec::len), Some(1), "once: {did}");
            } else {
                assert_eq!(
                    did,
                    json!({ "prompt": "", "denied": "", "continued": [], "restored": "" }),
                    "{state:?}"
                );
            }
        }
    }
}

#[test]
fn d47_a_call_too_large_to_be_judged_is_denied() {
    let rooted = Rooted::new(Client::ClaudeCode, State::Drifted);
    let slashes = format!("{}/{}plans/x.md", rooted.project(), "/".repeat(10_000_000));
    let there_and_back = format!("{}plans/x.md", "a/../".repeat(20_000));
    for path in [slashes, there_and_back] {
        let answer = said(&rooted, "before-tool", &change(&rooted, Client::ClaudeCode, &path));
        assert!(is_denied(answer.as_ref()), "a path of {} bytes", path.len());
    }
    let mut loops = input(&rooted, Client::ClaudeCode, "before-tool");
    loops["tool_name"] = json!("CronCreate");
    loops["tool_input"] = json!({ "cron": "* * * * *", "prompt": "x".repeat(9_000_000) });
    assert!(is_denied(said(&rooted, "before-tool", &loops).as_ref()), "a loop of its own");
    let free = Rooted::new(Client::ClaudeCode, State::NoRoot);
    assert_eq!(said(&free, "before-tool", &loops), None, "no root, no byte");
}
