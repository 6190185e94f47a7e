//! What was asked of the simulator: every request, the attempts to write, the most query requests at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One request and how it was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The HTTP method, upper case.
    pub method: String,
    /// The path as sent, still percent-encoded.
    pub path: String,
    /// The query string as sent, without its `?`; empty if there is none.
    pub query: String,
    /// The body as text; bytes that are not UTF-8 show as U+FFFD.
    pub body: String,
    /// The tenant of the bearer token, if the token is good.
    pub tenant: Option<&'static str>,
    /// Whether a bearer token came with it, good or not.
    pub bearer: bool,
    /// The status answered; `None` while unanswered, or if the connection was closed instead.
    pub status: Option<u16>,
}

/// The memory behind the public counters of a simulator.
#[derive(Default)]
pub(super) struct Journal {
    entries: Mutex<Entries>,
    write_attempts: AtomicUsize,
    in_flight: AtomicUsize,
    in_flight_peak: AtomicUsize,
}

/// The journaled requests by number, so that an answer finds its own after the journal was cleared.
#[derive(Default)]
struct Entries {
    next: usize,
    exchanges: Vec<(usize, Exchange)>,
}

impl Journal {
    /// Notes a request on arrival. Returns its number for [`answered`](Self::answered).
    pub(super) fn arrived(&self, exchange: Exchange) -> usize {
        let mut entries = self.entries();
        let number = entries.next;
        entries.next += 1;
        entries.exchanges.push((number, exchange));
        number
    }

    /// Notes the status of a request's answer.
    pub(super) fn answered(&self, number: usize, status: u16) {
        let mut entries = self.entries();
        if let Some((_, exchange)) = entries
            .exchanges
            .iter_mut()
            .rev()
            .find(|(of, _)| *of == number)
        {
            exchange.status = Some(status);
        }
    }

    /// Every noted request, in order of arrival.
    pub(super) fn exchanges(&self) -> Vec<Exchange> {
        self.entries()
            .exchanges
            .iter()
            .map(|(_, exchange)| exchange.clone())
            .collect()
    }

    /// Forgets the noted requests.
    pub(super) fn clear(&self) {
        self.entries().exchanges.clear();
    }

    /// Counts a request for an operation or a route that a reader has no business with.
    pub(super) fn count_write_attempt(&self) {
        self.write_attempts.fetch_add(1, Ordering::SeqCst);
    }

    /// How many such requests there were.
    pub(super) fn write_attempts(&self) -> usize {
        self.write_attempts.load(Ordering::SeqCst)
    }

    /// Counts a request as in flight until the guard is dropped.
    pub(super) fn enter_flight(&self) -> InFlight<'_> {
        let now = self.in_flight.fetch_add(1, Ordering::SeqCst) + 1;
        self.in_flight_peak.fetch_max(now, Ordering::SeqCst);
        InFlight(&self.in_flight)
    }

    /// The most requests in flight at once.
    pub(super) fn in_flight_peak(&self) -> usize {
        self.in_flight_peak.load(Ordering::SeqCst)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request being answered.
pub(super) struct InFlight<'j>(&'j AtomicUsize);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
