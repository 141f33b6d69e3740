//! Every limit of the server, in one place.

use std::time::Duration;

/// Longest message, in bytes. The largest request that the engine accepts has some 3 MiB when every
/// character of it is escaped.
pub const MESSAGE_BYTES: usize = 4 << 20;

/// Most values in one message: each costs some 200 bytes when it is read.
pub const MESSAGE_VALUES: usize = 50_000;

/// Bytes of requests that are served at once over standard input. A request counts as
/// [`REQUEST_BYTES`] at least.
pub const IN_FLIGHT_BYTES: usize = 64 << 20;

/// What a small request counts as: with [`IN_FLIGHT_BYTES`] it makes 256 requests.
pub const REQUEST_BYTES: usize = 256 << 10;

/// Answers that may wait for a client to read them before the next message is read.
pub const UNWRITTEN: usize = 256;

/// Calls of the engine that run at once; more of them wait their turn. A call that waits for a task
/// that another holds takes up one of them for up to five seconds.
pub const CALLS: usize = 32;

/// Resources that one client may subscribe to.
pub const SUBSCRIPTIONS: usize = 1_000;

/// Requests `subscriptions/listen` that may be open at once.
pub const LISTENERS: usize = 64;

/// Plans on one page of `resources/list`.
pub const PAGE: u32 = 200;

/// How often subscribed plans are looked at, for what other processes wrote. It is more seldom where
/// a look takes long: looking takes up at most a twentieth of the time.
pub const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Connections to the HTTP server.
pub const CONNECTIONS: usize = 256;

/// Requests over HTTP whose answers have not begun; more are answered with 503.
pub const HTTP_REQUESTS: usize = 64;

/// How long a client may take to send the head of a request.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a request may take, from the end of its head to the begin of its answer.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a session over HTTP (protocol versions before 2026-07-28) is kept without a request.
pub const SESSION_IDLE: Duration = Duration::from_secs(60 * 60);

/// How long connections may take to end when the server is told to stop.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(6);
