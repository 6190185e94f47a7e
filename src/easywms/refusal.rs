//! What a failed exchange means: transport errors and statuses turned into [`ReadError`].

use std::error::Error;
use std::io;
use std::time::Duration;

use jiff::Timestamp;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Response, StatusCode, Url};
use tokio::time::timeout;

use super::charset::Transcoder;
use super::connection::SMALL_BODY_BYTES;
use super::error::{Obstacle, ReadError};
use super::retry::retry_after;
use super::tls::problem_of;
use super::wire::{Service, TokenFailure, error_message, is_web_api_error};

/// The text of an error is worth this much waiting; its status says the most.
const ERROR_BODY_TIMEOUT: Duration = Duration::from_secs(2);

/// Classifies a request that got no answer.
pub(super) fn failed_send(service: Service, host: &str, error: &reqwest::Error) -> ReadError {
    let host = host.to_owned();
    if let Some(problem) = problem_of(error) {
        return ReadError::Tls { host, problem };
    }
    let found = |matches: fn(&hyper::Error) -> bool| {
        causes(error).any(|cause| cause.downcast_ref().is_some_and(matches))
    };
    if !error.is_connect() && found(hyper::Error::is_parse) {
        return ReadError::NotHttp { service, host };
    }
    let obstacle = if error.is_timeout() {
        Obstacle::NoConnection
    } else if error.is_dns() {
        Obstacle::NameUnknown
    } else if error.is_connect() {
        obstacle_to_connecting(error)
    } else {
        Obstacle::Closed
    };
    ReadError::Unreachable {
        service,
        host,
        obstacle,
    }
}

/// Classifies a body that broke off: a length, chunk or compression that ends early, or a compression that is none.
pub(super) fn failed_body(service: Service, error: &reqwest::Error) -> ReadError {
    let broken_off = causes(error).any(|cause| {
        cause.is::<hyper::Error>()
            || io_error(cause).is_some_and(|error| error.kind() == io::ErrorKind::UnexpectedEof)
    });
    if error.is_decode() && !broken_off {
        ReadError::Undecodable { service }
    } else {
        ReadError::Truncated { service }
    }
}

/// Windows says with these codes that a name has no address; elsewhere such an error has no code at all.
const WINDOWS_HOST_NOT_FOUND: i32 = 11_001;
const WINDOWS_NO_ADDRESS: i32 = 11_004;

/// Says what an operating system's error means for a connection.
pub(super) fn obstacle_of(error: &io::Error) -> Obstacle {
    if let None | Some(WINDOWS_HOST_NOT_FOUND | WINDOWS_NO_ADDRESS) = error.raw_os_error() {
        return Obstacle::NameUnknown;
    }
    match error.kind() {
        io::ErrorKind::ConnectionRefused => Obstacle::Refused,
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => Obstacle::NoRoute,
        io::ErrorKind::TimedOut => Obstacle::NoConnection,
        _ => Obstacle::Other,
    }
}

/// The proxy's answer to `CONNECT` shows only as a text.
fn obstacle_to_connecting(error: &reqwest::Error) -> Obstacle {
    if let Some(text) = causes(error)
        .map(ToString::to_string)
        .find(|text| text.starts_with("tunnel error"))
    {
        return if text.contains("authorization") {
            Obstacle::ProxyCredentials
        } else {
            Obstacle::Proxy
        };
    }
    let system = causes(error)
        .filter_map(io_error)
        .find(|error| error.raw_os_error().is_some());
    system.map_or(Obstacle::Other, obstacle_of)
}

/// The error and what is behind it, outermost first. An `io::Error` around another error passes it over in `source`.
pub(super) fn causes<'e>(
    error: &'e (dyn Error + 'static),
) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| {
        let wrapped = io_error(*error).and_then(io::Error::get_ref);
        wrapped.map_or_else(|| (*error).source(), |inner| Some(inner))
    })
}

fn io_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e io::Error> {
    error.downcast_ref()
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
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::REQUEST_TIMEOUT => ReadError::Unavailable {
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

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The start of an error body in UTF-8; what can't be read, is too long or does not come is as good as no body.
async fn error_body(mut response: Response) -> Vec<u8> {
    let transcoder = Transcoder::declared(response.headers());
    let read = async {
        let mut body = Vec::new();
        while let Ok(Some(chunk)) = response.chunk().await {
            if body.len() + chunk.len() > SMALL_BODY_BYTES {
                return Vec::new();
            }
            body.extend_from_slice(&chunk);
        }
        body
    };
    let body = timeout(ERROR_BODY_TIMEOUT, read).await.unwrap_or_default();
    let mut body = match transcoder {
        Some(mut transcoder) => transcoder.push(&body).into_bytes(),
        None => body,
    };
    if body.starts_with(BYTE_ORDER_MARK) {
        body.drain(..BYTE_ORDER_MARK.len());
    }
    body
}
