//! Inbound orders, their lines and the receptions that they came with.

use super::plan::{
    DAY, HOUR, INBOUND_ORDERS, MINUTE, OUTBOUND_ORDERS, PER_RECEPTION, Plan, RECEPTIONS, contains,
};
use super::record::Record;
use super::series::{line_count, lines_before, order_of_line};
use super::stowage::{Berth, stock_rows};
use super::table::Definition;

pub(super) static ORDER: Definition = Definition {
    name: "InboundOrder",
    description: "Goods announced by a supplier, a plant or a customer returning them.",
    len: |plan| plan.blocks * INBOUND_ORDERS,
    filler: order,
    position: |plan, row| plan.inbound.index_of(row.get("Code"), plan.blocks),
    removed: |plan, _| plan.taken.inbound.clone(),
    ..Definition::PLAIN
};

pub(super) static LINE: Definition = Definition {
    name: "InboundOrderLine",
    description: "One product of an inbound order.",
    key: "Id",
    identity: &["OrderCode", "LineNumber"],
    len: |plan| lines_before(plan.blocks * INBOUND_ORDERS),
    filler: line,
    position: |plan, row| {
        plan.inbound
            .index_of(row.get("OrderCode"), plan.blocks)
            .map(lines_before)
    },
    removed: |plan, _| {
        let orders = plan.taken.inbound.iter();
        orders
            .flat_map(|&order| lines_before(order)..lines_before(order + 1))
            .collect()
    },
    ..Definition::PLAIN
};

pub(super) static RECEPTION: Definition = Definition {
    name: "Reception",
    description: "One arrival of goods for an inbound order.",
    len: |plan| plan.blocks * RECEPTIONS,
    filler: reception,
    position: |plan, row| plan.receptions.index_of(row.get("Code"), plan.blocks),
    removed: |plan, _| {
        plan.taken
            .receipts
            .iter()
            .copied()
            .filter(|&receipt| receipt < RECEPTIONS)
            .collect()
    },
    ..Definition::PLAIN
};

impl Plan {
    /// The code of the reception that an inbound order came with.
    pub(super) fn reception_code(&self, order: usize) -> String {
        self.receptions
            .code(order / INBOUND_ORDERS * RECEPTIONS + order % INBOUND_ORDERS)
    }

    /// What was received with a line: what is on hand of it and what has been shipped. A recall adds that up.
    fn received(&self, line: usize) -> i64 {
        let received = self.received.get_or_init(|| self.receive());
        received.get(line).copied().unwrap_or(0)
    }

    /// Adds up all stock and all shipments by the lines that they came with, once for all lines.
    fn receive(&self) -> Vec<i64> {
        let mut received = vec![0; lines_before(self.blocks * INBOUND_ORDERS)];
        let mut add = |(row, quantity): (usize, i64)| {
            if let Some(sum) = received.get_mut(row) {
                *sum += quantity;
            }
        };
        for row in 0..self.blocks * stock_rows() {
            let (berth, line) = Berth::of_stock(row);
            let container = self.container(berth);
            if !contains(&self.taken.containers, container) {
                let content = self.content(container, berth, line);
                add((content.receipt.row, content.quantity));
            }
        }
        let orders = 0..self.blocks * OUTBOUND_ORDERS;
        orders
            .flat_map(|order| self.shipped_with(order))
            .for_each(add);
        received
    }

    /// How many filler containers carry the reception of an inbound order.
    fn received_containers(&self, order: usize) -> usize {
        let (block, within) = (order / INBOUND_ORDERS, order % INBOUND_ORDERS);
        // Containers of a reception that the story took went to the one before.
        let mut last = within;
        while contains(&self.taken.receipts, block * INBOUND_ORDERS + last + 1) {
            last += 1;
        }
        let numbers = within * PER_RECEPTION..(last + 1).min(RECEPTIONS) * PER_RECEPTION;
        let carries = |number: &usize| {
            let container = block * super::plan::CONTAINERS + number;
            let here = self.reception_of(container, self.berth(container)) == Some(order);
            here && !contains(&self.taken.containers, container)
        };
        numbers.filter(carries).count()
    }
}

