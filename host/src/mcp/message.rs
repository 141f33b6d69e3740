//! One JSON text as a message of the protocol, for every transport.
//!
//! The library that speaks the protocol takes the last of two members of one name, refuses escapes
//! that an argument may not hold without saying where, and needs some 200 bytes for each value of a
//! list. So a text is looked at before it is parsed, and the arguments of a call are taken out of it:
//! the engine reads them as they were written.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, ErrorData, GetExtensions, ServerJsonRpcMessage};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::mcp::limits::MESSAGE_VALUES;
use crate::mcp::message_id::MessageId;

/// The mark some programs put at the start of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The request whose arguments the engine reads.
const CALL: &str = "tools/call";

/// The arguments of a call, as the client wrote them: a JSON object. They travel with the request.
#[derive(Debug, Clone)]
pub(super) struct WrittenArguments(pub(super) Arc<str>);

/// A text that is a message.
#[derive(Debug)]
pub(super) struct Incoming<'a> {
    /// The message. A call has no arguments in it; they are with it as [`WrittenArguments`].
    pub(super) message: ClientJsonRpcMessage,
    /// The text, without them.
    pub(super) text: Cow<'a, str>,
    /// The arguments of a call, where they are an object.
    pub(super) arguments: Option<WrittenArguments>,
}

/// A text that is none.
#[derive(Debug)]
pub(super) struct Refused {
    /// What it is answered with.
    pub(super) answer: Box<ServerJsonRpcMessage>,
    /// Whether it was meant as a notification, which has no answer.
    pub(super) notification: bool,
}

/// A text without what surrounds a document: a byte order mark, and space.
pub(super) fn bare(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii()
}

/// Reads a message.
///
/// # Errors
///
/// The answer to a text that is none: no UTF-8, no JSON, or a value that can't be read (-32700); too
/// many values, a member twice, or no message of JSON-RPC (-32600); a cursor that is no text (-32602).
pub(super) fn read(bytes: &[u8]) -> Result<Incoming<'_>, Refused> {
    let bytes = bare(bytes);
    let mut notification = false;
    let read = read_text(bytes, &mut notification);
    read.map_err(|error| {
        let answer = Box::new(ServerJsonRpcMessage::error(error, MessageId::of(bytes)));
        Refused { answer, notification }
    })
}

fn read_text<'a>(bytes: &'a [u8], notification: &mut bool) -> Result<Incoming<'a>, ErrorData> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ErrorData::parse_error("the message is not JSON: it is not UTF-8", None))?;
    // This reads the grammar alone: no escape, no size of a number, no depth.
    serde_json::from_str::<IgnoredAny>(text)
        .map_err(|error| ErrorData::parse_error(format!("the message is not JSON: {error}"), None))?;
    let method = member(text, 0, "method").and_then(|place| word(text, place));
    *notification = method.is_some() && member(text, 0, "id").is_none();
    if has_too_many_values(text) {
        let many = format!("the message holds more than {MESSAGE_VALUES} values");
        return Err(ErrorData::invalid_request(many, None));
    }
    let params = member(text, 0, "params");
    let cursor = params.clone().and_then(|params| member(text, params.start, "cursor"));
    let cursor = cursor.and_then(|place| text.get(place));
    if cursor.is_some_and(|cursor| cursor != "null" && !cursor.starts_with('"')) {
        return Err(ErrorData::invalid_params("the cursor is none of this server's: it is no text", None));
    }
    let arguments = params
        .filter(|_| method.as_deref() == Some(CALL))
        .and_then(|params| member(text, params.start, "arguments"))
        .filter(|place| text.get(place.clone()).is_some_and(|arguments| arguments.starts_with('{')));
    let (text, arguments) = take_out(text, arguments);
    check(&text)?;
    let mut message = serde_json::from_str::<ClientJsonRpcMessage>(&text)
        .map_err(|_| ErrorData::invalid_request("this is not one JSON-RPC message", None))?;
    if let (ClientJsonRpcMessage::Request(request), Some(arguments)) = (&mut message, &arguments) {
        request.request.extensions_mut().insert(arguments.clone());
    }
    Ok(Incoming { message, text, arguments })
}

