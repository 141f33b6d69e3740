//! Planmark keeps a coding agent's plan safe.
//!
//! [`Planmark`] is the product: every feature is a method of it, and the command line, the servers
//! and the hooks are thin skins over it. It runs the engine, a WebAssembly component that decides
//! everything and can reach nothing but what [`store`], the clock and the access rule of its
//! builder give it.
//!
//! - [`error`]: what can fail, and what is known of a write then.
//! - [`limits`]: every limit of the host.
//! - [`mcp`]: the same for agents, over the Model Context Protocol.
//! - [`page`]: the preview page, for a browser on this machine.
//! - [`signs`]: what a process shows of the client that started it.
//! - [`store`]: where plans are kept: SQLite for one machine, memory for tests and pages.
//! - [`trace`]: calls that were recorded, and what comes of running them again.

mod bindings;
pub mod cli;
mod component;
mod convert;
pub mod error;
pub mod ids;
mod imports;
pub mod limits;
mod linker;
pub mod mcp;
pub mod page;
mod planmark;
mod runtime;
pub mod signs;
pub mod store;
pub mod trace;

pub use planmark::{Builder, ContinueRuntime, Planmark, Preview, Tracker};
pub use planmark_core as core;
