//! The token service: a password grant per tenant, and the ledger of the tokens it issued.

use std::collections::HashMap;
use std::iter;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;

use super::SharedState;

/// The user name that the token service accepts.
pub const DEMO_USERNAME: &str = "demo";
/// The password of [`DEMO_USERNAME`].
pub const DEMO_PASSWORD: &str = "demo-password";
/// The OAuth client id that the token service accepts.
pub const DEMO_CLIENT_ID: &str = "mcp";
/// The secret of [`DEMO_CLIENT_ID`].
pub const DEMO_CLIENT_SECRET: &str = "demo-secret";

/// Long enough to look like the opaque tokens of a real token service.
const TOKEN_CHARS: usize = 96;

/// The route of the token service.
pub(super) fn routes() -> Router<SharedState> {
    Router::new().route("/EasySts/oauth/token", post(issue))
}

/// The form of a token request. Parameters that are not listed are ignored, as OAuth asks for.
#[derive(Deserialize)]
struct TokenRequest {
    grant_type: Option<String>,
    tenant_code: Option<String>,
    username: Option<String>,
    password: Option<String>,
}

async fn issue(
    State(state): State<SharedState>,
    headers: HeaderMap,
    form: Result<Form<TokenRequest>, FormRejection>,
) -> Result<Response, OauthError> {
    check_client(&headers)?;
    let Form(form) =
        form.map_err(|rejection| OauthError::invalid_request(&rejection.body_text()))?;
    if required(form.grant_type.as_deref(), "grant_type")? != "password" {
        return Err(OauthError::new(
            "unsupported_grant_type",
            "Only the grant type 'password' is supported",
        ));
    }
    let tenant = required(form.tenant_code.as_deref(), "tenant_code")?;
    let username = required(form.username.as_deref(), "username")?;
    let password = required(form.password.as_deref(), "password")?;
    let site = state
        .site(tenant)
        .ok_or_else(|| OauthError::new("invalid_grant", &format!("Unknown tenant '{tenant}'")))?;
    if (username, password) != (DEMO_USERNAME, DEMO_PASSWORD) {
        return Err(OauthError::new(
            "invalid_grant",
            "Invalid user name or password",
        ));
    }
    let lifetime = state.options.token_lifetime;
    let token = state.tokens.issue(site.tenant, lifetime);
    let mut answer = json!({ "access_token": token, "token_type": "bearer" });
    if let (Some(members), Some(lifetime)) = (answer.as_object_mut(), lifetime) {
        members.insert("expires_in".to_owned(), lifetime.as_secs().into());
    }
    Ok(([(CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

/// A parameter that has to be there and not be blank.
fn required<'f>(value: Option<&'f str>, name: &str) -> Result<&'f str, OauthError> {
    value
        .filter(|value| !value.is_empty())
        .ok_or_else(|| OauthError::invalid_request(&format!("Missing parameter '{name}'")))
}

/// Accepts the demo client only, in HTTP Basic.
fn check_client(headers: &HeaderMap) -> Result<(), OauthError> {
    let credentials = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Basic "))
        .and_then(|encoded| BASE64_STANDARD.decode(encoded.trim()).ok())
        .unwrap_or_default();
    let expected = format!("{DEMO_CLIENT_ID}:{DEMO_CLIENT_SECRET}");
    if credentials == expected.as_bytes() {
        Ok(())
    } else {
        Err(OauthError::new(
            "invalid_client",
            "Client authentication failed",
        ))
    }
}

/// An OAuth error answer (RFC 6749 §5.2).
struct OauthError {
    code: &'static str,
    description: String,
}

impl OauthError {
    fn new(code: &'static str, description: &str) -> Self {
        Self {
            code,
            description: description.to_owned(),
        }
    }

    fn invalid_request(description: &str) -> Self {
        Self::new("invalid_request", description)
    }
}

impl IntoResponse for OauthError {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.code, "error_description": self.description }));
        if self.code == "invalid_client" {
            (
                StatusCode::UNAUTHORIZED,
                [(WWW_AUTHENTICATE, "Basic realm=\"EasySts\"")],
                body,
            )
                .into_response()
        } else {
            (StatusCode::BAD_REQUEST, body).into_response()
        }
    }
}

/// The tokens that are good, and how many were ever issued.
#[derive(Default)]
pub(super) struct TokenLedger(Mutex<Grants>);

#[derive(Default)]
struct Grants {
    issued: usize,
    by_token: HashMap<String, Grant>,
}

struct Grant {
    tenant: &'static str,
    expires: Option<Instant>,
}

impl TokenLedger {
    /// Issues a token that opens a tenant's site.
    pub(super) fn issue(&self, tenant: &'static str, lifetime: Option<Duration>) -> String {
        let token: String = iter::repeat_with(fastrand::alphanumeric)
            .take(TOKEN_CHARS)
            .collect();
        let expires = lifetime.map(|lifetime| Instant::now() + lifetime);
        let mut grants = self.grants();
        grants.issued += 1;
        grants
            .by_token
            .insert(token.clone(), Grant { tenant, expires });
        token
    }

    /// The tenant of a token, if the token is known and not expired.
    pub(super) fn tenant(&self, token: &str) -> Option<&'static str> {
        let grants = self.grants();
        let grant = grants.by_token.get(token)?;
        let expired = grant
            .expires
            .is_some_and(|expires| expires <= Instant::now());
        (!expired).then_some(grant.tenant)
    }

    /// How many tokens were issued.
    pub(super) fn issued(&self) -> usize {
        self.grants().issued
    }

    /// Makes every token invalid.
    pub(super) fn revoke(&self) {
        self.grants().by_token.clear();
    }

    fn grants(&self) -> MutexGuard<'_, Grants> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
