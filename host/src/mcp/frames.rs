//! Messages out of a stream of bytes: one JSON document a line, each bounded.

use std::io::{self, BufRead};

use rmcp::model::{ClientJsonRpcMessage, ErrorData, RequestId, ServerJsonRpcMessage};

use crate::mcp::message;
use crate::mcp::message_id::MessageId;

/// What one line was.
#[derive(Debug)]
pub(super) enum Frame {
    /// A message, and its size in bytes.
    Message(Box<ClientJsonRpcMessage>, usize),
    /// None that could be read: the answer to it.
    Refused(Box<ServerJsonRpcMessage>),
}

/// Reads lines. A line that is too long costs no more memory than the limit, and its end is found,
/// so that what follows is read as if it had not been there.
pub(super) struct Frames<R> {
    reader: R,
    limit_bytes: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Frames<R> {
    /// Reads lines of at most `limit_bytes`, their end not counted.
    pub(super) fn new(reader: R, limit_bytes: usize) -> Self {
        Self { reader, limit_bytes, line: Vec::new() }
    }

    /// The next frame; none at the end of the stream. Empty lines, and notifications that no version
    /// of the protocol knows, are skipped.
    ///
    /// # Errors
    ///
    /// What reading fails with.
    pub(super) fn next(&mut self) -> io::Result<Option<Frame>> {
        loop {
            let frame = match self.read_line()? {
                Line::End => return Ok(None),
                Line::Whole => parse(&self.line),
                Line::TooLong(id) => Some(refused(
                    ErrorData::invalid_request(
                        format!("the message is larger than {} bytes", self.limit_bytes),
                        None,
                    ),
                    id,
                )),
                Line::Half => Some(refused(
                    ErrorData::parse_error("the input ended before the end of a line", None),
                    MessageId::of(&self.line),
                )),
            };
            if frame.is_some() {
                return Ok(frame);
            }
        }
    }

    fn read_line(&mut self) -> io::Result<Line> {
        self.line.clear();
        let mut too_long: Option<MessageId> = None;
        loop {
            let piece = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                piece => piece?,
            };
            if piece.is_empty() {
                return Ok(match too_long {
                    Some(scan) => Line::TooLong(scan.found()),
                    None if self.line.is_empty() => Line::End,
                    None => Line::Half,
                });
            }
            let end = piece.iter().position(|&byte| byte == b'\n');
            let text = &piece[..end.unwrap_or(piece.len())];
            match &mut too_long {
                Some(scan) => scan.feed(text),
                None if self.line.len() + text.len() > self.limit_bytes => {
                    let mut scan = MessageId::default();
                    scan.feed(&self.line);
                    scan.feed(text);
                    self.line = Vec::new();
                    too_long = Some(scan);
                }
                None => self.line.extend_from_slice(text),
            }
            let consumed = end.map_or(piece.len(), |end| end + 1);
            self.reader.consume(consumed);
            if end.is_some() {
                return Ok(too_long.map_or(Line::Whole, |scan| Line::TooLong(scan.found())));
            }
        }
    }
}

enum Line {
    /// It is in the buffer.
    Whole,
    /// The stream ended in it.
    Half,
    /// It was dropped; its id, where one was seen.
    TooLong(Option<RequestId>),
    End,
}

fn parse(line: &[u8]) -> Option<Frame> {
    if message::bare(line).is_empty() {
        return None;
    }
    match message::read(line) {
        Ok(incoming) => Some(Frame::Message(Box::new(incoming.message), line.len())),
        // A notification is never answered, not even with an error.
        Err(refused) if refused.notification => None,
        Err(refused) => Some(Frame::Refused(refused.answer)),
    }
}

fn refused(error: ErrorData, id: Option<RequestId>) -> Frame {
    Frame::Refused(Box::new(ServerJsonRpcMessage::error(error, id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Reads all frames with a limit of 64 bytes: a method, or the error as JSON.
    fn read(input: &[u8]) -> Vec<Value> {
        let mut frames = Frames::new(io::BufReader::with_capacity(7, input), 64);
        let mut seen = Vec::new();
        while let Some(frame) = frames.next().expect("memory can be read") {
            seen.push(match frame {
                Frame::Message(message, _) => {
                    let message = serde_json::to_value(message).expect("a message is JSON");
                    message["method"].clone()
                }
                Frame::Refused(answer) => {
                    let answer = serde_json::to_value(answer).expect("an answer is JSON");
                    json!([answer["error"]["code"], answer["id"]])
                }
            });
        }
        seen
    }

    const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

    #[test]
    fn lines_are_messages_whatever_ends_them() {
        let input = format!("\u{feff}{PING}\r\n\n  \n{PING}\n");
        assert_eq!(read(input.as_bytes()), [json!("ping"), json!("ping")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_with_its_id_and_the_next_one_is_read() {
        let long = "x".repeat(5000);
        let input =
            format!("{{\"params\":{{\"a\":\"{long}\"}},\"id\":\"q\"}}\n{PING}\n{{\"id\":5,\"a\":\"{long}");
        assert_eq!(read(input.as_bytes()), [json!([-32600, "q"]), json!("ping"), json!([-32600, 5])]);
    }

    #[test]
    fn what_is_no_message_is_refused_and_the_next_one_is_read() {
        for (line, expected) in [
            (&b"not json"[..], json!([-32700, null])),
            (b"{\"id\":3,\"a\":\"\xFF\"}", json!([-32700, 3])),
            (b"{\"id\":3,\"method\":", json!([-32700, 3])),
            (b"{\"foo\":1}", json!([-32600, null])),
            (b"[]", json!([-32600, null])),
        ] {
            let input = [line, b"\n", PING.as_bytes(), b"\n"].concat();
            assert_eq!(read(&input), [expected, json!("ping")], "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn half_a_line_at_the_end_is_refused_even_when_it_looks_whole() {
        assert_eq!(read(PING.as_bytes()), [json!([-32700, 1])]);
    }

    #[test]
    fn a_notification_is_never_answered() {
        assert_eq!(
            read(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":7}\n"),
            [] as [Value; 0]
        );
    }

    #[test]
    fn json_that_nests_deep_is_refused_with_its_id() {
        let deep = format!("{{\"id\":9,\"params\":{}\n", "[".repeat(100_000));
        let mut frames = Frames::new(deep.as_bytes(), 1 << 20);
        let Some(Frame::Refused(answer)) = frames.next().expect("memory can be read") else {
            panic!("it must be refused");
        };
        assert_eq!(serde_json::to_value(answer).expect("an answer is JSON")["id"], 9);
    }
}
