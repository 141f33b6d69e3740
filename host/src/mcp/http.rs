//! Streamable HTTP: the same server, for clients that reach it over a network.

use std::io;
use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::mcp::access::check_names;
use crate::mcp::limits::{
    ANSWER_TIMEOUT, CONNECTIONS, HEAD_TIMEOUT, HTTP_REQUESTS, MESSAGE_BYTES, SESSION_IDLE, STOP_TIMEOUT,
};
use crate::mcp::log::{Level, Log};
use crate::mcp::posted;
use crate::mcp::served_ids::ServedIds;
use crate::mcp::token::Token;

pub use crate::mcp::access::{Access, host, origin};

/// Where the server answers.
pub const PATH: &str = "/mcp";

/// Serves every client that comes to `listener`, until `stop` is ready. `handler` makes what
/// answers: one for each session, or for each request of a client without sessions.
///
/// # Errors
///
/// When the listener can't be used.
pub async fn serve<S: ServerHandler>(
    listener: std::net::TcpListener,
    access: Access,
    log: Log,
    handler: impl Fn() -> S + Send + Sync + 'static,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let config = config(&access);
    let sessions = config.cancellation_token.clone();
    let service = StreamableHttpService::new(move || Ok(handler()), Arc::new(session_manager()), config);
    let requests = Semaphore::new(HTTP_REQUESTS);
    let gate = Arc::new(Gate { token: access.token, requests, ids: ServedIds::default(), log });
    let router =
        Router::new().route_service(PATH, service).layer(middleware::from_fn_with_state(gate, admit));

    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let (stopping, stopped) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let connection = tokio::select! {
            () = &mut stop => break,
            connection = accept(&listener, &connections, log) => connection,
        };
        let Some((stream, place)) = connection else { continue };
        let router = router.clone();
        let mut stopped = stopped.clone();
        tokio::spawn(async move {
            let _place = place;
            converse(stream, router, &mut stopped).await;
        });
    }
    sessions.cancel();
    drop(stopped);
    drop(listener);
    let _ = stopping.send(());
    let _ = tokio::time::timeout(STOP_TIMEOUT, stopping.closed()).await;
    Ok(())
}

fn config(access: &Access) -> StreamableHttpServerConfig {
    let hosts = ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into_iter().chain(access.hosts.clone());
    StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(access.origins.clone())
        .enforce_origin_validation()
        .with_max_request_body_bytes(MESSAGE_BYTES)
}

fn session_manager() -> LocalSessionManager {
    let mut sessions = SessionConfig::default();
    sessions.keep_alive = Some(SESSION_IDLE);
    let mut manager = LocalSessionManager::default();
    manager.session_config = sessions;
    manager
}

async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
    log: Log,
) -> Option<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let place = Arc::clone(connections).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, from)) => {
            log.say(Level::Info, &format_args!("a connection from {from}"));
            // Answers are small and written at once.
            let _ = stream.set_nodelay(true);
            Some((stream, place))
        }
        Err(error) => {
            log.say(Level::Error, &format_args!("a connection can't be accepted: {error}"));
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            None
        }
    }
}

/// Serves one connection until it ends, or until the server stops and the request it is at is
/// answered.
async fn converse(stream: TcpStream, router: Router, stopped: &mut watch::Receiver<()>) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

struct Gate {
    token: Option<Token>,
    requests: Semaphore,
    ids: ServedIds,
    log: Log,
}

/// Lets a request in that brings the token, when there is room for it.
async fn admit(State(gate): State<Arc<Gate>>, mut request: Request, next: Next) -> Response {
    if let Some(token) = &gate.token
        && let Err(challenge) = check(token, request.headers())
    {
        gate.log.say(Level::Warn, &"a request without the right token was refused");
        return unauthorized(challenge);
    }
    if let Err(refused) = check_names(request.headers()) {
        gate.log.say(Level::Warn, &"a request by another name than the server's was refused");
        return refused.into_response();
    }
    // What follows may log a request; it must not log this.
    request.headers_mut().remove(AUTHORIZATION);
    let Ok(_room) = gate.requests.try_acquire() else {
        let busy = "too many requests at once; send it again";
        return (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "1")], busy).into_response();
    };
    let answer = posted::answer(request, &gate.ids, gate.log, next);
    let answered = tokio::time::timeout(ANSWER_TIMEOUT, answer).await;
    answered.unwrap_or_else(|_| (StatusCode::REQUEST_TIMEOUT, "the request took too long").into_response())
}

/// Whether the headers bring the token; what to ask for, where they don't.
fn check(token: &Token, headers: &HeaderMap) -> Result<(), &'static str> {
    const ASK: &str = r#"Bearer realm="planmark""#;
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (given.next(), given.next()) else { return Err(ASK) };
    let parts = value.as_bytes().split_at_checked(7);
    match parts.filter(|(scheme, _)| scheme.eq_ignore_ascii_case(b"bearer ")) {
        Some((_, secret)) if token.matches(secret.trim_ascii()) => Ok(()),
        Some(_) => Err(r#"Bearer realm="planmark", error="invalid_token""#),
        None => Err(ASK),
    }
}

fn unauthorized(challenge: &'static str) -> Response {
    let body = "this server wants a bearer token: the one it was started with";
    (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, challenge)], body).into_response()
}