/// Puts an empty object where the arguments stand.
fn take_out(text: &str, arguments: Option<Range<usize>>) -> (Cow<'_, str>, Option<WrittenArguments>) {
    let parts = arguments
        .and_then(|Range { start, end }| Some((text.get(..start)?, text.get(start..end)?, text.get(end..)?)));
    match parts {
        Some((before, arguments, after)) => {
            (Cow::Owned([before, "{}", after].concat()), Some(WrittenArguments(arguments.into())))
        }
        None => (Cow::Borrowed(text), None),
    }
}

/// Refuses what the grammar allows, and a message can't hold.
fn check(text: &str) -> Result<(), ErrorData> {
    let mut reader = Reader { twice: None };
    let mut json = serde_json::Deserializer::from_str(text);
    if let Err(error) = (&mut reader).deserialize(&mut json) {
        let error = error.to_string();
        let reason = if error.starts_with("recursion limit") {
            "it is nested deeper than 127 levels"
        } else if error.starts_with("number out of range") {
            "a number is too large"
        } else {
            "an escape is one half of a surrogate pair"
        };
        return Err(ErrorData::parse_error(format!("the message can't be read: {reason}"), None));
    }
    match reader.twice {
        Some(name) => Err(ErrorData::invalid_request(
            format!("{name:?} stands twice in one object of the message"),
            None,
        )),
        None => Ok(()),
    }
}

/// Reads JSON to nothing, and remembers a name that stands twice in one object.
struct Reader {
    twice: Option<String>,
}

