//! The last message of the assistant in a client's transcript: what `save --last` saves.
//!
//! A transcript is a file of JSON records, one a line, ended by byte 0x0A (D53). Which client wrote
//! it is seen from its records. Formats change between versions of the clients: a record that is not
//! understood is passed over, and a transcript without a message is an error, never an empty plan.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use crate::cli::report::{Code, Report, reason, shown};

mod claude_code;
mod codex;
mod pi;

/// Most bytes of a record that is looked at; longer ones hold pictures or tool output, and are
/// passed over.
const RECORD_MAX_BYTES: u64 = 8 << 20;

/// What was found in a transcript.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LastMessage {
    /// The text.
    pub(crate) text: String,
    /// The client that wrote the transcript, as people call it.
    pub(crate) client: &'static str,
    /// Whether the file ends in a half record, which a client may be writing just now.
    pub(crate) half_record: bool,
}

/// Reads the last message of the assistant on the branch that the transcript ends in.
///
/// # Errors
///
/// `input-missing`, `input-is-folder`, `input-unreadable`; `transcript-unknown` when no record is
/// one of a known client; `transcript-empty` when there is no message with text.
pub(crate) fn last_message(path: &Path) -> Result<LastMessage, Report> {
    let file = open(path)?;
    let mut reader = None;
    let outcome = each_record(BufReader::new(file), |record| {
        if reader.is_none() {
            reader = Reader::of(record);
        }
        if let Some(reader) = &mut reader {
            reader.take(record);
        }
    });
    let half_record = outcome.map_err(|error| unreadable(path, &error))?;
    let Some(reader) = reader else {
        return Err(Report::new(
            Code::TranscriptUnknown,
            format!("{} is no transcript of Claude Code, Codex or Pi", shown(path)),
            "Name the session's .jsonl file, or save the plan's text itself: `planmark save FILE`.",
        ));
    };
    let name = reader.name();
    match reader.last() {
        Some(text) => Ok(LastMessage { text, client: name, half_record }),
        None => Err(Report::new(
            Code::TranscriptEmpty,
            format!("{} holds no message of the assistant with text", shown(path)),
            "Name the transcript of the session that wrote the plan, or save the plan's text itself: `planmark save FILE`.",
        )),
    }
}

/// Reads the records of one client.
#[derive(Debug)]
enum Reader {
    ClaudeCode(claude_code::Transcript),
    Codex(codex::Transcript),
    Pi(pi::Transcript),
}

impl Reader {
    /// The reader for transcripts that hold such a record; none when it is no client's.
    fn of(record: &[u8]) -> Option<Self> {
        let Probe { kind, payload, version, session, leaf } = serde_json::from_slice(record).ok()?;
        match kind.as_deref() {
            Some("session") if version.is_some() => Some(Self::Pi(pi::Transcript::default())),
            _ if payload.is_some() => Some(Self::Codex(codex::Transcript::default())),
            _ if session.is_some() || leaf.is_some() => {
                Some(Self::ClaudeCode(claude_code::Transcript::default()))
            }
            _ => None,
        }
    }

    fn take(&mut self, record: &[u8]) {
        match self {
            Self::ClaudeCode(transcript) => transcript.take(record),
            Self::Codex(transcript) => transcript.take(record),
            Self::Pi(transcript) => transcript.take(record),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::ClaudeCode(_) => "Claude Code",
            Self::Codex(_) => "Codex",
            Self::Pi(_) => "Pi",
        }
    }

    fn last(self) -> Option<String> {
        match self {
            Self::ClaudeCode(transcript) => transcript.last(),
            Self::Codex(transcript) => transcript.last(),
            Self::Pi(transcript) => transcript.last(),
        }
    }
}

/// What tells the formats apart.
#[derive(Deserialize)]
struct Probe {
    #[serde(rename = "type")]
    kind: Option<String>,
    payload: Option<serde::de::IgnoredAny>,
    version: Option<serde::de::IgnoredAny>,
    #[serde(rename = "sessionId")]
    session: Option<serde::de::IgnoredAny>,
    #[serde(rename = "leafUuid")]
    leaf: Option<serde::de::IgnoredAny>,
}

/// One part of a message. Only texts are kept.
#[derive(Debug, Deserialize)]
struct Part {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    text: Option<String>,
}

/// The content of a message: a text, or parts.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

