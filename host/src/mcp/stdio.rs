//! Standard input and output as a transport: one message a line, and nothing else.
//!
//! A thread reads and a thread writes, both without a runtime; channels stand between them and the
//! server. What is read is bounded by [`IN_FLIGHT_BYTES`], what is written by [`UNWRITTEN`]: when
//! either is used up, the next line waits in the pipe, and the client with it.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

use rmcp::model::{ClientJsonRpcMessage, ErrorCode, GetExtensions, ServerJsonRpcMessage};
use rmcp::service::ServerInitializeError;
use rmcp::transport::{Transport, TransportAdapterIdentity};
use rmcp::{RoleServer, ServerHandler};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::mcp::answer::{AsWritten, line};
use crate::mcp::frames::{Frame, Frames};
use crate::mcp::limits::{IN_FLIGHT_BYTES, MESSAGE_BYTES, REQUEST_BYTES, UNWRITTEN};
use crate::mcp::log::{Level, Log};
use crate::mcp::served_ids::{ServedId, ServedIds};
use crate::mcp::server::no_method;

/// Frames between the reading thread and the server.
const QUEUE: usize = 4;

/// Why a client was not served to the end of its input.
#[derive(Debug)]
pub enum Failed {
    /// The operating system gives no thread, or no event queue.
    Start(io::Error),
    /// Standard output can't be written, though its reader is there.
    Output(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Start(error)
    }
}

/// Serves one client on standard input and output, until the input ends or the client has gone.
///
/// # Errors
///
/// When a thread can't be started, and when answers can't be written.
pub async fn serve<S: ServerHandler + Clone>(handler: S, log: Log) -> Result<(), Failed> {
    let (transport, writer) = Stdio::start(io::stdin(), io::stdout(), log)?;
    loop {
        let served = rmcp::serve_server::<S, Stdio, io::Error, TransportAdapterIdentity>(
            handler.clone(),
            transport.clone(),
        );
        match served.await {
            Ok(running) => {
                let _ = running.waiting().await;
                break;
            }
            // A message out of place ends the library's handshake. It must not end the server.
            Err(
                error @ (ServerInitializeError::ExpectedInitializeRequest(_)
                | ServerInitializeError::InitializeFailed(_)
                | ServerInitializeError::UnexpectedInitializeResponse(_)),
            ) => {
                log.say(Level::Warn, &format_args!("the handshake begins again: {}", kind(&error)));
            }
            Err(_) => break,
        }
    }
    drop(transport);
    // What is queued is still written. A client that doesn't read can't keep the program: the pipe
    // breaks when it goes.
    match tokio::task::spawn_blocking(move || writer.join()).await {
        Ok(Ok(Err(error))) => Err(Failed::Output(error)),
        // A thread that panicked has said so.
        Ok(_) | Err(_) => Ok(()),
    }
}

fn kind(error: &ServerInitializeError) -> &'static str {
    match error {
        ServerInitializeError::InitializeFailed(_) => "no common version of the protocol",
        _ => "a message before initialize",
    }
}

/// Both directions. Clones are the same transport.
#[derive(Clone)]
struct Stdio {
    incoming: Arc<tokio::sync::Mutex<Incoming>>,
    outgoing: Sender<Vec<u8>>,
    unwritten: Arc<Unwritten>,
}

struct Incoming {
    frames: Receiver<Frame>,
    /// Taken from the queue and not yet handed on: waiting for room must not lose it.
    pending: Option<Frame>,
    budget: Arc<Semaphore>,
    ids: ServedIds,
    log: Log,
}

/// Answers that are made and not yet in the queue of the writing thread.
#[derive(Default)]
struct Unwritten {
    count: AtomicUsize,
    fewer: Notify,
}

/// One of them.
struct Ticket(Arc<Unwritten>);

impl Ticket {
    fn new(unwritten: &Arc<Unwritten>) -> Self {
        unwritten.count.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(unwritten))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.count.fetch_sub(1, Ordering::AcqRel);
        // There is one waiter, and a notice that comes before it waits is kept.
        self.0.fewer.notify_one();
    }
}

/// A request that is being served. It travels with the request, and ends with its handler.
struct InFlight {
    _id: ServedId,
    _budget: OwnedSemaphorePermit,
}

