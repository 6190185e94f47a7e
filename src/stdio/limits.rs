//! How much the transport takes in, holds and gives out. The numbers bound memory and time; none is a protocol fact.

use std::time::Duration;

/// The bounds of a [`Stdio`](super::Stdio) session.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest line accepted, in bytes without its line end. A longer one is refused and skipped unread.
    pub line_bytes: usize,
    /// Requests handed to the handler and not yet answered. With the size of an answer it bounds memory when the
    /// client stops reading.
    pub requests_in_flight: usize,
    /// Requests read ahead while all slots are held, so that a cancellation behind them is still seen.
    pub requests_waiting: usize,
    /// Bytes of the lines of those waiting requests; whichever of the two bounds is met first stops the intake.
    pub waiting_bytes: usize,
    /// Bytes of answers queued for stdout before the next answer has to wait. One larger answer still passes alone.
    pub output_bytes: u32,
    /// How long running calls may go on after the end of input. Hosts send SIGTERM after 2 s.
    pub grace: Duration,
    /// How long the end of the session waits for queued answers to be written.
    pub flush: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            line_bytes: 1 << 20,
            requests_in_flight: 64,
            requests_waiting: 256,
            waiting_bytes: 4 << 20,
            output_bytes: 8 << 20,
            grace: Duration::from_secs(1),
            flush: Duration::from_millis(400),
        }
    }
}
