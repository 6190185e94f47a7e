//! A page of rows as bytes: each row written as it is made, then wrapped in the shape this server uses.

use axum::http::StatusCode;
use serde_json::{Map, Value};

use super::Model;
use crate::simulator::warehouse::Table;
use crate::simulator::{ApiError, RowShape};

/// One page of a query's answer.
pub(super) struct Page {
    pub(super) skip: usize,
    pub(super) take: usize,
    pub(super) total: Option<usize>,
    /// The rows as JSON, with commas between them.
    pub(super) rows: Vec<u8>,
}

/// Writes the rows of a page with commas between them, whole or reduced to some fields.
pub(super) fn rows_as_json(
    table: &Table,
    model: Model,
    rows: &[usize],
    fields: Option<&[String]>,
) -> Result<Vec<u8>, ApiError> {
    let mut json = Vec::new();
    for (index, &row) in rows.iter().enumerate() {
        if index > 0 {
            json.push(b',');
        }
        let row = match model {
            Model::Reading => Value::Object(table.reading(row)),
            Model::Writing => table.writing(row),
        };
        serde_json::to_writer(&mut json, &projected(row, fields)).map_err(|error| {
            let exception_type = "Newtonsoft.Json.JsonSerializationException";
            ApiError::exception(
                StatusCode::INTERNAL_SERVER_ERROR,
                exception_type,
                error.to_string(),
            )
        })?;
    }
    Ok(json)
}

/// A field that the row's model doesn't have is left out.
fn projected(row: Value, fields: Option<&[String]>) -> Value {
    match (row, fields) {
        (Value::Object(mut members), Some(fields)) => {
            let of_field =
                |field: &String| members.remove(field).map(|value| (field.clone(), value));
            Value::Object(fields.iter().filter_map(of_field).collect::<Map<_, _>>())
        }
        (row, _) => row,
    }
}

impl Page {
    /// The whole answer. A server that can't count leaves the total out; one not asked for it says null.
    pub(super) fn wrapped(&self, shape: RowShape, counts: bool) -> Vec<u8> {
        let total = |name: &str| match self.total {
            _ if !counts => String::new(),
            Some(total) => format!(r#""{name}":{total},"#),
            None => format!(r#""{name}":null,"#),
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
