//! An outbound order: what its lines lack, which tasks stand still, which of its containers are locked, how late it is;
//! of one that is over, what was not shipped.

use super::super::finding::{Findings, Severity};
use super::super::hold::Holds;
use super::super::part::Part;
use super::super::reader::Reader;
use super::super::row::Row;
use super::super::task::{self, faulty_devices, tasks};
use super::missing::Missing;
use super::shortage::Shortages;
use super::{ROWS, SHOWN, add_unknown_status, is_past};
use crate::easywms::{Noun, Role, ValueSet};
use crate::envelope::Section;

/// What is read of an outbound order.
pub(super) const ORDER_ROLES: &[Role] = &[
    Role::Code,
    Role::Status,
    Role::Priority,
    Role::Account,
    Role::Carrier,
    Role::Dock,
    Role::Planned,
    Role::Released,
    Role::Shipped,
    Role::Progress,
];
const LINE_ROLES: &[Role] = &[
    Role::Line,
    Role::Product,
    Role::Owner,
    Role::Quantity,
    Role::Allocated,
    Role::ShippedQuantity,
    Role::Unit,
    Role::Lot,
    Role::RequiredStatus,
    Role::Status,
];
const CONTAINER_ROLES: &[Role] = &[
    Role::Code,
    Role::Status,
    Role::Location,
    Role::Locked,
    Role::Lock,
];

/// An outbound order and what belongs to it.
pub(super) struct OutboundOrder<'o, 'c> {
    order: &'o Row<'c>,
    lines: Part<'c>,
    tasks: Part<'c>,
    containers: Part<'c>,
    devices: Part<'c>,
    holds: Holds<'c>,
    shortages: Shortages<'c>,
}

impl<'o, 'c> OutboundOrder<'o, 'c> {
    /// Reads first what names the order, then what that points to.
    pub(super) async fn of(reader: &Reader<'c>, order: &'o Row<'c>) -> Self {
        let code = order.said(Role::Code);
        let (lines, tasks, containers) = tokio::join!(
            reader.read("lines", Noun::OutboundOrderLine, |line| {
                let filter = line.equals(Role::Order, &code)?;
                Ok(line.ask(filter, LINE_ROLES, ROWS).oldest(Role::Line))
            }),
            tasks(reader, |task| task.equals(Role::OutboundOrder, &code)),
            reader.read("containers", Noun::Container, |container| {
                let filter = container.equals(Role::OutboundOrder, &code)?;
                Ok(container.ask(filter, CONTAINER_ROLES, ROWS))
            }),
        );
        // A closed order wants nothing any more: what its lines once lacked holds nothing up.
        let wants = !order.is(Role::Status, ValueSet::Closed);
        let short: &[Row] = if wants { lines.rows() } else { &[] };
        let locked: Vec<Row> = containers
            .rows()
            .iter()
            .filter(|_| wants)
            .cloned()
            .collect();
        let (devices, holds, shortages) = tokio::join!(
            faulty_devices(reader, &tasks),
            Holds::on(reader, &locked),
            Shortages::of(reader, short),
        );
        Self {
            order,
            lines,
            tasks,
            containers,
            devices,
            holds,
            shortages,
        }
    }

    pub(super) fn add_findings(&self, findings: &mut Findings, reader: &Reader<'c>) {
        let order = self.order;
        if order.is(Role::Status, ValueSet::Closed) {
            let shipped = order
                .text(Role::Shipped)
                .map(|date| format!(", shipped {date}"));
            let text = format!(
                "the order is over ({}){}",
                order.said(Role::Status),
                shipped.unwrap_or_default()
            );
            findings.add(Severity::Info, text, [order]);
            Missing::of(&self.lines, Role::ShippedQuantity, "shipped").add_to_over(findings);
            return;
        }
        add_unknown_status(findings, order);
        self.shortages.add_findings(findings);
        task::add_findings(findings, &self.tasks, &self.devices);
        for (hold, held) in self.holds.groups(self.containers.rows()) {
            let text = format!("{} of its containers held: {}", held.len(), hold.said());
            let held = held.iter().copied();
            findings.add(
                Severity::Critical,
                text,
                std::iter::once(hold.row()).chain(held),
            );
        }
        self.add_lateness(findings, reader);
        task::add_progress(findings, &self.tasks);
    }

    fn add_lateness(&self, findings: &mut Findings, reader: &Reader<'c>) {
        let order = self.order;
        let status = order.said(Role::Status);
        let planned = order.said(Role::Planned);
        let unreleased = order.text(Role::Released).is_none();
        let waits = order.is(Role::Status, ValueSet::Waiting) && unreleased;
        if is_past(order.date(Role::Planned), reader) {
            let state = if waits { "not released" } else { "not shipped" };
            let text =
                format!("late: planned load {planned} has passed, the order is {state} ({status})");
            findings.add(Severity::Critical, text, [order]);
        } else if waits {
            let text = format!("not released yet ({status}); planned load {planned}");
            findings.add(Severity::Warning, text, [order]);
        }
        if order.is(Role::Status, ValueSet::Held) {
            let text = format!("the order itself is in status {status}; planned load {planned}");
            findings.add(Severity::Warning, text, [order]);
        }
    }

    pub(super) fn parts(&self) -> Vec<&Part<'c>> {
        let own = [&self.lines, &self.tasks, &self.devices, &self.containers];
        let holds = self.holds.parts().into_iter();
        own.into_iter()
            .chain(holds)
            .chain(self.shortages.parts())
            .collect()
    }

    pub(super) fn sections(&self) -> Vec<Section> {
        let order = [Role::OutboundOrder];
        let own = [
            self.lines.section(SHOWN, &[]),
            self.tasks.section(SHOWN, &order),
            self.devices.section(SHOWN, &[]),
            self.containers.section(SHOWN, &[]),
        ];
        // Both look for the same locks: what one could not read is said once.
        let gaps = self.holds.gaps().chain(self.shortages.gaps());
        let mut sections: Vec<Section> = own.into_iter().flatten().collect();
        sections.extend(self.shortages.section());
        for gap in gaps {
            if sections.iter().all(|section| section.name() != gap.name()) {
                sections.push(gap);
            }
        }
        sections
    }
}
