//! White space, line endings, composition.
//!
//! White space is Unicode `White_Space` (D1), which is what `char::is_whitespace` asks; a line ends
//! at LF, CRLF or a lone CR (D2).

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::refusal::Refusal;

mod inspect;
mod lines;
mod markdown;
mod seam;

pub(crate) use inspect::arrived_escaped;
pub use inspect::inspect;
pub(crate) use lines::without_leading_blank_lines;
pub(crate) use markdown::Markdown;
pub(crate) use seam::{Seam, check_fragment, seam};

/// Most bytes of UTF-8 a text may have when it is stored (D4). Inclusive; what was stored before
/// there was a limit stays readable and restorable.
pub const CONTENT_MAX_BYTES: u32 = 262_144;

/// What stands between the stored text and what is appended (D2, AC-TASKS-PLAN-APPEND-002.2).
pub(crate) const SEPARATOR: &str = "\n\n";

/// What a reader of Markdown should know about a text, and can't see from its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// The text ends inside a fenced code block.
    OpenCodeFence,
    /// The text ends inside an HTML comment.
    OpenHtmlComment,
    /// The text's line breaks arrived as a backslash and an n (D13).
    EscapedLineBreaks,
    /// A body without a Section 4 (D21).
    NoSection,
    /// A heading that is nearly a Section 4, and isn't one.
    NearSection,
    /// A second Section 4: only the first one counts.
    SecondSection,
    /// A Section 4 without a single open box.
    NoBoxes,
    /// A box with another mark than a space, x or X.
    UnknownMark,
    /// A box that no white space follows, or a character that only looks like it.
    BoxWithoutSpace,
    /// A box without text behind it on its line.
    BoxWithoutText,
    /// A box in a numbered list.
    NumberedBox,
    /// A box in a quotation.
    QuotedBox,
    /// An open box below an item: no task of its own.
    NestedOpenBox,
    /// A title of more than 1,024 characters: it is ticked by id (D22).
    LongTitle,
    /// The body was edited since it was saved, and outlines other tasks (D32).
    TasksEdited,
    /// The body is gone, or can't be read (D20).
    BodyUnreadable,
    /// An entry of a session was skipped (D31).
    EntrySkipped,
    /// A kind without a name.
    Other,
}

/// An observation about a text. It never changes what is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What was observed.
    pub kind: NoteKind,
    /// The line where it begins, counted from 1 by LF, CRLF and CR (D2).
    pub line: u32,
    /// The observation as a sentence.
    pub message: String,
}

/// What an append would store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Composed {
    /// The composed text.
    pub text: String,
    /// Its size in bytes of UTF-8.
    pub bytes: u32,
    /// How many bytes of the stored text are kept: where the seam begins.
    pub kept: u32,
    /// Where the fragment's own text begins, in bytes: where the seam ends.
    pub fragment_at: u32,
}

/// Composes an append: the stored text without its trailing white space, two LF, the fragment
/// without its leading blank lines; the fragment alone where nothing of the stored text is left
/// (D3, `REQ-TASKS-PLAN-APPEND-002`). Linear in both texts; looks at no interior character.
///
/// # Errors
///
/// In this order: `content-required` for an empty fragment, `fragment-whitespace-only` for one of
/// white space alone (AC-…-001.4, 001.5), `content-too-large` with the size of the composed text
/// (AC-…-007.2, 007.3).
pub fn compose(stored: &str, fragment: &str) -> Result<Composed, Failure> {
    compose_or_refuse(stored, fragment).map_err(Failure::from)
}

fn compose_or_refuse(stored: &str, fragment: &str) -> Result<Composed, Refusal> {
    check_fragment(fragment)?;
    let kept = stored.trim_end();
    let Seam { separator, addition } = seam(kept.is_empty(), fragment);
    let fragment_at = kept.len().saturating_add(separator.len());
    let bytes = checked_size(fragment_at.saturating_add(addition.len()), CONTENT_MAX_BYTES)?;
    let mut text = String::with_capacity(fragment_at.saturating_add(addition.len()));
    text.push_str(kept);
    text.push_str(separator);
    text.push_str(addition);
    Ok(Composed { text, bytes, kept: size(kept.len()), fragment_at: size(fragment_at) })
}

/// The size of a text that is to be stored, when it is within `limit` bytes (D4).
pub(crate) fn checked_size(bytes: usize, limit: u32) -> Result<u32, Refusal> {
    match size(bytes) {
        bytes if bytes <= limit => Ok(bytes),
        bytes => Err(Refusal::ContentTooLarge { bytes, limit }),
    }
}

/// The text with its runs of white space as one space each, and none at its ends (D1).
pub(crate) fn normalised(text: &str) -> String {
    let mut normalised = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !normalised.is_empty() {
            normalised.push(' ');
        }
        normalised.push_str(word);
    }
    normalised
}

/// The text's lines, each trimmed, joined by one space; empty ones left out.
pub(crate) fn one_line(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()) {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(line);
    }
    joined
}

/// A size as it is stored and shown: sizes beyond 4 GiB don't occur, and would be shown as that.
pub(crate) fn size(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
