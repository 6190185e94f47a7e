//! The HTTP server: accepts connections, journals each request, applies the planned fault and calls the routes.
//!
//! It drives hyper itself rather than through `axum::serve`, because a fault may close a connection without an answer
//! and because dropping the simulator must end the connections as well as the listener.

use std::convert::Infallible;
use std::time::Duration;

use axum::Extension;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::faults::{Fault, Route};
use super::journal::Exchange;
use super::{ApiError, SharedState, metadata, query, services, state, token};

/// No read request comes near it; a larger one is cut off.
const MAX_REQUEST_BYTES: usize = 4 * 1024 * 1024;
/// A failed accept (out of descriptors, mostly) clears when some connection ends; until then, don't spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// Serves until it is dropped, which ends every connection too.
pub(super) async fn serve(listener: TcpListener, state: SharedState) {
    let router = routes().with_state(state.clone());
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(serve_connection(stream, state.clone(), router.clone()));
                }
                Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

/// Every route of every service. The two that are not reads exist only to be refused and counted.
fn routes() -> Router<SharedState> {
    Router::new()
        .merge(token::routes())
        .merge(query::routes())
        .merge(metadata::routes())
        .merge(services::routes())
        .route(
            "/ApplicationService/api/CommandExecute",
            any(refuse_operation),
        )
        .route(
            "/QueryService/api/QueryExecuteStream",
            any(refuse_operation),
        )
        .fallback(refuse_route)
        .method_not_allowed_fallback(refuse_method)
}

/// Marks the answer to a request that a reader has no business sending.
#[derive(Clone)]
struct Refused;

async fn refuse_operation() -> impl IntoResponse {
    let message = "This operation must never be called.";
    let error = ApiError::exception(
        StatusCode::INTERNAL_SERVER_ERROR,
        "System.InvalidOperationException",
        message,
    );
    (Extension(Refused), error)
}

async fn refuse_route(uri: Uri) -> impl IntoResponse {
    (Extension(Refused), ApiError::route_not_found(&uri))
}

async fn refuse_method(method: Method) -> impl IntoResponse {
    let message = format!("The requested resource does not support http method '{method}'.");
    (
        Extension(Refused),
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message),
    )
}

async fn serve_connection(stream: TcpStream, state: SharedState, router: Router) {
    // Small answers would otherwise wait for the client's delayed acknowledgement.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(|request| answer(request, state.clone(), router.clone()));
    // The error of a connection is the client's to notice: a broken one is often what a test asked for.
    let _ = http1::Builder::new()
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

/// Tells hyper to close the connection without a byte of an answer.
#[derive(Debug, thiserror::Error)]
#[error("closed without an answer")]
struct ClosedWithoutAnswer;

async fn answer(
    request: hyper::Request<Incoming>,
    state: SharedState,
    router: TowerToHyperService<Router>,
) -> Result<Response, ClosedWithoutAnswer> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(Body::new(body), MAX_REQUEST_BYTES)
        .await
        .map_err(|_| ClosedWithoutAnswer)?;
    let route = Route::of(parts.uri.path());
    let _in_flight = (route == Some(Route::Query)).then(|| state.journal.enter_flight());
    let number = state.journal.arrived(exchange(&parts, &body, &state));
    let names_a_write = names_a_write(parts.uri.path());
    if names_a_write {
        state.journal.count_write_attempt();
    }
    let fault = route.and_then(|route| state.faults.take(route));
    match &fault {
        Some(Fault::CloseBeforeAnswer) => return Err(ClosedWithoutAnswer),
        Some(Fault::SlowHeaders(delay)) => tokio::time::sleep(*delay).await,
        Some(Fault::Hold) => state.gate.pass().await,
        _ => {}
    }
    let response = match fault {
        None => call(&router, parts, body).await,
        Some(fault) => match fault.invented(&parts.headers, &body) {
            Some(response) => response,
            None => fault.spoil(call(&router, parts, body).await).await,
        },
    };
    if !names_a_write && response.extensions().get::<Refused>().is_some() {
        state.journal.count_write_attempt();
    }
    state.journal.answered(number, response.status().as_u16());
    Ok(response)
}

/// Whether a path names an operation that writes or streams, wherever it stands and however it is spelt.
fn names_a_write(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    path.contains("commandexecute") || path.contains("queryexecutestream")
}

async fn call(router: &TowerToHyperService<Router>, parts: Parts, body: Bytes) -> Response {
    let request = Request::from_parts(parts, Body::from(body));
    let answered: Result<Response, Infallible> = router.call(request).await;
    match answered {
        Ok(response) => response,
        Err(impossible) => match impossible {},
    }
}

fn exchange(parts: &Parts, body: &[u8], state: &SharedState) -> Exchange {
    Exchange {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        body: String::from_utf8_lossy(body).into_owned(),
        tenant: state
            .authorized_site(&parts.headers)
            .map(|site| site.tenant),
        bearer: state::bearer_token(&parts.headers).is_some(),
        status: None,
    }
}
