//! What there is for the short lines of an order: lines of one product share its stock, and not all of it may go out.

use jiff::civil::DateTime;
use rust_decimal::Decimal;

use super::super::index::Index;
use super::super::part::Part;
use super::super::quantity::Sum;
use super::super::row::Row;
use super::super::stock::sum;
use super::goods::{Goods, Offer};
use super::judgement::{Verdict, judge};
use crate::decimal::exact_difference;
use crate::easywms::Role;

/// The stock of the short lines' products, found by product.
pub(super) struct Supply<'c> {
    stock: Part<'c>,
    /// Of each stock row, in their order.
    offers: Vec<Offer>,
    by_product: Index,
}

/// A stock row and what was read of it.
type Stock<'s, 'c> = (&'s Row<'c>, &'s Offer);

impl<'c> Supply<'c> {
    pub(super) fn new(stock: Part<'c>, now: DateTime) -> Self {
        Self {
            by_product: Index::of(&stock, Role::Product),
            offers: stock.rows().iter().map(|row| Offer::of(row, now)).collect(),
            stock,
        }
    }

    pub(super) fn part(&self) -> &Part<'c> {
        &self.stock
    }

    /// Whether the stock could be read, and whole.
    pub(super) fn is_read(&self) -> bool {
        self.stock.reason().is_none() && self.stock.is_complete()
    }

    /// Judges of each line whether there is enough for it and for the other short ones that take of the same stock.
    pub(super) fn verdicts(&self, lines: &[Row]) -> Vec<Option<Verdict>> {
        let lines: Vec<_> = lines
            .iter()
            .map(|line| (Goods::of(line, Role::RequiredStatus), missing(line)))
            .collect();
        judge(&lines, &self.offers, self.is_read())
    }

    /// The stock of a line's product, owner and, if it names one, lot, in whatever unit.
    pub(super) fn of_lot(&self, line: &Goods) -> Vec<Stock<'_, 'c>> {
        let mut stock = self.of_goods(line);
        stock.retain(|(_, offer)| offer.goods.is_of_lot(line));
        stock
    }

    /// The stock of a line's product and owner, whatever its lot and unit.
    pub(super) fn of_goods(&self, line: &Goods) -> Vec<Stock<'_, 'c>> {
        let places = self.by_product.places(line.product.as_deref()).iter();
        places
            .filter_map(|place| self.stock.rows().get(*place).zip(self.offers.get(*place)))
            .filter(|(_, offer)| offer.goods.is_of_owner(line))
            .collect()
    }
}

/// "284 UN on hand, 24 available (20 of them expired or in a status that it does not take), 224 reserved, 60 blocked", then
/// what there is in other units than the line's.
pub(super) fn said(stock: &[Stock], line: &Goods, unit: &str) -> String {
    let (own, mut rest) = in_unit(stock, line);
    let mut said = Vec::new();
    if own.is_empty() && !rest.is_empty() {
        said.push(format!("none in {unit}"));
    } else {
        said.push(amounts_said(&own, line, unit));
    }
    while let Some((first, offer)) = rest.first().copied() {
        let (these, others) = in_unit(&rest, &offer.goods);
        let unit = first.said(Role::Unit);
        let amounts = amounts_said(&these, line, &unit);
        said.push(format!("in another unit {amounts}"));
        rest = others;
    }
    said.join("; ")
}

fn amounts_said(stock: &[Stock], line: &Goods, unit: &str) -> String {
    let rows: Vec<&Row> = stock.iter().map(|(row, _)| *row).collect();
    let available: Sum = stock.iter().map(|(_, offer)| offer.available).collect();
    let barred = stock.iter().filter(|(_, offer)| !offer.is_taken_by(line));
    let barred: Sum = barred.map(|(_, offer)| offer.available).collect();
    let barred = barred
        .is_positive()
        .then(|| format!(" ({barred} of them expired or in a status that it does not take)"));
    let told = |role, word| {
        let tells = rows.iter().any(|row| row.text(role).is_some());
        let amount = tells.then(|| format!(", {} {word}", sum(&rows, role)));
        amount.unwrap_or_default()
    };
    format!(
        "{} {unit} on hand, {available} available{}{}{}",
        sum(&rows, Role::Quantity),
        barred.unwrap_or_default(),
        told(Role::Reserved, "reserved"),
        told(Role::Blocked, "blocked")
    )
}

/// What a line lacks; none if it lacks nothing, or if the server does not say what is allocated.
pub(super) fn missing(line: &Row) -> Option<Decimal> {
    let (wanted, allocated) = (line.number(Role::Quantity)?, line.number(Role::Allocated)?);
    let lack = exact_difference(wanted, allocated)?;
    (lack > Decimal::ZERO).then_some(lack)
}

/// Parts stock into what is in a line's unit and what is not.
fn in_unit<'s, 'c>(
    stock: &[Stock<'s, 'c>],
    line: &Goods,
) -> (Vec<Stock<'s, 'c>>, Vec<Stock<'s, 'c>>) {
    stock
        .iter()
        .partition(|(_, offer)| offer.goods.is_in_unit(line))
}
