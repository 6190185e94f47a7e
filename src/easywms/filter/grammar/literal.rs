//! The values of a comparison.

use winnow::combinator::peek;
use winnow::prelude::*;
use winnow::token::any;

use super::super::error::FilterError;
use super::super::moment::{self, Moment};
use super::super::node::{Comparator, Test, TextMatch};
use super::super::token::{Kind, Token, quote, unquote};
use super::super::value::{NOT_NULL, Value};
use super::{Input, unexpected};

const VALUE: &str =
    "a value: a quoted text, a number, a date such as `2026-11-30`, true, false or null";
const TEXT: &str = "a quoted text";
const PATTERN: &str = "a pattern with `%` only at its start or end";

pub(super) fn value(input: &mut Input<'_>) -> ModalResult<Value, FilterError> {
    let token = any.parse_next(input)?;
    match token.kind {
        Kind::Text => Ok(Value::Text(unquote(token.raw))),
        Kind::Number => Ok(Value::Number(token.raw.to_owned())),
        Kind::Date => match Moment::parse(token.raw, input.state.clock) {
            Ok(moment) => Ok(Value::Date(moment)),
            Err(_) => unexpected(token, moment::DATE, with_unit(token.raw)),
        },
        Kind::True => Ok(Value::Boolean(true)),
        Kind::False => Ok(Value::Boolean(false)),
        Kind::Null => Ok(Value::Null),
        _ => unexpected(token, VALUE, quotable(token)),
    }
}

pub(super) fn value_not_null(input: &mut Input<'_>) -> ModalResult<Value, FilterError> {
    let token = peek(any).parse_next(input)?;
    match value.parse_next(input)? {
        Value::Null => unexpected(token, NOT_NULL, None),
        value => Ok(value),
    }
}

pub(super) fn text(input: &mut Input<'_>) -> ModalResult<String, FilterError> {
    let token = any.parse_next(input)?;
    match token.kind {
        Kind::Text => Ok(unquote(token.raw)),
        _ => unexpected(token, TEXT, quotable(token)),
    }
}

/// `%` at the ends says where the text is looked for; inside, and `_` anywhere, no dialect but SQL could follow.
pub(super) fn like(input: &mut Input<'_>) -> ModalResult<Test, FilterError> {
    let token = peek(any).parse_next(input)?;
    let pattern = text.parse_next(input)?;
    let (open_start, rest) = pattern
        .strip_prefix('%')
        .map_or((false, pattern.as_str()), |rest| (true, rest));
    let (open_end, inner) = rest
        .strip_suffix('%')
        .map_or((false, rest), |inner| (true, inner));
    let (word, text_match) = match (open_start, open_end) {
        (true, true) => ("contains", Some(TextMatch::Contains)),
        (false, true) => ("startswith", Some(TextMatch::StartsWith)),
        (true, false) => ("endswith", Some(TextMatch::EndsWith)),
        (false, false) => ("=", None),
    };
    if inner.contains(['%', '_']) {
        let literally = (!inner.contains('%')).then(|| format!("{word} {}", quote(inner)));
        return unexpected(token, PATTERN, literally);
    }
    Ok(match text_match {
        Some(text_match) => Test::Match(text_match, inner.to_owned()),
        None => Test::Compare(Comparator::Equal, Value::Text(inner.to_owned())),
    })
}

/// Returns a word as the text it was probably meant to be.
fn quotable(token: &Token<'_>) -> Option<String> {
    match token.kind {
        Kind::Name | Kind::Number | Kind::Malformed => Some(quote(token.raw)),
        _ => None,
    }
}

/// Returns `today+30` as `today+30d`.
fn with_unit(date: &str) -> Option<String> {
    let relative = date.starts_with(char::is_alphabetic);
    (relative && date.ends_with(|c: char| c.is_ascii_digit())).then(|| format!("{date}d"))
}
