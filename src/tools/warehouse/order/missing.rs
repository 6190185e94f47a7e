//! Lines of an order of which less came, or went out, than was ordered.

use rust_decimal::Decimal;

use super::super::count::Count;
use super::super::finding::{Findings, Severity};
use super::super::part::Part;
use super::super::row::Row;
use crate::decimal::exact_difference;
use crate::easywms::Role;

/// Lines that get a sentence of their own.
const SAID: usize = 5;

/// The lines that lack something, in their order, and how much.
pub(super) struct Missing<'p, 'c> {
    lines: Vec<(&'p Row<'c>, Decimal)>,
    /// Lines that do not say both quantities as numbers.
    unknown: Vec<&'p Row<'c>>,
    done: Role,
    verb: &'static str,
    /// Whether every line of the order was read, and nothing of any was done.
    is_all: bool,
}

impl<'p, 'c> Missing<'p, 'c> {
    /// Compares what was ordered with what was `verb` ("shipped", "received"), which the role `done` says of each line.
    pub(super) fn of(lines: &'p Part<'c>, done: Role, verb: &'static str) -> Self {
        let difference =
            |line: &Row| exact_difference(line.number(Role::Quantity)?, line.number(done)?);
        let missing = |line: &Row| difference(line).filter(|missing| *missing > Decimal::ZERO);
        // A field that no row has is told of as such.
        let tells = lines.lacking().is_empty();
        let untouched = |line: &Row| line.number(done).is_some_and(|done| done.is_zero());
        let rows = lines.rows();
        Self {
            lines: rows
                .iter()
                .filter_map(|line| Some((line, missing(line)?)))
                .collect(),
            unknown: rows
                .iter()
                .filter(|line| tells && difference(line).is_none())
                .collect(),
            done,
            verb,
            is_all: lines.is_complete() && !rows.is_empty() && rows.iter().all(untouched),
        }
    }

    /// Says of an order that is over which of its lines were not shipped or received whole.
    pub(super) fn add_to_over(&self, findings: &mut Findings) {
        let verb = self.verb;
        if self.is_all {
            let count = Count::Exactly(self.lines.len() as u64);
            let lines = count.of("order line", "order lines");
            let text = format!("nothing of its {lines} was {verb}");
            findings.add(Severity::Warning, text, self.rows());
            return;
        }
        let said = |line: &Row, missing: Decimal| {
            let lot = line.text(Role::Lot).map(|lot| format!(" of lot {lot}"));
            let unit = line.said(Role::Unit);
            format!(
                "order line {} was not {verb} whole: {} of {} {unit} of {}{}, {} {unit} missing",
                line.said(Role::Line),
                line.amount(self.done),
                line.amount(Role::Quantity),
                line.said(Role::Product),
                lot.unwrap_or_default(),
                missing.normalize()
            )
        };
        let rest = |count: Count| {
            let lines = count.of("more order line was", "more order lines were");
            format!("{lines} not {verb} whole")
        };
        self.add(findings, said, rest);
    }

    /// Adds a sentence for each of the first lines, and one for the rest.
    pub(super) fn add(
        &self,
        findings: &mut Findings,
        said: impl Fn(&Row, Decimal) -> String,
        rest: impl Fn(Count) -> String,
    ) {
        for (line, missing) in self.lines.iter().take(SAID) {
            findings.add(Severity::Warning, said(line, *missing), [*line]);
        }
        if let Some(more) = self.lines.len().checked_sub(SAID).filter(|more| *more > 0) {
            let text = rest(Count::Exactly(more as u64));
            findings.add(Severity::Warning, text, self.rows().skip(SAID));
        }
        if !self.unknown.is_empty() {
            let count = Count::Exactly(self.unknown.len() as u64);
            let lines = count.of("order line", "order lines");
            let text = format!("how much of {lines} was {} is not known", self.verb);
            findings.add(Severity::Warning, text, self.unknown.iter().copied());
        }
    }

    fn rows(&self) -> impl Iterator<Item = &'p Row<'c>> {
        self.lines.iter().map(|(line, _)| *line)
    }
}
