//! What the bytes of a text don't show.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use super::{Note, NoteKind, SEPARATOR, lines};
use crate::words::{self, Template};

/// What is appended to a text to see what becomes of it: a line that is a paragraph wherever it can
/// be one.
const PROBE: &str = "x";

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
    Some(note(NoteKind::EscapedLineBreaks, 1, &words::NOTE_ESCAPED_LINE_BREAKS))
}

/// The note on what the text ends inside of.
fn endings(text: &str) -> Option<Note> {
    if !may_stay_open(text) {
        return None;
    }
    let mut probed = String::with_capacity(text.len().saturating_add(SEPARATOR.len()).saturating_add(1));
    probed.push_str(text.trim_end());
    probed.push_str(SEPARATOR);
    let probe_at = probed.len();
    probed.push_str(PROBE);

    let (kind, start) = Parser::new(&probed).into_offset_iter().find_map(|(event, range)| {
        let swallows = range.end > probe_at && range.start < probe_at;
        swallows
            .then(|| opened_by(&event, probed.get(range.clone())?))
            .flatten()
            .map(|kind| (kind, range.start))
    })?;
    let template = match kind {
        NoteKind::OpenCodeFence => &words::NOTE_OPEN_CODE_FENCE,
        _ => &words::NOTE_OPEN_HTML_COMMENT,
    };
    Some(note(kind, lines::number_at(&probed, start), template))
}

/// What kind of opening an event that reaches over the end of the text is.
fn opened_by(event: &Event<'_>, source: &str) -> Option<NoteKind> {
    match event {
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => Some(NoteKind::OpenCodeFence),
        Event::Start(Tag::HtmlBlock) if source.trim_start().starts_with("<!--") => {
            Some(NoteKind::OpenHtmlComment)
        }
        _ => None,
    }
}

/// Whether the text holds anything that could open a fence or a comment: most texts don't, and
/// needn't be parsed.
fn may_stay_open(text: &str) -> bool {
    text.as_bytes().windows(3).any(|three| matches!(three, b"```" | b"~~~" | b"<!-"))
}

fn note(kind: NoteKind, line: u32, template: &Template) -> Note {
    Note { kind, line, message: template.render(&[("line", &line.to_string())]) }
}
