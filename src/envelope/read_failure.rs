//! What a failed read of the warehouse means for the caller: code, hint, and what may be said of the cause.
//!
//! Hints name the profile's variables as `WMS_<P>_…`; [`Failure::for_profile`] fills the name in.

use super::failure::{Code, Failure};
use super::read_hint::{hint, remedy};
use crate::easywms::{ReadError, ResolveError};

impl Failure {
    /// The failure of a step of the connection check: its hint does not send back to the check.
    #[must_use]
    pub fn of_check(error: ReadError) -> Self {
        let remedy = remedy(&error);
        Self {
            hint: remedy,
            ..Self::from(error)
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let code = code(&error);
        let failure = Self::new(code, error.to_string(), hint(&error))
            .retryable(code.retryable() || passes_by_itself(&error));
        match error {
            ReadError::CredentialsRefused { server_message, .. }
            | ReadError::TenantUnknown { server_message, .. }
            | ReadError::Forbidden { server_message, .. } => {
                failure.server_message(server_message.as_deref())
            }
            ReadError::Refused {
                status,
                server_message,
                ..
            }
            | ReadError::ServerFailed {
                status,
                server_message,
                ..
            } => failure
                .with("http_status", status)
                .server_message(server_message.as_deref()),
            ReadError::GatewayFailed { status, .. } | ReadError::Redirected { status, .. } => {
                failure.with("http_status", status)
            }
            ReadError::Paused {
                retry_after_seconds,
                ..
            } => failure.with("retry_after_seconds", retry_after_seconds),
            ReadError::RateLimited {
                retry_after_seconds,
            }
            | ReadError::Unavailable {
                retry_after_seconds,
                ..
            } => match retry_after_seconds {
                Some(seconds) => failure.with("retry_after_seconds", seconds),
                None => failure,
            },
            _ => failure,
        }
    }
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        match error {
            ResolveError::Read(error) => error.into(),
            ResolveError::Unknown { ref nearest, .. } => Self::new(
                Code::UnknownEntityType,
                error.to_string(),
                "Take a name from list_entity_types; singular and plural both work.",
            )
            .did_you_mean(nearest),
        }
    }
}

/// Failures of the far side that are over when the same call is made a little later.
fn passes_by_itself(error: &ReadError) -> bool {
    matches!(
        error,
        ReadError::Unavailable { .. }
            | ReadError::Truncated { .. }
            | ReadError::GatewayFailed {
                status: 502 | 504,
                ..
            }
    )
}

fn code(error: &ReadError) -> Code {
    match error {
        ReadError::Unreachable { .. } | ReadError::Paused { .. } => Code::Unreachable,
        ReadError::Tls { .. } => Code::TlsFailed,
        ReadError::TimedOut { .. } | ReadError::OutOfTime { .. } | ReadError::Stalled { .. } => {
            Code::Timeout
        }
        ReadError::Busy { .. } | ReadError::NoTurn { .. } => Code::Busy,
        ReadError::CredentialsRefused { .. } | ReadError::TokenRejected { .. } => Code::AuthFailed,
        ReadError::TenantUnknown { .. } => Code::TenantNotFound,
        ReadError::Forbidden { .. } => Code::Forbidden,
        ReadError::NotFound { .. } => Code::NotFound,
        ReadError::ServiceMissing { .. } => Code::RouteNotFound,
        ReadError::RateLimited { .. } => Code::RateLimited,
        ReadError::UnsafeName { .. } => Code::InvalidArguments,
        ReadError::Setting { .. } => Code::ConfigurationInvalid,
        ReadError::TooLarge { .. } => Code::UpstreamTooLarge,
        ReadError::Unreadable { .. }
        | ReadError::SkipIgnored { .. }
        | ReadError::FilterIgnored { .. }
        | ReadError::NotHttp { .. }
        | ReadError::TokenUnusable { .. }
        | ReadError::Undecodable { .. }
        | ReadError::Truncated { .. } => Code::UpstreamInvalid,
        ReadError::Unavailable { .. }
        | ReadError::Refused { .. }
        | ReadError::ServerFailed { .. }
        | ReadError::GatewayFailed { .. }
        | ReadError::Redirected { .. } => Code::UpstreamError,
    }
}
