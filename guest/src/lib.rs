//! The deterministic core of Planmark: everything that decides.
//!
//! The core has no clock, files, randomness or environment. What it needs it asks of the host
//! through the traits in [`capability`]; what it decides, it decides in pure functions. The same
//! code runs natively in tests and, compiled to a WebAssembly component, in every host.
//!
//! - [`author`]: who makes a change.
//! - [`capability`]: what a host supplies.
//! - [`digest`]: canonical JSON and SHA-256.
//! - [`document`]: task plan documents: writes, revisions, the splice log.
//! - [`failure`]: why a call was refused, and what is known of its write.
//! - [`file_id`]: ids that name files.
//! - [`info`]: what this engine is.
//! - `key`: keys that end with a number.
//! - `refusal`: every reason to refuse, before it gets words.
//! - [`runtime`]: roots, the continue view, and what brings a session back to it.
//! - [`text`]: white space, line endings, composition.
//! - [`tools`]: the tools that a host offers to an agent.
//! - [`tracker`]: saved plans: outlines, references, what a session's entries amount to.
//! - [`words`]: the catalog of rendered texts.

#![deny(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]
#![deny(clippy::indexing_slicing, clippy::string_slice, clippy::float_arithmetic)]
#![deny(clippy::disallowed_types, clippy::disallowed_methods)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

pub mod author;
pub mod capability;
#[cfg(target_arch = "wasm32")]
#[expect(unsafe_code, reason = "the generated bindings call across the boundary")]
mod component;
pub mod digest;
pub mod document;
pub mod failure;
pub mod file_id;
pub mod info;
mod key;
mod refusal;
pub mod runtime;
#[cfg(test)]
mod tests;
pub mod text;
pub mod tools;
pub mod tracker;
pub mod words;
