//! How a hook reads what it is given (D47): UTF-8 JSON, one object, byte order marks at its start
//! skipped. Input that can't be read is an explicit outcome, never a silent one.

use serde::de::IgnoredAny;

/// The bytes of a byte order mark.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Why input can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// There is none, or white space only.
    Empty,
    /// It is no UTF-8: another encoding, or cut within a character.
    NotText,
    /// It is no JSON: cut short, or something behind its end.
    NotJson,
    /// It is JSON, and no object.
    NotObject,
}

/// The JSON object of a hook's input, as text.
///
/// # Errors
///
/// The first of these that applies: `NotText`, `Empty`, `NotJson`, `NotObject`.
pub fn read(mut input: &[u8]) -> Result<&str, Unreadable> {
    while let Some(rest) = input.strip_prefix(MARK) {
        input = rest;
    }
    let text = std::str::from_utf8(input).map_err(|_| Unreadable::NotText)?.trim();
    if text.is_empty() {
        return Err(Unreadable::Empty);
    }
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| Unreadable::NotJson)?;
    if text.starts_with('{') { Ok(text) } else { Err(Unreadable::NotObject) }
}
