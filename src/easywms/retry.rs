//! When and how often a read is tried again: backoff, the retry budget, `Retry-After`, the breaker.
//!
//! One layer retries, and this is it. The numbers and where they come from: three attempts (AWS standard mode, Google
//! SRE), 0.5 s doubling to 5 s with full jitter (Stripe, kube-rs), a shared budget so that a dead host costs a bounded
//! number of extra requests (AWS), a breaker that answers at once instead of making every call wait.

use std::sync::Mutex;
use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use tokio::time::Instant;

/// Attempts in all: one and two retries.
pub(super) const ATTEMPTS: u32 = 3;
const FIRST_BACKOFF: Duration = Duration::from_millis(500);
const LONGEST_BACKOFF: Duration = Duration::from_secs(5);

/// Returns how long to wait before attempt number `attempt` (2, 3 …): a random part of the doubled backoff.
///
/// `random` is a number from 0 to 1; full jitter spreads clients that failed together.
pub(super) fn backoff(attempt: u32, random: f64) -> Duration {
    let doublings = attempt.saturating_sub(2).min(16);
    FIRST_BACKOFF
        .saturating_mul(1 << doublings)
        .min(LONGEST_BACKOFF)
        .mul_f64(random)
}

/// Reads a `Retry-After` header: seconds, or an HTTP date counted from `now`. A past date is zero, anything else unknown.
pub(super) fn retry_after(header: &str, now: Timestamp) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = rfc2822::DateTimeParser::new()
        .parse_timestamp(header)
        .ok()?;
    let seconds = date.as_second().saturating_sub(now.as_second());
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

/// The retries that a profile may still spend: each costs one, each success earns a fifth.
#[derive(Debug)]
pub(super) struct RetryBudget {
    /// In tenths of a retry, so that no rounding error adds up.
    tenths: Mutex<u32>,
}

const FULL_BUDGET_TENTHS: u32 = 100;
const RETRY_COST_TENTHS: u32 = 10;
const SUCCESS_GAIN_TENTHS: u32 = 2;

impl RetryBudget {
    pub(super) fn full() -> Self {
        Self {
            tenths: Mutex::new(FULL_BUDGET_TENTHS),
        }
    }

    /// Takes one retry; `false` if none is left.
    pub(super) fn spend(&self) -> bool {
        let mut tenths = lock(&self.tenths);
        match tenths.checked_sub(RETRY_COST_TENTHS) {
            Some(left) => {
                *tenths = left;
                true
            }
            None => false,
        }
    }

    pub(super) fn earn(&self) {
        let mut tenths = lock(&self.tenths);
        *tenths = (*tenths + SUCCESS_GAIN_TENTHS).min(FULL_BUDGET_TENTHS);
    }
}

/// Stops asking a host that is not there: five connection failures in a row open it for 15 s, then one call probes.
#[derive(Debug, Default)]
pub(super) struct Breaker {
    state: Mutex<BreakerState>,
}

#[derive(Debug, Default)]
struct BreakerState {
    failures: u32,
    open_until: Option<Instant>,
}

const FAILURES_TO_OPEN: u32 = 5;
const OPEN_FOR: Duration = Duration::from_secs(15);

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
    /// Lets a request through, or says how the open breaker stands. After the pause one request passes as a probe; the
    /// others wait for its outcome.
    pub(super) fn admit(&self) -> Result<(), BreakerStatus> {
        let mut state = lock(&self.state);
        let now = Instant::now();
        match state.open_until {
            Some(until) if now < until => Err(open(until - now, state.failures)),
            Some(_) => {
                state.open_until = Some(now + OPEN_FOR);
                Ok(())
            }
            None => Ok(()),
        }
    }

    pub(super) fn succeeded(&self) {
        *lock(&self.state) = BreakerState::default();
    }

    pub(super) fn failed(&self) {
        let mut state = lock(&self.state);
        state.failures = state.failures.saturating_add(1);
        if state.failures >= FAILURES_TO_OPEN {
            state.open_until = Some(Instant::now() + OPEN_FOR);
        }
    }

    pub(super) fn status(&self) -> BreakerStatus {
        let state = lock(&self.state);
        match state.open_until {
            Some(until) if Instant::now() < until => open(until - Instant::now(), state.failures),
            _ => BreakerStatus::Closed,
        }
    }
}

fn open(remaining: Duration, failures: u32) -> BreakerStatus {
    BreakerStatus::Open {
        retry_after_seconds: remaining.as_secs_f64().ceil() as u64,
        failures,
    }
}

/// A poisoned lock holds plain numbers that are valid whatever panicked beside them.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{
        Breaker, BreakerStatus, Duration, FAILURES_TO_OPEN, RetryBudget, Timestamp, backoff,
        retry_after,
    };

    #[test]
    fn backoff_doubles_to_its_cap_and_is_jittered_in_full() {
        let longest: Vec<u128> = (2..8)
            .map(|attempt| backoff(attempt, 1.0).as_millis())
            .collect();
        assert_eq!(longest, [500, 1000, 2000, 4000, 5000, 5000]);
        assert_eq!(backoff(2, 0.0), Duration::ZERO);
    }

    #[test]
    fn reads_every_form_of_retry_after() {
        let now: Timestamp = "2026-11-30T08:15:00Z".parse().unwrap();
        let cases = [
            ("7", Some(7)),
            ("3600", Some(3600)),
            ("Mon, 30 Nov 2026 08:15:10 GMT", Some(10)),
            ("Mon, 30 Nov 2026 08:14:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
            ("", None),
        ];
        for (header, seconds) in cases {
            assert_eq!(
                retry_after(header, now),
                seconds.map(Duration::from_secs),
                "{header}"
            );
        }
    }

    #[test]
    fn the_budget_allows_ten_retries_and_five_successes_earn_one() {
        let budget = RetryBudget::full();
        assert_eq!((0..20).filter(|_| budget.spend()).count(), 10);
        (0..5).for_each(|_| budget.earn());
        assert!(budget.spend());
        assert!(!budget.spend());
    }

    #[tokio::test(start_paused = true)]
    async fn the_breaker_opens_after_five_failures_and_lets_one_probe_through() {
        let breaker = Breaker::default();
        (0..FAILURES_TO_OPEN).for_each(|_| {
            breaker.admit().unwrap();
            breaker.failed();
        });
        let open = BreakerStatus::Open {
            retry_after_seconds: 15,
            failures: 5,
        };
        assert_eq!(breaker.admit(), Err(open));
        tokio::time::advance(Duration::from_secs(15)).await;
        assert_eq!(breaker.admit(), Ok(()));
        assert_eq!(breaker.admit(), Err(open), "only one probe");
        breaker.succeeded();
        assert_eq!(breaker.status(), BreakerStatus::Closed);
        assert_eq!(breaker.admit(), Ok(()));
    }
}
