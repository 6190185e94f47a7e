//! What is accepted, what each dialect gets, and where errors point; [`properties`] holds what is true of any text.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing test should panic"
)]

mod days;
mod errors;
mod evidence;
mod fit;
mod order_by;
mod properties;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};

use super::{Comparator, Dialect, Filter, FilterError, Moment, Value};

/// A Monday morning.
fn clock() -> ZonedDateTime {
    let clock: Timestamp = "2026-11-30T08:15:02.7Z".parse().unwrap();
    clock.to_zoned_datetime(TimeZone::UTC)
}

fn parse(text: &str) -> Result<Filter, FilterError> {
    Filter::parse(text, &clock())
}

fn written(text: &str, dialect: Dialect) -> String {
    parse(text).unwrap().write(dialect)
}

/// The filter, then LINQ, SQL and `OData`.
const FORMS: &str = r#"
    Code = 'A'            | Code == "A"                 | Code = 'A'              | Code eq 'A'
    Code <> "A"           | Code != "A"                 | Code <> 'A'             | Code ne 'A'
    Level < 10            | Level < 10                  | Level < 10              | Level lt 10
    Level <= -0.50        | Level <= -0.50              | Level <= -0.50          | Level le -0.50
    Level gt 1E5          | Level > 1E5                 | Level > 1E5             | Level gt 1E5
    Level >= 10           | Level >= 10                 | Level >= 10             | Level ge 10
    IsLocked = TRUE       | IsLocked == true            | IsLocked = 1            | IsLocked eq true
    IsLocked != false     | IsLocked != false           | IsLocked <> 0           | IsLocked ne false
    Lot is null           | Lot == null                 | Lot IS NULL             | Lot eq null
    Lot != null           | Lot != null                 | Lot IS NOT NULL         | Lot ne null
    Lot in ('a', 'b')     | (Lot == "a" or Lot == "b")  | Lot IN ('a', 'b')       | Lot in ('a','b')
    Lot in ('a')          | Lot == "a"                  | Lot IN ('a')            | Lot in ('a')
    Lot not in (1,2)      | not (Lot == 1 or Lot == 2)  | NOT (Lot IN (1, 2))     | not (Lot in (1,2))
    Name contains 'x'     | Name.Contains("x")          | Name LIKE '%x%'         | contains(Name,'x')
    Name startswith 'x'   | Name.StartsWith("x")        | Name LIKE 'x%'          | startswith(Name,'x')
    Name endswith 'x'     | Name.EndsWith("x")          | Name LIKE '%x'          | endswith(Name,'x')
    Level between 1 and 3 | (Level >= 1 and Level <= 3) | Level BETWEEN 1 AND 3   | (Level ge 1 and Level le 3)
    Day < 2026-12-30      | Day < "2026-12-30"          | Day < '2026-12-30'      | Day lt 2026-12-30
    Day < 2026-12-30 14:30 | Day < "2026-12-30T14:30"    | Day < '2026-12-30T14:30' | Day lt 2026-12-30T14:30
    Day < 2026-12-30 14:30:00Z | Day < "2026-12-30T14:30:00Z" | Day < '2026-12-30T14:30:00Z' | Day lt 2026-12-30T14:30:00Z
    Product.Code = 'A'    | Product.Code == "A"         | Product.Code = 'A'      | Product/Code eq 'A'
    A = 1 and not B = 2   | A == 1 and not (B == 2)     | A = 1 AND NOT (B = 2)   | A eq 1 and not (B eq 2)
    A=1 and (B=2 or C=3)  | A == 1 and (B == 2 or C == 3) | A = 1 AND (B = 2 OR C = 3) | A eq 1 and (B eq 2 or C eq 3)
"#;

#[test]
fn writes_each_form_in_each_dialect() {
    for form in FORMS.trim().lines() {
        let texts: Vec<&str> = form.split('|').map(str::trim).collect();
        let [text, linq, sql, odata] = texts.try_into().unwrap();
        assert_eq!(written(text, Dialect::Linq), linq);
        assert_eq!(written(text, Dialect::Sql), sql);
        assert_eq!(written(text, Dialect::Odata), odata);
    }
}

