//! What a recall has to end with: of a lot, what was received is what was shipped and what is here.

use std::collections::BTreeMap;

use super::super::finding::{Findings, Severity};
use super::super::part::Part;
use super::super::quantity::Sum;
use super::super::row::Row;
use crate::easywms::Role;

/// A product and a unit, the only quantities that can be added up.
type Goods = (String, String);

/// What was received, shipped and is on hand of one.
#[derive(Debug, Default)]
struct Balance {
    received: Sum,
    shipped: Sum,
    on_hand: Sum,
}

/// Adds that nothing was received or shipped, and the sum of a lot's way. Of what was not read whole, nothing is said.
///
/// There is a sum only with all stock of the lot.
pub(super) fn add<'c>(
    findings: &mut Findings,
    lot: &str,
    [received, shipped]: [&Part<'c>; 2],
    stock: Option<&Part<'c>>,
) {
    let came = moved(received, Role::ReceivedQuantity);
    let left = moved(shipped, Role::ShippedQuantity);
    for (lines, moved, verb) in [(received, &came, "received"), (shipped, &left, "shipped")] {
        if lines.is_complete() && moved.is_empty() {
            let text = format!("no {verb} order line names lot {lot}");
            findings.add(Severity::Info, text, lines.rows());
        }
    }
    let read = received.is_complete() && shipped.is_complete();
    let Some(stock) = stock.filter(|stock| stock.is_complete() && read && !came.is_empty()) else {
        return;
    };
    for ((product, unit), balance) in balances(&came, &left, stock.rows()) {
        let Balance {
            received,
            shipped,
            on_hand,
        } = balance;
        let (severity, difference) = difference(received.less(shipped).less(on_hand), &unit);
        let text = format!(
            "lot {lot}, {product}: {received} {unit} received, {shipped} shipped, {on_hand} on hand: {difference}"
        );
        findings.with_evidence(severity, text, Vec::new());
    }
}

/// Says what is left of the sum.
fn difference(open: Sum, unit: &str) -> (Severity, String) {
    match open.value() {
        Some(open) if open.is_zero() => (Severity::Info, "nothing is open".to_owned()),
        Some(open) if open.is_sign_positive() => {
            let open = open.normalize();
            let text =
                format!("{open} {unit} are neither shipped nor here (adjustments are not counted)");
            (Severity::Warning, text)
        }
        Some(more) => {
            let more = more.abs().normalize();
            let text =
                format!("{more} {unit} more than were received (adjustments are not counted)");
            (Severity::Warning, text)
        }
        None => (Severity::Info, "the difference can't be told".to_owned()),
    }
}

/// The lines on which something moved, or may have.
fn moved<'p, 'c>(lines: &'p Part<'c>, quantity: Role) -> Vec<(&'p Row<'c>, Sum)> {
    let lines = lines
        .rows()
        .iter()
        .map(|line| (line, [line.number(quantity)]));
    let lines = lines.map(|(line, quantity)| (line, quantity.into_iter().collect::<Sum>()));
    lines.filter(|(_, quantity)| !quantity.is_zero()).collect()
}

fn balances(came: &[(&Row, Sum)], left: &[(&Row, Sum)], stock: &[Row]) -> BTreeMap<Goods, Balance> {
    let mut balances: BTreeMap<Goods, Balance> = BTreeMap::new();
    let goods = |row: &Row| (row.said(Role::Product), row.said(Role::Unit));
    for (line, quantity) in came {
        let balance = balances.entry(goods(line)).or_default();
        balance.received.add(quantity.value());
    }
    for (line, quantity) in left {
        let balance = balances.entry(goods(line)).or_default();
        balance.shipped.add(quantity.value());
    }
    for row in stock {
        let balance = balances.entry(goods(row)).or_default();
        balance.on_hand.add(row.number(Role::Quantity));
    }
    balances
}