fn order(plan: &Plan, index: usize) -> Record {
    let within = index % INBOUND_ORDERS;
    let mut dice = plan.dice("inbound order", index);
    let expected = plan.expected(index);
    let here = within < RECEPTIONS;
    let status = match within {
        0..1_188 => "CLOSE",
        1_188..1_196 => "COM",
        1_196..RECEPTIONS => "REC",
        _ if dice.chance(8) => "CANCEL",
        _ => "PEN",
    };
    let planned = status != "CANCEL" && expected < plan.today + 3 * DAY;
    let created = (expected - dice.between(3, 9) * DAY).min(plan.now - dice.between(2, 60) * HOUR);
    let mut row = Record::new();
    row.text("Code", plan.inbound.code(index));
    row.text(
        "OrderType",
        dice.pick(&["PO", "PO", "PO", "PO", "PRO", "DEV"]),
    );
    row.text("Status", status);
    row.link(
        "SupplierCode",
        "Supplier",
        plan.supplier_code(plan.receipt(index, 0).supplier),
    );
    row.link("AgencyCode", "Agency", plan.agency_code(dice.below(3)));
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.optional_link(
        "DockCode",
        "Dock",
        planned.then(|| plan.dock_code(dice.below(6))),
    );
    row.date("ExpectedDate", expected);
    row.optional_date(
        "AppointmentDate",
        planned.then_some(expected + dice.between(-2, 2) * 15 * MINUTE),
    );
    row.text(
        "Priority",
        dice.pick(&["Normal", "Normal", "Normal", "High", "Low"]),
    );
    row.decimal("Progress", if here { 1_000 } else { 0 }, 1);
    row.count("NumLines", line_count(index));
    let updated = if here { expected + 3 * HOUR } else { created };
    row.audit(
        (created, "oerp"),
        (updated.min(plan.now), if here { "system" } else { "oerp" }),
    );
    row
}

fn line(plan: &Plan, index: usize) -> Record {
    let (order, line) = order_of_line(index);
    let receipt = plan.receipt(order, line);
    let here = order % INBOUND_ORDERS < RECEPTIONS;
    let received = if here { plan.received(index) } else { 0 };
    let announced = plan.dice("inbound line", index).between(4, 60) * 12;
    let quantity = if received > 0 { received } else { announced };
    let mut row = Record::new();
    row.link("OrderCode", "InboundOrder", plan.inbound.code(order));
    row.count("LineNumber", line + 1);
    row.link(
        "ProductCode",
        "Product",
        plan.products.code(receipt.product),
    );
    row.link("OwnerCode", "Owner", plan.traits(receipt.product).owner);
    row.text("UoMCode", "UN");
    row.quantity("Quantity", quantity);
    row.quantity("ReceivedQuantity", received);
    row.optional_text("LotCode", receipt.lot.filter(|_| received > 0));
    row.text("StatusCode", "REC");
    let created = (receipt.received - 5 * DAY).min(plan.now - HOUR);
    row.audit(
        (created, "oerp"),
        (receipt.received.min(plan.now), "system"),
    );
    row
}

fn reception(plan: &Plan, index: usize) -> Record {
    let order = index / RECEPTIONS * INBOUND_ORDERS + index % RECEPTIONS;
    let mut dice = plan.dice("reception", index);
    let start = plan.expected(order) + dice.between(2, 10) * MINUTE;
    let end = start + dice.between(30, 110) * MINUTE;
    let mut row = Record::new();
    row.text("Code", plan.receptions.code(index));
    row.link("InboundOrderCode", "InboundOrder", plan.inbound.code(order));
    row.text("Status", "CLOSE");
    row.link("DockCode", "Dock", plan.dock_code(dice.below(6)));
    row.date("StartDate", start);
    row.date("EndDate", end);
    row.count("ContainerCount", plan.received_containers(order));
    row.link("UserName", "User", dice.pick(plan.names.operators));
    row.audit((start, "system"), (end, "system"));
    row
}