#[test]
fn quotes_what_a_dialect_would_read_otherwise() {
    let text = r#"Name = 'O''Brien "\"'"#;
    assert_eq!(written(text, Dialect::Linq), r#"Name == "O'Brien \"\\\"""#);
    assert_eq!(written(text, Dialect::Sql), r#"Name = 'O''Brien "\"'"#);
    assert_eq!(written(text, Dialect::Odata), r#"Name eq 'O''Brien "\"'"#);
    assert_eq!(
        written(r"Name contains '50%_[\'", Dialect::Sql),
        r"Name LIKE '%50\%\_\[\\%' ESCAPE '\'"
    );
    let injection = "Name = \"x' or 1 eq 1 or '\"";
    assert_eq!(
        written(injection, Dialect::Odata),
        "Name eq 'x'' or 1 eq 1 or '''"
    );
}

#[test]
fn keeps_the_meaning_of_and_or_not() {
    let table = [
        (
            "A=1 or B=2 and C=3",
            "A == 1 or (B == 2 and C == 3)",
            "A = 1 or B = 2 and C = 3",
        ),
        (
            "(A=1 or B=2) and C=3",
            "(A == 1 or B == 2) and C == 3",
            "(A = 1 or B = 2) and C = 3",
        ),
        (
            "not A=1 and B=2",
            "not (A == 1) and B == 2",
            "not A = 1 and B = 2",
        ),
        (
            "not (A=1 and B=2)",
            "not (A == 1 and B == 2)",
            "not (A = 1 and B = 2)",
        ),
        ("not not A=1", "A == 1", "A = 1"),
        (
            "!(A=1) && B=2 || C=3",
            "(not (A == 1) and B == 2) or C == 3",
            "not A = 1 and B = 2 or C = 3",
        ),
        (
            "((A=1 AND ((B=2) And C=3)))",
            "A == 1 and B == 2 and C == 3",
            "A = 1 and B = 2 and C = 3",
        ),
        (
            "A in (1,2) or B=2",
            "(A == 1 or A == 2) or B == 2",
            "A in (1, 2) or B = 2",
        ),
        ("not A not in (1,2)", "(A == 1 or A == 2)", "A in (1, 2)"),
    ];
    for (text, linq, canonical) in table {
        assert_eq!(written(text, Dialect::Linq), linq);
        assert_eq!(parse(text).unwrap().canonical(), canonical);
    }
}

#[test]
fn accepts_the_spellings_of_other_languages() {
    let table = [
        ("Code == 'A'", "Code = 'A'"),
        ("Code EQ 'A'", "Code = 'A'"),
        ("Code='A'AND\tLevel\n>=2", "Code = 'A' and Level >= 2"),
        ("contains(Name, 'x')", "Name contains 'x'"),
        ("STARTSWITH ( Name , 'x' )", "Name startswith 'x'"),
        ("Name.Contains(\"x\")", "Name contains 'x'"),
        (
            "!Product.Name.EndsWith(\"x\")",
            "not Product.Name endswith 'x'",
        ),
        ("Name like '%x%'", "Name contains 'x'"),
        ("Name like 'x%'", "Name startswith 'x'"),
        ("Name not like '%x'", "not Name endswith 'x'"),
        ("Name like 'x'", "Name = 'x'"),
        ("Lot eq null", "Lot is null"),
        ("Lot is not null", "Lot is not null"),
        ("Name = \"say \"\"hi\"\"\"", "Name = 'say \"hi\"'"),
    ];
    for (text, canonical) in table {
        assert_eq!(parse(text).unwrap().canonical(), canonical, "{text}");
    }
}

#[test]
fn reckons_relative_dates_in_utc_and_keeps_their_source() {
    let table = [
        ("today", "2026-11-30T00:00:00", "today"),
        ("Today + 030D", "2026-12-30T00:00:00", "today+30d"),
        ("today-1w", "2026-11-23T00:00:00", "today-1w"),
        ("now", "2026-11-30T08:15:02", "now"),
        ("now-2h", "2026-11-30T06:15:02", "now-2h"),
        ("now+15m", "2026-11-30T08:30:02", "now+15m"),
        (
            "2026-11-30T08:15:00.1234567+02:00",
            "2026-11-30T08:15:00.1234567+02:00",
            "2026-11-30T08:15:00.1234567+02:00",
        ),
        (
            "9999-12-31T23:59:59Z",
            "9999-12-31T23:59:59Z",
            "9999-12-31T23:59:59Z",
        ),
    ];
    for (date, iso, source) in table {
        let filter = parse(&format!("D < {date}")).unwrap();
        assert_eq!(filter.write(Dialect::Odata), format!("D lt {iso}"));
        assert_eq!(filter.canonical(), format!("D < {source}"));
    }
}

#[test]
fn is_made_by_code_under_the_same_rules() {
    let filter = Filter::equals("Status", Value::Text("Blocked".to_owned()))
        .unwrap()
        .and(
            Filter::any_of(
                "LotCode",
                [Value::Text("L1".to_owned()), Value::Number("2".to_owned())],
            )
            .unwrap(),
        )
        .and(
            Filter::contains("Name", "a'b")
                .unwrap()
                .or(Filter::equals("Name", Value::Null).unwrap()),
        )
        .and(
            !Filter::compare(
                "Day",
                Comparator::Less,
                Value::Date(Moment::parse("today", &clock()).unwrap()),
            )
            .unwrap(),
        );
    assert_eq!(
        filter.canonical(),
        "Status = 'Blocked' and LotCode in ('L1', 2) and (Name contains 'a''b' or Name is null) and not Day < today"
    );

    let number = |text: &str| Value::Number(text.to_owned());
    for wrong in ["", "1 or 1=1", "0x1F", "1.", ".5", "NaN", "١"] {
        assert!(
            Filter::equals("Quantity", number(wrong)).is_err(),
            "{wrong}"
        );
    }
    assert!(Filter::equals("Quantity", Value::Text("a\0b".to_owned())).is_err());
    assert!(Filter::contains("Name", &"x".repeat(257)).is_err());
    assert!(Filter::compare("Quantity", Comparator::Less, Value::Null).is_err());
    assert!(Filter::any_of("Quantity", []).is_err());
    for name in [
        "",
        "A B",
        "A;",
        "a.",
        "and",
        "Today",
        "Status.GetType",
        "1A",
    ] {
        assert!(Filter::equals(name, Value::Null).is_err(), "{name}");
    }
}

#[test]
fn lists_and_renames_fields() {
    let mut filter = parse("status = 'A' and not (LOT in ('x') or Name.Contains('y'))").unwrap();
    let fields: Vec<_> = filter
        .fields()
        .iter()
        .map(|field| (field.name.clone(), field.position.unwrap()))
        .collect();
    assert_eq!(
        fields,
        [
            ("status".to_owned(), 1),
            ("LOT".to_owned(), 23),
            ("Name".to_owned(), 39)
        ]
    );

    filter
        .rename(|field| Ok::<_, FilterError>(field.name.to_uppercase()))
        .unwrap();
    assert_eq!(
        filter.canonical(),
        "STATUS = 'A' and not (LOT in ('x') or NAME contains 'y')"
    );
    let refused = filter.rename(|field| Ok::<_, FilterError>(format!("{} ", field.name)));
    assert!(matches!(refused, Err(FilterError::InvalidName { .. })));
}

#[test]
fn names_its_dialects() {
    for dialect in [Dialect::Linq, Dialect::Sql, Dialect::Odata] {
        assert_eq!(dialect.to_string().parse(), Ok(dialect));
    }
    assert!("LINQ".parse::<Dialect>().is_ok());
    assert!("mongo".parse::<Dialect>().is_err());
}

/// The night in which central Europe's clocks go from two to three.
#[test]
fn relative_dates_follow_the_clocks_of_the_site() {
    let zone = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
    let noon: Timestamp = "2026-03-29T10:00:00Z".parse().unwrap();
    let clock = noon.to_zoned_datetime(zone);
    for (text, iso, instant) in [
        ("now", "2026-03-29T12:00:00", "2026-03-29T10:00:00Z"),
        ("today", "2026-03-29T00:00:00", "2026-03-28T23:00:00Z"),
        ("today-1d", "2026-03-28T00:00:00", "2026-03-27T23:00:00Z"),
        ("now-12h", "2026-03-28T23:00:00", "2026-03-28T22:00:00Z"),
    ] {
        let moment = Moment::parse(text, &clock).unwrap();
        let told = moment.instant().unwrap().to_string();
        assert_eq!((moment.iso(), told.as_str()), (iso, instant), "{text}");
    }
    let local = Moment::parse("2026-03-29T12:00:00", &clock).unwrap();
    assert_eq!(local.instant(), None);
}
