//! Makes text harmless and readable on a terminal.
//!
//! A plan is written by a model, and a terminal obeys what it prints: an escape sequence can hide
//! lines, rename the window or answer for the user. So whatever would act instead of being seen is
//! shown as its code point, `\u{1b}`. In a pipe nothing of this happens: bytes are exact there.

use std::borrow::Cow;
use std::fmt::Write;

use planmark_core::tracker::TITLE_MAX_CHARS;

/// Shows what a terminal would obey or hide: every control character but tab and line feed, the
/// characters that turn the direction of writing, line and paragraph separators, and characters that
/// take no room and join nothing.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if acts(character) {
            // Writing to a string can't fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// As [`visible`], for text that must stay on one line.
pub(crate) fn visible_line(text: &str) -> String {
    visible(text).replace('\n', "\\n")
}

/// A title as it is shown to people: on one line, and cut, visibly, after the characters that count
/// of one (D22).
pub(crate) fn shown_title(title: &str) -> String {
    match title.char_indices().nth(TITLE_MAX_CHARS) {
        Some((end, _)) => format!("{}…", visible_line(title.get(..end).unwrap_or_default())),
        None => visible_line(title),
    }
}

/// Escapes in a JSON document what [`visible`] would show; the document stays equal as JSON.
pub(crate) fn visible_json(document: &str) -> String {
    let mut shown = String::with_capacity(document.len());
    for character in document.chars() {
        if acts(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(character);
        }
    }
    shown
}

fn acts(character: char) -> bool {
    match character {
        '\t' | '\n' => false,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown() {
        assert_eq!(visible("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(visible("\r\u{7f}\u{9b}\u{0}"), "\\u{d}\\u{7f}\\u{9b}\\u{0}");
        assert_eq!(visible("\u{feff}a\u{200b}\u{e0001}"), "\\u{feff}a\\u{200b}\\u{e0001}");
        assert_eq!(visible("\u{202e}x\u{2066}\u{2028}"), "\\u{202e}x\\u{2066}\\u{2028}");
    }

    #[test]
    fn a_title_is_cut_after_what_counts_of_it() {
        let longest = "é".repeat(TITLE_MAX_CHARS);
        assert_eq!(shown_title(&longest), longest);
        assert_eq!(shown_title(&format!("{longest}x")), format!("{longest}…"));
        assert_eq!(shown_title("a\u{1b}"), "a\\u{1b}");
    }

    #[test]
    fn what_is_only_read_stays() {
        for text in ["a\tb\n", "日本語", "👩‍👩‍👧", "👍\u{fe0f}", ""] {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text), "{text:?}");
        }
    }

    #[test]
    fn a_json_document_keeps_its_value() {
        let value = serde_json::json!({ "a": "\u{9b}\u{202e}\u{7f}ä\u{1b}\u{e0001}" });
        let shown = visible_json(&value.to_string());
        assert!(shown.is_ascii() || shown.contains('ä'));
        assert!(!shown.contains('\u{9b}'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).ok(), Some(value));
    }
}
