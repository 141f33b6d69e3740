//! Each trigger is exactly one continue read (re-anchor.md), counted at the exports of the engine: in the
//! trace of every process that takes part, hooks, MCP server and command line.

use std::fs;
use std::path::PathBuf;

use planmark::core::runtime::RootNow;
use planmark::core::runtime::client::Client;
use planmark::core::runtime::entry::{Item, Trigger};
use planmark_tests::cli::{Run, program};
use planmark_tests::hooks::{input, text_in};
use planmark_tests::mcp::LineClient;
use planmark_tests::rooted::{READ_TOOL, Rooted, SESSION, State, identity};
use serde_json::{Value, json};

/// The clients that bring a session back by time or turn.
const CLIENTS: [Client; 2] = [Client::ClaudeCode, Client::Codex];

/// A session that was left in the middle of its plan, and an agent that does what it is told.
struct Session {
    rooted: Rooted,
    client: Client,
    tools: LineClient,
    trace: PathBuf,
}

impl Session {
    fn new(client: Client) -> Self {
        let rooted = Rooted::new(client, State::Drifted);
        let trace = rooted.desk.folder().join("trace.jsonl");
        let mut server = rooted.desk.command(program());
        server.args(["mcp", "--session", SESSION, "--client", client.name(), "--profile", "tracker,runtime"]);
        server.env("PLANMARK_TRACE", &trace);
        let mut tools = LineClient::spawn(server);
        tools.initialize("2025-11-25");
        Self { rooted, client, tools, trace }
    }

    /// Continue reads so far, at whichever export: that of the runtime, or the one by which tools are called.
    fn reads(&self) -> usize {
        let trace = fs::read_to_string(&self.trace).unwrap_or_default();
        let calls = trace.lines().map(|line| serde_json::from_str::<Value>(line).expect("a call"));
        let is_read = |call: &Value| match (call["interface"].as_str(), call["function"].as_str()) {
            (Some("runtime"), Some("read")) => true,
            (Some("agent-tools"), Some("call")) => call["arguments"][1] == READ_TOOL,
            _ => false,
        };
        calls.filter(is_read).count()
    }

    fn run(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = self.rooted.desk.command(program());
        command.args(arguments).env("PLANMARK_TRACE", &self.trace);
        self.rooted.desk.feed(command, input)
    }

    /// What the hook says to that, which is no read itself; no text where it says nothing.
    fn told(&self, moment: &str, input: &Value) -> String {
        let before = self.reads();
        let run = self
            .run(&["hook", self.client.name(), moment, "--session", SESSION], input.to_string().as_bytes());
        assert_eq!((run.exit, run.err.as_str()), (0, ""), "{moment}");
        assert_eq!(self.reads(), before, "{moment}: a hook reads nothing on");
        text_in(serde_json::from_slice(&run.out).ok().as_ref())
    }

    fn input(&self, moment: &str) -> Value {
        input(&self.rooted, self.client, moment)
    }

    /// Does what a text says, which is one call: the same, where it is said twice.
    fn obey(&mut self, what: &str, text: &str) -> Value {
        let before = self.reads();
        let calls = calls_in(text);
        let first = calls.first().unwrap_or_else(|| panic!("{what}: no call is asked for: {text}"));
        assert!(calls.iter().all(|call| call == first), "{what}: one call is asked for: {text}");
        let answer = self.tools.call(READ_TOOL, first.clone());
        assert_eq!(self.reads(), before + 1, "{what}: one call is one read");
        answer
    }

    fn roots(&self) -> Vec<RootNow> {
        self.rooted.runtime().roots(SESSION).expect("roots")
    }

    /// The prompt of the client's goal or loop.
    fn carried(&self) -> String {
        let payload = self.rooted.runtime().payload(SESSION, &identity().key, self.rooted.seat());
        payload.expect("a payload").prompt
    }
}

/// The arguments of every read that a text asks for.
fn calls_in(text: &str) -> Vec<Value> {
    let starts = text.match_indices("{\"closure_id\"").map(|(start, _)| start);
    let call = |start: usize| serde_json::Deserializer::from_str(&text[start..]).into_iter().next();
    starts.map(|start| call(start).expect("JSON").expect("arguments")).collect()
}

#[test]
fn every_trigger_is_exactly_one_read_at_the_export() {
    for client in CLIENTS {
        let mut session = Session::new(client);
        let mut triggers = 0;
        for source in ["startup", "resume", "compact"] {
            let mut start = session.input("session-start");
            start["source"] = json!(source);
            let told = session.told("session-start", &start);
            assert_eq!(session.obey(source, &told)["view"], "active");
            triggers += 1;
        }
        for what in ["prompt", "before-tool"] {
            session.rooted.turn(Trigger::Prompt);
            let told = session.told(what, &session.input(what));
            assert_eq!(session.obey(what, &told)["view"], "active");
            triggers += 1;
        }
        assert_eq!(
            session.told("before-tool", &session.input("before-tool")),
            "",
            "covered: no read is asked for"
        );

        let told = session.told("stop", &session.input("stop"));
        assert_eq!(session.obey("stop", &told)["view"], "active");
        assert_eq!(session.told("stop", &session.input("stop")), "", "a second continuation of one turn end");

        let carried = session.carried();
        if client == Client::ClaudeCode {
            let mut prompt = session.input("prompt");
            prompt["prompt"] = json!(carried);
            assert_eq!(session.told("prompt", &prompt), "", "a tick carries all that is to be said");
        }
        assert_eq!(session.obey("a tick of the loop, a turn of the goal", &carried)["view"], "active");

        let continued = session.run(&["continue", "--session", SESSION, "--json"], b"");
        assert_eq!(continued.exit, 0, "{}", continued.err);
        triggers += 3;
        assert_eq!(session.reads(), triggers, "{}: one read for each trigger", client.name());
    }
}

/// `retry-later` has no task, no second read and no change, and leaves the transport as it is.
#[test]
fn retry_later_is_one_read_without_a_task_a_second_read_or_a_change() {
    for client in CLIENTS {
        let mut session = Session::new(client);
        let item = Item { root: identity().key, id: "legal".to_owned(), text: "under review".to_owned() };
        session.rooted.runtime().block(&session.rooted.context(), &item).expect("a block");
        let told = session.told("prompt", &session.input("prompt"));
        let (leaf, roots) = (session.rooted.leaf(), session.roots());
        let answer = session.obey("prompt", &told);
        assert_eq!((&answer["view"], &answer["reason"]), (&json!("retry-later"), &json!("blocked")));
        for absent in ["current_task", "next_upcoming_task", "completed_report"] {
            assert!(answer[absent].is_null(), "{answer}");
        }
        assert_eq!(answer["directive"]["action"], "keep", "{answer}");
        assert!(answer["directive"]["tool"].is_null(), "no call of the client's: {answer}");
        assert!(!answer.to_string().contains(READ_TOOL), "nothing in it asks for another read: {answer}");
        assert_eq!(session.told("stop", &session.input("stop")), "", "the turn ends");
        assert_eq!((session.reads(), session.rooted.leaf()), (1, leaf), "one read, and nothing recorded");
        assert_eq!(session.roots(), roots);

        let continued = session.run(&["continue", "--session", SESSION, "--json"], b"");
        assert_eq!(
            (continued.exit, session.reads(), session.rooted.leaf()),
            (6, 2, leaf),
            "{}",
            continued.err
        );
    }
}
