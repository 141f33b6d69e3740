//! The MCP server over HTTP, the server of the preview page, and a client that writes its requests byte by byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::cli::{Desk, program};
use crate::mcp::PATIENCE;

/// A server over HTTP.
pub struct HttpServer {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The token it printed; empty when it printed none.
    pub token: String,
    said: Mutex<Receiver<String>>,
}

/// An answer to a request.
#[derive(Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    body: BufReader<TcpStream>,
}

impl HttpServer {
    /// Starts `planmark mcp --http 0` with these arguments and variables in the desk's folder.
    ///
    /// # Panics
    ///
    /// When it doesn't start.
    #[must_use]
    pub fn start(desk: &Desk, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = desk.command(program());
        command.args(["mcp", "--http", "0"]).args(arguments).envs(variables.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let said = lines(child.stderr.take().expect("a pipe"));
        let mut token = String::new();
        let address = loop {
            let line = said.recv_timeout(PATIENCE).expect("the server says where it listens");
            if let Some((_, secret)) = line.split_once("token: ") {
                secret.clone_into(&mut token);
            }
            if let Some((_, url)) = line.split_once("serving http://") {
                break url.trim_end_matches("/mcp").parse().expect("an address");
            }
        };
        Self { child, address, token, said: Mutex::new(said) }
    }

    /// Starts `planmark preview` with these arguments in the desk's folder. The second value is the path
    /// of its page.
    ///
    /// # Panics
    ///
    /// When it doesn't start.
    #[must_use]
    pub fn preview(desk: &Desk, arguments: &[&str]) -> (Self, String) {
        let mut command = desk.command(program());
        command.args(["preview", "--json"]).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let printed = lines(child.stdout.take().expect("a pipe"));
        let said = lines(child.stderr.take().expect("a pipe"));
        let answer = printed.recv_timeout(PATIENCE).expect("the server says where its page is");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let url = answer["url"].as_str().and_then(|url| url.strip_prefix("http://")).expect("an address");
        let (address, path) = url.split_once('/').expect("a path");
        let address = address.parse().expect("an address");
        (Self { child, address, token: String::new(), said: Mutex::new(said) }, format!("/{path}"))
    }

    /// Sends a message as a client of this version of the protocol does, and waits for the answer to
    /// begin.
    #[must_use]
    pub fn post(&self, message: &Value, version: &str, more: &[(&str, &str)]) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let method = message["method"].as_str().unwrap_or_default();
        let name = message["params"]["name"].as_str().or(message["params"]["uri"].as_str());
        let mut headers = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("Authorization", &bearer),
            ("MCP-Protocol-Version", version),
        ];
        if version == crate::mcp::STATELESS {
            headers.push(("Mcp-Method", method));
            headers.extend(name.map(|name| ("Mcp-Name", name)));
        }
        headers.extend(more.iter().copied());
        self.send("POST", "/mcp", &headers, message.to_string().as_bytes())
    }

    /// Sends a request and waits for the answer to begin. A later header replaces one of the same
    /// name; an empty value leaves it out.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn send(&self, verb: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let host = self.address.to_string();
        let length = body.len().to_string();
        let mut all = vec![("Host", host.as_str()), ("Content-Length", &length), ("Connection", "close")];
        for &(name, value) in headers {
            all.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
            all.push((name, value));
        }
        let mut head = format!("{verb} {path} HTTP/1.1\r\n");
        for (name, value) in all.into_iter().filter(|(_, value)| !value.is_empty()) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes()).expect("the server reads a head");
        // A server that refuses early need not read the body.
        let _ = stream.write_all(body);
        Answer::read(stream)
    }

    /// A connection on which nothing was sent.
    ///
    /// # Panics
    ///
    /// When the server doesn't accept it.
    #[must_use]
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket has timeouts");
        stream
    }

    /// The process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it said after its start, so far.
    ///
    /// # Panics
    ///
    /// When another test thread panicked while it asked.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        self.said.lock().expect("nobody panicked").try_iter().collect()
    }

    /// Waits for the server to end.
    ///
    /// # Panics
    ///
    /// When it doesn't.
    pub fn ends(&mut self) -> Option<i32> {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the process is ours") {
                return status.code();
            }
            assert!(Instant::now() < until, "the server does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    /// Reads the head of an answer.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn read(stream: TcpStream) -> Self {
        let mut body = BufReader::new(stream);
        let mut line = String::new();
        body.read_line(&mut line).expect("an answer");
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no answer of HTTP: {line:?}"));
        let mut headers = Vec::new();
        loop {
            line.clear();
            body.read_line(&mut line).expect("a head");
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        Self { status, headers, body }
    }

    /// A header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The rest of the body, chunks put together.
    ///
    /// # Panics
    ///
    /// When it can't be read.
    #[must_use]
    pub fn text(mut self) -> String {
        let mut text = Vec::new();
        if self.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk() {
                text.extend(chunk);
            }
        } else {
            self.body.read_to_end(&mut text).expect("a body");
        }
        String::from_utf8(text).expect("a body in UTF-8")
    }

    /// The message of the body: of JSON, or the last one of a stream of events.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn message(self) -> Value {
        let events = self.header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
        let text = self.text();
        let json = if events { text.lines().filter_map(data).next_back().unwrap_or_default() } else { &text };
        serde_json::from_str(json).unwrap_or_else(|_| panic!("no message: {text:?}"))
    }

    /// The next message of a stream of events; none at its end.
    ///
    /// # Panics
    ///
    /// When an event is no JSON.
    pub fn event(&mut self) -> Option<Value> {
        loop {
            let chunk = String::from_utf8(self.chunk()?).expect("events in UTF-8");
            if let Some(json) = chunk.lines().find_map(data) {
                return Some(serde_json::from_str(json).expect("an event is a message"));
            }
        }
    }

    fn chunk(&mut self) -> Option<Vec<u8>> {
        let mut line = String::new();
        self.body.read_line(&mut line).ok()?;
        let size = usize::from_str_radix(line.trim_end(), 16).ok().filter(|size| *size > 0)?;
        let mut chunk = vec![0; size + 2];
        self.body.read_exact(&mut chunk).ok()?;
        chunk.truncate(size);
        Some(chunk)
    }
}

fn data(line: &str) -> Option<&str> {
    line.strip_prefix("data:").map(str::trim).filter(|data| !data.is_empty())
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
