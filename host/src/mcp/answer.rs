//! The answer of a tool: one JSON object, as structured content and as text.
//!
//! The library holds structured content as values: a long plan would be read into them and written out
//! again for each answer. A transport that writes its messages itself asks for [`AsWritten`]; then a
//! small value stands in for the structured content, and [`line`] puts the engine's JSON in its place.

use std::io;

use planmark_core::tools::ToolAnswer;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, ServerJsonRpcMessage, ServerResult};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

/// Travels with a request whose answer goes through [`line`].
#[derive(Debug, Clone, Copy)]
pub(super) struct AsWritten;

/// What stands in for structured content that is the text. It is an object, since the library leaves
/// out anything else for older clients.
fn stand_in() -> Value {
    json!({ "planmark": "the text" })
}

/// The stand-in in a message. No text that is in the message can hold this: its quotes are escaped.
const STAND_IN: (&str, &str) = (r#""structuredContent":"#, r#"{"planmark":"the text"}"#);

/// Makes the answer. Structured content and text are the same JSON: which of the two a model sees
/// differs by client. A refusal is text alone: structured content must be of the tool's output schema,
/// and the TypeScript client library throws away an answer where it is not, refusals included.
///
/// # Errors
///
/// For what is no JSON.
pub(super) fn result(
    answer: ToolAnswer,
    as_written: Option<&AsWritten>,
) -> Result<CallToolResult, ErrorData> {
    if answer.is_error {
        return Ok(CallToolResult::error(vec![ContentBlock::text(answer.json)]));
    }
    let structured = if as_written.is_some() && is_object_in_one_line(&answer.json) {
        stand_in()
    } else {
        serde_json::from_str(&answer.json)
            .map_err(|_| ErrorData::internal_error("the engine's answer is no JSON", None))?
    };
    let mut result = CallToolResult::success(vec![ContentBlock::text(answer.json)]);
    result.structured_content = Some(structured);
    Ok(result)
}

/// Whether this can stand in a message as it is: nothing but an object, and no end of a line.
fn is_object_in_one_line(json: &str) -> bool {
    json.starts_with('{') && !json.contains('\n') && serde_json::from_str::<IgnoredAny>(json).is_ok()
}

/// A message as a line, with its end.
///
/// # Errors
///
/// When it can't be written as JSON.
pub(super) fn line(message: &ServerJsonRpcMessage) -> io::Result<Vec<u8>> {
    let Some(text) = stood_in_for(message) else {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        return Ok(line);
    };
    // It is there twice, once with its escapes escaped.
    let mut line = Vec::with_capacity(text.len().saturating_mul(9) / 4 + 512);
    serde_json::to_writer(&mut line, message)?;
    let (name, value) = STAND_IN;
    let pattern = [name, value].concat();
    let found = line.windows(pattern.len()).rposition(|part| part == pattern.as_bytes());
    let begin = found.ok_or(io::ErrorKind::InvalidData)? + name.len();
    let after = line.split_off(begin + value.len());
    line.truncate(begin);
    line.extend_from_slice(text.as_bytes());
    line.extend_from_slice(&after);
    line.push(b'\n');
    Ok(line)
}

/// The text of an answer whose structured content is a stand-in.
fn stood_in_for(message: &ServerJsonRpcMessage) -> Option<&str> {
    let ServerJsonRpcMessage::Response(response) = message else { return None };
    let ServerResult::CallToolResult(result) = &response.result else { return None };
    match result.content.as_slice() {
        [ContentBlock::Text(text)] if result.structured_content == Some(stand_in()) => Some(&text.text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rmcp::model::RequestId;

    fn answered(json: &str, as_written: Option<&AsWritten>) -> Result<String, ErrorData> {
        let answer =
            ToolAnswer { json: json.to_owned(), is_error: false, changed: false, events: Vec::new() };
        let result = ServerResult::CallToolResult(result(answer, as_written)?);
        let message = ServerJsonRpcMessage::response(result, RequestId::Number(7));
        Ok(String::from_utf8(line(&message).expect("it is JSON")).expect("it is UTF-8"))
    }

    #[test]
    fn a_line_is_the_same_message_whether_its_content_was_read_or_not() {
        for json in [
            "{}",
            r#"{"content":"a\n\"b\"\\ é\u0007 \ud83d\ude00","bytes":1}"#,
            r#"{"b":[1,{"a":null}],"a":-2}"#,
            &json!({ "content": r#""structuredContent":{"planmark":"the text"}"# }).to_string(),
            r#"{"planmark":"the text"}"#,
            // Not in one line: this one is read.
            "{\"a\":\n1}",
        ] {
            let written = answered(json, Some(&AsWritten)).expect("it is JSON");
            let read = answered(json, None).expect("it is JSON");
            assert_eq!(written.matches('\n').count(), 1, "{written}");
            let value = |line: &str| serde_json::from_str::<Value>(line).expect("it is JSON");
            assert_eq!(value(&written), value(&read));
            assert_eq!(value(&written)["result"]["content"][0]["text"], json);
        }
    }

    #[test]
    fn the_content_is_the_text_as_the_engine_wrote_it() {
        let json = r#"{"z":1,"a":"\u0041"}"#;
        let written = answered(json, Some(&AsWritten)).expect("it is JSON");
        assert!(written.contains(&format!(r#""structuredContent":{json},"#)), "{written}");
    }

    #[test]
    fn what_is_no_json_is_no_answer() {
        for json in ["", "{", r#"{"a":1}}"#, "{\"a\":\"\n\"}", "{} {}"] {
            assert!(answered(json, Some(&AsWritten)).is_err(), "{json}");
            assert!(answered(json, None).is_err(), "{json}");
        }
    }
}
