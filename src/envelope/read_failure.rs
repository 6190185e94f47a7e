//! What a failed read of the warehouse means for the caller: code, hint, and what may be said of the cause.
//!
//! Hints name the profile's variables as `WMS_<P>_…`; [`Failure::for_profile`] fills the name in.

use super::failure::{Code, Failure};
use crate::easywms::{ReadError, ResolveError, TlsProblem};

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let failure = Self::new(code(&error), error.to_string(), hint(&error));
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

fn code(error: &ReadError) -> Code {
    match error {
        ReadError::Unreachable { .. } | ReadError::Paused { .. } => Code::Unreachable,
        ReadError::Tls { .. } => Code::TlsFailed,
        ReadError::TimedOut { .. } => Code::Timeout,
        ReadError::Busy { .. } => Code::Busy,
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
        | ReadError::TokenUnusable { .. }
        | ReadError::Truncated { .. } => Code::UpstreamInvalid,
        ReadError::Unavailable { .. }
        | ReadError::Refused { .. }
        | ReadError::ServerFailed { .. }
        | ReadError::GatewayFailed { .. }
        | ReadError::Redirected { .. } => Code::UpstreamError,
    }
}

fn hint(error: &ReadError) -> String {
    let fixed = match error {
        ReadError::Unreachable { .. } => {
            "Check WMS_<P>_URL and that this machine reaches the warehouse (VPN, firewall, proxy: WMS_PROXY); check_connection shows the step that fails."
        }
        ReadError::Paused {
            retry_after_seconds,
            ..
        } => {
            return format!(
                "Try again in {retry_after_seconds} s, or call check_connection, which tries at once."
            );
        }
        ReadError::Tls { problem, .. } => tls_hint(*problem),
        ReadError::TimedOut { .. } => {
            "Try again with a narrower filter or a lower limit; WMS_TIMEOUT_SECONDS raises the limit of one attempt."
        }
        ReadError::Busy { .. } => {
            "Wait for the calls in flight to end, then try again; make fewer calls at once."
        }
        ReadError::CredentialsRefused {
            remembered: true, ..
        } => {
            "The refusal is less than a minute old and was not tried again, so that the account is not locked. Check WMS_<P>_USERNAME, WMS_<P>_PASSWORD, WMS_<P>_CLIENT_ID and WMS_<P>_CLIENT_SECRET."
        }
        ReadError::CredentialsRefused { .. } => {
            "Check WMS_<P>_USERNAME, WMS_<P>_PASSWORD, WMS_<P>_CLIENT_ID and WMS_<P>_CLIENT_SECRET, and that the account is not locked."
        }
        ReadError::TenantUnknown { .. } => {
            "Check WMS_<P>_TENANT: it is the tenant's code, not its name."
        }
        ReadError::TokenUnusable { .. } => {
            "Check WMS_<P>_STS_PATH: it may lead to something else than the token service."
        }
        ReadError::TokenRejected { .. } => {
            "The user has a token but the service does not accept it: check that WMS_<P>_TENANT and the client belong to this server."
        }
        ReadError::Forbidden { .. } => {
            "The account lacks the right to read this. Ask the WMS administrator for a read right, or ask for another entity type."
        }
        ReadError::NotFound { .. } => {
            "Check the name or key; names are listed by the list and search tools."
        }
        ReadError::ServiceMissing { service, .. } => {
            return format!(
                "This installation may lack the module, or have it at another path: set WMS_<P>{}.",
                service.path_variable_suffix()
            );
        }
        ReadError::RateLimited {
            retry_after_seconds: Some(seconds),
        }
        | ReadError::Unavailable {
            retry_after_seconds: Some(seconds),
            ..
        } => {
            return format!("Try again in {seconds} s.");
        }
        ReadError::RateLimited { .. } => "Wait a minute, then make fewer calls.",
        ReadError::Unavailable { .. } => "The server may be restarting: try again in a minute.",
        ReadError::Refused { .. } => {
            "The server did not accept the question: check the names in filter and order with describe_entity_type, and WMS_<P>_FILTER_DIALECT."
        }
        ReadError::ServerFailed { .. } => {
            "Often a filter or order that the server can't compute: simplify it. If plain questions fail too, look at the server's own log."
        }
        ReadError::GatewayFailed { .. } => {
            "The warehouse behind the gateway does not answer: check that its services run."
        }
        ReadError::Redirected { .. } => {
            "Set WMS_<P>_URL to the final address, with https if the server redirects to it."
        }
        ReadError::Unreadable { .. } => {
            "Something other than the warehouse may answer there (a login page, a proxy): check WMS_<P>_URL and the service paths; check_connection shows the step."
        }
        ReadError::Truncated { .. } => {
            "Try again; if it persists, ask for fewer rows: something on the way cuts long answers."
        }
        ReadError::TooLarge { .. } => "Ask for fewer rows or for some fields only.",
        ReadError::UnsafeName { .. } => "Give the plain name or id, without a path or an address.",
        ReadError::Setting { .. } => "Correct the setting and start the server again.",
    };
    fixed.to_owned()
}

fn tls_hint(problem: TlsProblem) -> &'static str {
    match problem {
        TlsProblem::UnknownIssuer => {
            "Set WMS_<P>_CA_FILE to the authority's certificate, or WMS_<P>_CERT_SHA256 to this certificate's fingerprint."
        }
        TlsProblem::SelfSignedAuthority => {
            "No CA file can make such a certificate trusted: set WMS_<P>_CERT_SHA256 to its SHA-256 fingerprint."
        }
        TlsProblem::OtherName => {
            "Use the name in the certificate in WMS_<P>_URL, or set WMS_<P>_CERT_SHA256 to this certificate's fingerprint."
        }
        TlsProblem::Expired => {
            "Have the certificate renewed; until then WMS_<P>_CERT_SHA256 with its fingerprint accepts exactly this one."
        }
        TlsProblem::NotYetValid => "Check the clock of this machine and of the server.",
        TlsProblem::OtherThanPinned => {
            "The certificate was replaced, or somebody else answers: compare the fingerprint with the administrator, then set WMS_<P>_CERT_SHA256 anew."
        }
        TlsProblem::Weak => {
            "Have the certificate reissued with an RSA key of 2048 bits or more and SHA-256."
        }
        TlsProblem::NoCommonVersion => {
            "Check the scheme and port in WMS_<P>_URL: the port may speak plain http, or the server only TLS 1.1 or older."
        }
        TlsProblem::Other => {
            "Check the address and port in WMS_<P>_URL; check_connection shows the step that fails."
        }
    }
}
