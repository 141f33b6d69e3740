//! What the cells of a task hold beside its splices: the head, revisions, snapshots.

use serde::{Deserialize, Serialize};

use super::FORMAT;
use super::answer::Revision;
use super::request::Point;
use super::splice::Damaged;
use crate::author::Author;
use crate::refusal::Refusal;

/// Most bytes of trailing white space that the head keeps.
pub(crate) const TAIL_MAX_BYTES: usize = 512;

/// The plan of a task as it stands. Its latest revision is a part of it (D8), and becomes a cell of
/// its own when another follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The format of the scope.
    pub(crate) format: u32,
    /// Whether the task has a plan. Where it has none, everything else is of the last one it had.
    pub(crate) present: bool,
    /// The title.
    pub(crate) title: String,
    /// Bytes of the text.
    pub(crate) bytes: u32,
    /// Code points of the text.
    pub(crate) chars: u32,
    /// Bytes of the text without its trailing white space.
    pub(crate) kept_bytes: u32,
    /// Code points of the text without its trailing white space.
    pub(crate) kept_chars: u32,
    /// That white space; absent when it has more than [`TAIL_MAX_BYTES`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tail: Option<String>,
    /// How many writes were ever made.
    pub(crate) position: u32,
    /// The edit version (D10).
    pub(crate) version: String,
    /// Who wrote last, which is the author of the latest revision (D7).
    pub(crate) author: Author,
    /// When the plan was created, in milliseconds since the Unix epoch.
    pub(crate) created_at_ms: u64,
    /// When it was last written, in milliseconds since the Unix epoch.
    pub(crate) updated_at_ms: u64,
    /// What the latest revision has of its own.
    pub(crate) revision: Latest,
    /// The segment that holds the last splice.
    pub(crate) segment: Segment,
    /// The position of the last snapshot; 0 where there is none.
    pub(crate) snapshot: u32,
    /// Bytes of splices since that snapshot.
    pub(crate) log_bytes: u32,
}

/// What the latest revision has of its own; the rest of it is the head's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Latest {
    /// From 1, without gaps.
    pub(crate) number: u32,
    /// When it was created, in milliseconds since the Unix epoch.
    pub(crate) created_at_ms: u64,
    /// For a restore, what it brought back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) restored: Option<Point>,
}

/// A segment, as the head knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Segment {
    /// The position of its first splice.
    pub(crate) first: u32,
    /// Its size in bytes.
    pub(crate) bytes: u32,
}

/// A revision, and where a read of it begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RevisionRecord {
    /// From 1, without gaps.
    pub(crate) number: u32,
    /// The writes it covers end here.
    pub(crate) position: u32,
    /// Its title.
    pub(crate) title: String,
    /// Bytes of its text.
    pub(crate) bytes: u32,
    /// Code points of its text.
    pub(crate) chars: u32,
    /// Who wrote it.
    pub(crate) author: Author,
    /// When it was created, in milliseconds since the Unix epoch.
    pub(crate) created_at_ms: u64,
    /// When it was last extended, in milliseconds since the Unix epoch.
    pub(crate) updated_at_ms: u64,
    /// For a restore, what it brought back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) restored: Option<Point>,
    /// The last snapshot at or before its position; 0 where there is none.
    pub(crate) snapshot: u32,
    /// The first position of the segment that holds its position.
    pub(crate) segment: u32,
}

/// Why a head can't be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeadError {
    /// A newer engine wrote it.
    Newer,
    /// It is not what an engine writes.
    Damaged,
}

impl Head {
    /// Reads a head cell.
    pub(crate) fn parse(value: &str) -> Result<Self, HeadError> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        match serde_json::from_str::<Self>(value) {
            Ok(head) if head.format == FORMAT && head.is_consistent() => Ok(head),
            _ => match serde_json::from_str::<Format>(value) {
                Ok(Format { format }) if format > FORMAT => Err(HeadError::Newer),
                _ => Err(HeadError::Damaged),
            },
        }
    }

    /// The latest revision, whole.
    pub(crate) fn latest(&self) -> RevisionRecord {
        RevisionRecord {
            number: self.revision.number,
            position: self.position,
            title: self.title.clone(),
            bytes: self.bytes,
            chars: self.chars,
            author: self.author.clone(),
            created_at_ms: self.revision.created_at_ms,
            updated_at_ms: self.updated_at_ms,
            restored: self.revision.restored,
            snapshot: self.snapshot,
            segment: self.segment.first,
        }
    }

    /// Whether the numbers can be true together.
    fn is_consistent(&self) -> bool {
        let tail_bytes = self.bytes.checked_sub(self.kept_bytes).map(|bytes| bytes as usize);
        let tail_fits = match &self.tail {
            Some(tail) => tail_bytes == Some(tail.len()),
            None => tail_bytes.is_some_and(|bytes| bytes > TAIL_MAX_BYTES),
        };
        tail_fits
            && (1..=self.position).contains(&self.revision.number)
            && (1..=self.position).contains(&self.segment.first)
            && self.snapshot <= self.position
    }
}

