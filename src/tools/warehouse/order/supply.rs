//! What there is for the short lines of an order: lines of one product share its stock, and not all of it may go out.

use jiff::civil::DateTime;
use rust_decimal::Decimal;

use super::super::index::Index;
use super::super::part::Part;
use super::super::quantity::Sum;
use super::super::row::Row;
use super::super::stock::sum;
use crate::decimal::exact_difference;
use crate::easywms::{Role, ValueSet};

/// The stock of the short lines' products, found by product.
pub(super) struct Supply<'c> {
    stock: Part<'c>,
    by_product: Index,
    now: DateTime,
}

/// Whether what is available covers what a line lacks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Cover {
    Enough,
    /// It does not, or that is not known.
    Short,
    /// It does not, but there is stock in another unit, and units are not converted.
    OtherUnit,
}

/// What the stock of some goods says: all of it, and what of it may go out.
#[derive(Clone, Copy)]
struct Amounts {
    available: Sum,
    usable: Sum,
}

impl<'c> Supply<'c> {
    pub(super) fn new(stock: Part<'c>, now: DateTime) -> Self {
        Self {
            by_product: Index::of(&stock, Role::Product),
            stock,
            now,
        }
    }

    pub(super) fn part(&self) -> &Part<'c> {
        &self.stock
    }

    /// Whether the stock could be read, and whole.
    pub(super) fn is_read(&self) -> bool {
        self.stock.reason().is_none() && self.stock.is_complete()
    }

    /// Says whether there is enough for a line and for the other short ones that take of the same stock.
    pub(super) fn cover(&self, line: &Row, lines: &[Row]) -> Cover {
        let stock = self.of_lot(line);
        let (own, other) = in_unit(&stock, line);
        let rivals: Vec<&Row> = rivals(line, lines).collect();
        let lack = together(rivals.iter().copied());
        let left = self
            .amounts(&own, line)
            .usable
            .less(self.promised(line, lines));
        let rest = left.less(lack).value();
        if rest.is_some_and(|rest| rest >= Decimal::ZERO) {
            Cover::Enough
        } else if self.amounts(&other, line).usable.is_zero() {
            Cover::Short
        } else {
            Cover::OtherUnit
        }
    }

    /// What lines that name a lot take of the stock that a line without a lot may take.
    fn promised(&self, line: &Row, lines: &[Row]) -> Sum {
        let mut promised = Sum::default();
        if line.code(Role::Lot).is_some() {
            return promised;
        }
        let mut lots: Vec<Option<String>> = Vec::new();
        for other in lines.iter().filter(|other| are_same_goods(line, other)) {
            let lot = other.code(Role::Lot);
            if lot.is_none() || lots.contains(&lot) {
                continue;
            }
            lots.push(lot);
            let lack = together(rivals(other, lines));
            let stock = self.of_lot(other);
            let (own, _) = in_unit(&stock, other);
            let usable = self.amounts(&own, other).usable.value();
            let taken = lack.value().zip(usable);
            promised.add(taken.map(|(lack, usable)| lack.min(usable)));
        }
        promised
    }

    /// The stock of a line's product, owner and, if it names one, lot, in whatever unit.
    pub(super) fn of_lot(&self, line: &Row) -> Vec<&Row<'c>> {
        let mut stock = self.of_goods(line);
        stock.retain(|row| agrees(row, line, Role::Lot));
        stock
    }

    /// The stock of a line's product and owner, whatever its lot and unit.
    pub(super) fn of_goods(&self, line: &Row) -> Vec<&Row<'c>> {
        let product = line.code(Role::Product);
        let places = self.by_product.places(product.as_deref()).iter();
        let rows = places.filter_map(|place| self.stock.rows().get(*place));
        rows.filter(|row| agrees(row, line, Role::Owner)).collect()
    }

    /// "284 UN on hand, 24 available (20 of them expired or in a status that it does not take), 224 reserved, 60 blocked", then what there is in
    /// other units than the line's.
    pub(super) fn said(&self, stock: &[&Row], line: &Row) -> String {
        let (own, other) = in_unit(stock, line);
        let mut said = Vec::new();
        if !own.is_empty() || other.is_empty() {
            said.push(self.amounts_said(&own, line, &line.said(Role::Unit)));
        }
        let mut rest = other;
        while let Some(first) = rest.first().copied() {
            let (these, others) = in_unit(&rest, first);
            let unit = first.said(Role::Unit);
            said.push(format!(
                "in another unit, {}",
                self.amounts_said(&these, line, &unit)
            ));
            rest = if others.len() < rest.len() {
                others
            } else {
                Vec::new()
            };
        }
        said.join("; ")
    }

    fn amounts_said(&self, stock: &[&Row], line: &Row, unit: &str) -> String {
        let Amounts { available, usable } = self.amounts(stock, line);
        let barred = available.less(usable);
        let barred = barred
            .is_positive()
            .then(|| format!(" ({barred} of them expired or in a status that it does not take)"));
        let told = |role, word| {
            let tells = stock.iter().any(|row| row.text(role).is_some());
            let amount = tells.then(|| format!(", {} {word}", sum(stock, role)));
            amount.unwrap_or_default()
        };
        format!(
            "{} {unit} on hand, {available} available{}{}{}",
            sum(stock, Role::Quantity),
            barred.unwrap_or_default(),
            told(Role::Reserved, "reserved"),
            told(Role::Blocked, "blocked")
        )
    }

    fn amounts(&self, stock: &[&Row], line: &Row) -> Amounts {
        let usable: Vec<&Row> = stock
            .iter()
            .copied()
            .filter(|row| self.takes(line, row))
            .collect();
        Amounts {
            available: sum(stock, Role::Available),
            usable: sum(&usable, Role::Available),
        }
    }

    /// Whether a line takes stock in its status: the one that it names, else the normal one if the catalogue knows that. What
    /// is expired goes only where damaged or expired stock is wanted.
    fn takes(&self, line: &Row, row: &Row) -> bool {
        let is_other = row.is_other(Role::Status, ValueSet::Normal);
        let is_fresh = row.date(Role::Expires).is_none_or(|date| date >= self.now);
        match (line.code(Role::RequiredStatus), row.code(Role::Status)) {
            (Some(wanted), Some(status)) => wanted == status && (is_fresh || is_other),
            _ => !is_other && is_fresh,
        }
    }
}

