//! Composing an append (D1 to D4, AC-TASKS-PLAN-APPEND-002.1 to 002.5). The input is the stored
//! text, `|`, and the fragment.

use planmark_core::failure::{Effect, FailureCode};
use planmark_core::text::{CONTENT_MAX_BYTES, Composed, compose};

use super::script::repeated;

pub(crate) fn target(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    let (stored, fragment) = input.split_once('|').unwrap_or(("", &input));
    let (stored, fragment) = (repeated(stored), repeated(fragment));
    match compose(&stored, &fragment) {
        Ok(composed) => {
            check(&stored, &fragment, &composed);
            check_order(&stored, &fragment, &composed.text);
        }
        Err(failure) => {
            assert_eq!(failure.effect, Effect::NothingWritten);
            let expected = if fragment.is_empty() {
                FailureCode::ContentRequired
            } else if fragment.chars().all(char::is_whitespace) {
                FailureCode::FragmentWhitespaceOnly
            } else {
                let size = slowly_composed(&stored, &fragment).len();
                assert!(size > CONTENT_MAX_BYTES as usize);
                assert_eq!(failure.bytes, u32::try_from(size).ok());
                assert_eq!(failure.limit, Some(CONTENT_MAX_BYTES));
                FailureCode::ContentTooLarge
            };
            assert_eq!(failure.code, expected);
        }
    }
}

/// The composition of D3, one character at a time.
pub(crate) fn slowly_composed(stored: &str, fragment: &str) -> String {
    let mut text = stored.to_owned();
    while text.chars().next_back().is_some_and(char::is_whitespace) {
        text.pop();
    }
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    let mut blank = true;
    for line in fragment.split_inclusive(['\n', '\r']) {
        blank &= line.chars().all(char::is_whitespace);
        if !blank {
            text.push_str(line);
        }
    }
    text
}

fn check(stored: &str, fragment: &str, composed: &Composed) {
    let Composed { text, bytes, kept, fragment_at } = composed;
    assert_eq!(*text, slowly_composed(stored, fragment));
    assert!(*bytes <= CONTENT_MAX_BYTES && *bytes as usize == text.len());
    let (before, rest) = text.split_at(*kept as usize);
    let (separator, added) = rest.split_at((fragment_at - kept) as usize);
    assert!(stored.starts_with(before) && fragment.ends_with(added) && !added.is_empty());
    assert_eq!(separator, if before.is_empty() { "" } else { "\n\n" });
}

/// Appending one after the other is appending what the two make together.
fn check_order(stored: &str, fragment: &str, composed: &str) {
    let Ok(twice) = compose(composed, fragment) else { return };
    let together = compose(fragment, fragment).expect("two of what could be appended");
    let at_once = compose(stored, &together.text).expect("no more than one by one");
    assert_eq!(twice.text, at_once.text);
}
