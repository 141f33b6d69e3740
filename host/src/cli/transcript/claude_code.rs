//! Claude Code: a tree of entries with `uuid` and `parentUuid`. The branch it ends in is found as its
//! own SDK does (version 2.1.240): the latest of the ends that belong to the main conversation.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{Content, joined};

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    entries: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    #[serde(rename = "type")]
    kind: Kind,
    uuid: String,
    parent_uuid: Option<String>,
    #[serde(default)]
    is_sidechain: bool,
    #[serde(default)]
    is_meta: bool,
    team_name: Option<String>,
    #[serde(default)]
    is_api_error_message: bool,
    message: Option<Message>,
}

#[derive(Debug, Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Kind {
    User,
    Assistant,
    Progress,
    System,
    Attachment,
}

/// A message. One answer of the model is written as several entries with the same message id.
#[derive(Debug, Deserialize)]
struct Message {
    id: Option<String>,
    content: Option<Content>,
}

impl Transcript {
    /// Takes a record; one that is no entry of the conversation is passed over.
    pub(super) fn take(&mut self, record: &[u8]) {
        self.entries.extend(serde_json::from_slice::<Entry>(record));
    }

    /// The last message of the assistant that has text.
    pub(super) fn last(self) -> Option<String> {
        let branch = self.branch();
        let mut messages: Vec<(Option<String>, Vec<String>)> = Vec::new();
        let mut entries: Vec<Option<Entry>> = self.entries.into_iter().map(Some).collect();
        for index in branch {
            let Some(entry) = entries.get_mut(index).and_then(Option::take) else { continue };
            if entry.kind != Kind::Assistant || entry.is_api_error_message {
                continue;
            }
            let Some(Message { id, content }) = entry.message else { continue };
            let text = content.and_then(|content| content.into_text("text"));
            match messages.last_mut() {
                Some((last, texts)) if id.is_some() && *last == id => texts.extend(text),
                _ => messages.push((id, text.into_iter().collect())),
            }
        }
        // The branch runs from its end to its root, so an answer's texts are in reverse order.
        messages.into_iter().find_map(|(_, texts)| joined(texts.into_iter().rev()))
    }

    /// The entries of the branch, from its end to its root. Parents that are missing, or come again,
    /// end it.
    fn branch(&self) -> Vec<usize> {
        let by_id: BTreeMap<&str, usize> =
            self.entries.iter().enumerate().map(|(index, entry)| (entry.uuid.as_str(), index)).collect();
        let parent = |index: usize| {
            let entry = self.entries.get(index)?;
            by_id.get(entry.parent_uuid.as_deref()?).copied()
        };
        let path = |from: usize| {
            let mut seen = BTreeSet::new();
            std::iter::successors(Some(from), |index| parent(*index))
                .take_while(move |index| seen.insert(*index))
        };
        let parents: BTreeSet<&str> =
            self.entries.iter().filter_map(|entry| entry.parent_uuid.as_deref()).collect();
        let ends = (0..self.entries.len()).filter(|index| {
            self.entries.get(*index).is_some_and(|entry| !parents.contains(entry.uuid.as_str()))
        });
        let spoken = ends.filter_map(|end| path(end).find(|index| self.is_spoken(*index)));
        let main =
            spoken.filter(|index| self.entries.get(*index).is_some_and(Entry::is_of_the_main_conversation));
        main.max().map(|end| path(end).collect()).unwrap_or_default()
    }

    fn is_spoken(&self, index: usize) -> bool {
        self.entries.get(index).is_some_and(|entry| matches!(entry.kind, Kind::User | Kind::Assistant))
    }
}

impl Entry {
    fn is_of_the_main_conversation(&self) -> bool {
        !self.is_sidechain && !self.is_meta && self.team_name.is_none()
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::transcript::tests::last_text;

    fn entry(kind: &str, uuid: &str, parent: &str, rest: &str) -> String {
        let parent = if parent.is_empty() { "null".to_owned() } else { format!("\"{parent}\"") };
        format!(r#"{{"type":"{kind}","uuid":"{uuid}","parentUuid":{parent},"sessionId":"s"{rest}}}"#)
    }

    fn says(uuid: &str, parent: &str, message: &str, text: &str) -> String {
        let rest = format!(
            r#","message":{{"id":"{message}","role":"assistant","content":[{{"type":"text","text":"{text}"}}]}}"#
        );
        entry("assistant", uuid, parent, &rest)
    }

    fn asks(uuid: &str, parent: &str) -> String {
        entry("user", uuid, parent, r#","message":{"role":"user","content":"go on"}"#)
    }

    fn last_of(records: &[String]) -> Option<String> {
        last_text(&records.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn the_parts_of_one_answer_are_one_message() {
        let tool =
            r#","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","name":"Bash"}]}"#;
        let records = [
            asks("1", ""),
            says("2", "1", "m1", "older"),
            asks("3", "2"),
            says("4", "3", "m2", "first half"),
            says("5", "4", "m2", "second half"),
            entry("assistant", "6", "5", tool),
        ];
        assert_eq!(last_of(&records).as_deref(), Some("first half\n\nsecond half"));
    }

    #[test]
    fn a_tool_call_without_words_is_no_message() {
        let tool =
            r#","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","name":"Bash"}]}"#;
        let records = [asks("1", ""), says("2", "1", "m1", "the plan"), entry("assistant", "3", "2", tool)];
        assert_eq!(last_of(&records).as_deref(), Some("the plan"));
    }

    #[test]
    fn the_branch_that_was_left_and_side_conversations_do_not_count() {
        let side = says("5", "2", "m4", "of a helper")
            .replace("\"sessionId\"", "\"isSidechain\":true,\"sessionId\"");
        let records = [
            asks("1", ""),
            says("2", "1", "m1", "before the edit"),
            asks("3", ""),
            says("4", "3", "m2", "after the edit"),
            side,
            r#"{"type":"summary","leafUuid":"2","summary":"old"}"#.to_owned(),
        ];
        assert_eq!(last_of(&records).as_deref(), Some("after the edit"));
    }

    #[test]
    fn a_circle_of_parents_ends() {
        let records =
            [says("1", "2", "m1", "one"), says("2", "1", "m2", "two"), says("3", "1", "m3", "three")];
        assert_eq!(last_of(&records).as_deref(), Some("three"));
    }
}
