//! What the tests that cross a boundary share.
//!
//! - [`calls`]: calls as lines of a script.
//! - [`cli`]: the program, run as people and scripts run it, and transcripts of it.
//! - [`contract`]: what every store must do.
//! - [`disk`]: SQLite's files, watched, slowed and cut off.
//! - [`engine`]: the native core and the component behind one trait.
//! - [`hooks`]: what clients send to their hooks.
//! - [`hosts`]: the hosts in other languages, and the command line beside them.
//! - [`invariants`]: what holds of every task at every moment.
//! - [`mcp`]: a client of the MCP server that speaks raw lines.
//! - [`plans`]: saved plans as pure functions, and scripts of them.
//! - [`random`]: random numbers that a seed decides.
//! - [`rehearsal`]: a scripted client that drifts and is brought back.
//! - [`rooted`]: a home with a root in it, in every state that hooks tell apart.
//! - [`runtime`]: roots, behind one trait.
//! - [`schedule`]: every schedule of two calls, and the judgement that each must pass.
//! - [`script`]: calls and expected answers, written in JSON.
//! - [`serial`]: whether concurrent calls answered as if in some order.
//! - [`stage`]: concurrent calls, step by step, in an order that the test decides.
//! - [`stepped`]: a store that stops at every operation.
//! - [`supply`]: a test's clock and access rule.
//! - [`trace`]: kills a process at a chosen system call.
//! - [`tracker`]: sessions, behind one trait.
//! - [`vectors`]: the vectors, and what an engine answers to them.
//! - [`writer`]: one author at one task.

pub mod calls;
pub mod cli;
pub mod contract;
pub mod disk;
pub mod engine;
pub mod hooks;
pub mod hosts;
pub mod invariants;
pub mod mcp;
pub mod plans;
pub mod random;
pub mod rehearsal;
pub mod rooted;
pub mod runtime;
pub mod schedule;
pub mod schema;
pub mod script;
pub mod serial;
pub mod stage;
pub mod stepped;
pub mod supply;
#[cfg(target_os = "linux")]
pub mod trace;
pub mod tracker;
pub mod vectors;
pub mod writer;
