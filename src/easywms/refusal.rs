//! What a failed exchange means: transport errors and statuses turned into [`ReadError`].

use jiff::Timestamp;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Response, StatusCode, Url};

use super::connection::SMALL_BODY_BYTES;
use super::error::ReadError;
use super::retry::retry_after;
use super::tls::problem_of;
use super::wire::{Service, TokenFailure, error_message, is_web_api_error};

/// Classifies a request that got no answer.
///
/// The time-out is tested first: a stalled body counts as undecodable for the HTTP library too.
pub(super) fn failed_send(service: Service, host: &str, error: &reqwest::Error) -> ReadError {
    let host = host.to_owned();
    if let Some(problem) = problem_of(error) {
        return ReadError::Tls { host, problem };
    }
    let reason = if error.is_connect() {
        connect_reason(error)
    } else {
        "the connection was closed before the answer"
    };
    let reason = if error.is_timeout() {
        "no connection or no answer within the limit"
    } else {
        reason
    };
    let protocol =
        !error.is_connect() && !error.is_timeout() && mentions(error, "message head is too large");
    let reason = if protocol {
        "its answer is not acceptable HTTP"
    } else {
        reason
    };
    ReadError::Unreachable {
        service,
        host,
        reason,
    }
}

/// Classifies a body that broke off: a stall, or a length, chunk or compression that ends early.
pub(super) fn failed_body(service: Service, host: &str, error: &reqwest::Error) -> ReadError {
    if error.is_timeout() {
        let host = host.to_owned();
        return ReadError::Unreachable {
            service,
            host,
            reason: "no byte of its answer came within the limit",
        };
    }
    ReadError::Truncated { service }
}

/// Tells the usual causes of a failed connection apart. The library does not: only the chain's texts differ.
fn connect_reason(error: &reqwest::Error) -> &'static str {
    if mentions(error, "dns error") || mentions(error, "lookup address") {
        "its name can't be resolved"
    } else if mentions(error, "refused") {
        "the connection was refused"
    } else {
        "no connection could be made"
    }
}

fn mentions(error: &reqwest::Error, words: &str) -> bool {
    let mut next: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = next {
        if error.to_string().contains(words) {
            return true;
        }
        next = error.source();
    }
    false
}

/// Turns an answer without success into the failure that it means.
pub(super) async fn refused(
    service: Service,
    thing: Option<String>,
    path: &str,
    tenant: &str,
    response: Response,
) -> ReadError {
    let status = response.status();
    if status.is_redirection() {
        let target = redirect_target(&response);
        return ReadError::Redirected {
            service,
            status: status.as_u16(),
            target,
        };
    }
    let wait = seconds_to_wait(response.headers());
    let body = error_body(response).await;
    if service == Service::Token && matches!(status.as_u16(), 400 | 401 | 403) {
        return refused_token(tenant, &body);
    }
    let server_message = error_message(&body);
    match status {
        StatusCode::NOT_FOUND => match thing.filter(|_| is_web_api_error(&body)) {
            Some(what) => ReadError::NotFound { what },
            None => ReadError::ServiceMissing {
                service,
                path: path.to_owned(),
            },
        },
        StatusCode::FORBIDDEN => ReadError::Forbidden {
            service,
            server_message,
        },
        StatusCode::TOO_MANY_REQUESTS => ReadError::RateLimited {
            retry_after_seconds: wait,
        },
        StatusCode::SERVICE_UNAVAILABLE => ReadError::Unavailable {
            service,
            retry_after_seconds: wait,
        },
        StatusCode::BAD_GATEWAY
        | StatusCode::GATEWAY_TIMEOUT
        | StatusCode::PROXY_AUTHENTICATION_REQUIRED => ReadError::GatewayFailed {
            service,
            status: status.as_u16(),
        },
        status if status.is_server_error() => ReadError::ServerFailed {
            service,
            status: status.as_u16(),
            server_message,
        },
        status => ReadError::Refused {
            service,
            status: status.as_u16(),
            server_message,
        },
    }
}

fn refused_token(tenant: &str, body: &[u8]) -> ReadError {
    let failure: Option<TokenFailure> = serde_json::from_slice(body).ok();
    let blames_the_tenant = failure
        .as_ref()
        .is_some_and(TokenFailure::blames_the_tenant);
    let server_message = failure.and_then(|failure| failure.error_description.or(failure.error));
    if blames_the_tenant {
        ReadError::TenantUnknown {
            tenant: tenant.to_owned(),
            server_message,
        }
    } else {
        ReadError::CredentialsRefused {
            server_message,
            remembered: false,
        }
    }
}

fn seconds_to_wait(headers: &HeaderMap) -> Option<u64> {
    let header = headers.get(RETRY_AFTER)?.to_str().ok()?;
    retry_after(header, Timestamp::now()).map(|wait| wait.as_secs())
}

/// The host that a redirect points to; the rest of it may hold secrets.
fn redirect_target(response: &Response) -> String {
    let location = response
        .headers()
        .get(LOCATION)
        .and_then(|location| location.to_str().ok());
    let url = location.and_then(|location| response.url().join(location).ok());
    url.as_ref()
        .and_then(Url::host_str)
        .unwrap_or("nowhere")
        .to_owned()
}

/// The start of an error body; what can't be read or is too long is as good as no body.
async fn error_body(mut response: Response) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        if body.len() + chunk.len() > SMALL_BODY_BYTES {
            return Vec::new();
        }
        body.extend_from_slice(&chunk);
    }
    body
}
