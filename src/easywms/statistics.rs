//! What a profile's connection has done since the start, for the status tool. Numbers only.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::error::ReadError;

/// Counters of one connection.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    reads: AtomicU64,
    failures: AtomicU64,
    received_bytes: AtomicU64,
    milliseconds: AtomicU64,
}

/// A reading of the counters.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Reads made.
    pub reads: u64,
    /// Reads that failed, after their retries.
    pub failures: u64,
    /// Bytes of data bodies, after decompression.
    pub received_bytes: u64,
    /// Time spent in reads, retries included.
    pub milliseconds: u64,
}

impl Statistics {
    pub(super) fn record(&self, elapsed: Duration, failure: Option<&ReadError>) {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.failures
            .fetch_add(u64::from(failure.is_some()), Ordering::Relaxed);
        let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        self.milliseconds.fetch_add(milliseconds, Ordering::Relaxed);
    }

    pub(super) fn received(&self, bytes: u64) {
        self.received_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn counts(&self) -> Counts {
        Counts {
            reads: self.reads.load(Ordering::Relaxed),
            failures: self.failures.load(Ordering::Relaxed),
            received_bytes: self.received_bytes.load(Ordering::Relaxed),
            milliseconds: self.milliseconds.load(Ordering::Relaxed),
        }
    }
}
