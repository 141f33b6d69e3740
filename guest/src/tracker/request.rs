//! What callers ask of sessions. What each field means stands in `wit/tracker.wit` too.

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use crate::author::Author;

/// Who calls, and on which session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// Recorded with what is changed.
    pub caller: Author,
    /// The session.
    pub session: String,
    /// A UUID that names the request, where the caller may send it again (D30).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
}

/// A session as another program logged it, to be made one of this store.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ImportRequest {
    /// Its entries, parents before children or not.
    #[serde(default)]
    pub entries: Vec<Entry>,
    /// The end of its branch; none for the last entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<String>,
    /// The bodies there are.
    #[serde(default)]
    pub bodies: Vec<ImportBody>,
}

/// One body of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportBody {
    /// The plan's id.
    pub plan: String,
    /// The text.
    pub text: String,
}
