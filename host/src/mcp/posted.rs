//! Bodies of requests over HTTP, before the library reads them: what is no message is answered here,
//! as over standard input, and a session serves one request of an id at a time.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rmcp::model::{ClientJsonRpcMessage, ErrorData, ProtocolVersion, ServerJsonRpcMessage};

use crate::mcp::http::PATH;
use crate::mcp::limits::MESSAGE_BYTES;
use crate::mcp::log::{Level, Log};
use crate::mcp::message::{self, Incoming};
use crate::mcp::message_id::MessageId;
use crate::mcp::served_ids::{ServedId, ServedIds};

/// Answers a request: here where its body is no message, else by what follows.
pub(super) async fn answer(request: Request, ids: &ServedIds, log: Log, next: Next) -> Response {
    let posted = request.method() == Method::POST && request.uri().path() == PATH;
    // What brings another kind of body is refused for that.
    if !posted || !is_json(request.headers()) {
        return next.run(request).await;
    }
    let (mut head, body) = request.into_parts();
    let bytes = match whole(body).await {
        Ok(bytes) => bytes,
        Err(response) => return response,
    };
    let (text, served) = match accept(&bytes, &mut head, ids) {
        Ok(accepted) => accepted,
        Err(answer) => {
            log.say(Level::Warn, &"a body was refused: it is no message of the protocol");
            return refusal(StatusCode::BAD_REQUEST, &answer);
        }
    };
    drop(bytes);
    let response = next.run(Request::from_parts(head, Body::from(text))).await;
    match served {
        Some(_id) => gathered(response).await,
        None => response,
    }
}

/// Reads a message; gives its text, and its id where it is a request in a session. What travels with it
/// is put into the head of the request, where its handler finds it.
fn accept(
    bytes: &[u8],
    head: &mut Parts,
    ids: &ServedIds,
) -> Result<(String, Option<Arc<ServedId>>), Box<ServerJsonRpcMessage>> {
    let Incoming { message, text, arguments } = message::read(bytes).map_err(|refused| refused.answer)?;
    let served = match (session(&head.headers), &message) {
        (Some(session), ClientJsonRpcMessage::Request(request)) => {
            Some(Arc::new(ids.take(session, &request.id)?))
        }
        _ => None,
    };
    if let Some(arguments) = arguments {
        head.extensions.insert(arguments);
    }
    if let Some(id) = &served {
        head.extensions.insert(Arc::clone(id));
    }
    head.headers.remove(CONTENT_LENGTH);
    Ok((text.into_owned(), served))
}

/// The answer to a request in a session, once it is whole: it is one message, and only when that has
/// come can another request have the same id.
async fn gathered(response: Response) -> Response {
    let (head, body) = response.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => Response::from_parts(head, Body::from(bytes)),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The session of a request. From version 2026-07-28 on there are none, whatever a header says.
fn session(headers: &HeaderMap) -> Option<&str> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    // Versions are dates, and compare as they are written.
    let stateless = |version: &str| version >= ProtocolVersion::V_2026_07_28.as_str();
    text("mcp-session-id").filter(|_| !text("mcp-protocol-version").is_some_and(stateless))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

/// Reads a body to its end, or until it is too long for a message.
async fn whole(mut body: Body) -> Result<Vec<u8>, Response> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(frame) = frame else {
            let error = ErrorData::parse_error("the body ended before its end", None);
            let answer = ServerJsonRpcMessage::error(error, MessageId::of(&bytes));
            return Err(refusal(StatusCode::BAD_REQUEST, &answer));
        };
        // Trailers say nothing to this server.
        let Ok(data) = frame.into_data() else { continue };
        bytes.extend_from_slice(&data);
        if bytes.len() > MESSAGE_BYTES {
            let long = format!("the message is larger than {MESSAGE_BYTES} bytes");
            let error = ErrorData::invalid_request(long, None);
            let answer = ServerJsonRpcMessage::error(error, MessageId::of(&bytes));
            return Err(refusal(StatusCode::PAYLOAD_TOO_LARGE, &answer));
        }
    }
    Ok(bytes)
}

fn refusal(status: StatusCode, answer: &ServerJsonRpcMessage) -> Response {
    // An error is made of texts and numbers, which always are JSON.
    let json = serde_json::to_string(answer).unwrap_or_default();
    (status, [(CONTENT_TYPE, "application/json")], json).into_response()
}
