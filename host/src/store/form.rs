//! What the arguments of a store must look like: checked here once, for every store, before
//! anything is touched. Each function answers `Invalid` and names the argument.

use std::collections::BTreeSet;

use planmark_core::capability::{
    Action, BODY_MAX_BYTES, CELL_MAX_BYTES, COMMIT_MAX_MUTATIONS, CapabilityCode, CapabilityFailure,
    KEY_MAX_BYTES, Mutation, Outcome, PAGE_MAX_ENTRIES, Scope, ScopeKind,
};
use planmark_core::file_id::is_file_id;

/// Most bytes of a task id.
const TASK_ID_MAX_BYTES: usize = 256;
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

fn is_printable(text: &str, max_bytes: usize) -> bool {
    text.len() <= max_bytes && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn page_limit(limit: u32) -> Outcome<()> {
    require((1..=PAGE_MAX_ENTRIES).contains(&limit), "a page has 1 to 1,000 entries")
}

fn require(condition: bool, message: &str) -> Outcome<()> {
    if condition { Ok(()) } else { Err(CapabilityFailure::new(CapabilityCode::Invalid, message)) }
}
