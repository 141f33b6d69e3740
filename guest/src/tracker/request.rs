//! What callers ask of sessions. What each field means stands in `wit/tracker.wit` too.

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::replay::is_uuid;
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

impl Context {
    /// The id of a plan whose save names none but has a request id: the same for the same request,
    /// or it could not be sent again (D30). None without a request id that is a UUID.
    #[must_use]
    pub fn plan_of_request(&self) -> Option<String> {
        let request = self.request.as_deref().filter(|request| is_uuid(request))?;
        Some(format!("p-{}", request.to_ascii_lowercase()))
    }
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
