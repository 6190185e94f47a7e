//! Rows as columns of text that fit a terminal: the telling columns, each cell cut to a width.

use std::fmt::Write as _;

use anstyle::Style;

use crate::easywms::rows::{RawRow, plain_text};

const BOLD: Style = Style::new().bold();
/// The widest cell, in characters.
const CELL_CHARS: usize = 36;
/// The widest table, in characters; further columns are left out and counted.
const TABLE_CHARS: usize = 120;
const GAP: &str = "  ";

/// A column of cells under a name.
struct Column {
    name: String,
    cells: Vec<String>,
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
    let column = |name: String| {
        let cell = |row: &RawRow| row.text_of(&name).unwrap_or_default();
        let cells = rows.iter().map(cell).collect();
        Column { name, cells }
    };
    layout(names.into_iter().map(column), rows.len())
}

/// Lays out rows that are arrays of cells under given column names.
pub(super) fn of_cells(names: Vec<String>, rows: impl Iterator<Item = Vec<RawRow>>) -> String {
    let rows: Vec<Vec<RawRow>> = rows.collect();
    let column = |(index, name): (usize, String)| {
        let cell = |row: &Vec<RawRow>| row.get(index).and_then(|cell| plain_text(cell.raw()));
        let cells = rows.iter().map(|row| cell(row).unwrap_or_default());
        Column {
            name,
            cells: cells.collect(),
        }
    };
    layout(names.into_iter().enumerate().map(column), rows.len())
}

fn layout(columns: impl Iterator<Item = Column>, row_count: usize) -> String {
    let mut lines = vec![String::new(); row_count + 1];
    let mut width = 0;
    let mut omitted = 0;
    for column in columns {
        let cells: Vec<String> = std::iter::once(&column.name)
            .chain(&column.cells)
            .map(|cell| cut(&printable(cell)))
            .collect();
        let widest = cells.iter().map(|cell| cell.chars().count()).max();
        let widest = widest.unwrap_or_default();
        // Once a column is left out, no later one may take its place.
        if omitted > 0 || (width > 0 && width + GAP.len() + widest > TABLE_CHARS) {
            omitted += 1;
            continue;
        }
        let numbers = column.cells.iter().all(|cell| is_number(cell));
        for (line, cell) in lines.iter_mut().zip(&cells) {
            let gap = if width > 0 { GAP } else { "" };
            let _ = if numbers {
                write!(line, "{gap}{cell:>widest$}")
            } else {
                write!(line, "{gap}{cell:<widest$}")
            };
        }
        width += widest + if width > 0 { GAP.len() } else { 0 };
    }
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let line = line.trim_end();
        let _ = match index {
            0 => writeln!(text, "{BOLD}{line}{BOLD:#}"),
            _ => writeln!(text, "{line}"),
        };
    }
    if omitted > 0 {
        let _ = writeln!(
            text,
            "… and {omitted} more columns; 'fields' chooses others"
        );
    }
    text
}

fn cut(cell: &str) -> String {
    if cell.chars().count() <= CELL_CHARS {
        return cell.to_owned();
    }
    let start: String = cell.chars().take(CELL_CHARS - 1).collect();
    format!("{start}…")
}

fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Returns a text on one line, without what could steer a terminal.
pub(super) fn printable(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect()
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
            table.ends_with("… and 2 more columns; 'fields' chooses others\n"),
            "{table}"
        );
    }

    #[test]
    fn a_cell_can_not_steer_the_terminal() {
        let row = json!({"Text": "a\u{1b}[2J\nb"});
        assert_eq!(plain(&of_objects(&rows(&[row]), &[])), "Text\na [2J b\n");
    }
}