impl Content {
    /// The texts of the parts of a kind, a blank line between two of them; none when there is none
    /// that says something.
    fn into_text(self, kind: &str) -> Option<String> {
        let texts: Vec<String> = match self {
            Self::Text(text) => vec![text],
            Self::Parts(parts) => {
                parts.into_iter().filter(|part| part.kind == kind).filter_map(|part| part.text).collect()
            }
        };
        joined(texts)
    }
}

/// Texts of one message as one, without those that are white space only.
fn joined(texts: impl IntoIterator<Item = String>) -> Option<String> {
    let texts: Vec<String> = texts.into_iter().filter(|text| !text.trim().is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// Gives each whole record to `take`, and says whether the input ends in a half one.
pub(crate) fn each_record(mut input: impl BufRead, mut take: impl FnMut(&[u8])) -> io::Result<bool> {
    let mut record = Vec::new();
    loop {
        record.clear();
        input.by_ref().take(RECORD_MAX_BYTES).read_until(b'\n', &mut record)?;
        match record.strip_suffix(b"\n") {
            Some(whole) => take(whole),
            None if record.is_empty() => return Ok(false),
            None if (record.len() as u64) < RECORD_MAX_BYTES => return Ok(!is_json(&record, &mut take)),
            None => {
                if input.skip_until(b'\n')? == 0 {
                    return Ok(true);
                }
            }
        }
    }
}

/// Whether what stands after the last line end is a whole record all the same, which is then taken.
fn is_json(record: &[u8], take: &mut impl FnMut(&[u8])) -> bool {
    let whole = serde_json::from_slice::<serde::de::IgnoredAny>(record).is_ok();
    if whole {
        take(record);
    }
    whole
}

/// Opens a file that holds records.
pub(crate) fn open(path: &Path) -> Result<File, Report> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let metadata = file.metadata().map_err(|error| unreadable(path, &error))?;
    if metadata.is_dir() {
        return Err(unreadable(path, &io::ErrorKind::IsADirectory.into()));
    }
    Ok(file)
}

/// Why a file of records can't be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Report {
    let name = shown(path);
    let next = "Name the session's .jsonl file.";
    match error.kind() {
        io::ErrorKind::NotFound => Report::new(Code::InputMissing, format!("{name} does not exist"), next),
        io::ErrorKind::IsADirectory => Report::new(Code::InputIsFolder, format!("{name} is a folder"), next),
        _ => Report::new(
            Code::InputUnreadable,
            format!("{name} can't be read: {}", reason(error)),
            "Check the permissions of the file.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last message of a transcript of these records.
    pub(super) fn last(records: &[&str]) -> Result<LastMessage, Report> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), records.join("\n")).expect("written");
        last_message(file.path())
    }

    pub(super) fn last_text(records: &[&str]) -> Option<String> {
        last(records).ok().map(|message| message.text)
    }

    #[test]
    fn a_file_of_no_known_client_is_refused() {
        for records in [&[][..], &["{}"], &["no json"], &["{\"type\":\"message\"}", "[]"]] {
            let report = last(records).expect_err("not a transcript");
            assert_eq!(report.code(), "transcript-unknown", "{records:?}");
        }
    }

    #[test]
    fn a_half_record_at_the_end_is_reported_and_not_read() {
        let user = r#"{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}"#;
        let whole = r##"{"type":"assistant","uuid":"2","parentUuid":"1","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"# Plan"}]}}"##;
        let found = last(&[user, whole, r#"{"type":"assistant","uuid":"3","paren"#]).expect("a message");
        assert_eq!((found.text.as_str(), found.half_record), ("# Plan", true));
        let found = last(&[user, whole]).expect("a message");
        assert_eq!((found.text.as_str(), found.half_record, found.client), ("# Plan", false, "Claude Code"));
    }

    #[test]
    fn records_end_at_line_feeds_and_nowhere_else() {
        let mut records = Vec::new();
        let half = each_record("a\u{2028}b\r\n\u{85}c\n{".as_bytes(), |record| records.push(record.to_vec()));
        assert!(half.expect("readable"));
        assert_eq!(records, ["a\u{2028}b\r".as_bytes(), "\u{85}c".as_bytes()]);
    }

    #[test]
    fn a_record_that_is_too_long_is_passed_over() {
        let long = "x".repeat(usize::try_from(RECORD_MAX_BYTES).expect("fits") + 3);
        let mut records = Vec::new();
        let input = format!("first\n{long}\nlast\n");
        let half = each_record(input.as_bytes(), |record| records.push(record.to_vec()));
        assert!(!half.expect("readable"));
        assert_eq!(records, [b"first".as_slice(), b"last"]);
    }
}
