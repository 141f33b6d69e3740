//! What the tests that cross a boundary share.
//!
//! - [`engine`]: the native core and the component behind one trait.
//! - [`invariants`]: what holds of every task at every moment.
//! - [`script`]: calls and expected answers, written in JSON.
//! - [`writer`]: one author at one task.

pub mod engine;
pub mod invariants;
pub mod script;
pub mod writer;
