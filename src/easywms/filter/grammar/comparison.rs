//! One field and what is asked of it, in operator style, function style and method style.

use winnow::combinator::{delimited, dispatch, fail, opt, peek, preceded, separated_pair};
use winnow::prelude::*;
use winnow::token::any;

use super::super::error::FilterError;
use super::super::node::{Comparator, Comparison, FieldReference, Node, Test, TextMatch};
use super::super::token::{Kind, Token};
use super::super::value::Value;
use super::literal::{like, text, value, value_not_null};
use super::{FIELD, Input, count_comparison, unexpected};
use crate::nearest::nearest;

const OPERATOR: &str = "an operator such as `=`, `in` or `contains`";
const NEGATABLE: &str = "`in`, `between`, `like`, `contains`, `startswith` or `endswith`";
/// The words behind a field that are long enough to be mistyped.
const OPERATOR_WORDS: [&str; 7] = [
    "contains",
    "startswith",
    "endswith",
    "between",
    "like",
    "not in",
    "is null",
];

pub(super) fn comparison(input: &mut Input<'_>) -> ModalResult<Node, FilterError> {
    let field = field.parse_next(input)?;
    let negated = opt(Kind::Not).parse_next(input)?.is_some();
    let test = dispatch! {peek(any.map(|token: &Token<'_>| token.kind));
        Kind::In => list,
        Kind::Between => range,
        Kind::Like => |input: &mut Input<'_>| like(input, negated),
        Kind::Match(text_match) => preceded(any, text.map(move |text| Test::Match(text_match, text))),
        Kind::Compare(comparator) if !negated => preceded(any, compared(comparator)),
        Kind::Is if !negated => preceded(any, is_null),
        _ if negated => fail.context(NEGATABLE),
        _ => operator_expected,
    }
    .parse_next(input)?;
    let node = Node::Comparison(Comparison { field, test });
    Ok(if negated { Node::not(node) } else { node })
}

/// `contains(Field, 'x')`
pub(super) fn function(
    text_match: TextMatch,
) -> impl FnMut(&mut Input<'_>) -> ModalResult<Node, FilterError> {
    move |input| {
        let open = (Kind::Match(text_match), Kind::Open.context(FIELD));
        let arguments = separated_pair(field, Kind::Comma.context("`,` and a quoted text"), text);
        let call = delimited(open, arguments, Kind::Close.context("a closing `)`"));
        let node = |(field, text)| {
            Node::Comparison(Comparison {
                field,
                test: Test::Match(text_match, text),
            })
        };
        call.map(node).parse_next(input)
    }
}

/// `Field.Contains('x')`
pub(super) fn method(
    text_match: TextMatch,
) -> impl FnMut(&mut Input<'_>) -> ModalResult<Node, FilterError> {
    move |input| {
        let token = Kind::Method(text_match).parse_next(input)?;
        count_comparison(input, token)?;
        let name = token
            .raw
            .rsplit_once('.')
            .map_or(token.raw, |(field, _)| field)
            .to_owned();
        let field = FieldReference {
            name,
            position: Some(token.position),
        };
        let text =
            delimited(Kind::Open, text, Kind::Close.context("a closing `)`")).parse_next(input)?;
        Ok(Node::Comparison(Comparison {
            field,
            test: Test::Match(text_match, text),
        }))
    }
}

/// A field is where a comparison starts, so this is where comparisons are counted.
fn field(input: &mut Input<'_>) -> ModalResult<FieldReference, FilterError> {
    let token = Kind::Name.context(FIELD).parse_next(input)?;
    count_comparison(input, token)?;
    Ok(FieldReference {
        name: token.raw.to_owned(),
        position: Some(token.position),
    })
}

fn compared(
    comparator: Comparator,
) -> impl FnMut(&mut Input<'_>) -> ModalResult<Test, FilterError> {
    move |input| {
        let value = if comparator.accepts_null() {
            value.parse_next(input)
        } else {
            value_not_null.parse_next(input)
        };
        value.map(|value| Test::Compare(comparator, value))
    }
}

fn list(input: &mut Input<'_>) -> ModalResult<Test, FilterError> {
    let open = (Kind::In, Kind::Open.context("`(` and a list of values"));
    let first = value_not_null.map(|value| vec![value]);
    let mut values = preceded(open, first).parse_next(input)?;
    while opt(Kind::Comma).parse_next(input)?.is_some() {
        let token = peek(any).parse_next(input)?;
        count_comparison(input, token)?;
        values.push(value_not_null.parse_next(input)?);
    }
    Kind::Close
        .context("`,` or a closing `)`")
        .value(())
        .parse_next(input)?;
    Ok(Test::In(values))
}

fn range(input: &mut Input<'_>) -> ModalResult<Test, FilterError> {
    let bounds = separated_pair(
        value_not_null,
        Kind::And.context("`and` and the upper bound"),
        value_not_null,
    );
    preceded(Kind::Between, bounds)
        .map(|(low, high)| Test::Between(low, high))
        .parse_next(input)
}

fn is_null(input: &mut Input<'_>) -> ModalResult<Test, FilterError> {
    let negated = opt(Kind::Not).parse_next(input)?.is_some();
    Kind::Null
        .context("`null` or `not null`")
        .parse_next(input)?;
    let comparator = if negated {
        Comparator::NotEqual
    } else {
        Comparator::Equal
    };
    Ok(Test::Compare(comparator, Value::Null))
}

fn operator_expected(input: &mut Input<'_>) -> ModalResult<Test, FilterError> {
    let token = any.parse_next(input)?;
    let near = match token.kind {
        Kind::Name => near_operator(token.raw).map(str::to_owned),
        _ => None,
    };
    unexpected(token, OPERATOR, near)
}

/// Other languages' words first: they look like none of ours.
fn near_operator(word: &str) -> Option<&'static str> {
    match word.to_lowercase().as_str() {
        "equals" | "equal" => Some("="),
        "neq" | "notequals" => Some("!="),
        "lte" => Some("<="),
        "gte" => Some(">="),
        "has" | "include" | "includes" | "matches" | "ilike" => Some("contains"),
        "begins" | "beginswith" | "starts" | "prefix" => Some("startswith"),
        "ends" | "finisheswith" | "suffix" => Some("endswith"),
        "nin" | "notin" => Some("not in"),
        "isnull" | "isempty" => Some("is null"),
        lower => nearest(lower, OPERATOR_WORDS).first().copied(),
    }
}
