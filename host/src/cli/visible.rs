//! Makes text harmless and readable on a terminal.
//!
//! A plan is written by a model, and a terminal obeys what it prints: an escape sequence can hide
//! lines, rename the window or answer for the user. So whatever would act instead of being seen is
//! shown as its code point, `\u{1b}`. In a pipe nothing of this happens: bytes are exact there.

use std::borrow::Cow;
use std::fmt::Write;

/// Shows what a terminal would obey or hide: every control character but tab and line feed, the
/// characters that turn the direction of writing, and line and paragraph separators.
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

/// Escapes in a JSON document what [`visible`] would show; the document stays equal as JSON.
pub(crate) fn visible_json(document: &str) -> String {
    let mut shown = String::with_capacity(document.len());
    for character in document.chars() {
        if acts(character) {
            let _ = write!(shown, "\\u{:04x}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

fn acts(character: char) -> bool {
    match character {
        '\t' | '\n' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
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
        assert_eq!(visible("\u{202e}x\u{2066}\u{2028}"), "\\u{202e}x\\u{2066}\\u{2028}");
    }

    #[test]
    fn what_is_only_read_stays() {
        for text in ["a\tb\n", "日本語", "👩‍👩‍👧", "\u{feff}x", ""] {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text), "{text:?}");
        }
    }

    #[test]
    fn a_json_document_keeps_its_value() {
        let value = serde_json::json!({ "a": "\u{9b}\u{202e}\u{7f}ä\u{1b}" });
        let shown = visible_json(&value.to_string());
        assert!(shown.is_ascii() || shown.contains('ä'));
        assert!(!shown.contains('\u{9b}'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).ok(), Some(value));
    }
}
