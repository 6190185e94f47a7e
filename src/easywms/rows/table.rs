//! A table: column names once, and a value that is the same in every row once too.
//!
//! Rows of a warehouse have a hundred fields, most of them null, false or equal from row to row; nothing is lost by saying
//! such a value once. Values keep their bytes.

use std::collections::HashMap;

use super::project::Projection;
use super::row::RawRow;

/// A cell that its row does not have.
const NULL: &str = "null";

/// The columns met so far, and which of them vary.
#[derive(Debug, Default)]
pub(super) struct Table {
    columns: Vec<Column>,
    places: HashMap<String, usize>,
}

#[derive(Debug)]
struct Column {
    name: String,
    /// The value in the first row.
    first: String,
    /// Whether a later row has another value.
    varies: bool,
}

impl Table {
    /// Learns the columns of a row that is to stand behind `before` others; returns by how many bytes the table grows.
    ///
    /// A column that begins to vary weighs its cell in every earlier row too.
    pub(super) fn admit(&mut self, row: &RawRow, before: usize) -> usize {
        let mut grown = "[],".len();
        let mut seen = vec![false; self.columns.len()];
        for (name, value) in row.fields() {
            match self.places.get(name.as_ref()) {
                None => grown += self.add(name.into_owned(), value.get(), before),
                Some(&place) => {
                    if let Some(seen) = seen.get_mut(place) {
                        grown += if *seen {
                            0
                        } else {
                            self.cell(place, value.get(), before)
                        };
                        *seen = true;
                    }
                }
            }
        }
        let absent = seen
            .iter()
            .enumerate()
            .filter(|(_, seen)| !**seen)
            .map(|(place, _)| place);
        grown
            + absent
                .collect::<Vec<_>>()
                .into_iter()
                .map(|place| self.cell(place, NULL, before))
                .sum::<usize>()
    }

    fn add(&mut self, name: String, value: &str, before: usize) -> usize {
        let header = name.len() + value.len() + "\"\":,".len();
        // Earlier rows did not have the column: their cell is null.
        let first = if before == 0 { value } else { NULL };
        self.places.insert(name.clone(), self.columns.len());
        self.columns.push(Column {
            name,
            first: first.to_owned(),
            varies: false,
        });
        header + self.cell(self.columns.len() - 1, value, before)
    }

    fn cell(&mut self, place: usize, value: &str, before: usize) -> usize {
        let Some(column) = self.columns.get_mut(place) else {
            return 0;
        };
        if column.varies {
            return value.len() + 1;
        }
        if column.first == value {
            return 0;
        }
        column.varies = true;
        (column.first.len() + 1) * before + value.len() + 1
    }
}

/// Rows as a table.
#[derive(Clone, Debug)]
pub struct Tabulated {
    /// The names of the columns that vary. A single row has nothing to be the same with: all its columns are here.
    pub columns: Vec<String>,
    /// The columns whose value is the same in every row, as the JSON text of one object.
    pub same: Option<String>,
    /// The cells of each row, as the JSON text of an array; `null` for a field that a row does not have.
    pub rows: Vec<String>,
}

/// Returns rows as a table that holds no column of any other row. Values keep their bytes.
#[must_use]
pub fn tabulate(rows: &[RawRow]) -> Tabulated {
    let mut table = Table::default();
    for (before, row) in rows.iter().enumerate() {
        table.admit(row, before);
    }
    let several = rows.len() > 1;
    let (varying, constant): (Vec<Column>, Vec<Column>) = table
        .columns
        .into_iter()
        .partition(|column| column.varies || !several);
    let mut projection = Projection::exactly(varying.into_iter().map(|column| column.name));
    Tabulated {
        rows: rows.iter().map(|row| projection.cells(row)).collect(),
        columns: projection.names().to_vec(),
        same: (!constant.is_empty()).then(|| object(&constant)),
    }
}

fn object(columns: &[Column]) -> String {
    let member = |column: &Column| {
        let name = serde_json::Value::from(column.name.as_str());
        format!("{name}:{}", column.first)
    };
    let members: Vec<String> = columns.iter().map(member).collect();
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use serde_json::value::RawValue;

    use super::super::shaping::{Collector, Shaping};
    use super::{RawRow, tabulate};

    fn table(rows: &[&str]) -> (String, String, String, usize) {
        let mut collector = Collector::new(Shaping::Table(None));
        let row = |text: &&str| RawRow::from(RawValue::from_string((*text).to_owned()).unwrap());
        let bytes = rows
            .iter()
            .map(|text| collector.push(row(text)).unwrap())
            .sum();
        let table = tabulate(&collector.finish().rows);
        (
            table.columns.join(","),
            table.same.unwrap_or_default(),
            table.rows.join(","),
            bytes,
        )
    }

    #[test]
    fn says_an_equal_value_once_and_keeps_the_bytes_of_the_others() {
        let (columns, same, rows, _) = table(&[
            r#"{"Code":"A","Unit":"UN","Quantity":0.10}"#,
            r#"{"Code":"B","Unit":"UN","Quantity":1E5}"#,
        ]);
        assert_eq!(columns, "Code,Quantity");
        assert_eq!(same, r#"{"Unit":"UN"}"#);
        assert_eq!(rows, r#"["A",0.10],["B",1E5]"#);
    }

    #[test]
    fn a_field_that_only_some_rows_have_is_null_in_the_others() {
        let (columns, same, rows, _) = table(&[
            r#"{"Code":"A","X":1}"#,
            r#"{"Code":"B"}"#,
            r#"{"Code":"C","Y":2}"#,
        ]);
        assert_eq!(columns, "Code,X,Y");
        assert_eq!(same, "");
        assert_eq!(rows, r#"["A",1,null],["B",null,null],["C",null,2]"#);
    }

    #[test]
    fn one_row_stays_a_row() {
        let (columns, same, rows, _) = table(&[r#"{"Code":"A","Unit":"UN"}"#]);
        assert_eq!(
            (columns.as_str(), same.as_str(), rows.as_str()),
            ("Code,Unit", "", r#"["A","UN"]"#)
        );
    }

    #[test]
    fn weighs_no_less_than_it_writes() {
        let rows: Vec<String> = (0..20)
            .map(|n| {
                format!(
                    r#"{{"Code":"{n}","Unit":"UN","Late":{},"Null":null}}"#,
                    n / 10
                )
            })
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (columns, same, written, bytes) = table(&rows);
        assert_eq!(columns, "Code,Late");
        assert!(
            bytes >= written.len() + same.len() + columns.len(),
            "{bytes}"
        );
    }
}
