//! The closed list of requests that can be made: every one reads.
//!
//! There is no function that takes a method or a path from elsewhere, so a write can't be built. Names and ids meet a
//! URL in one place, [`segment`], which refuses what could change the path.

use reqwest::{Method, Url};
use serde::Serialize;

use super::error::ReadError;
use super::wire::{LogSearchBody, MetricWindow, QueryBody, Service, WorkflowPage};
use crate::config::ServicePaths;

/// A request to the warehouse. Each variant fixes its method and its path; the arguments are data.
#[derive(Clone, Debug)]
pub(super) enum ReadRequest<'a> {
    /// Whether anything answers where tokens are issued. It goes out without credentials, so that none is.
    TokenPath,
    /// Rows of an entity type, or their number.
    Query(QueryBody<'a>),
    /// The entity types of the server.
    EntityTypes,
    /// The fields of one entity type.
    EntityType { name: &'a str },
    /// The applications that hold workflows.
    Applications,
    /// The workflows of an application, without their definitions.
    Workflows {
        application: &'a str,
        page: WorkflowPage<'a>,
    },
    /// One workflow, by name or id, with its definition.
    Workflow { application: &'a str, id: &'a str },
    /// Entries of the workflow log.
    LogSearch(LogSearchBody<'a>),
    /// One entry of the workflow log.
    LogEntry { id: &'a str },
    /// The metrics of the server.
    Metrics,
    /// The points of one metric.
    Metric {
        code: &'a str,
        window: MetricWindow<'a>,
    },
}

/// A request in the terms of HTTP, ready to be sent to one host.
pub(super) struct Prepared {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) body: Option<String>,
}

/// No id or name of the warehouse comes near this.
const LONGEST_SEGMENT_CHARS: usize = 200;

impl ReadRequest<'_> {
    /// Returns the service that answers the request.
    pub(super) fn service(&self) -> Service {
        match self {
            Self::TokenPath => Service::Token,
            Self::Query(_) => Service::Query,
            Self::EntityTypes | Self::EntityType { .. } => Service::Metadata,
            Self::Applications | Self::Workflows { .. } | Self::Workflow { .. } => {
                Service::Workflow
            }
            Self::LogSearch(_) | Self::LogEntry { .. } => Service::Log,
            Self::Metrics | Self::Metric { .. } => Service::Metric,
        }
    }

    /// Returns what is looked for by name, if the request is about one thing.
    pub(super) fn thing(&self) -> Option<String> {
        match self {
            Self::EntityType { name } => Some(format!("entity type '{name}'")),
            Self::Workflows { application, .. } => Some(format!("application '{application}'")),
            Self::Workflow { application, id } => {
                Some(format!("workflow '{id}' of application '{application}'"))
            }
            Self::LogEntry { id } => Some(format!("log entry '{id}'")),
            Self::Metric { code, .. } => Some(format!("metric '{code}'")),
            Self::TokenPath
            | Self::Query(_)
            | Self::EntityTypes
            | Self::Applications
            | Self::LogSearch(_)
            | Self::Metrics => None,
        }
    }

    /// Builds the request for a host whose services answer at `paths`.
    pub(super) fn prepare(&self, base: &Url, paths: &ServicePaths) -> Result<Prepared, ReadError> {
        let url = |segments: &[&str]| at(base, service_path(paths, self.service()), segments);
        Ok(match self {
            Self::Query(body) => post(url(&[])?, body),
            Self::TokenPath | Self::EntityTypes | Self::Applications | Self::Metrics => {
                get(url(&[])?)
            }
            Self::EntityType { name } => get(url(&[name])?),
            Self::Workflows { application, page } => {
                get(with_query(url(&[application, "Workflows"])?, &page.pairs()))
            }
            Self::Workflow { application, id } => get(url(&[application, "Workflows", id])?),
            Self::LogSearch(body) => post(url(&["LogSearch"])?, body),
            Self::LogEntry { id } => get(url(&["Logs", id])?),
            Self::Metric { code, window } => get(with_query(url(&[code])?, &window.pairs())),
        })
    }
}

/// Returns the configured path of a service, from which its requests start.
pub(super) fn service_path(paths: &ServicePaths, service: Service) -> &str {
    let path = match service {
        Service::Token => &paths.sts,
        Service::Query => &paths.query,
        Service::Metadata => &paths.metadata,
        Service::Workflow => &paths.workflow,
        Service::Log => &paths.log,
        Service::Metric => &paths.metric,
    };
    path.as_str()
}

fn get(url: Url) -> Prepared {
    Prepared {
        method: Method::GET,
        url,
        body: None,
    }
}

fn with_query(mut url: Url, pairs: &[(&str, String)]) -> Url {
    if !pairs.is_empty() {
        url.query_pairs_mut().extend_pairs(pairs);
    }
    url
}

fn post(url: Url, body: &impl Serialize) -> Prepared {
    Prepared {
        method: Method::POST,
        url,
        body: serde_json::to_string(body).ok(),
    }
}

/// The URL of a service's path with further segments; the host is always the profile's.
pub(super) fn at(base: &Url, root: &str, segments: &[&str]) -> Result<Url, ReadError> {
    let mut url = base.clone();
    let path = format!("{}{root}", base.path().trim_end_matches('/'));
    url.set_path(&path);
    for name in segments {
        let safe = segment(name)?;
        if let Ok(mut path) = url.path_segments_mut() {
            path.push(safe);
        }
    }
    Ok(url)
}

/// Checks a name before it becomes a path segment. `Url` encodes the rest, but silently drops `.` and `..`, and removes
/// line ends and tabs, so that another thing would be asked for than the caller named.
fn segment(name: &str) -> Result<&str, ReadError> {
    let problem = if matches!(name.trim(), "" | "." | "..") {
        "a name can't be empty, '.' or '..'".to_owned()
    } else if name.chars().count() > LONGEST_SEGMENT_CHARS {
        format!("a name has at most {LONGEST_SEGMENT_CHARS} characters")
    } else if let Some(character) = name
        .chars()
        .find(|c| c.is_control() || "/\\?#%".contains(*c))
    {
        format!("a name can't contain {character:?}")
    } else {
        return Ok(name);
    };
    Err(ReadError::UnsafeName { problem })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{Url, at};

    fn base() -> Url {
        Url::parse("https://wms.example/site/").unwrap()
    }

    #[test]
    fn keeps_the_base_path_and_encodes_a_name() {
        let url = at(&base(), "/MetadataService/api/EntityTypes", &["Größe 1"]).unwrap();
        assert_eq!(
            url.as_str(),
            "https://wms.example/site/MetadataService/api/EntityTypes/Gr%C3%B6%C3%9Fe%201"
        );
    }

    #[test]
    fn refuses_a_name_that_would_change_the_path() {
        for name in [
            "",
            " ",
            ".",
            "..",
            "a/b",
            "a\\b",
            "a?b",
            "a#c",
            "a%2fb",
            "%2e%2e",
            "a\nb",
            "a\tb",
            "a\0",
            "//evil",
            "http://evil/",
        ] {
            assert!(at(&base(), "/x", &[name]).is_err(), "{name:?}");
        }
        assert!(at(&base(), "/x", &[&"n".repeat(201)]).is_err());
    }
}
