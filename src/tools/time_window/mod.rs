//! The time window of a log or a metric: what the caller said, what it means, and how that was read.
//!
//! An explicit time always wins over the default. A relative one is an instant, reckoned on the site's clock, and goes out
//! in UTC. A time without offset is the site's local time: it goes out with the offset of the site's zone, or as it came
//! where that zone is not known.

use jiff::civil::DateTime;
use jiff::tz::Disambiguation;
use jiff::{SignedDuration, Timestamp, ZonedDateTime};

use super::given::given;
use crate::easywms::PointInTime;
use crate::easywms::filter::Moment;
use crate::envelope::{Answer, Code, Failure};

/// How long a window is where the caller names only its end, or nothing.
const DEFAULT_LENGTH: SignedDuration = SignedDuration::from_hours(24);
/// How far back is looked when a window holds nothing.
const RECENT: SignedDuration = SignedDuration::from_hours(7 * 24);
/// What an open end is called in an answer; as an argument it means the same.
const OPEN: &str = "now";
/// Stands between the ends of a window that a cursor carries; no date holds it.
const SEPARATOR: char = '/';

/// A window: from its first moment up to, not including, `to`. An open end goes up to whatever is there.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct TimeWindow {
    pub(super) from: String,
    pub(super) to: Option<String>,
}

impl TimeWindow {
    /// Reads the ends that a caller gave. Refuses a window that lies in the future or ends before it starts.
    pub(super) fn of(
        from: Option<&str>,
        to: Option<&str>,
        clock: &ZonedDateTime,
    ) -> Result<Self, Failure> {
        // "Up to now" is what an open end means, and that leaves the last word to the server's clock.
        let to = given(to).filter(|text| !text.eq_ignore_ascii_case(OPEN));
        let to = match to {
            Some(text) => Some(end_of(&moment(text, "to", clock)?, clock)),
            None => None,
        };
        let from = match given(from) {
            Some(text) => first_of(
                &moment(text, "from", clock)?,
                clock,
                Disambiguation::Compatible,
            ),
            None => default_start(to.as_deref(), clock.timestamp()),
        };
        let window = Self { from, to };
        window.check(clock.timestamp())?;
        Ok(window)
    }

    /// Returns the window of a list's first page, as its cursor carries it.
    pub(super) fn of_cursor(carried: &str) -> Option<Self> {
        let (from, to) = carried.split_once(SEPARATOR)?;
        PointInTime::parse(from)?;
        let to = Some(to).filter(|to| !to.is_empty());
        if let Some(to) = to {
            PointInTime::parse(to)?;
        }
        Some(Self {
            from: from.to_owned(),
            to: to.map(str::to_owned),
        })
    }

    /// Returns the window as a cursor carries it.
    pub(super) fn for_cursor(&self) -> String {
        format!(
            "{}{SEPARATOR}{}",
            self.from,
            self.to.as_deref().unwrap_or_default()
        )
    }

    /// Returns the last seven days, in which a thing is looked for that the window does not hold.
    pub(super) fn recent(now: Timestamp) -> Self {
        Self {
            from: before(PointInTime::Instant(now), RECENT),
            to: None,
        }
    }

    /// Adds the window to an answer, and how its times were read.
    pub(super) fn tell(&self, answer: Answer) -> Answer {
        let to = self.to.as_deref();
        answer
            .fact("from", &self.from)
            .fact("to", to.unwrap_or(OPEN))
            .fact("zone", self.zone())
    }

    fn zone(&self) -> String {
        let from = zone_of(&self.from);
        match self.to.as_deref().map(zone_of) {
            Some(to) if to != from => format!("from: {from}; to: {to}"),
            _ => from.to_owned(),
        }
    }

