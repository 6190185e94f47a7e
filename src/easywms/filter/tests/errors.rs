//! Each error points at the first offending token and says what would have been right.

use super::super::{FilterError, MAX_DEPTH};
use super::fit::fitted;
use super::parse;

#[test]
fn points_at_the_first_offending_token() {
    let table = [
        ("", 1, "a field name", None),
        ("Status", 7, "an operator", None),
        ("Statsus === 'x'", 9, "an operator", Some("=")),
        ("Name contain 'x'", 6, "an operator", Some("contains")),
        ("Name beginswith 'x'", 6, "an operator", Some("startswith")),
        ("Level => 3", 7, "an operator", Some(">=")),
        ("Level equals 3", 7, "an operator", Some("=")),
        ("Status = Blocked", 10, "a value", Some("'Blocked'")),
        ("Code = 1234-56-AB", 8, "a value", Some("'1234-56-AB'")),
        ("Code = 3PL", 8, "a value", Some("'3PL'")),
        ("Code = P-10482", 8, "a value", Some("'P-10482'")),
        (
            "Code = SO-240117 and A = 1",
            8,
            "a value",
            Some("'SO-240117'"),
        ),
        (
            "Code in (RC-01-02-A, 'b')",
            10,
            "a value",
            Some("'RC-01-02-A'"),
        ),
        ("Code = 12/34", 8, "a value", Some("'12/34'")),
        ("Code contains A/B#1", 15, "a quoted text", Some("'A/B#1'")),
        ("Status = in-progress", 10, "a value", Some("'in-progress'")),
        (
            "Name = DHL Express or A = 1",
            8,
            "a value",
            Some("'DHL Express'"),
        ),
        ("Name = DHL Express = 1", 8, "a value", Some("'DHL'")),
        ("Day < 31.12.2026", 7, "a value", Some("2026-12-31")),
        ("Day < 12/31/2026", 7, "a value", Some("2026-12-31")),
        ("Day < 2026/12/31", 7, "a value", Some("2026-12-31")),
        ("Day < 31-12-2026", 7, "a value", Some("2026-12-31")),
        ("Day < 12-31-2026", 7, "a value", Some("2026-12-31")),
        ("Day < 1/2/2026", 7, "a value", None),
        ("Day < 01-02-2026", 7, "a value", None),
        ("Day < 5/6/26 10:00", 7, "a value", None),
        ("Day < 31.02.2026", 7, "a value", None),
        ("Code = 01-02-03", 8, "a value", Some("'01-02-03'")),
        ("Day = yesterday", 7, "a value", Some("today-1d")),
        ("Day >= Tomorrow", 8, "a value", Some("today+1d")),
        ("Day > now-1M", 7, "a date with a step", Some("now-30d")),
        ("Day > Now - 2 months", 7, "a date with", Some("now-60d")),
        ("Day > now-15min", 7, "a date with", Some("now-15m")),
        ("Day > today-1y", 7, "a date with", Some("today-365d")),
        ("Day > today-2fortnights", 7, "a date with", None),
        ("Day < 2026-11-30 14:3", 18, "`and`, `or` or the end", None),
        ("Name contains 10", 15, "a quoted text", Some("'10'")),
        ("Name = “x y”", 8, "a value", Some("'x y'")),
        ("Name contains ‘x’", 15, "a quoted text", Some("'x'")),
        ("Lot in ['a']", 8, "`(`", Some("(")),
        ("Lot in ()", 9, "a value", None),
        ("Lot in ('a', null)", 14, "a value other than null", None),
        ("Lot in ('a' 'b')", 13, "`,` or a closing", None),
        ("Lot < null", 7, "a value other than null", None),
        ("Lot is 3", 8, "`null`", None),
        ("Lot not = 3", 9, "`in`, `between`", None),
        ("Name like 'a%b'", 6, "`like` and a pattern", None),
        (
            "Name like 'CST_%'",
            6,
            "`like` and a pattern",
            Some("startswith 'CST_'"),
        ),
        ("Day < 2026-02-30", 7, "a date", None),
        ("Day < today+30", 7, "a date", Some("today+30d")),
        ("Day < today-800000d", 7, "a date", None),
        ("Day < today+9999999d", 7, "a date", None),
        ("A = 1 B = 2", 7, "`and`, `or` or the end", None),
        ("A = 1 & B = 2", 7, "`and`, `or` or the end", Some("and")),
        ("A = 1 and", 10, "a field name", None),
        ("A = 1 or or B = 2", 10, "a field name", None),
        ("(A = 1", 7, "`and`, `or` or a closing", None),
        ("A = 1)", 6, "`and`, `or` or the end", None),
        ("'x' = A", 1, "a field name", None),
        ("ñandú = 'ñ' ñ", 13, "`and`, `or` or the end", None),
    ];
    for (text, position, expected_start, suggested) in table {
        let error = parse(text).unwrap_err();
        assert_eq!(error.position(), Some(position), "{text}: {error}");
        assert_eq!(error.suggestion(), suggested, "{text}: {error}");
        let FilterError::Unexpected { expected, .. } = &error else {
            panic!("{text}: {error:?}");
        };
        assert!(expected.starts_with(expected_start), "{text}: {error}");
    }
}

