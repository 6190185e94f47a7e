//! The access token of one profile: issued once for all, renewed early, never logged.
//!
//! The cell knows when to ask for a token and who waits for it; how to ask is the caller's. A renewal runs in a task of
//! its own, so that a cancelled call can't cancel it for the others.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use secrecy::SecretString;
use serde_json::Value;
use tokio::time::Instant;

use super::error::ReadError;

/// A token and how long it may be used.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) secret: Arc<SecretString>,
    /// Counts the tokens of a profile, to tell a late 401 about an old one from one about the current one.
    pub(super) generation: u64,
    obtained: Instant,
    lifetime: Duration,
}

/// What the token service issued.
#[derive(Debug)]
pub(super) struct Issued {
    pub(super) secret: SecretString,
    pub(super) lifetime: Duration,
}

/// Lifetime of a token whose answer doesn't say one, or says nonsense.
const DEFAULT_LIFETIME: Duration = Duration::from_secs(300);
/// A longer life than a day is taken for nonsense.
const LONGEST_LIFETIME_SECONDS: f64 = 86_400.0;
/// A token is renewed this long before its end, or a tenth of its life before, whichever is shorter.
const EARLIEST_RENEWAL: Duration = Duration::from_secs(60);
/// A refused password is not tried again for this long: retries lock accounts.
const REFUSAL_MEMORY: Duration = Duration::from_secs(60);

/// Reads `expires_in`, which servers send as a number, as text, or not at all.
pub(super) fn lifetime(expires_in: Option<&Value>) -> Duration {
    let seconds = match expires_in {
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    };
    match seconds {
        Some(seconds) if seconds > 0.0 && seconds <= LONGEST_LIFETIME_SECONDS => {
            Duration::from_secs_f64(seconds)
        }
        _ => DEFAULT_LIFETIME,
    }
}

type Renewal = Shared<BoxFuture<'static, Result<Token, ReadError>>>;

/// The one place that holds a profile's token.
#[derive(Debug, Default)]
pub(super) struct TokenCell {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    token: Option<Token>,
    renewal: Option<Renewal>,
    refusal: Option<(Instant, ReadError)>,
    generation: u64,
}

/// How a profile's token stands, for the status tool.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TokenStatus {
    /// None was needed yet.
    None,
    /// One is held.
    Valid {
        /// Seconds until it ends.
        expires_in_seconds: u64,
    },
    /// The last one has ended.
    Expired,
    /// The credentials were refused less than a minute ago.
    Refused {
        /// Seconds until they are tried again.
        retry_after_seconds: u64,
    },
}

impl TokenCell {
    /// Returns a token that is good for now, asking `issue` for a new one if needed: one request, however many wait.
    ///
    /// A renewal that fails while the old token is still valid is not an error.
    pub(super) async fn get<F>(
        self: &Arc<Self>,
        issue: impl FnOnce() -> F,
    ) -> Result<Token, ReadError>
    where
        F: Future<Output = Result<Issued, ReadError>> + Send + 'static,
    {
        let renewal = {
            let mut state = self.lock();
            if let Some(refusal) = state.remembered_refusal() {
                return Err(refusal);
            }
            if let Some(token) = state.token.as_ref().filter(|token| !token.is_due()) {
                return Ok(token.clone());
            }
            match &state.renewal {
                Some(running) => running.clone(),
                None => {
                    let renewal = self.renew(issue());
                    state.renewal = Some(renewal.clone());
                    renewal
                }
            }
        };
        let renewed = renewal.await;
        match renewed {
            Ok(token) => Ok(token),
            Err(error) => self
                .lock()
                .token
                .clone()
                .filter(|token| !token.has_ended())
                .ok_or(error),
        }
    }

    /// Forgets a token that the warehouse refused, unless a newer one has replaced it already.
    pub(super) fn invalidate(&self, generation: u64) {
        let mut state = self.lock();
        if state
            .token
            .as_ref()
            .is_some_and(|token| token.generation == generation)
        {
            state.token = None;
        }
    }

