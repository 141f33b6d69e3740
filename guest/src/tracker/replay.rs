//! Requests that are sent again: each is answered as it was the first time (D30).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::record;
use crate::digest::Json;
use crate::refusal::Refusal;

/// A request that may be sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The key of the cell that holds its answer.
    pub(crate) key: String,
    /// SHA-256 of what is asked, who asks left out.
    digest: String,
}

/// An answer that can be given again.
pub(crate) trait Replay: Serialize + DeserializeOwned {
    /// Says that it is the stored answer.
    fn mark_replayed(&mut self);
}

#[derive(Serialize, Deserialize)]
struct Stored<A> {
    digest: String,
    answer: A,
}

impl Asked {
    /// Takes a request id, where there is one.
    ///
    /// # Errors
    ///
    /// `invalid-request-id` where it is no UUID.
    pub(crate) fn parse(
        id: Option<&str>,
        export: &str,
        arguments: Vec<(&str, Json<'_>)>,
    ) -> Result<Option<Self>, Refusal> {
        let Some(id) = id else { return Ok(None) };
        if !is_uuid(id) {
            return Err(Refusal::InvalidRequestId { request: id.to_owned() });
        }
        let asked =
            Json::Object(vec![("arguments", Json::Object(arguments)), ("export", Json::Text(export))]);
        Ok(Some(Self { key: record::request_key(&id.to_ascii_lowercase()), digest: asked.sha256() }))
    }

    /// The answer as its cell holds it.
    pub(crate) fn encode<A: Serialize>(&self, answer: &A) -> Result<String, Refusal> {
        record::encode(&Stored { digest: self.digest.clone(), answer })
    }

    /// The stored answer.
    ///
    /// # Errors
    ///
    /// `request-reused` where another request had this id; `session-damaged`.
    pub(crate) fn answer<A: Replay>(&self, value: &str, session: &str) -> Result<A, Refusal> {
        #[derive(Deserialize)]
        struct Digest {
            digest: String,
        }
        let damaged = |_| record::damaged(session);
        let Digest { digest } = serde_json::from_str(value).map_err(damaged)?;
        if digest != self.digest {
            return Err(Refusal::RequestReused);
        }
        let Stored::<A> { mut answer, .. } = serde_json::from_str(value).map_err(damaged)?;
        answer.mark_replayed();
        Ok(answer)
    }
}

/// Whether a text is a UUID in its usual form: 32 hex digits in five groups.
pub(super) fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_has_one_form_and_any_case() {
        let lower = "00000000-0000-4000-8000-00000000000a";
        let key = |id: &str| Asked::parse(Some(id), "tick", Vec::new()).map(|asked| asked.map(|a| a.key));
        assert_eq!(key(lower), Ok(Some(format!("request/{lower}"))));
        assert_eq!(key(&lower.to_ascii_uppercase()), key(lower));
        for other in [
            "",
            "x",
            &lower.replace('-', ""),
            lower.trim_start_matches('0'),
            &lower.replace('a', "g"),
            &format!("{{{lower}}}"),
        ] {
            assert_eq!(key(other), Err(Refusal::InvalidRequestId { request: other.to_owned() }), "{other:?}");
        }
    }
}
