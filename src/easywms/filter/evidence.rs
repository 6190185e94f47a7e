//! Whether what a row says speaks against its having passed a filter: then the server may not have applied it.
//!
//! That is a suspicion and no proof. Databases compare text in ways of their own, and a server may show a value translated,
//! rounded or cut. [`Filter::contradiction`] is the question that decides.

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use super::node::{Comparator, Comparison, Node, Test, TextMatch};
use super::value::Value;
use super::{Filter, is_guid};
use crate::decimal::exact;
use crate::easywms::PointInTime;
use crate::easywms::rows::plain_text;

/// What a row has to say to seem to pass a filter, made once: every row that comes is held against it.
#[derive(Clone, Debug)]
pub struct Evidence {
    fields: Vec<String>,
    root: Check,
}

#[derive(Clone, Debug)]
enum Check {
    /// No value of the row tells.
    Open,
    /// The field at this place tells.
    Field(usize, Wanted),
    All(Vec<Check>),
    Any(Vec<Check>),
}

#[derive(Clone, Debug)]
enum Wanted {
    OneOf(Vec<Plain>),
    Compared(Comparator, Decimal),
    Between(Decimal, Decimal),
    Part(TextMatch, String),
}

/// A value to be equal to.
#[derive(Clone, Debug)]
enum Plain {
    Text(Spelling),
    Number(Decimal),
    Boolean(bool),
    Null,
}

/// A text as it is compared.
#[derive(Clone, Debug)]
struct Spelling {
    text: String,
    number: Option<Decimal>,
    is_guid: bool,
}

impl Filter {
    /// Returns what its rows are held against.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        let mut fields = Vec::new();
        let root = Check::of(&self.root, &mut fields);
        Evidence { fields, root }
    }

    /// Returns the filter that no row can pass, made of the same comparisons.
    #[must_use]
    pub fn contradiction(&self) -> Self {
        self.clone().and(!self.clone())
    }
}

impl Evidence {
    /// Returns the fields whose values tell of a row whether it seems to pass, each once.
    #[must_use]
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// Returns whether a row seems to pass that has these values in the fields, as far as they tell.
    #[must_use]
    pub fn passes(&self, values: &[Option<&RawValue>]) -> Option<bool> {
        self.root.passes(values)
    }
}

impl Check {
    fn of(node: &Node, fields: &mut Vec<String>) -> Self {
        let mut all = |nodes: &[Node]| nodes.iter().map(|node| Self::of(node, fields)).collect();
        match node {
            Node::All(nodes) => Self::All(all(nodes)),
            Node::Any(nodes) => Self::Any(all(nodes)),
            // What a negated condition makes of null, and of what it can't compare, is each server's own.
            Node::Not(_) => Self::Open,
            Node::Comparison(comparison) => match Wanted::of(comparison) {
                Some(wanted) => Self::Field(place_of(&comparison.field.name, fields), wanted),
                None => Self::Open,
            },
        }
    }

    fn passes(&self, values: &[Option<&RawValue>]) -> Option<bool> {
        let fails = |check: &Self| check.passes(values) == Some(false);
        match self {
            Self::Open => None,
            Self::Field(place, wanted) => wanted.is_met_by(values.get(*place).copied().flatten()?),
            Self::All(checks) => checks.iter().any(fails).then_some(false),
            Self::Any(checks) => checks.iter().all(fails).then_some(false),
        }
    }
}

fn place_of(name: &str, fields: &mut Vec<String>) -> usize {
    let known = fields.iter().position(|known| known == name);
    known.unwrap_or_else(|| {
        fields.push(name.to_owned());
        fields.len() - 1
    })
}

