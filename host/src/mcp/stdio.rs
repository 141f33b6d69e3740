//! Standard input and output as a transport: one message a line, and nothing else.
//!
//! A thread reads and a thread writes, both without a runtime; channels stand between them and the
//! server. What is read is bounded by [`IN_FLIGHT_BYTES`], what is written by [`UNWRITTEN`]: when
//! either is used up, the next line waits in the pipe, and the client with it.

use std::collections::BTreeSet;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use rmcp::model::{ClientJsonRpcMessage, ErrorData, GetExtensions, RequestId, ServerJsonRpcMessage};
use rmcp::service::ServerInitializeError;
use rmcp::transport::{Transport, TransportAdapterIdentity};
use rmcp::{RoleServer, ServerHandler};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::mcp::frames::{Frame, Frames};
use crate::mcp::limits::{IN_FLIGHT_BYTES, MESSAGE_BYTES, REQUEST_BYTES, UNWRITTEN};
use crate::mcp::log::{Level, Log};

/// Frames between the reading thread and the server.
const QUEUE: usize = 4;

/// Serves one client on standard input and output, until the input ends or the client has gone.
///
/// # Errors
///
/// When a thread can't be started.
pub async fn serve<S: ServerHandler + Clone>(handler: S, log: Log) -> io::Result<()> {
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
    let _ = tokio::task::spawn_blocking(move || writer.join()).await;
    Ok(())
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
    ids: Arc<Mutex<BTreeSet<String>>>,
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
    id: String,
    ids: Arc<Mutex<BTreeSet<String>>>,
    _budget: OwnedSemaphorePermit,
}

impl Drop for InFlight {
    fn drop(&mut self) {
        locked(&self.ids).remove(&self.id);
    }
}

impl Stdio {
    fn start(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        log: Log,
    ) -> io::Result<(Self, JoinHandle<()>)> {
        let (to_server, frames) = mpsc::channel(QUEUE);
        let (outgoing, to_client) = mpsc::channel(QUEUE);
        thread::Builder::new().name("stdin".to_owned()).spawn(move || read(input, &to_server, log))?;
        let writer =
            thread::Builder::new().name("stdout".to_owned()).spawn(move || write(output, to_client, log))?;
        let incoming = Incoming {
            frames,
            pending: None,
            budget: Arc::new(Semaphore::new(IN_FLIGHT_BYTES / REQUEST_BYTES)),
            ids: Arc::default(),
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

fn write(output: impl Write, mut lines: Receiver<Vec<u8>>, log: Log) {
    let mut output = BufWriter::with_capacity(64 << 10, output);
    while let Some(first) = lines.blocking_recv() {
        let mut written = output.write_all(&first);
        while let Ok(line) = lines.try_recv() {
            written = written.and_then(|()| output.write_all(&line));
        }
        if let Err(error) = written.and_then(|()| output.flush()) {
            return log.say(Level::Info, &format_args!("the client has gone: {error}"));
        }
    }
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
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
        let id = key(&request.id);
        if !locked(&self.ids).insert(id.clone()) {
            let error = ErrorData::invalid_request("another request with this id is being served", None);
            return Err(Box::new(ServerJsonRpcMessage::error(error, Some(request.id.clone()))));
        }
        let ids = Arc::clone(&self.ids);
        request.request.extensions_mut().insert(Arc::new(InFlight { id, ids, _budget: budget }));
        Ok(message)
    }
}

fn key(id: &RequestId) -> String {
    match id {
        RequestId::Number(number) => format!("n{number}"),
        RequestId::String(text) => format!("s{text}"),
    }
}

fn line(message: &ServerJsonRpcMessage) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

/// A set of ids is whole after every statement, so a panic elsewhere doesn't make it useless.
fn locked(ids: &Mutex<BTreeSet<String>>) -> MutexGuard<'_, BTreeSet<String>> {
    ids.lock().unwrap_or_else(PoisonError::into_inner)
}
