//! What each way of giving a window means, and what is refused.
#![expect(clippy::unwrap_used, reason = "a failing test should panic")]

use jiff::tz::TimeZone;

use super::{TimeWindow, Timestamp, ZonedDateTime};

fn now_in(zone: TimeZone) -> ZonedDateTime {
    let now: Timestamp = "2026-11-30T08:15:00.4Z".parse().unwrap();
    now.to_zoned_datetime(zone)
}

fn now() -> ZonedDateTime {
    now_in(TimeZone::unknown())
}

fn window(from: Option<&str>, to: Option<&str>) -> (String, Option<String>, String) {
    window_at(from, to, &now())
}

fn window_at(
    from: Option<&str>,
    to: Option<&str>,
    now: &ZonedDateTime,
) -> (String, Option<String>, String) {
    let window = TimeWindow::of(from, to, now).unwrap();
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
            (None, Some("2026-12-05")),
            (
                "2026-11-29T08:15:00Z",
                Some("2026-12-06T00:00:00"),
                "from: UTC; to: site local time, as given",
            ),
        ),
        (
            (None, Some("today+1d")),
            ("2026-11-29T08:15:00Z", Some("2026-12-02T00:00:00Z"), "UTC"),
        ),
        (
            (None, Some("2026-11-20T14:32:00+02:00")),
            (
                "2026-11-19T12:32:00Z",
                Some("2026-11-20T14:32:00+02:00"),
                "from: UTC; to: by its offset",
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
fn a_local_time_is_one_of_the_site_s_zone_where_that_is_known() {
    let summer = "2026-07-01T00:00:00+02:00";
    let cases = [
        (
            (Some("2026-07-01"), Some("2026-11-29")),
            (summer, Some("2026-11-30T00:00:00+01:00"), "by its offset"),
        ),
        (
            (Some("2026-11-28 14:30"), Some("now")),
            ("2026-11-28T14:30:00+01:00", None, "by its offset"),
        ),
        (
            (None, Some("2026-11-28T14:30:00.25")),
            (
                "2026-11-27T13:30:00Z",
                Some("2026-11-28T14:30:00.25+01:00"),
                "from: UTC; to: by its offset",
            ),
        ),
        ((Some("today"), None), ("2026-11-29T23:00:00Z", None, "UTC")),
        // The clocks show these times twice: the window holds both.
        (
            (Some("2026-10-25T02:30"), Some("2026-10-25T02:30")),
            (
                "2026-10-25T02:30:00+02:00",
                Some("2026-10-25T02:30:00+01:00"),
                "by its offset",
            ),
        ),
        (
            (
                Some("2026-11-28T14:30:00Z"),
                Some("2026-11-28T23:30:00-05:00"),
            ),
            (
                "2026-11-28T14:30:00Z",
                Some("2026-11-28T23:30:00-05:00"),
                "from: UTC; to: by its offset",
            ),
        ),
    ];
    let madrid = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
    for ((from, to), (start, end, zone)) in cases {
        assert_eq!(
            window_at(from, to, &now_in(madrid.clone())),
            expected(start, end, zone),
            "{from:?} {to:?}"
        );
    }
    let (from, _, zone) = window_at(Some("2026-11-28"), None, &now_in(TimeZone::UTC));
    assert_eq!(
        (from.as_str(), zone.as_str()),
        ("2026-11-28T00:00:00Z", "UTC")
    );
    let future = TimeWindow::of(Some("2026-11-30T09:16"), None, &now_in(madrid));
    assert!(future.is_err(), "it is a quarter past nine there");
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
fn what_a_refusal_suggests_is_a_window() {
    for (text, suggested) in [
        ("yesterday", "today-1d"),
        ("now-1M", "now-30d"),
        ("now-90 min", "now-90m"),
        ("28.11.2026", "2026-11-28"),
    ] {
        let failure = TimeWindow::of(Some(text), None, &now()).unwrap_err();
        let meant = failure.details.get("did_you_mean").unwrap();
        assert_eq!(meant, &serde_json::json!([suggested]), "{text}");
        TimeWindow::of(Some(suggested), None, &now()).unwrap();
    }
}

#[test]
fn a_forged_window_is_no_window() {
    for carried in ["", "/", "x/2026-11-30", "2026-11-30/x", "2026-11-30"] {
        assert_eq!(TimeWindow::of_cursor(carried), None, "{carried}");
    }
}
