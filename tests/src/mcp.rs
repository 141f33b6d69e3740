//! A client of the MCP server that knows nothing of the protocol but its frames: what it sends and
//! expects is written out in the tests.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::{Desk, program};

pub mod http;
pub mod session;

/// How long an answer may take before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The version of the protocol without `initialize`.
pub const STATELESS: &str = "2026-07-28";

/// A server on standard input and output, and its client.
pub struct LineClient {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    next_id: u64,
    /// Messages that came while another was waited for.
    others: Vec<Value>,
}

/// How a server ended.
pub struct End {
    /// Its exit code; none when a signal ended it.
    pub exit: Option<i32>,
    /// What it said on standard error.
    pub said: String,
    /// The messages that nobody had waited for.
    pub rest: Vec<Value>,
}

impl LineClient {
    /// Starts `planmark mcp` with these arguments in the desk's folder.
    #[must_use]
    pub fn start(desk: &Desk, arguments: &[&str]) -> Self {
        let mut command = desk.command(program());
        command.arg("mcp").args(arguments);
        Self::spawn(command)
    }

    /// Starts a server of somebody else's.
    ///
    /// # Panics
    ///
    /// When it can't be started.
    #[must_use]
    pub fn spawn(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::with_capacity(1 << 16, output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines, next_id: 0, others: Vec::new() }
    }

    /// Starts a server and begins a session of this version with it.
    #[must_use]
    pub fn begin(desk: &Desk, arguments: &[&str], version: &str) -> Self {
        let mut client = Self::start(desk, arguments);
        client.initialize(version);
        client
    }

    /// Begins a session; gives the answer.
    pub fn initialize(&mut self, version: &str) -> Value {
        let answer = self.ask("initialize", initialize(version));
        self.tell("notifications/initialized", json!({}));
        answer["result"].clone()
    }

    /// Sends bytes as they are.
    ///
    /// # Panics
    ///
    /// When the server has gone.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.send_bytes(format!("{message}\n").as_bytes());
    }

    /// Sends a request; gives its id.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        let mut message = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        message["params"] = params;
        self.send(&message);
        id
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        let mut message = json!({ "jsonrpc": "2.0", "method": method });
        message["params"] = params;
        self.send(&message);
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(&json!(id))
    }

    /// Sends a request of a version without `initialize` and waits for its answer.
    pub fn ask_stateless(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, stateless(params))
    }

    /// Calls a tool; gives the structured answer.
    ///
    /// # Panics
    ///
    /// When the answer is an error of the protocol.
    pub fn call(&mut self, tool: &str, arguments: impl Into<Value>) -> Value {
        let arguments: Value = arguments.into();
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"]["structuredContent"].clone()
    }

    /// Calls a tool, and gives the next line of the server's as it comes: what a measurement wants,
    /// which is of the server and not of how its client reads JSON.
    ///
    /// # Panics
    ///
    /// When no line comes.
    pub fn call_unread(&mut self, tool: &str, arguments: &Value) -> String {
        self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Waits for the answer with this id.
    pub fn answer(&mut self, id: &Value) -> Value {
        self.wait_for(&format!("the answer to {id}"), |message| {
            message.get("id") == Some(id) && message.get("method").is_none()
        })
    }

    /// Waits for a notification.
    pub fn notice(&mut self, method: &str) -> Value {
        self.wait_for(method, |message| message["method"] == method)
    }

    /// Waits for a message.
    ///
    /// # Panics
    ///
    /// When it doesn't come.
    pub fn wait_for(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.others.iter().position(&wanted) {
            return self.others.remove(place);
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let Some(message) = self.next(end.saturating_duration_since(Instant::now())) else {
                panic!("{what} did not come; what came instead: {:?}", self.others);
            };
            if wanted(&message) {
                return message;
            }
            self.others.push(message);
        }
    }

    /// Whether a notification comes within a time.
    pub fn comes(&mut self, method: &str, within: Duration) -> bool {
        let end = Instant::now() + within;
        while let Some(message) = self.next(end.saturating_duration_since(Instant::now())) {
            self.others.push(message);
        }
        self.others.iter().any(|message| message["method"] == method)
    }

    fn next(&mut self, within: Duration) -> Option<Value> {
        match self.lines.recv_timeout(within) {
            Ok(line) => Some(
                serde_json::from_str(&line).unwrap_or_else(|_| panic!("no JSON on standard output: {line}")),
            ),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// The process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Ends the input and waits for the server to end.
    ///
    /// # Panics
    ///
    /// When it doesn't end.
    #[expect(clippy::must_use_candidate, reason = "a server is ended for the end's sake, too")]
    pub fn end(mut self) -> End {
        self.hang_up();
        let mut rest = std::mem::take(&mut self.others);
        let until = Instant::now() + PATIENCE;
        while let Some(message) = self.next(until.saturating_duration_since(Instant::now())) {
            rest.push(message);
        }
        while self.child.try_wait().expect("the process is ours").is_none() {
            assert!(Instant::now() < until, "the server does not end");
            thread::sleep(Duration::from_millis(5));
        }
        let said = read_all(self.child.stderr.take());
        let exit = self.child.wait().expect("the process is ours").code();
        End { exit, said, rest }
    }
}

impl Drop for LineClient {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The parameters of `initialize`.
#[must_use]
pub fn initialize(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "raw-lines", "version": "1" } })
}

/// Parameters with what a request of a version without `initialize` carries.
#[must_use]
pub fn stateless(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "raw-lines", "version": "1" },
    });
    params
}

fn read_all(stream: Option<ChildStderr>) -> String {
    let mut said = String::new();
    if let Some(mut stream) = stream {
        let _ = std::io::Read::read_to_string(&mut stream, &mut said);
    }
    said
}
