//! Sums of stock: per product, owner and unit, then by status, lot and place. Units and owners are never added up.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::super::hold::Holds;
use super::super::line::Line;
use super::super::part::codes_of;
use super::super::quantity::Sum;
use super::super::row::Row;
use crate::decimal::exact_difference;
use crate::easywms::rows::RawRow;
use crate::easywms::{Role, ValueSet};

/// What a status may mean.
pub(super) const MEANINGS: [ValueSet; 6] = [
    ValueSet::Normal,
    ValueSet::Damaged,
    ValueSet::Expired,
    ValueSet::Reception,
    ValueSet::Returned,
    ValueSet::Hidden,
];

/// Rows that agree in some roles.
type Groups<'r, 'c> = BTreeMap<Vec<Option<String>>, Vec<&'r Row<'c>>>;

/// Returns the totals per product, owner and unit, those of the most rows first.
///
/// What is unavailable is blocked, reserved, or explained by neither.
pub(super) fn totals(rows: &[Row], holds: &Holds) -> Vec<RawRow> {
    let groups = grouped(rows, &[Role::Product, Role::Owner, Role::Unit]);
    let mut groups: Vec<Vec<&Row>> = groups.into_values().collect();
    groups.sort_by_key(|rows| Reverse(rows.len()));
    let totals = groups.iter();
    totals.filter_map(|rows| total(rows, holds).row()).collect()
}

fn total(rows: &[&Row], holds: &Holds) -> Line {
    let unavailable = sum(rows, Role::Unavailable);
    let blocked: Sum = rows.iter().map(|row| blocked(row, holds)).collect();
    let tells = rows.iter().any(|row| row.text(Role::Reserved).is_some());
    let reserved = tells.then(|| sum(rows, Role::Reserved));
    let rest = unavailable.less(blocked).less(reserved.unwrap_or_default());
    named(
        rows,
        &[
            ("product", Role::Product),
            ("owner", Role::Owner),
            ("unit", Role::Unit),
        ],
    )
    .with("on_hand", sum(rows, Role::Quantity))
    .with("available", sum(rows, Role::Available))
    .with("unavailable", unavailable)
    .with("blocked", blocked)
    .with_if("reserved", reserved)
    .with_if("unexplained", Some(rest).filter(|rest| !rest.is_zero()))
    .with("containers", containers(rows))
}

/// What of a row is blocked: what the server says, else all that can't be used of a row that is held or out of order.
/// None where neither the row's status nor a hold says whether what can't be used is blocked.
pub(super) fn blocked(row: &Row, holds: &Holds) -> Option<Decimal> {
    if let Some(blocked) = row.number(Role::Blocked) {
        return Some(blocked);
    }
    let unavailable = row.number(Role::Unavailable)?;
    let held = !holds.of(row).is_empty();
    if !held && !unavailable.is_zero() {
        row.text(Role::Status)?;
    }
    if !held && (unavailable.is_zero() || row.is(Role::Status, ValueSet::Normal)) {
        return Some(Decimal::ZERO);
    }
    let reserved = row.number(Role::Reserved).unwrap_or_default();
    exact_difference(unavailable, reserved)
}

/// Returns the sums by status, with what the catalogue says the code means.
pub(super) fn by_status(rows: &[Row]) -> Vec<RawRow> {
    let groups = grouped(rows, &[Role::Status, Role::Owner, Role::Unit]);
    let line = |rows: &Vec<&Row>| {
        let meaning = rows
            .first()
            .and_then(|row| row.meaning(Role::Status, &MEANINGS));
        let line = named(rows, &[("status", Role::Status)]).with_if("means", meaning);
        amounts(line, rows).row()
    };
    groups.values().filter_map(line).collect()
}

/// Returns the sums by lot, the first to expire first; a lot without a date comes last.
pub(super) fn by_lot(rows: &[Row]) -> Vec<RawRow> {
    let roles = [
        Role::Lot,
        Role::Product,
        Role::Expires,
        Role::Owner,
        Role::Unit,
    ];
    let mut groups: Vec<Vec<&Row>> = grouped(rows, &roles).into_values().collect();
    let first = |rows: &[&Row], role| rows.first().and_then(|row| row.text(role));
    groups.retain(|rows| first(rows, Role::Lot).is_some());
    groups.sort_by_key(|rows| {
        let expires = rows.first().and_then(|row| row.date(Role::Expires));
        (expires.is_none(), expires)
    });
    let names = [
        ("lot", Role::Lot),
        ("expires", Role::Expires),
        ("product", Role::Product),
    ];
    let line = |rows: &Vec<&Row>| amounts(named(rows, &names), rows).row();
    groups.iter().filter_map(line).collect()
}

/// Returns the sums by location, the fullest first.
pub(super) fn by_location(rows: &[Row]) -> Vec<RawRow> {
    let groups = grouped(rows, &[Role::Location, Role::Owner, Role::Unit]);
    let mut groups: Vec<Vec<&Row>> = groups.into_values().collect();
    groups.sort_by_key(|rows| Reverse(sum(rows, Role::Quantity).value()));
    let line = |rows: &Vec<&Row>| amounts(named(rows, &[("location", Role::Location)]), rows).row();
    groups.iter().filter_map(line).collect()
}

/// Gathers the rows that agree in all these roles.
pub(in super::super) fn grouped<'r, 'c>(rows: &'r [Row<'c>], roles: &[Role]) -> Groups<'r, 'c> {
    let mut groups = Groups::new();
    for row in rows {
        let key = roles.iter().map(|role| row.text(*role)).collect();
        groups.entry(key).or_default().push(row);
    }
    groups
}

pub(in super::super) fn sum(rows: &[&Row], role: Role) -> Sum {
    rows.iter().map(|row| row.number(role)).collect()
}

/// What all rows of a group have in common.
pub(in super::super) fn named(rows: &[&Row], roles: &[(&'static str, Role)]) -> Line {
    let first = rows.first();
    roles.iter().fold(Line::default(), |line, (name, role)| {
        line.with_if(name, first.and_then(|row| row.text(*role)))
    })
}

/// Adds the owner, the unit and the sums of a group.
pub(in super::super) fn amounts(line: Line, rows: &[&Row]) -> Line {
    let first = rows.first();
    line.with_if("owner", first.and_then(|row| row.text(Role::Owner)))
        .with_if("unit", first.and_then(|row| row.text(Role::Unit)))
        .with("on_hand", sum(rows, Role::Quantity))
        .with("available", sum(rows, Role::Available))
        .with("containers", containers(rows))
}

fn containers(rows: &[&Row]) -> usize {
    codes_of(rows.iter().copied(), Role::Container).len()
}
