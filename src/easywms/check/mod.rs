//! The connection check: each step that a read needs, on its own, so that the one that fails has a name.

use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};

use super::Warehouse;
use super::error::ReadError;
use super::query::Question;
use super::token::TokenStatus;
use super::wire::Service;

/// A connection that takes longer than this is none (the funnel's own limit).
const ADDRESS_TIMEOUT: Duration = Duration::from_secs(3);

/// One step of a check, and how it ended.
#[derive(Clone, Debug)]
pub struct CheckStep {
    /// `address`, `tls`, `token`, `tenant` or `query`.
    pub step: &'static str,
    /// How long it took.
    pub milliseconds: u64,
    /// What was found, if it passed.
    pub found: String,
    /// Why it failed.
    pub error: Option<ReadError>,
}

impl Warehouse {
    /// Tries every step that a read needs; stops at the first that fails, because the others rest on it.
    ///
    /// It really asks: an open breaker and a remembered refusal of the password are passed over.
    pub async fn check(&self, deadline: Instant) -> Vec<CheckStep> {
        let mut steps = Vec::new();
        let begun = Instant::now();
        match self.reach_address(deadline).await {
            Ok(found) => steps.push(passed("address", begun, found)),
            Err(error) => {
                steps.push(failed("address", begun, error));
                return steps;
            }
        }
        self.connection.breaker.succeeded();
        if !self.check_token(deadline, &mut steps).await {
            return steps;
        }
        let begun = Instant::now();
        steps.push(match self.check_query(deadline).await {
            Ok(found) => passed("query", begun, found),
            Err(error) => failed("query", begun, error),
        });
        steps
    }

    async fn reach_address(&self, deadline: Instant) -> Result<String, ReadError> {
        if self.connection.uses_proxy() {
            return Ok("reached through the proxy, not tested on its own".to_owned());
        }
        let host = self.connection.host();
        let unreachable = |reason| ReadError::Unreachable {
            service: Service::Token,
            host: host.clone(),
            reason,
        };
        let end = deadline.min(Instant::now() + ADDRESS_TIMEOUT);
        match timeout_at(end, TcpStream::connect(host.as_str())).await {
            Ok(Ok(_)) => Ok(format!("{host} accepts connections")),
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
                Err(unreachable("the connection was refused"))
            }
            Ok(Err(_)) => Err(unreachable(
                "its name can't be resolved or no route leads there",
            )),
            Err(_) => Err(unreachable("no connection within 3 s")),
        }
    }

    /// Asks for a token; one request tells TLS, credentials and tenant apart.
    async fn check_token(&self, deadline: Instant, steps: &mut Vec<CheckStep>) -> bool {
        let begun = Instant::now();
        self.connection.token.forget_refusal();
        let outcome = self.connection.renew_token(deadline).await;
        if self.connection.base.scheme() == "https" {
            match &outcome {
                Err(error @ ReadError::Tls { .. }) => {
                    steps.push(failed("tls", begun, error.clone()));
                    return false;
                }
                _ => steps.push(passed(
                    "tls",
                    begun,
                    "the certificate is accepted".to_owned(),
                )),
            }
        }
        match outcome {
            Ok(()) => {
                let found = match self.connection.token.status() {
                    TokenStatus::Valid { expires_in_seconds } => {
                        format!("issued, valid for {expires_in_seconds} s")
                    }
                    _ => "issued".to_owned(),
                };
                steps.push(passed("token", begun, found));
                steps.push(passed(
                    "tenant",
                    begun,
                    format!("'{}' is known", self.connection.profile.tenant),
                ));
                true
            }
            Err(error @ ReadError::TenantUnknown { .. }) => {
                steps.push(passed(
                    "token",
                    begun,
                    "the token service answers".to_owned(),
                ));
                steps.push(failed("tenant", begun, error));
                false
            }
            Err(error) => {
                steps.push(failed("token", begun, error));
                false
            }
        }
    }

    /// Counts the rows of the catalogue's first type: a read that costs the server little.
    async fn check_query(&self, deadline: Instant) -> Result<String, ReadError> {
        let Some(entity_type) = self.catalogue.types.first() else {
            return Ok("not tried: the catalogue is empty".to_owned());
        };
        let count = self
            .count(&Question::first(&entity_type.name, 0), deadline)
            .await?;
        Ok(match count {
            Some(count) => format!("{count} rows of {}", entity_type.name),
            None => format!(
                "{} can be read; this server does not count",
                entity_type.name
            ),
        })
    }
}

fn passed(step: &'static str, begun: Instant, found: String) -> CheckStep {
    CheckStep {
        step,
        milliseconds: since(begun),
        found,
        error: None,
    }
}

fn failed(step: &'static str, begun: Instant, error: ReadError) -> CheckStep {
    CheckStep {
        step,
        milliseconds: since(begun),
        found: String::new(),
        error: Some(error),
    }
}

fn since(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}
