//! Measures the budgets of the documents against what each names, side by side in one run, and
//! prints `docs/performance.md`. With `--strict` a row over its budget is a failure.

mod calls;
mod durable;
mod growth;
mod hooks;
mod hosts;
mod machine;
mod mcp;
mod measure;
mod sessions;
mod whole;

use std::process::ExitCode;

use measure::Row;

const INTRODUCTION: &str = "\
# Performance

What a plan costs, as ratios between two things measured side by side in one run, so that they hold
on another machine too. `make bench` prints this page again.

Calls of one side alternate with calls of the other, and the quickest round's medians are compared, so that other
load on the machine counts as little as it can. \"Durable\" means SQLite in WAL mode with `synchronous=FULL`: the
disk has confirmed the write when the call answers.
";

fn main() -> ExitCode {
    if let Err(missing) = planmark_tests::hosts::ready() {
        eprintln!("{missing}");
        return ExitCode::FAILURE;
    }
    planmark_tests::disk::watch();
    println!("{INTRODUCTION}");
    println!("{}", machine::describe());
    println!("| what | measured | against | ratio or difference | budget | |");
    println!("|---|---|---|---|---|---|");
    let rows: [fn() -> Vec<Row>; 9] = [
        calls::stateful,
        calls::compose,
        sessions::ticks,
        sessions::marker,
        durable::append,
        growth::on_disk,
        durable::many_writers,
        mcp::over_stdio,
        hooks::processes,
    ];
    let mut over = false;
    let hosts = hosts::Hosts::measure();
    for row in rows.into_iter().flat_map(|measure| measure()).chain(hosts.rows()) {
        println!("{row}");
        over |= row.over();
    }
    println!("\n{}", durable::EMULATION);
    println!("{}", hosts.table());
    println!("{}", growth::table());
    let strict = std::env::args().any(|argument| argument == "--strict");
    if strict && over { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
