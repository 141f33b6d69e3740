//! Codex: a list of records with a `payload`, in order (version 0.171.0).

use serde::Deserialize;

use super::Content;

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    last: Option<String>,
}

#[derive(Deserialize)]
struct Record {
    #[serde(rename = "type")]
    kind: String,
    payload: Payload,
}

#[derive(Deserialize)]
struct Payload {
    #[serde(rename = "type", default)]
    kind: String,
    role: Option<String>,
    content: Option<Content>,
    last_agent_message: Option<String>,
    item: Option<Item>,
}

#[derive(Deserialize)]
struct Item {
    #[serde(rename = "type", default)]
    kind: String,
    text: Option<String>,
}

impl Transcript {
    /// Takes a record; one that says nothing of the assistant's is passed over.
    pub(super) fn take(&mut self, record: &[u8]) {
        let Ok(Record { kind, payload }) = serde_json::from_slice::<Record>(record) else { return };
        let text = match (kind.as_str(), payload.kind.as_str()) {
            ("event_msg", "task_complete") => payload.last_agent_message,
            ("response_item", "message") if payload.role.as_deref() == Some("assistant") => {
                payload.content.and_then(|content| content.into_text("output_text"))
            }
            (_, "item_completed") => {
                payload.item.filter(|item| item.kind == "AgentMessage").and_then(|item| item.text)
            }
            _ => None,
        };
        if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
            self.last = Some(text);
        }
    }

    /// The last message of the assistant that has text.
    pub(super) fn last(self) -> Option<String> {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::transcript::tests::last_text;

    const META: &str = r#"{"timestamp":"t","type":"session_meta","payload":{"id":"s"}}"#;

    #[test]
    fn the_end_of_a_turn_says_what_was_said_last() {
        let message = r#"{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"on it"}]}}"#;
        let user = r#"{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}}"#;
        let end =
            r##"{"type":"event_msg","payload":{"type":"task_complete","last_agent_message":"# Plan"}}"##;
        let silent = r#"{"type":"event_msg","payload":{"type":"task_complete","last_agent_message":null}}"#;
        assert_eq!(last_text(&[META, user, message, end, user]).as_deref(), Some("# Plan"));
        assert_eq!(last_text(&[META, user, message, silent]).as_deref(), Some("on it"));
        assert_eq!(last_text(&[META, user]), None);
    }

    #[test]
    fn an_item_that_was_completed_is_a_message_too() {
        let item = r#"{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"AgentMessage","text":"done"}}}"#;
        assert_eq!(last_text(&[META, item]).as_deref(), Some("done"));
    }
}
