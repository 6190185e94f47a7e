//! How long to wait before the next attempt: our own backoff, and what a server asks for.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;

const FIRST_BACKOFF: Duration = Duration::from_millis(500);
const LONGEST_BACKOFF: Duration = Duration::from_secs(5);

/// Returns how long to wait after attempt number `made` (1, 2 …): a random part of the doubled backoff.
///
/// `random` is a number from 0 to 1; full jitter spreads clients that failed together.
pub(super) fn backoff(made: u32, random: f64) -> Duration {
    let doublings = made.saturating_sub(1).min(16);
    FIRST_BACKOFF
        .saturating_mul(1 << doublings)
        .min(LONGEST_BACKOFF)
        .mul_f64(random)
}

/// Reads a `Retry-After` header: seconds, or an HTTP date counted from `now`. A past date is zero, anything else unknown.
pub(in crate::easywms) fn retry_after(header: &str, now: Timestamp) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = rfc2822::DateTimeParser::new()
        .parse_timestamp(header)
        .ok()?;
    let seconds = date.as_second().saturating_sub(now.as_second());
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{Duration, Timestamp, backoff, retry_after};

    #[test]
    fn backoff_doubles_to_its_cap_and_is_jittered_in_full() {
        let longest: Vec<u128> = (1..7).map(|made| backoff(made, 1.0).as_millis()).collect();
        assert_eq!(longest, [500, 1000, 2000, 4000, 5000, 5000]);
        assert_eq!(backoff(1, 0.0), Duration::ZERO);
    }

    #[test]
    fn reads_every_form_of_retry_after() {
        let now: Timestamp = "2026-11-30T08:15:00Z".parse().unwrap();
        let cases = [
            ("7", Some(7)),
            (" 3600 ", Some(3600)),
            ("Mon, 30 Nov 2026 08:15:10 GMT", Some(10)),
            ("Mon, 30 Nov 2026 08:14:00 GMT", Some(0)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("soon", None),
            ("-1", None),
            ("1.5", None),
            ("", None),
        ];
        for (header, seconds) in cases {
            assert_eq!(
                retry_after(header, now),
                seconds.map(Duration::from_secs),
                "{header}"
            );
        }
    }
}
