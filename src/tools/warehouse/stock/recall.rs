//! The way of a lot: with which order lines it was received, and with which it was shipped, to whom.

use super::super::finding::{Findings, Severity};
use super::super::index::first_with;
use super::super::line::Line;
use super::super::part::Part;
use super::super::reader::Reader;
use super::super::row::Row;
use super::balance;
use crate::easywms::rows::RawRow;
use crate::easywms::{Noun, Role};
use crate::envelope::Section;

/// Order lines of one lot; a recall of more is listed with query_wms_entities.
const LINES: u64 = 200;
const INBOUND_LINE_ROLES: &[Role] = &[
    Role::Order,
    Role::Line,
    Role::Product,
    Role::Quantity,
    Role::ReceivedQuantity,
    Role::Unit,
];
const OUTBOUND_LINE_ROLES: &[Role] = &[
    Role::Order,
    Role::Line,
    Role::Product,
    Role::Quantity,
    Role::ShippedQuantity,
    Role::Unit,
    Role::Status,
];
const RECEPTION_ROLES: &[Role] = &[
    Role::Code,
    Role::InboundOrder,
    Role::Started,
    Role::Dock,
    Role::User,
];
const ORDER_ROLES: &[Role] = &[
    Role::Code,
    Role::Account,
    Role::Carrier,
    Role::Status,
    Role::Shipped,
];

/// What was read of a lot's way.
#[derive(Debug, Default)]
pub(super) struct Recall<'c> {
    inbound: Option<Part<'c>>,
    receptions: Option<Part<'c>>,
    outbound: Option<Part<'c>>,
    orders: Option<Part<'c>>,
}

impl<'c> Recall<'c> {
    /// Reads the lines of a lot, then their receptions and orders; without a lot there is nothing to read.
    pub(super) async fn of(reader: &Reader<'c>, lot: Option<&str>) -> Self {
        let Some(lot) = lot else {
            return Self::default();
        };
        let lines = |name, noun, roles| {
            reader.read(name, noun, move |line| {
                Ok(line.ask(line.equals(Role::Lot, lot)?, roles, LINES))
            })
        };
        let (inbound, outbound) = tokio::join!(
            lines("received_lines", Noun::InboundOrderLine, INBOUND_LINE_ROLES),
            lines(
                "ordered_lines",
                Noun::OutboundOrderLine,
                OUTBOUND_LINE_ROLES
            ),
        );
        let (arrivals, departures) = (inbound.codes(Role::Order), outbound.codes(Role::Order));
        let (receptions, orders) = tokio::join!(
            reader.read_each(
                "receptions",
                Noun::Reception,
                &arrivals,
                |reception, codes| {
                    let filter = reception.any_of(Role::InboundOrder, codes)?;
                    Ok(reception.ask(filter, RECEPTION_ROLES, LINES))
                }
            ),
            reader.read_each(
                "orders",
                Noun::OutboundOrder,
                &departures,
                |order, codes| {
                    Ok(order.ask(order.any_of(Role::Code, codes)?, ORDER_ROLES, LINES))
                }
            ),
        );
        Self {
            inbound: Some(inbound),
            receptions: Some(receptions),
            outbound: Some(outbound),
            orders: Some(orders),
        }
    }

    /// Whether no order line names the lot.
    pub(super) fn is_empty(&self) -> bool {
        self.inbound
            .iter()
            .chain(&self.outbound)
            .all(|part| part.rows().is_empty())
    }