impl RevisionRecord {
    /// Reads a revision cell.
    pub(crate) fn parse(value: &str) -> Result<Self, Damaged> {
        serde_json::from_str(value).map_err(|_| Damaged)
    }

    /// The revision as it is answered.
    pub(crate) fn into_revision(self) -> Revision {
        let Self {
            number,
            position,
            title,
            bytes,
            chars,
            author,
            created_at_ms,
            updated_at_ms,
            restored,
            snapshot: _,
            segment: _,
        } = self;
        Revision { number, position, title, bytes, chars, author, created_at_ms, updated_at_ms, restored }
    }
}

/// A record as its cell holds it.
pub(crate) fn encode(record: &impl Serialize) -> Result<String, Refusal> {
    // A record of numbers, strings and options has always a JSON form.
    serde_json::to_string(record).map_err(|_| Refusal::HostRefused)
}

/// A snapshot as its cell holds it: the title's size, the title, the text.
pub(crate) fn encode_snapshot(title: &str, text: &str) -> String {
    [&title.len().to_string(), "\n", title, text].concat()
}

/// The size of a snapshot's cell.
pub(crate) fn snapshot_bytes(title: &str, text_bytes: u32) -> usize {
    let title_bytes = title.len();
    let digits = title_bytes.to_string().len();
    digits.saturating_add(1).saturating_add(title_bytes).saturating_add(text_bytes as usize)
}

/// The title and the text of a snapshot.
pub(crate) fn parse_snapshot(value: &str) -> Result<(&str, &str), Damaged> {
    let (title_bytes, rest) = value.split_once('\n').ok_or(Damaged)?;
    let title_bytes = title_bytes.parse().map_err(|_| Damaged)?;
    rest.split_at_checked(title_bytes).ok_or(Damaged)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEAD: &str = r#"{"format":1,"present":true,"title":"T","bytes":3,"chars":3,"kept_bytes":2,"kept_chars":2,"tail":"\n","position":4,"version":"v","author":{"kind":"agent","name":"a"},"created_at_ms":1,"updated_at_ms":2,"revision":{"number":2,"created_at_ms":1,"restored":{"position":1}},"segment":{"first":3,"bytes":50},"snapshot":2,"log_bytes":50}"#;

    #[test]
    fn a_head_is_written_as_documented() {
        let head = Head::parse(HEAD).expect("a head");
        assert_eq!(encode(&head).expect("json"), HEAD);
        let record = encode(&head.latest()).expect("json");
        let expected = r#"{"number":2,"position":4,"title":"T","bytes":3,"chars":3,"author":{"kind":"agent","name":"a"},"created_at_ms":1,"updated_at_ms":2,"restored":{"position":1},"snapshot":2,"segment":3}"#;
        assert_eq!(record, expected);
        assert_eq!(RevisionRecord::parse(&record), Ok(head.latest()));
    }

    #[test]
    fn a_head_whose_numbers_can_not_be_true_is_damaged() {
        for (sound, damaged) in [
            (r#""format":1"#, r#""format":0"#),
            (r#""kept_bytes":2"#, r#""kept_bytes":4"#),
            (r#""tail":"\n","#, ""),
            (r#""number":2"#, r#""number":0"#),
            (r#""number":2"#, r#""number":5"#),
            (r#""first":3"#, r#""first":0"#),
            (r#""first":3"#, r#""first":5"#),
            (r#""snapshot":2"#, r#""snapshot":5"#),
            (r#""bytes":3"#, r#""bytes":3.0"#),
            (r#""bytes":3"#, r#""bytes":-3"#),
            ("}", ""),
        ] {
            assert!(HEAD.contains(sound), "{sound}");
            assert_eq!(Head::parse(&HEAD.replacen(sound, damaged, 1)), Err(HeadError::Damaged), "{damaged}");
        }
    }

    #[test]
    fn a_newer_head_is_told_whatever_else_it_holds() {
        let newer = HEAD.replacen(r#""format":1"#, r#""format":2"#, 1);
        assert_eq!(Head::parse(&newer), Err(HeadError::Newer));
        assert_eq!(Head::parse(r#"{"cells":[],"format":7}"#), Err(HeadError::Newer));
    }

    #[test]
    fn a_snapshot_of_the_wrong_form_is_damaged() {
        for damaged in ["", "1", "x\ntitle", "9\nshort", "1\né", "-1\na"] {
            assert_eq!(parse_snapshot(damaged), Err(Damaged), "{damaged:?}");
        }
    }

    proptest! {
        #[test]
        fn a_snapshot_is_read_as_written(title in any::<String>(), text in any::<String>()) {
            let cell = encode_snapshot(&title, &text);
            prop_assert_eq!(cell.len(), snapshot_bytes(&title, text.len() as u32));
            prop_assert_eq!(parse_snapshot(&cell), Ok((title.as_str(), text.as_str())));
        }
    }
}
