//! The one error object of every path: bad arguments, upstream failures, time-outs, panics.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::config::variables::for_profile;

/// What went wrong, as a closed list that callers can act on. The text on the wire is [`Code::as_str`].
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Code {
    /// A parameter is unknown, missing, of the wrong type or out of its bounds.
    InvalidArguments,
    /// No entity type of that name exists on this server.
    UnknownEntityType,
    /// A field named in a filter, an order or a projection does not exist.
    UnknownField,
    /// A filter or an order does not parse.
    InvalidFilter,
    /// `query_type` is neither 0 nor 1.
    InvalidQueryType,
    /// A cursor is unreadable, outdated or belongs to another question.
    CursorInvalid,
    /// No profile of that name is configured.
    UnknownProfile,
    /// No profile is configured at all, or none is chosen.
    NotConfigured,
    /// The profile or a global setting is configured wrongly.
    ConfigurationInvalid,
    /// The token service refused the credentials.
    AuthFailed,
    /// The token service does not know the tenant.
    TenantNotFound,
    /// The user may not read this.
    Forbidden,
    /// The thing asked for does not exist.
    NotFound,
    /// This server has no such service at the configured path.
    RouteNotFound,
    /// A name fits several things.
    Ambiguous,
    /// A text changed between two windows.
    DataChanged,
    /// The warehouse asked to be left alone for a while.
    RateLimited,
    /// Too many calls wait for this profile.
    Busy,
    /// The call or an attempt took too long.
    Timeout,
    /// No connection could be made or kept.
    Unreachable,
    /// The server's certificate was not accepted.
    TlsFailed,
    /// The warehouse answered with an error of its own.
    UpstreamError,
    /// The warehouse answered with something that is not the agreed JSON.
    UpstreamInvalid,
    /// The warehouse answered with more bytes than are read.
    UpstreamTooLarge,
    /// A fault of this program.
    Internal,
}

impl Code {
    /// Every code, for tests and documentation that walk the list.
    pub const ALL: [Self; 25] = [
        Self::InvalidArguments,
        Self::UnknownEntityType,
        Self::UnknownField,
        Self::InvalidFilter,
        Self::InvalidQueryType,
        Self::CursorInvalid,
        Self::UnknownProfile,
        Self::NotConfigured,
        Self::ConfigurationInvalid,
        Self::AuthFailed,
        Self::TenantNotFound,
        Self::Forbidden,
        Self::NotFound,
        Self::RouteNotFound,
        Self::Ambiguous,
        Self::DataChanged,
        Self::RateLimited,
        Self::Busy,
        Self::Timeout,
        Self::Unreachable,
        Self::TlsFailed,
        Self::UpstreamError,
        Self::UpstreamInvalid,
        Self::UpstreamTooLarge,
        Self::Internal,
    ];

    /// Returns the code's name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArguments => "invalid_arguments",
            Self::UnknownEntityType => "unknown_entity_type",
            Self::UnknownField => "unknown_field",
            Self::InvalidFilter => "invalid_filter",
            Self::InvalidQueryType => "invalid_query_type",
            Self::CursorInvalid => "cursor_invalid",
            Self::UnknownProfile => "unknown_profile",
            Self::NotConfigured => "not_configured",
            Self::ConfigurationInvalid => "configuration_invalid",
            Self::AuthFailed => "auth_failed",
            Self::TenantNotFound => "tenant_not_found",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::RouteNotFound => "route_not_found",
            Self::Ambiguous => "ambiguous",
            Self::DataChanged => "data_changed",
            Self::RateLimited => "rate_limited",
            Self::Busy => "busy",
            Self::Timeout => "timeout",
            Self::Unreachable => "unreachable",
            Self::TlsFailed => "tls_failed",
            Self::UpstreamError => "upstream_error",
            Self::UpstreamInvalid => "upstream_invalid",
            Self::UpstreamTooLarge => "upstream_too_large",
            Self::Internal => "internal",
        }
    }

    /// Returns the family that the code belongs to (one of ten).
    #[must_use]
    pub fn category(self) -> &'static str {
        match self {
            Self::InvalidArguments
            | Self::UnknownEntityType
            | Self::UnknownField
            | Self::InvalidFilter
            | Self::InvalidQueryType
            | Self::CursorInvalid
            | Self::UnknownProfile => "validation",
            Self::NotConfigured | Self::ConfigurationInvalid => "configuration",
            Self::AuthFailed | Self::TenantNotFound => "authentication",
            Self::Forbidden => "authorization",
            Self::NotFound | Self::RouteNotFound => "not_found",
            Self::Ambiguous | Self::DataChanged => "conflict",
            Self::RateLimited | Self::Busy => "rate_limit",
            Self::Timeout => "timeout",
            Self::Unreachable
            | Self::TlsFailed
            | Self::UpstreamError
            | Self::UpstreamInvalid
            | Self::UpstreamTooLarge => "dependency",
            Self::Internal => "internal",
        }
    }

    /// Returns whether the same call may succeed later without a change. The client has already used its own attempts.
    #[must_use]
    pub fn retryable(self) -> bool {
        matches!(
            self,
            Self::RateLimited | Self::Busy | Self::Timeout | Self::Unreachable
        )
    }
}

/// A call that did not succeed: what happened, what to do, and what a program can act on.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The closed code.
    pub code: Code,
    /// What happened, in the caller's terms.
    pub message: String,
    /// What to do next: a full sentence.
    pub hint: String,
    /// The profile that was asked, when one was chosen before the failure.
    pub profile: Option<String>,
    /// Whether trying again can help; [`Code::retryable`] unless the failure knows better.
    pub retryable: bool,
    /// Facts behind the failure, in order: `did_you_mean`, `parameter`, `position`, `server_message` …
    pub details: Box<Map<String, Value>>,
}

/// The most characters of a text from the warehouse that a failure quotes (`server_message`).
const SERVER_MESSAGE_CHARS: usize = 500;

impl Failure {
    /// Makes a failure; `message` says what happened, `hint` what to do.
    pub fn new(code: Code, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: hint.into(),
            profile: None,
            retryable: code.retryable(),
            details: Box::default(),
        }
    }

    /// Adds a fact for programs. A value that can't be written as JSON is left out.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.details.insert(name.to_owned(), value);
        }
        self
    }

    /// Adds the nearest valid names, if there are any.
    #[must_use]
    pub fn did_you_mean<S: Serialize>(self, names: &[S]) -> Self {
        if names.is_empty() {
            self
        } else {
            self.with("did_you_mean", names)
        }
    }

    /// Adds a text that the warehouse sent: capped, and under a name that marks it as remote.
    #[must_use]
    pub fn server_message(self, text: Option<&str>) -> Self {
        match text {
            None => self,
            Some(text) => {
                let capped: String = text.chars().take(SERVER_MESSAGE_CHARS).collect();
                self.with("server_message", capped)
            }
        }
    }

    /// Names the profile that was asked, also in the variables that the hint speaks of (`WMS_<P>_…`).
    #[must_use]
    pub fn for_profile(mut self, profile: &str) -> Self {
        self.hint = for_profile(&self.hint, profile);
        self.profile = Some(profile.to_owned());
        self
    }

    /// Says whether trying again can help, where the code alone doesn't know.
    #[must_use]
    pub fn retryable(mut self, retryable: bool) -> Self {
        self.retryable = retryable;
        self
    }
}
