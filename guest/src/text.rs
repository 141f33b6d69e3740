//! White space, line endings, composition.

use serde::{Deserialize, Serialize};

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
