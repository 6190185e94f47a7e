//! The funnel: every request to a warehouse goes through [`Connection::read`], and the token's through
//! [`Connection::issue_token`].
//!
//! It knows permits, deadlines, attempts, statuses and bodies as bytes; what the bytes mean is the caller's.

mod admission;
mod client;
mod exchange;
mod token_request;

#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Url};
use secrecy::ExposeSecret as _;
use tokio::time::{Instant, timeout_at};

use self::admission::Admission;
pub use self::admission::Place;
use self::exchange::within;
use super::body::BodyReader;
use super::breaker::Breaker;
use super::error::ReadError;
use super::read_request::ReadRequest;
use super::retry::{AttemptError, Retries};
use super::secrets::Secrets;
use super::statistics::Statistics;
use super::token::{Token, TokenCell};
use super::wire::Service;
use crate::config::{Profile, Proxy, ServicePaths};

/// The most bytes of a data body, after decompression; the largest one measured on a real server is below 1 MB.
pub(super) const DATA_BODY_BYTES: usize = 16 << 20;
/// The most bytes of a token answer or an error body.
pub(super) const SMALL_BODY_BYTES: usize = 64 << 10;

/// How long attempts may take and how many run at once.
#[derive(Clone, Debug)]
pub struct Limits {
    /// One attempt of a plain read.
    pub attempt: Duration,
    /// One attempt of a scan.
    pub scan_attempt: Duration,
    /// Requests in flight.
    pub concurrency: usize,
    /// The only proxy that is used, if any.
    pub proxy: Option<Proxy>,
}

/// How much patience a read deserves.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Patience {
    /// A plain read.
    Read,
    /// One page of a scan.
    Scan,
}

/// One warehouse as a peer in the network: its address, its token, its health.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) profile: Arc<Profile>,
    pub(super) base: Url,
    pub(super) token: Arc<TokenCell>,
    pub(super) breaker: Breaker,
    pub(super) statistics: Statistics,
    pub(super) secrets: Arc<Secrets>,
    limits: Limits,
    client: OnceLock<Result<Client, ReadError>>,
    retries: Retries,
    admission: Admission,
}

impl Connection {
    pub(super) fn new(profile: Arc<Profile>, base: Url, limits: Limits) -> Self {
        let proxy = limits.proxy.as_ref().map(Proxy::expose_url);
        let proxy_password = proxy.and_then(Url::password);
        Self {
            secrets: Arc::new(Secrets::of(&profile, proxy_password)),
            profile,
            base,
            token: Arc::default(),
            breaker: Breaker::default(),
            statistics: Statistics::default(),
            admission: Admission::of(limits.concurrency),
            limits,
            client: OnceLock::new(),
            retries: Retries::new(fastrand::f64),
        }
    }

    /// Takes a place for a call, or refuses it at once.
    pub(super) fn enter(&self) -> Result<Place, ReadError> {
        self.admission.enter()
    }

    /// Makes a read and gives its body to a reader made by `reader`, a new one for each attempt.
    pub(super) async fn read<B: BodyReader>(
        self: &Arc<Self>,
        request: &ReadRequest<'_>,
        patience: Patience,
        deadline: Instant,
        reader: impl Fn() -> B,
    ) -> Result<B::Output, ReadError> {
        let _permit = self.admission.admit(deadline).await?;
        let started = Instant::now();
        let attempt = || self.attempt(request, patience, deadline, &reader);
        let outcome = self.retries.run(deadline, attempt).await;
        let (elapsed, error) = (started.elapsed(), outcome.as_ref().err());
        self.statistics.record(elapsed, error);
        self.log(request.service(), elapsed, error);
        outcome
    }

    /// One line a read: which service, how long it took, what went wrong; nothing of the question or the answer.
    fn log(&self, service: Service, elapsed: Duration, error: Option<&ReadError>) {
        let profile = self.profile.name.as_str();
        let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        // What was asked for is the caller's, and what came is the server's.
        let problem = error.map(|error| match error {
            ReadError::NotFound { .. } => "what was asked for does not exist".to_owned(),
            ReadError::Unreadable { .. } => "the answer can't be read".to_owned(),
            other => other.to_string(),
        });
        tracing::debug!(profile, %service, milliseconds, problem, "read");
    }

