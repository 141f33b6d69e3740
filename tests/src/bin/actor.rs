//! A process for the tests to stall and kill.
//!
//! - `actor once HOME LINE`: makes the call that LINE (one step of a script, in JSON) describes.
//!   Counting for [`trace`] begins before the call; with `from-open` as a fourth argument, before
//!   the home is opened.
//! - `actor storm HOME NAME COUNT`: appends COUNT fragments as author NAME to two tasks by turns, and
//!   writes each to standard output once it is acknowledged.
//! - `actor stage HOME` and `actor work HOME WAIT_MS`: take one order a line from standard input, and
//!   report on standard output: see [`player`].

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use nix::sys::signal;
use planmark::Planmark;
use planmark_tests::script::{self, Line};
use planmark_tests::stage::player;
use planmark_tests::trace;
use planmark_tests::writer::{Writer, agent};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["once", home, line] => once(Path::new(home), line, false),
        ["once", home, line, "from-open"] => once(Path::new(home), line, true),
        ["storm", home, name, count] => storm(Path::new(home), name, count.parse()?),
        ["stage", home] => player::act(Path::new(home)),
        ["work", home, wait_ms] => player::work(Path::new(home), Duration::from_millis(wait_ms.parse()?)),
        other => Err(format!("no such part: {other:?}").into()),
    }
}

fn once(home: &Path, line: &str, from_open: bool) -> Result<(), Box<dyn Error>> {
    let line: Line = serde_json::from_str(line)?;
    let args = script::expand(Value::Object(line.args.clone()), &std::collections::BTreeMap::new())?;
    if from_open {
        signal::raise(trace::BEGIN)?;
    }
    let planmark = Planmark::builder().home(home).build()?;
    if !from_open {
        signal::raise(trace::BEGIN)?;
    }
    let given = script::call(&planmark, &line, &args)?;
    if given.is_ok() {
        signal::raise(trace::DONE)?;
    }
    let (Ok(said) | Err(said)) = given;
    println!("{said}");
    Ok(())
}

fn storm(home: &Path, name: &str, count: u32) -> Result<(), Box<dyn Error>> {
    let planmark = Planmark::builder().home(home).build()?;
    let mut out = std::io::stdout().lock();
    for number in 1..=count {
        let task = if number % 2 == 0 { "even" } else { "odd" };
        let fragment = format!("- {name} {number}");
        Writer::new(&planmark, task, agent(name)).append(&fragment)?;
        writeln!(out, "{task}\t{fragment}")?;
        out.flush()?;
    }
    Ok(())
}
