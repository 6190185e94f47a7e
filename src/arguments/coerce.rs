//! One value brought to the type its schema names, or refused.
//!
//! A form is mended only where nothing can be lost. A number sent for a text is taken by its digits only while every
//! JSON reader keeps them: JavaScript clients have already dropped the zeros of `1.10` and rounded an 18-digit code.

use regex::Regex;
use rmcp::model::JsonObject;
use serde_json::{Number, Value};

use super::{
    error::{ArgumentError, excerpt, path_text},
    expectation::{expectation, found, words},
    name_list::NameList,
    path::Path,
};
use crate::nearest::nearest;

/// The longest text of any argument, in characters: texts of this size are pastes. What an argument means may have a lower
/// limit, as the filter language has, so a message must not promise that this one is enough.
const MAX_TEXT_CHARS: usize = 10_000;
/// The largest integer up to which a double, and so every JSON reader, holds each whole number: 2^53 - 1.
const MAX_SAFE_INTEGER: u64 = 9_007_199_254_740_991;
/// The same bound as a double.
const MAX_SAFE_FLOAT: f64 = 9_007_199_254_740_991.0;

/// Refuses what no parameter may hold: a text over [`MAX_TEXT_CHARS`], or control characters other than line ends and tabs.
pub(super) fn refuse_unfit_text(text: &str, path: Path<'_>) -> Result<(), ArgumentError> {
    // A text has at most as many characters as bytes, and most are short: count only when it matters.
    if text.len() > MAX_TEXT_CHARS && text.chars().count() > MAX_TEXT_CHARS {
        let found = format!("one of more than {MAX_TEXT_CHARS} characters");
        return Err(ArgumentError::wrong_value(path, "a shorter text", found));
    }
    let is_unfit = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    match text.chars().find(|letter| is_unfit(*letter)) {
        Some(letter) => {
            let found = format!("one with U+{:04X}", u32::from(letter));
            let wanted = "a text without control characters";
            Err(ArgumentError::wrong_value(path, wanted, found))
        }
        None => Ok(()),
    }
}

/// Returns the text for a `string` schema: a word of its enumeration, joined names, or the text exactly as sent.
pub(super) fn text(
    schema: &JsonObject,
    value: Value,
    path: Path<'_>,
) -> Result<String, ArgumentError> {
    let words = words(schema);
    let is_name_list = pattern(schema) == Some(NameList::PATTERN);
    let text = match value {
        Value::Array(items) if is_name_list => joined(items, path)?,
        Value::String(text) if is_name_list => match list_in(&text) {
            Some(items) => joined(items, path)?,
            None => joined(vec![text.into()], path)?,
        },
        Value::String(text) => text,
        Value::Number(number) => digits(&number, path)?,
        other if words.is_empty() => return Err(unfit(schema, &other, path)),
        other => return Err(not_accepted(&words, &found(&other), path)),
    };
    if words.is_empty() {
        refuse_out_of_bounds(schema, &text, path)?;
        return Ok(text);
    }
    word(&words, &text).ok_or_else(|| not_accepted(&words, &text, path))
}

/// Returns the integer for an `integer` schema.
pub(super) fn integer(
    schema: &JsonObject,
    value: &Value,
    path: Path<'_>,
) -> Result<Value, ArgumentError> {
    let number = number_in(value).ok_or_else(|| unfit(schema, value, path))?;
    let is_whole = number.as_f64().is_some_and(|float| float.fract() == 0.0);
    match whole(&number) {
        Some(whole) if is_in_range(schema, &number) => Ok(whole.into()),
        None if is_whole && is_in_range(schema, &number) => {
            let wanted = "a whole number that fits 64 bits";
            Err(ArgumentError::wrong_value(path, wanted, found(value)))
        }
        _ => Err(unfit(schema, value, path)),
    }
}

/// Returns the number for a `number` schema.
pub(super) fn number(
    schema: &JsonObject,
    value: &Value,
    path: Path<'_>,
) -> Result<Value, ArgumentError> {
    number_in(value)
        .filter(|number| is_in_range(schema, number))
        .map(Value::Number)
        .ok_or_else(|| unfit(schema, value, path))
}

/// Returns the flag for a `boolean` schema. Numbers are refused: 1 may have been meant for the neighbour.
pub(super) fn boolean(
    schema: &JsonObject,
    value: &Value,
    path: Path<'_>,
) -> Result<Value, ArgumentError> {
    let flag = match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) if text.trim().eq_ignore_ascii_case("true") => Some(true),
        Value::String(text) if text.trim().eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    };
    flag.map(Value::Bool)
        .ok_or_else(|| unfit(schema, value, path))
}

/// Returns the items of a text that is a JSON array; `None` for any other text.
pub(super) fn list_in(text: &str) -> Option<Vec<Value>> {
    let is_list = text.trim_start().starts_with('[');
    is_list.then(|| serde_json::from_str(text).ok()).flatten()
}