/// What stands between the marks is what the suggestion is for.
#[test]
fn every_suggestion_is_right_when_it_is_followed() {
    let table = [
        "Name «===» 'x'",
        "Name «!==» 'x'",
        "Level «=<» 3",
        "Name «=~» 'x'",
        "Name «~» 'x'",
        "A = 1 «&» B = 2",
        "A = 1 «|» B = 2",
        "Name «contian» 'x'",
        "Name «has» 'x'",
        "Name «ilike» 'x'",
        "Name «begins» 'x'",
        "Name «suffix» 'x'",
        "Level «neq» 3",
        "Level «gte» 3",
        "Level «isnull»",
        "Level «betwen» 1 and 3",
        "Name = «Blocked»",
        "Name = «DHL Express» and A = 1",
        "Name in («RC-01-02-A», 'b')",
        "Name = «‘x y’»",
        "Name contains «“it's”»",
        "Name contains «A/B#1»",
        "Name «like 'CST_%'»",
        "Name not «like 'a_b'»",
        "Name «like '%a_b'»",
        "Date = «yesterday»",
        "Date = «'yesterday'»",
        "Date between «Yesterday» and «TOMORROW»",
        "Date > «now-1M»",
        "Date > «now - 2 months»",
        "Date > «today-30»",
        "Date > «today - 2 weeks»",
        "Date > «'now-15 min'»",
        "Date > «today-1y» and A = 1",
        "Date < «31.12.2026»",
        "Date < «'12/31/2026'»",
        "Date < «2026/12/31»",
        "Date < «12-31-2026»",
        "Date < «'31-12-2026'»",
        "Bool = «1»",
        "Number > «'10'»",
        "Text = «10»",
        "«Number between 10 and 5»",
        "not «Date between today and 2026-11-01»",
    ];
    for marked in table {
        let mut followed = marked.to_owned();
        while let Some((before, rest)) = followed.split_once('«') {
            let (wrong, after) = rest.split_once('»').unwrap();
            let text = format!("{before}{wrong}{after}").replace(['«', '»'], "");
            let error = fitted(&text).unwrap_err();
            let suggestion = error
                .suggestion()
                .unwrap_or_else(|| panic!("{text}: {error}"));
            followed = format!("{before}{suggestion}{after}");
        }
        assert!(fitted(&followed).is_ok(), "{marked}: {followed}");
    }
}

#[test]
fn refuses_code_comments_and_unclosed_quotes_where_they_start() {
    let table = [
        ("Status.GetType() = 'x'", 1),
        ("A = 1 and typeof(B) = 2", 11),
        ("new Foo() = 1", 1),
        ("A = 1; drop", 6),
        ("A = 1 -- x", 7),
        ("A = 1 /* x */", 7),
        ("A = 1 // x", 7),
        ("Status.ToLower() = 'x'", 1),
        ("A = 1 and Le.StartsWith('x')", 11),
        ("null.Contains('x')", 1),
        ("Contains.Contains('x')", 1),
        ("Name = lower ('x')", 8),
        ("Name = 'x", 8),
        ("Name = 'x''", 8),
        ("Name = ‘O'Brien", 8),
        ("Name = 'a\0b'", 8),
        ("Name = 'a\nb'", 8),
    ];
    for (text, position) in table {
        let error = parse(text).unwrap_err();
        assert!(
            matches!(error, FilterError::Refused { .. }),
            "{text}: {error:?}"
        );
        assert_eq!(error.position(), Some(position), "{text}: {error}");
    }
}

#[test]
fn holds_its_limits() {
    let nested = |depth: usize| format!("{}A = 1{}", "(".repeat(depth), ")".repeat(depth));
    assert!(parse(&nested(MAX_DEPTH)).is_ok());
    assert_eq!(
        parse(&nested(MAX_DEPTH + 1)).unwrap_err().position(),
        Some(21)
    );
    assert_eq!(
        parse(&nested(900)).unwrap_err().to_string(),
        "more than 20 nested parentheses at character 21"
    );

    assert!(parse(&vec!["A=1"; 200].join(" or ")).is_ok());
    assert_eq!(
        parse(&vec!["A=1"; 201].join(" or "))
            .unwrap_err()
            .position(),
        Some(1_401)
    );
    assert!(parse(&format!("A in ({})", vec!["1"; 200].join(","))).is_ok());
    assert_eq!(
        parse(&format!("A in ({})", vec!["1"; 201].join(",")))
            .unwrap_err()
            .position(),
        Some(407)
    );

    assert!(parse(&format!("A = '{}'", "é".repeat(256))).is_ok());
    assert_eq!(
        parse(&format!("A = '{}'", "é".repeat(257)))
            .unwrap_err()
            .position(),
        Some(5)
    );
    assert_eq!(
        parse(&"x".repeat(10_000)).unwrap_err().position(),
        Some(2_001)
    );
    assert_eq!(
        parse(&format!("{} = 1", "x".repeat(129)))
            .unwrap_err()
            .position(),
        Some(1)
    );
    let long = parse(&format!("A = {}", "9x".repeat(900))).unwrap_err();
    assert!(long.to_string().chars().count() <= 300, "{long}");
    assert!(parse(&format!("{}A = 1", "not ".repeat(480))).is_ok());
}

#[test]
fn says_it_in_one_sentence() {
    assert_eq!(
        parse("Statsus === 'x'").unwrap_err().to_string(),
        "expected an operator such as `=`, `in` or `contains` at character 9, found `===`; did you mean `=`?"
    );
    assert_eq!(
        parse("A = 1;").unwrap_err().to_string(),
        "`;` at character 6 is refused: a filter is one condition; join two with `and` or `or`"
    );
    assert_eq!(
        parse("Day > now-1M").unwrap_err().to_string(),
        "expected a date with a step in `m` (minutes), `h`, `d` or `w`, not in months or years, such as `now-15m` or `today-30d` at character 7, found `now-1M`; did you mean `now-30d`?"
    );
}
