//! A filter bound to the columns of an entity type, and its evaluation on a row.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::mem;

use serde_json::{Map, Value};

use super::expression::{Comparison, Expression, Literal, TextMethod};
use super::like::LikePattern;
use super::operand::{Kind, Operand, moment, number};
use super::{Dialect, FilterError};
use crate::simulator::warehouse::Column;

/// A condition that can be evaluated.
#[derive(Debug)]
pub(super) enum Predicate {
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    Not(Box<Predicate>),
    Compare {
        field: String,
        kind: Kind,
        comparison: Comparison,
        operand: Operand,
    },
    Text {
        field: String,
        test: TextMatch,
    },
    OneOf {
        field: String,
        kind: Kind,
        operands: Vec<Operand>,
    },
}

/// A test on a text, its own text in lower case.
#[derive(Debug)]
pub(super) enum TextMatch {
    Contains(String),
    StartsWith(String),
    EndsWith(String),
    Like(LikePattern),
}

impl Predicate {
    /// Whether a row satisfies it.
    pub(super) fn holds(&self, row: &Map<String, Value>) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds(row)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(row)),
            Self::Not(negated) => !negated.holds(row),
            Self::Compare {
                field,
                kind,
                comparison,
                operand,
            } => compare(&Operand::of(row.get(field), *kind), *comparison, operand),
            Self::Text { field, test } => match Operand::of(row.get(field), Kind::Text) {
                Operand::Text(text) => test.holds(&text),
                _ => false,
            },
            Self::OneOf {
                field,
                kind,
                operands,
            } => operands.contains(&Operand::of(row.get(field), *kind)),
        }
    }
}

impl TextMatch {
    fn holds(&self, text: &str) -> bool {
        match self {
            Self::Contains(part) => text.contains(part),
            Self::StartsWith(part) => text.starts_with(part),
            Self::EndsWith(part) => text.ends_with(part),
            Self::Like(pattern) => pattern.matches(text),
        }
    }
}

fn compare(left: &Operand, comparison: Comparison, right: &Operand) -> bool {
    if mem::discriminant(left) != mem::discriminant(right) {
        return comparison == Comparison::NotEqual;
    }
    let is_null = *left == Operand::Null;
    let ordering = left.cmp(right);
    match comparison {
        Comparison::Equal => ordering == Ordering::Equal,
        Comparison::NotEqual => ordering != Ordering::Equal,
        Comparison::Less => ordering == Ordering::Less,
        Comparison::LessOrEqual => ordering != Ordering::Greater && !is_null,
        Comparison::Greater => ordering == Ordering::Greater,
        Comparison::GreaterOrEqual => ordering != Ordering::Less && !is_null,
    }
}

/// Checks an expression against the columns of an entity type. Returns the predicate and the fields it looks at.
pub(super) fn bind(
    expression: &Expression,
    entity_type: &str,
    columns: &[Column],
    dialect: Dialect,
) -> Result<(Predicate, Vec<String>), FilterError> {
    let mut binder = Binder {
        entity_type,
        columns,
        dialect,
        fields: BTreeSet::new(),
    };
    let predicate = binder.bind(expression)?;
    Ok((
        predicate,
        binder.fields.into_iter().map(str::to_owned).collect(),
    ))
}

struct Binder<'c> {
    entity_type: &'c str,
    columns: &'c [Column],
    dialect: Dialect,
    fields: BTreeSet<&'c str>,
}

impl Binder<'_> {
    fn bind(&mut self, expression: &Expression) -> Result<Predicate, FilterError> {
        match expression {
            Expression::All(parts) => Ok(Predicate::All(self.bind_each(parts)?)),
            Expression::Any(parts) => Ok(Predicate::Any(self.bind_each(parts)?)),
            Expression::Not(negated) => Ok(Predicate::Not(Box::new(self.bind(negated)?))),
            Expression::Compare {
                field,
                comparison,
                literal,
            } => {
                let data_type = self.data_type(field)?;
                Ok(Predicate::Compare {
                    field: field.clone(),
                    kind: Kind::of(data_type),
                    comparison: *comparison,
                    operand: self.operand(data_type, *comparison, literal)?,
                })
            }
            Expression::Text {
                field,
                method,
                argument,
                escape,
            } => {
                let data_type = self.data_type(field)?;
                if data_type != "String" {
                    let method = method.name();
                    return Err(FilterError::NoSuchMethod { method, data_type });
                }
                Ok(Predicate::Text {
                    field: field.clone(),
                    test: text_match(*method, argument, *escape),
                })
            }
            Expression::OneOf { field, literals } => {
                let data_type = self.data_type(field)?;
                let operands = literals
                    .iter()
                    .map(|literal| self.operand(data_type, Comparison::Equal, literal));
                Ok(Predicate::OneOf {
                    operands: operands.collect::<Result<_, _>>()?,
                    field: field.clone(),
                    kind: Kind::of(data_type),
                })
            }
        }
    }

    fn bind_each(&mut self, parts: &[Expression]) -> Result<Vec<Predicate>, FilterError> {
        parts.iter().map(|part| self.bind(part)).collect()
    }

    fn data_type(&mut self, field: &str) -> Result<&'static str, FilterError> {
        let column = self.columns.iter().find(|column| column.name == field);
        let column = column.ok_or_else(|| FilterError::UnknownField {
            field: field.to_owned(),
            entity_type: self.entity_type.to_owned(),
        })?;
        self.fields.insert(&column.name);
        Ok(column.data_type)
    }

    fn operand(
        &self,
        data_type: &'static str,
        comparison: Comparison,
        literal: &Literal,
    ) -> Result<Operand, FilterError> {
        let kind = Kind::of(data_type);
        let operand = match (kind, literal) {
            (_, Literal::Null) => Some(Operand::Null),
            (Kind::Flag, Literal::Flag(flag)) if comparison.is_equality() => {
                Some(Operand::Flag(*flag))
            }
            (Kind::Flag, Literal::Number(bit))
                if self.dialect == Dialect::Sql && comparison.is_equality() =>
            {
                match bit.as_str() {
                    "0" => Some(Operand::Flag(false)),
                    "1" => Some(Operand::Flag(true)),
                    _ => None,
                }
            }
            (Kind::Number, Literal::Number(text)) => number(text).map(Operand::Number),
            (Kind::Text, Literal::Text(text)) => Some(Operand::text(text)),
            (Kind::Moment, Literal::Text(text) | Literal::Date(text)) => {
                let moment = moment(text).ok_or_else(|| FilterError::InvalidLiteral {
                    text: text.clone(),
                    data_type,
                })?;
                Some(Operand::Moment(moment))
            }
            _ => None,
        };
        operand.ok_or(FilterError::Incompatible {
            operator: comparison.symbol(),
            data_type,
            literal: literal.type_name(),
        })
    }
}

fn text_match(method: TextMethod, argument: &str, escape: Option<char>) -> TextMatch {
    match method {
        TextMethod::Contains => TextMatch::Contains(argument.to_lowercase()),
        TextMethod::StartsWith => TextMatch::StartsWith(argument.to_lowercase()),
        TextMethod::EndsWith => TextMatch::EndsWith(argument.to_lowercase()),
        TextMethod::Like => TextMatch::Like(LikePattern::new(argument, escape)),
    }
}
