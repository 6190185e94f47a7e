//! What is worth knowing of some stock before it is promised: holds, statuses, expiry, nothing available.

use jiff::civil::DateTime;

use super::super::count::Count;
use super::super::expiry::has_expired;
use super::super::finding::{Findings, Severity};
use super::super::hold::Holds;
use super::super::part::{Part, codes_of};
use super::super::quantity::Sum;
use super::super::reader::Reader;
use super::super::row::Row;
use super::totals::{blocked, grouped, sum};
use crate::easywms::{Role, ValueSet};

/// From how many hours before its date a lot is told of.
const EXPIRES_WITHIN_HOURS: i64 = 30 * 24;
/// Containers named in one sentence.
const NAMED: usize = 3;
/// Holds, lots and products that get a sentence of their own.
const SAID: usize = 5;

/// Adds what the stock rows and their holds prove. Whoever asks for a product may want to promise it.
pub(super) fn add<'c>(
    findings: &mut Findings,
    reader: &Reader<'c>,
    stock: &Part<'c>,
    holds: &Holds<'c>,
    is_of_product: bool,
) {
    let rows = stock.rows();
    let groups = holds.groups(rows);
    for (hold, held) in groups.iter().take(SAID) {
        let evidence = std::iter::once(hold.row()).chain(held.iter().copied());
        let text = format!("{} are held: {}", amount_said(held), hold.said());
        findings.add(Severity::Warning, text, evidence);
    }
    and_more(findings, Severity::Warning, groups.len(), ["hold", "holds"]);
    // Of a product whose rows were not all read, the others may well be available.
    if stock.is_complete() {
        nothing_available(findings, rows, holds, is_of_product);
    }
    out_of_order(findings, rows);
    expiry(findings, reader, rows);
    several(findings, rows);
}

/// "60 UN (0 available) in PAL-1 at QA-01".
pub(in super::super) fn amount_said(rows: &[&Row]) -> String {
    let unit = rows.first().and_then(|row| row.text(Role::Unit));
    let unit = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
    let units = codes_of(rows.iter().copied(), Role::Unit);
    let quantity = if units.len() > 1 {
        format!("{} rows in several units", rows.len())
    } else {
        let (on_hand, available) = (sum(rows, Role::Quantity), sum(rows, Role::Available));
        format!("{on_hand}{unit} ({available} available)")
    };
    let places = rows.iter().take(NAMED).map(|row| {
        format!(
            "{} at {}",
            row.said(Role::Container),
            row.said(Role::Location)
        )
    });
    let places = places.collect::<Vec<_>>().join(", ");
    match rows.len().checked_sub(NAMED) {
        Some(more) if more > 0 => format!("{quantity} in {places} and {more} more"),
        _ => format!("{quantity} in {places}"),
    }
}

/// On hand taken for available is the dearest mistake, so a product of which nothing can be promised is said first. In one
/// place, all of it may be reserved because it is about to be shipped.
fn nothing_available(findings: &mut Findings, rows: &[Row], holds: &Holds, is_of_product: bool) {
    let mut groups: Vec<Vec<&Row>> = grouped(rows, &[Role::Product, Role::Owner, Role::Unit])
        .into_values()
        .collect();
    groups.retain(|rows| {
        sum(rows, Role::Quantity).is_positive() && sum(rows, Role::Available).is_zero()
    });
    let is_staged = |rows: &Vec<&Row>| {
        let left = sum(rows, Role::Quantity).less(sum(rows, Role::Reserved));
        !is_of_product && left.is_zero()
    };
    let (staged, stuck): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_staged);
    for rows in stuck.iter().take(SAID) {
        let blocked: Sum = rows.iter().map(|row| blocked(row, holds)).collect();
        let reserved = rows.iter().any(|row| row.text(Role::Reserved).is_some());
        let reserved = reserved.then(|| format!(", {} reserved", sum(rows, Role::Reserved)));
        let text = format!(
            "nothing of the {} here is available: {blocked} blocked{}",
            goods_said(rows),
            reserved.unwrap_or_default()
        );
        findings.add(Severity::Critical, text, rows.iter().copied());
    }
    let what = [
        "product without available stock",
        "products without available stock",
    ];
    and_more(findings, Severity::Critical, stuck.len(), what);
    for rows in staged.iter().take(SAID) {
        let text = format!("the {} here are all reserved", goods_said(rows));
        findings.add(Severity::Info, text, rows.iter().copied());
    }
    let what = [
        "product that is all reserved",
        "products that are all reserved",
    ];
    and_more(findings, Severity::Info, staged.len(), what);
}

