//! The connection check: each step that a read needs, on its own, so that the one that fails has a name.
//!
//! The short form is what a tool call can afford; the thorough one, for `doctor`, also tries what only some tools need
//! and looks for what the server has otherwise. Both only read, and neither says what to do: remedies are the envelope's.

mod certificate;
mod paths;
mod probes;
mod thorough;

use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};

use super::Warehouse;
use super::catalogue::CatalogueType;
use super::error::{Obstacle, ReadError};
use super::query::Question;
use super::refusal::obstacle_of;
use super::token::TokenStatus;
use super::wire::Service;

/// A connection that takes longer than this is none (the funnel's own limit).
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Entity types that are asked for before the query service counts as failing.
const MOST_TYPES: usize = 4;

/// One step of a check, and how it ended.
#[derive(Clone, Debug)]
pub struct CheckStep {
    /// `address`, `tls`, `token`, `tenant`, `query`, and in the thorough form also [`THOROUGH_STEPS`].
    pub step: &'static str,
    /// How it ended.
    pub outcome: CheckOutcome,
    /// How long it took.
    pub milliseconds: u64,
    /// What was found; also with a failure, if there was anything to find.
    pub found: String,
    /// Why it failed, or why it is absent.
    pub error: Option<ReadError>,
    /// What would fit this server better: the suffix of the profile's variable and its value.
    pub setting: Option<(&'static str, String)>,
}

/// How a step of a check ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CheckOutcome {
    /// It works.
    Passed,
    /// It works, but not as it should; what was found says how.
    Doubtful,
    /// The server lacks a service that only some tools need.
    Absent,
    /// It does not work.
    Failed,
}

/// The steps that only the thorough form has, in order.
pub const THOROUGH_STEPS: [&str; 7] = [
    "row",
    "filter",
    "paging",
    "metadata",
    "workflows",
    "logs",
    "metrics",
];

impl Warehouse {
    /// Tries every step that a read needs; stops at the first that fails, because the others rest on it.
    ///
    /// It really asks: an open breaker and a remembered refusal of the password are passed over.
    pub async fn check(&self, deadline: Instant) -> Vec<CheckStep> {
        let mut steps = Vec::new();
        if self.check_access(deadline, &mut steps).await {
            steps.push(self.check_query(deadline).await.0);
        }
        steps
    }

    /// Tries what every request needs: address, TLS, token and tenant. Returns whether all of it works.
    async fn check_access(&self, deadline: Instant, steps: &mut Vec<CheckStep>) -> bool {
        if !self.connection.uses_proxy() {
            let timer = Timer::start("address");
            let stream = match self.reach_address(deadline).await {
                Ok(stream) => stream,
                Err(error) => {
                    steps.push(timer.failed(error));
                    return false;
                }
            };
            steps.push(timer.passed(format!("{} accepts connections", self.connection.host())));
            if self.connection.base.scheme() == "https" {
                let step = self.check_tls(stream, deadline).await;
                let passed = step.error.is_none();
                steps.push(step);
                if !passed {
                    return false;
                }
            }
        }
        self.connection.breaker.record(None);
        self.check_token(deadline, steps).await
    }

    async fn reach_address(&self, deadline: Instant) -> Result<TcpStream, ReadError> {
        let host = self.connection.host();
        let end = deadline.min(Instant::now() + CONNECT_TIMEOUT);
        let connected = timeout_at(end, TcpStream::connect(host.as_str())).await;
        let obstacle = match connected {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => obstacle_of(&error),
            Err(_) => Obstacle::NoConnection,
        };
        Err(ReadError::Unreachable {
            service: Service::Token,
            host,
            obstacle,
        })
    }

    /// Asks for a token; one request tells credentials and tenant apart.
    async fn check_token(&self, deadline: Instant, steps: &mut Vec<CheckStep>) -> bool {
        let timer = Timer::start("token");
        self.connection.token.forget_refusal();
        let outcome = self.connection.renew_token(deadline).await;
        let tenant = &self.connection.profile.tenant;
        match outcome {
            Ok(()) => {
                let found = match self.connection.token.status() {
                    TokenStatus::Valid { expires_in_seconds } => {
                        format!("issued, valid for {expires_in_seconds} s")
                    }
                    _ => "issued".to_owned(),
                };
                steps.push(timer.passed(found));
                steps.push(timer.of("tenant").passed(format!("'{tenant}' is known")));
                true
            }
            Err(error @ ReadError::TenantUnknown { .. }) => {
                steps.push(timer.passed("the token service answers".to_owned()));
                steps.push(timer.of("tenant").failed(error));
                false
            }
            Err(error) => {
                let step = timer.failed(error);
                steps.push(self.with_other_path(step, Service::Token, deadline).await);
                false
            }
        }
    }

    /// Counts the rows of the first type that the server has: a read that costs it little. Returns that type too.
    async fn check_query(&self, deadline: Instant) -> (CheckStep, Option<&CatalogueType>) {
        let timer = Timer::start("query");
        let mut refused: Option<(&str, ReadError)> = None;
        for entity_type in self.catalogue.types.iter().take(MOST_TYPES) {
            let name = &entity_type.name;
            let counted = self.count(&Question::first(name, 0), deadline).await;
            let found = match counted {
                Ok(Some(count)) => format!("{count} rows of {name}"),
                Ok(None) => format!("{name} can be read; this server does not count"),
                Err(error) if blames_the_type(&error) => {
                    refused.get_or_insert((name, error));
                    continue;
                }
                Err(error) => {
                    let step = timer.failed(error);
                    let step = self.with_other_path(step, Service::Query, deadline).await;
                    return (step, None);
                }
            };
            let step = match refused {
                None => timer.passed(found),
                Some((other, _)) => timer.doubtful(format!("{found}; {other} is refused")),
            };
            return (step, Some(entity_type));
        }
        match refused {
            Some((_, error)) => (timer.failed(error), None),
            None => (
                timer.doubtful("not tried: the catalogue is empty".to_owned()),
                None,
            ),
        }
    }
}

/// Whether another entity type may be answered where this one was not.
fn blames_the_type(error: &ReadError) -> bool {
    matches!(
        error,
        ReadError::Forbidden { .. }
            | ReadError::Refused {
                status: 400 | 422,
                ..
            }
            | ReadError::ServerFailed { .. }
    )
}

/// A step under way.
#[derive(Clone, Copy)]
struct Timer {
    step: &'static str,
    begun: Instant,
}

impl Timer {
    fn start(step: &'static str) -> Self {
        let begun = Instant::now();
        Self { step, begun }
    }

    /// A step that the same request answers.
    fn of(self, step: &'static str) -> Self {
        Self { step, ..self }
    }

    fn passed(self, found: String) -> CheckStep {
        self.ended(CheckOutcome::Passed, found, None)
    }

    fn doubtful(self, found: String) -> CheckStep {
        self.ended(CheckOutcome::Doubtful, found, None)
    }

    fn failed(self, error: ReadError) -> CheckStep {
        self.ended(CheckOutcome::Failed, String::new(), Some(error))
    }

    fn ended(self, outcome: CheckOutcome, found: String, error: Option<ReadError>) -> CheckStep {
        CheckStep {
            step: self.step,
            outcome,
            milliseconds: u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            found,
            error,
            setting: None,
        }
    }
}
