//! Which rows a query returns: the scan, the sort, the page; and the order by key that needs no scan.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

use super::order::Order;
use crate::simulator::filter::{Filter, Operand};
use crate::simulator::warehouse::Table;

/// The rows of one page, by index, and how many rows there are in all.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Selection {
    pub(super) total: usize,
    pub(super) rows: Vec<usize>,
}

/// Selects a page. Without a filter, the order of the data and of its key cost no more than the page.
pub(super) fn select(
    table: &Table,
    filter: Option<&Filter>,
    order: &Order,
    skip: usize,
    take: usize,
    key_order: impl FnOnce(&Table) -> Arc<[usize]>,
) -> Selection {
    let total = table.len();
    if filter.is_none() {
        if take == 0 || order.is_natural() {
            let rows = (0..total).skip(skip).take(take).collect();
            return Selection { total, rows };
        }
        if let Some(by_key) = order.single().filter(|term| term.field == table.key) {
            let ordered = key_order(table);
            let rows = ordered.iter().copied();
            let rows = if by_key.descending {
                rows.rev().skip(skip).take(take).collect()
            } else {
                rows.skip(skip).take(take).collect()
            };
            return Selection { total, rows };
        }
    }
    let asked = filter.into_iter().flat_map(Filter::fields);
    let mut fields: Vec<&str> = order.fields().chain(asked).collect();
    fields.sort_unstable();
    fields.dedup();
    scan(
        total,
        |row| read(table, row, &fields),
        filter,
        order,
        skip,
        take,
    )
}

/// The fields of a row that a filter or an order looks at; the whole row where one of them is not in its narrow part.
fn read(table: &Table, row: usize, fields: &[&str]) -> Map<String, Value> {
    match table.pick(row, fields) {
        Some(values) => fields
            .iter()
            .map(|field| (*field).to_owned())
            .zip(values)
            .collect(),
        None => table.reading(row),
    }
}

/// Reads every row, keeps those that match, sorts them and cuts the page out.
pub(super) fn scan(
    rows: usize,
    read: impl Fn(usize) -> Map<String, Value>,
    filter: Option<&Filter>,
    order: &Order,
    skip: usize,
    take: usize,
) -> Selection {
    let mut matching: Vec<(Vec<Operand>, usize)> = Vec::new();
    for row in 0..rows {
        let values = read(row);
        if filter.is_none_or(|filter| filter.matches(&values)) {
            matching.push((order.keys(&values), row));
        }
    }
    // The sort is stable: rows with equal keys keep the order of the data.
    matching.sort_by(|(left, _), (right, _)| order.compare(left, right));
    Selection {
        total: matching.len(),
        rows: matching
            .into_iter()
            .skip(skip)
            .take(take)
            .map(|(_, row)| row)
            .collect(),
    }
}

/// The order of each table's rows by key, found once: clients page by key, and a sort a page would cost a scan each.
#[derive(Default)]
pub(in crate::simulator) struct KeyOrder(Mutex<HashMap<TableOfTenant, Arc<[usize]>>>);

/// A tenant and the name of one of its tables.
type TableOfTenant = (&'static str, &'static str);

impl KeyOrder {
    /// The row indexes of a tenant's table in ascending order of its key.
    pub(super) fn of(&self, tenant: &'static str, table: &Table) -> Arc<[usize]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ordered = known.entry((tenant, table.name)).or_insert_with(|| {
            let order = Order::parse(table.key, table.name, &table.columns).unwrap_or_default();
            let take = table.len();
            let read = |row| read(table, row, &[table.key]);
            scan(take, read, None, &order, 0, take).rows.into()
        });
        Arc::clone(ordered)
    }
}
