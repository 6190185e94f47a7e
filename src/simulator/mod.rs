//! An `EasyWMS` of our own: a real HTTP server on loopback with a believable warehouse behind it.
//!
//! It serves `--demo` and is the ground of the tests: faults are planned per request, and every request is journaled so
//! that a test can assert what was really sent. It speaks JSON and knows none of our client, row or envelope types, so
//! that one wrong name can't be right on both sides of a test.

mod faults;
mod filter;
mod journal;
pub(crate) mod logs;
mod metadata;
pub(crate) mod metrics;
mod options;
mod query;
mod server;
mod services;
mod state;
pub(crate) mod story;
mod token;
pub(crate) mod warehouse;
mod web_api;
pub(crate) mod workflows;

use std::fmt;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use faults::{Fault, Route};
pub use filter::Dialect;
pub use journal::Exchange;
pub use options::{EntityNames, FieldNames, Filters, Options, Projection, RowShape, Totals};
pub(crate) use state::{Authorized, SharedState};
pub use token::{DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME};
pub(crate) use web_api::{ApiError, JsonBody, JsonText};

/// The tenants that the token service knows; any other (`GHOST` of the demo profiles) is refused by name.
pub const TENANTS: [&str; 2] = ["NORTH", "SOUTH"];

/// A running simulator. It stops, with every connection it holds, when dropped.
pub struct Simulator {
    base_url: String,
    state: SharedState,
    server: JoinHandle<()>,
}

impl fmt::Debug for Simulator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Simulator")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

impl Simulator {
    /// Binds a loopback port and serves on the current Tokio runtime.
    ///
    /// Fails only if the port can't be bound.
    pub async fn start(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let base_url = format!("http://{}", listener.local_addr()?);
        let state = Arc::new(state::SimulatorState::new(options));
        let server = tokio::spawn(server::serve(listener, Arc::clone(&state)));
        Ok(Self {
            base_url,
            state,
            server,
        })
    }

    /// Returns where it listens, without a trailing slash: `http://127.0.0.1:49152`.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns every request since the start or the last [`clear_journal`](Self::clear_journal), in order of arrival.
    #[must_use]
    pub fn journal(&self) -> Vec<Exchange> {
        self.state.journal.exchanges()
    }

    /// Forgets the journaled requests. The count of write attempts stays.
    pub fn clear_journal(&self) {
        self.state.journal.clear();
    }

    /// Returns how many requests named a write or streaming operation, or a route that no service lists.
    #[must_use]
    pub fn write_attempts(&self) -> usize {
        self.state.journal.write_attempts()
    }

    /// Returns the highest number of query requests that were being answered at once.
    ///
    /// A request counts from its arrival until its answer starts, so a client that never has more than `n` in flight
    /// is never seen with more than `n`.
    #[must_use]
    pub fn in_flight_peak(&self) -> usize {
        self.state.journal.in_flight_peak()
    }

    /// Plans a fault for the next request of a route. Planned faults queue up, one a request.
    pub fn plan(&self, route: Route, fault: Fault) {
        self.plan_times(route, fault, 1);
    }

    /// Plans the same fault for the next `times` requests of a route.
    pub fn plan_times(&self, route: Route, fault: Fault, times: usize) {
        self.state.faults.queue(route, fault, times);
    }

    /// Plans a fault for every request of a route that no queued fault is waiting for, until faults are cleared.
    pub fn plan_always(&self, route: Route, fault: Fault) {
        self.state.faults.keep(route, fault);
    }

    /// Drops every planned fault, queued or standing. Requests already held stay held.
    pub fn clear_faults(&self) {
        self.state.faults.clear();
    }

    /// Waits until at least `requests` requests are held by [`Fault::Hold`] at once.
    pub async fn held(&self, requests: usize) {
        self.state.gate.held(requests).await;
    }

    /// Waits until no request is held, because all were released or their clients gave up.
    pub async fn none_held(&self) {
        self.state.gate.none_held().await;
    }

    /// Lets every request go on that [`Fault::Hold`] holds at this moment.
    pub fn release(&self) {
        self.state.gate.release();
    }

    /// Issues a good token without the token service, for a test that words the service's answer by itself.
    ///
    /// `None` for a tenant other than [`TENANTS`]. It never expires and counts as issued.
    #[must_use]
    pub fn issue_token(&self, tenant: &str) -> Option<String> {
        let site = self.state.site(tenant)?;
        Some(self.state.tokens.issue(site.tenant, None))
    }

    /// Returns how many tokens were issued since the start.
    #[must_use]
    pub fn tokens_issued(&self) -> usize {
        self.state.tokens.issued()
    }

    /// Makes every token issued so far invalid: the next request with one is answered 401.
    pub fn revoke_tokens(&self) {
        self.state.tokens.revoke();
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        self.server.abort();
    }
}

#[cfg(test)]
mod tests;
