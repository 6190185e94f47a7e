//! Rows as columns of text that fit a terminal: the telling columns, each cell cut to a width, sentences below their row.

use std::fmt::Write as _;

use anstyle::Style;
use serde_json::value::RawValue;

use crate::cli::print;
use crate::easywms::rows::{RawRow, plain_text};

const BOLD: Style = Style::new().bold();
/// The widest cell, in characters.
const CELL_CHARS: usize = 36;
/// The longest sentence below a row, in characters; a stack trace is for `get_log_entry`.
const PROSE_CHARS: usize = 600;
/// The widest table, in characters; further columns are left out and counted.
const TABLE_CHARS: usize = 120;
const GAP: &str = "  ";

/// A column of cells under a name.
struct Column {
    name: String,
    cells: Vec<String>,
}

impl Column {
    fn new(name: &str, cells: impl Iterator<Item = Option<String>>) -> Self {
        Self {
            name: print::printable(name),
            cells: cells
                .map(|cell| print::printable(&cell.unwrap_or_default()))
                .collect(),
        }
    }

    /// Whether its cells are sentences, which say nothing when cut: they stand below their row.
    fn is_prose(&self) -> bool {
        let long = |cell: &String| cell.chars().count() > CELL_CHARS;
        self.cells
            .iter()
            .any(|cell| long(cell) && cell.contains(' '))
    }

    fn is_number(&self) -> bool {
        let number = |cell: &String| cell.parse::<f64>().is_ok_and(f64::is_finite);
        self.cells
            .iter()
            .all(|cell| cell.is_empty() || number(cell))
    }

    fn width(&self) -> usize {
        let cells = self.cells.iter().chain(std::iter::once(&self.name));
        let widest = cells.map(|cell| cell.chars().count()).max();
        widest.unwrap_or_default().min(CELL_CHARS)
    }
}

/// Lays out rows that are objects. Of many columns the `preferred` ones come first, then those that hold values.
pub(super) fn of_objects(rows: &[RawRow], preferred: &[String]) -> String {
    let mut names: Vec<String> = Vec::new();
    for (name, value) in rows.iter().flat_map(RawRow::fields) {
        if value.get() != "null" && !names.iter().any(|known| *known == name) {
            names.push(name.into_owned());
        }
    }
    // A stable sort: the preferred columns in their order, the others in the rows' own.
    let rank = |name: &String| preferred.iter().position(|known| known == name);
    names.sort_by_key(|name| rank(name).unwrap_or(usize::MAX));
    let column =
        |name: &String| Column::new(name, rows.iter().map(|row| row.get(name).and_then(cell)));
    layout(names.iter().map(column), rows.len())
}

/// Lays out rows that are arrays of cells under given column names.
pub(super) fn of_cells(names: &[String], rows: &[Vec<RawRow>]) -> String {
    let column = |(index, name): (usize, &String)| {
        let cells = rows
            .iter()
            .map(|row| row.get(index).and_then(|value| cell(value.raw())));
        Column::new(name, cells)
    };
    layout(names.iter().enumerate().map(column), rows.len())
}

/// Returns a value as a cell says it; of objects in a list, such as the evidence of a finding, their values.
fn cell(value: &RawValue) -> Option<String> {
    if !value.get().starts_with("[{") {
        return plain_text(value);
    }
    let items: Vec<Box<RawValue>> = serde_json::from_str(value.get()).ok()?;
    let said = |item: Box<RawValue>| {
        let item = RawRow::from(item);
        let values = item
            .fields()
            .into_iter()
            .filter_map(|(_, value)| plain_text(value));
        values.collect::<Vec<_>>().join(" ")
    };
    Some(items.into_iter().map(said).collect::<Vec<_>>().join(", "))
}

