//! When a date of expiry has passed.

use jiff::civil::{DateTime, Time};

/// Whether what expires at a date has expired. A date at midnight names a day, as warehouses write most of them, and what
/// expires on a day is good until that day is over.
pub(super) fn has_expired(date: DateTime, now: DateTime) -> bool {
    if date.time() == Time::midnight() {
        date.date() < now.date()
    } else {
        date < now
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::has_expired;

    #[test]
    fn a_day_is_over_at_its_end_and_a_moment_at_once() {
        let now = date(2026, 12, 1).at(10, 30, 0, 0);
        assert!(!has_expired(date(2026, 12, 1).at(0, 0, 0, 0), now));
        assert!(has_expired(date(2026, 11, 30).at(0, 0, 0, 0), now));
        assert!(has_expired(date(2026, 12, 1).at(10, 29, 0, 0), now));
        assert!(!has_expired(now, now));
    }
}
