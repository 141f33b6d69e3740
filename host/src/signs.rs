//! What this process shows of the client that started it.

use planmark_core::runtime::client::{Signs, variables};

/// The signs in the environment of this process, with the name by which a client introduced itself
/// and what is configured. `PLANMARK_CLIENT` is configuration too, where nothing else is.
#[must_use]
pub fn here(client_name: Option<String>, configured: Option<String>) -> Signs {
    let value = |name: &'static str| Some((name.to_owned(), std::env::var(name).ok()?));
    Signs { environment: variables().filter_map(value).collect(), ..told(client_name, configured) }
}

/// The same without the environment: for a client that runs elsewhere.
#[must_use]
pub fn told(client_name: Option<String>, configured: Option<String>) -> Signs {
    let configured = configured.or_else(self::configured);
    Signs { environment: Vec::new(), client_name, configured, answer: None }
}

/// The client that the environment names as configured, known or not.
pub(crate) fn configured() -> Option<String> {
    let named = std::env::var_os(VARIABLE)?.to_string_lossy().into_owned();
    Some(named).filter(|named| !named.is_empty())
}

/// Names the client, where it is configured so.
pub(crate) const VARIABLE: &str = "PLANMARK_CLIENT";
