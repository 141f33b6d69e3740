//! Canonical JSON and SHA-256 (D51).

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// A value that has one canonical form: JSON as RFC 8785 writes it, without what the engine has no
/// use for. Whole numbers stop at 32 bits, because RFC 8785 rounds what a double can't hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json<'a> {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(u32),
    /// A string.
    Text(&'a str),
    /// An array.
    List(Vec<Json<'a>>),
    /// An object. Members may come in any order, and no name twice.
    Object(Vec<(&'a str, Json<'a>)>),
    /// `null`.
    Null,
}

/// Where canonical JSON goes, piece by piece.
trait Sink {
    fn take(&mut self, piece: &str);
}

impl Sink for String {
    fn take(&mut self, piece: &str) {
        self.push_str(piece);
    }
}

impl Sink for Sha256 {
    fn take(&mut self, piece: &str) {
        self.update(piece.as_bytes());
    }
}

impl Json<'_> {
    /// The canonical text.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// SHA-256 of the canonical text, as 64 lower-case hex digits. Makes no copy of it.
    #[must_use]
    pub fn sha256(&self) -> String {
        let mut hash = Sha256::new();
        self.write(&mut hash);
        hex(&hash.finalize())
    }

    fn write(&self, to: &mut impl Sink) {
        match self {
            Self::Null => to.take("null"),
            Self::Bool(true) => to.take("true"),
            Self::Bool(false) => to.take("false"),
            Self::Number(number) => to.take(&number.to_string()),
            Self::Text(text) => write_text(text, to),
            Self::List(items) => {
                write_all("[", "]", items, to, |item, to| item.write(to));
            }
            Self::Object(members) => {
                let mut sorted: Vec<_> = members.iter().collect();
                // RFC 8785 sorts by UTF-16 code units, not by bytes.
                sorted.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
                write_all("{", "}", &sorted, to, |(name, value), to| {
                    write_text(name, to);
                    to.take(":");
                    value.write(to);
                });
            }
        }
    }
}

/// SHA-256 of a text's bytes, as 64 lower-case hex digits.
#[must_use]
pub fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn write_all<T, S: Sink>(open: &str, close: &str, items: &[T], to: &mut S, write: impl Fn(&T, &mut S)) {
    to.take(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            to.take(",");
        }
        write(item, to);
    }
    to.take(close);
}

/// Writes a string: two-character escapes where JSON has them, `\u00xx` for the other control
/// characters, everything else as it is.
fn write_text(text: &str, to: &mut impl Sink) {
    to.take("\"");
    for piece in text.split_inclusive(needs_escape) {
        let Some(last) = piece.chars().next_back().filter(|&last| needs_escape(last)) else {
            to.take(piece);
            continue;
        };
        // INVARIANT: what needs an escape is one byte of UTF-8.
        to.take(piece.get(..piece.len().saturating_sub(1)).unwrap_or_default());
        match last {
            '"' => to.take("\\\""),
            '\\' => to.take("\\\\"),
            '\u{8}' => to.take("\\b"),
            '\t' => to.take("\\t"),
            '\n' => to.take("\\n"),
            '\u{c}' => to.take("\\f"),
            '\r' => to.take("\\r"),
            control => to.take(&format!("\\u{:04x}", u32::from(control))),
        }
    }
    to.take("\"");
}

fn needs_escape(c: char) -> bool {
    matches!(c, '"' | '\\' | '\0'..='\u{1f}')
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().saturating_mul(2));
    for byte in bytes {
        // INVARIANT: writing to a String doesn't fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sha256_of_known_texts() {
        assert_eq!(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn members_are_sorted_by_utf16_and_nothing_is_between() {
        // U+1F600 is D83D DE00 in UTF-16 and comes before U+FB33, though not in bytes.
        let json = Json::Object(vec![
            ("\u{fb33}", Json::Null),
            ("b", Json::List(vec![Json::Number(0), Json::Number(u32::MAX), Json::List(Vec::new())])),
            ("\u{1f600}", Json::Bool(false)),
            ("a", Json::Bool(true)),
            ("\r", Json::Object(Vec::new())),
        ]);
        let expected =
            "{\"\\r\":{},\"a\":true,\"b\":[0,4294967295,[]],\"\u{1f600}\":false,\"\u{fb33}\":null}";
        assert_eq!(json.canonical(), expected);
        assert_eq!(json.sha256(), sha256(expected));
    }

    #[test]
    fn only_what_must_be_escaped_is() {
        let text = "\u{0}\u{8}\t\n\u{b}\u{c}\r\u{1f} \"\\/\u{7f}\u{80}\u{2028}é👍";
        let expected = "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f \\\"\\\\/\u{7f}\u{80}\u{2028}é👍\"";
        assert_eq!(Json::Text(text).canonical(), expected);
    }

    proptest! {
        #[test]
        fn any_text_is_read_back_by_another_parser(text in any::<String>()) {
            let canonical = Json::Text(&text).canonical();
            prop_assert_eq!(serde_json::from_str::<String>(&canonical).expect("JSON"), text);
        }
    }
}