    /// Makes one attempt. A token that the service refuses is renewed once and the request sent once more.
    async fn attempt<B: BodyReader>(
        self: &Arc<Self>,
        request: &ReadRequest<'_>,
        patience: Patience,
        deadline: Instant,
        reader: &impl Fn() -> B,
    ) -> Result<B::Output, AttemptError> {
        let token = self.current_token(deadline).await?;
        let send = |token| self.send(request, token, patience, deadline, reader());
        if let Some(output) = send(token.clone()).await? {
            return Ok(output);
        }
        self.token.invalidate(token.generation);
        let renewed = self.current_token(deadline).await?;
        let service = request.service();
        send(renewed)
            .await?
            .ok_or(AttemptError::Final(ReadError::TokenRejected { service }))
    }

    /// Sends a request once. `None`: the token was refused.
    async fn send<B: BodyReader>(
        &self,
        request: &ReadRequest<'_>,
        token: Token,
        patience: Patience,
        deadline: Instant,
        reader: B,
    ) -> Result<Option<B::Output>, ReadError> {
        let prepared = request.prepare(&self.base, &self.profile.paths)?;
        let mut outgoing = self
            .client()?
            .request(prepared.method, prepared.url)
            .bearer_auth(token.secret.expose_secret());
        if let Some(body) = prepared.body {
            outgoing = outgoing.header(CONTENT_TYPE, "application/json").body(body);
        }
        let limit = match patience {
            Patience::Read => self.limits.attempt,
            Patience::Scan => self.limits.scan_attempt,
        };
        // On the heap: it passes through several futures, each of which would hold it by value.
        let exchange = Box::pin(self.exchange(request, outgoing, reader));
        self.guarded(request.service(), limit, deadline, exchange)
            .await
    }

    /// Returns a token that is good for now. Its request has attempts of its own, so a failure is final for this one.
    async fn current_token(self: &Arc<Self>, deadline: Instant) -> Result<Token, AttemptError> {
        let connection = Arc::clone(self);
        // The renewal serves every waiter, so it has a deadline of its own and not that of the call that began it.
        let own_deadline = Instant::now() + self.limits.attempt * 2;
        let token = self
            .token
            .get(|| async move { connection.issue_token(own_deadline).await });
        let began = Instant::now();
        let late = |_| ReadError::OutOfTime {
            service: Service::Token,
            seconds: began.elapsed().as_secs(),
        };
        let outcome = timeout_at(deadline, token).await;
        outcome
            .map_err(late)
            .and_then(|token| token)
            .map_err(AttemptError::Final)
    }

    /// Asks for a new token whatever is held, for the connection check.
    pub(super) async fn renew_token(self: &Arc<Self>, deadline: Instant) -> Result<(), ReadError> {
        if let Some(generation) = self.token.generation() {
            self.token.invalidate(generation);
        }
        let connection = Arc::clone(self);
        self.token
            .get(|| async move { connection.issue_token(deadline).await })
            .await
            .map(drop)
    }

    /// Returns this connection with services at other paths, for the check. It shares the token.
    pub(super) fn with_paths(&self, paths: ServicePaths) -> Self {
        let profile = Profile {
            paths,
            ..Profile::clone(&self.profile)
        };
        Self {
            token: Arc::clone(&self.token),
            secrets: Arc::clone(&self.secrets),
            client: self.client.clone(),
            ..Self::new(Arc::new(profile), self.base.clone(), self.limits.clone())
        }
    }

    /// Returns the HTTP status that a request gets without credentials, for the check.
    pub(super) async fn status(&self, request: &ReadRequest<'_>) -> Result<u16, ReadError> {
        let service = request.service();
        let prepared = request.prepare(&self.base, &self.profile.paths)?;
        let outgoing = self.client()?.request(prepared.method, prepared.url);
        let limit = self.limits.attempt;
        let answer = self.answer(service, outgoing);
        let response = within(service, limit, Instant::now() + limit, answer).await?;
        Ok(response.status().as_u16())
    }

    /// Whether requests go through a proxy.
    pub(super) fn uses_proxy(&self) -> bool {
        self.limits.proxy.is_some()
    }

    /// Returns host and port, for messages.
    pub(super) fn host(&self) -> String {
        let host = self.base.host_str().unwrap_or_default();
        match self.base.port_or_known_default() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }
}
