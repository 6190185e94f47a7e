//! `OrderBy`: which columns rows are sorted by.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use crate::simulator::filter::{FilterError, Kind, Operand};
use crate::simulator::warehouse::Column;

/// An order over the columns of an entity type; the default is the order of the data.
#[derive(Debug, Default)]
pub(super) struct Order(Vec<Term>);

/// One column of an order.
#[derive(Debug)]
pub(super) struct Term {
    pub(super) field: String,
    pub(super) descending: bool,
    kind: Kind,
}

impl Order {
    /// Reads `Code asc, CreationDate desc`; every dialect writes it so, and ascending is the default.
    pub(super) fn parse(
        text: &str,
        entity_type: &str,
        columns: &[Column],
    ) -> Result<Self, FilterError> {
        let mut position = 0;
        let mut terms = Vec::new();
        for part in text.split(',') {
            terms.push(term(part, position, entity_type, columns)?);
            position += part.len() + 1;
        }
        Ok(Self(terms))
    }

    /// The only term, if there is one.
    pub(super) fn single(&self) -> Option<&Term> {
        match self.0.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether rows stay as they are.
    pub(super) fn is_natural(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields it looks at.
    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|term| term.field.as_str())
    }

    /// What a row is sorted by, to be compared with [`compare`](Self::compare).
    pub(super) fn keys(&self, row: &Map<String, Value>) -> Vec<Operand> {
        self.0
            .iter()
            .map(|term| Operand::of(row.get(&term.field), term.kind))
            .collect()
    }

    /// Compares the keys of two rows. Null comes first, or last when descending, as in SQL Server.
    pub(super) fn compare(&self, left: &[Operand], right: &[Operand]) -> Ordering {
        let of_term = |((term, left), right): ((&Term, &Operand), &Operand)| {
            let ordering = left.cmp(right);
            if term.descending {
                ordering.reverse()
            } else {
                ordering
            }
        };
        self.0
            .iter()
            .zip(left)
            .zip(right)
            .map(of_term)
            .find(|ordering| ordering.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

fn term(
    part: &str,
    position: usize,
    entity_type: &str,
    columns: &[Column],
) -> Result<Term, FilterError> {
    let mut words = part.split_whitespace();
    let syntax = |expected| FilterError::Syntax { position, expected };
    let field = words.next().ok_or_else(|| syntax("Field"))?;
    let descending = match words.next().map(str::to_ascii_lowercase).as_deref() {
        None | Some("asc" | "ascending") => false,
        Some("desc" | "descending") => true,
        Some(_) => return Err(syntax("'asc' or 'desc'")),
    };
    if words.next().is_some() {
        return Err(syntax("','"));
    }
    let column = columns.iter().find(|column| column.name == field);
    let column = column.ok_or_else(|| FilterError::UnknownField {
        field: field.to_owned(),
        entity_type: entity_type.to_owned(),
    })?;
    Ok(Term {
        field: field.to_owned(),
        descending,
        kind: Kind::of(column.data_type),
    })
}
