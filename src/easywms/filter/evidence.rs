//! Whether what a row says proves that it does not pass a filter: then the server has not applied it.
//!
//! Only what no database could read otherwise is proof. Databases compare text without case and trailing blanks, some
//! without accents; a server may show a code by another name or as a number; null compares in more than one way.

use serde_json::value::RawValue;

use super::node::{Comparator, Comparison, Node, Test, TextMatch};
use super::value::Value;
use super::{Filter, is_guid};
use crate::decimal::exact;
use crate::easywms::PointInTime;
use crate::easywms::rows::plain_text;

/// A longer text may have been cut by the server, behind what it was found by.
const MOST_WHOLE_BYTES: usize = 200;

impl Filter {
    /// Returns the fields whose values [`Filter::passes`] looks at, each once.
    #[must_use]
    pub fn telling_fields(&self) -> Vec<String> {
        let mut fields = Vec::new();
        collect(&self.root, &mut fields);
        fields
    }

    /// Returns whether a row passes, as far as `said` tells, which returns a field's value; none if that is not certain.
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
        Test::In(values) => values.iter().all(is_telling),
        Test::Match(_, text) => !text.trim().is_empty(),
        Test::Compare(..) | Test::Between(..) => false,
    };
    can_tell && !comparison.field.name.contains('.')
}

/// A date has several spellings, and an empty text may be stored as null.
fn is_telling(value: &Value) -> bool {
    match value {
        Value::Text(text) => !text.trim().is_empty() && PointInTime::parse(text).is_none(),
        Value::Number(_) | Value::Boolean(_) => true,
        Value::Date(_) | Value::Null => false,
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
        Test::Compare(_, value) => equals(value, said),
        Test::In(values) => {
            let mut verdicts = values.iter().map(|value| equals(value, said));
            verdicts.all(|equal| equal == Some(false)).then_some(false)
        }
        Test::Match(kind, part) => {
            let is_whole = said.get().starts_with('"') && said.get().len() <= MOST_WHOLE_BYTES;
            let said = plain_text(said).filter(|_| is_whole)?;
            let (said, part) = (normal(&said), normal(part));
            let found = match kind {
                TextMatch::Contains => said.contains(&part),
                TextMatch::StartsWith => said.starts_with(&part),
                TextMatch::EndsWith => said.ends_with(&part),
            };
            certain(found, &said, &part)
        }
        Test::Between(..) => None,
    }
}

fn equals(value: &Value, said: &RawValue) -> Option<bool> {
    let is_text = said.get().starts_with('"');
    let said = plain_text(said)?;
    match value {
        Value::Text(text) => {
            let (said, text) = (normal(&said), normal(text));
            let (said_number, number) = (exact(&said), exact(&text));
            match (said_number, number) {
                (Some(said), Some(number)) => Some(said == number),
                (None, None) if is_text && is_guid(&said) == is_guid(&text) => {
                    certain(said == text, &said, &text)
                }
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

/// Other letters than those of ASCII may be the same to a database in more ways than one.
fn certain(matches: bool, said: &str, wanted: &str) -> Option<bool> {
    (matches || (said.is_ascii() && wanted.is_ascii())).then_some(matches)
}

fn normal(text: &str) -> String {
    text.trim().to_lowercase()
}
