//! The breaker: stops asking a host that is not there, so that a dead warehouse costs each call no time.
//!
//! Five failures in a row open it for 15 s, then one request probes. The numbers are for one user and one host, not for
//! a fleet: it is there to give a quick and honest answer.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::error::ReadError;

const FAILURES_TO_OPEN: u32 = 5;
const OPEN_FOR: Duration = Duration::from_secs(15);

/// Counts the failures of one host.
#[derive(Debug, Default)]
pub(super) struct Breaker {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    open_until: Option<Instant>,
}

/// How a breaker stands, for the status tool.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum BreakerStatus {
    /// Requests pass.
    Closed,
    /// Requests are answered at once with a failure.
    Open {
        /// Seconds until one is let through.
        retry_after_seconds: u64,
        /// Connection failures in a row.
        failures: u32,
    },
}

impl Breaker {
    /// Lets a request to `host` through, or fails at once while the breaker is open. After the pause one request passes
    /// as a probe; the others wait for its outcome.
    pub(super) fn admit(&self, host: &str) -> Result<(), ReadError> {
        let mut state = self.lock();
        let now = Instant::now();
        match state.open_until {
            Some(until) if now < until => Err(ReadError::Paused {
                host: host.to_owned(),
                failures: state.failures,
                retry_after_seconds: whole_seconds(until - now),
            }),
            Some(_) => {
                state.open_until = Some(now + OPEN_FOR);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Notes how an exchange ended. Any answer, even a refusal, shows that the host is there; an exchange that the call had
    /// no time for shows nothing.
    pub(super) fn record(&self, failure: Option<&ReadError>) {
        if matches!(failure, Some(ReadError::OutOfTime { .. })) {
            return;
        }
        let mut state = self.lock();
        if !failure.is_some_and(ReadError::host_is_silent) {
            *state = State::default();
            return;
        }
        state.failures = state.failures.saturating_add(1);
        if state.failures >= FAILURES_TO_OPEN {
            state.open_until = Some(Instant::now() + OPEN_FOR);
        }
    }

    pub(super) fn status(&self) -> BreakerStatus {
        let state = self.lock();
        let now = Instant::now();
        match state.open_until {
            Some(until) if now < until => BreakerStatus::Open {
                retry_after_seconds: whole_seconds(until - now),
                failures: state.failures,
            },
            _ => BreakerStatus::Closed,
        }
    }

    /// A poisoned lock holds plain numbers that are valid whatever panicked beside them.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Rounded up: after that many seconds a request passes.
fn whole_seconds(remaining: Duration) -> u64 {
    remaining.as_secs() + u64::from(remaining.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::super::error::{Obstacle, ReadError};
    use super::super::wire::Service;
    use super::{Breaker, BreakerStatus, Duration, FAILURES_TO_OPEN};

    fn unreachable() -> ReadError {
        ReadError::Unreachable {
            service: Service::Query,
            host: "wms".to_owned(),
            obstacle: Obstacle::Refused,
        }
    }

    fn open_breaker() -> Breaker {
        let breaker = Breaker::default();
        for _ in 0..FAILURES_TO_OPEN {
            breaker.admit("wms").unwrap();
            breaker.record(Some(&unreachable()));
        }
        breaker
    }

    fn seconds_to_wait(breaker: &Breaker) -> Option<u64> {
        match breaker.admit("wms") {
            Err(ReadError::Paused {
                retry_after_seconds,
                ..
            }) => Some(retry_after_seconds),
            _ => None,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn opens_after_five_failures_and_lets_one_probe_through() {
        let breaker = open_breaker();
        assert_eq!(seconds_to_wait(&breaker), Some(15));
        tokio::time::advance(Duration::from_millis(14_500)).await;
        assert_eq!(seconds_to_wait(&breaker), Some(1));
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!(seconds_to_wait(&breaker), None, "the probe passes");
        assert_eq!(seconds_to_wait(&breaker), Some(15), "only one probe");
        breaker.record(None);
        assert_eq!(breaker.status(), BreakerStatus::Closed);
        assert_eq!(seconds_to_wait(&breaker), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_failed_probe_opens_it_again() {
        let breaker = open_breaker();
        tokio::time::advance(Duration::from_secs(15)).await;
        breaker.admit("wms").unwrap();
        breaker.record(Some(&unreachable()));
        let open = BreakerStatus::Open {
            retry_after_seconds: 15,
            failures: 6,
        };
        assert_eq!(breaker.status(), open);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_a_refusal_shows_that_the_host_is_there() {
        let breaker = Breaker::default();
        let refusal = ReadError::Forbidden {
            service: Service::Query,
            server_message: None,
        };
        for _ in 0..3 {
            (1..FAILURES_TO_OPEN).for_each(|_| breaker.record(Some(&unreachable())));
            breaker.record(Some(&refusal));
        }
        assert_eq!(breaker.status(), BreakerStatus::Closed);
    }

    #[tokio::test(start_paused = true)]
    async fn an_exchange_that_the_call_had_no_time_for_says_nothing() {
        let breaker = Breaker::default();
        let hurried = ReadError::OutOfTime {
            service: Service::Query,
            seconds: 1,
        };
        (0..FAILURES_TO_OPEN).for_each(|_| breaker.record(Some(&hurried)));
        assert_eq!(breaker.status(), BreakerStatus::Closed);
        (1..FAILURES_TO_OPEN).for_each(|_| breaker.record(Some(&unreachable())));
        breaker.record(Some(&hurried));
        breaker.record(Some(&unreachable()));
        let open = BreakerStatus::Open {
            retry_after_seconds: 15,
            failures: 5,
        };
        assert_eq!(breaker.status(), open, "nor does it clear a dead host");
    }
}
