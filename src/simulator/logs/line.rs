//! What one log row is: its level, and its shape on the wire.

use std::fmt::Write;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How bad it is, from the least to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Level {
    Trace,
    Debug,
    Info,
    Warn,
    Error,
    Fatal,
}

impl Level {
    const ALL: [Self; 6] = [
        Self::Trace,
        Self::Debug,
        Self::Info,
        Self::Warn,
        Self::Error,
        Self::Fatal,
    ];
}

impl TryFrom<String> for Level {
    type Error = String;

    /// Reads a level's name in any case.
    fn try_from(name: String) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|level| format!("{level:?}").eq_ignore_ascii_case(&name))
            .ok_or_else(|| format!("'{name}' is not a log level"))
    }
}

/// One row as the service answers it.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct LogRow {
    pub(super) id: String,
    pub(super) timestamp: String,
    pub(super) level: Level,
    pub(super) logger: &'static str,
    pub(super) workflow_name: &'static str,
    pub(super) workflow_instance_id: String,
    pub(super) user_name: Option<&'static str>,
    pub(super) station: Option<String>,
    pub(super) message: String,
    pub(super) exception: Option<String>,
}

/// Returns the time in UTC with milliseconds: `2026-11-30T08:15:02.123Z`.
pub(in crate::simulator) fn timestamp_text(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds)
        .unwrap_or_default()
        .strftime("%Y-%m-%dT%H:%M:%S.%3fZ")
        .to_string()
}

/// Returns the logger that writes for a workflow.
pub(super) fn logger(workflow: &str) -> &'static str {
    const AUTOMATION: [&str; 6] = [
        "StackerCrane",
        "ShuttleMission",
        "ConveyorRouting",
        "DeviceAlarm",
        "TransportOrder",
        "InfeedProfileCheck",
    ];
    const SCHEDULER: [&str; 3] = ["NightlyMaintenance", "ArchiveHistory", "LotExpiration"];
    if workflow.starts_with("CST_") {
        "CustomApp.Workflow"
    } else if AUTOMATION.contains(&workflow) {
        "EasyWMS.Automation"
    } else if SCHEDULER.contains(&workflow) {
        "EasyWMS.Scheduler"
    } else if workflow.starts_with("Interface") || workflow.ends_with("Import") {
        "EasyWMS.Interface"
    } else {
        "EasyWMS.Workflow"
    }
}

/// Appends to a text; writing to a `String` cannot fail.
pub(super) fn append(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}
