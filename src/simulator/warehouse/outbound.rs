//! Outbound orders and their lines.
//!
//! Orders whose planned load is past are closed; orders still to release are planned from tomorrow on. So no filler order is
//! late, and what is due today and not released is the story's.

use super::content::Receipt;
use super::plan::{
    ACCOUNTS, DAY, HOUR, INBOUND_ORDERS, MINUTE, OUTBOUND_ORDERS, Plan, contains, signed,
};
use super::record::Record;
use super::series::{line_count, lines_before, order_of_line};
use super::stowage::{Berth, GONE, Kind};
use super::table::Definition;

/// The first orders of a block are closed; the others are open.
pub(super) const CLOSED: usize = 2_880;
/// Open orders that are released; the rest wait.
const RELEASED: usize = 70;
/// Open orders for which goods are picked now: from this one up to the other.
pub(super) const FIRST_PICKED: usize = 22;
pub(super) const END_PICKED: usize = 58;

pub(super) static ORDER: Definition = Definition {
    name: "OutboundOrder",
    description: "Goods to be sent to an account.",
    len: |plan| plan.blocks * OUTBOUND_ORDERS,
    filler: order,
    position: |plan, row| plan.outbound.index_of(row.get("Code"), plan.blocks),
    removed: |plan, _| plan.taken.outbound.clone(),
    ..Definition::PLAIN
};

pub(super) static LINE: Definition = Definition {
    name: "OutboundOrderLine",
    description: "One product of an outbound order: ordered, allocated, served, shipped and refused.",
    key: "Id",
    identity: &["OrderCode", "LineNumber"],
    len: |plan| lines_before(plan.blocks * OUTBOUND_ORDERS),
    filler: line,
    position: |plan, row| {
        plan.outbound
            .index_of(row.get("OrderCode"), plan.blocks)
            .map(lines_before)
    },
    removed: |plan, _| {
        let orders = plan.taken.outbound.iter();
        orders
            .flat_map(|&order| lines_before(order)..lines_before(order + 1))
            .collect()
    },
    ..Definition::PLAIN
};

/// How far an order is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Shipped,
    Cancelled,
    Released,
    Waiting,
}

impl Plan {
    /// When an order is planned to be loaded.
    pub(super) fn planned_load(&self, order: usize) -> i64 {
        let within = order % OUTBOUND_ORDERS;
        match within.checked_sub(CLOSED) {
            None => self.now - 4 * HOUR - signed(CLOSED - 1 - within) * 19 * MINUTE,
            Some(open) if open < RELEASED => self.now + 40 * MINUTE + signed(open) * 12 * MINUTE,
            Some(open) => self.today + DAY + 5 * HOUR + signed(open - RELEASED) * 25 * MINUTE,
        }
    }

    /// When a closed order left.
    pub(super) fn shipped(&self, order: usize) -> i64 {
        self.planned_load(order) + self.dice("shipped", order).between(-40, 25) * MINUTE
    }

    /// Whether a filler order has left the warehouse.
    pub(super) fn has_shipped(&self, order: usize) -> bool {
        self.order_status(order).0 == Stage::Shipped
    }

    /// Whether a filler order has been released to the warehouse.
    pub(super) fn is_released(order: usize) -> bool {
        order % OUTBOUND_ORDERS < CLOSED + RELEASED
    }

    /// The order that a container in shipping or gone belongs to, and when it left or leaves.
    pub(super) fn loading(&self, berth: Berth) -> (usize, i64) {
        // The last of every twelve orders has no container of its own and may be cancelled.
        let within = match berth.kind {
            Kind::Gone => berth.ordinal / 11 * 12 + berth.ordinal % 11,
            _ => CLOSED + berth.ordinal % 20,
        };
        let order = self.filler_order(berth.block * OUTBOUND_ORDERS + within);
        (order, self.shipped(order).min(self.now))
    }

