//! The keys of a task's cells.

pub(crate) use crate::key::{number, numbered};

/// The plan as it stands, and its latest revision.
pub(crate) const HEAD: &str = "head";
/// Revisions before the latest, by number.
pub(crate) const REVISIONS: &str = "rev/";
/// Segments, by the position of their first splice.
pub(crate) const SEGMENTS: &str = "seg/";
/// Whole texts, by position.
pub(crate) const SNAPSHOTS: &str = "snap/";
