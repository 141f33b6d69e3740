//! Pi: a tree of entries with `id` and `parentId` (session format 3). The branch ends at the entry that
//! was written last.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::Content;

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    entries: BTreeMap<String, Entry>,
    last: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    #[serde(rename = "type")]
    kind: String,
    id: String,
    parent_id: Option<String>,
    message: Option<Message>,
}

#[derive(Debug, Deserialize)]
struct Message {
    role: Option<String>,
    content: Option<Content>,
}

impl Transcript {
    /// Takes a record; the header and what is no entry are passed over.
    pub(super) fn take(&mut self, record: &[u8]) {
        let Ok(entry) = serde_json::from_slice::<Entry>(record) else { return };
        if entry.kind == "session" {
            return;
        }
        self.last = Some(entry.id.clone());
        self.entries.insert(entry.id.clone(), entry);
    }

    /// The last message of the assistant, on the branch, that has text.
    pub(super) fn last(mut self) -> Option<String> {
        let mut next = self.last.take();
        let mut seen = BTreeSet::new();
        while let Some(id) = next.filter(|id| seen.insert(id.clone())) {
            let entry = self.entries.remove(&id)?;
            let message = entry.message.filter(|message| message.role.as_deref() == Some("assistant"));
            let text = message.and_then(|message| message.content?.into_text("text"));
            if text.is_some() {
                return text;
            }
            next = entry.parent_id;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::transcript::tests::last_text;

    const HEADER: &str = r#"{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}"#;

    fn entry(id: &str, parent: &str, role: &str, content: &str) -> String {
        let parent = if parent.is_empty() { "null".to_owned() } else { format!("\"{parent}\"") };
        format!(
            r#"{{"type":"message","id":"{id}","parentId":{parent},"message":{{"role":"{role}","content":{content}}}}}"#
        )
    }

    #[test]
    fn the_branch_that_was_written_last_counts() {
        let text =
            |text: &str| format!(r#"[{{"type":"thinking","text":"hm"}},{{"type":"text","text":"{text}"}}]"#);
        let records = [
            entry("1", "", "user", r#""go""#),
            entry("2", "1", "assistant", &text("left")),
            entry("3", "1", "assistant", &text("the plan")),
            entry("4", "3", "assistant", r#"[{"type":"toolCall","id":"c","name":"n"}]"#),
            entry("5", "4", "toolResult", &text("output")),
        ];
        let mut all = vec![HEADER];
        all.extend(records.iter().map(String::as_str));
        assert_eq!(last_text(&all).as_deref(), Some("the plan"));
        assert_eq!(last_text(&all[..2]), None);
        let circle = entry("1", "1", "user", r#""go""#);
        assert_eq!(last_text(&[HEADER, &circle]), None);
    }
}