/// "284 UN of P-1 (OWNER)".
fn goods_said(rows: &[&Row]) -> String {
    let name = |role| rows.first().map(|row| row.said(role)).unwrap_or_default();
    format!(
        "{} {} of {} ({})",
        sum(rows, Role::Quantity),
        name(Role::Unit),
        name(Role::Product),
        name(Role::Owner)
    )
}

/// Says how many were not said.
fn and_more(findings: &mut Findings, severity: Severity, all: usize, [one, several]: [&str; 2]) {
    if let Some(more) = all.checked_sub(SAID).filter(|more| *more > 0) {
        let what = if more == 1 { one } else { several };
        findings.with_evidence(severity, format!("{more} more {what}"), Vec::new());
    }
}

fn out_of_order(findings: &mut Findings, rows: &[Row]) {
    for (key, rows) in grouped(rows, &[Role::Status, Role::Unit]) {
        let status = key.into_iter().next().flatten();
        let normal = rows
            .first()
            .is_none_or(|row| row.is(Role::Status, ValueSet::Normal));
        let Some(status) = status.filter(|_| !normal) else {
            continue;
        };
        let meaning = rows
            .first()
            .and_then(|row| row.meaning(Role::Status, &super::totals::MEANINGS));
        let meaning = meaning
            .map(|meaning| format!(" ({meaning})"))
            .unwrap_or_default();
        let text = format!("stock status {status}{meaning}: {}", amount_said(&rows));
        findings.add(Severity::Warning, text, rows);
    }
}

fn expiry(findings: &mut Findings, reader: &Reader, rows: &[Row]) {
    let now = reader.now();
    let soon = reader.hours_away(EXPIRES_WITHIN_HOURS);
    let groups = grouped(rows, &[Role::Lot, Role::Product, Role::Unit]);
    let groups = groups.values().filter_map(|rows| {
        let (first, expires) = rows
            .iter()
            .find_map(|row| Some((*row, row.date(Role::Expires)?)))?;
        (expires < soon).then_some((rows, first, expires))
    });
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|(_, _, expires)| *expires);
    let all = groups.len();
    for (rows, first, expires) in groups.into_iter().take(SAID) {
        let lot = first.said(Role::Lot);
        let written = first.said(Role::Expires);
        let (severity, verb) = expiry_said(rows, expires, now);
        let text = format!("lot {lot} {verb} on {written}: {}", amount_said(rows));
        findings.add(severity, text, rows.iter().copied());
    }
    and_more(
        findings,
        Severity::Warning,
        all,
        [
            "lot that expires within 30 days or has expired",
            "lots that expire within 30 days or have expired",
        ],
    );
    add_undated(findings, rows);
}

/// Says of how many rows it is not known whether they expire.
fn add_undated(findings: &mut Findings, rows: &[Row]) {
    let (undated, dated): (Vec<&Row>, Vec<&Row>) = rows
        .iter()
        .partition(|row| row.text(Role::Expires).is_none());
    let of_lots = undated.iter().filter(|row| row.text(Role::Lot).is_some());
    let unreadable = dated.iter().filter(|row| row.date(Role::Expires).is_none());
    let unreadable: Vec<&Row> = unreadable.copied().collect();
    let count = of_lots.count() as u64;
    if count > 0 {
        let rows = Count::Exactly(count).of("stock row has", "stock rows have");
        let text = format!("{rows} a lot but no expiration date");
        findings.with_evidence(Severity::Info, text, Vec::new());
    }
    if !unreadable.is_empty() {
        let count = Count::Exactly(unreadable.len() as u64);
        let rows = count.of("stock row", "stock rows");
        let text = format!(
            "the expiration date of {rows} can't be read: whether it has passed is not known"
        );
        findings.add(Severity::Warning, text, unreadable);
    }
}

/// Expired stock that can still be picked is worse than expired stock that can't.
fn expiry_said(rows: &[&Row], expires: DateTime, now: DateTime) -> (Severity, &'static str) {
    if !has_expired(expires, now) {
        return (Severity::Warning, "expires");
    }
    let available = sum(rows, Role::Available);
    if available.is_zero() {
        (Severity::Warning, "expired")
    } else if available.value().is_none() {
        let verb = "expired, and whether it is still available is not known; it expired";
        (Severity::Warning, verb)
    } else {
        let verb = "expired and is still available; it expired";
        (Severity::Critical, verb)
    }
}

fn several(findings: &mut Findings, rows: &[Row]) {
    for (role, names) in [(Role::Owner, "owners"), (Role::Unit, "units")] {
        let codes = codes_of(rows, role);
        if codes.len() > 1 {
            let text = format!(
                "the stock is in {} {names} ({}); totals are kept apart",
                codes.len(),
                codes.join(", ")
            );
            findings.with_evidence(Severity::Info, text, Vec::new());
        }
    }
}
