#![expect(clippy::unwrap_used, reason = "a failing test should panic")]

use std::sync::atomic::{AtomicU32, Ordering};

use super::{Arc, Duration, Issued, ReadError, TokenCell, TokenStatus, lifetime};
use serde_json::json;

#[expect(clippy::unnecessary_wraps, reason = "one of two outcomes")]
fn issued(seconds: u64) -> Result<Issued, ReadError> {
    Ok(Issued {
        secret: "token".to_owned().into(),
        lifetime: Duration::from_secs(seconds),
    })
}

fn refused() -> Result<Issued, ReadError> {
    Err(ReadError::CredentialsRefused {
        server_message: None,
        remembered: false,
    })
}

#[test]
fn reads_every_form_of_a_lifetime() {
    let cases = [
        (None, 300.0),
        (Some(json!(3600)), 3600.0),
        (Some(json!("3600")), 3600.0),
        (Some(json!(3)), 3.0),
        (Some(json!(0)), 300.0),
        (Some(json!(0.001)), 300.0),
        (Some(json!(-1)), 300.0),
        (Some(json!(1e12)), 300.0),
        (Some(json!("soon")), 300.0),
    ];
    for (value, seconds) in cases {
        assert_eq!(
            lifetime(value.as_ref()),
            Duration::from_secs_f64(seconds),
            "{value:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_hundred_waiters_share_one_request() {
    let cell = Arc::new(TokenCell::default());
    let requests = Arc::new(AtomicU32::new(0));
    let calls = (0..100).map(|_| {
        let (cell, requests) = (Arc::clone(&cell), Arc::clone(&requests));
        async move {
            let issue = || async move {
                requests.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(50)).await;
                issued(300)
            };
            cell.get(issue).await.unwrap().generation
        }
    });
    let generations = futures_util::future::join_all(calls).await;
    assert_eq!(generations, vec![1; 100]);
    assert_eq!(requests.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_waiter_does_not_cancel_the_request() {
    let cell = Arc::new(TokenCell::default());
    let slow = || async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        issued(300)
    };
    let cancelled = tokio::time::timeout(Duration::from_millis(10), cell.get(slow)).await;
    assert!(cancelled.is_err());
    let token = cell
        .get(|| async { unreachable!("the first request still runs") })
        .await
        .unwrap();
    assert_eq!(token.generation, 1);
}

/// Lets a renewal that runs beside the calls come to its end.
async fn settled() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}

async fn generation(cell: &Arc<TokenCell>) -> u64 {
    let token = cell.get(|| async { issued(100) }).await.unwrap();
    token.generation
}

/// E11: no call waits for the renewal, and none uses the old token beyond its end.
#[tokio::test(start_paused = true)]
async fn renews_a_tenth_before_the_end_beside_the_calls() {
    let cell = Arc::new(TokenCell::default());
    assert_eq!(generation(&cell).await, 1);
    tokio::time::advance(Duration::from_secs(89)).await;
    assert_eq!(generation(&cell).await, 1);
    settled().await;
    assert_eq!(generation(&cell).await, 1, "not due yet");
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(generation(&cell).await, 1, "good, and renewed from here on");
    settled().await;
    assert_eq!(generation(&cell).await, 2);
}

#[tokio::test(start_paused = true)]
async fn keeps_a_token_to_its_end_when_the_renewal_fails() {
    let cell = Arc::new(TokenCell::default());
    assert_eq!(generation(&cell).await, 1);
    tokio::time::advance(Duration::from_secs(95)).await;
    for _ in 0..3 {
        let kept = cell.get(|| async { refused() }).await.unwrap();
        assert_eq!(kept.generation, 1);
        settled().await;
    }
    tokio::time::advance(Duration::from_secs(5)).await;
    let error = cell.get(|| async { issued(100) }).await.unwrap_err();
    assert!(matches!(error, ReadError::CredentialsRefused { .. }));
}

/// E5
#[tokio::test(start_paused = true)]
async fn a_short_life_is_not_renewed_by_every_call() {
    let cell = Arc::new(TokenCell::default());
    let mut last = 0;
    for _ in 0..30 {
        let token = cell.get(|| async { issued(3) }).await.unwrap();
        last = token.generation;
        tokio::time::advance(Duration::from_millis(100)).await;
        settled().await;
    }
    assert!(last <= 2, "{last} tokens in three seconds");
}

#[tokio::test(start_paused = true)]
async fn a_request_that_panics_does_not_keep_the_next_one_from_being_made() {
    let cell = Arc::new(TokenCell::default());
    let interrupted = cell.get(|| async { unreachable!("a bug") }).await;
    assert!(matches!(interrupted, Err(ReadError::TokenUnusable { .. })));
    assert_eq!(generation(&cell).await, 1);
}

#[tokio::test(start_paused = true)]
async fn remembers_a_refusal_for_a_minute() {
    let cell = Arc::new(TokenCell::default());
    cell.get(|| async { refused() }).await.unwrap_err();
    let remembered = cell.get(|| async { issued(300) }).await.unwrap_err();
    assert!(matches!(
        remembered,
        ReadError::CredentialsRefused {
            remembered: true,
            ..
        }
    ));
    assert_eq!(
        cell.status(),
        TokenStatus::Refused {
            retry_after_seconds: 60
        }
    );
    tokio::time::advance(Duration::from_secs(61)).await;
    cell.get(|| async { issued(300) }).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_late_refusal_of_an_old_token_does_not_forget_the_new_one() {
    let cell = Arc::new(TokenCell::default());
    let old = cell.get(|| async { issued(300) }).await.unwrap();
    cell.invalidate(old.generation);
    let new = cell.get(|| async { issued(300) }).await.unwrap();
    cell.invalidate(old.generation);
    assert_eq!(
        cell.get(|| async { refused() }).await.unwrap().generation,
        new.generation
    );
}
