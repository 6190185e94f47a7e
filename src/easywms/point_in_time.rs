//! Points in time as the services write them: with an offset, or in the site's local time.
//!
//! Only the server knows the site's zone, so the two kinds compare only where every zone of the world agrees.

use std::fmt;

use jiff::civil::DateTime;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

/// The offsets in use lie between -12 and +14 hours.
const WESTERNMOST: SignedDuration = SignedDuration::from_hours(12);
const EASTERNMOST: SignedDuration = SignedDuration::from_hours(14);

/// A point in time, to be moved and compared without knowing the site's zone.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum PointInTime {
    /// An instant: its text had an offset.
    Instant(Timestamp),
    /// The site's local time: its text had none.
    Local(DateTime),
}

impl PointInTime {
    /// Returns the point that an ISO 8601 text means, or one like `/Date(1796025600000)/`; a date is its first moment.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((instant, _)) = epoch_date(text) {
            return Some(Self::Instant(instant));
        }
        let instant = text.parse().ok().map(Self::Instant);
        instant.or_else(|| text.parse().ok().map(Self::Local))
    }

    /// Returns the point a duration later, if the calendar has it.
    #[must_use]
    pub fn plus(self, duration: SignedDuration) -> Option<Self> {
        Some(match self {
            Self::Instant(timestamp) => Self::Instant(timestamp.checked_add(duration).ok()?),
            Self::Local(local) => Self::Local(local.checked_add(duration).ok()?),
        })
    }

    /// Returns whether it lies before another, whatever zone the site is in.
    #[must_use]
    pub fn is_before(self, other: Self) -> bool {
        match (self, other) {
            (Self::Instant(one), Self::Instant(other)) => one < other,
            (Self::Local(one), Self::Local(other)) => one < other,
            (Self::Instant(one), Self::Local(other)) => {
                as_utc(other, -EASTERNMOST).is_some_and(|earliest| one < earliest)
            }
            (Self::Local(one), Self::Instant(other)) => {
                as_utc(one, WESTERNMOST).is_some_and(|latest| latest < other)
            }
        }
    }
}

impl fmt::Display for PointInTime {
    /// Writes ISO 8601; an instant in UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Instant(timestamp) => timestamp.fmt(f),
            Self::Local(local) => local.fmt(f),
        }
    }
}

/// Reads `/Date(1796025600000+0100)/`, as old .NET services write dates.
///
/// The milliseconds are of UTC; the offset behind them only says where they were written.
#[must_use]
pub fn epoch_date(text: &str) -> Option<(Timestamp, Offset)> {
    let inner = text.strip_prefix("/Date(")?.strip_suffix(")/")?;
    let sign = inner
        .char_indices()
        .skip(1)
        .find(|(_, character)| matches!(character, '+' | '-'));
    let instant = |milliseconds: &str| Timestamp::from_millisecond(milliseconds.parse().ok()?).ok();
    let Some((at, sign)) = sign else {
        return Some((instant(inner)?, Offset::UTC));
    };
    let (milliseconds, offset) = inner.split_at_checked(at)?;
    let digits: i32 = offset
        .get(1..)
        .filter(|digits| digits.len() == 4)?
        .parse()
        .ok()?;
    let seconds = (digits / 100 * 60 + digits % 100) * 60;
    let seconds = if sign == '-' { -seconds } else { seconds };
    Some((instant(milliseconds)?, Offset::from_seconds(seconds).ok()?))
}

fn as_utc(local: DateTime, shift: SignedDuration) -> Option<Timestamp> {
    let shifted = local.checked_add(shift).ok()?;
    Offset::UTC.to_timestamp(shifted).ok()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::PointInTime;
    use jiff::SignedDuration;

    fn point(text: &str) -> PointInTime {
        PointInTime::parse(text).unwrap()
    }

    #[test]
    fn moves_and_writes_each_kind_as_it_came() {
        for (text, later) in [
            ("2026-11-30T08:15:00Z", "2026-11-30T08:15:00.001Z"),
            ("2026-11-30T08:15:00.25+02:00", "2026-11-30T06:15:00.251Z"),
            ("2026-11-30T08:15:00.1234567", "2026-11-30T08:15:00.1244567"),
            ("2026-11-30", "2026-11-30T00:00:00.001"),
        ] {
            let moved = point(text).plus(SignedDuration::from_millis(1)).unwrap();
            assert_eq!(moved.to_string(), later);
        }
        assert_eq!(PointInTime::parse("yesterday"), None);
    }

    #[test]
    fn compares_kinds_only_where_every_zone_agrees() {
        let instant = point("2026-11-30T12:00:00Z");
        assert!(point("2026-11-29T23:59:59").is_before(instant));
        assert!(!point("2026-11-30T00:00:00").is_before(instant));
        assert!(!instant.is_before(point("2026-12-01T02:00:00")));
        assert!(instant.is_before(point("2026-12-01T02:00:01")));
        assert!(point("2026-11-30T11:00:00").is_before(point("2026-11-30T12:00:00")));
        assert!(!instant.is_before(point("2026-11-30T13:00:00+02:00")));
    }
}
