//! A page of rows as bytes: each row written as it is made, then wrapped in the shape this server uses.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use serde_json::value::RawValue;

use super::Model;
use crate::simulator::warehouse::Table;
use crate::simulator::{FieldNames, RowShape, Totals};

/// One page of a query's answer.
pub(super) struct Page {
    pub(super) skip: usize,
    pub(super) take: usize,
    pub(super) total: Option<usize>,
    pub(super) row_count: usize,
    /// The rows as JSON, with commas between them.
    pub(super) rows: Vec<u8>,
}

/// Writes the rows of a page with commas between them, whole or reduced to some fields. Numbers keep their text.
pub(super) fn rows_as_json(
    table: &Table,
    model: Model,
    rows: &[usize],
    fields: Option<&[String]>,
    names: FieldNames,
) -> Vec<u8> {
    let mut json = Vec::new();
    for (index, &row) in rows.iter().enumerate() {
        if index > 0 {
            json.push(b',');
        }
        let row = match model {
            Model::Reading => table.reading_json(row),
            Model::Writing => table.writing_json(row),
        };
        let row = match fields {
            None => Cow::Borrowed(&*row),
            Some(fields) => Cow::Owned(projected(&row, fields)),
        };
        match names {
            FieldNames::Pascal => json.extend_from_slice(row.as_bytes()),
            FieldNames::Camel | FieldNames::Without(_) => {
                json.extend_from_slice(named(&row, names).as_bytes());
            }
        }
    }
    json
}

/// A field that the row's model doesn't have is left out.
fn projected(row: &str, fields: &[String]) -> String {
    let members: HashMap<Cow<'_, str>, &RawValue> = serde_json::from_str(row).unwrap_or_default();
    let member = |field: &String| {
        let value = members.get(field.as_str())?;
        Some(format!("{}:{}", Value::from(field.as_str()), value.get()))
    };
    let members: Vec<String> = fields.iter().filter_map(member).collect();
    format!("{{{}}}", members.join(","))
}

/// A row with its fields under other names, sorted.
fn named(row: &str, names: FieldNames) -> String {
    let members: BTreeMap<&str, &RawValue> = serde_json::from_str(row).unwrap_or_default();
    let member = |(name, value): (&str, &RawValue)| {
        let name = match names {
            FieldNames::Camel => {
                let (first, rest) = name.split_at_checked(1)?;
                first.to_ascii_lowercase() + rest
            }
            FieldNames::Without(lacking) if name == lacking => return None,
            FieldNames::Pascal | FieldNames::Without(_) => name.to_owned(),
        };
        Some(format!("{}:{}", Value::from(name), value.get()))
    };
    let members: Vec<String> = members.into_iter().filter_map(member).collect();
    format!("{{{}}}", members.join(","))
}

impl Page {
    /// The whole answer. A server that can't count leaves the total out or sends another number; one not asked for it says
    /// null.
    pub(super) fn wrapped(&self, shape: RowShape, totals: Totals) -> Vec<u8> {
        let total = |name: &str| {
            let total = match (totals, self.total) {
                (Totals::Absent, _) => return String::new(),
                (_, None) => return format!(r#""{name}":null,"#),
                (Totals::Counted, Some(total)) => total,
                (Totals::Zero, Some(_)) => 0,
                (Totals::OfThisAnswer, Some(_)) => self.row_count,
            };
            format!(r#""{name}":{total},"#)
        };
        let (skip, take) = (self.skip, self.take);
        let (before, after) = match shape {
            RowShape::Items => (
                r#"{"Items":["#.to_owned(),
                format!(r#"],{}"Skip":{skip},"Take":{take}}}"#, total("TotalCount")),
            ),
            RowShape::Value => (
                format!(r#"{{{}"value":["#, total("@odata.count")),
                "]}".to_owned(),
            ),
            RowShape::Results => (
                format!(r#"{{{}"Results":["#, total("Total")),
                "]}".to_owned(),
            ),
            RowShape::Data => (format!(r#"{{{}"Data":["#, total("Count")), "]}".to_owned()),
            RowShape::DollarValues => (
                r#"{"$id":"1","Items":{"$id":"2","$values":["#.to_owned(),
                format!(
                    r#"]}},{}"Skip":{skip},"Take":{take}}}"#,
                    total("TotalCount")
                ),
            ),
            RowShape::BareArray => ("[".to_owned(), "]".to_owned()),
        };
        [before.as_bytes(), &self.rows, after.as_bytes()].concat()
    }
}
