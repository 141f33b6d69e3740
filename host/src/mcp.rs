//! The MCP server: the engine's tools, plans as resources and prompts, for any client of the Model
//! Context Protocol.
//!
//! A skin over [`Planmark`](crate::Planmark): which tools there are, what they take, and every word an agent reads
//! come from the engine. Both eras of the protocol are spoken: with `initialize` (2024-11-05 to
//! 2025-11-25), and without (2026-07-28). This room of the host is asynchronous; calls of the
//! engine run on threads of their own.
//!
//! - [`server`]: [`PlanServer`], what answers.
//! - [`stdio`], [`http`]: how it is reached; `message` reads what comes over either.
//! - `answer`: what a tool answers, as a message.
//! - [`limits`]: every limit.

use std::io;

mod access;
mod answer;
mod changes;
mod client;
mod frames;
pub mod http;
pub mod limits;
pub mod log;
mod message;
mod message_id;
mod posted;
mod prompt;
mod reach;
mod resource;
mod served_ids;
pub mod server;
pub mod stdio;
mod token;

pub use reach::{Pattern, Reach};
pub use server::{PlanServer, Settings};
pub use token::{BadToken, TOKEN_MAX_CHARS, TOKEN_MIN_CHARS, Token};

/// Runs a server to its end: [`stdio::serve`] or [`http::serve`].
///
/// # Errors
///
/// When the operating system gives no threads or no event queue, and what the server ends with.
pub fn run<E: From<io::Error>>(server: impl Future<Output = Result<(), E>>) -> Result<(), E> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(server);
    // A call that is still running waits five seconds at most for its task.
    runtime.shutdown_timeout(limits::STOP_TIMEOUT);
    served
}

/// Waits until the program is told to stop: an interrupt, or a request to terminate. Where signals
/// can't be listened to, it waits for ever, and they end the program at once.
pub async fn told_to_stop() {
    let told = {
        #[cfg(unix)]
        {
            terminated_or_interrupted().await
        }
        #[cfg(not(unix))]
        {
            tokio::signal::ctrl_c().await
        }
    };
    if told.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn terminated_or_interrupted() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted,
        _ = terminate.recv() => Ok(()),
    }
}