/// The lines that want the same goods and name the same lot, or none; the line itself is one of them.
pub(super) fn rivals<'l, 'c>(
    line: &'l Row<'c>,
    lines: &'l [Row<'c>],
) -> impl Iterator<Item = &'l Row<'c>> {
    let lot = line.code(Role::Lot);
    lines
        .iter()
        .filter(move |other| are_same_goods(line, other) && other.code(Role::Lot) == lot)
}

/// What lines lack together; unknown if one does not say what it lacks.
pub(super) fn together<'l, 'c: 'l>(lines: impl IntoIterator<Item = &'l Row<'c>>) -> Sum {
    lines.into_iter().map(missing).collect()
}

/// What a line lacks; none if it lacks nothing, or if the server does not say what is allocated.
pub(super) fn missing(line: &Row) -> Option<Decimal> {
    let (wanted, allocated) = (line.number(Role::Quantity)?, line.number(Role::Allocated)?);
    let lack = exact_difference(wanted, allocated)?;
    (lack > Decimal::ZERO).then_some(lack)
}

fn are_same_goods(line: &Row, other: &Row) -> bool {
    let roles = [Role::Product, Role::Owner, Role::Unit, Role::RequiredStatus];
    roles
        .iter()
        .all(|role| line.code(*role) == other.code(*role))
}

/// Parts stock into what is in a line's unit and what is not.
fn in_unit<'s, 'c>(stock: &[&'s Row<'c>], line: &Row) -> (Vec<&'s Row<'c>>, Vec<&'s Row<'c>>) {
    stock.iter().partition(|row| agrees(row, line, Role::Unit))
}

/// Whether a stock row says in a role what a line wants there.
fn agrees(row: &Row, line: &Row, role: Role) -> bool {
    let wanted = line.code(role);
    wanted.is_none() || row.code(role) == wanted
}
