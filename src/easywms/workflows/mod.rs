//! The workflows of a server: its applications, the list of each, and one workflow with its definition.
//!
//! A workflow is data here: what its definition means is the designer's. Property names are read in any case, because
//! both camelCase and `PascalCase` are written by such services.

mod document;
mod error;
mod find;
mod list;

use serde::Serialize;
use serde_json::value::RawValue;

pub use self::document::{Workflow, WorkflowDocument};
pub use self::error::{WorkflowCandidate, WorkflowError};
pub use self::list::WorkflowList;

use super::rows::{Properties, RawRow};

/// An application that holds workflows: the product, or the customer's own.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Application {
    /// Its name in requests.
    pub name: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// What is known of a workflow apart from its definition, as far as the server says it.
#[derive(Clone, Debug, Serialize)]
pub struct WorkflowSummary {
    /// The application that holds it.
    pub application: String,
    /// Its name, unique within the application.
    pub name: String,
    /// Its id, a GUID on the servers known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its version, as the server writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Box<RawValue>>,
    /// When it was last changed, as the server writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update_date: Option<String>,
    /// Who changed it last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_by: Option<String>,
    /// Whether it stands in for a workflow of the same name in another application.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_overridden: Option<bool>,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl WorkflowSummary {
    /// Reads an object of the server. `application` is where it was found, for a server that does not repeat it.
    fn read(workflow: &Properties<'_>, application: &str) -> Self {
        let info_row = workflow
            .get("commonInfo")
            .map(|info| RawRow::from(info.to_owned()));
        let info = info_row.as_ref().map(Properties::of).unwrap_or_default();
        let text = |name| workflow.text(name).or_else(|| info.text(name));
        let id = workflow.text("id");
        Self {
            application: workflow
                .text("application")
                .unwrap_or_else(|| application.to_owned()),
            name: workflow
                .text("name")
                .or_else(|| id.clone())
                .unwrap_or_default(),
            id,
            version: workflow
                .get("version")
                .or_else(|| info.get("version"))
                .map(ToOwned::to_owned),
            update_date: text("updateDate"),
            updated_by: text("updatedBy"),
            is_overridden: text("isOverridden").and_then(|text| text.parse().ok()),
            description: text("description"),
        }
    }

    /// Whether a caller's word is this workflow's name or id; case does not count.
    fn answers_to(&self, word: &str) -> bool {
        same(&self.name, word) || self.id.as_deref().is_some_and(|id| same(id, word))
    }

    /// Returns what reads this workflow in a request.
    fn key(&self) -> &str {
        self.id.as_deref().unwrap_or(&self.name)
    }
}

fn same(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}
