//! What the bytes of a text don't show.

use super::markdown::Markdown;
use super::{Note, NoteKind, lines};
use crate::words;

/// Says what the bytes of a text don't show, in line order: line breaks that arrived escaped
/// (D13), an open code fence, an open HTML comment (D3).
///
/// A fence or comment is open when a paragraph appended to the text would be swallowed by it. One
/// in a list item or a quotation ends with that, so it isn't reported.
#[must_use]
pub fn inspect(text: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = arrived_escaped(text).into_iter().chain(endings(text)).collect();
    notes.sort_by_key(|note| note.line);
    notes
}

/// The note on line breaks that arrived as a backslash and an n: the text has at least two of
/// those, and not one line ending.
pub(crate) fn arrived_escaped(text: &str) -> Option<Note> {
    if text.bytes().any(lines::ends_line) || text.matches("\\n").nth(1).is_none() {
        return None;
    }
    let message = words::NOTE_ESCAPED_LINE_BREAKS.render(&[]);
    Some(Note { kind: NoteKind::EscapedLineBreaks, line: 1, message })
}

/// The note on what the text ends inside of.
fn endings(text: &str) -> Option<Note> {
    if !may_stay_open(text) {
        return None;
    }
    let markdown = Markdown::new(text);
    markdown.events().find_map(|(event, range)| markdown.open_end(&event, &range))
}

/// Whether the text holds anything that could open a fence or a comment: most texts don't, and
/// needn't be parsed.
fn may_stay_open(text: &str) -> bool {
    text.as_bytes().windows(3).any(|three| matches!(three, b"```" | b"~~~" | b"<!-"))
}
