//! Lines that lack stock, and where the stock of their products is: available elsewhere, held, or reserved.

use rust_decimal::Decimal;

use super::super::count::Count;
use super::super::finding::{Findings, Severity};
use super::super::hold::Holds;
use super::super::index::Index;
use super::super::part::{Part, codes_of};
use super::super::reader::Reader;
use super::super::row::Row;
use super::super::stock::{STOCK_ROLES, amount_said, sum};
use crate::decimal::exact_difference;
use crate::easywms::{Noun, Role, ValueSet};
use crate::envelope::Section;

/// Stock rows read of all short products together.
const STOCK_ROWS: u64 = 1_000;
/// Rows shown: the stock of the short products that can't be had.
const SHOWN: usize = 5;
/// Short lines that get a sentence of their own.
const SAID: usize = 5;

/// The short lines of an order and the stock of their products.
pub(super) struct Shortages<'c> {
    lines: Vec<Row<'c>>,
    stock: Part<'c>,
    by_product: Index,
    holds: Holds<'c>,
}

impl<'c> Shortages<'c> {
    /// Takes the short ones of these lines and reads the stock of their products.
    pub(super) async fn of(reader: &Reader<'c>, lines: &[Row<'c>]) -> Self {
        let lines: Vec<Row> = lines
            .iter()
            .filter(|line| is_short(line))
            .cloned()
            .collect();
        let products = codes_of(&lines, Role::Product);
        let mut stock = reader
            .read_each(
                "stock_of_short_lines",
                Noun::Stock,
                &products,
                |stock, codes| {
                    Ok(stock.ask(stock.any_of(Role::Product, codes)?, STOCK_ROLES, STOCK_ROWS))
                },
            )
            .await;
        // What is blocked explains the shortage, what is free ends it, what is reserved does neither.
        stock.sort_by_key(|row| {
            let some = |role| row.number(role).is_some_and(|quantity| !quantity.is_zero());
            !(some(Role::Blocked) || some(Role::Available))
        });
        let holds = Holds::on(reader, stock.rows()).await;
        Self {
            lines,
            by_product: Index::of(&stock, Role::Product),
            stock,
            holds,
        }
    }

    /// Adds one finding a short line: what it lacks, what there is of the product, and what holds that.
    pub(super) fn add_findings(&self, findings: &mut Findings) {
        let (starved, unallocated): (Vec<_>, Vec<_>) =
            self.lines.iter().partition(|line| self.is_starved(line));
        for line in starved.iter().take(SAID) {
            let stock = self.stock_for(line);
            let mut evidence = vec![(*line).clone()];
            let mut text = self.lack_said(line, &stock);
            let held: Vec<Row> = stock.iter().map(|row| (*row).clone()).collect();
            for (hold, rows) in self.holds.groups(&held) {
                text = format!("{text}; {} are held: {}", amount_said(&rows), hold.said());
                evidence.push(hold.row().clone());
                evidence.extend(rows.iter().map(|row| (*row).clone()));
            }
            findings.add(Severity::Critical, text, &evidence);
        }
        if let Some(more) = starved.len().checked_sub(SAID).filter(|more| *more > 0) {
            let more = Count::Exactly(more as u64);
            let lines = more.of("more order line lacks", "more order lines lack");
            let text = format!("{lines} stock");
            findings.add(Severity::Critical, text, starved.into_iter().skip(SAID));
        }
        if !unallocated.is_empty() {
            let count = Count::Exactly(unallocated.len() as u64);
            let text = format!(
                "{} not fully allocated although enough stock is available",
                count.of("order line is", "order lines are")
            );
            findings.add(Severity::Warning, text, unallocated);
        }
    }

    /// Whether the available stock that a line can take does not cover what it lacks, as far as was read.
    fn is_starved(&self, line: &Row) -> bool {
        let available = sum(&self.stock_for(line), Role::Available).value();
        let lack = missing(line);
        lack.is_none() || available.is_none_or(|available| Some(available) < lack)
    }

    fn lack_said(&self, line: &Row, stock: &[&Row]) -> String {
        let unit = line.said(Role::Unit);
        let text = lack_of(line);
        if self.stock.reason().is_some() || !self.stock.is_complete() {
            return text + "; its stock could not be read whole";
        }
        match line.text(Role::Lot) {
            None => format!("{text}; in all {}", there_is(stock, &unit)),
            Some(_) => format!(
                "{text}; of the lot {}; of all lots {}",
                there_is(stock, &unit),
                there_is(&self.stock_of_goods(line), &unit)
            ),
        }
    }

    /// The stock that a line can take: of its product, owner and unit, and of its lot if it names one.
    fn stock_for(&self, line: &Row) -> Vec<&Row<'c>> {
        let mut stock = self.stock_of_goods(line);
        stock.retain(|row| agrees(row, line, Role::Lot));
        stock
    }

    /// The stock of a line's product, owner and unit, whatever its lot.
    fn stock_of_goods(&self, line: &Row) -> Vec<&Row<'c>> {
        let product = line.code(Role::Product);
        let places = self.by_product.places(product.as_deref()).iter();
        let rows = places.filter_map(|place| self.stock.rows().get(*place));
        let roles = [Role::Owner, Role::Unit];
        rows.filter(|row| roles.iter().all(|role| agrees(row, line, *role)))
            .collect()
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'c>> {
        std::iter::once(&self.stock).chain(self.holds.parts())
    }

    /// Returns the stock of the short products; of lines that enough is available for, it explains nothing.
    pub(super) fn section(&self) -> Option<Section> {
        if self.lines.iter().any(|line| self.is_starved(line)) {
            self.stock.section(SHOWN, &[Role::Supplier, Role::Received])
        } else {
            self.stock.gap()
        }
    }

    pub(super) fn gaps(&self) -> impl Iterator<Item = Section> {
        self.holds.gaps()
    }
}

