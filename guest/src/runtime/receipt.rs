//! The terminal receipt (D42): sealing, and whether one is valid.

use super::case::{Case, Standing};
use super::entry::{Identity, Receipt};
use crate::digest::Json;

/// Why a receipt ends nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invalid {
    /// Its own digest is not that of what it says.
    Forged,
    /// It is of another root.
    Foreign,
    /// The branch doesn't hold it: the engine never sealed it there.
    Unsealed,
    /// It was sealed, and something it resolves to has changed since.
    Stale,
}

/// Seals a root that is finished; none where something is left to be done, or it can't be judged.
/// The same state gives the same receipt.
#[must_use]
pub fn seal(case: &Case<'_>) -> Option<Receipt> {
    match case.standing() {
        Standing::Ready => current(case),
        Standing::Sealed => case.root.receipt().cloned(),
        _ => None,
    }
}

/// Whether a receipt is one that the engine sealed for this root, and resolves to its state as it
/// is now.
///
/// # Errors
///
/// The first of these that applies: `Forged`, `Foreign`, `Unsealed`, `Stale`.
pub fn validate(receipt: &Receipt, case: &Case<'_>) -> Result<(), Invalid> {
    let Receipt { identity, authoritative_digest, execution_digest, digest } = receipt;
    if *digest != own_digest(identity, authoritative_digest, execution_digest) {
        return Err(Invalid::Forged);
    }
    if *identity != case.root.admission().identity {
        return Err(Invalid::Foreign);
    }
    match case.root.receipt() {
        Some(sealed) if sealed == receipt && is_current(case) => Ok(()),
        Some(sealed) if sealed == receipt => Err(Invalid::Stale),
        _ => Err(Invalid::Unsealed),
    }
}

/// Whether the root has a receipt that resolves to its state as it is now.
pub(super) fn is_current(case: &Case<'_>) -> bool {
    case.root.receipt().is_some_and(|sealed| current(case).as_ref() == Some(sealed))
}

/// The receipt that the state as it is now would be sealed with.
fn current(case: &Case<'_>) -> Option<Receipt> {
    let digests = case.digests()?;
    let identity = case.root.admission().identity.clone();
    let digest = own_digest(&identity, &digests.authoritative, &digests.execution);
    Some(Receipt {
        identity,
        authoritative_digest: digests.authoritative,
        execution_digest: digests.execution,
        digest,
    })
}

fn own_digest(identity: &Identity, authoritative: &str, execution: &str) -> String {
    Json::Object(vec![
        ("authoritative_digest", Json::Text(authoritative)),
        ("execution_digest", Json::Text(execution)),
        ("identity", identity.json()),
    ])
    .sha256()
}
