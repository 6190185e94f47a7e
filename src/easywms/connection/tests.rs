//! One exchange on a paused clock: its limit, the end of the call, the breaker.

#![expect(clippy::unwrap_used, reason = "a failing test should panic")]

use std::future::{pending, ready};
use std::time::Duration;

use tokio::time::Instant;

use super::exchange::within;
use crate::easywms::error::ReadError;
use crate::easywms::wire::Service;

const ATTEMPT: Duration = Duration::from_secs(15);
const CALL: Duration = Duration::from_secs(45);

/// Runs exchanges that never end until the call is over; returns which limit ended each of them, and its seconds.
async fn limits_of_endless_exchanges(
    attempt: Duration,
    pause: Duration,
) -> Vec<(&'static str, u64)> {
    let deadline = Instant::now() + CALL;
    let mut told = Vec::new();
    while Instant::now() < deadline {
        let endless = pending::<Result<(), ReadError>>();
        match within(Service::Query, attempt, deadline, endless).await {
            Err(ReadError::TimedOut { seconds, .. }) => told.push(("attempt", seconds)),
            Err(ReadError::OutOfTime { seconds, .. }) => told.push(("call", seconds)),
            other => unreachable!("{other:?}"),
        }
        tokio::time::sleep(pause).await;
    }
    told
}

/// F4
#[tokio::test(start_paused = true)]
async fn the_limit_of_an_attempt_shrinks_to_what_is_left_of_the_call() {
    let told = limits_of_endless_exchanges(ATTEMPT, Duration::from_secs(10)).await;
    assert_eq!(told, [("attempt", 15), ("attempt", 15)]);
    let told = limits_of_endless_exchanges(ATTEMPT, Duration::from_secs(7)).await;
    assert_eq!(told, [("attempt", 15), ("attempt", 15), ("call", 1)]);
}

/// I7
#[tokio::test(start_paused = true)]
async fn an_answer_that_takes_forever_is_a_timeout_when_the_call_ends() {
    let told = limits_of_endless_exchanges(Duration::from_secs(60), Duration::ZERO).await;
    assert_eq!(told, [("call", 45)]);
}

#[tokio::test(start_paused = true)]
async fn an_answer_in_time_passes() {
    let deadline = Instant::now() + CALL;
    let answer = within(Service::Query, ATTEMPT, deadline, ready(Ok(7)));
    assert_eq!(answer.await.unwrap(), 7);
}