    /// Returns the number of the token that is held.
    pub(super) fn generation(&self) -> Option<u64> {
        self.lock().token.as_ref().map(|token| token.generation)
    }

    /// Forgets a remembered refusal, for the connection check, which must really try.
    pub(super) fn forget_refusal(&self) {
        self.lock().refusal = None;
    }

    pub(super) fn status(&self) -> TokenStatus {
        let state = self.lock();
        if let Some((until, _)) = state
            .refusal
            .as_ref()
            .filter(|(until, _)| Instant::now() < *until)
        {
            return TokenStatus::Refused {
                retry_after_seconds: (*until - Instant::now()).as_secs(),
            };
        }
        match &state.token {
            None => TokenStatus::None,
            Some(token) if token.has_ended() => TokenStatus::Expired,
            Some(token) => {
                let left = token.lifetime.saturating_sub(token.obtained.elapsed());
                TokenStatus::Valid {
                    expires_in_seconds: left.as_secs(),
                }
            }
        }
    }

    fn renew<F>(self: &Arc<Self>, issue: F) -> Renewal
    where
        F: Future<Output = Result<Issued, ReadError>> + Send + 'static,
    {
        let cell = Arc::clone(self);
        let task = tokio::spawn(async move {
            let issued = issue.await;
            cell.settle(issued)
        });
        task.map(|joined| match joined {
            Ok(result) => result,
            Err(_) => Err(ReadError::TokenUnusable {
                reason: "the request for it was interrupted",
            }),
        })
        .boxed()
        .shared()
    }

    fn settle(&self, issued: Result<Issued, ReadError>) -> Result<Token, ReadError> {
        let mut state = self.lock();
        state.renewal = None;
        match issued {
            Ok(issued) => {
                state.generation += 1;
                let token = Token {
                    secret: Arc::new(issued.secret),
                    generation: state.generation,
                    obtained: Instant::now(),
                    lifetime: issued.lifetime,
                };
                state.token = Some(token.clone());
                Ok(token)
            }
            Err(error) => {
                if matches!(
                    error,
                    ReadError::CredentialsRefused { .. } | ReadError::TenantUnknown { .. }
                ) {
                    state.refusal = Some((Instant::now() + REFUSAL_MEMORY, error.clone()));
                }
                Err(error)
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remembered_refusal(&self) -> Option<ReadError> {
        let (until, refusal) = self.refusal.as_ref()?;
        (Instant::now() < *until).then(|| match refusal.clone() {
            ReadError::CredentialsRefused { server_message, .. } => ReadError::CredentialsRefused {
                server_message,
                remembered: true,
            },
            other => other,
        })
    }
}

impl Token {
    fn is_due(&self) -> bool {
        let early = EARLIEST_RENEWAL.min(self.lifetime / 10);
        self.obtained.elapsed() >= self.lifetime.saturating_sub(early)
    }

    fn has_ended(&self) -> bool {
        self.obtained.elapsed() >= self.lifetime
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use std::sync::atomic::{AtomicU32, Ordering};

    use super::{Arc, Duration, Issued, ReadError, TokenCell, TokenStatus, lifetime};
    use serde_json::json;

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

    #[tokio::test(start_paused = true)]
    async fn renews_a_tenth_before_the_end_and_keeps_a_valid_token_when_that_fails() {
        let cell = Arc::new(TokenCell::default());
        cell.get(|| async { issued(100) }).await.unwrap();
        tokio::time::advance(Duration::from_secs(89)).await;
        assert_eq!(
            cell.get(|| async { issued(100) }).await.unwrap().generation,
            1
        );
        tokio::time::advance(Duration::from_secs(2)).await;
        let kept = cell
            .get(|| async { Err(ReadError::TokenUnusable { reason: "test" }) })
            .await
            .unwrap();
        assert_eq!(kept.generation, 1);
        assert_eq!(
            cell.get(|| async { issued(100) }).await.unwrap().generation,
            2
        );
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
}
