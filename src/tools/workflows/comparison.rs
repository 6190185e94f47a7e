//! What can be said of two workflows: whether their definitions are equal, where they differ, and which metadata do.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::diff::{Diff, LineEnds, diff};
use crate::easywms::{Warehouse, Workflow, WorkflowDocument, sha256_hex};

/// Metadata that are shown because they differ.
const MOST_DIFFERENCES: usize = 20;
/// The longest metadata value that is shown whole, in bytes.
const LONGEST_VALUE_BYTES: usize = 200;

/// How two workflows differ, in a form that can be kept between two windows.
#[derive(Deserialize, Serialize)]
pub(super) struct Comparison {
    pub(super) equal: bool,
    pub(super) left: Side,
    pub(super) right: Side,
    pub(super) lines_removed: usize,
    pub(super) lines_added: usize,
    pub(super) metadata_differences: Vec<PropertyDifference>,
    pub(super) warnings: Vec<String>,
    pub(super) diff: String,
}

/// One of the two workflows.
#[derive(Deserialize, Serialize)]
pub(super) struct Side {
    profile: String,
    application: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    update_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_overridden: Option<bool>,
    chars: usize,
    lines: usize,
    line_ends: String,
    sha256: String,
}

/// A property of `commonInfo` that is not the same on both sides; null where it is absent.
#[derive(Deserialize, Serialize)]
pub(super) struct PropertyDifference {
    pub(super) property: String,
    left: Option<Box<RawValue>>,
    right: Option<Box<RawValue>>,
}

/// A workflow, and the profile in which it was found.
pub(super) struct Found {
    pub(super) profile: String,
    pub(super) workflow: Workflow,
}

impl Found {
    pub(super) fn of(warehouse: &Warehouse, document: &WorkflowDocument) -> Self {
        Self {
            profile: warehouse.profile().name.clone(),
            workflow: document.read(),
        }
    }

    fn text(&self) -> &str {
        self.workflow.definition.as_deref().unwrap_or_default()
    }

    /// Returns the name in the diff's header.
    fn path(&self) -> String {
        let summary = &self.workflow.summary;
        format!("{}/{}/{}", self.profile, summary.application, summary.name)
    }
}

impl Comparison {
    /// Compares two workflows. Large definitions take a processor for a while.
    pub(super) fn of(left: &Found, right: &Found) -> Self {
        let found = diff(left.text(), right.text(), [&left.path(), &right.path()]);
        Self {
            equal: left.text() == right.text(),
            lines_removed: found.lines_removed,
            lines_added: found.lines_added,
            metadata_differences: metadata_differences(&left.workflow, &right.workflow),
            warnings: warnings(left, right, &found),
            left: Side::of(left),
            right: Side::of(right),
            diff: found.text,
        }
    }
}

impl Side {
    fn of(found: &Found) -> Self {
        let text = found.text();
        let summary = found.workflow.summary.clone();
        Self {
            profile: found.profile.clone(),
            application: summary.application,
            name: summary.name,
            id: summary.id,
            version: summary.version,
            update_date: summary.update_date,
            updated_by: summary.updated_by,
            is_overridden: summary.is_overridden,
            chars: text.chars().count(),
            lines: text.split_inclusive('\n').count(),
            line_ends: LineEnds::of(text).name(),
            sha256: sha256_hex(text.as_bytes()),
        }
    }
}

/// What must be known before the diff is believed.
fn warnings(left: &Found, right: &Found, found: &Diff) -> Vec<String> {
    let equal = left.text() == right.text();
    let version = |side: &Found| {
        let version = side.workflow.summary.version.as_ref();
        version.map(|version| version.get().to_owned())
    };
    let one_version =
        version(left).filter(|known| !equal && version(right).as_ref() == Some(known));
    let same_name = left.workflow.summary.name == right.workflow.summary.name;
    let ends = if !found.ignores_line_ends {
        None
    } else if found.text.is_empty() {
        Some("the definitions differ in their line ends only (line_ends)")
    } else {
        Some("all line ends differ (line_ends); the diff compares what stands on the lines")
    };
    let absent = [left, right]
        .into_iter()
        .filter(|side| side.workflow.definition.is_none())
        .map(|side| format!("the server sent no definition of {}", side.path()));
    let version = one_version.filter(|_| same_name).map(|version| {
        format!("both sides are version {version} although their definitions differ: the version does not tell them apart")
    });
    let sentences = [
        (left.path() == right.path()).then_some("both sides are the same workflow"),
        ends,
        found.approximate.then_some(
            "the texts are large and unlike: the diff is correct, a shorter one may exist",
        ),
    ];
    let sentences = sentences.into_iter().flatten().map(str::to_owned);
    version.into_iter().chain(sentences).chain(absent).collect()
}

/// The properties of `commonInfo` whose values differ, in the order of the left side.
fn metadata_differences(left: &Workflow, right: &Workflow) -> Vec<PropertyDifference> {
    let (left, right) = (left.common_properties(), right.common_properties());
    let value = |properties: &[(String, Box<RawValue>)], name: &str| {
        let found = properties.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
    };
    let only_right = right
        .iter()
        .filter(|(name, _)| value(&left, name).is_none());
    left.iter()
        .chain(only_right)
        .map(|(name, _)| (name, value(&left, name), value(&right, name)))
        .filter(|(_, left, right)| written(left.as_deref()) != written(right.as_deref()))
        .take(MOST_DIFFERENCES)
        .map(|(name, left, right)| PropertyDifference {
            property: name.clone(),
            left: left.map(shortened),
            right: right.map(shortened),
        })
        .collect()
}

fn written(value: Option<&RawValue>) -> &str {
    value.map_or("null", RawValue::get)
}

/// A value that is too long to be shown becomes its beginning, as text.
fn shortened(value: Box<RawValue>) -> Box<RawValue> {
    if value.get().len() <= LONGEST_VALUE_BYTES {
        return value;
    }
    let beginning: String = value.get().chars().take(LONGEST_VALUE_BYTES / 2).collect();
    to_raw_value(&format!("{beginning}…")).unwrap_or(value)
}
