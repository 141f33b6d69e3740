//! Runs the vectors in every host, compares what they answer byte for byte, and prints a row for each.
//!
//! Usage: `conformance DIR`
//!
//! DIR gets the answers of each runner, as canonical JSON. Ends with 1 when a case failed, two runners
//! differ, or a runner could not run. `make bindings` sets up what it needs.

mod command_line;
mod difference;
mod runner;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use planmark::Planmark;
use planmark::store::memory::MemoryStore;
use planmark_tests::engine::{component_memory, component_sqlite, native_memory};
use planmark_tests::hosts::{self, node, python, web};
use planmark_tests::plans::Core;
use planmark_tests::vectors::FILES;

use runner::{Runner, in_process, script};

/// Most differences of one runner that are printed; the rest is counted.
const SHOWN_MAX: usize = 5;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: conformance DIR")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    hosts::ready()?;

    let native = in_process("native", native_memory, &Core, folder)?;
    report(&native, &[]);
    let planmark = Planmark::builder().store(MemoryStore::new()).build()?;
    let others = [
        in_process("wasmtime, memory", component_memory, &planmark, folder)?,
        in_process("wasmtime, SQLite", component_sqlite, &planmark, folder)?,
        script("Node, memory", node("tests/conformance.js"), "memory", folder)?,
        script("Node, SQLite", node("tests/conformance.js"), "sqlite", folder)?,
        script("Chromium, memory", web("tests/conformance.js"), "memory", folder)?,
        script("Python, memory", python("tests/conformance.py"), "memory", folder)?,
        script("Python, SQLite", python("tests/conformance.py"), "sqlite", folder)?,
    ];
    let mut sound = native.sound();
    let mut rows = vec![row(&native, "the others are compared with it")];
    for other in &others {
        let differences = difference::between(&native, other);
        rows.push(row(other, if differences.is_empty() { "the same bytes" } else { "**differs**" }));
        sound &= other.sound() && differences.is_empty();
        report(other, &differences);
    }
    let (shown, wanted) = command_line::run(&native, folder)?;
    let differences = difference::between(&wanted, &shown);
    let verdict = if differences.is_empty() { "the same bytes, of what it shows" } else { "**differs**" };
    rows.push(row(&shown, verdict));
    sound &= shown.sound() && differences.is_empty();
    report(&shown, &differences);

    println!("| runner | {} | answers |", FILES.join(" | "));
    println!("|{}", "---|".repeat(FILES.len() + 2));
    rows.iter().for_each(|row| println!("{row}"));
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row(runner: &Runner, verdict: &str) -> String {
    let counts: Vec<String> = runner.counts().iter().map(ToString::to_string).collect();
    format!("| {} | {} | {verdict} |", runner.name, counts.join(" | "))
}

fn report(runner: &Runner, differences: &[String]) {
    let all: Vec<&String> = runner.broken.iter().chain(differences).collect();
    for difference in all.iter().take(SHOWN_MAX) {
        eprintln!("{}: {difference}", runner.name);
    }
    if all.len() > SHOWN_MAX {
        eprintln!("{}: and {} more", runner.name, all.len() - SHOWN_MAX);
    }
}
