//! Measures the budgets of the documents against what each names, side by side in one run, and
//! prints `docs/performance.md`. With `--strict` a row over its budget is a failure; with the names of
//! groups of rows, only those are measured.

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

/// A group of rows: its name, and what measures it.
type Group = (&'static str, fn() -> Vec<Row>);

/// The groups, in the order of the page.
const GROUPS: [Group; 9] = [
    ("stateful", calls::stateful),
    ("compose", calls::compose),
    ("ticks", sessions::ticks),
    ("marker", sessions::marker),
    ("durable", durable::append),
    ("disk", growth::on_disk),
    ("writers", durable::many_writers),
    ("mcp", mcp::over_stdio),
    ("hooks", hooks::processes),
];

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
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--strict").collect();
    let mut over = false;
    let mut print = |row: Row| {
        println!("{row}");
        over |= row.over();
    };
    for (_, measure) in
        GROUPS.iter().filter(|(name, _)| named.is_empty() || named.iter().any(|it| it == name))
    {
        measure().into_iter().for_each(&mut print);
    }
    if named.is_empty() {
        let hosts = hosts::Hosts::measure();
        hosts.rows().into_iter().for_each(&mut print);
        println!("\n{}", durable::EMULATION);
        println!("{}", hosts.table());
        println!("{}", growth::table());
    }
    let strict = std::env::args().any(|argument| argument == "--strict");
    if strict && over { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
