//! What the tests that cross a boundary share.

pub mod cli;
pub mod contract;