impl Stdio {
    fn start(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        log: Log,
    ) -> io::Result<(Self, JoinHandle<io::Result<()>>)> {
        let (to_server, frames) = mpsc::channel(QUEUE);
        let (outgoing, to_client) = mpsc::channel(QUEUE);
        thread::Builder::new().name("stdin".to_owned()).spawn(move || read(input, &to_server, log))?;
        let writer =
            thread::Builder::new().name("stdout".to_owned()).spawn(move || write(output, to_client, log))?;
        let incoming = Incoming {
            frames,
            pending: None,
            budget: Arc::new(Semaphore::new(IN_FLIGHT_BYTES / REQUEST_BYTES)),
            ids: ServedIds::default(),
            log,
        };
        let incoming = Arc::new(tokio::sync::Mutex::new(incoming));
        Ok((Self { incoming, outgoing, unwritten: Arc::default() }, writer))
    }
}

fn read(input: impl Read, to_server: &Sender<Frame>, log: Log) {
    let mut frames = Frames::new(BufReader::with_capacity(64 << 10, input), MESSAGE_BYTES);
    loop {
        match frames.next() {
            Ok(Some(frame)) => {
                if to_server.blocking_send(frame).is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => {
                return log.say(Level::Error, &format_args!("standard input can't be read: {error}"));
            }
        }
    }
}

/// Writes lines until there are no more, or their reader has gone.
fn write(output: impl Write, mut lines: Receiver<Vec<u8>>, log: Log) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(64 << 10, output);
    while let Some(first) = lines.blocking_recv() {
        let mut written = output.write_all(&first);
        while let Ok(line) = lines.try_recv() {
            written = written.and_then(|()| output.write_all(&line));
        }
        match written.and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                log.say(Level::Info, &format_args!("the client has gone: {error}"));
                return Ok(());
            }
            written => written?,
        }
    }
    Ok(())
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        mut message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        // The library answers some methods itself, with the bare name.
        if let ServerJsonRpcMessage::Error(answer) = &mut message
            && answer.error.code == ErrorCode::METHOD_NOT_FOUND
            && !answer.error.message.contains(' ')
        {
            answer.error = no_method(&answer.error.message);
        }
        let outgoing = self.outgoing.clone();
        let ticket = Ticket::new(&self.unwritten);
        async move {
            let sent = outgoing.send(line(&message)?).await;
            drop(ticket);
            sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        while self.unwritten.count.load(Ordering::Acquire) >= UNWRITTEN {
            self.unwritten.fewer.notified().await;
        }
        let mut incoming = self.incoming.lock().await;
        tokio::select! {
            message = incoming.next(&self.outgoing) => message,
            () = self.outgoing.closed() => None,
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        Ok(())
    }
}

impl Incoming {
    /// The next message, once there is room for it. It can be dropped while it waits.
    async fn next(&mut self, outgoing: &Sender<Vec<u8>>) -> Option<ClientJsonRpcMessage> {
        loop {
            if self.pending.is_none() {
                self.pending = Some(self.frames.recv().await?);
            }
            match self.pending.as_ref()? {
                Frame::Refused(answer) => {
                    let answer = line(answer).ok()?;
                    let slot = outgoing.reserve().await.ok()?;
                    self.pending = None;
                    slot.send(answer);
                    self.log.say(Level::Warn, &"a line was refused: it is no message of the protocol");
                }
                Frame::Message(_, bytes) => {
                    let shares = bytes.div_ceil(REQUEST_BYTES).max(1);
                    let shares = u32::try_from(shares).unwrap_or(u32::MAX);
                    let budget = Arc::clone(&self.budget).acquire_many_owned(shares).await.ok()?;
                    let Some(Frame::Message(message, _)) = self.pending.take() else { continue };
                    match self.admit(*message, budget) {
                        Ok(message) => return Some(message),
                        Err(answer) => self.pending = Some(Frame::Refused(answer)),
                    }
                }
            }
        }
    }

    /// Notes a request as being served; refuses one whose id another still has.
    fn admit(
        &self,
        mut message: ClientJsonRpcMessage,
        budget: OwnedSemaphorePermit,
    ) -> Result<ClientJsonRpcMessage, Box<ServerJsonRpcMessage>> {
        let ClientJsonRpcMessage::Request(request) = &mut message else { return Ok(message) };
        let id = self.ids.take("", &request.id)?;
        let extensions = request.request.extensions_mut();
        extensions.insert(AsWritten);
        extensions.insert(Arc::new(InFlight { _id: id, _budget: budget }));
        Ok(message)
    }
}
