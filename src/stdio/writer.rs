//! The thread that writes stdout, and the queue before it, bounded in bytes.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Lines are written together up to this size: past it a larger write saves nothing.
const BATCH_BYTES: usize = 256 * 1024;

/// The queue of lines to be written.
#[derive(Clone)]
pub(super) struct Output {
    lines: Sender<QueuedLine>,
    room: Arc<Semaphore>,
    room_bytes: u32,
}

/// Room for one line in the queue, given back once it is written.
pub(super) type Room = OwnedSemaphorePermit;

struct QueuedLine {
    bytes: Vec<u8>,
    room: Room,
}

impl Output {
    /// Starts the writer. `closed` is cancelled when writing fails, which for a pipe means that nobody reads it.
    pub(super) fn start(
        output: impl Write + Send + 'static,
        room_bytes: u32,
        closed: CancellationToken,
    ) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let room = Arc::new(Semaphore::new(room_bytes as usize));
        let writer_room = Arc::clone(&room);
        thread::Builder::new()
            .name("stdout".to_owned())
            .spawn(move || {
                if let Err(error) = write_lines(&receiver, output) {
                    tracing::info!(%error, "the output is closed");
                    writer_room.close();
                    closed.cancel();
                }
            })?;
        Ok(Self {
            lines: sender,
            room,
            room_bytes,
        })
    }

    /// Waits for room for a line of `bytes`, at most all there is; `None` once the output is closed.
    pub(super) async fn room(&self, bytes: usize) -> Option<Room> {
        let wanted = u32::try_from(bytes)
            .unwrap_or(u32::MAX)
            .min(self.room_bytes);
        Arc::clone(&self.room).acquire_many_owned(wanted).await.ok()
    }

    /// Queues a line for which room was taken.
    pub(super) fn push(&self, bytes: Vec<u8>, room: Room) {
        // The receiver is gone only after a failed write, and then there is nobody to tell.
        let _ = self.lines.send(QueuedLine { bytes, room });
    }

    /// Waits until every queued line is written, the output is closed, or `patience` is over.
    pub(super) async fn flush(&self, patience: Duration) {
        let _ = tokio::time::timeout(patience, self.room.acquire_many(self.room_bytes)).await;
    }
}

/// Writes until every [`Output`] is dropped or a write fails.
fn write_lines(lines: &Receiver<QueuedLine>, mut output: impl Write) -> io::Result<()> {
    while let Ok(QueuedLine {
        bytes: mut batch,
        mut room,
    }) = lines.recv()
    {
        while batch.len() < BATCH_BYTES
            && let Ok(next) = lines.try_recv()
        {
            batch.extend_from_slice(&next.bytes);
            room.merge(next.room);
        }
        output.write_all(&batch)?;
        output.flush()?;
    }
    Ok(())
}
