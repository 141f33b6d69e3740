//! What the bytes of a text don't show (D3, D13). What is called open must swallow what is
//! appended, and stop doing so once it is closed.

use planmark_core::text::{Note, NoteKind, inspect};

use super::compose::slowly_composed;
use super::script::repeated;

pub(crate) fn target(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    let text = repeated(&input);
    let notes = inspect(&text);
    let lines: Vec<&str> = lines(&text);
    assert!(notes.is_sorted_by_key(|note| note.line));
    for note in &notes {
        assert!((1..=lines.len()).contains(&(note.line as usize)), "{note:?} of {} lines", lines.len());
        assert!(!note.message.is_empty() && !note.message.contains(['{', '\n']), "{note:?}");
    }
    check_escaped(&text, &notes);
    match notes.iter().find(|note| note.kind != NoteKind::EscapedLineBreaks) {
        Some(open) => check_open(&text, open, lines[open.line as usize - 1]),
        None => assert_eq!(opening(&slowly_composed(&text, "x")), None, "a paragraph opens nothing"),
    }
}

/// The lines of D2.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let mut rest = text;
    let mut lines = Vec::new();
    while let Some(end) = rest.find(['\n', '\r']) {
        lines.push(&rest[..end]);
        rest = rest[end..].strip_prefix("\r\n").unwrap_or(&rest[end + 1..]);
    }
    lines.push(rest);
    lines
}

fn opening(text: &str) -> Option<(NoteKind, u32)> {
    let mut open = inspect(text).into_iter().filter(|note| note.kind != NoteKind::EscapedLineBreaks);
    let first = open.next().map(|note| (note.kind, note.line));
    assert!(open.next().is_none(), "a text ends inside of one thing");
    first
}

fn check_escaped(text: &str, notes: &[Note]) {
    let told = notes.iter().any(|note| note.kind == NoteKind::EscapedLineBreaks);
    assert_eq!(told, lines(text).len() == 1 && text.matches("\\n").count() >= 2);
}

fn check_open(text: &str, open: &Note, line: &str) {
    let still = opening(&slowly_composed(text, "x"));
    assert_eq!(still, Some((open.kind, open.line)), "it swallows a paragraph");
    let end = match open.kind {
        NoteKind::OpenCodeFence => {
            let fence = line.trim_start_matches([' ', '\t', '\u{feff}']);
            let mark = fence.chars().next().expect("a fence");
            assert!(matches!(mark, '`' | '~'), "{line:?}");
            fence.chars().take_while(|&c| c == mark).collect::<String>()
        }
        NoteKind::OpenHtmlComment => {
            assert!(line.contains("<!--"), "{line:?}");
            "-->".to_owned()
        }
        other => panic!("{other:?} is nothing that is open"),
    };
    assert_eq!(opening(&slowly_composed(text, &end)), None, "it ends with {end:?}");
}
