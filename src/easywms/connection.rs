//! The funnel: every request to a warehouse goes through [`Connection::read`], and the token's through
//! [`Connection::issue_token`].
//!
//! It knows permits, deadlines, retries, statuses and bodies as bytes; what the bytes mean is the caller's.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::{Client, Response, StatusCode, Url};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout_at};

use super::body::{BodyReader, DocumentReader, read_body};
use super::error::ReadError;
use super::read_request::{ReadRequest, at, service_path};
use super::refusal::{failed_send, refused};
use super::retry::{ATTEMPTS, Breaker, BreakerStatus, RetryBudget, backoff};
use super::statistics::Statistics;
use super::tls::{TlsSetupError, client_config};
use super::token::{Issued, Token, TokenCell, lifetime};
use super::wire::{Service, TokenAnswer, TokenForm};
use crate::config::variables::for_profile;
use crate::config::{Profile, ServicePaths};

/// TCP and TLS must stand within this (AWS SDK default: 3.1 s).
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// No byte for this long ends an attempt (AWS stalled-stream protection; a drip is ended by the attempt's limit).
const STALL_TIMEOUT: Duration = Duration::from_secs(10);
/// Below the 120 s after which IIS closes an idle connection, so that a stale one is rarely picked.
const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Reads that may wait for a permit before further ones are answered `busy`.
const LONGEST_QUEUE: usize = 32;
/// The most bytes of a data body, after decompression; the largest one measured on a real server is below 1 MB.
pub(super) const DATA_BODY_BYTES: usize = 16 << 20;
/// The most bytes of a token answer or an error body.
pub(super) const SMALL_BODY_BYTES: usize = 64 << 10;
/// No token comes near this; a longer one would not pass most servers' header limits.
const LONGEST_TOKEN_BYTES: usize = 16 << 10;

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
    pub proxy: Option<Url>,
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
    limits: Limits,
    client: OnceLock<Result<Client, ReadError>>,
    retries: RetryBudget,
    permits: Semaphore,
    queued: AtomicUsize,
}

/// How one attempt ended when it did not give the answer.
enum AttemptError {
    /// The token was refused; another may pass.
    TokenRefused { generation: u64 },
    /// The read failed.
    Failed(ReadError),
}

impl From<ReadError> for AttemptError {
    fn from(error: ReadError) -> Self {
        Self::Failed(error)
    }
}

impl Connection {
    pub(super) fn new(profile: Arc<Profile>, base: Url, limits: Limits) -> Self {
        Self {
            profile,
            base,
            token: Arc::default(),
            breaker: Breaker::default(),
            statistics: Statistics::default(),
            permits: Semaphore::new(limits.concurrency),
            limits,
            client: OnceLock::new(),
            retries: RetryBudget::full(),
            queued: AtomicUsize::new(0),
        }
    }

    /// Makes a read and gives its body to a reader made by `reader`, a new one for each attempt.
    pub(super) async fn read<B: BodyReader>(
        self: &Arc<Self>,
        request: &ReadRequest<'_>,
        patience: Patience,
        deadline: Instant,
        reader: impl Fn() -> B,
    ) -> Result<B::Output, ReadError> {
        let service = request.service();
        let _permit = self.admit(service, deadline).await?;
        let started = Instant::now();
        let outcome = self.attempts(request, patience, deadline, reader).await;
        self.statistics
            .record(started.elapsed(), outcome.as_ref().err());
        outcome
    }

