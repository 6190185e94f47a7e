//! The Location table.

use super::geometry::{LOCATIONS, Spot, Zone};
use super::plan::{DAY, Plan};
use super::record::Record;
use super::table::Definition;

pub(super) static LOCATION: Definition = Definition {
    name: "Location",
    description: "A place for containers: a rack position, a floor place or a staging place.",
    key: "Label",
    identity: &["Label"],
    len: |plan| plan.blocks * LOCATIONS,
    filler: location,
    ..Definition::PLAIN
};

fn location(plan: &Plan, index: usize) -> Record {
    let spot = Spot::at(index);
    let mut dice = plan.dice("location", index);
    let label = plan.label(spot);
    let standing = plan.standing_in(spot);
    let told = plan
        .taken
        .locations
        .get(label.as_str())
        .copied()
        .unwrap_or(0);
    let count = standing.len() + told;
    let racked = matches!(spot.zone, Zone::HighBay | Zone::Rack);
    // Out of service for repair; only places that stand empty.
    let locked = racked && count == 0 && dice.chance(6);
    let product = standing
        .first()
        .filter(|_| spot.zone == Zone::Picking)
        .map(|&container| {
            let content = plan.content(container, plan.berth(container), 0);
            plan.products.code(content.receipt.product)
        });
    let mut row = Record::new();
    row.text("Label", label);
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.link("ZoneCode", "Zone", plan.zone_code(spot.zone));
    row.text("LocationType", location_type(spot.zone));
    row.count("Aisle", spot.aisle);
    row.count("Column", spot.column);
    row.count("Level", spot.level);
    row.integer("Depth", 1);
    row.integer("Height", if spot.level % 4 == 1 { 2_100 } else { 1_850 });
    row.decimal("MaxWeight", if racked { 10_000 } else { 5_000 }, 1);
    row.flag(
        "InboundReservation",
        racked && count == 0 && !locked && dice.chance(3),
    );
    row.flag("OutboundReservation", racked && count > 0 && dice.chance(2));
    row.flag("IsLocked", locked);
    row.optional_text("LockCode", locked.then_some("MNT"));
    row.count("ContainerCount", count);
    row.optional_link("AssignedProductCode", "Product", product);
    row.decimal(
        "PositionX",
        i64::try_from(spot.column).unwrap_or(0) * 1350,
        3,
    );
    row.decimal(
        "PositionY",
        i64::try_from(spot.level).unwrap_or(0) * 2200,
        3,
    );
    row.flag("AllowCommingle", !racked);
    row.audit(
        (plan.now - 900 * DAY, "system"),
        (plan.now - dice.between(1, 500) * DAY, "system"),
    );
    row
}

fn location_type(zone: Zone) -> &'static str {
    match zone {
        Zone::HighBay | Zone::Rack => "Pallet",
        Zone::Picking => "Shelf",
        Zone::Reception | Zone::Shipping => "Staging",
        Zone::Quarantine => "Floor",
    }
}