    fn check(&self, now: Timestamp) -> Result<(), Failure> {
        let from = PointInTime::parse(&self.from);
        if from.is_some_and(|from| PointInTime::Instant(now).is_before(from)) {
            let message = format!(
                "the window starts in the future: from {}, and it is {} now",
                self.from,
                to_the_second(now)
            );
            let hint = "Only the past is recorded: give an earlier from, such as now-2h or an ISO date and time.";
            return Err(failure(message, hint, "from"));
        }
        let to = self.to.as_deref().and_then(PointInTime::parse);
        if let (Some(from), Some(to)) = (from, to)
            && (to == from || to.is_before(from))
        {
            let message = format!(
                "the window ends before it starts: from {}, to {}",
                self.from,
                self.to.as_deref().unwrap_or_default()
            );
            let hint = "Exchange from and to, or leave one out; to is the first moment no longer wanted, or a day that is wanted whole, such as a date or today-1d.";
            return Err(failure(message, hint, "to"));
        }
        Ok(())
    }
}

fn moment(text: &str, parameter: &str, clock: &ZonedDateTime) -> Result<Moment, Failure> {
    Moment::parse(text, clock).map_err(|error| {
        let hint = "Give ISO 8601 such as 2026-11-30T08:15:00 (site local time) or 2026-11-30T08:15:00Z, a date, or now-2h, today, today-1d.";
        failure(error.to_string(), hint, parameter).did_you_mean(error.suggestion().as_slice())
    })
}

/// What is relative is an instant in whatever zone the site lies. `repeated` says which of the two is meant where the
/// clocks show a time twice.
fn first_of(moment: &Moment, clock: &ZonedDateTime, repeated: Disambiguation) -> String {
    if let Some(instant) = moment.instant() {
        return to_the_second(instant);
    }
    match PointInTime::parse(moment.iso()) {
        Some(PointInTime::Local(local)) => in_site_zone(local, clock, repeated),
        _ => None,
    }
    .unwrap_or_else(|| moment.iso().to_owned())
}

/// A day as an end means that all of it is wanted, as in "from Monday to Friday".
fn end_of(moment: &Moment, clock: &ZonedDateTime) -> String {
    let Some(end) = moment.end_of_day() else {
        // The window would miss an hour that bears the same times as the one before it.
        return first_of(moment, clock, Disambiguation::Later);
    };
    if moment.instant().is_some()
        && let Ok(instant) = clock.time_zone().to_timestamp(end)
    {
        return to_the_second(instant);
    }
    in_site_zone(end, clock, Disambiguation::Compatible).unwrap_or_else(|| end.to_string())
}

/// The offset is written out, so that the server need not share the configured zone and the caller sees it.
fn in_site_zone(
    local: DateTime,
    clock: &ZonedDateTime,
    repeated: Disambiguation,
) -> Option<String> {
    let zone = clock.time_zone();
    if zone.is_unknown() {
        return None;
    }
    let instant = zone
        .to_ambiguous_timestamp(local)
        .disambiguate(repeated)
        .ok()?;
    let offset = zone.to_offset(instant);
    Some(if offset.is_zero() {
        instant.to_string()
    } else {
        instant.display_with_offset(offset).to_string()
    })
}

fn default_start(to: Option<&str>, now: Timestamp) -> String {
    let now = PointInTime::Instant(now);
    // Of an end in the future only what lies before now is recorded.
    let end = to.and_then(PointInTime::parse);
    let end = end.filter(|end| !now.is_before(*end));
    before(end.unwrap_or(now), DEFAULT_LENGTH)
}

/// To the second: `.NET` reads at most seven digits behind it, and nobody wants them.
fn before(end: PointInTime, length: SignedDuration) -> String {
    let end = match end {
        PointInTime::Instant(instant) => {
            Timestamp::from_second(instant.as_second()).map_or(end, PointInTime::Instant)
        }
        PointInTime::Local(_) => end,
    };
    end.plus(-length).unwrap_or(end).to_string()
}

fn zone_of(text: &str) -> &'static str {
    match PointInTime::parse(text) {
        Some(PointInTime::Instant(_)) if text.ends_with('Z') => "UTC",
        Some(PointInTime::Instant(_)) => "by its offset",
        _ => "site local time, as given",
    }
}

fn to_the_second(now: Timestamp) -> String {
    format!("{now:.0}")
}

fn failure(message: String, hint: &str, parameter: &str) -> Failure {
    Failure::new(Code::InvalidArguments, message, hint).with("parameter", parameter)
}

#[cfg(test)]
mod tests;
