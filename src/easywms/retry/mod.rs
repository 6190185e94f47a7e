//! When and how often an attempt is made again.
//!
//! One layer retries, and this is it; it knows errors and time, not HTTP. The numbers and where they come from: three
//! attempts (AWS standard mode, Google SRE), 0.5 s doubling to 5 s with full jitter (Stripe, kube-rs), a budget shared
//! by all reads of a profile, so that a failing server costs a bounded number of extra requests (AWS).

mod backoff;
mod budget;

#[cfg(test)]
mod tests;

use std::future::Future;
use std::time::Duration;

use tokio::time::Instant;

use self::backoff::backoff;
pub(super) use self::backoff::retry_after;
use self::budget::RetryBudget;
use super::error::{Obstacle, ReadError};

/// Attempts in all: one and two retries.
const ATTEMPTS: u32 = 3;
/// Attempts at a body that is cut on the way: what cuts it twice will cut it again.
const ATTEMPTS_WHEN_CUT: u32 = 2;

/// Makes the attempts of one profile's reads.
#[derive(Debug)]
pub(super) struct Retries {
    budget: RetryBudget,
    /// Gives a number from 0 to 1 for the jitter.
    random: fn() -> f64,
}

/// How an attempt ended that did not give the answer.
#[derive(Debug)]
pub(super) enum AttemptError {
    /// The error decides whether another attempt is made.
    Failed(ReadError),
    /// Whatever the error, no further attempt is made: one was made already where it arose.
    Final(ReadError),
}

impl From<ReadError> for AttemptError {
    fn from(error: ReadError) -> Self {
        Self::Failed(error)
    }
}

impl Retries {
    pub(super) fn new(random: fn() -> f64) -> Self {
        Self {
            budget: RetryBudget::full(),
            random,
        }
    }

    /// Makes attempts until one gives the answer or there is to be no further one. No pause outlives `deadline`.
    pub(super) async fn run<T, F>(
        &self,
        deadline: Instant,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, ReadError>
    where
        F: Future<Output = Result<T, AttemptError>>,
    {
        let mut made = 0;
        loop {
            let error = match attempt().await {
                Ok(output) => {
                    self.budget.earn();
                    return Ok(output);
                }
                Err(AttemptError::Final(error)) => return Err(error),
                Err(AttemptError::Failed(error)) => error,
            };
            made += 1;
            let pause = self.pause_after(made, &error, deadline).ok_or(error)?;
            tokio::time::sleep(pause).await;
        }
    }

    /// Returns how long to wait after attempt number `made` failed; `None` if no further one is to be made.
    fn pause_after(&self, made: u32, error: &ReadError, deadline: Instant) -> Option<Duration> {
        let most = match error {
            ReadError::Truncated { .. } => ATTEMPTS_WHEN_CUT,
            _ => ATTEMPTS,
        };
        if !error.transient() || made >= most {
            return None;
        }
        let pause = match error {
            // A connection from the pool that the server had closed meanwhile ends like this: a new one is tried at once.
            ReadError::Unreachable {
                obstacle: Obstacle::Closed,
                ..
            } if made == 1 => Duration::ZERO,
            _ => {
                let asked = error.retry_after_seconds().map(Duration::from_secs);
                backoff(made, (self.random)()).max(asked.unwrap_or_default())
            }
        };
        let left = deadline.saturating_duration_since(Instant::now());
        (pause < left && self.budget.spend()).then_some(pause)
    }
}
