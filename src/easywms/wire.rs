//! Everything that is assumed about the wire of `EasyWMS`: service names, paths, property names, error objects.
//!
//! No public reference of the REST API exists. What a real server has otherwise is corrected by a profile setting (the
//! paths, the filter dialect, the catalogue) or here, and nowhere else. Certain (seen in real integrations): the token
//! request, the query types, the shape of a workflow. The rest is plausible or assumed.

use std::fmt;

use memchr::memmem;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The services of the warehouse's REST API that are read.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Service {
    /// Issues access tokens.
    Token,
    /// Answers queries over entity types.
    Query,
    /// Describes entity types.
    Metadata,
    /// Holds the workflows of the applications.
    Workflow,
    /// Holds the log of the workflows.
    Log,
    /// Holds metrics.
    Metric,
}

impl Service {
    /// Returns the suffix of the variable that sets the service's path: `WMS_<P>` + this.
    #[must_use]
    pub fn path_variable_suffix(self) -> &'static str {
        match self {
            Self::Token => "_STS_PATH",
            Self::Query => "_QUERY_PATH",
            Self::Metadata => "_METADATA_PATH",
            Self::Workflow => "_WORKFLOW_PATH",
            Self::Log => "_LOG_PATH",
            Self::Metric => "_METRIC_PATH",
        }
    }
}

/// Returns where a service answers on servers of any kind: the usual path first, then what an older or newer server, or
/// one behind a gateway, may have instead. All but the first are assumptions; the check tries them when it finds nothing.
pub(super) fn plausible_paths(service: Service) -> &'static [&'static str] {
    match service {
        Service::Token => &[
            "/EasySts/oauth/token",
            "/EasySTS/oauth/token",
            "/EasySts/connect/token",
            "/EasySts/token",
            "/oauth/token",
        ],
        Service::Query => &[
            "/QueryService/api/QueryExecute",
            "/QueryService/api/Query/QueryExecute",
            "/QueryService/QueryExecute",
            "/api/QueryExecute",
        ],
        Service::Metadata => &[
            "/MetadataService/api/EntityTypes",
            "/QueryService/api/EntityTypes",
            "/ApplicationService/api/EntityTypes",
            "/api/EntityTypes",
        ],
        Service::Workflow => &[
            "/ApplicationDictionaryService/api/Applications",
            "/ApplicationDictionary/api/Applications",
            "/WorkflowService/api/Applications",
            "/api/Applications",
        ],
        Service::Log => &[
            "/WorkflowLogService/api",
            "/WorkflowLog/api",
            "/LogService/api",
            "/api",
        ],
        Service::Metric => &[
            "/MetricsService/api/Metrics",
            "/MetricService/api/Metrics",
            "/api/Metrics",
        ],
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Token => "token service",
            Self::Query => "query service",
            Self::Metadata => "metadata service",
            Self::Workflow => "workflow service",
            Self::Log => "log service",
            Self::Metric => "metric service",
        })
    }
}

/// Which model a query reads: flat rows, or whole aggregates with navigations.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum QueryType {
    /// Flat rows; a relation shows as `XId` and `XCode`.
    #[default]
    Reading,
    /// Whole domain aggregates with `$id` and `$ref`, often twenty times as large.
    Writing,
}

impl QueryType {
    /// Returns the number on the wire.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Reading => 0,
            Self::Writing => 1,
        }
    }
}

/// The body of a query request.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct QueryBody<'a> {
    pub(super) entity_type: &'a str,
    pub(super) query_type: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) filter: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) order_by: Option<&'a str>,
    pub(super) skip: u64,
    pub(super) take: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fields: Option<&'a [String]>,
    pub(super) include_total: bool,
}

/// Which workflows of an application are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkflowPage<'a> {
    /// Text in name or description.
    pub(super) search: Option<&'a str>,
    pub(super) skip: u64,
    pub(super) take: u64,
}

impl WorkflowPage<'_> {
    pub(super) fn pairs(&self) -> Vec<(&'static str, String)> {
        let search = self.search.map(|search| ("search", search.to_owned()));
        let page = [
            ("skip", self.skip.to_string()),
            ("take", self.take.to_string()),
        ];
        search.into_iter().chain(page).collect()
    }
}

/// The body of a log search. Times are sent as the caller gave them.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct LogSearchBody<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) keyword: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min_level: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) workflow: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<&'a str>,
    pub(super) skip: u64,
    pub(super) take: u64,
    pub(super) descending: bool,
}

/// The time window of a metric; an end that is left out is the server's to choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct MetricWindow<'a> {
    pub(super) from: Option<&'a str>,
    pub(super) to: Option<&'a str>,
}

impl MetricWindow<'_> {
    pub(super) fn pairs(&self) -> Vec<(&'static str, String)> {
        let from = self.from.map(|from| ("from", from.to_owned()));
        let to = self.to.map(|to| ("to", to.to_owned()));
        from.into_iter().chain(to).collect()
    }
}

/// The form of a token request.
#[derive(Serialize)]
pub(super) struct TokenForm<'a> {
    pub(super) grant_type: &'static str,
    pub(super) tenant_code: &'a str,
    pub(super) username: &'a str,
    pub(super) password: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) language: Option<&'a str>,
}

/// The answer of the token service; `expires_in` comes as a number or as text, or not at all.
#[derive(Deserialize)]
pub(super) struct TokenAnswer {
    pub(super) access_token: Option<String>,
    pub(super) expires_in: Option<Value>,
}

/// The failure of the token service (RFC 6749, section 5.2).
#[derive(Deserialize)]
pub(super) struct TokenFailure {
    pub(super) error: Option<String>,
    pub(super) error_description: Option<String>,
}

impl TokenFailure {
    /// Whether the tenant is the cause. The wording is assumed; it decides the hint, not the category.
    pub(super) fn blames_the_tenant(&self) -> bool {
        let said = [self.error.as_deref(), self.error_description.as_deref()];
        said.into_iter()
            .flatten()
            .any(|text| text.to_lowercase().contains("tenant"))
    }
}

/// Returns the message of a Web API error object: its most telling known property, nothing else of the body.
pub(super) fn error_message(body: &[u8]) -> Option<String> {
    let object: Value = serde_json::from_slice(body).ok()?;
    [
        "ExceptionMessage",
        "MessageDetail",
        "Message",
        "error_description",
        "title",
        "detail",
    ]
    .into_iter()
    .filter_map(|name| object.get(name)?.as_str())
    .map(str::trim)
    .find(|text| !text.is_empty())
    .map(str::to_owned)
}

/// Whether an error body comes from the warehouse's own services, and not from a web server that lacks the route.
pub(super) fn is_web_api_error(body: &[u8]) -> bool {
    let missing_route = memmem::find(body, b"No HTTP resource was found").is_some();
    error_message(body).is_some() && !missing_route
}
