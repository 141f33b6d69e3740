//! The same calls in every host, side by side.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use planmark::Planmark;
use planmark::store::memory::MemoryStore;
use planmark::store::sqlite::SqliteStore;
use planmark_tests::engine::{TestAccess, TestClock, new_home, planmark_over};
use planmark_tests::hosts::{node, python};
use planmark_tests::writer::{Writer, agent};
use serde_json::{Value, json};

use crate::measure::{Budget, Compared, Row, median, micros, time};

const ROUNDS: usize = 8;
const FRAGMENT: &str = "A hundred bytes, more or less, of what an agent adds to its plan when it has \
                        learned something new.";
const SIZES: [(&str, usize); 2] = [("1 KB", 1_000), ("158 KB", 158_393)];

/// A call to measure.
#[derive(Clone, Copy)]
struct Subject {
    call: &'static str,
    store: &'static str,
    size: (&'static str, usize),
    count: usize,
}

impl Subject {
    fn name(self) -> String {
        let Self { call, store, size: (size, _), .. } = self;
        match (call, store) {
            ("compose", _) => format!("compose on {size}"),
            ("append", "memory") => format!("append to {size}, memory"),
            ("append", _) => format!("append to {size}, SQLite"),
            (_, "memory") => format!("show of {size}, memory"),
            _ => format!("show of {size}, SQLite"),
        }
    }

    fn content(self) -> String {
        "- [ ] a line of a long plan, 40 bytes wide\n".repeat(self.size.1.div_ceil(43))
    }
}

fn subjects() -> Vec<Subject> {
    let calls = [
        ("append", "memory", 100),
        ("append", "sqlite", 50),
        ("read", "memory", 50),
        ("read", "sqlite", 50),
        ("compose", "memory", 50),
    ];
    let of = |(call, store, count)| SIZES.map(|size| Subject { call, store, size, count });
    calls.into_iter().flat_map(of).collect()
}

/// A host that measures itself.
trait Host {
    fn round(&mut self, subject: Subject, task: &str) -> Vec<Duration>;
}

struct Rust {
    memory: Planmark,
    sqlite: Planmark,
}

impl Rust {
    fn new(home: &Path) -> Self {
        let (clock, access) = (TestClock::at(1), TestAccess::default());
        let store = SqliteStore::open(home).expect("a home");
        Self {
            memory: planmark_over(MemoryStore::new(), &clock, &access),
            sqlite: planmark_over(store, &clock, &access),
        }
    }
}

impl Host for Rust {
    fn round(&mut self, subject: Subject, task: &str) -> Vec<Duration> {
        let planmark = if subject.store == "memory" { &self.memory } else { &self.sqlite };
        let (content, ada) = (subject.content(), Writer::new(planmark, task, agent("ada")));
        ada.save(&content).expect("a plan");
        let call: &dyn Fn() = match subject.call {
            "append" => &|| drop(ada.append(FRAGMENT).expect("written")),
            "read" => &|| drop(ada.plan().expect("read")),
            _ => &|| drop(planmark.preview().compose(&content, FRAGMENT).expect("composed")),
        };
        (0..subject.count).map(|_| time(call)).collect()
    }
}

/// A host in another language: `tests/bench.js` and `tests/bench.py` of the bindings.
struct Script {
    child: Child,
    orders: ChildStdin,
    times: BufReader<ChildStdout>,
}

impl Script {
    fn start(mut command: Command, home: &Path) -> Self {
        command.arg(home).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the host starts");
        let orders = child.stdin.take().expect("a pipe");
        let times = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, orders, times }
    }
}

impl Host for Script {
    fn round(&mut self, subject: Subject, task: &str) -> Vec<Duration> {
        let Subject { call, store, count, .. } = subject;
        let order = json!({
            "call": call, "store": store, "task": task, "content": subject.content(),
            "fragment": FRAGMENT, "count": count,
        });
        writeln!(self.orders, "{order}").expect("the host listens");
        let mut line = String::new();
        self.times.read_line(&mut line).expect("the host answers");
        let times: Vec<Value> = serde_json::from_str(&line).expect("a list of times");
        times.iter().filter_map(Value::as_f64).map(|micros| Duration::from_secs_f64(micros / 1e6)).collect()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // It ends by itself when there are no more orders; nobody waits for that.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The best round's median of one call in Rust, Node and Python, in microseconds.
struct Measured {
    subject: Subject,
    micros: [f64; 3],
}

/// What the hosts take.
pub(crate) struct Hosts(Vec<Measured>);

impl Hosts {
    /// Measures every call in every host, a round of one after a round of the other.
    pub(crate) fn measure() -> Self {
        let homes = [new_home(), new_home(), new_home()];
        let mut rust = Rust::new(homes[0].path());
        let mut node = Script::start(node("tests/bench.js"), homes[1].path());
        let mut python = Script::start(python("tests/bench.py"), homes[2].path());
        let mut hosts: [&mut dyn Host; 3] = [&mut rust, &mut node, &mut python];
        let mut number = 0;
        let mut measured = |subject: Subject| {
            let mut micros = [f64::INFINITY; 3];
            for _ in 0..ROUNDS {
                number += 1;
                for (host, best) in hosts.iter_mut().zip(&mut micros) {
                    *best = best.min(median(&mut host.round(subject, &format!("task-{number}"))));
                }
            }
            Measured { subject, micros }
        };
        Self(subjects().into_iter().map(&mut measured).collect())
    }

    /// The budgets of the hosts: an append of 100 bytes to 1 KB on the memory store.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let of_append = |measured: &&Measured| measured.subject.name() == "append to 1 KB, memory";
        let Some(Measured { micros: [rust_us, node_us, python_us], .. }) = self.0.iter().find(of_append)
        else {
            return Vec::new();
        };
        let row = |host: &str, host_us: f64, most_us: f64| Row {
            what: format!("append of 100 bytes, memory store, {host}"),
            measured: micros(host_us),
            against: format!("Rust host: {}", micros(*rust_us)),
            compared: Compared::Micros(host_us),
            budget: Some(Budget::AtMost(most_us)),
        };
        vec![row("Node", *node_us, 150.0), row("Python", *python_us, 500.0)]
    }

    /// Every call, as ratios to the Rust host.
    pub(crate) fn table(&self) -> String {
        let mut table = "\
## In each host

The same calls in each host, with the ratio to the Rust host (a new instance of the component for each call; Node and
Python keep one). Appends are of 100 bytes; on SQLite they are durable.

| what | Rust | Node | Python |
|---|---|---|---|
"
        .to_owned();
        for Measured { subject, micros: [rust_us, node_us, python_us] } in &self.0 {
            let beside = |host_us: &f64| format!("{} ({:.1} ×)", micros(*host_us), host_us / rust_us);
            let (name, rust) = (subject.name(), micros(*rust_us));
            writeln!(table, "| {name} | {rust} | {} | {} |", beside(node_us), beside(python_us))
                .expect("a string takes everything");
        }
        table
    }
}
