//! Where each service answers on a server, with the guard that keeps write operations out of a configured path.
//!
//! It does not know what is asked of a service: the paths below these, and the bodies, are the warehouse side's.

use super::lookup::Reader;
use super::variables::profile as variables;

/// The token service.
pub(super) const STS: &str = "/EasySts/oauth/token";
/// The query operation.
pub(super) const QUERY: &str = "/QueryService/api/QueryExecute";
/// The list of entity types; one type is below it.
pub(super) const METADATA: &str = "/MetadataService/api/EntityTypes";
/// The list of applications; their workflows are below it.
pub(super) const WORKFLOW: &str = "/ApplicationDictionaryService/api/Applications";
/// The log service; the search and the entries are below it.
pub(super) const LOG: &str = "/WorkflowLogService/api";
/// The list of metrics; one metric is below it.
pub(super) const METRIC: &str = "/MetricsService/api/Metrics";

/// The operation that writes and the one that streams: never called, so no path may name them.
const FORBIDDEN: [&str; 2] = ["commandexecute", "queryexecutestream"];

/// A checked path on a server: starts with `/`, ends without one, and names no operation that writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServicePath(String);

impl ServicePath {
    /// Checks a path; the error says what is wrong without repeating it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let path = text.trim().trim_end_matches('/');
        if !path.starts_with('/') {
            return Err("must be a path that starts with /, such as /QueryService/api".into());
        }
        check_path(path)?;
        Ok(Self(path.into()))
    }

    /// Returns the path, without a slash at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Refuses what could lead to another place than the one written, or to an operation that writes.
///
/// Only plain characters pass: an escape or a look-alike letter could spell a forbidden name for the server and another
/// one for this check.
pub(super) fn check_path(path: &str) -> Result<(), String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    if !path.bytes().all(plain) {
        return Err("may hold only letters, digits and / - . _ ~ in its path".into());
    }
    if path.contains("//") || path.contains("..") || path.split('/').any(|part| part == ".") {
        return Err("may not hold //, /./ or .. in its path".into());
    }
    let lowercase = path.to_ascii_lowercase();
    if FORBIDDEN.iter().any(|name| lowercase.contains(name)) {
        return Err("names an operation that this program never calls: it only reads".into());
    }
    Ok(())
}

/// The path of each service of one server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServicePaths {
    /// The token service.
    pub sts: ServicePath,
    /// The query operation.
    pub query: ServicePath,
    /// The list of entity types; one type is below it.
    pub metadata: ServicePath,
    /// The list of applications; their workflows are below it.
    pub workflow: ServicePath,
    /// The log service; the search and the entries are below it.
    pub log: ServicePath,
    /// The list of metrics; one metric is below it.
    pub metric: ServicePath,
}

impl Default for ServicePaths {
    fn default() -> Self {
        Self {
            sts: ServicePath(STS.into()),
            query: ServicePath(QUERY.into()),
            metadata: ServicePath(METADATA.into()),
            workflow: ServicePath(WORKFLOW.into()),
            log: ServicePath(LOG.into()),
            metric: ServicePath(METRIC.into()),
        }
    }
}

impl ServicePaths {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let mut path = |variable, default| {
            reader
                .optional(variable, ServicePath::parse)
                .unwrap_or(default)
        };
        let default = Self::default();
        Self {
            sts: path(&variables::STS_PATH, default.sts),
            query: path(&variables::QUERY_PATH, default.query),
            metadata: path(&variables::METADATA_PATH, default.metadata),
            workflow: path(&variables::WORKFLOW_PATH, default.workflow),
            log: path(&variables::LOG_PATH, default.log),
            metric: path(&variables::METRIC_PATH, default.metric),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::*;

    #[test]
    fn the_defaults_pass_their_own_check() {
        for path in [STS, QUERY, METADATA, WORKFLOW, LOG, METRIC] {
            assert_eq!(ServicePath::parse(path).unwrap().as_str(), path);
        }
    }

    #[test]
    fn refuses_every_spelling_of_a_write_or_stream_operation() {
        for path in [
            "/ApplicationService/api/CommandExecute",
            "/x/COMMANDEXECUTE/y",
            "/QueryService/api/QueryExecuteStream",
            "/api/%43ommandExecute",
            "/api/CommandE\u{212a}ecute",
            "/api/Command\tExecute",
        ] {
            assert!(ServicePath::parse(path).is_err(), "{path}");
        }
    }

    #[test]
    fn refuses_a_path_that_leads_elsewhere() {
        for path in [
            "",
            "/",
            "api",
            "https://elsewhere/api",
            "//elsewhere/api",
            "/a/../b",
            "/a/./b",
            "/a?b",
            "/a#b",
            "/a\\b",
            "/a b",
            "/a//b",
        ] {
            assert!(ServicePath::parse(path).is_err(), "{path}");
        }
    }

    #[test]
    fn drops_blanks_and_the_last_slash() {
        assert_eq!(
            ServicePath::parse(" /My.Service/v2/ ").unwrap().as_str(),
            "/My.Service/v2"
        );
    }
}
