//! A day without a time is all of it, in every dialect.

use super::super::Dialect;
use super::fit::fitted;
use super::{clock, parse, written};

/// The filter, then what LINQ, SQL and `OData` get. It is Monday, 2026-11-30.
const DAYS: &str = r#"
    D = 2026-12-01             | D >= "2026-12-01" and D < "2026-12-02"       | D >= '2026-12-01' AND D < '2026-12-02'       | D ge 2026-12-01 and D lt 2026-12-02
    D = today                  | D >= "2026-11-30T00:00:00" and D < "2026-12-01T00:00:00" | D >= '2026-11-30T00:00:00' AND D < '2026-12-01T00:00:00' | D ge 2026-11-30T00:00:00 and D lt 2026-12-01T00:00:00
    D != 2026-12-31            | not (D >= "2026-12-31" and D < "2027-01-01") | NOT (D >= '2026-12-31' AND D < '2027-01-01') | not (D ge 2026-12-31 and D lt 2027-01-01)
    not D = 2026-12-31         | not (D >= "2026-12-31" and D < "2027-01-01") | NOT (D >= '2026-12-31' AND D < '2027-01-01') | not (D ge 2026-12-31 and D lt 2027-01-01)
    not D != 2026-12-31        | D >= "2026-12-31" and D < "2027-01-01"       | D >= '2026-12-31' AND D < '2027-01-01'       | D ge 2026-12-31 and D lt 2027-01-01
    D < 2026-12-01             | D < "2026-12-01"                             | D < '2026-12-01'                             | D lt 2026-12-01
    D >= 2026-12-01            | D >= "2026-12-01"                            | D >= '2026-12-01'                            | D ge 2026-12-01
    D <= 2026-12-01            | D < "2026-12-02"                             | D < '2026-12-02'                             | D lt 2026-12-02
    D > 2026-12-01             | D >= "2026-12-02"                            | D >= '2026-12-02'                            | D ge 2026-12-02
    D > today-1d               | D >= "2026-11-30T00:00:00"                   | D >= '2026-11-30T00:00:00'                   | D ge 2026-11-30T00:00:00
    D between 2026-12-01 and 2026-12-01 | D >= "2026-12-01" and D < "2026-12-02" | D >= '2026-12-01' AND D < '2026-12-02' | D ge 2026-12-01 and D lt 2026-12-02
    D between now-2h and 2026-12-01     | D >= "2026-11-30T06:15:02" and D < "2026-12-02" | D >= '2026-11-30T06:15:02' AND D < '2026-12-02' | D ge 2026-11-30T06:15:02 and D lt 2026-12-02
    D in (2026-12-01, now)     | D == "2026-11-30T08:15:02" or (D >= "2026-12-01" and D < "2026-12-02") | D IN ('2026-11-30T08:15:02') OR (D >= '2026-12-01' AND D < '2026-12-02') | D in (2026-11-30T08:15:02) or (D ge 2026-12-01 and D lt 2026-12-02)
    D in (2026-12-01) and A = 1 or B = 2 | (D >= "2026-12-01" and D < "2026-12-02" and A == 1) or B == 2 | (D >= '2026-12-01' AND D < '2026-12-02' AND A = 1) OR B = 2 | (D ge 2026-12-01 and D lt 2026-12-02 and A eq 1) or B eq 2
    D = 9999-12-31             | D >= "9999-12-31" and D != null              | D >= '9999-12-31' AND D IS NOT NULL          | D ge 9999-12-31 and D ne null
    D <= 9999-12-31            | D != null                                    | D IS NOT NULL                                | D ne null
    D > 9999-12-31             | D > "9999-12-31"                             | D > '9999-12-31'                             | D gt 9999-12-31
"#;

#[test]
fn a_day_is_compared_as_a_whole() {
    for form in DAYS.trim().lines() {
        let texts: Vec<&str> = form.split('|').map(str::trim).collect();
        let [text, linq, sql, odata] = texts.try_into().unwrap();
        assert_eq!(written(text, Dialect::Linq), linq, "{text}");
        assert_eq!(written(text, Dialect::Sql), sql, "{text}");
        assert_eq!(written(text, Dialect::Odata), odata, "{text}");
    }
}

#[test]
fn a_moment_stays_a_moment() {
    for moment in [
        "2026-12-01T00:00",
        "today+24h",
        "now",
        "now-1d",
        "2026-12-01 00:00:00Z",
    ] {
        for comparator in ["==", "!=", "<", "<=", ">", ">="] {
            let written = written(&format!("D {comparator} {moment}"), Dialect::Linq);
            assert!(
                written.starts_with(&format!("D {comparator} \"")),
                "{written}"
            );
        }
    }
}

#[test]
fn a_cursor_remembers_the_day_and_not_its_ends() {
    for text in [
        "D = today",
        "D in (today, 2026-12-01)",
        "D between today and today+1w",
    ] {
        assert_eq!(parse(text).unwrap().canonical(), text);
    }
}

#[test]
fn a_quoted_day_of_a_date_field_is_one_too() {
    let filter = fitted("Date = '2026-12-01'").unwrap();
    assert_eq!(
        filter.write(Dialect::Odata),
        "Date ge 2026-12-01 and Date lt 2026-12-02"
    );
}

#[test]
fn refuses_a_range_that_ends_before_it_starts() {
    for (range, exchanged) in [
        ("today and today-1d", "today-1d and today"),
        ("2026-12-02 and '2026-12-01'", "2026-12-01 and 2026-12-02"),
        ("now and now-1h", "now-1h and now"),
        ("9999-12-31 and 9999-12-30", "9999-12-30 and 9999-12-31"),
        (
            "2026-12-01T10:00:01 and 2026-12-01T10:00",
            "2026-12-01T10:00 and 2026-12-01T10:00:01",
        ),
    ] {
        let text = format!("A = 1 or not Date between {range}");
        let error = fitted(&text).unwrap_err().to_string();
        assert!(
            error.contains("at character 14 can't be between"),
            "{error}"
        );
        let meant = format!("did you mean `Date between {exchanged}`?");
        assert!(error.ends_with(&meant), "{error}");
    }
}

#[test]
fn compares_numbers_by_value() {
    for range in ["10 and 5", "1E2 and 99.9", "0 and -0.5"] {
        assert!(
            fitted(&format!("Number between {range}")).is_err(),
            "{range}"
        );
    }
    fitted("Number between 9 and 10.0").unwrap();
}

#[test]
fn leaves_a_range_that_may_hold_something() {
    for range in [
        "5 and 5",
        "'b' and 'a'",
        "1 and '0'",
        "today and today",
        "2026-12-01T23:00 and 2026-12-01",
        "9999-12-31T10:00 and 9999-12-31",
        // Whether a local hour lies before an instant depends on the zone.
        "2026-12-01T12:00:00Z and 2026-12-01T09:00:00",
    ] {
        let mut filter = parse(&format!("D between {range}")).unwrap();
        assert_eq!(filter.fit(&clock(), |_| None), Ok(()), "{range}");
    }
}
