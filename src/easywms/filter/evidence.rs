//! Whether what a row says speaks against its having passed a filter: then the server may not have applied it.
//!
//! That is a suspicion and no proof. Databases compare text in ways of their own, and a server may show a value translated,
//! rounded or cut. [`Filter::contradiction`] is the question that decides.

use std::cmp::Ordering;

use serde_json::value::RawValue;

use super::node::{Comparator, Comparison, Node, Test, TextMatch};
use super::value::Value;
use super::{Filter, is_guid};
use crate::decimal::exact;
use crate::easywms::PointInTime;
use crate::easywms::rows::plain_text;

impl Filter {
    /// Returns the fields whose values tell of a row whether it seems to pass, each once.
    #[must_use]
    pub fn telling_fields(&self) -> Vec<String> {
        let mut fields = Vec::new();
        collect(&self.root, &mut fields);
        fields
    }

    /// Returns the filter that no row can pass, made of the same comparisons.
    #[must_use]
    pub fn contradiction(&self) -> Self {
        self.clone().and(!self.clone())
    }

    /// Returns whether a row seems to pass, as far as `said` tells, which returns a field's value.
    pub(crate) fn passes<'v>(&self, said: &impl Fn(&str) -> Option<&'v RawValue>) -> Option<bool> {
        passes(&self.root, said)
    }
}

fn collect(node: &Node, fields: &mut Vec<String>) {
    match node {
        Node::Comparison(comparison) => {
            let name = &comparison.field.name;
            if tells(comparison) && !fields.contains(name) {
                fields.push(name.clone());
            }
        }
        Node::Not(_) => {}
        Node::All(nodes) | Node::Any(nodes) => {
            for node in nodes {
                collect(node, fields);
            }
        }
    }
}

/// Whether a value of the field can be proof. A dotted name leads out of the row.
fn tells(comparison: &Comparison) -> bool {
    let can_tell = match &comparison.test {
        Test::Compare(Comparator::Equal, value) => is_telling(value),
        Test::Compare(_, value) => matches!(value, Value::Number(_)),
        Test::Between(from, to) => matches!((from, to), (Value::Number(_), Value::Number(_))),
        Test::In(values) => values.iter().all(is_telling),
        Test::Match(_, text) => !text.trim().is_empty(),
    };
    can_tell && !comparison.field.name.contains('.')
}

/// A date has several spellings, and an empty text may be stored as null.
fn is_telling(value: &Value) -> bool {
    match value {
        Value::Text(text) => !text.trim().is_empty() && PointInTime::parse(text).is_none(),
        Value::Number(_) | Value::Boolean(_) | Value::Null => true,
        Value::Date(_) => false,
    }
}

fn passes<'v>(node: &Node, said: &impl Fn(&str) -> Option<&'v RawValue>) -> Option<bool> {
    match node {
        Node::Comparison(comparison) => {
            let value = said(&comparison.field.name).filter(|_| tells(comparison))?;
            passes_test(&comparison.test, value)
        }
        // What a negated condition makes of null, and of what it can't compare, is each server's own.
        Node::Not(_) => None,
        Node::All(nodes) => {
            let mut verdicts = nodes.iter().map(|node| passes(node, said));
            verdicts
                .any(|passes| passes == Some(false))
                .then_some(false)
        }
        Node::Any(nodes) => {
            let mut verdicts = nodes.iter().map(|node| passes(node, said));
            verdicts
                .all(|passes| passes == Some(false))
                .then_some(false)
        }
    }
}

fn passes_test(test: &Test, said: &RawValue) -> Option<bool> {
    match test {
        Test::Compare(Comparator::Equal, value) => equals(value, said),
        Test::Compare(comparator, value) => {
            let order = order(said, value)?;
            Some(match comparator {
                Comparator::Equal => order.is_eq(),
                Comparator::NotEqual => order.is_ne(),
                Comparator::Less => order.is_lt(),
                Comparator::LessOrEqual => order.is_le(),
                Comparator::Greater => order.is_gt(),
                Comparator::GreaterOrEqual => order.is_ge(),
            })
        }
        Test::Between(from, to) => Some(order(said, from)?.is_ge() && order(said, to)?.is_le()),
        Test::In(values) => {
            let mut verdicts = values.iter().map(|value| equals(value, said));
            verdicts.all(|equal| equal == Some(false)).then_some(false)
        }
        Test::Match(kind, part) => {
            let is_text = matches!(said.get().as_bytes().first(), Some(b'"' | b'n'));
            let said = normal(&plain_text(said).unwrap_or_default());
            let part = normal(part);
            let found = match kind {
                TextMatch::Contains => said.contains(&part),
                TextMatch::StartsWith => said.starts_with(&part),
                TextMatch::EndsWith => said.ends_with(&part),
            };
            is_text.then_some(found)
        }
    }
}

/// How a number in a row stands to one in a filter.
fn order(said: &RawValue, value: &Value) -> Option<Ordering> {
    let Value::Number(number) = value else {
        return None;
    };
    Some(exact(said.get())?.cmp(&exact(number)?))
}

fn equals(value: &Value, said: &RawValue) -> Option<bool> {
    if *value == Value::Null {
        // An empty text is null to some databases.
        return Some(matches!(said.get(), "null" | "\"\""));
    }
    let is_text = said.get().starts_with('"');
    let said = plain_text(said)?;
    match value {
        Value::Text(text) => {
            let (said, text) = (normal(&said), normal(text));
            match (exact(&said), exact(&text)) {
                (Some(said), Some(number)) => Some(said == number),
                (None, None) if is_text && is_guid(&said) == is_guid(&text) => Some(said == text),
                // A code by its number, a number by its name, an id that is not written like one.
                _ => None,
            }
        }
        Value::Number(number) if !is_text => Some(exact(&said)? == exact(number)?),
        Value::Boolean(wanted) => {
            let said = said.to_ascii_lowercase();
            matches!(said.as_str(), "true" | "false").then(|| (said == "true") == *wanted)
        }
        Value::Number(_) | Value::Date(_) | Value::Null => None,
    }
}

fn normal(text: &str) -> String {
    text.trim().to_lowercase()
}
