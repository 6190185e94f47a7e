//! A filter in the user's own language, each meaning in one spelling: it parses back to the same filter, and is what
//! a cursor remembers of it. Parentheses are the fewest, so that the nesting never grows.

use super::node::{Comparator, Comparison, Node, Test};
use super::token::quote;
use super::value::Value;

/// Returns the whole filter.
pub(super) fn canonical(node: &Node) -> String {
    match node {
        Node::Comparison(comparison) => test(comparison),
        Node::Not(node) => match **node {
            Node::All(_) | Node::Any(_) => format!("not ({})", canonical(node)),
            Node::Comparison(_) | Node::Not(_) => format!("not {}", canonical(node)),
        },
        Node::All(nodes) => join(nodes.iter().map(conjunct), " and "),
        Node::Any(nodes) => join(nodes.iter().map(canonical), " or "),
    }
}

fn conjunct(node: &Node) -> String {
    match node {
        Node::Any(_) => format!("({})", canonical(node)),
        Node::Comparison(_) | Node::Not(_) | Node::All(_) => canonical(node),
    }
}

fn test(comparison: &Comparison) -> String {
    let field = &comparison.field.name;
    match &comparison.test {
        Test::Compare(Comparator::Equal, Value::Null) => format!("{field} is null"),
        Test::Compare(Comparator::NotEqual, Value::Null) => format!("{field} is not null"),
        Test::Compare(comparator, value) => {
            format!("{field} {} {}", symbol(*comparator), literal(value))
        }
        Test::In(values) => format!("{field} in ({})", join(values.iter().map(literal), ", ")),
        Test::Between(low, high) => {
            format!("{field} between {} and {}", literal(low), literal(high))
        }
        Test::Match(text_match, text) => format!("{field} {} {}", text_match.word(), quote(text)),
    }
}

/// Returns one value.
pub(super) fn literal(value: &Value) -> String {
    match value {
        Value::Text(text) => quote(text),
        Value::Number(number) => number.clone(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Date(moment) => moment.source().to_owned(),
        Value::Null => "null".to_owned(),
    }
}

fn symbol(comparator: Comparator) -> &'static str {
    match comparator {
        Comparator::Equal => "=",
        Comparator::NotEqual => "!=",
        Comparator::Less => "<",
        Comparator::LessOrEqual => "<=",
        Comparator::Greater => ">",
        Comparator::GreaterOrEqual => ">=",
    }
}

fn join(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}
