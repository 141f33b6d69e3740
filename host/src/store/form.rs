//! What the arguments of a store must look like: checked here once, for every store, before
//! anything is touched. Each function answers `Invalid` and names the argument.

use std::collections::BTreeSet;

use planmark_core::capability::{
    Action, BODY_MAX_BYTES, CELL_MAX_BYTES, COMMIT_MAX_MUTATIONS, CapabilityCode, CapabilityFailure,
    KEY_MAX_BYTES, Mutation, Outcome, PAGE_MAX_ENTRIES, Scope, ScopeKind,
};

/// Most bytes of a task id.
const TASK_ID_MAX_BYTES: usize = 256;
/// Most bytes of a session or plan id (D20).
const FILE_ID_MAX_BYTES: usize = 128;
/// Names that Windows keeps for devices, with or without an extension (D20).
const DEVICE_NAMES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Checks a scope: a task id is 1 to 256 printable ASCII characters without space, a session id as
/// [`is_file_id`] says.
pub(crate) fn scope(scope: &Scope) -> Outcome<()> {
    let right = match scope.kind {
        ScopeKind::Task => is_printable(&scope.id, TASK_ID_MAX_BYTES) && !scope.id.is_empty(),
        ScopeKind::Session => is_file_id(&scope.id),
    };
    require(right, "the scope's id is not of its form")
}

/// Checks that a call that asks for a lease has had none.
pub(crate) fn first_lease(leased: bool) -> Outcome<()> {
    require(!leased, "a call gets one lease")
}

/// Checks a cell's key: 1 to 512 printable ASCII characters without space.
pub(crate) fn key(key: &str) -> Outcome<()> {
    require(!key.is_empty() && is_printable(key, KEY_MAX_BYTES), "the key is not of its form")
}

/// Checks the prefix and the start of a scan: each a key, or empty.
pub(crate) fn scan(prefix: &str, from: &str, limit: u32) -> Outcome<()> {
    require(is_printable(prefix, KEY_MAX_BYTES), "the prefix is not of the form of a key")?;
    require(is_printable(from, KEY_MAX_BYTES), "the start of the scan is not of the form of a key")?;
    page_limit(limit)
}

/// Checks where a listing of scopes or bodies starts, and how far it goes.
pub(crate) fn listing(from: &str, limit: u32) -> Outcome<()> {
    require(is_printable(from, TASK_ID_MAX_BYTES), "the start of the listing is not of the form of an id")?;
    page_limit(limit)
}

/// Checks a commit's mutations: their number, keys, values, and that no key occurs twice.
pub(crate) fn mutations(mutations: &[Mutation]) -> Outcome<()> {
    let count = mutations.len();
    require((1..=COMMIT_MAX_MUTATIONS).contains(&count), "a commit has 1 to 64 mutations")?;
    let mut keys = BTreeSet::new();
    for mutation in mutations {
        key(&mutation.key)?;
        require(keys.insert(mutation.key.as_str()), "a key occurs twice in one commit")?;
        match &mutation.action {
            Action::Put(value) => require(value.len() <= CELL_MAX_BYTES, "a value has over 1,048,576 bytes")?,
            Action::Remove => require(mutation.expected.is_some(), "a cell to remove needs a version")?,
            Action::Check => {}
        }
    }
    Ok(())
}

/// Checks the name of a body.
pub(crate) fn body_name(session: &str, plan: &str) -> Outcome<()> {
    body_session(session)?;
    require(is_file_id(plan), "the plan id is not of its form")
}

/// Checks the session of a body.
pub(crate) fn body_session(session: &str) -> Outcome<()> {
    require(is_file_id(session), "the session id is not of its form")
}

/// Checks the size of a body: 1 to 262,144 bytes.
pub(crate) fn body_text(text: &str) -> Outcome<()> {
    require((1..=BODY_MAX_BYTES).contains(&text.len()), "a body has 1 to 262,144 bytes")
}

/// Whether an id can name a file everywhere: `[A-Za-z0-9][A-Za-z0-9._-]{0,127}`, no trailing dot,
/// no reserved device name (D20).
pub(crate) fn is_file_id(id: &str) -> bool {
    let bytes = id.as_bytes();
    let starts_well = bytes.first().is_some_and(u8::is_ascii_alphanumeric);
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let stem = id.split('.').next().unwrap_or(id);
    let device = DEVICE_NAMES.iter().any(|name| name.eq_ignore_ascii_case(stem));
    starts_well
        && bytes.len() <= FILE_ID_MAX_BYTES
        && bytes.iter().all(allowed)
        && !id.ends_with('.')
        && !device
}

fn is_printable(text: &str, max_bytes: usize) -> bool {
    text.len() <= max_bytes && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn page_limit(limit: u32) -> Outcome<()> {
    require((1..=PAGE_MAX_ENTRIES).contains(&limit), "a page has 1 to 1,000 entries")
}

fn require(condition: bool, message: &str) -> Outcome<()> {
    if condition { Ok(()) } else { Err(CapabilityFailure::new(CapabilityCode::Invalid, message)) }
}

#[cfg(test)]
mod tests {
    use super::is_file_id;

    #[test]
    fn file_ids_are_safe_on_every_file_system() {
        let longest = "a".repeat(128);
        for id in ["a", "0", "A.b_c-d", "console", "com0", "a.con", longest.as_str()] {
            assert!(is_file_id(id), "{id:?}");
        }
        let too_long = "a".repeat(129);
        for id in [
            "", ".", "..", ".a", "-a", "a.", "a/b", "a\\b", "a b", "é", "a\0", "con", "NUL", "Com1.txt",
            &too_long,
        ] {
            assert!(!is_file_id(id), "{id:?}");
        }
    }
}
