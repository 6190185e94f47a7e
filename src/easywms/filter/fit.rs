//! The values of a filter held against the kinds of its fields.
//!
//! A flag compared with `1` or a number with a text is the server's to refuse, in words of its own language. Here it is
//! refused in the filter's, with the value that was probably meant. A quoted date for a date field is taken as the date.

use jiff::ZonedDateTime;

use super::error::{FilterError, excerpt};
use super::kind::FieldKind;
use super::moment::{DATE, Moment};
use super::node::{Comparison, FieldReference, Node, Test};
use super::range;
use super::token::quote;
use super::value::{Value, is_number};

const NUMBER: &str = "a number such as `10` or `-0.50`";
const BOOLEAN: &str = "`true` or `false`, without quotes";
const TEXT: &str = "a quoted text";
const ID: &str = "an id, quoted";

/// Fits every value to the kind of its field, and stops at the first that can't be.
pub(super) fn fit(
    root: &mut Node,
    clock: &ZonedDateTime,
    kind_of: &impl Fn(&str) -> Option<FieldKind>,
) -> Result<(), FilterError> {
    match root {
        Node::Comparison(comparison) => {
            if let Some(kind) = kind_of(&comparison.field.name) {
                fit_comparison(comparison, kind, clock)?;
            }
            range::refuse_reversed(comparison)
        }
        Node::Not(node) => fit(node, clock, kind_of),
        Node::All(nodes) | Node::Any(nodes) => nodes
            .iter_mut()
            .try_for_each(|node| fit(node, clock, kind_of)),
    }
}

fn fit_comparison(
    comparison: &mut Comparison,
    kind: FieldKind,
    clock: &ZonedDateTime,
) -> Result<(), FilterError> {
    let field = &comparison.field;
    let fitted = |value: &mut Value| fit_value(value, field, kind, clock);
    match &mut comparison.test {
        Test::Compare(_, value) => fitted(value),
        Test::In(values) => values.iter_mut().try_for_each(fitted),
        Test::Between(low, high) => fitted(low).and_then(|()| fitted(high)),
        Test::Match(..) if kind == FieldKind::Text => Ok(()),
        Test::Match(text_match, _) => Err(FilterError::TextOnly {
            field: field.name.clone(),
            position: field.position,
            operator: text_match.word(),
            kind,
        }),
    }
}

fn fit_value(
    value: &mut Value,
    field: &FieldReference,
    kind: FieldKind,
    clock: &ZonedDateTime,
) -> Result<(), FilterError> {
    let (expected, suggestion) = match (kind, &*value) {
        (_, Value::Null)
        | (FieldKind::Text | FieldKind::Id, Value::Text(_))
        | (FieldKind::Number, Value::Number(_))
        | (FieldKind::Boolean, Value::Boolean(_))
        | (FieldKind::Date, Value::Date(_)) => return Ok(()),
        (FieldKind::Date, Value::Text(text)) => match Moment::parse(text.trim(), clock) {
            Ok(moment) => {
                *value = Value::Date(moment);
                return Ok(());
            }
            Err(error) => (DATE, error.suggestion().map(str::to_owned)),
        },
        (FieldKind::Date, _) => (DATE, None),
        (FieldKind::Text, _) => (TEXT, Some(quote(&plain(value)))),
        (FieldKind::Id, _) => (ID, None),
        (FieldKind::Number, Value::Text(text)) => {
            let number = text.trim().to_owned();
            (NUMBER, is_number(&number).then_some(number))
        }
        (FieldKind::Number, _) => (NUMBER, None),
        (FieldKind::Boolean, _) => (BOOLEAN, flag(&plain(value)).map(str::to_owned)),
    };
    Err(FilterError::WrongKind {
        field: field.name.clone(),
        position: field.position,
        expected,
        found: excerpt(&plain(value)),
        suggestion,
    })
}

/// The value as the text had it, without quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Number(text) => text.clone(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Date(moment) => moment.source().to_owned(),
        Value::Null => "null".to_owned(),
    }
}

/// The words for yes and no that people write for a flag.
fn flag(text: &str) -> Option<&'static str> {
    match text.trim().to_lowercase().as_str() {
        "1" | "true" | "yes" | "y" | "on" => Some("true"),
        "0" | "false" | "no" | "n" | "off" => Some("false"),
        _ => None,
    }
}
