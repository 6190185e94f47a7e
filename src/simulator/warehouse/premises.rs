//! What the site consists of: warehouse, zones, docks, container types, vehicles.

use super::plan::{DAY, Plan};
use super::record::Record;
use super::sites::{CONTAINER_TYPES, ZONES};
use super::table::Definition;

const DOCKS: usize = 12;

pub(super) static WAREHOUSE: Definition = Definition {
    name: "Warehouse",
    description: "A building with stock in it.",
    len: |_| 1,
    filler: warehouse,
    ..Definition::PLAIN
};

pub(super) static ZONE: Definition = Definition {
    name: "Zone",
    description: "A part of a warehouse in which the same rules hold.",
    len: |_| ZONES.len(),
    filler: zone,
    ..Definition::PLAIN
};

pub(super) static DOCK: Definition = Definition {
    name: "Dock",
    description: "A door where vehicles are loaded or unloaded.",
    len: |_| DOCKS,
    filler: dock,
    ..Definition::PLAIN
};

pub(super) static CONTAINER_TYPE: Definition = Definition {
    name: "ContainerType",
    description: "A kind of pallet, tote or box: dimensions and limits.",
    len: |_| CONTAINER_TYPES.len(),
    filler: container_type,
    ..Definition::PLAIN
};

pub(super) static VEHICLE: Definition = Definition {
    name: "Vehicle",
    description: "A truck or trailer of a carrier.",
    len: |_| 24,
    filler: vehicle,
    ..Definition::PLAIN
};

impl Plan {
    /// The code of a dock, counted from 0: `DK04`, in the south `SDK04`.
    pub(super) fn dock_code(&self, dock: usize) -> String {
        format!("{}DK{:02}", self.names.mark, dock % DOCKS + 1)
    }
}

fn warehouse(plan: &Plan, _: usize) -> Record {
    let mut row = Record::new();
    row.text("Code", plan.names.warehouse);
    row.text("Description", plan.names.description);
    row.text("City", plan.names.city);
    row.text("Country", plan.names.country);
    row.text("TimeZone", "UTC");
    row.flag("IsAutomatic", true);
    aged(plan, &mut row);
    row
}

fn zone(plan: &Plan, index: usize) -> Record {
    let [suffix, description, kind] = ZONES.get(index).copied().unwrap_or_default();
    let mut row = Record::new();
    row.text("Code", format!("{}{suffix}", plan.names.mark));
    row.text("Description", description);
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.text("ZoneType", kind);
    row.flag("IsAutomatic", kind == "Automatic");
    row.flag("AllowPicking", kind == "Picking");
    row.integer("Sequence", i64::try_from(index + 1).unwrap_or(0) * 10);
    aged(plan, &mut row);
    row
}

fn dock(plan: &Plan, index: usize) -> Record {
    let inbound = index < DOCKS / 2;
    let mut row = Record::new();
    row.text("Code", plan.dock_code(index));
    row.text("Description", format!("Door {}", index + 1));
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.text("DockType", if inbound { "Inbound" } else { "Outbound" });
    row.text("Status", "Open");
    row.integer("Capacity", 33);
    row.flag("IsLocked", false);
    aged(plan, &mut row);
    row
}

fn container_type(plan: &Plan, index: usize) -> Record {
    let (code, description, [length, width, height, tare, limit]) =
        CONTAINER_TYPES.get(index).copied().unwrap_or_default();
    let mut row = Record::new();
    row.text("Code", code);
    row.text("Description", description);
    row.text(
        "Kind",
        if index == 0 {
            "Box"
        } else if index == 4 {
            "Tote"
        } else {
            "Pallet"
        },
    );
    row.integer("Length", length);
    row.integer("Width", width);
    row.integer("MaxHeight", height);
    row.decimal("TareWeight", tare, 1);
    row.decimal("MaxWeight", limit, 1);
    row.flag("IsReusable", index > 0);
    aged(plan, &mut row);
    row
}

fn vehicle(plan: &Plan, index: usize) -> Record {
    let mut dice = plan.dice("vehicle", index);
    let mut row = Record::new();
    row.text("Code", format!("VH-{}{:03}", plan.names.mark, index + 1));
    row.text(
        "Description",
        dice.pick(&["Semi-trailer", "Rigid truck", "Parcel van"]),
    );
    row.link("AgencyCode", "Agency", plan.agency_code(dice.below(3)));
    row.text(
        "Plate",
        format!(
            "{}{:05}",
            dice.pick(&["AB", "KX", "ZT"]),
            dice.below(100_000)
        ),
    );
    row.integer("PalletCapacity", dice.pick(&[33, 18, 6]));
    row.decimal("MaxWeight", dice.pick(&[240_000, 120_000, 12_000]), 1);
    row.flag("IsRefrigerated", dice.chance(20));
    aged(plan, &mut row);
    row
}

fn aged(plan: &Plan, row: &mut Record) {
    row.audit(
        (plan.now - 900 * DAY, "system"),
        (plan.now - 120 * DAY, "system"),
    );
}
