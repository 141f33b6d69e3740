//! Ids that name files: those of sessions and of saved plans (D20).

use crate::capability::{Scope, ScopeKind};
use crate::refusal::Refusal;

/// Most bytes of a session or plan id.
pub const FILE_ID_MAX_BYTES: usize = 128;

/// Names that Windows keeps for devices, with or without an extension.
const DEVICE_NAMES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Whether an id is a letter or digit and up to 127 letters, digits, dots, underscores and hyphens.
pub(crate) fn is_plain(id: &str) -> bool {
    id.len() <= FILE_ID_MAX_BYTES
        && id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// Whether an id can name a file everywhere: `[A-Za-z0-9][A-Za-z0-9._-]{0,127}`, no trailing dot,
/// no reserved device name (D20).
#[must_use]
pub fn is_file_id(id: &str) -> bool {
    let stem = id.split('.').next().unwrap_or(id);
    let device = DEVICE_NAMES.iter().any(|name| name.eq_ignore_ascii_case(stem));
    is_plain(id) && !id.ends_with('.') && !device
}

/// A session id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SessionId(String);

impl SessionId {
    /// Takes a well-formed id.
    pub(crate) fn parse(id: &str) -> Result<Self, Refusal> {
        if is_file_id(id) {
            Ok(Self(id.to_owned()))
        } else {
            Err(Refusal::InvalidSessionId { session: id.to_owned() })
        }
    }

    /// The id.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The scope that holds everything stored for the session.
    pub(crate) fn scope(&self) -> Scope {
        Scope { kind: ScopeKind::Session, id: self.0.clone() }
    }
}

/// Refuses a plan id that is not of its form.
pub(crate) fn check_plan_id(id: &str) -> Result<(), Refusal> {
    if is_file_id(id) { Ok(()) } else { Err(Refusal::InvalidPlanId { plan: id.to_owned() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_ids_are_safe_on_every_file_system() {
        let longest = "a".repeat(128);
        for id in ["a", "0", "A.b_c-d", "console", "com0", "a.con", longest.as_str()] {
            assert!(is_file_id(id), "{id:?}");
            assert_eq!(SessionId::parse(id).expect(id).as_str(), id);
        }
        let too_long = "a".repeat(129);
        for id in [
            "", ".", "..", ".a", "-a", "a.", "a/b", "a\\b", "a b", "é", "a\0", "con", "NUL", "Com1.txt",
            &too_long,
        ] {
            assert!(!is_file_id(id), "{id:?}");
            assert!(SessionId::parse(id).is_err() && check_plan_id(id).is_err(), "{id:?}");
        }
    }
}
