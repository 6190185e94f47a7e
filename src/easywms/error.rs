//! The closed list of ways in which a read can fail.
//!
//! Each variant is a case that a caller treats differently. `Display` says what happened and never contains a body, a
//! secret or a URL's query; a text that the warehouse sent is a field of its own.

use std::fmt;

use thiserror::Error;

use super::rows::SplitError;
use super::tls::TlsProblem;
use super::wire::Service;

/// Why the warehouse could not be read.
#[derive(Clone, Debug, Error)]
pub enum ReadError {
    /// No connection, or one that broke before the answer.
    #[error("the {service} at {host} could not be reached: {obstacle}")]
    Unreachable {
        /// The service that was asked.
        service: Service,
        /// Host and port.
        host: String,
        /// What was in the way.
        obstacle: Obstacle,
    },
    /// Something answers, but not in HTTP as agreed.
    #[error("what answers for the {service} at {host} does not speak acceptable HTTP")]
    NotHttp {
        /// The service that was asked.
        service: Service,
        /// Host and port.
        host: String,
    },
    /// The breaker is open: the host failed several times in a row and is not asked for a while.
    #[error(
        "{host} did not answer {failures} times in a row and is not asked again for {retry_after_seconds} s"
    )]
    Paused {
        /// Host and port.
        host: String,
        /// Connection failures in a row.
        failures: u32,
        /// Seconds until the next attempt is let through.
        retry_after_seconds: u64,
    },
    /// The certificate or the TLS handshake was refused.
    #[error("the TLS connection to {host} was refused: {problem}")]
    Tls {
        /// Host and port.
        host: String,
        /// What is wrong with it.
        problem: TlsProblem,
    },
    /// An attempt took as long as one may.
    #[error("the {service} did not answer within {seconds} s")]
    TimedOut {
        /// The service that was asked.
        service: Service,
        /// The limit that was reached, in seconds.
        seconds: u64,
    },
    /// The call had to end before the attempt's own limit: nothing is known of the host.
    #[error("{seconds} s of this call were left for the {service}, too little for its answer")]
    OutOfTime {
        /// The service that was asked, or would have been.
        service: Service,
        /// What was left of the call, in seconds.
        seconds: u64,
    },
    /// The answer began and stopped.
    #[error("the answer of the {service} stopped: no byte came for {seconds} s")]
    Stalled {
        /// The service that was asked.
        service: Service,
        /// How long nothing came.
        seconds: u64,
    },
    /// Too many calls read this profile already.
    #[error("{calls} calls are already reading this warehouse or waiting for it")]
    Busy {
        /// The calls that may do so at once.
        calls: usize,
    },
    /// A read waited for its turn until the call had to end.
    #[error("a read waited {seconds} s for its turn: other calls keep this warehouse busy")]
    NoTurn {
        /// How long it waited.
        seconds: u64,
    },
    /// The token service refused user, password or client.
    #[error("the token service refused the credentials")]
    CredentialsRefused {
        /// What the token service said.
        server_message: Option<String>,
        /// Whether this is the remembered refusal of an attempt made less than a minute ago.
        remembered: bool,
    },
    /// The token service does not know the tenant.
    #[error("the token service does not know the tenant '{tenant}'")]
    TenantUnknown {
        /// The configured tenant code.
        tenant: String,
        /// What the token service said.
        server_message: Option<String>,
    },
    /// The token service answered without a usable token.
    #[error("the token service answered without a usable token: {reason}")]
    TokenUnusable {
        /// What is wrong with the answer.
        reason: &'static str,
    },
    /// A fresh token was refused.
    #[error("the {service} refused a token that the token service had just issued")]
    TokenRejected {
        /// The service that was asked.
        service: Service,
    },
    /// The user may not read this.
    #[error("the {service} does not let this user read that")]
    Forbidden {
        /// The service that was asked.
        service: Service,
        /// What it said.
        server_message: Option<String>,
    },
    /// The service is there, the thing is not.
    #[error("{what} does not exist")]
    NotFound {
        /// What was looked for: `workflow 'X'`.
        what: String,
    },
    /// Nothing answers at the service's path.
    #[error("this server has no {service} at {path}")]
    ServiceMissing {
        /// The service that was asked.
        service: Service,
        /// The path that was tried.
        path: String,
    },
    /// The warehouse asked to be left alone.
    #[error("the warehouse limits the rate of requests")]
    RateLimited {
        /// Seconds to wait, if it said so.
        retry_after_seconds: Option<u64>,
    },
    /// The service is there but not able to answer now: a 503.
    #[error("the {service} is not available at the moment")]
    Unavailable {
        /// The service that was asked.
        service: Service,
        /// Seconds to wait, if it said so.
        retry_after_seconds: Option<u64>,
    },
    /// A name can't be part of a request.
    #[error("{problem}")]
    UnsafeName {
        /// What is wrong with it.
        problem: String,
    },
    /// A later page began with the first rows again.
    #[error("the {service} ignores how many rows to pass over: it sent the first ones again")]
    SkipIgnored {
        /// The service that was asked.
        service: Service,
    },
    /// Rows came for a question that no row can be the answer to: the filter was not applied.
    #[error(
        "this server ignores the filter: rows of {entity_type} came that are not what was asked for"
    )]
    FilterIgnored {
        /// The entity type that was asked.
        entity_type: String,
    },
    /// The warehouse refused the question: a 4xx that no other variant covers.
    #[error("the {service} refused the question (HTTP {status})")]
    Refused {
        /// The service that was asked.
        service: Service,
        /// The HTTP status.
        status: u16,
        /// What it said.
        server_message: Option<String>,
    },
    /// The warehouse failed: a 5xx.
    #[error("the {service} failed (HTTP {status})")]
    ServerFailed {
        /// The service that was asked.
        service: Service,
        /// The HTTP status.
        status: u16,
        /// What it said.
        server_message: Option<String>,
    },
    /// A gateway or proxy in between failed.
    #[error("a gateway in front of the {service} failed (HTTP {status})")]
    GatewayFailed {
        /// The service that was asked.
        service: Service,
        /// The HTTP status.
        status: u16,
    },
    /// The warehouse wants to send us elsewhere; redirects are never followed.
    #[error("the {service} redirects to {target} (HTTP {status}); redirects are not followed")]
    Redirected {
        /// The service that was asked.
        service: Service,
        /// The HTTP status.
        status: u16,
        /// The host it points to, or "nowhere".
        target: String,
    },
    /// A complete body that is not the agreed JSON.
    #[error("the answer of the {service} can't be read: {problem}")]
    Unreadable {
        /// The service that was asked.
        service: Service,
        /// What is wrong with the body.
        problem: SplitError,
    },
    /// The body ended early.
    #[error("the answer of the {service} was cut off on the way")]
    Truncated {
        /// The service that was asked.
        service: Service,
    },
    /// The body's compression is broken: another attempt will not mend it.
    #[error("the answer of the {service} can't be decompressed")]
    Undecodable {
        /// The service that was asked.
        service: Service,
    },
    /// The body is larger than what is read.
    #[error("the answer of the {service} is larger than {limit_bytes} bytes")]
    TooLarge {
        /// The service that was asked.
        service: Service,
        /// The cap, in bytes after decompression.
        limit_bytes: usize,
    },
    /// A setting of the profile can't be used.
    #[error("{variable}: {problem}")]
    Setting {
        /// The variable's name.
        variable: String,
        /// What is wrong, without its value.
        problem: String,
    },
}

