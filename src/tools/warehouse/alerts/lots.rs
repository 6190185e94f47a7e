//! Stock that loses its worth: expired and expiring lots, stock that can't be used.

use std::ops::Not as _;

use jiff::civil::Time;

use super::super::count::Count;
use super::super::expiry::has_expired;
use super::super::finding::Severity;
use super::super::part::{Part, codes_of};
use super::super::row::Row;
use super::super::stock::{STOCK_ROLES, amounts, grouped, named, sum};
use super::alert::{Alert, EVIDENCE};
use super::kind::Kind;
use super::scope::Scope;
use crate::easywms::rows::RawRow;
use crate::easywms::{Noun, Role, ValueSet};

/// Stock rows read of one kind.
const ROWS: u64 = 2_000;
/// Lots or groups named in a sentence.
const NAMED: usize = 4;
/// Locations named of one lot.
const LOCATIONS: usize = 5;
/// What a row of a lot says first.
const LOT_NAMES: [(&str, Role); 3] = [
    ("lot", Role::Lot),
    ("expires", Role::Expires),
    ("product", Role::Product),
];

/// Lots whose date has passed.
pub(super) async fn expired<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let now = scope.reader.now();
    let mut stock = scope
        .reader
        .read("expired_lots", Noun::Stock, |stock| {
            let past = stock.before(Role::Expires, now)?;
            Ok(stock.ask(past, STOCK_ROLES, ROWS).oldest(Role::Expires))
        })
        .await;
    // The server compares moments: what expires today is before now since midnight.
    stock.retain(|row| {
        let date = row.date(Role::Expires);
        date.is_none_or(|date| has_expired(date, now))
    });
    let free = stock.rows().iter().any(|row| {
        let available = row.number(Role::Available);
        available.is_some_and(|quantity| !quantity.is_zero())
    });
    let severity = if free {
        Severity::Critical
    } else {
        Severity::Warning
    };
    let rule = "lots with stock whose expiration date is before now, the oldest first";
    of_lots(
        Kind::ExpiredLots,
        rule.to_owned(),
        stock,
        severity,
        "expired",
    )
}

/// Lots whose date comes within the days asked for.
pub(super) async fn expiring<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let (now, until) = (scope.reader.now(), scope.reader.hours_away(scope.days * 24));
    let today = now.date().to_datetime(Time::midnight());
    let mut stock = scope
        .reader
        .read("expiring_lots", Noun::Stock, |stock| {
            let soon = stock
                .from(Role::Expires, today)?
                .and(stock.before(Role::Expires, until)?);
            Ok(stock.ask(soon, STOCK_ROLES, ROWS).oldest(Role::Expires))
        })
        .await;
    // What expires on this day is good all day; what expired at an hour of it is not.
    stock.retain(|row| {
        let date = row.date(Role::Expires);
        date.is_none_or(|date| !has_expired(date, now))
    });
    let rule = format!(
        "lots with stock that expire within {} days, the first to expire first; stock without a date is not counted",
        scope.days
    );
    let when = format!("to expire within {} days", scope.days);
    of_lots(Kind::ExpiringLots, rule, stock, Severity::Warning, &when)
}

/// Makes the alert whose rows are lots, not stock rows.
fn of_lots<'c>(
    kind: Kind,
    rule: String,
    stock: Part<'c>,
    severity: Severity,
    when: &str,
) -> Alert<'c> {
    let roles = [
        Role::Expires,
        Role::Lot,
        Role::Product,
        Role::Owner,
        Role::Unit,
    ];
    let groups = grouped(stock.rows(), &roles);
    let rows: Vec<RawRow> = groups.values().filter_map(|rows| lot(rows)).collect();
    let said: Vec<String> = groups.values().map(|rows| lot_said(rows)).collect();
    let count = stock.count_of_groups(said.len());
    let lots = count.of("lot", "lots");
    let text = format!("{lots} {when}: {}", count.listed(&said, NAMED));
    Alert {
        kind,
        rule,
        count,
        groups: None,
        rows,
        finding: (!said.is_empty()).then_some((severity, text)),
        evidence: stock.rows().iter().take(EVIDENCE).cloned().collect(),
        parts: vec![stock],
        beside: None,
    }
}

fn lot(rows: &[&Row]) -> Option<RawRow> {
    let locations = codes_of(rows.iter().copied(), Role::Location);
    amounts(named(rows, &LOT_NAMES), rows)
        .with_list("locations", "more_locations", locations, LOCATIONS)
        .row()
}

/// "L-1 of P-1 on … (84 UN, 2 containers)".
fn lot_said(rows: &[&Row]) -> String {
    let of = |role| rows.first().map(|row| row.said(role)).unwrap_or_default();
    let containers = codes_of(rows.iter().copied(), Role::Container).len() as u64;
    format!(
        "{} of {} on {} ({} {}, {})",
        of(Role::Lot),
        of(Role::Product),
        of(Role::Expires),
        sum(rows, Role::Quantity),
        of(Role::Unit),
        Count::Exactly(containers).of("container", "containers")
    )
}

/// Stock that can't be used, by owner and status.
pub(super) async fn blocked<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let stock = scope
        .reader
        .read("blocked_stock", Noun::Stock, |stock| {
            let abnormal = stock.is(Role::Status, ValueSet::Normal)?.not();
            let filter = match stock.above_zero(Role::Blocked) {
                Ok(blocked) => abnormal.or(blocked),
                Err(_) => abnormal,
            };
            Ok(stock.ask(filter, STOCK_ROLES, ROWS))
        })
        .await;
    let groups = grouped(stock.rows(), &[Role::Owner, Role::Status, Role::Unit]);
    let rows = groups.values().filter_map(|rows| {
        amounts(named(rows, &[("status", Role::Status)]), rows)
            .with("stock_rows", rows.len())
            .row()
    });
    let said = groups.values().map(|rows| {
        let of = |role| rows.first().map(|row| row.said(role)).unwrap_or_default();
        format!(
            "{} {} {} {}, {} available",
            of(Role::Owner),
            of(Role::Status),
            sum(rows, Role::Quantity),
            of(Role::Unit),
            sum(rows, Role::Available)
        )
    });
    let (rows, said): (Vec<RawRow>, Vec<String>) = (rows.collect(), said.collect());
    let count = stock.count_of_groups(said.len());
    let text = format!(
        "{} or only in part: {}",
        stock
            .count()
            .of("stock row can't be used", "stock rows can't be used"),
        count.listed(&said, NAMED * 3)
    );
    Alert {
        kind: Kind::BlockedStock,
        rule: "stock whose status is not the normal one or of which a quantity is blocked, by owner and status; reserved stock is not counted".to_owned(),
        count,
        groups: None,
        rows,
        finding: (!said.is_empty()).then_some((Severity::Info, text)),
        evidence: Vec::new(),
        parts: vec![stock],
        beside: None,
    }
}