/// Whether a stock row says in a role what a line wants there.
fn agrees(row: &Row, line: &Row, role: Role) -> bool {
    let wanted = line.code(role);
    wanted.is_none() || row.code(role) == wanted
}

/// "284 UN on hand, 0 available, 224 reserved".
fn there_is(stock: &[&Row], unit: &str) -> String {
    let (on_hand, available) = (sum(stock, Role::Quantity), sum(stock, Role::Available));
    let tells = stock.iter().any(|row| row.text(Role::Reserved).is_some());
    let reserved = tells.then(|| format!(", {} reserved", sum(stock, Role::Reserved)));
    format!(
        "{on_hand} {unit} on hand, {available} available{}",
        reserved.unwrap_or_default()
    )
}

/// "order line 3 lacks 40 of 120 UN of P-1 of lot L-1 (allocated 80)".
fn lack_of(line: &Row) -> String {
    let lot = line.text(Role::Lot).map(|lot| format!(" of lot {lot}"));
    let goods = format!(
        "{} {} of {}{}",
        line.amount(Role::Quantity),
        line.said(Role::Unit),
        line.said(Role::Product),
        lot.unwrap_or_default()
    );
    let number = line.said(Role::Line);
    match missing(line) {
        Some(missing) => format!(
            "order line {number} lacks {} of {goods} (allocated {})",
            missing.normalize(),
            line.amount(Role::Allocated)
        ),
        None => format!(
            "order line {number}, {goods}, is in status {}; how much it lacks is not said",
            line.said(Role::Status)
        ),
    }
}

/// Whether a line lacks something, by its quantities or, where those are not said, by its status.
fn is_short(line: &Row) -> bool {
    let untold = line.number(Role::Allocated).is_none() || line.number(Role::Quantity).is_none();
    missing(line).is_some() || (untold && line.is(Role::Status, ValueSet::Short))
}

/// What a line lacks; none if it lacks nothing, or if the server does not say what is allocated.
fn missing(line: &Row) -> Option<Decimal> {
    let (wanted, allocated) = (line.number(Role::Quantity)?, line.number(Role::Allocated)?);
    let lack = exact_difference(wanted, allocated)?;
    (lack > Decimal::ZERO).then_some(lack)
}
