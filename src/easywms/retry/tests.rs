//! The attempts on a paused clock: scripted outcomes, exact pauses, exact counts.

use std::collections::VecDeque;
use std::future::ready;
use std::time::Duration;

use tokio::time::Instant;

use super::super::error::{Obstacle, ReadError};
use super::super::rows::SplitError;
use super::super::tls::TlsProblem;
use super::super::wire::Service;
use super::{AttemptError, Retries};

const SERVICE: Service = Service::Query;
const CALL: Duration = Duration::from_secs(45);

/// What came of a script: the outcome, the attempts made, the milliseconds slept.
#[derive(Debug, PartialEq)]
struct Played {
    outcome: Result<&'static str, String>,
    attempts: usize,
    slept_ms: u128,
}

async fn play(retries: &Retries, call: Duration, script: Vec<Option<ReadError>>) -> Played {
    let mut script = VecDeque::from(script);
    let mut attempts = 0;
    let begun = Instant::now();
    let outcome = retries
        .run(begun + call, || {
            attempts += 1;
            let step = script.pop_front().unwrap_or_default();
            ready(step.map_or(Ok("answer"), |error| Err(AttemptError::Failed(error))))
        })
        .await;
    Played {
        outcome: outcome.map_err(|error| error.to_string()),
        attempts,
        slept_ms: begun.elapsed().as_millis(),
    }
}

/// Without jitter, a fresh budget, a whole call.
async fn played(script: Vec<ReadError>) -> Played {
    let retries = Retries::new(|| 1.0);
    play(&retries, CALL, script.into_iter().map(Some).collect()).await
}

fn succeeded(attempts: usize, slept_ms: u128) -> Played {
    Played {
        outcome: Ok("answer"),
        attempts,
        slept_ms,
    }
}

fn failed(error: &ReadError, attempts: usize, slept_ms: u128) -> Played {
    Played {
        outcome: Err(error.to_string()),
        attempts,
        slept_ms,
    }
}

fn unreachable(obstacle: Obstacle) -> ReadError {
    ReadError::Unreachable {
        service: SERVICE,
        host: "wms".to_owned(),
        obstacle,
    }
}

fn unavailable(retry_after_seconds: Option<u64>) -> ReadError {
    ReadError::Unavailable {
        service: SERVICE,
        retry_after_seconds,
    }
}

fn gateway(status: u16) -> ReadError {
    ReadError::GatewayFailed {
        service: SERVICE,
        status,
    }
}

fn truncated() -> ReadError {
    ReadError::Truncated { service: SERVICE }
}

/// F6
#[tokio::test(start_paused = true)]
async fn a_503_twice_then_ok_succeeds_at_the_third_attempt_after_exact_pauses() {
    let script = vec![unavailable(None), unavailable(None)];
    assert_eq!(played(script).await, succeeded(3, 500 + 1000));
}

/// F5, F6
#[tokio::test(start_paused = true)]
async fn the_pause_a_server_asks_for_is_kept_and_never_shortens_our_own() {
    let script = vec![unavailable(Some(7)), unavailable(Some(0))];
    assert_eq!(played(script).await, succeeded(3, 7_000 + 1_000));
}

