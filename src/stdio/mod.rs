//! The transport: lines on stdin and stdout, and an answer to every bad one.
//!
//! Two plain threads, one that reads and parses and one that writes, with rmcp's service loop between them. It differs
//! from rmcp's own transport in what it does with bad lines, early notifications, duplicate ids, a client that doesn't
//! read, a closed stdout and the end of input. It knows JSON-RPC and no tool.

mod limits;
mod lines;
mod message;
mod outline;
mod params;
mod reader;
mod reply;
mod slots;
#[cfg(test)]
mod tests;
mod writer;

use std::convert::Infallible;
use std::future::pending;
use std::io::{self, Read, Write};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, ErrorCode, JsonRpcMessage, RequestId, ServerResult};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

pub use self::limits::Limits;
use self::message::Incoming;
use self::slots::{Admission, Slots};
use self::writer::Output;

/// A stdio session, as rmcp's `serve_with_ct` takes it.
///
/// Every line is answered or is a notification or a response. Requests hold a slot until their answer is queued for
/// writing, so that a client that doesn't read stops the intake. After the end of input running calls have
/// [`Limits::grace`] to finish; then [`closed`](Self::closed) fires and the session ends. There is no `Debug`: it would
/// print what is queued.
pub struct Stdio {
    incoming: mpsc::Receiver<Incoming>,
    output: Output,
    slots: Slots,
    /// An answer of the transport's own that still needs room in the output.
    refusal: Option<Vec<u8>>,
    /// Whether rmcp is past its handshake loop, in which a notification or response would end the process.
    opened: bool,
    /// When the grace ends; set at the end of input.
    deadline: Option<Instant>,
    closed: CancellationToken,
    limits: Limits,
}

impl Stdio {
    /// Starts a session on the process's own stdin and stdout, with the default limits.
    pub fn of_process() -> io::Result<Self> {
        Self::new(io::stdin(), io::stdout(), Limits::default())
    }

    /// Starts a session on any pair of blocking streams. Fails only if a thread can't be started.
    pub fn new(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        limits: Limits,
    ) -> io::Result<Self> {
        let closed = CancellationToken::new();
        Ok(Self {
            incoming: reader::start(input, limits.line_bytes)?,
            output: Output::start(output, limits.output_bytes, closed.clone())?,
            slots: Slots::new(limits),
            refusal: None,
            opened: false,
            deadline: None,
            closed,
            limits,
        })
    }

    /// Returns the token that is cancelled when the session is over: the grace after the end of input has passed, or
    /// stdout is closed. rmcp cancels no call in either case, so the gate has to watch this.
    ///
    /// Cancelling it from outside, on a signal, ends the session in the same way.
    #[must_use]
    pub fn closed(&self) -> CancellationToken {
        self.closed.clone()
    }

    /// Waits for the next message. Cancel safe: what was taken from a queue is in a field or returned.
    async fn next_message(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        while !self.closed.is_cancelled() {
            let refusal_bytes = self.refusal.as_ref().map_or(0, Vec::len);
            let reads =
                self.deadline.is_none() && self.refusal.is_none() && self.slots.may_read_ahead();
            let may_end =
                self.deadline.is_some() && self.refusal.is_none() && !self.slots.any_waiting();
            tokio::select! {
                biased;
                slot = self.slots.free_slot(), if self.slots.any_waiting() => {
                    if let Some(request) = self.slots.start_next(slot) {
                        return Some(JsonRpcMessage::Request(request));
                    }
                }
                room = self.output.room(refusal_bytes), if self.refusal.is_some() => {
                    let (Some(line), Some(room)) = (self.refusal.take(), room) else { return None };
                    self.output.push(line, room);
                }
                incoming = self.incoming.recv(), if reads => match incoming {
                    Some(incoming) => {
                        if let Some(message) = self.accept(incoming) {
                            return Some(message);
                        }
                    }
                    None => self.deadline = Some(Instant::now() + self.limits.grace),
                },
                () = self.slots.idle(), if may_end => return None,
                () = end_of_grace(self.deadline) => return None,
                () = self.closed.cancelled() => return None,
            }
        }
        None
    }

    /// Takes in what the reader read. Returns it if rmcp is to have it now; a notification never waits for a slot.
    fn accept(&mut self, incoming: Incoming) -> Option<RxJsonRpcMessage<RoleServer>> {
        let (message, bytes) = match incoming {
            Incoming::Message { message, bytes } => (message, bytes),
            Incoming::Refused(line) => {
                self.refusal = Some(line);
                return None;
            }
        };
        match *message {
            JsonRpcMessage::Request(request) => match self.slots.admit(request, bytes) {
                Admission::Started(request) => Some(JsonRpcMessage::Request(*request)),
                Admission::Waiting => None,
                Admission::Duplicate(id) => {
                    self.refusal = Some(refuse_duplicate(id));
                    None
                }
            },
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                    && self.slots.cancel(id)
                {
                    return None;
                }
                self.opened
                    .then_some(JsonRpcMessage::Notification(notification))
            }
            response => self.opened.then_some(response),
        }
    }
}

impl Transport<RoleServer> for Stdio {
    /// A closed output is not an error: the answer has nobody to read it, and `receive` ends the session.
    type Error = Infallible;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        let id = match &item {
            JsonRpcMessage::Response(response) => {
                self.opened |= matches!(response.result, ServerResult::InitializeResult(_));
                Some(response.id.clone())
            }
            JsonRpcMessage::Error(error) => error.id.clone(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let slot = id.as_ref().and_then(|id| self.slots.answered(id));
        let output = self.output.clone();
        let over = out_of_time(self.closed.clone(), self.limits.flush);
        async move {
            let line = reply::line(&item).unwrap_or_else(|_| refuse_unwritable(id));
            // Its text is in the line now, and room for that can be long in coming.
            drop(item);
            tokio::select! {
                biased;
                room = output.room(line.len()) => if let Some(room) = room {
                    output.push(line, room);
                },
                () = over => {}
            }
            drop(slot);
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        // In its handshake loop rmcp answers a request before it asks for the next message.
        self.opened |= self.slots.any_running();
        let message = self.next_message().await;
        if message.is_none() {
            self.closed.cancel();
            if !self.opened {
                // Without a session rmcp drops the transport and calls no `close`.
                self.output.flush(self.limits.flush).await;
            }
        }
        message
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        self.closed.cancel();
        self.output.flush(self.limits.flush).await;
        Ok(())
    }
}

/// Waits until nobody can be expected to read any more. Without it rmcp would wait 5 s for a client that has left its
/// end of stdout open.
async fn out_of_time(closed: CancellationToken, flush: Duration) {
    closed.cancelled().await;
    sleep(flush).await;
}

async fn end_of_grace(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => pending().await,
    }
}

fn refuse_duplicate(id: RequestId) -> Vec<u8> {
    let message = "the id is in use by a request that is not answered yet";
    reply::error(
        Some(&id.into_json_value()),
        ErrorCode::INVALID_REQUEST,
        message,
    )
}

fn refuse_unwritable(id: Option<RequestId>) -> Vec<u8> {
    let id = id.map(RequestId::into_json_value);
    reply::error(
        id.as_ref(),
        ErrorCode::INTERNAL_ERROR,
        "the answer can't be written as JSON",
    )
}