fn layout(columns: impl Iterator<Item = Column>, row_count: usize) -> String {
    let mut heading = String::new();
    let mut rows = vec![(String::new(), String::new()); row_count];
    let mut width = 0;
    let mut omitted = 0;
    for column in columns {
        let gap = if width > 0 { GAP } else { "" };
        // Once a column is left out, no later one may take its place.
        if omitted > 0 || (width > 0 && width + GAP.len() + column.width() > TABLE_CHARS) {
            omitted += 1;
        } else if column.is_prose() {
            for ((_, below), cell) in rows.iter_mut().zip(&column.cells) {
                if !cell.is_empty() {
                    let _ = writeln!(below, "    {}: {}", column.name, cut(cell, PROSE_CHARS));
                }
            }
        } else {
            pad(&mut heading, gap, &column.name, &column);
            for ((line, _), cell) in rows.iter_mut().zip(&column.cells) {
                pad(line, gap, cell, &column);
            }
            width += gap.len() + column.width();
        }
    }
    let mut text = format!("{BOLD}{}{BOLD:#}\n", heading.trim_end());
    for (line, below) in rows {
        let _ = write!(text, "{}\n{below}", line.trim_end());
    }
    if omitted > 0 {
        let _ = writeln!(
            text,
            "… and {omitted} more columns, which the answer without --pretty has"
        );
    }
    text
}

fn pad(line: &mut String, gap: &str, cell: &str, column: &Column) {
    let (cell, width) = (cut(cell, CELL_CHARS), column.width());
    let _ = if column.is_number() {
        write!(line, "{gap}{cell:>width$}")
    } else {
        write!(line, "{gap}{cell:<width$}")
    };
}

fn cut(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    let start: String = text.chars().take(chars - 1).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use serde_json::json;

    use super::*;

    fn plain(styled: &str) -> String {
        anstream::adapter::strip_str(styled).to_string()
    }

    fn rows(rows: &[serde_json::Value]) -> Vec<RawRow> {
        rows.iter().map(|row| RawRow::of(row).unwrap()).collect()
    }

    #[test]
    fn preferred_columns_come_first_and_empty_ones_not_at_all() {
        let rows = rows(&[
            json!({"Id": "x", "Empty": null, "Code": "P-1", "Quantity": 5}),
            json!({"Id": "y", "Empty": null, "Code": "P-20", "Quantity": 120}),
        ]);
        let table = of_objects(&rows, &["Code".to_owned(), "Status".to_owned()]);
        assert_eq!(
            plain(&table),
            "Code  Id  Quantity\nP-1   x          5\nP-20  y        120\n"
        );
    }

    #[test]
    fn numbers_keep_every_digit() {
        let row = RawRow::from(
            serde_json::value::RawValue::from_string(
                r#"{"Quantity":0.10,"Version":9007199254740993}"#.to_owned(),
            )
            .unwrap(),
        );
        let table = plain(&of_objects(&[row], &[]));
        assert!(table.contains("0.10") && table.contains("9007199254740993"));
    }

    #[test]
    fn a_wide_cell_is_cut_and_columns_past_the_width_are_counted() {
        let wide = "w".repeat(100);
        let row = json!({"A": wide, "B": wide, "C": wide, "D": wide, "E": 1});
        let table = plain(&of_objects(&rows(&[row]), &[]));
        assert!(
            table
                .lines()
                .all(|line| line.chars().count() <= TABLE_CHARS)
        );
        assert!(table.contains(&format!("{}…", "w".repeat(CELL_CHARS - 1))));
        assert!(
            table.ends_with("… and 2 more columns, which the answer without --pretty has\n"),
            "{table}"
        );
    }

    #[test]
    fn sentences_stand_whole_below_their_row() {
        let finding = "order line 3 lacks 40 of 120 UN of P-10482 of lot L-2611-07";
        let evidence =
            json!([{"entity_type": "Stock", "key": "7"}, {"entity_type": "Lot", "key": "L 1"}]);
        let rows = rows(&[
            json!({"severity": "critical", "finding": finding, "evidence": evidence, "age": 5}),
            json!({"severity": "info", "finding": "on time", "evidence": [], "age": 10}),
        ]);
        assert_eq!(
            plain(&of_objects(&rows, &[])),
            format!(
                "severity  evidence          age\ncritical  Stock 7, Lot L 1    5\n    finding: {finding}\ninfo      []                 10\n    finding: on time\n"
            )
        );
    }

    #[test]
    fn a_cell_can_not_steer_the_terminal() {
        let row = json!({"Text": "a\u{1b}[2J\nb"});
        assert_eq!(plain(&of_objects(&rows(&[row]), &[])), "Text\na [2J b\n");
    }
}