    /// Adds the sum of the lot's way, if `stock` is all of the lot, and one sentence for each reception and shipment.
    pub(super) fn add_findings(
        &self,
        findings: &mut Findings,
        lot: Option<&str>,
        stock: Option<&Part<'c>>,
    ) {
        let lines = self.inbound.as_ref().zip(self.outbound.as_ref());
        if let (Some((inbound, outbound)), Some(lot)) = (lines, lot) {
            balance::add(findings, lot, [inbound, outbound], stock);
        }
        for line in rows(self.inbound.as_ref()) {
            let reception = find(self.receptions.as_ref(), Role::InboundOrder, line);
            let when = reception.map(|row| {
                format!(
                    " in {} of {}",
                    row.said(Role::Code),
                    row.said(Role::Started)
                )
            });
            let text = format!(
                "received with {}: {} {} of {}{}",
                line.said(Role::Order),
                line.amount(Role::ReceivedQuantity),
                line.said(Role::Unit),
                line.said(Role::Product),
                when.unwrap_or_default()
            );
            findings.add(Severity::Info, text, std::iter::once(line).chain(reception));
        }
        for line in rows(self.outbound.as_ref()) {
            let Some(shipped) = line
                .number(Role::ShippedQuantity)
                .filter(|quantity| !quantity.is_zero())
            else {
                continue;
            };
            let order = find(self.orders.as_ref(), Role::Code, line);
            let to = order.map(|row| {
                format!(
                    " to {} on {}",
                    row.said(Role::Account),
                    row.said(Role::Shipped)
                )
            });
            let text = format!(
                "shipped with {}: {} {}{}",
                line.said(Role::Order),
                shipped.normalize(),
                line.said(Role::Unit),
                to.unwrap_or_default()
            );
            findings.add(Severity::Info, text, std::iter::once(line).chain(order));
        }
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'c>> {
        let parts = [
            &self.inbound,
            &self.receptions,
            &self.outbound,
            &self.orders,
        ];
        parts.into_iter().flatten()
    }

    /// Returns the lines with the reception or the customer beside them.
    pub(super) fn sections(&self) -> impl Iterator<Item = Section> {
        let received = rows(self.inbound.as_ref()).iter().filter_map(|line| {
            let reception = find(self.receptions.as_ref(), Role::InboundOrder, line);
            of_line(line, "received", Role::ReceivedQuantity)
                .with_if("reception", reception.and_then(|row| row.text(Role::Code)))
                .with_if("at", reception.and_then(|row| row.text(Role::Started)))
                .row()
        });
        let shipped = rows(self.outbound.as_ref()).iter().filter_map(|line| {
            let order = find(self.orders.as_ref(), Role::Code, line);
            let of = |role| order.and_then(|row| row.text(role));
            of_line(line, "shipped", Role::ShippedQuantity)
                .with_if("status", of(Role::Status))
                .with_if("account", of(Role::Account))
                .with_if("at", of(Role::Shipped))
                .row()
        });
        let lists: [(&str, Option<&Part>, Vec<RawRow>); 2] = [
            ("received", self.inbound.as_ref(), received.collect()),
            ("shipped", self.outbound.as_ref(), shipped.collect()),
        ];
        let sections = lists.into_iter().filter(|(_, _, rows)| !rows.is_empty());
        let sections: Vec<Section> = sections
            .map(|(name, lines, rows)| {
                let asked = rows.len() as u64;
                Section::rows(name, rows, asked, lines.and_then(Part::total))
            })
            .collect();
        sections
            .into_iter()
            .chain(self.parts().filter_map(Part::gap))
    }
}

fn of_line(line: &Row, verb: &'static str, quantity: Role) -> Line {
    Line::default()
        .with_if("order", line.text(Role::Order))
        .with_if("line", line.raw(Role::Line))
        .with_if(verb, line.raw(quantity))
        .with_if("unit", line.text(Role::Unit))
}

fn rows<'p, 'c>(part: Option<&'p Part<'c>>) -> &'p [Row<'c>] {
    part.map(Part::rows).unwrap_or_default()
}

/// The row that a line's order points to.
fn find<'p, 'c>(part: Option<&'p Part<'c>>, role: Role, line: &Row) -> Option<&'p Row<'c>> {
    first_with(rows(part), role, line.code(Role::Order))
}
