//! Lines that lack stock, and where the stock of their products is: available elsewhere, held, or reserved.

use super::super::count::Count;
use super::super::finding::{Findings, Severity};
use super::super::hold::Holds;
use super::super::part::{Part, codes_of};
use super::super::reader::Reader;
use super::super::row::Row;
use super::super::stock::{STOCK_ROLES, amount_said};
use super::goods::Goods;
use super::judgement::{Cover, Verdict};
use super::supply::{Supply, missing, said};
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
    /// Of each line, in their order.
    verdicts: Vec<Option<Verdict>>,
    supply: Supply<'c>,
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
        let supply = Supply::new(stock, reader.now());
        Self {
            verdicts: supply.verdicts(&lines),
            lines,
            supply,
            holds,
        }
    }

    /// Adds one finding a short line: what it lacks, what there is of the product, and what holds that.
    pub(super) fn add_findings(&self, findings: &mut Findings) {
        self.add_lacking(findings, Cover::Short, Severity::Critical, "lack stock");
        let verb = "lack stock in their unit";
        self.add_lacking(findings, Cover::OtherUnit, Severity::Warning, verb);
        let verb = "may lack stock: whether enough is available is not known";
        self.add_lacking(findings, Cover::Unknown, Severity::Warning, verb);
        let enough = self.with(Cover::Enough).map(|(line, _)| line);
        let unallocated: Vec<_> = enough.collect();
        if !unallocated.is_empty() {
            let count = Count::Exactly(unallocated.len() as u64);
            let text = format!(
                "{} not fully allocated although enough stock is available",
                count.of("order line is", "order lines are")
            );
            findings.add(Severity::Warning, text, unallocated);
        }
    }

    fn add_lacking(&self, findings: &mut Findings, cover: Cover, severity: Severity, verb: &str) {
        for (line, verdict) in self.with(cover).take(SAID) {
            let goods = Goods::of(line, Role::RequiredStatus);
            let stock = self.supply.of_lot(&goods).into_iter();
            let stock: Vec<Row> = stock.map(|(row, _)| row.clone()).collect();
            let mut evidence = vec![line.clone()];
            let mut text = self.lack_said(line, &goods, verdict);
            for (hold, rows) in self.holds.groups(&stock) {
                text = format!("{text}; {} are held: {}", amount_said(&rows), hold.said());
                evidence.push(hold.row().clone());
                evidence.extend(rows.iter().map(|row| (*row).clone()));
            }
            findings.add(severity, text, &evidence);
        }
        let more = self.with(cover).skip(SAID).map(|(line, _)| line);
        let count = more.clone().count() as u64;
        if count > 0 {
            let lines = Count::Exactly(count).of("more order line", "more order lines");
            findings.add(severity, format!("{lines} {verb}"), more);
        }
    }

    fn with(&self, cover: Cover) -> impl Iterator<Item = (&Row<'c>, &Verdict)> + Clone {
        let lines = self.lines.iter().zip(&self.verdicts);
        lines
            .filter_map(|(line, verdict)| Some((line, verdict.as_ref()?)))
            .filter(move |(_, verdict)| verdict.cover == cover)
    }

    fn lack_said(&self, line: &Row, goods: &Goods, verdict: &Verdict) -> String {
        let mut text = lack_of(line);
        if verdict.cover == Cover::Unknown {
            text += "; whether the available stock is enough is not known";
            text += self.why_unknown(line, verdict);
        }
        if !self.supply.is_read() {
            return text;
        }
        if verdict.lines > 1 && verdict.lacks_are_known {
            let Verdict { lines, lack, .. } = verdict;
            text = format!("{text}; {lines} order lines lack {lack} of it together");
        }
        let unit = line.said(Role::Unit);
        let of_goods = said(&self.supply.of_goods(goods), goods, &unit);
        match line.text(Role::Lot) {
            None => format!("{text}; in all {of_goods}"),
            Some(_) => format!(
                "{text}; of the lot {}; of all lots {of_goods}",
                said(&self.supply.of_lot(goods), goods, &unit)
            ),
        }
    }

    /// Says why it is not known whether there is enough, where the rest of the sentence does not.
    fn why_unknown(&self, line: &Row, verdict: &Verdict) -> &'static str {
        if !self.supply.is_read() {
            ": its stock could not be read whole"
        } else if verdict.lacks_are_known {
            ": not every stock row says what is available"
        } else if missing(line).is_some() {
            ": another order line does not say what it lacks"
        } else {
            ""
        }
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'c>> {
        std::iter::once(self.supply.part()).chain(self.holds.parts())
    }

    /// Returns the stock of the short products; of lines that enough is available for, it explains nothing.
    pub(super) fn section(&self) -> Option<Section> {
        let stock = self.supply.part();
        if self.with(Cover::Enough).count() == self.lines.len() {
            stock.gap()
        } else {
            stock.section(SHOWN, &[Role::Supplier, Role::Received])
        }
    }

    pub(super) fn gaps(&self) -> impl Iterator<Item = Section> {
        self.holds.gaps()
    }
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

/// Whether a line lacks something, by its quantities or, where those are not said, by its status. A line that is over,
/// as one that was cancelled, wants nothing any more.
fn is_short(line: &Row) -> bool {
    if line.is(Role::Status, ValueSet::Closed) {
        return false;
    }
    let untold = line.number(Role::Allocated).is_none() || line.number(Role::Quantity).is_none();
    missing(line).is_some() || (untold && line.is(Role::Status, ValueSet::Short))
}