/// Returns a size that a schema publishes, such as its `maxItems`.
pub(super) fn size_bound(schema: &JsonObject, keyword: &str) -> Option<usize> {
    let bound = schema.get(keyword)?.as_u64()?;
    usize::try_from(bound).ok()
}

fn joined(items: Vec<Value>, path: Path<'_>) -> Result<String, ArgumentError> {
    let mut names: Vec<String> = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        let Value::String(item) = item else {
            return Err(ArgumentError::wrong_value(
                path.item(index),
                "a name",
                found(&item),
            ));
        };
        refuse_unfit_text(&item, path.item(index))?;
        names.extend(NameList::split(&item).map(str::to_owned));
    }
    let text = names.join(",");
    refuse_unfit_text(&text, path)?;
    if text.is_empty() {
        let wanted = "names separated by commas";
        return Err(ArgumentError::wrong_value(path, wanted, "an empty list"));
    }
    Ok(text)
}

fn digits(number: &Number, path: Path<'_>) -> Result<String, ArgumentError> {
    let magnitude = number
        .as_u64()
        .or_else(|| number.as_i64().map(i64::unsigned_abs));
    if magnitude.is_some_and(|magnitude| magnitude <= MAX_SAFE_INTEGER) {
        return Ok(number.to_string());
    }
    let wanted = "a text in quotes, since a number may lose digits on its way";
    Err(ArgumentError::wrong_value(path, wanted, number.to_string()))
}

fn number_in(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => {
            let text = text.trim();
            // Rust's integers allow the sign and the leading zeros that JSON does not.
            let whole = text.parse::<i64>().ok().map(Number::from);
            whole.or_else(|| serde_json::from_str(text).ok())
        }
        _ => None,
    }
}

fn whole(number: &Number) -> Option<i64> {
    if number.is_f64() {
        let float = number.as_f64()?;
        // Beyond the bound a float may stand for several integers.
        let is_exact = float.fract() == 0.0 && float.abs() <= MAX_SAFE_FLOAT;
        return is_exact
            .then(|| format!("{float:.0}").parse().ok())
            .flatten();
    }
    number.as_i64()
}

fn is_in_range(schema: &JsonObject, number: &Number) -> bool {
    let Some(number) = number.as_f64() else {
        return false;
    };
    let bound = |keyword| schema.get(keyword).and_then(Value::as_f64);
    bound("minimum").is_none_or(|least| number >= least)
        && bound("maximum").is_none_or(|most| number <= most)
        && bound("exclusiveMinimum").is_none_or(|below| number > below)
        && bound("exclusiveMaximum").is_none_or(|above| number < above)
}

fn refuse_out_of_bounds(
    schema: &JsonObject,
    text: &str,
    path: Path<'_>,
) -> Result<(), ArgumentError> {
    let least = size_bound(schema, "minLength").unwrap_or(0);
    let most = size_bound(schema, "maxLength").unwrap_or(MAX_TEXT_CHARS);
    let length = text.chars().count();
    let is_blank = least > 0 && text.trim().is_empty();
    if !is_blank && (length < least || length > most) {
        let found = format!("one of {length}");
        return Err(ArgumentError::wrong_value(path, expectation(schema), found));
    }
    // A joined list has its form already. The pattern is ours, not the caller's: the schema lint sees that it compiles.
    let form = pattern(schema)
        .filter(|pattern| *pattern != NameList::PATTERN)
        .and_then(|pattern| Regex::new(pattern).ok());
    if is_blank || form.is_some_and(|form| !form.is_match(text)) {
        let found = found(&text.into());
        return Err(ArgumentError::wrong_value(path, expectation(schema), found));
    }
    Ok(())
}

fn pattern(schema: &JsonObject) -> Option<&str> {
    schema.get("pattern")?.as_str()
}

fn word(words: &[&str], text: &str) -> Option<String> {
    let text = text.trim();
    if let Some(exact) = words.iter().find(|word| **word == text) {
        return Some((*exact).to_owned());
    }
    let mut alike = words.iter().filter(|word| word.eq_ignore_ascii_case(text));
    match (alike.next(), alike.next()) {
        (Some(only), None) => Some((*only).to_owned()),
        _ => None,
    }
}

fn not_accepted(words: &[&str], text: &str, path: Path<'_>) -> ArgumentError {
    let value = excerpt(text);
    let similar = nearest(value.trim(), words.iter().copied());
    ArgumentError::NotAccepted {
        parameter: path_text(path),
        did_you_mean: similar.into_iter().map(str::to_owned).collect(),
        accepted: words.iter().map(|word| (*word).to_owned()).collect(),
        value: value.into_owned(),
    }
}

fn unfit(schema: &JsonObject, value: &Value, path: Path<'_>) -> ArgumentError {
    ArgumentError::wrong_value(path, expectation(schema), found(value))
}
