//! Values against the kinds of their fields.

use super::super::{Dialect, FieldKind, Filter, FilterError};
use super::{clock, parse};

/// The kind that a field's name says.
fn kind_of(field: &str) -> Option<FieldKind> {
    FieldKind::of_type(field)
}

pub(super) fn fitted(text: &str) -> Result<Filter, FilterError> {
    let mut filter = parse(text)?;
    filter.fit(&clock(), kind_of).map(|()| filter)
}

#[test]
fn refuses_what_no_row_of_the_field_can_have_and_says_what_was_meant() {
    let table = [
        ("Bool = 1", "`true` or `false`", Some("true")),
        ("Bool = 'no'", "`true` or `false`", Some("false")),
        ("Bool in (true, 'perhaps')", "`true` or `false`", None),
        ("Number > 'abc'", "a number", None),
        ("Number between 1 and '10'", "a number", Some("10")),
        ("Number = true", "a number", None),
        ("Number < today", "a number", None),
        ("Text = 10482", "a quoted text", Some("'10482'")),
        ("Text != true", "a quoted text", Some("'true'")),
        ("Date < 10", "a date", None),
        ("Date < '31.12.2026'", "a date", Some("2026-12-31")),
        ("Id = 7", "an id", None),
        (
            "A = 1 or not (Text = 'a' and Bool = 1)",
            "`true` or `false`",
            Some("true"),
        ),
    ];
    for (text, wanted, suggested) in table {
        let error = fitted(text).unwrap_err();
        assert_eq!(error.suggestion(), suggested, "{text}: {error}");
        let FilterError::WrongKind { expected, .. } = &error else {
            panic!("{text}: {error:?}");
        };
        assert!(expected.starts_with(wanted), "{text}: {error}");
        assert!(error.position().is_some(), "{text}");
    }
    assert_eq!(
        fitted("A = 1 and Bool = 1").unwrap_err().to_string(),
        "`Bool` at character 11 is compared with `1`: expected `true` or `false`, without quotes; did you mean `true`?"
    );
}

#[test]
fn looks_for_a_part_of_a_text_in_texts_only() {
    for (text, comparison) in [
        (
            "Id contains 'a'",
            "Compare it whole, Id = '<id>', or filter on the code or name beside it.",
        ),
        (
            "Number like '1%'",
            "Compare the number: Number >= 10 and Number < 20.",
        ),
        ("Bool.Contains('t')", "Write Bool = true or Bool = false."),
        (
            "not endswith(Date, 'Z')",
            "Give a span: Date >= today-7d and Date < today.",
        ),
    ] {
        let error = fitted(text).unwrap_err();
        assert_eq!(error.comparison().as_deref(), Some(comparison), "{text}");
    }
    assert_eq!(
        fitted("Id contains 'a'").unwrap_err().to_string(),
        "`contains` looks into texts, and `Id` at character 1 holds ids"
    );
}

#[test]
fn leaves_what_fits_or_can_not_be_judged() {
    for text in [
        "Text in ('a', 'b')",
        "Number between -1 and 1E5",
        "Bool = true",
        "Date >= today-1d",
        "Id = 'a'",
        "Bool is null",
        "Number != null",
        "Colour = 1",
        "Colour contains 'x'",
        "Text.Length = 3",
    ] {
        assert_eq!(fitted(text).unwrap(), parse(text).unwrap(), "{text}");
    }
}

#[test]
fn a_quoted_date_for_a_date_is_the_date() {
    let odata = |text: &str| fitted(text).unwrap().write(Dialect::Odata);
    assert_eq!(odata("Date < '2026-12-31'"), "Date lt 2026-12-31");
    assert_eq!(
        odata("Date < '2026-12-31 08:15'"),
        "Date lt 2026-12-31T08:15"
    );
    assert_eq!(odata("Date < 'today+1d'"), "Date lt 2026-12-01T00:00:00");
    assert_eq!(odata("Text < '2026-12-31'"), "Text lt '2026-12-31'");
}
