//! The log lines that tell the demo's story: the causes that no row of the warehouse shows.

mod nightly;
mod north;
mod south;

use super::failure::Failure;
use super::id::mix;
use super::line::Level;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// How long ago the crane of aisle 3 stopped in the north.
const CRANE_FAULT_AGO: i64 = 2 * HOUR + 10 * MINUTE;

/// One line of the story.
pub(super) struct Line {
    /// Its place in the story, whatever the clock: the row's id depends on it.
    pub(super) ordinal: usize,
    /// Milliseconds since 1970.
    pub(super) at: i64,
    pub(super) level: Level,
    pub(super) workflow: &'static str,
    pub(super) user: Option<&'static str>,
    pub(super) station: Option<&'static str>,
    pub(super) message: String,
    pub(super) failure: Option<Failure>,
}

impl Line {
    /// Returns what the workflow instance is made of: the same message comes from the same instance.
    pub(super) fn instance(&self) -> u64 {
        let bytes = self.workflow.bytes().chain(self.message.bytes());
        bytes.fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
    }

    fn new(at: i64, level: Level, workflow: &'static str, message: impl Into<String>) -> Self {
        Self {
            ordinal: 0,
            at,
            level,
            workflow,
            user: Some("system"),
            station: None,
            message: message.into(),
            failure: None,
        }
    }

    fn by(self, user: &'static str) -> Self {
        Self {
            user: Some(user),
            ..self
        }
    }

    fn on(self, station: &'static str) -> Self {
        Self {
            station: Some(station),
            ..self
        }
    }

    fn because(self, failure: Failure) -> Self {
        Self {
            failure: Some(failure),
            ..self
        }
    }
}

/// Returns the story of a site, in no order of time, for a clock in milliseconds since 1970.
pub(super) fn lines(tenant: &str, now: i64) -> Vec<Line> {
    let mut lines = if tenant == "NORTH" {
        north::lines(now)
    } else {
        south::lines(now)
    };
    lines.extend(nightly::lines(now));
    for (ordinal, line) in lines.iter_mut().enumerate() {
        line.ordinal = ordinal;
    }
    lines
}

/// Returns since when crane 3 of a site stands still, in milliseconds since 1970.
pub(in crate::simulator) fn crane_fault(tenant: &str, now: i64) -> Option<i64> {
    (tenant == "NORTH").then_some(now - CRANE_FAULT_AGO)
}