impl ReadError {
    /// What a body of a service means that could not be taken for its answer.
    pub(super) fn of_body(service: Service, problem: SplitError) -> Self {
        match problem {
            SplitError::Truncated => Self::Truncated { service },
            SplitError::Repeated => Self::SkipIgnored { service },
            SplitError::Refusal { said } => Self::Refused {
                service,
                status: 200,
                server_message: said,
            },
            problem => Self::Unreadable { service, problem },
        }
    }

    /// Whether another attempt of the same read may succeed (reliability: connect, cut, 408, 429, 502, 503, 504).
    pub(super) fn transient(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::Truncated { .. }
                | Self::RateLimited { .. }
                | Self::Unavailable { .. }
                | Self::GatewayFailed {
                    status: 502 | 504,
                    ..
                }
        )
    }

    /// Whether the query service would not answer the question, as it does for an entity type that it does not know.
    pub(super) fn refuses_query(&self) -> bool {
        matches!(
            self,
            Self::Refused {
                service: Service::Query,
                ..
            } | Self::ServerFailed {
                service: Service::Query,
                ..
            }
        )
    }

    /// Whether time ended the read, be it the attempt's, the call's or that of waiting for a turn.
    #[must_use]
    pub fn time_is_up(&self) -> bool {
        matches!(
            self,
            Self::TimedOut { .. } | Self::OutOfTime { .. } | Self::NoTurn { .. }
        )
    }

    /// Whether the failure says that the host is not there: what the breaker counts.
    pub(super) fn host_is_silent(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::TimedOut { .. })
    }

    /// Returns how long the server wants to be left alone, if it said so.
    pub(super) fn retry_after_seconds(&self) -> Option<u64> {
        match self {
            Self::RateLimited {
                retry_after_seconds,
            }
            | Self::Unavailable {
                retry_after_seconds,
                ..
            } => *retry_after_seconds,
            _ => None,
        }
    }

    /// Returns every text of the warehouse's own making, so that secrets can be taken out of it.
    pub(super) fn remote_texts(&mut self) -> Vec<&mut String> {
        match self {
            Self::CredentialsRefused { server_message, .. }
            | Self::TenantUnknown { server_message, .. }
            | Self::Forbidden { server_message, .. }
            | Self::Refused { server_message, .. }
            | Self::ServerFailed { server_message, .. } => server_message.iter_mut().collect(),
            Self::Redirected { target, .. } => vec![target],
            Self::Unreadable {
                problem: SplitError::NoRows { keys },
                ..
            } => keys.iter_mut().collect(),
            _ => Vec::new(),
        }
    }
}

/// What kept a request from its answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Obstacle {
    /// The name has no address.
    NameUnknown,
    /// Nothing listens at the port.
    Refused,
    /// No network leads there.
    NoRoute,
    /// No connection within the limit: a firewall that drops, mostly.
    NoConnection,
    /// The proxy did not connect.
    Proxy,
    /// The proxy wants a user name and a password.
    ProxyCredentials,
    /// The connection was closed before the answer.
    Closed,
    /// Anything else that happened before the request was sent.
    Other,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NameUnknown => "its name can't be resolved",
            Self::Refused => "the connection was refused",
            Self::NoRoute => "no route leads there",
            Self::NoConnection => "no connection within 3 s",
            Self::Proxy => "the proxy did not connect to it",
            Self::ProxyCredentials => "the proxy wants credentials",
            Self::Closed => "the connection was closed before the answer",
            Self::Other => "no connection could be made",
        })
    }
}
