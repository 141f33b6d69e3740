//! Ids that a host makes, since the core has no randomness and agents never make them (D20).

use uuid::Uuid;

/// A new id for a plan: `p-`, the time in 12 hex digits and 8 random ones. Later ids sort after
/// earlier ones.
#[must_use]
pub fn fresh_plan() -> String {
    fresh("p")
}

/// A new id for a session: `s-`, the time in 12 hex digits and 8 random ones. Later ids sort after
/// earlier ones.
#[must_use]
pub fn fresh_session() -> String {
    fresh("s")
}

fn fresh(kind: &str) -> String {
    let id = Uuid::now_v7().simple().to_string();
    let (time, random) = (id.get(..12).unwrap_or_default(), id.get(24..).unwrap_or_default());
    format!("{kind}-{time}-{random}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_are_new_in_form_and_in_order() {
        let ids: Vec<String> = (0..1_000).map(|_| fresh_plan()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        assert!(ids.iter().all(|id| id.len() == 23 && id.starts_with("p-")));
        let times: Vec<&str> = ids.iter().filter_map(|id| id.get(..14)).collect();
        assert!(times.is_sorted());
        assert!(fresh_session().starts_with("s-"));
    }
}
