//! planmark