    async fn attempts<B: BodyReader>(
        self: &Arc<Self>,
        request: &ReadRequest<'_>,
        patience: Patience,
        deadline: Instant,
        reader: impl Fn() -> B,
    ) -> Result<B::Output, ReadError> {
        let service = request.service();
        let mut attempt = 1;
        let mut renewed = false;
        loop {
            self.pass_breaker()?;
            let error = match self
                .within(patience, deadline, service, self.attempt(request, reader()))
                .await
            {
                Ok(output) => {
                    self.breaker.succeeded();
                    self.retries.earn();
                    return Ok(output);
                }
                Err(AttemptError::TokenRefused { generation }) => {
                    self.token.invalidate(generation);
                    if renewed {
                        return Err(ReadError::TokenRejected { service });
                    }
                    renewed = true;
                    continue;
                }
                Err(AttemptError::Failed(error)) => error,
            };
            if error.breaks() {
                self.breaker.failed();
            }
            let pause = self
                .pause_before(attempt + 1, &error, deadline)
                .ok_or(error)?;
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    /// Asks the token service for a token: a data-free read of its own, with the same attempts as any other.
    pub(super) async fn issue_token(&self, deadline: Instant) -> Result<Issued, ReadError> {
        let mut attempt = 1;
        loop {
            let request = self.token_attempt();
            let error = match self
                .within(Patience::Read, deadline, Service::Token, request)
                .await
            {
                Ok(issued) => return Ok(issued),
                Err(AttemptError::TokenRefused { .. }) => ReadError::TokenRejected {
                    service: Service::Token,
                },
                Err(AttemptError::Failed(error)) => error,
            };
            let pause = self
                .pause_before(attempt + 1, &error, deadline)
                .ok_or(error)?;
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    /// Returns the pause before the next attempt; `None` if there is to be none.
    fn pause_before(&self, attempt: u32, error: &ReadError, deadline: Instant) -> Option<Duration> {
        let last = if matches!(error, ReadError::Truncated { .. }) {
            2
        } else {
            ATTEMPTS
        };
        if !error.transient() || attempt > last {
            return None;
        }
        let asked = match error {
            ReadError::RateLimited {
                retry_after_seconds,
            }
            | ReadError::Unavailable {
                retry_after_seconds,
                ..
            } => retry_after_seconds.map(Duration::from_secs),
            _ => None,
        };
        let pause = asked.unwrap_or_else(|| backoff(attempt, fastrand::f64()));
        let fits = Instant::now() + pause < deadline;
        (fits && self.retries.spend()).then_some(pause)
    }

    /// Runs an attempt within its own limit and what is left of the call.
    async fn within<T>(
        &self,
        patience: Patience,
        deadline: Instant,
        service: Service,
        attempt: impl Future<Output = Result<T, AttemptError>>,
    ) -> Result<T, AttemptError> {
        let limit = match patience {
            Patience::Read => self.limits.attempt,
            Patience::Scan => self.limits.scan_attempt,
        };
        let started = Instant::now();
        let end = deadline.min(started + limit);
        timeout_at(end, attempt).await.unwrap_or_else(|_| {
            let seconds = (end - started).as_secs_f64().round() as u64;
            Err(ReadError::TimedOut { service, seconds }.into())
        })
    }

    async fn attempt<B: BodyReader>(
        self: &Arc<Self>,
        request: &ReadRequest<'_>,
        reader: B,
    ) -> Result<B::Output, AttemptError> {
        let service = request.service();
        let token = self.current_token().await?;
        let prepared = request.prepare(&self.base, &self.profile.paths)?;
        let mut outgoing = self
            .client()?
            .request(prepared.method, prepared.url)
            .bearer_auth(token.secret.expose_secret());
        if let Some(body) = prepared.body {
            outgoing = outgoing
                .header(reqwest::header::CONTENT_TYPE, "application/json")
                .body(body);
        }
        let sent = outgoing.send().await;
        let response = sent.map_err(|error| failed_send(service, &self.host(), &error))?;
        if response.status() == StatusCode::UNAUTHORIZED {
            return Err(AttemptError::TokenRefused {
                generation: token.generation,
            });
        }
        let response = self
            .accepted(request.service(), request.thing(), response)
            .await?;
        let read = read_body(response, service, &self.host(), DATA_BODY_BYTES, reader).await?;
        self.statistics.received(read.bytes);
        Ok(read.output)
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
            client: self.client.clone(),
            ..Self::new(Arc::new(profile), self.base.clone(), self.limits.clone())
        }
    }

    /// Returns the HTTP status that a request gets without credentials, for the check.
    pub(super) async fn status(&self, request: &ReadRequest<'_>) -> Result<u16, ReadError> {
        let prepared = request.prepare(&self.base, &self.profile.paths)?;
        let outgoing = self
            .client()?
            .request(prepared.method, prepared.url)
            .timeout(self.limits.attempt);
        let sent = outgoing.send().await;
        sent.map(|response| response.status().as_u16())
            .map_err(|error| failed_send(request.service(), &self.host(), &error))
    }

    /// Whether requests go through a proxy.
    pub(super) fn uses_proxy(&self) -> bool {
        self.limits.proxy.is_some()
    }

    async fn current_token(self: &Arc<Self>) -> Result<Token, ReadError> {
        let connection = Arc::clone(self);
        // The renewal serves every waiter, so it has a deadline of its own and not that of the call that began it.
        let deadline = Instant::now() + self.limits.attempt * 2;
        self.token
            .get(|| async move { connection.issue_token(deadline).await })
            .await
    }

    async fn token_attempt(&self) -> Result<Issued, AttemptError> {
        let profile = &self.profile;
        let url = at(
            &self.base,
            service_path(&profile.paths, Service::Token),
            &[],
        )?;
        let form = TokenForm {
            grant_type: "password",
            tenant_code: &profile.tenant,
            username: &profile.username,
            password: profile.password.expose_secret(),
            language: profile.language.as_deref(),
        };
        let request = self
            .client()?
            .post(url)
            .basic_auth(
                &profile.client_id,
                Some(profile.client_secret.expose_secret()),
            )
            .form(&form);
        let response = request
            .send()
            .await
            .map_err(|error| failed_send(Service::Token, &self.host(), &error))?;
        let response = self.accepted(Service::Token, None, response).await?;
        let reader = DocumentReader::default();
        let read = read_body(
            response,
            Service::Token,
            &self.host(),
            SMALL_BODY_BYTES,
            reader,
        )
        .await?;
        Ok(token_of(read.output.get())?)
    }

    /// Passes an answer with a good status on; turns any other into the failure that it means.
    async fn accepted(
        &self,
        service: Service,
        thing: Option<String>,
        response: Response,
    ) -> Result<Response, ReadError> {
        if response.status().is_success() {
            return Ok(response);
        }
        let path = service_path(&self.profile.paths, service);
        Err(refused(service, thing, path, &self.profile.tenant, response).await)
    }

    fn pass_breaker(&self) -> Result<(), ReadError> {
        self.breaker.admit().map_err(|status| match status {
            BreakerStatus::Open {
                retry_after_seconds,
                failures,
            } => ReadError::Paused {
                host: self.host(),
                failures,
                retry_after_seconds,
            },
            BreakerStatus::Closed => ReadError::Paused {
                host: self.host(),
                failures: 0,
                retry_after_seconds: 0,
            },
        })
    }

    async fn admit(
        &self,
        service: Service,
        deadline: Instant,
    ) -> Result<SemaphorePermit<'_>, ReadError> {
        if let Ok(permit) = self.permits.try_acquire() {
            return Ok(permit);
        }
        let _place = QueuePlace::take(&self.queued)?;
        let waited = Instant::now();
        match timeout_at(deadline, self.permits.acquire()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(ReadError::TimedOut {
                service,
                seconds: waited.elapsed().as_secs(),
            }),
        }
    }

    /// Returns host and port, for messages.
    pub(super) fn host(&self) -> String {
        let host = self.base.host_str().unwrap_or_default();
        match self.base.port_or_known_default() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    fn client(&self) -> Result<&Client, ReadError> {
        self.client
            .get_or_init(|| self.build_client())
            .as_ref()
            .map_err(Clone::clone)
    }

    fn build_client(&self) -> Result<Client, ReadError> {
        let encrypted = self.base.scheme() == "https";
        let tls = client_config(&self.profile.tls, encrypted)
            .map_err(|error| self.setting("_CA_FILE", &error))?;
        let builder = Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .retry(reqwest::retry::never())
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(STALL_TIMEOUT)
            .pool_idle_timeout(POOL_IDLE_TIMEOUT)
            .user_agent(concat!("mcp-wms-api/", env!("CARGO_PKG_VERSION")));
        let builder = match &self.limits.proxy {
            None => builder,
            Some(proxy) => {
                builder.proxy(reqwest::Proxy::all(proxy.clone()).map_err(|_| proxy_problem())?)
            }
        };
        builder
            .build()
            .map_err(|_| self.setting("_CA_FILE", &TlsSetupError::Library))
    }

    /// Returns the failure of a setting of this profile.
    pub(super) fn setting(&self, suffix: &str, problem: &TlsSetupError) -> ReadError {
        ReadError::Setting {
            variable: for_profile(&format!("WMS_<P>{suffix}"), &self.profile.name),
            problem: problem.to_string(),
        }
    }
}

fn proxy_problem() -> ReadError {
    ReadError::Setting {
        variable: "WMS_PROXY".to_owned(),
        problem: "the proxy's address can't be used".to_owned(),
    }
}

/// Reads the token service's answer; the token must fit into a header, or a later request would be malformed.
fn token_of(answer: &str) -> Result<Issued, ReadError> {
    let unusable = |reason| ReadError::TokenUnusable { reason };
    let answer: TokenAnswer =
        serde_json::from_str(answer).map_err(|_| unusable("it is no JSON object"))?;
    let token = answer.access_token.unwrap_or_default();
    if token.is_empty() {
        return Err(unusable("it holds no access_token"));
    }
    if token.len() > LONGEST_TOKEN_BYTES {
        return Err(unusable("the token is too long for a header"));
    }
    if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(unusable(
            "the token holds characters that no header may have",
        ));
    }
    Ok(Issued {
        secret: SecretString::from(token),
        lifetime: lifetime(answer.expires_in.as_ref()),
    })
}

/// A place in the queue, given back when dropped: also when the waiting call is cancelled.
struct QueuePlace<'a>(&'a AtomicUsize);

impl<'a> QueuePlace<'a> {
    fn take(queued: &'a AtomicUsize) -> Result<Self, ReadError> {
        let before = queued.fetch_add(1, Ordering::AcqRel);
        let place = Self(queued);
        if before >= LONGEST_QUEUE {
            Err(ReadError::Busy { queued: before })
        } else {
            Ok(place)
        }
    }
}

impl Drop for QueuePlace<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
