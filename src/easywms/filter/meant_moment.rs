//! What a date that isn't one was probably meant for. Each suggestion is read before it is made.

use jiff::ZonedDateTime;
use jiff::civil::Date;
use winnow::ascii::{Caseless, alpha0, digit1, multispace0};
use winnow::combinator::{alt, preceded};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::one_of;

use super::moment::Moment;

/// Returns the date that `text` was probably meant for, one that [`Moment::parse`] reads.
pub(super) fn meant(text: &str, clock: &ZonedDateTime) -> Option<String> {
    let text = text.trim();
    let meant = day_word(text)
        .or_else(|| step.parse(text).ok().flatten())
        .or_else(|| other_custom(text))?;
    Moment::read(&meant, clock).is_some().then_some(meant)
}

fn day_word(text: &str) -> Option<String> {
    let day = match text.to_lowercase().as_str() {
        "yesterday" => "today-1d",
        "tomorrow" => "today+1d",
        _ => return None,
    };
    Some(day.to_owned())
}

/// A step without a unit, or in one of another language.
fn step(input: &mut &str) -> Result<Option<String>, EmptyError> {
    let base = alt((
        Caseless("today").value("today"),
        Caseless("now").value("now"),
    ));
    let sign = preceded(multispace0, one_of(['+', '-']));
    let amount = preceded(multispace0, digit1.parse_to::<i64>());
    let unit = preceded(multispace0, alpha0);
    (base, sign, amount, unit)
        .map(|(base, sign, amount, unit)| {
            let (each, letter) = known_unit(unit)?;
            let amount = amount.checked_mul(each)?;
            Some(format!("{base}{sign}{amount}{letter}"))
        })
        .parse_next(input)
}

/// Tells whether `word` is a unit of time in some language.
pub(super) fn is_unit(word: &str) -> bool {
    !word.is_empty() && known_unit(word).is_some()
}

/// Returns how many of which unit of ours one of `word` is.
fn known_unit(word: &str) -> Option<(i64, char)> {
    Some(match word.to_lowercase().as_str() {
        "min" | "mins" | "minute" | "minutes" => (1, 'm'),
        "h" | "hr" | "hrs" | "hour" | "hours" => (1, 'h'),
        "" | "d" | "day" | "days" => (1, 'd'),
        "w" | "wk" | "wks" | "week" | "weeks" => (1, 'w'),
        // What is left of `m` is `M`, which is no minute.
        "m" | "mo" | "mon" | "month" | "months" => (30, 'd'),
        "y" | "yr" | "yrs" | "year" | "years" => (365, 'd'),
        _ => return None,
    })
}

/// Returns the ISO date that a date in another custom was probably meant for: `31.12.2026`, `12/31/2026`, `2026/12/31`.
/// Of a day and a month that could be each other only a point says which is which.
fn other_custom(text: &str) -> Option<String> {
    let (separator, numbers) = three_numbers(text)?;
    let (year, month, day) = match (separator, numbers) {
        (_, (1_000.., ..)) => numbers,
        ('.', (day, month, year)) | (_, (day @ 13.., month, year) | (month, day @ 13.., year)) => {
            (year, month, day)
        }
        _ => return None,
    };
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    let date = Date::new(year, month, day).ok()?;
    (year >= 1_000).then(|| date.to_string())
}

/// Tells whether `text` is a date in some custom, be it in the calendar or not. Of one with a year of two digits only a
/// slash says so: `01-02-03` is a code in many a warehouse.
pub(super) fn looks_like_date(text: &str) -> bool {
    three_numbers(text).is_some_and(|(separator, numbers)| {
        separator == '/' || matches!(numbers, (1_000.., ..) | (.., 1_000..))
    })
}

fn three_numbers(text: &str) -> Option<(char, (i16, i16, i16))> {
    let separator = text.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<&str> = text.split(separator).collect();
    let [first, second, third] = <[&str; 3]>::try_from(parts).ok()?;
    let numbers = (number(first)?, number(second)?, number(third)?);
    matches!(separator, '.' | '/' | '-').then_some((separator, numbers))
}

fn number(digits: &str) -> Option<i16> {
    digits.parse().ok().filter(|number| *number > 0)
}