    /// The container that left with an order.
    pub(super) fn gone_with(&self, order: usize) -> Option<(usize, Berth)> {
        let within = order % OUTBOUND_ORDERS;
        let ordinal = within / 12 * 11 + within % 12;
        let berth = Berth {
            block: order / OUTBOUND_ORDERS,
            kind: Kind::Gone,
            ordinal,
        };
        let container = self.container(berth);
        let shipped =
            within % 12 != 11 && ordinal < GONE && !contains(&self.taken.containers, container);
        shipped.then_some((container, berth))
    }

    /// What left with the lines of a filler order: the row of each one's receipt, and how much.
    pub(super) fn shipped_with(&self, order: usize) -> impl Iterator<Item = (usize, i64)> {
        let (stage, status) = self.order_status(order);
        let left = stage == Stage::Shipped && !contains(&self.taken.outbound, order);
        let lines = 0..if left { line_count(order) } else { 0 };
        lines.map(move |line| {
            let (receipt, quantity) = ordered(self, order, line);
            (receipt.row, quantity - missing(status, line))
        })
    }

    fn order_status(&self, order: usize) -> (Stage, &'static str) {
        let within = order % OUTBOUND_ORDERS;
        let mut dice = self.dice("order status", order);
        let Some(open) = within.checked_sub(CLOSED) else {
            return match dice.below(40) {
                _ if within % 12 == 11 && dice.chance(60) => (
                    Stage::Cancelled,
                    dice.pick(&["CANCELED", "CANCELED", "NOTPREPARE"]),
                ),
                0 => (Stage::Shipped, "CLOSE_PARTIALLY"),
                _ => (Stage::Shipped, "TERMINATED"),
            };
        };
        match open {
            0..4 => (Stage::Released, "SHIPPING"),
            4..8 => (Stage::Released, "DOCKING"),
            8..12 => (Stage::Released, "SHIPPEABLE"),
            12..14 => (Stage::Released, "CLOSING"),
            14..22 => (Stage::Released, "READY"),
            FIRST_PICKED..46 => (Stage::Released, "WORKING"),
            46..END_PICKED => (Stage::Released, "TASKS"),
            58..66 => (Stage::Released, "ALLOCATE"),
            66..RELEASED => (Stage::Released, "PAUSED"),
            _ => (
                Stage::Waiting,
                dice.pick(&["RECEIVED", "RECEIVED", "PENDING", "CREATING"]),
            ),
        }
    }
}

fn order(plan: &Plan, index: usize) -> Record {
    let mut dice = plan.dice("order", index);
    let (stage, status) = plan.order_status(index);
    let planned = plan.planned_load(index);
    let created =
        (planned - dice.between(40, 90) * HOUR).min(plan.now - dice.between(9, 60) * HOUR);
    let released = (planned - dice.between(5, 12) * HOUR)
        .min(plan.now - dice.between(30, 400) * MINUTE)
        .max(created);
    let shipping = (stage == Stage::Shipped).then(|| plan.shipped(index));
    let progress = match (stage, status) {
        (Stage::Shipped, "CLOSE_PARTIALLY") => dice.between(700, 990),
        (Stage::Released, "WORKING" | "PAUSED") => dice.between(5, 95) * 10,
        (Stage::Cancelled | Stage::Waiting, _) | (_, "TASKS" | "ALLOCATE") => 0,
        _ => 1_000,
    };
    let waits = stage == Stage::Waiting;
    let at_dock = matches!(status, "SHIPPING" | "DOCKING") || shipping.is_some();
    let mut row = Record::new();
    row.text("Code", plan.outbound.code(index));
    row.text(
        "TypeCode",
        dice.pick(&["SALES", "SALES", "SALES", "ECOM", "TRANSFER"]),
    );
    row.text("Status", status);
    row.text(
        "Priority",
        dice.pick(&[
            "Normal", "Normal", "Normal", "Normal", "High", "Low", "VeryLow", "Urgent",
        ]),
    );
    row.link(
        "AccountCode",
        "Account",
        plan.account_code(dice.below(ACCOUNTS)),
    );
    row.link("AgencyCode", "Agency", plan.agency_of_route(index));
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.optional_link("WaveCode", "Wave", (!waits).then(|| plan.wave_of(index)));
    row.optional_link("RouteCode", "Route", Some(plan.route_of(index)));
    row.optional_link(
        "DockCode",
        "Dock",
        at_dock.then(|| plan.dock_code(6 + dice.below(6))),
    );
    row.date("PlannedLoadDate", planned);
    row.optional_date(
        "ReleaseDate",
        (!waits && stage != Stage::Cancelled).then_some(released),
    );
    row.optional_date("ShippingDate", shipping);
    row.decimal("Progress", progress, 1);
    row.count("NumLines", line_count(index));
    row.flag("AllowPartialClosed", dice.chance(35));
    let updated = shipping.unwrap_or(if waits { created } else { released });
    row.audit(
        (created, "oerp"),
        (updated, if waits { "oerp" } else { "system" }),
    );
    row
}

