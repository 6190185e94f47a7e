//! What holds for any text. The readers below know each dialect's literals by its own rules, not by our writer.

use proptest::prelude::*;

use super::super::{Dialect, Filter, MAX_VALUE_CHARACTERS};
use super::{clock, parse};

/// Reads a LINQ literal to its end: a backslash takes the next character as it is.
fn read_linq(text: &str) -> Option<String> {
    let mut characters = text.strip_prefix('"')?.chars();
    let mut value = String::new();
    loop {
        match characters.next()? {
            '\\' => value.push(characters.next()?),
            '"' => return characters.next().is_none().then_some(value),
            character => value.push(character),
        }
    }
}

/// Reads an SQL or `OData` literal to its end: a doubled quote is a quote.
fn read_quoted(text: &str) -> Option<String> {
    let mut characters = text.strip_prefix('\'')?.chars().peekable();
    let mut value = String::new();
    loop {
        match characters.next()? {
            '\'' if characters.next_if_eq(&'\'').is_some() => value.push('\''),
            '\'' => return characters.next().is_none().then_some(value),
            character => value.push(character),
        }
    }
}

/// Reads what a pattern with `%` at both ends looks for; nothing if a wildcard is left inside.
fn read_pattern(pattern: &str, escaped: bool) -> Option<String> {
    let mut characters = pattern.strip_prefix('%')?.strip_suffix('%')?.chars();
    let mut value = String::new();
    while let Some(character) = characters.next() {
        match character {
            '\\' if escaped => value.push(characters.next()?),
            '%' | '_' | '[' => return None,
            character => value.push(character),
        }
    }
    Some(value)
}

/// Any text a value can hold, rich in what a dialect could trip over.
fn value_text() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        3 => proptest::sample::select(vec!['\'', '"', '\\', '%', '_', '[', ' ', '(', ')', ';', '-', 'a', '0', '\u{2028}']),
        1 => any::<char>().prop_filter("control characters are refused", |character| !character.is_control()),
    ];
    proptest::collection::vec(character, 0..40).prop_map(String::from_iter)
}

fn quoted(text: &str, quote: char) -> String {
    format!(
        "{quote}{}{quote}",
        text.replace(quote, &format!("{quote}{quote}"))
    )
}

/// Texts made of the language's own words, so that many of them parse.
fn word_salad() -> impl Strategy<Value = String> {
    let words = vec![
        "A",
        "B.C",
        "=",
        "!=",
        "<",
        ">=",
        "in",
        "not",
        "and",
        "or",
        "(",
        ")",
        ",",
        "'x'",
        "\"y\"\"z\"",
        "1",
        "-2.50",
        "null",
        "is",
        "true",
        "today",
        "now-2h",
        "2026-11-30",
        "contains",
        "like",
        "'%x%'",
        "between",
        "A.Contains(",
        "A = 1",
        "B in (1, 2)",
        "A contains 'x'",
        "not B between 1 and today+1w",
        "A is not null",
        "and (",
        "or (",
        "yesterday",
        "now-1M",
        "today - 3 weeks",
        "“x”",
        "=>",
        "&",
        "[",
        "]",
        "betwen",
        "31.12.2026",
        "P-1/2",
        "like 'a_b%'",
    ];
    proptest::collection::vec(proptest::sample::select(words), 0..30)
        .prop_map(|words| words.join(" "))
}

/// Filters that parse, of every form and up to five levels deep.
fn right_filter() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        value_text().prop_map(|text| format!("A = {}", quoted(&text, '\''))),
        value_text().prop_map(|text| format!("B.C not contains {}", quoted(&text, '"'))),
        "F[a-z]{0,3}9? (<|<=|>|ge|!=|==) -?[0-9]{1,5}(\\.[0-9]{1,3})?",
        "X (not )?in \\((1|true|today \\+ 3D|'x'), now-0[0-9]h\\)",
        "X (not )?between [1-9] AND 2026-0[1-9]-1[0-9]",
        "X (is null|is not null|!= null|not like '%x')",
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|inner| format!("({inner})")),
            inner.prop_map(|inner| format!("not ({inner})")),
            pair.clone()
                .prop_map(|(left, right)| format!("{left} and ({right})")),
            pair.prop_map(|(left, right)| format!("({left} || {right})")),
        ]
    })
}

