//! Who makes a change.

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::refusal::Refusal;

/// Most characters an author's name may have.
pub const NAME_MAX_CHARS: usize = 128;

/// What stands behind an author's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuthorKind {
    /// A model, through a tool.
    Agent,
    /// A human being, through an editor or the command line.
    Person,
}

impl AuthorKind {
    /// The kind as it is written in WIT, JSON and digests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Person => "person",
        }
    }
}

/// The maker of a call: recorded with what it changes, and shown to
/// [`Access`](crate::capability::Access). Two authors are the same when both fields are equal (D7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// What stands behind the name.
    pub kind: AuthorKind,
    /// 1 to [`NAME_MAX_CHARS`] characters, none of them a control character.
    pub name: String,
}

impl Author {
    /// Checks the name.
    ///
    /// # Errors
    ///
    /// `invalid-author` when it is empty, too long, or holds a control character.
    pub fn check(&self) -> Result<(), Failure> {
        let chars = self.name.chars().take(NAME_MAX_CHARS.saturating_add(1)).count();
        if chars == 0 || chars > NAME_MAX_CHARS || self.name.chars().any(char::is_control) {
            return Err(Refusal::InvalidAuthor.into());
        }
        Ok(())
    }
}
