//! The access token of one profile: issued once for all, renewed early, never logged.
//!
//! The cell knows when to ask for a token and who waits for it; how to ask is the caller's. A renewal runs in a task of
//! its own, so that a cancelled call can't cancel it for the others.

#[cfg(test)]
mod tests;

use std::future::Future;
use std::panic::AssertUnwindSafe;
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
/// A shorter life than a second or a longer one than a day is taken for nonsense.
const SHORTEST_LIFETIME_SECONDS: f64 = 1.0;
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
        Some(seconds)
            if (SHORTEST_LIFETIME_SECONDS..=LONGEST_LIFETIME_SECONDS).contains(&seconds) =>
        {
            Duration::from_secs_f64(seconds)
        }
        _ => DEFAULT_LIFETIME,
    }
}

/// What the waiters get if the request for a token panics or the runtime ends under it.
const INTERRUPTED: ReadError = ReadError::TokenUnusable {
    reason: "the request for it was interrupted",
};

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
    /// Nobody waits for a new token while the old one is good: a renewal that is due runs beside the calls, and one that
    /// fails is not an error before the old token has ended.
    pub(super) async fn get<F>(
        self: &Arc<Self>,
        issue: impl FnOnce() -> F,
    ) -> Result<Token, ReadError>
    where
        F: Future<Output = Result<Issued, ReadError>> + Send + 'static,
    {
        let renewal = {
            let mut state = self.lock();
            let good = state.token.clone().filter(|token| !token.has_ended());
            let refusal = state.remembered_refusal();
            match (good, refusal) {
                (Some(token), None) if token.is_due() => {
                    drop(self.renewal(&mut state, issue));
                    return Ok(token);
                }
                (Some(token), _) => return Ok(token),
                (None, Some(refusal)) => return Err(refusal),
                (None, None) => self.renewal(&mut state, issue),
            }
        };
        renewal.await
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

    /// Returns the renewal that runs, or begins one.
    fn renewal<F>(self: &Arc<Self>, state: &mut State, issue: impl FnOnce() -> F) -> Renewal
    where
        F: Future<Output = Result<Issued, ReadError>> + Send + 'static,
    {
        if let Some(running) = &state.renewal {
            return running.clone();
        }
        let (issue, cell) = (issue(), Arc::clone(self));
        let task = tokio::spawn(async move {
            let issued = AssertUnwindSafe(issue).catch_unwind().await;
            cell.settle(issued.unwrap_or(Err(INTERRUPTED)))
        });
        let renewal = task
            .map(|joined| joined.unwrap_or(Err(INTERRUPTED)))
            .boxed()
            .shared();
        state.renewal = Some(renewal.clone());
        renewal
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