impl<'de> DeserializeSeed<'de> for &mut Reader {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Reader {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = map.next_key::<String>()? {
            map.next_value_seed(&mut *self)?;
            if names.contains(&name) {
                self.twice.get_or_insert(name);
            } else {
                names.insert(name);
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(&mut *self)?.is_some() {}
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// Whether a byte of JSON stands within a string, its quotes included; told byte by byte.
#[derive(Default)]
struct Strings {
    open: bool,
    escaped: bool,
}

impl Strings {
    fn hold(&mut self, byte: u8) -> bool {
        if !self.open {
            self.open = byte == b'"';
            return self.open;
        }
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = true,
            b'"' => self.open = false,
            _ => {}
        }
        true
    }
}

/// Every value but the outermost has a comma before it, or opens what it stands in.
fn has_too_many_values(text: &str) -> bool {
    let mut strings = Strings::default();
    let marks = text.bytes().filter(|&byte| !strings.hold(byte) && matches!(byte, b',' | b'[' | b'{'));
    marks.take(MESSAGE_VALUES).count() == MESSAGE_VALUES
}

/// Where the value of a member stands in JSON, of the object that begins at `at`; the first one where
/// there are more.
fn member(json: &str, at: usize, name: &str) -> Option<Range<usize>> {
    let mut rest = json.get(at..)?.strip_prefix('{')?;
    loop {
        let (written, after) = value(rest.trim_start_matches([' ', '\t', '\r', '\n', ',']))?;
        if !written.starts_with('"') {
            return None;
        }
        let (found, after) = value(after.trim_start().strip_prefix(':')?.trim_start())?;
        if serde_json::from_str::<String>(written).is_ok_and(|written| written == name) {
            let end = json.len().checked_sub(after.len())?;
            return Some(end.checked_sub(found.len())?..end);
        }
        rest = after;
    }
}

/// The value that a text begins with, as it is written, and what follows. The text must be of JSON.
fn value(text: &str) -> Option<(&str, &str)> {
    let mut strings = Strings::default();
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        let ends = if strings.hold(byte) {
            depth == 0 && !strings.open
        } else {
            match byte {
                b'{' | b'[' => {
                    depth = depth.saturating_add(1);
                    false
                }
                // A number or a word ends before what follows it.
                b'}' | b']' | b',' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => {
                    return text.split_at_checked(at);
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    depth == 0
                }
                _ => false,
            }
        };
        if ends {
            return text.split_at_checked(at.saturating_add(1));
        }
    }
    None
}

/// A value that is a text.
fn word(json: &str, place: Range<usize>) -> Option<String> {
    serde_json::from_str(json.get(place)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(arguments: &str) -> String {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"arguments":{arguments},"name":"t"}}}}"#
        )
    }

    #[track_caller]
    fn code(text: &str) -> (i32, String) {
        let refused = read(text.as_bytes()).expect_err("it must be refused");
        let ServerJsonRpcMessage::Error(error) = *refused.answer else { panic!("it must be an error") };
        (error.error.code.0, error.error.message.into_owned())
    }

    #[test]
    fn arguments_of_a_call_are_kept_as_they_are_written() {
        for arguments in [
            r#"{"a":1,"a":2}"#,
            r#"{"a":"\ud800"}"#,
            r#"{ "a" : "}\"" , "b" : [ {} , "]" ] }"#,
            r#"{"a":1e999}"#,
            format!(r#"{{"a":{}{}}}"#, "[".repeat(300), "]".repeat(300)).as_str(),
        ] {
            let text = call(arguments);
            let incoming = read(text.as_bytes()).expect("it is a message");
            assert_eq!(incoming.arguments.map(|kept| kept.0.to_string()).as_deref(), Some(arguments));
            assert_eq!(incoming.text, call("{}"));
        }
        let other = r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"plan","arguments":{"a":"b"}}}"#;
        let incoming = read(other.as_bytes()).expect("it is a message");
        assert!(incoming.arguments.is_none());
        assert_eq!(incoming.text, other);
    }

    #[test]
    fn a_method_and_members_are_found_however_they_are_written() {
        let text = r#" { "jsonrpc":"2.0", "id" : 1 , "par\u0061ms" : { "name":"t", "arguments" : {"x":[1,2]} }, "method":"tools\/call" } "#;
        let incoming = read(text.as_bytes()).expect("it is a message");
        assert_eq!(incoming.arguments.expect("they are kept").0.as_ref(), r#"{"x":[1,2]}"#);
    }

    #[test]
    fn a_member_that_stands_twice_is_refused_wherever_it_stands() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b","arguments":{}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{},"arguments":{"a":1}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"},"params":{"name":"b"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"plan","arguments":{"task_id":"a","task\u005fid":"b"}}}"#,
        ] {
            let (code, message) = code(text);
            assert_eq!(code, -32600, "{text}");
            assert!(message.contains("stands twice"), "{message}");
        }
    }

    #[test]
    fn what_can_not_be_read_is_said() {
        for (text, expected, part) in [
            ("", -32700, "not JSON"),
            ("{\"id\":1,}", -32700, "not JSON"),
            (r#"{"id":1,"method":"a\udc00"}"#, -32700, "half of a surrogate pair"),
            (r#"{"id":1,"params":{"a":1e999}}"#, -32700, "number is too large"),
            ("[]", -32600, "not one JSON-RPC message"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}"#, -32602, "cursor"),
        ] {
            let (code, message) = code(text);
            assert_eq!(code, expected, "{text}: {message}");
            assert!(message.contains(part), "{text}: {message}");
        }
        let deep = format!(r#"{{"id":1,"params":{}{}}}"#, "[".repeat(200), "]".repeat(200));
        assert!(code(&deep).1.contains("127 levels"));
    }

    #[test]
    fn values_are_counted_outside_of_strings_and_before_they_are_read() {
        let list = |count: usize| call(&format!(r#"{{"a":[{}]}}"#, vec!["1"; count].join(",")));
        assert_eq!(code(&list(MESSAGE_VALUES)).0, -32600);
        assert!(read(list(MESSAGE_VALUES - 100).as_bytes()).is_ok());
        let text = call(&format!(r#"{{"a":"{}"}}"#, ",".repeat(2 * MESSAGE_VALUES)));
        assert!(read(text.as_bytes()).is_ok());
    }

    #[test]
    fn a_notification_is_known_as_one() {
        let text = br#"{"jsonrpc":"2.0","method":"notifications/progress","params":7}"#;
        assert!(read(text).expect_err("no version knows it").notification);
        assert!(!read(br#"{"foo":1}"#).expect_err("it is no message").notification);
    }
}
