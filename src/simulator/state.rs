//! What every handler shares, and the extractor that turns a bearer token into the site it opens.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::faults::{FaultPlan, Gate};
use super::journal::Journal;
use super::query::KeyOrder;
use super::token::TokenLedger;
use super::warehouse::Site;
use super::{ApiError, Options, TENANTS};

/// The state of every route of the simulator.
pub(crate) type SharedState = Arc<SimulatorState>;

/// One simulator's data, options and memory of what happened.
pub(crate) struct SimulatorState {
    pub(super) options: Options,
    pub(super) tokens: TokenLedger,
    pub(super) journal: Journal,
    pub(super) faults: FaultPlan,
    pub(super) gate: Gate,
    pub(super) key_order: KeyOrder,
    sites: Vec<Arc<Site>>,
}

impl SimulatorState {
    /// Makes the sites of every tenant.
    pub(super) fn new(options: Options) -> Self {
        let site = |tenant: &&str| Site::new(tenant, options.now, options.scale).map(Arc::new);
        Self {
            sites: TENANTS.iter().filter_map(site).collect(),
            tokens: TokenLedger::default(),
            journal: Journal::default(),
            faults: FaultPlan::default(),
            gate: Gate::default(),
            key_order: KeyOrder::default(),
            options,
        }
    }

    /// The site of a tenant; `None` if the token service doesn't know it.
    pub(super) fn site(&self, tenant: &str) -> Option<&Arc<Site>> {
        self.sites.iter().find(|site| site.tenant == tenant)
    }

    /// The site that a request's bearer token opens; `None` without a token that is still good.
    pub(super) fn authorized_site(&self, headers: &HeaderMap) -> Option<&Arc<Site>> {
        self.site(self.tokens.tenant(bearer_token(headers)?)?)
    }
}

/// The bearer token of a request, good or not.
pub(super) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The site of the token's tenant. A handler that takes it answers 401 to anyone without a good token.
pub(crate) struct Authorized(pub(crate) Arc<Site>);

impl FromRequestParts<SharedState> for Authorized {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &SharedState) -> Result<Self, ApiError> {
        state
            .authorized_site(&parts.headers)
            .map(|site| Self(Arc::clone(site)))
            .ok_or_else(ApiError::unauthorized)
    }
}
