//! Why a workflow or an application could not be given.

use serde::Serialize;
use thiserror::Error;

use crate::easywms::error::ReadError;

/// Why a caller's words led to no list or to no workflow.
#[derive(Debug, Error)]
pub enum WorkflowError {
    /// The server has no such application.
    #[error("there is no application '{name}'")]
    UnknownApplication {
        /// The name given.
        name: String,
        /// The nearest known ones.
        nearest: Vec<String>,
        /// Every application of the server.
        applications: Vec<String>,
    },
    /// No workflow has that name or id.
    #[error("there is no workflow '{name}'{}", within(application.as_deref()))]
    UnknownWorkflow {
        /// The name or id given.
        name: String,
        /// The application that was searched, none for all.
        application: Option<String>,
        /// The nearest known names.
        nearest: Vec<String>,
        /// Other applications that do have a workflow of that name.
        elsewhere: Vec<String>,
    },
    /// Several applications have a workflow of that name, and none was named.
    #[error("{} workflows are named '{name}'", candidates.len())]
    Ambiguous {
        /// The name given.
        name: String,
        /// All of them.
        candidates: Vec<WorkflowCandidate>,
    },
    /// The server could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// One of several workflows that a name fits.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct WorkflowCandidate {
    /// The application that holds it.
    pub application: String,
    /// Its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether it stands in for a workflow of the same name in another application.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_overridden: Option<bool>,
}

fn within(application: Option<&str>) -> String {
    application
        .map(|application| format!(" in the application '{application}'"))
        .unwrap_or_default()
}
