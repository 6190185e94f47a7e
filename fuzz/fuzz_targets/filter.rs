//! Any text as a filter and as a sort order: it is answered, and what is written from it is data and operators only.
//!
//! Each dialect's literals are read here by that dialect's own rules, so that a quote that the writer gets wrong shows.
#![no_main]

use std::sync::LazyLock;

use jiff::ZonedDateTime;
use libfuzzer_sys::fuzz_target;
use mcp_wms_api::easywms::filter::{Dialect, Filter, FilterError, MAX_CHARACTERS, OrderBy};

const DIALECTS: [Dialect; 3] = [Dialect::Linq, Dialect::Sql, Dialect::Odata];

static CLOCK: LazyLock<ZonedDateTime> =
    LazyLock::new(|| "2026-11-30T08:15:00+01:00[+01:00]".parse().expect("a time"));

fuzz_target!(|text: &str| {
    match Filter::parse(text, &CLOCK) {
        Ok(filter) => check_filter(&filter),
        Err(error) => check_error(text, &error),
    }
    match OrderBy::parse(text) {
        Ok(order) => check_order(&order),
        Err(error) => check_error(text, &error),
    }
});

fn check_filter(filter: &Filter) {
    for dialect in DIALECTS {
        check_code(dialect, &filter.write(dialect));
    }
    let canonical = filter.canonical();
    match Filter::parse(&canonical, &CLOCK) {
        Ok(again) => {
            assert_eq!(again.canonical(), canonical);
            for dialect in DIALECTS {
                assert_eq!(again.write(dialect), filter.write(dialect), "{canonical}");
            }
        }
        // The longer spelling of a filter at the limit may pass it.
        Err(error) => assert!(
            canonical.chars().count() > MAX_CHARACTERS,
            "{error}: {canonical}"
        ),
    }
}

fn check_order(order: &OrderBy) {
    for dialect in DIALECTS {
        check_code(dialect, &order.write(dialect));
    }
    let canonical = order.canonical();
    if canonical.chars().count() <= MAX_CHARACTERS {
        let again = OrderBy::parse(&canonical).expect("a canonical order is an order");
        assert_eq!(again.canonical(), canonical);
    }
}

/// A message is short and points into the text.
fn check_error(text: &str, error: &FilterError) {
    let message = error.to_string();
    assert!(message.chars().count() <= 300, "{message}");
    let position = error.position().expect("a parse error has a position");
    assert!(
        (1..=text.chars().count() + 1).contains(&position),
        "{message}"
    );
}

/// Outside its literals a written filter holds names, operators and parentheses, and its parentheses are paired.
fn check_code(dialect: Dialect, written: &str) {
    let code = without_literals(dialect, written);
    let mut depth = 0_i32;
    for character in code.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => assert!(
                character.is_alphanumeric() || " _.,:+-<>=!/\\".contains(character),
                "{character:?} outside a literal: {written}"
            ),
        }
        assert!(depth >= 0, "{written}");
    }
    assert_eq!(depth, 0, "{written}");
    for comment in ["--", "/*", "//"] {
        assert!(!code.contains(comment), "{written}");
    }
}

/// Returns what is left when every literal is taken out; fails if one never ends.
fn without_literals(dialect: Dialect, written: &str) -> String {
    let mut code = String::new();
    let mut characters = written.chars();
    let quote = if dialect == Dialect::Linq { '"' } else { '\'' };
    while let Some(character) = characters.next() {
        if character != quote {
            code.push(character);
            continue;
        }
        loop {
            match characters.next().expect("a literal ends") {
                '\\' if dialect == Dialect::Linq => drop(characters.next()),
                // A doubled quote of SQL and OData ends one literal and starts the next: what is left is the same.
                end if end == quote => break,
                _ => {}
            }
        }
    }
    code
}
