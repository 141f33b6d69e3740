//! Finds the id of a message that can't be parsed, so that whoever waits for its answer gets one.

use rmcp::model::RequestId;

/// Longest id that is looked for, in bytes as written.
const ID_BYTES: usize = 1024;

/// Reads a JSON text piece by piece and keeps the value of the field `id` of its outermost object.
/// Its memory doesn't grow with the text.
#[derive(Debug, Default)]
pub(super) struct MessageId {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// What stands between two of `{ , : }` in the outermost object; empty when it is too long.
    token: Vec<u8>,
    overlong: bool,
    is_id: bool,
    found: Option<RequestId>,
}

impl MessageId {
    /// The id in a text that is at hand.
    pub(super) fn of(text: &[u8]) -> Option<RequestId> {
        let mut scan = Self::default();
        scan.feed(text);
        scan.found()
    }

    /// Takes the next piece of the text.
    pub(super) fn feed(&mut self, piece: &[u8]) {
        for &byte in piece {
            if self.found.is_some() {
                return;
            }
            self.step(byte);
        }
    }

    /// The id, where there was one.
    pub(super) fn found(self) -> Option<RequestId> {
        self.found
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.depth = self.depth.saturating_add(1);
                self.clear();
            }
            b':' if self.depth == 1 => {
                self.is_id = self.token == b"\"id\"";
                self.clear();
            }
            b',' if self.depth == 1 => self.end_value(),
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_value();
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth != 1 || self.overlong {
            return;
        }
        if self.token.len() == ID_BYTES {
            self.clear();
            self.overlong = true;
        } else {
            self.token.push(byte);
        }
    }

    fn end_value(&mut self) {
        if self.is_id {
            self.found = serde_json::from_slice(&self.token).ok();
        }
        self.is_id = false;
        self.clear();
    }

    fn clear(&mut self) {
        self.token.clear();
        self.overlong = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&RequestId>) {
        assert_eq!(MessageId::of(text.as_bytes()).as_ref(), expected, "{text}");
        let mut bytewise = MessageId::default();
        for byte in text.bytes() {
            bytewise.feed(&[byte]);
        }
        assert_eq!(bytewise.found().as_ref(), expected, "byte by byte: {text}");
    }

    #[test]
    fn the_id_of_the_outermost_object_is_found_wherever_it_stands() {
        check(r#"{"jsonrpc":"2.0","id":7,"method":"x"}"#, Some(&RequestId::Number(7)));
        check(
            r#"{"params":{"id":1,"a":[{"id":2}]}, "id" : "a\"b" }"#,
            Some(&RequestId::String("a\"b".into())),
        );
        check(r#"{"a":"{\"id\":3}","id":4}"#, Some(&RequestId::Number(4)));
    }

    #[test]
    fn what_is_no_id_is_none() {
        for text in [
            "",
            "[]",
            r#"{"id":null}"#,
            r#"{"id":{"id":1}}"#,
            r#"[{"id":1}]"#,
            r#"{"key":"id"}"#,
            r#"{"id":1"#,
        ] {
            check(text, None);
        }
        check(&format!(r#"{{"id":"{}"}}"#, "a".repeat(2000)), None);
    }
}
