//! The server's side of a filter: three dialects read by one parser, checked against an entity type, evaluated on rows.
//!
//! It is written from the grammar that servers document, not from what our client happens to write. The dialect is not
//! announced by a request: a filter is read as the first dialect whose grammar it fits.

mod conditions;
mod expression;
mod like;
mod operand;
mod parser;
mod predicate;
mod token;

use serde_json::{Map, Value};

use super::warehouse::Column;
pub(crate) use operand::{Kind, Operand};
use predicate::Predicate;

/// How a filter is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Dynamic LINQ: `Code == "A" and Description.Contains("x")`.
    Linq,
    /// A T-SQL condition: `Code = 'A' AND Description LIKE '%x%'`.
    Sql,
    /// `OData`'s `$filter`: `Code eq 'A' and contains(Description,'x')`.
    Odata,
}

impl Dialect {
    const ALL: [Self; 3] = [Self::Linq, Self::Sql, Self::Odata];
}

/// Why a filter or an order was refused; worded as Dynamic LINQ words it, because the text goes over the wire.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FilterError {
    /// The text fits no dialect.
    #[error("{expected} expected (at index {position})")]
    Syntax {
        /// A byte offset into the filter.
        position: usize,
        expected: &'static str,
    },
    /// Parentheses and negations are nested deeper than any question needs.
    #[error("The expression is nested too deeply (at index {position})")]
    TooDeep { position: usize },
    /// The entity type has no such field.
    #[error("No property or field '{field}' exists in type '{entity_type}'")]
    UnknownField { field: String, entity_type: String },
    /// The field's type can't be compared like that.
    #[error("Operator '{operator}' incompatible with operand types '{data_type}' and '{literal}'")]
    Incompatible {
        operator: &'static str,
        data_type: &'static str,
        literal: &'static str,
    },
    /// A text function on a field that isn't text.
    #[error("No applicable method '{method}' exists in type '{data_type}'")]
    NoSuchMethod {
        method: &'static str,
        data_type: &'static str,
    },
    /// A literal that its field's type can't take.
    #[error("String '{text}' was not recognized as a valid {data_type}")]
    InvalidLiteral {
        text: String,
        data_type: &'static str,
    },
}

impl FilterError {
    /// How far a dialect got with the text: the furthest one gives the error that is worth telling.
    fn progress(&self) -> usize {
        match self {
            Self::Syntax { position, .. } => *position,
            _ => usize::MAX,
        }
    }
}

/// A filter that fits an entity type.
#[derive(Debug)]
pub(crate) struct Filter {
    predicate: Predicate,
    fields: Vec<String>,
}

impl Filter {
    /// Reads a filter over the columns of an entity type, in `only` this dialect or in any.
    pub(crate) fn parse(
        text: &str,
        entity_type: &str,
        columns: &[Column],
        only: Option<Dialect>,
    ) -> Result<Self, FilterError> {
        let tokens = token::tokenize(text)?;
        let mut refusal: Option<FilterError> = None;
        for dialect in Dialect::ALL {
            if only.is_some_and(|only| only != dialect) {
                continue;
            }
            let expression = parser::parse(&tokens, dialect);
            let bound = expression
                .and_then(|expression| predicate::bind(&expression, entity_type, columns, dialect));
            match bound {
                Ok((predicate, fields)) => return Ok(Self { predicate, fields }),
                Err(error)
                    if refusal
                        .as_ref()
                        .is_none_or(|known| known.progress() < error.progress()) =>
                {
                    refusal = Some(error);
                }
                Err(_) => {}
            }
        }
        Err(refusal.unwrap_or(FilterError::Syntax {
            position: 0,
            expected: "Expression",
        }))
    }

    /// The fields it looks at.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(String::as_str)
    }

    /// Whether a row satisfies it. Null satisfies nothing but `= null` and any `!=`, as in .NET.
    pub(crate) fn matches(&self, row: &Map<String, Value>) -> bool {
        self.predicate.holds(row)
    }
}

#[cfg(test)]
mod tests;
