//! How many reads of a profile run at once, and how many may wait for their turn.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout_at};

use crate::easywms::error::ReadError;

/// Reads that may wait; further ones are answered `busy`.
const LONGEST_QUEUE: usize = 32;

/// The permits of one profile and the queue before them. Whoever is dropped, in the queue or at work, gives up its place.
#[derive(Debug)]
pub(super) struct Admission {
    permits: Semaphore,
    queued: AtomicUsize,
}

impl Admission {
    pub(super) fn of(concurrency: usize) -> Self {
        Self {
            permits: Semaphore::new(concurrency),
            queued: AtomicUsize::new(0),
        }
    }

    /// Waits for a permit in order of arrival, as long as the call may take.
    pub(super) async fn admit(&self, deadline: Instant) -> Result<SemaphorePermit<'_>, ReadError> {
        if let Ok(permit) = self.permits.try_acquire() {
            return Ok(permit);
        }
        let place = Place::take(&self.queued)?;
        match timeout_at(deadline, self.permits.acquire()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(ReadError::Busy {
                queued: place.before,
            }),
        }
    }
}

/// A place in the queue.
struct Place<'a> {
    queued: &'a AtomicUsize,
    /// How many were waiting before.
    before: usize,
}

impl<'a> Place<'a> {
    fn take(queued: &'a AtomicUsize) -> Result<Self, ReadError> {
        let before = queued.fetch_add(1, Ordering::AcqRel);
        let place = Self { queued, before };
        if before >= LONGEST_QUEUE {
            return Err(ReadError::Busy {
                queued: LONGEST_QUEUE,
            });
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.queued.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use std::time::Duration;

    use futures_util::FutureExt as _;
    use tokio::time::Instant;

    use super::{Admission, LONGEST_QUEUE, ReadError};

    /// I1, I3
    #[tokio::test(start_paused = true)]
    async fn the_queue_is_bounded_and_whoever_leaves_it_makes_room() {
        let deadline = Instant::now() + Duration::from_secs(45);
        let admission = Admission::of(1);
        let running = admission.admit(deadline).await.unwrap();
        let mut queued: Vec<_> = (0..LONGEST_QUEUE)
            .map(|_| Box::pin(admission.admit(deadline)))
            .collect();
        for waiting in &mut queued {
            assert!(waiting.now_or_never().is_none());
        }
        let refused = admission.admit(deadline).await.unwrap_err();
        assert!(matches!(refused, ReadError::Busy { queued: 32 }));
        drop(queued.pop());
        let mut last = Box::pin(admission.admit(deadline));
        assert!((&mut last).now_or_never().is_none(), "queued again");
        drop((running, queued));
        drop(last.await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_ends_with_the_call() {
        let deadline = Instant::now() + Duration::from_secs(45);
        let admission = Admission::of(1);
        let _running = admission.admit(deadline).await.unwrap();
        let refused = admission.admit(deadline).await.unwrap_err();
        assert!(matches!(refused, ReadError::Busy { queued: 0 }));
        assert_eq!(Instant::now(), deadline);
    }
}
