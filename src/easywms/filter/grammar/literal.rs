//! The values of a comparison.

use winnow::combinator::peek;
use winnow::error::ErrMode;
use winnow::prelude::*;
use winnow::token::any;

use super::super::error::{FilterError, excerpt, is_short};
use super::super::meant_moment;
use super::super::moment::Moment;
use super::super::node::{Comparator, Test, TextMatch};
use super::super::token::{Kind, Token, quote, unquote};
use super::super::value::{NOT_NULL, Value, text_problem};
use super::{Input, unexpected};

const VALUE: &str =
    "a value: a quoted text, a number, a date such as `2026-11-30`, true, false or null";
const TEXT: &str = "a quoted text";
const PATTERN: &str = "`like` and a pattern with `%` only at its start or end";

pub(super) fn value(input: &mut Input<'_>) -> ModalResult<Value, FilterError> {
    let token = any.parse_next(input)?;
    match token.kind {
        Kind::Text => Ok(Value::Text(unquote(token.raw))),
        Kind::Number | Kind::Date if goes_on(token, input) => {
            unexpected(token, VALUE, meant(token, input))
        }
        Kind::Number => Ok(Value::Number(token.raw.to_owned())),
        Kind::Date => match Moment::parse(token.raw, input.state.clock) {
            Ok(moment) => Ok(Value::Date(moment)),
            Err(FilterError::InvalidValue {
                expected,
                suggestion,
                ..
            }) => unexpected(token, expected, suggestion),
            Err(error) => Err(ErrMode::Cut(error)),
        },
        Kind::True => Ok(Value::Boolean(true)),
        Kind::False => Ok(Value::Boolean(false)),
        Kind::Null => Ok(Value::Null),
        _ => unexpected(token, VALUE, meant(token, input)),
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
        _ => unexpected(token, TEXT, quoted(token, input)),
    }
}

/// `%` at the ends says where the text is looked for; inside, and `_` anywhere, no dialect but SQL could follow.
pub(super) fn like(input: &mut Input<'_>, negated: bool) -> ModalResult<Test, FilterError> {
    let word = Kind::Like.parse_next(input)?;
    let pattern_token = peek(any).parse_next(input)?;
    let pattern = text.parse_next(input)?;
    let (open_start, rest) = pattern
        .strip_prefix('%')
        .map_or((false, pattern.as_str()), |rest| (true, rest));
    let (open_end, inner) = rest
        .strip_suffix('%')
        .map_or((false, rest), |inner| (true, inner));
    let text_match = match (open_start, open_end) {
        (true, true) => Some(TextMatch::Contains),
        (false, true) => Some(TextMatch::StartsWith),
        (true, false) => Some(TextMatch::EndsWith),
        (false, false) => None,
    };
    if inner.contains(['%', '_']) {
        return Err(ErrMode::Cut(FilterError::Unexpected {
            position: word.position,
            found: excerpt(&format!("{} {}", word.raw, pattern_token.raw)),
            expected: PATTERN,
            suggestion: literally(inner, text_match, negated),
        }));
    }
    Ok(match text_match {
        Some(text_match) => Test::Match(text_match, inner.to_owned()),
        None => Test::Compare(Comparator::Equal, Value::Text(inner.to_owned())),
    })
}

/// Returns the comparison in which `_` stands for itself, to be written for `like` and its pattern.
fn literally(inner: &str, text_match: Option<TextMatch>, negated: bool) -> Option<String> {
    let text = quote(inner);
    let comparison = match text_match {
        Some(text_match) => format!("{} {text}", text_match.word()),
        None if negated => format!("in ({text})"),
        None => format!("= {text}"),
    };
    (!inner.contains('%') && is_short(&comparison)).then_some(comparison)
}

/// Whether a number or a date is only the start of an unquoted text, as in `12/34`.
fn goes_on(token: &Token<'_>, input: &Input<'_>) -> bool {
    let next = input.input.first();
    next.is_some_and(|next| next.position == token.end() && is_part(next.kind))
}

/// Returns what an unquoted value was probably meant to be: a date, else a text.
fn meant(token: &Token<'_>, input: &Input<'_>) -> Option<String> {
    let piece = unquoted(token, input);
    let moment = meant_moment::meant(&piece, input.state.clock);
    if meant_moment::looks_like_date(&piece) {
        // Its field is most likely one of dates, which would refuse the text.
        return moment;
    }
    moment.or_else(|| quoted(token, input))
}

/// Returns an unquoted value as a text: all that stands there in one piece, or several words if nothing else can follow.
fn quoted(token: &Token<'_>, input: &Input<'_>) -> Option<String> {
    if token.kind == Kind::Curly {
        return uncurled(token.raw);
    }
    let piece = unquoted(token, input);
    let is_word = matches!(token.kind, Kind::Name | Kind::Number | Kind::Malformed);
    if !is_word && piece.len() == token.raw.len() {
        return None;
    }
    let end = token.position + piece.chars().count();
    let mut words = piece.clone();
    let mut rest = input.input.iter().skip_while(|next| next.position < end);
    loop {
        match rest.next().map(|next| (next.kind, next.raw)) {
            Some((Kind::Name | Kind::Number | Kind::Malformed, word)) => {
                words.push(' ');
                words.push_str(word);
            }
            Some((Kind::And | Kind::Or | Kind::Close | Kind::Comma | Kind::End, _)) | None => {
                return quotable(&words);
            }
            // Another condition begins without `and`, or the words hold more than letters and digits.
            Some(_) => return quotable(&piece),
        }
    }
}

fn uncurled(raw: &str) -> Option<String> {
    let mut inner = raw.chars();
    inner.next();
    inner.next_back();
    quotable(inner.as_str())
}

/// Returns a text in quotes, if the language accepts it there.
fn quotable(text: &str) -> Option<String> {
    text_problem(text).is_none().then(|| quote(text))
}

/// Returns the token and all that follows it without a blank.
fn unquoted(token: &Token<'_>, input: &Input<'_>) -> String {
    let mut text = token.raw.to_owned();
    let mut end = token.end();
    for next in input.input.iter() {
        if next.position != end || !is_part(next.kind) {
            break;
        }
        text.push_str(next.raw);
        end = next.end();
    }
    text
}

/// Whether a word can be in the middle of an unquoted code: `P-10482`, `12/34`, `A.B-1`.
fn is_part(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Name
            | Kind::Number
            | Kind::Date
            | Kind::Malformed
            | Kind::In
            | Kind::Is
            | Kind::Not
            | Kind::True
            | Kind::False
            | Kind::Null
            | Kind::Unknown(None)
    )
}
