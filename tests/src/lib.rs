//! What the tests that cross a boundary share.

pub mod contract;