/// Whether a suggestion is right at some place of some filter.
fn is_language(suggestion: &str) -> bool {
    [
        ("A = ", ""),
        ("A ", ""),
        ("A ", " 'x'"),
        ("A ", " 1 and 2"),
        ("A ", " (1)"),
        ("A = 1 ", " B = 2"),
        ("A in ", "1)"),
        ("A in (1", ""),
    ]
    .iter()
    .any(|(before, after)| parse(&format!("{before}{suggestion}{after}")).is_ok())
}

proptest! {
    #[test]
    fn a_quoted_text_is_one_literal_in_every_dialect(text in value_text()) {
        for quote in ['\'', '"'] {
            let filter = parse(&format!("F = {}", quoted(&text, quote))).unwrap();
            let literal = |dialect, start: &str| filter.write(dialect).strip_prefix(start).unwrap().to_owned();
            prop_assert_eq!(read_linq(&literal(Dialect::Linq, "F == ")), Some(text.clone()));
            prop_assert_eq!(read_quoted(&literal(Dialect::Sql, "F = ")), Some(text.clone()));
            prop_assert_eq!(read_quoted(&literal(Dialect::Odata, "F eq ")), Some(text.clone()));
        }
    }

    #[test]
    fn a_searched_text_is_one_literal_in_every_dialect(text in value_text()) {
        let filter = Filter::contains("F", &text).unwrap();
        let (linq, odata) = (filter.write(Dialect::Linq), filter.write(Dialect::Odata));
        let linq = linq.strip_prefix("F.Contains(").and_then(|call| call.strip_suffix(')')).unwrap();
        prop_assert_eq!(read_linq(linq), Some(text.clone()));
        let odata = odata.strip_prefix("contains(F,").and_then(|call| call.strip_suffix(')')).unwrap();
        prop_assert_eq!(read_quoted(odata), Some(text.clone()));

        let sql = filter.write(Dialect::Sql);
        let like = sql.strip_prefix("F LIKE ").unwrap();
        let (pattern, escaped) = like.strip_suffix(r" ESCAPE '\'").map_or((like, false), |pattern| (pattern, true));
        prop_assert_eq!(read_pattern(&read_quoted(pattern).unwrap(), escaped), Some(text));
    }

    #[test]
    fn the_canonical_text_is_a_fixed_point(text in right_filter()) {
        let Ok(filter) = parse(&text) else {
            prop_assert!(text.chars().count() > 2_000, "{}", text);
            return Ok(());
        };
        let canonical = filter.canonical();
        if canonical.chars().count() <= 2_000 {
            let again = parse(&canonical).unwrap();
            prop_assert_eq!(again.canonical(), canonical);
            for dialect in [Dialect::Linq, Dialect::Sql, Dialect::Odata] {
                prop_assert_eq!(again.write(dialect), filter.write(dialect));
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in prop_oneof![any::<String>(), word_salad(), "[ -~\u{0}]{0,80}"]) {
        match parse(&text) {
            Ok(filter) => prop_assert!(parse(&filter.canonical()).is_ok()),
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.chars().count() <= 300 && !message.ends_with('.'), "{}", message);
                let position = error.position().unwrap();
                prop_assert!((1..=text.chars().count() + 1).contains(&position), "{}", message);
                prop_assert!(error.suggestion().is_none_or(is_language), "{}", message);
            }
        }
    }

    #[test]
    fn a_number_keeps_its_text(number in "-?[0-9]{1,20}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?") {
        let filter = Filter::parse(&format!("F >= {number}"), &clock()).unwrap();
        prop_assert_eq!(filter.write(Dialect::Linq), format!("F >= {number}"));
        prop_assert!(number.len() <= MAX_VALUE_CHARACTERS);
    }
}
