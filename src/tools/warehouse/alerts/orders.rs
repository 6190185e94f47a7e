//! Orders that are late, and order lines without the stock they need.

use std::collections::BTreeMap;
use std::ops::Not as _;

use super::super::count::listed;
use super::super::finding::Severity;
use super::super::line::Line;
use super::super::part::Part;
use super::super::row::Row;
use super::alert::Alert;
use super::kind::Kind;
use super::scope::Scope;
use crate::easywms::{Noun, Role, ValueSet};

/// Orders or lines read of one kind.
const ROWS: u64 = 200;
/// Codes named in a sentence.
const NAMED: usize = 7;
const OUTBOUND_ROLES: &[Role] = &[
    Role::Code,
    Role::Status,
    Role::Priority,
    Role::Account,
    Role::Carrier,
    Role::Planned,
    Role::Released,
];
const INBOUND_ROLES: &[Role] = &[
    Role::Code,
    Role::Status,
    Role::Priority,
    Role::Supplier,
    Role::Carrier,
    Role::Dock,
    Role::Expected,
    Role::Appointment,
    Role::Progress,
];
const LINE_ROLES: &[Role] = &[
    Role::Order,
    Role::Line,
    Role::Product,
    Role::Quantity,
    Role::Allocated,
    Role::Unit,
    Role::Lot,
];

/// Outbound orders whose planned load has passed and that are not over.
pub(super) async fn late_outbound<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let orders = scope
        .reader
        .read("late_outbound", Noun::OutboundOrder, |order| {
            let past = order.before(Role::Planned, scope.reader.now())?;
            let open = order.is(Role::Status, ValueSet::Closed)?.not();
            Ok(order
                .ask(past.and(open), OUTBOUND_ROLES, ROWS)
                .oldest(Role::Planned))
        })
        .await;
    let rule =
        "planned load before now, status not one of those that are over; the most overdue first";
    Alert::of_part(
        Kind::LateOutbound,
        rule,
        orders,
        Severity::Critical,
        |orders| {
            let unreleased = orders.rows().iter().filter(|order| {
                order.is(Role::Status, ValueSet::Waiting) && order.text(Role::Released).is_none()
            });
            format!(
                "{} late, {} not released: {}; by carrier: {}",
                orders
                    .count()
                    .of("outbound order is", "outbound orders are"),
                unreleased.count(),
                orders.count().listed(&orders.codes(Role::Code), NAMED),
                counted(orders, Role::Carrier)
            )
        },
    )
}

/// Inbound orders whose expected date has passed and of which not everything has come.
pub(super) async fn late_inbound<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let orders = scope
        .reader
        .read("late_inbound", Noun::InboundOrder, |order| {
            let past = order.before(Role::Expected, scope.reader.now())?;
            let waiting = order.is(Role::Status, ValueSet::Waiting)?;
            let open = match order.is(Role::Status, ValueSet::Partial) {
                Ok(partial) => waiting.or(partial),
                Err(_) => waiting,
            };
            Ok(order
                .ask(past.and(open), INBOUND_ROLES, ROWS)
                .oldest(Role::Expected))
        })
        .await;
    let now = scope.reader.now();
    let rule = "expected before now and not or partly received; the most overdue first";
    Alert::of_part(
        Kind::LateInbound,
        rule,
        orders,
        Severity::Warning,
        |orders| {
            let at_dock = orders.rows().iter().filter(|order| {
                order.date(Role::Appointment).is_some_and(|date| date < now)
                    && order.is(Role::Status, ValueSet::Waiting)
            });
            let at_dock = at_dock.map(|order| {
                format!(
                    "{} (dock {}, appointment {})",
                    order.said(Role::Code),
                    order.said(Role::Dock),
                    order.said(Role::Appointment)
                )
            });
            let trucks = match at_dock.collect::<Vec<_>>().as_slice() {
                [] => String::new(),
                trucks => format!("; a truck may be waiting for {}", listed(trucks, 3)),
            };
            let count = orders.count();
            let late = count.of("inbound order is", "inbound orders are");
            let codes = count.listed(&orders.codes(Role::Code), NAMED);
            format!("{late} late: {codes}{trucks}")
        },
    )
}

/// Outbound order lines whose status says that they lack stock.
pub(super) async fn short_lines<'c>(scope: &Scope<'c>) -> Alert<'c> {
    let lines = scope
        .reader
        .read("short_lines", Noun::OutboundOrderLine, |line| {
            let short = line.is(Role::Status, ValueSet::Short)?;
            Ok(line.ask(short, LINE_ROLES, ROWS))
        })
        .await;
    let rule = "outbound order lines whose status says that stock is missing";
    let alert = Alert::of_part(Kind::ShortLines, rule, lines, Severity::Critical, |lines| {
        let said = lines.rows().iter().map(lack_said).collect::<Vec<_>>();
        format!(
            "{} stock: {}; get_order_status says what holds it",
            lines.count().of("order line lacks", "order lines lack"),
            lines.count().listed(&said, 3)
        )
    });
    let lines = alert.parts.iter().flat_map(Part::rows);
    let rows = lines.filter_map(|line| shown(line).row()).collect();
    Alert { rows, ..alert }
}

fn shown(line: &Row) -> Line {
    Line::default()
        .with_if("order", line.text(Role::Order))
        .with_if("line", line.raw(Role::Line))
        .with_if("product", line.text(Role::Product))
        .with_if("lot", line.text(Role::Lot))
        .with_if("quantity", line.raw(Role::Quantity))
        .with_if("allocated", line.raw(Role::Allocated))
        .with_if("unit", line.text(Role::Unit))
}

fn lack_said(line: &Row) -> String {
    format!(
        "{} line {} {} ({} of {} allocated)",
        line.said(Role::Order),
        line.said(Role::Line),
        line.said(Role::Product),
        line.amount(Role::Allocated),
        line.amount(Role::Quantity)
    )
}

/// "CAR-01 2, CAR-02 1": how many rows have each code.
fn counted(part: &Part, role: Role) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for row in part.rows() {
        *counts.entry(row.said(role)).or_default() += 1;
    }
    let said = counts.iter().map(|(code, count)| format!("{code} {count}"));
    listed(&said.collect::<Vec<_>>(), NAMED)
}
