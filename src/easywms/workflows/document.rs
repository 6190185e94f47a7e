//! One workflow as the server sent it, and what stands in it.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::WorkflowSummary;
use crate::easywms::rows::{Properties, RawRow, plain_text};

/// The answer for one workflow, byte for byte. It can be kept as text and read again.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct WorkflowDocument {
    application: String,
    document: Box<RawValue>,
}

/// A workflow with its definition.
#[derive(Clone, Debug)]
pub struct Workflow {
    /// Application, name, id, and what the list shows of it.
    pub summary: WorkflowSummary,
    /// `commonInfo` as it is written.
    pub common_info: Option<Box<RawValue>>,
    /// What else the server says of it, as it is written.
    pub other: OtherProperties,
    /// The definition: what `data` says, its JSON escapes resolved once. None if the server sent none.
    pub definition: Option<Arc<str>>,
}

/// Properties of a workflow that have no meaning here; serialised as one object.
#[derive(Clone, Debug, Default)]
pub struct OtherProperties(Vec<(String, Box<RawValue>)>);

/// The properties that have a place of their own in [`Workflow`].
const PLACED: [&str; 5] = ["id", "name", "application", "commonInfo", "data"];

impl WorkflowDocument {
    pub(super) fn new(application: &str, document: Box<RawValue>) -> Self {
        Self {
            application: application.to_owned(),
            document,
        }
    }

    /// Reads what stands in the document. A definition that is no text is its JSON as it is written.
    #[must_use]
    pub fn read(&self) -> Workflow {
        let row = RawRow::from(self.document.clone());
        let properties = Properties::of(&row);
        let other = properties
            .except(&PLACED)
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        Workflow {
            summary: WorkflowSummary::read(&properties, &self.application),
            common_info: properties.get("commonInfo").map(ToOwned::to_owned),
            other: OtherProperties(other.collect()),
            definition: properties.get("data").and_then(plain_text).map(Arc::from),
        }
    }
}

impl Workflow {
    /// Returns the properties of `commonInfo` by name, as they are written.
    #[must_use]
    pub fn common_properties(&self) -> Vec<(String, Box<RawValue>)> {
        let Some(info) = self.common_info.clone() else {
            return Vec::new();
        };
        let row = RawRow::from(info);
        row.fields()
            .into_iter()
            .map(|(name, value)| (name.into_owned(), value.to_owned()))
            .collect()
    }
}

impl OtherProperties {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for OtherProperties {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
