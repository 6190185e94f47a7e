#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::moment;
use crate::simulator::warehouse::Site;

mod flow;
mod stock;
mod text;

type Row = Map<String, Value>;

const NOW: &str = "2026-11-30T08:15:00Z";

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

/// A moment as the tables show it.
fn at(offset: &str) -> String {
    let seconds = moment(offset, now().as_second()).unwrap();
    let text = Timestamp::from_second(seconds).unwrap().to_string();
    text.trim_end_matches('Z').to_owned()
}

fn found(site: &Site, entity: &str, keep: impl Fn(&Row) -> bool) -> Vec<Row> {
    let table = site.table(entity).unwrap();
    (0..table.len())
        .map(|row| table.core(row))
        .filter(keep)
        .collect()
}

fn codes(rows: &[Row], field: &str) -> Vec<String> {
    let mut codes: Vec<String> = rows
        .iter()
        .map(|row| row[field].as_str().unwrap().to_owned())
        .collect();
    codes.sort();
    codes
}

fn north() -> Site {
    Site::new("NORTH", now(), 1).unwrap()
}

fn total(rows: &[Row], field: &str) -> i64 {
    rows.iter().map(|row| row[field].as_i64().unwrap()).sum()
}

fn text<'row>(row: &'row Row, field: &str) -> &'row str {
    row[field].as_str().unwrap_or("")
}
