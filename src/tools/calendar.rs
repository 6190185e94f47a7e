//! Dates by hour, day, week or month, by their own text: what the server writes is the site's time, and is not moved to
//! another zone.

use jiff::civil::{Date, DateTime};

use crate::easywms::epoch_date;

/// A stretch of the calendar: one rule for rows and for log entries.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::tools) enum Unit {
    Hour,
    Day,
    Week,
    Month,
}

impl Unit {
    /// Reads a unit's name.
    pub(in crate::tools) fn named(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "hour" | "hours" | "hourly" => Self::Hour,
            "day" | "days" | "daily" => Self::Day,
            "week" | "weeks" | "weekly" => Self::Week,
            "month" | "months" | "monthly" => Self::Month,
            _ => return None,
        })
    }

    pub(in crate::tools) fn name(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }

    /// Returns the stretch that a date lies in: `2026-11-30T08`, `2026-11-30`, `2026-W49` (ISO 8601), `2026-11`.
    pub(in crate::tools) fn of(self, text: &str) -> Option<String> {
        let moment = moment(text)?;
        Some(match self {
            Self::Hour => moment.strftime("%Y-%m-%dT%H").to_string(),
            Self::Day => moment.strftime("%Y-%m-%d").to_string(),
            Self::Month => moment.strftime("%Y-%m").to_string(),
            Self::Week => {
                let week = moment.date().iso_week_date();
                format!("{:04}-W{:02}", week.year(), week.week())
            }
        })
    }
}

/// Returns the milliseconds since 1970 of a date as older Json.NET writes it: `/Date(1796026500000)/`.
pub(in crate::tools) fn epoch_milliseconds(text: &str) -> Option<i64> {
    epoch_date(text).map(|(instant, _)| instant.as_millisecond())
}

/// Date and time as the text says them: `2026-11-30T08:15:00`, whatever follows, or `/Date(1796026500000+0100)/`.
fn moment(text: &str) -> Option<DateTime> {
    if let Some((instant, offset)) = epoch_date(text) {
        return Some(offset.to_datetime(instant));
    }
    let date: Date = text.get(..10)?.parse().ok()?;
    let rest = text.get(10..)?;
    if rest.is_empty() {
        return Some(date.at(0, 0, 0, 0));
    }
    let clock = rest.strip_prefix(['T', ' '])?;
    let hour: i8 = clock.get(..2)?.parse().ok()?;
    if !clock.get(2..)?.starts_with(':') || !(0..24).contains(&hour) {
        return None;
    }
    Some(date.at(hour, 0, 0, 0))
}

#[cfg(test)]
mod tests {
    use super::Unit;

    fn all(text: &str) -> Vec<Option<String>> {
        [Unit::Hour, Unit::Day, Unit::Week, Unit::Month]
            .map(|unit| unit.of(text))
            .to_vec()
    }

    fn said(parts: [&str; 4]) -> Vec<Option<String>> {
        parts.map(|part| Some(part.to_owned())).to_vec()
    }

    #[test]
    fn takes_a_date_by_its_own_text() {
        let monday = said(["2026-11-30T23", "2026-11-30", "2026-W49", "2026-11"]);
        for text in [
            "2026-11-30T23:59:59",
            "2026-11-30T23:59:59.9999999",
            "2026-11-30T23:15:00+01:00",
            "2026-11-30T23:15:00Z",
            "2026-11-30 23:15",
        ] {
            assert_eq!(all(text), monday, "{text}");
        }
        assert_eq!(
            all("2027-01-03"),
            said(["2027-01-03T00", "2027-01-03", "2026-W53", "2027-01"])
        );
    }

    #[test]
    fn reads_milliseconds_with_the_offset_they_were_written_with() {
        let utc = said(["2026-11-30T23", "2026-11-30", "2026-W49", "2026-11"]);
        assert_eq!(all("/Date(1796081400000)/"), utc);
        let east = said(["2026-12-01T00", "2026-12-01", "2026-W49", "2026-12"]);
        assert_eq!(all("/Date(1796081400000+0100)/"), east);
    }

    #[test]
    fn leaves_what_is_no_date() {
        for text in [
            "",
            "x",
            "2026-13-01",
            "2026-11-30X",
            "2026-11-30T",
            "2026-11-30T25:00",
            "2026-11-30T-1:00",
            "/Date()/",
            "/Date(1+x)/",
            "/Date(99999999999999999)/",
            "äääääää",
        ] {
            assert_eq!(all(text), vec![None; 4], "{text}");
        }
    }
}
