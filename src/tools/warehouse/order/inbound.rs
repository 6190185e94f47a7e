//! An inbound order: what has come of its lines, which truck waits, which of its tasks stand still.

use rust_decimal::Decimal;

use super::super::count::Count;
use super::super::finding::{Findings, Severity};
use super::super::part::Part;
use super::super::reader::Reader;
use super::super::row::Row;
use super::super::task::{self, faulty_devices, tasks};
use super::missing::Missing;
use super::{ROWS, SHOWN, add_unknown_status, is_past};
use crate::easywms::{Noun, Role, ValueSet};
use crate::envelope::Section;

/// What is read of an inbound order.
pub(super) const ORDER_ROLES: &[Role] = &[
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
    Role::Line,
    Role::Product,
    Role::Owner,
    Role::Quantity,
    Role::ReceivedQuantity,
    Role::Unit,
    Role::Lot,
];
const RECEPTION_ROLES: &[Role] = &[
    Role::Code,
    Role::Status,
    Role::Dock,
    Role::Started,
    Role::Ended,
    Role::User,
];

/// An inbound order and what belongs to it.
pub(super) struct InboundOrder<'o, 'c> {
    order: &'o Row<'c>,
    lines: Part<'c>,
    receptions: Part<'c>,
    tasks: Part<'c>,
    devices: Part<'c>,
}

impl<'o, 'c> InboundOrder<'o, 'c> {
    /// Reads what names the order, then the devices of its tasks.
    pub(super) async fn of(reader: &Reader<'c>, order: &'o Row<'c>) -> Self {
        let code = order.said(Role::Code);
        let (lines, receptions, tasks) = tokio::join!(
            reader.read("lines", Noun::InboundOrderLine, |line| {
                let filter = line.equals(Role::Order, &code)?;
                Ok(line.ask(filter, LINE_ROLES, ROWS).oldest(Role::Line))
            }),
            reader.read("receptions", Noun::Reception, |reception| {
                let filter = reception.equals(Role::InboundOrder, &code)?;
                Ok(reception
                    .ask(filter, RECEPTION_ROLES, ROWS)
                    .newest(Role::Started))
            }),
            tasks(reader, |task| task.equals(Role::InboundOrder, &code)),
        );
        let devices = faulty_devices(reader, &tasks).await;
        Self {
            order,
            lines,
            receptions,
            tasks,
            devices,
        }
    }

    pub(super) fn add_findings(&self, findings: &mut Findings, reader: &Reader<'c>) {
        let order = self.order;
        let status = order.said(Role::Status);
        task::add_findings(findings, &self.tasks, &self.devices);
        if order.is(Role::Status, ValueSet::Closed) {
            findings.add(
                Severity::Info,
                format!("the order is over ({status})"),
                [order],
            );
            Missing::of(&self.lines, Role::ReceivedQuantity, "received").add_to_over(findings);
            return;
        }
        add_unknown_status(findings, order);
        let waits = order.is(Role::Status, ValueSet::Waiting);
        if waits && is_past(order.date(Role::Appointment), reader) {
            let text = format!(
                "its appointment at dock {} was {} and nothing is received: a truck may be waiting",
                order.said(Role::Dock),
                order.said(Role::Appointment)
            );
            findings.add(Severity::Critical, text, [order]);
        }
        if is_past(order.date(Role::Expected), reader) {
            let text = format!(
                "late: expected {}, status {status}",
                order.said(Role::Expected)
            );
            findings.add(Severity::Warning, text, [order]);
        }
        if order.is(Role::Status, ValueSet::Partial) {
            self.add_open_lines(findings);
        }
        task::add_progress(findings, &self.tasks);
    }

    fn add_open_lines(&self, findings: &mut Findings) {
        let said = |line: &Row, open: Decimal| {
            format!(
                "order line {}: {} of {} {} of {} are still to come",
                line.said(Role::Line),
                open.normalize(),
                line.amount(Role::Quantity),
                line.said(Role::Unit),
                line.said(Role::Product)
            )
        };
        let rest = |count: Count| {
            let lines = count.of("more order line is", "more order lines are");
            format!("{lines} still open")
        };
        Missing::of(&self.lines, Role::ReceivedQuantity, "received").add(findings, said, rest);
    }

    pub(super) fn parts(&self) -> Vec<&Part<'c>> {
        vec![&self.lines, &self.receptions, &self.tasks, &self.devices]
    }

    pub(super) fn sections(&self) -> Vec<Section> {
        let sections = [
            self.lines.section(SHOWN, &[]),
            self.receptions.section(SHOWN, &[]),
            self.tasks.section(SHOWN, &[Role::InboundOrder]),
            self.devices.section(SHOWN, &[]),
        ];
        sections.into_iter().flatten().collect()
    }
}
