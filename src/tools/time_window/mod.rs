//! The time window of a log or a metric: what the caller said, what it means, and how that was read.
//!
//! An explicit time always wins over the default. A time without offset is the site's local time and goes out as it
//! came; a relative one is an instant, reckoned on the site's clock, and goes out in UTC.

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
            Some(text) => written(&moment(text, "from", clock)?),
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
        failure(error.to_string(), hint, parameter)
    })
}

/// What is relative is an instant in whatever zone the site lies.
fn written(moment: &Moment) -> String {
    let instant = moment.instant().map(to_the_second);
    instant.unwrap_or_else(|| moment.iso().to_owned())
}

/// A day as an end means that all of it is wanted, as in "from Monday to Friday".
fn end_of(moment: &Moment, clock: &ZonedDateTime) -> String {
    let Some(end) = moment.end_of_day() else {
        return written(moment);
    };
    let instant = moment
        .instant()
        .and_then(|_| clock.time_zone().to_timestamp(end).ok());
    instant.map_or_else(|| end.to_string(), to_the_second)
}

fn default_start(to: Option<&str>, now: Timestamp) -> String {
    let end = to.and_then(PointInTime::parse);
    before(end.unwrap_or(PointInTime::Instant(now)), DEFAULT_LENGTH)
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
        Some(PointInTime::Instant(_)) => "offset as given",
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
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use jiff::tz::TimeZone;

    use super::{TimeWindow, Timestamp, ZonedDateTime};

    fn now() -> ZonedDateTime {
        let now: Timestamp = "2026-11-30T08:15:00.4Z".parse().unwrap();
        now.to_zoned_datetime(TimeZone::UTC)
    }

    fn window(from: Option<&str>, to: Option<&str>) -> (String, Option<String>, String) {
        let window = TimeWindow::of(from, to, &now()).unwrap();
        assert_eq!(
            TimeWindow::of_cursor(&window.for_cursor()),
            Some(window.clone())
        );
        let zone = window.zone();
        (window.from, window.to, zone)
    }

    fn expected(from: &str, to: Option<&str>, zone: &str) -> (String, Option<String>, String) {
        (from.to_owned(), to.map(str::to_owned), zone.to_owned())
    }

    #[test]
    fn an_explicit_time_wins_and_a_missing_one_follows_the_other() {
        let local = "site local time, as given";
        let cases = [
            ((None, None), ("2026-11-29T08:15:00Z", None, "UTC")),
            ((Some(" "), Some("")), ("2026-11-29T08:15:00Z", None, "UTC")),
            (
                (Some("now-2h"), None),
                ("2026-11-30T06:15:00Z", None, "UTC"),
            ),
            (
                (Some("today-1d"), Some("today-1d")),
                ("2026-11-29T00:00:00Z", Some("2026-11-30T00:00:00Z"), "UTC"),
            ),
            (
                (Some("today-1w"), Some("Today")),
                ("2026-11-23T00:00:00Z", Some("2026-12-01T00:00:00Z"), "UTC"),
            ),
            (
                (Some("now-2d"), Some("today-24h")),
                ("2026-11-28T08:15:00Z", Some("2026-11-29T00:00:00Z"), "UTC"),
            ),
            (
                (Some("2026-11-28 14:30"), Some("2026-11-28 14:35:10")),
                ("2026-11-28T14:30", Some("2026-11-28T14:35:10"), local),
            ),
            (
                (None, Some("2026-11-20T14:32")),
                ("2026-11-19T14:32:00", Some("2026-11-20T14:32"), local),
            ),
            (
                (None, Some("2026-11-20T14:32:00+02:00")),
                (
                    "2026-11-19T12:32:00Z",
                    Some("2026-11-20T14:32:00+02:00"),
                    "from: UTC; to: offset as given",
                ),
            ),
            (
                (Some("2026-11-28"), Some("2026-11-28")),
                ("2026-11-28", Some("2026-11-29T00:00:00"), local),
            ),
            (
                (Some("2026-11-30T20:00:00"), None),
                ("2026-11-30T20:00:00", None, local),
            ),
            (
                (Some("2026-11-29T00:00:00"), Some("now")),
                ("2026-11-29T00:00:00", None, local),
            ),
        ];
        for ((from, to), (start, end, zone)) in cases {
            assert_eq!(
                window(from, to),
                expected(start, end, zone),
                "{from:?} {to:?}"
            );
        }
    }

    #[test]
    fn refuses_what_holds_nothing_or_means_nothing() {
        let cases = [
            (Some("now+1m"), None, "from"),
            (Some("2026-12-02"), None, "from"),
            (
                Some("2026-11-30T08:16:00Z"),
                Some("2026-11-30T09:00:00Z"),
                "from",
            ),
            (Some("now-1h"), Some("now-2h"), "to"),
            (Some("now-1h"), Some("now-1h"), "to"),
            (Some("2026-11-28"), Some("2026-11-27"), "to"),
            (Some("14:32"), None, "from"),
            (None, Some("yesterday"), "to"),
        ];
        for (from, to, parameter) in cases {
            let failure = TimeWindow::of(from, to, &now()).unwrap_err();
            assert_eq!(failure.code.as_str(), "invalid_arguments");
            assert_eq!(
                failure.details.get("parameter").unwrap(),
                parameter,
                "{from:?} {to:?}"
            );
        }
    }

    #[test]
    fn a_forged_window_is_no_window() {
        for carried in ["", "/", "x/2026-11-30", "2026-11-30/x", "2026-11-30"] {
            assert_eq!(TimeWindow::of_cursor(carried), None, "{carried}");
        }
    }
}