/// F5
#[tokio::test(start_paused = true)]
async fn a_pause_that_does_not_fit_into_the_call_fails_at_once() {
    for seconds in [45, 3_600, u64::MAX] {
        let error = ReadError::RateLimited {
            retry_after_seconds: Some(seconds),
        };
        assert_eq!(played(vec![error.clone()]).await, failed(&error, 1, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn no_pause_outlives_the_call() {
    let retries = Retries::new(|| 1.0);
    let script = vec![Some(gateway(504)), Some(gateway(504))];
    let played = play(&retries, Duration::from_millis(1_400), script).await;
    assert_eq!(played, failed(&gateway(504), 2, 500));
}

/// F2, F8
#[tokio::test(start_paused = true)]
async fn whatever_may_pass_is_tried_three_times() {
    let errors = [
        unreachable(Obstacle::Refused),
        unreachable(Obstacle::NameUnknown),
        unreachable(Obstacle::NoConnection),
        unavailable(None),
        gateway(502),
        gateway(504),
        ReadError::RateLimited {
            retry_after_seconds: None,
        },
    ];
    for error in errors {
        let script = vec![error.clone(); 4];
        assert_eq!(played(script).await, failed(&error, 3, 1_500));
    }
}

/// F3: a stale connection of the pool costs neither time nor the call.
#[tokio::test(start_paused = true)]
async fn a_connection_that_was_closed_is_replaced_at_once() {
    let closed = unreachable(Obstacle::Closed);
    assert_eq!(played(vec![closed.clone()]).await, succeeded(2, 0));
    let script = vec![closed.clone(); 4];
    assert_eq!(played(script).await, failed(&closed, 3, 1_000));
}

/// G1
#[tokio::test(start_paused = true)]
async fn a_cut_body_is_tried_once_more() {
    assert_eq!(played(vec![truncated()]).await, succeeded(2, 500));
    let script = vec![truncated(); 3];
    assert_eq!(played(script).await, failed(&truncated(), 2, 500));
    let script = vec![unavailable(None), truncated()];
    assert_eq!(played(script).await, failed(&truncated(), 2, 500));
}

/// F7, F9, F10, F12, F13, E1, E10, H8: the list of what is never tried again.
#[tokio::test(start_paused = true)]
async fn what_will_not_pass_is_not_tried_again() {
    let server_message = None;
    let refused = |status| ReadError::Refused {
        service: SERVICE,
        status,
        server_message: None,
    };
    let never = vec![
        refused(400),
        refused(422),
        ReadError::TokenRejected { service: SERVICE },
        ReadError::CredentialsRefused {
            server_message: None,
            remembered: false,
        },
        ReadError::Forbidden {
            service: SERVICE,
            server_message: server_message.clone(),
        },
        ReadError::NotFound {
            what: "workflow 'X'".to_owned(),
        },
        ReadError::ServiceMissing {
            service: SERVICE,
            path: "/x".to_owned(),
        },
        ReadError::ServerFailed {
            service: SERVICE,
            status: 500,
            server_message,
        },
        gateway(407),
        ReadError::Tls {
            host: "wms".to_owned(),
            problem: TlsProblem::Expired,
        },
        ReadError::Unreadable {
            service: SERVICE,
            problem: SplitError::Html,
        },
        ReadError::NotHttp {
            service: SERVICE,
            host: "wms".to_owned(),
        },
        ReadError::Redirected {
            service: SERVICE,
            status: 302,
            target: "elsewhere".to_owned(),
        },
        ReadError::TooLarge {
            service: SERVICE,
            limit_bytes: 1,
        },
        ReadError::TimedOut {
            service: SERVICE,
            seconds: 15,
        },
        ReadError::OutOfTime {
            service: SERVICE,
            seconds: 1,
        },
        ReadError::NoTurn { seconds: 1 },
        ReadError::Stalled {
            service: SERVICE,
            seconds: 10,
        },
        ReadError::Paused {
            host: "wms".to_owned(),
            failures: 5,
            retry_after_seconds: 15,
        },
    ];
    for error in never {
        assert_eq!(played(vec![error.clone()]).await, failed(&error, 1, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn the_attempts_behind_a_final_error_are_not_made_anew() {
    let retries = Retries::new(|| 1.0);
    let mut attempts = 0;
    let outcome: Result<(), _> = retries
        .run(Instant::now() + CALL, || {
            attempts += 1;
            ready(Err(AttemptError::Final(unavailable(None))))
        })
        .await;
    assert!(outcome.is_err());
    assert_eq!(attempts, 1);
}

#[tokio::test(start_paused = true)]
async fn a_failing_server_costs_ten_retries_and_then_one_request_a_call() {
    let retries = Retries::new(|| 1.0);
    let mut attempts = Vec::new();
    for _ in 0..7 {
        let script = vec![Some(gateway(502)); 3];
        attempts.push(play(&retries, CALL, script).await.attempts);
    }
    assert_eq!(attempts, [3, 3, 3, 3, 3, 1, 1]);
}
