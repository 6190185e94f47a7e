//! What groups outbound orders: waves, routes and shipments.

use super::outbound::CLOSED;
use super::plan::{HOUR, MINUTE, OUTBOUND_ORDERS, Plan, contains};
use super::record::Record;
use super::table::Definition;

const WAVE_ORDERS: usize = 12;
const ROUTE_ORDERS: usize = 20;
const WAVES: usize = OUTBOUND_ORDERS / WAVE_ORDERS;
const ROUTES: usize = OUTBOUND_ORDERS / ROUTE_ORDERS;

pub(super) static WAVE: Definition = Definition {
    name: "Wave",
    description: "Outbound orders released together.",
    len: |plan| plan.blocks * WAVES,
    filler: wave,
    ..Definition::PLAIN
};

pub(super) static ROUTE: Definition = Definition {
    name: "Route",
    description: "Outbound orders that leave with one vehicle of a carrier.",
    len: |plan| plan.blocks * ROUTES,
    filler: route,
    ..Definition::PLAIN
};

pub(super) static SHIPMENT: Definition = Definition {
    name: "Shipment",
    description: "What left or is leaving with a route.",
    len: |plan| plan.blocks * ROUTES,
    filler: shipment,
    ..Definition::PLAIN
};

impl Plan {
    pub(super) fn wave_of(&self, order: usize) -> String {
        self.group_code("WV", order / WAVE_ORDERS)
    }

    pub(super) fn route_of(&self, order: usize) -> String {
        self.group_code("RT", order / ROUTE_ORDERS)
    }

    pub(super) fn shipment_of(&self, order: usize) -> String {
        self.group_code("SP", order / ROUTE_ORDERS)
    }

    /// The carrier of the route that an order is on.
    pub(super) fn agency_of_route(&self, order: usize) -> &'static str {
        self.agency_code(self.dice("route", order / ROUTE_ORDERS).below(3))
    }

    fn group_code(&self, stem: &str, group: usize) -> String {
        let mark = self.names.mark;
        format!(
            "{stem}-{mark}{:0width$}",
            18_001 + group,
            width = 6 - mark.len()
        )
    }

    /// The filler orders of a group.
    fn orders_of(&self, group: usize, size: usize) -> impl Iterator<Item = usize> {
        let orders = group * size..(group + 1) * size;
        orders.filter(|&order| !contains(&self.taken.outbound, order))
    }
}

fn wave(plan: &Plan, index: usize) -> Record {
    let first = index * WAVE_ORDERS;
    let within = first % OUTBOUND_ORDERS;
    let mut dice = plan.dice("wave", index);
    let orders = plan
        .orders_of(index, WAVE_ORDERS)
        .filter(|&order| Plan::is_released(order))
        .count();
    let planned = plan.planned_load(first);
    let (closed, released) = (within + WAVE_ORDERS <= CLOSED, Plan::is_released(first));
    let start = (planned - 8 * HOUR).min(plan.now - 40 * MINUTE);
    let mut row = Record::new();
    row.text("Code", plan.wave_of(first));
    row.text(
        "Status",
        if closed {
            "CLOSE"
        } else if released {
            "OPEN"
        } else {
            "PENDING"
        },
    );
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.optional_date("ReleaseDate", released.then_some(start));
    row.optional_date("StartDate", released.then_some(start + 20 * MINUTE));
    row.optional_date(
        "EndDate",
        closed.then(|| planned - dice.between(10, 90) * MINUTE),
    );
    row.count("OrderCount", orders);
    row.decimal(
        "Progress",
        if closed {
            1_000
        } else if released {
            dice.between(10, 90) * 10
        } else {
            0
        },
        1,
    );
    row.audit((start - HOUR, "system"), (start, "system"));
    row
}

fn route(plan: &Plan, index: usize) -> Record {
    let first = index * ROUTE_ORDERS;
    let closed = first % OUTBOUND_ORDERS < CLOSED;
    let planned = plan.planned_load(first);
    let near = planned < plan.now + 6 * HOUR;
    let mut dice = plan.dice("route row", index);
    let created = (planned - 60 * HOUR).min(plan.now - 3 * HOUR);
    let mut row = Record::new();
    row.text("Code", plan.route_of(first));
    row.text(
        "Status",
        if closed {
            "CLOSE"
        } else if near {
            "OPEN"
        } else {
            "PENDING"
        },
    );
    row.link("AgencyCode", "Agency", plan.agency_of_route(first));
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.optional_link(
        "DockCode",
        "Dock",
        near.then(|| plan.dock_code(6 + dice.below(6))),
    );
    row.date("PlannedDate", planned);
    row.count("OrderCount", plan.orders_of(index, ROUTE_ORDERS).count());
    row.decimal("Progress", if closed { 1_000 } else { 0 }, 1);
    row.audit((created, "oerp"), (created + HOUR, "system"));
    row
}

fn shipment(plan: &Plan, index: usize) -> Record {
    let first = index * ROUTE_ORDERS;
    let closed = first % OUTBOUND_ORDERS < CLOSED;
    let planned = plan.planned_load(first);
    let near = planned < plan.now + 6 * HOUR;
    // Containers of an order that the story took left with the order before, so look a little further.
    let candidates = (first..first + 2 * ROUTE_ORDERS).filter_map(|order| plan.gone_with(order));
    let containers = candidates
        .filter(|(_, berth)| plan.loading(*berth).0 / ROUTE_ORDERS == index)
        .count();
    let mut dice = plan.dice("shipment", index);
    let created = (planned - 10 * HOUR).min(plan.now - HOUR);
    let mut row = Record::new();
    row.text("Code", plan.shipment_of(first));
    row.text(
        "Status",
        if closed {
            "CLOSE"
        } else if near {
            "OPEN"
        } else {
            "PENDING"
        },
    );
    row.link("RouteCode", "Route", plan.route_of(first));
    row.link("AgencyCode", "Agency", plan.agency_of_route(first));
    row.link(
        "VehicleCode",
        "Vehicle",
        format!("VH-{}{:03}", plan.names.mark, dice.below(24) + 1),
    );
    row.optional_link(
        "DockCode",
        "Dock",
        near.then(|| plan.dock_code(6 + dice.below(6))),
    );
    row.date("PlannedDate", planned);
    row.optional_date("DepartureDate", closed.then_some(planned + 20 * MINUTE));
    row.count("OrderCount", plan.orders_of(index, ROUTE_ORDERS).count());
    row.count("ContainerCount", containers);
    row.decimal("Progress", if closed { 1_000 } else { 0 }, 1);
    row.audit((created, "system"), (created + HOUR, "system"));
    row
}
