//! The ids of requests that are being served: another request with one of them is refused, for its
//! answer couldn't be told from the other's.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::{ErrorData, RequestId, ServerJsonRpcMessage};

/// The ids that are taken. Clones are the same set.
#[derive(Debug, Clone, Default)]
pub(super) struct ServedIds(Arc<Mutex<BTreeSet<String>>>);

/// One of them, until it is dropped.
#[derive(Debug)]
pub(super) struct ServedId {
    key: String,
    ids: ServedIds,
}

impl ServedIds {
    /// Takes the id of a request in a session; an empty one where there is only one client.
    ///
    /// # Errors
    ///
    /// The answer to a request whose id another still has.
    pub(super) fn take(&self, session: &str, id: &RequestId) -> Result<ServedId, Box<ServerJsonRpcMessage>> {
        let key = match id {
            RequestId::Number(number) => format!("{session} n{number}"),
            RequestId::String(text) => format!("{session} s{text}"),
        };
        if self.locked().insert(key.clone()) {
            return Ok(ServedId { key, ids: self.clone() });
        }
        let error = ErrorData::invalid_request("another request with this id is being served", None);
        Err(Box::new(ServerJsonRpcMessage::error(error, Some(id.clone()))))
    }

    /// A set of ids is whole after every statement, so a panic elsewhere doesn't make it useless.
    fn locked(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ServedId {
    fn drop(&mut self) {
        self.ids.locked().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_taken_until_it_is_dropped_in_its_session_alone() {
        let ids = ServedIds::default();
        let seven = RequestId::Number(7);
        let first = ids.take("a", &seven).expect("it is free");
        assert!(ids.take("a", &seven).is_err());
        assert!(ids.take("b", &seven).is_ok());
        assert!(ids.take("a", &RequestId::String("7".into())).is_ok());
        drop(first);
        assert!(ids.take("a", &seven).is_ok());
    }
}
