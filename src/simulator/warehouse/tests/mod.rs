#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use serde_json::Value;

use super::{Site, Table};

mod balance;
mod references;
mod rows;

fn site(tenant: &str, scale: usize) -> Site {
    let now: Timestamp = "2026-11-30T08:15:27.5Z".parse().unwrap();
    Site::new(tenant, now, scale).unwrap()
}

/// North at twice its size, so that there is a second block, and south.
fn sites() -> [Site; 2] {
    [site("NORTH", 2), site("SOUTH", 1)]
}

/// The named fields of every row.
fn picked<'table>(
    site: &'table Site,
    name: &str,
    fields: &'table [&str],
) -> impl Iterator<Item = Vec<Value>> + 'table {
    let table = site.table(name).unwrap();
    (0..table.len()).map(move |row| table.pick(row, fields).unwrap())
}

/// Two fields of every row, as key and value.
fn pairs(site: &Site, name: &str, fields: [&str; 2]) -> HashMap<String, Value> {
    picked(site, name, &fields)
        .map(|mut row| (row.remove(0).as_str().unwrap().to_owned(), row.remove(0)))
        .collect()
}

/// Every `step`-th row, and always the first and the last.
fn sample(table: &Table, step: usize) -> impl Iterator<Item = usize> {
    (0..table.len())
        .step_by(step)
        .chain(table.len().checked_sub(1))
}

fn keys(site: &Site, name: &str) -> HashSet<String> {
    let key = site.table(name).unwrap().key;
    picked(site, name, &[key])
        .map(|row| row[0].as_str().unwrap().to_owned())
        .collect()
}
