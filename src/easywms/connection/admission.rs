//! How many reads of a profile run at once, and how many calls may share the waiting for them.
//!
//! What is bounded is calls and not reads: a call that needs nine reads takes one place, and once it has it, none of its
//! reads is refused. Half an answer would cost the warehouse eight reads and the user the ninth.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout_at};

use crate::easywms::error::ReadError;

/// Calls that may wait beside those whose reads fill the permits; further ones are answered `busy`.
const WAITING_CALLS: usize = 32;

/// The permits of one profile and the places before them. Whoever is dropped, waiting or at work, gives up its own.
#[derive(Debug)]
pub(super) struct Admission {
    reads: Semaphore,
    calls: Arc<Semaphore>,
    most_calls: usize,
}

/// The place of one call among those that read a warehouse; dropping it makes room for another.
#[derive(Debug)]
pub struct Place {
    _permit: OwnedSemaphorePermit,
}

impl Admission {
    pub(super) fn of(concurrency: usize) -> Self {
        let most_calls = concurrency + WAITING_CALLS;
        Self {
            reads: Semaphore::new(concurrency),
            calls: Arc::new(Semaphore::new(most_calls)),
            most_calls,
        }
    }

    /// Takes a place for a call, or refuses it at once.
    pub(super) fn enter(&self) -> Result<Place, ReadError> {
        match Arc::clone(&self.calls).try_acquire_owned() {
            Ok(permit) => Ok(Place { _permit: permit }),
            Err(_) => Err(ReadError::Busy {
                calls: self.most_calls,
            }),
        }
    }

    /// Waits for a read's permit in order of arrival, as long as the call may take.
    pub(super) async fn admit(&self, deadline: Instant) -> Result<SemaphorePermit<'_>, ReadError> {
        let began = Instant::now();
        match timeout_at(deadline, self.reads.acquire()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(ReadError::NoTurn {
                seconds: began.elapsed().as_secs(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Admission, ReadError, WAITING_CALLS};

    /// I1
    #[test]
    fn the_places_are_bounded_and_whoever_leaves_makes_room() {
        let admission = Admission::of(4);
        let mut places: Vec<_> = (0..4 + WAITING_CALLS)
            .map(|_| admission.enter().unwrap())
            .collect();
        let refused = admission.enter().unwrap_err();
        assert!(matches!(refused, ReadError::Busy { calls: 36 }));
        drop(places.pop());
        drop(admission.enter().unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_ends_with_the_call() {
        let deadline = Instant::now() + Duration::from_secs(45);
        let admission = Admission::of(1);
        let _running = admission.admit(deadline).await.unwrap();
        let refused = admission.admit(deadline).await.unwrap_err();
        assert!(matches!(refused, ReadError::NoTurn { seconds: 45 }));
        assert_eq!(Instant::now(), deadline);
    }
}