fn line(plan: &Plan, index: usize) -> Record {
    let (order, line) = order_of_line(index);
    let mut dice = plan.dice("order line", index);
    let (stage, status) = plan.order_status(order);
    let (receipt, quantity) = ordered(plan, order, line);
    let short = missing(status, line);
    let (shipped, served) = match (stage, status) {
        (Stage::Shipped, _) => (quantity - short, quantity - short),
        (Stage::Released, "WORKING" | "PAUSED") => (0, quantity * dice.between(0, 2) / 2),
        (Stage::Released, "TASKS" | "ALLOCATE") | (Stage::Cancelled | Stage::Waiting, _) => (0, 0),
        (Stage::Released, _) => (0, quantity),
    };
    let lot = receipt.lot.filter(|_| stage == Stage::Shipped);
    let mut row = Record::new();
    row.link("OrderCode", "OutboundOrder", plan.outbound.code(order));
    row.count("LineNumber", line + 1);
    row.link(
        "ProductCode",
        "Product",
        plan.products.code(receipt.product),
    );
    row.link("OwnerCode", "Owner", plan.traits(receipt.product).owner);
    row.text("UoMCode", "UN");
    row.quantity("Quantity", quantity);
    row.quantity(
        "AllocatedQuantity",
        if matches!(stage, Stage::Shipped | Stage::Released) {
            quantity - short
        } else {
            0
        },
    );
    row.quantity("ServedQuantity", served);
    row.quantity("ShippedQuantity", shipped);
    row.quantity("RefusedQuantity", 0);
    row.optional_text("LotCode", lot);
    row.text("RequiredStatusCode", "REC");
    row.flag("IsCritical", dice.chance(5));
    row.text("Status", status);
    let created = (plan.planned_load(order) - 70 * HOUR).min(plan.now - 9 * HOUR);
    row.audit((created, "oerp"), (created + 2 * HOUR, "system"));
    row
}

/// What a line lacks: one line of a partly closed order lacks one piece.
fn missing(status: &str, line: usize) -> i64 {
    i64::from(status == "CLOSE_PARTIALLY" && line == 1)
}

/// The product of a line, as it was once received, and how much is ordered.
fn ordered(plan: &Plan, order: usize, line: usize) -> (Receipt, i64) {
    if let Some((container, berth)) = plan.gone_with(order).filter(|_| line == 0) {
        let content = plan.content(container, berth, 0);
        return (content.receipt, content.quantity);
    }
    let mut dice = plan.dice("ordered", order * 8 + line);
    let known = plan.received_before(plan.planned_load(order).min(plan.now));
    let receipt = order / OUTBOUND_ORDERS * INBOUND_ORDERS + dice.below(known);
    let number = dice.below(6);
    (
        plan.receipt(plan.filler_receipt(receipt), number),
        dice.between(1, 30) * 4,
    )
}