impl Wanted {
    /// Returns what a comparison wants, if a value can tell. A dotted name leads out of the row.
    fn of(comparison: &Comparison) -> Option<Self> {
        if comparison.field.name.contains('.') {
            return None;
        }
        Some(match &comparison.test {
            Test::Compare(Comparator::Equal, value) => Self::OneOf(vec![Plain::of(value)?]),
            Test::Compare(comparator, Value::Number(number)) => {
                Self::Compared(*comparator, exact(number)?)
            }
            Test::Between(Value::Number(low), Value::Number(high)) => {
                Self::Between(exact(low)?, exact(high)?)
            }
            Test::In(values) => {
                Self::OneOf(values.iter().map(Plain::of).collect::<Option<Vec<_>>>()?)
            }
            Test::Match(kind, text) if !text.trim().is_empty() => Self::Part(*kind, normal(text)),
            Test::Compare(..) | Test::Between(..) | Test::Match(..) => return None,
        })
    }

    fn is_met_by(&self, said: &RawValue) -> Option<bool> {
        match self {
            Self::OneOf(values) => is_one_of(values, said),
            Self::Compared(comparator, number) => {
                let order = exact(said.get())?.cmp(number);
                Some(match comparator {
                    Comparator::Equal => order.is_eq(),
                    Comparator::NotEqual => order.is_ne(),
                    Comparator::Less => order.is_lt(),
                    Comparator::LessOrEqual => order.is_le(),
                    Comparator::Greater => order.is_gt(),
                    Comparator::GreaterOrEqual => order.is_ge(),
                })
            }
            Self::Between(low, high) => {
                let said = exact(said.get())?;
                Some(*low <= said && said <= *high)
            }
            Self::Part(kind, part) => {
                let is_text = matches!(said.get().as_bytes().first(), Some(b'"' | b'n'));
                let said = is_text.then(|| normal(&plain_text(said).unwrap_or_default()))?;
                Some(match kind {
                    TextMatch::Contains => said.contains(part),
                    TextMatch::StartsWith => said.starts_with(part),
                    TextMatch::EndsWith => said.ends_with(part),
                })
            }
        }
    }
}

/// Whether a value is one of these; none if one of them can't be compared with it and no other is equal.
fn is_one_of(values: &[Plain], said: &RawValue) -> Option<bool> {
    let text = plain_text(said).map(|text| Spelling::of(&text));
    let mut is_open = false;
    for value in values {
        match value.is_said_by(said, text.as_ref()) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => is_open = true,
        }
    }
    (!is_open).then_some(false)
}

impl Plain {
    /// Returns a value to be equal to, if another one tells. A date has several spellings, and an empty text may be stored
    /// as null.
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) if text.trim().is_empty() || PointInTime::parse(text).is_some() => {
                None
            }
            Value::Text(text) => Some(Self::Text(Spelling::of(text))),
            Value::Number(number) => Some(Self::Number(exact(number)?)),
            Value::Boolean(wanted) => Some(Self::Boolean(*wanted)),
            Value::Null => Some(Self::Null),
            Value::Date(_) => None,
        }
    }

    fn is_said_by(&self, said: &RawValue, text: Option<&Spelling>) -> Option<bool> {
        let is_text = said.get().starts_with('"');
        match self {
            // An empty text is null to some databases.
            Self::Null => Some(matches!(said.get(), "null" | "\"\"")),
            Self::Text(wanted) => wanted.is_said_by(text?, is_text),
            Self::Number(number) if !is_text => Some(text?.number? == *number),
            Self::Number(_) => None,
            Self::Boolean(wanted) => match text?.text.as_str() {
                "true" => Some(*wanted),
                "false" => Some(!*wanted),
                _ => None,
            },
        }
    }
}

impl Spelling {
    fn of(text: &str) -> Self {
        let text = normal(text);
        Self {
            number: exact(&text),
            is_guid: is_guid(&text),
            text,
        }
    }

    fn is_said_by(&self, said: &Self, is_text: bool) -> Option<bool> {
        match (said.number, self.number) {
            (Some(said), Some(number)) => Some(said == number),
            (None, None) if is_text && said.is_guid == self.is_guid => Some(said.text == self.text),
            // A code by its number, a number by its name, an id that is not written like one.
            _ => None,
        }
    }
}

fn normal(text: &str) -> String {
    text.trim().to_lowercase()
}
