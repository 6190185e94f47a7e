//! What to do about a failed read: one sentence with the setting or the tool to use.
//!
//! Variables are written `WMS_<P>_…`; [`Failure::for_profile`](super::Failure::for_profile) fills the name in.

use crate::easywms::{Obstacle, ReadError, Service, TlsProblem};

/// Returns the hint of a failed read: its remedy, and where to look if that is not enough.
pub(super) fn hint(error: &ReadError) -> String {
    let remedy = remedy(error);
    if is_told_by_the_check(error) {
        let remedy = remedy.trim_end_matches('.');
        format!("{remedy}; check_connection shows the step that fails.")
    } else {
        remedy
    }
}

/// Whether the connection check, step by step, tells more than the failure of one read.
fn is_told_by_the_check(error: &ReadError) -> bool {
    match error {
        ReadError::Unreachable { obstacle, .. } => matches!(
            obstacle,
            Obstacle::Refused | Obstacle::NoRoute | Obstacle::NoConnection | Obstacle::Other
        ),
        ReadError::Tls { problem, .. } => *problem == TlsProblem::Other,
        ReadError::Unreadable { .. } | ReadError::Undecodable { .. } => true,
        _ => false,
    }
}

/// Returns what to do about a failed read, in a sentence that holds also for a step of the check itself.
pub(super) fn remedy(error: &ReadError) -> String {
    let fixed = match error {
        ReadError::Paused {
            retry_after_seconds,
            ..
        } => {
            return format!(
                "Try again in {retry_after_seconds} s, or call check_connection, which tries at once."
            );
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
        } => return format!("Try again in {seconds} s."),
        ReadError::Unreachable { obstacle, .. } => obstacle_hint(*obstacle),
        ReadError::Tls { problem, .. } => tls_hint(*problem),
        ReadError::CredentialsRefused { .. }
        | ReadError::TenantUnknown { .. }
        | ReadError::TokenUnusable { .. }
        | ReadError::TokenRejected { .. }
        | ReadError::Forbidden { .. } => access_hint(error),
        ReadError::NotFound { .. } => {
            "Check the name or key; names are listed by the list and search tools."
        }
        ReadError::RateLimited { .. } => "Wait a minute, then make fewer calls.",
        ReadError::Busy { .. } | ReadError::NoTurn { .. } => {
            "Wait for the calls in flight to end, then try again; make fewer calls at once."
        }
        ReadError::Refused { .. } => {
            "The server did not accept the question: check the names in filter and order with describe_entity_type, and WMS_<P>_FILTER_DIALECT."
        }
        ReadError::UnsafeName { .. } => "Give the plain name or id, without a path or an address.",
        ReadError::Setting { .. } => "Correct the setting and start the server again.",
        _ => answer_hint(error),
    };
    fixed.to_owned()
}

/// The warehouse, or something in front of it, answered badly or too late.
fn answer_hint(error: &ReadError) -> &'static str {
    match error {
        ReadError::TimedOut {
            service: Service::Token,
            ..
        } => {
            "Check that the token service runs; WMS_TIMEOUT_SECONDS raises the limit of one attempt."
        }
        ReadError::TimedOut { .. } => {
            "Try again with a narrower filter or a lower limit; WMS_TIMEOUT_SECONDS raises the limit of one attempt."
        }
        ReadError::OutOfTime { .. } => {
            "Ask for less in one call: a narrower filter, a lower limit, fewer entity types. check_connection shows how quickly the warehouse answers."
        }
        ReadError::Stalled { .. } | ReadError::Truncated { .. } => {
            "Try again; if it persists, ask for fewer rows: something on the way cuts long answers."
        }
        ReadError::NotHttp { .. } => {
            "Check the scheme and port in WMS_<P>_URL: the port may speak https, or belong to another program."
        }
        ReadError::Unavailable { .. } => "The server may be restarting: try again in a minute.",
        ReadError::ServerFailed { .. } => {
            "Often a filter or order that the server can't compute: simplify it. If plain questions fail too, look at the server's own log."
        }
        ReadError::GatewayFailed { status: 407, .. } => PROXY_CREDENTIALS,
        ReadError::GatewayFailed { .. } => {
            "The warehouse behind the gateway does not answer: check that its services run."
        }
        ReadError::Redirected { .. } => {
            "Set WMS_<P>_URL to the final address, with https if the server redirects to it."
        }
        ReadError::SkipIgnored { .. } => {
            "Only what one answer holds can be read of this server: narrow the question with a filter, take fewer fields, lower 'limit'. Tell its administrator."
        }
        ReadError::FilterIgnored { .. } => {
            "No filtered answer of this server can be trusted: check WMS_<P>_FILTER_DIALECT; mcp-wms-api doctor tries the other dialects. If it knows a value by two names, filter by the one that it shows."
        }
        ReadError::TooLarge { .. } => "Ask for fewer rows or for some fields only.",
        _ => {
            "Something other than the warehouse may answer there (a login page, a proxy): check WMS_<P>_URL and the service paths."
        }
    }
}

/// The account, its tenant or its rights.
fn access_hint(error: &ReadError) -> &'static str {
    match error {
        ReadError::CredentialsRefused {
            remembered: true, ..
        } => {
            "The refusal is less than a minute old and was not tried again, so that the account is not locked. Check WMS_<P>_USERNAME, WMS_<P>_PASSWORD, WMS_<P>_CLIENT_ID and WMS_<P>_CLIENT_SECRET."
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
        _ => {
            "Check WMS_<P>_USERNAME, WMS_<P>_PASSWORD, WMS_<P>_CLIENT_ID and WMS_<P>_CLIENT_SECRET, and that the account is not locked."
        }
    }
}

const PROXY_CREDENTIALS: &str =
    "The proxy wants a user name and a password: give WMS_PROXY as http://user:password@host:port.";

fn obstacle_hint(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::NameUnknown => {
            "Check the host in WMS_<P>_URL, and that this machine can resolve it (VPN, DNS)."
        }
        Obstacle::Refused => {
            "Check the port in WMS_<P>_URL and that the warehouse's web server runs."
        }
        Obstacle::ProxyCredentials => PROXY_CREDENTIALS,
        Obstacle::Proxy => {
            "Check that the proxy in WMS_PROXY may connect to the warehouse, or unset it."
        }
        Obstacle::Closed => {
            "Try again; if it persists, something between here and the warehouse ends connections, or the scheme in WMS_<P>_URL is the wrong one."
        }
        Obstacle::NoRoute | Obstacle::NoConnection | Obstacle::Other => {
            "Check WMS_<P>_URL and that this machine reaches the warehouse (VPN, firewall, proxy: WMS_PROXY)."
        }
    }
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
        TlsProblem::BadSignature => {
            "Check that WMS_<P>_CA_FILE is the authority that signed this certificate (a renewed one has the same name); an RSA key below 2048 bits must be reissued."
        }
        TlsProblem::Weak => {
            "Have the certificate reissued with an RSA key of 2048 bits or more and SHA-256."
        }
        TlsProblem::NoCommonVersion => {
            "Check the scheme and port in WMS_<P>_URL: the port may speak plain http, or the server only TLS 1.1 or older."
        }
        TlsProblem::Other => "Check the address and port in WMS_<P>_URL.",
    }
}
