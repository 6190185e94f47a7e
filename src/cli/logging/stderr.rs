//! Stderr behind a bounded queue and a thread of its own: a client that never reads it must not stop a call.
//!
//! What does not fit into the queue is lost, and the loss is logged once there is room again. Each event stays one line:
//! control characters, which could forge a line or steer a terminal, are written as escapes.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

/// The most that waits for stderr, in bytes: some thousand lines.
const QUEUE_BYTES: usize = 256 * 1024;

/// The queue before stderr. Clones share it.
#[derive(Clone)]
pub(super) struct QueuedStderr {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    text: String,
    lost_lines: u64,
    /// Whether the thread has taken text that is not written yet.
    writing: bool,
}

impl QueuedStderr {
    /// Starts the thread that writes. Fails only if the system gives no thread.
    pub(super) fn start() -> io::Result<Self> {
        Self::before(io::stderr())
    }

    fn before(output: impl Write + Send + 'static) -> io::Result<Self> {
        let queue = Arc::new(Queue::default());
        let queue_of_thread = Arc::clone(&queue);
        thread::Builder::new()
            .name("stderr".to_owned())
            .spawn(move || write_lines(&queue_of_thread, output))?;
        Ok(Self { queue })
    }

    /// Waits until everything queued is written, at most `patience`.
    pub(super) fn flush(&self, patience: Duration) {
        let pending = |waiting: &mut Waiting| waiting.writing || !waiting.text.is_empty();
        let waiting = self.queue.lock();
        let _ = self
            .queue
            .changed
            .wait_timeout_while(waiting, patience, pending);
    }

    fn push(&self, line: &str) {
        let mut waiting = self.queue.lock();
        if waiting.text.len() + line.len() > QUEUE_BYTES {
            waiting.lost_lines += 1;
        } else {
            waiting.text.push_str(line);
            self.queue.changed.notify_all();
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The log library writes each event at once, line end included.
impl Write for QueuedStderr {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        self.push(&one_line(&String::from_utf8_lossy(event)));
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for QueuedStderr {
    type Writer = Self;

    fn make_writer(&'w self) -> Self {
        self.clone()
    }
}

/// Writes for as long as the program runs. A closed stderr is no reason to end: then nothing queues up either.
fn write_lines(queue: &Queue, mut output: impl Write) {
    loop {
        let waiting = queue.lock();
        let waiting = queue
            .changed
            .wait_while(waiting, |waiting| waiting.text.is_empty());
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let text = mem::take(&mut waiting.text);
        let lost_lines = mem::take(&mut waiting.lost_lines);
        waiting.writing = true;
        drop(waiting);
        let _ = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
        if lost_lines > 0 {
            tracing::warn!(lost_lines, "stderr was not read, so log lines were lost");
        }
        queue.lock().writing = false;
        queue.changed.notify_all();
    }
}

/// Returns the event with every control character but the last line end as an escape.
fn one_line(event: &str) -> String {
    let mut line = String::with_capacity(event.len() + 1);
    for character in event.trim_end_matches('\n').chars() {
        if character.is_control() {
            // Writing to a String can't fail.
            let _ = write!(line, "{}", character.escape_default());
        } else {
            line.push(character);
        }
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use std::sync::mpsc;

    use super::*;

    /// Long enough that only a hang takes it.
    const LONG: Duration = Duration::from_secs(10);

    /// An output that takes each write only when the test takes it.
    struct Gated(mpsc::SyncSender<String>);

    impl Write for Gated {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0
                .send(text)
                .map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_never_reads_costs_lines_and_no_time() {
        let (output, reader) = mpsc::sync_channel(0);
        let stderr = QueuedStderr::before(Gated(output)).unwrap();
        let line = format!("{}\n", "x".repeat(1023));
        for _ in 0..1000 {
            stderr.push(&line);
        }
        stderr.flush(Duration::ZERO);
        assert!(stderr.queue.lock().text.len() <= QUEUE_BYTES);
        let lost = stderr.queue.lock().lost_lines;
        assert!((400..=800).contains(&lost), "{lost}");
        drop(reader);
        stderr.flush(LONG);
        assert_eq!(stderr.queue.lock().text, "");
    }

    #[test]
    fn what_is_queued_is_written_in_order() {
        let (output, reader) = mpsc::sync_channel(100);
        let mut stderr = QueuedStderr::before(Gated(output)).unwrap();
        for line in ["one\n", "two\n", "three\n"] {
            stderr.write_all(line.as_bytes()).unwrap();
        }
        stderr.flush(LONG);
        let written: String = reader.try_iter().collect();
        assert_eq!(written, "one\ntwo\nthree\n");
    }

    #[test]
    fn an_event_can_neither_forge_a_line_nor_steer_a_terminal() {
        assert_eq!(
            one_line("a\nERROR forged\r\x1b[2J\u{9b}31m\0é\t\n"),
            "a\\nERROR forged\\r\\u{1b}[2J\\u{9b}31m\\u{0}é\\t\n"
        );
    }
}
