//! Actors in processes of their own.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;

use planmark::store::Store;
use planmark::store::sqlite::SqliteStore;

use crate::engine::{EPOCH_MS, TestAccess, TestClock, planmark_over};
use crate::script::Line;
use crate::stage::{Actor, Director, Report, perform};
use crate::stepped::Stepped;

/// Actors in processes of their own, on one home.
///
/// # Panics
///
/// When `program` can't be started.
#[must_use]
pub fn in_processes(program: &Path, home: &Path, lines: &[Line]) -> Director {
    let (report, reports) = mpsc::channel();
    let actors = lines.iter().enumerate().map(|(number, line)| {
        let mut command = Command::new(program);
        command.arg("stage").arg(home).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the actor can be started");
        let orders = child.stdin.take().expect("a pipe");
        let told = BufReader::new(child.stdout.take().expect("a pipe"));
        let report = report.clone();
        thread::spawn(move || {
            for line in told.lines().map_while(Result::ok) {
                let told = serde_json::from_str(&line).expect("a report");
                if report.send((number, told)).is_err() {
                    break;
                }
            }
        });
        Box::new(ProcessActor { child, orders, line: line.clone() }) as Box<dyn Actor>
    });
    Director::new(actors.collect(), lines, reports)
}

struct ProcessActor {
    child: Child,
    orders: ChildStdin,
    line: Line,
}

impl Actor for ProcessActor {
    fn begin(&mut self) {
        let line = serde_json::to_string(&self.line).expect("plain JSON");
        writeln!(self.orders, "{line}").expect("the process reads its orders");
    }

    fn go(&mut self) {
        writeln!(self.orders).expect("the process reads its orders");
    }
}

impl Drop for ProcessActor {
    fn drop(&mut self) {
        // It may have ended by itself; there is nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The part of a process: makes the calls that come as lines of JSON on standard input, one after
/// the other, reports each point on standard output, and goes on from it at an empty line.
///
/// # Errors
///
/// When the home can't be opened, or a line is not understood.
pub fn act(home: &Path) -> Result<(), Box<dyn Error>> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(home)?);
    let turnstile = Arc::new(|point| {
        tell(&Report::At(point));
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).expect("standard input can be read");
    });
    let (clock, access) = (TestClock::at(EPOCH_MS), TestAccess::default());
    let engine = planmark_over(Stepped::new(store, turnstile), &clock, &access);
    let mut line = String::new();
    while std::io::stdin().read_line(&mut line)? > 0 {
        tell(&perform(&engine, &serde_json::from_str(&line)?));
        line.clear();
    }
    Ok(())
}

fn tell(report: &Report) {
    let line = serde_json::to_string(report).expect("plain JSON");
    println!("{line}");
}
