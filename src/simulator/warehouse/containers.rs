//! The Container table: pallets, totes and boxes, also those that stand on others.

use super::dice::Dice;
use super::plan::{CONTAINERS, MINUTE, Plan};
use super::record::{Cell, Record};
use super::sites::CONTAINER_TYPES;
use super::stowage::{Berth, Kind};
use super::table::Definition;

pub(super) static CONTAINER: Definition = Definition {
    name: "Container",
    description: "A pallet, tote or box, also one that stands on another.",
    key: "UniqueCode",
    identity: &["UniqueCode"],
    len: |plan| plan.blocks * CONTAINERS,
    filler: container,
    position: |plan, row| plan.containers.index_of(row.get("UniqueCode"), plan.blocks),
    removed: |plan, _| plan.taken.containers.clone(),
    wide,
    ..Definition::PLAIN
};

fn container(plan: &Plan, index: usize) -> Record {
    let berth = plan.berth(index);
    let (code, _, [length, width, height, tare, _]) = container_type(berth, index);
    let spot = plan.stand(berth);
    let since = plan.standing_since(index, berth);
    let lock = (berth.kind == Kind::Quarantine).then(|| plan.lock_of(berth));
    let mut row = Record::new();
    row.text("UniqueCode", plan.container_code(index));
    row.link("ContainerTypeCode", "ContainerType", code);
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.optional_link(
        "LocationLabel",
        "Location",
        spot.map(|spot| plan.label(spot)),
    );
    row.optional_link(
        "ParentContainerCode",
        "Container",
        plan.parent(berth).map(|pallet| plan.container_code(pallet)),
    );
    row.text("Status", status(berth));
    row.decimal("Weight", tare + load_weight(plan, index, berth), 1);
    row.decimal("Volume", length * width * height / 1_000_000, 3);
    row.integer("Height", height);
    row.text(
        "PackCode",
        if berth.kind == Kind::Picking {
            "MIXED"
        } else {
            "FULL"
        },
    );
    row.date("LocationDate", since);
    let reception = plan.reception_of(index, berth);
    row.optional_link(
        "ReceptionCode",
        "Reception",
        reception.map(|order| plan.reception_code(order)),
    );
    let order = matches!(berth.kind, Kind::Gone | Kind::Shipping).then(|| plan.loading(berth).0);
    row.optional_link(
        "OutboundOrderCode",
        "OutboundOrder",
        order.map(|order| plan.outbound.code(order)),
    );
    row.optional_link(
        "ShipmentCode",
        "Shipment",
        order
            .filter(|_| berth.kind == Kind::Gone)
            .map(|order| plan.shipment_of(order)),
    );
    row.flag("IsLocked", lock.is_some());
    row.optional_text("LockCode", lock);
    let created = reception.map_or(since - 90 * MINUTE, |order| plan.expected(order));
    row.audit((created.min(since), "system"), (since, "system"));
    row
}

fn status(berth: Berth) -> &'static str {
    match berth.kind {
        Kind::HighBay => "IN_POSITION",
        Kind::Transit => "IN_TRANSIT",
        Kind::Gone => "OUT_WAREHOUSE",
        _ => "IN_WAREHOUSE",
    }
}

fn container_type(berth: Berth, index: usize) -> (&'static str, &'static str, [i64; 5]) {
    let choice = match berth.kind {
        Kind::OnPallet => 0,
        Kind::Picking => 4,
        _ => 1 + index % 3,
    };
    CONTAINER_TYPES
        .get(choice)
        .copied()
        .unwrap_or(("EUR-800", "", [1200, 800, 1800, 250, 8000]))
}

/// The weight of what lies in a container, in 0.1 kg.
fn load_weight(plan: &Plan, index: usize, berth: Berth) -> i64 {
    let rows = berth.stock_range().len().max(1);
    let weigh = |line: usize| {
        let content = plan.content(index, berth, line);
        content.quantity * plan.traits(content.receipt.product).grams / 100
    };
    (0..rows).map(weigh).sum::<i64>().min(7_400)
}

/// The control flags, dimensions, stations and custom fields that a real row carries besides; most are null or false.
fn wide(row: &mut Record, mut dice: Dice) {
    for name in FLAGS {
        row.flag(name, dice.chance(8));
    }
    for name in MEASURES {
        let cell = if dice.chance(60) {
            Some(dice.between(0, 24_000) * 10)
        } else {
            None
        };
        row.push(name, Cell::Decimal(cell, 3));
    }
    let born = match row.get("CreationDate") {
        Some(Cell::Date(Some(seconds))) => *seconds,
        _ => 0,
    };
    for name in DATES {
        let date = dice
            .chance(72)
            .then(|| born + dice.between(1, 600) * MINUTE);
        row.optional_date(name, date);
    }
    for name in CODES {
        let code = dice.chance(80).then(|| {
            format!(
                "{}-{:03}",
                dice.pick(&["STD", "ALT", "IN", "OUT", "CV"]),
                dice.below(400)
            )
        });
        row.optional_text(name, code);
    }
    for name in COUNTS {
        row.integer(name, dice.between(0, 9));
    }
    row.text("Remarks", dice.sentences(&REMARKS, 5));
    row.text("RoutingHistory", dice.sentences(&HISTORY, 13));
    let label = format!("{}^FD{:018}^FS^XZ", LABEL, dice.below(1 << 58));
    row.text("LabelContent", label);
    row.text("InspectionNotes", dice.sentences(&NOTES, 6));
    for name in CUSTOM_FIELDS {
        let value = format!("{:010X}-{:010X}", dice.below(1 << 40), dice.below(1 << 40));
        row.optional_text(name, dice.chance(82).then_some(value));
    }
}

const FLAGS: [&str; 30] = [
    "AllowCommingle",
    "AllowStacking",
    "IsAutomatic",
    "IsBlockedForCount",
    "IsBlockedForOutbound",
    "IsBlockedForInbound",
    "IsClosed",
    "IsConsolidated",
    "IsCrossdocking",
    "IsDamaged",
    "IsEmpty",
    "IsExternalLabel",
    "IsFragile",
    "IsFull",
    "IsHazardous",
    "IsInspected",
    "IsLabelPrinted",
    "IsManual",
    "IsMixedLot",
    "IsMixedOwner",
    "IsMixedProduct",
    "IsMultiOrder",
    "IsOverweight",
    "IsPriority",
    "IsProfileChecked",
    "IsRejected",
    "IsReturnable",
    "IsSealed",
    "IsVirtual",
    "IsWrapped",
];
const MEASURES: [&str; 14] = [
    "Depth",
    "Width",
    "GrossWeight",
    "NetWeight",
    "TareWeight",
    "MeasuredWeight",
    "WeightTolerance",
    "MeasuredHeight",
    "HeightTolerance",
    "OverhangFront",
    "OverhangSide",
    "MaxStackWeight",
    "FillRate",
    "Temperature",
];
const DATES: [&str; 9] = [
    "ReceptionDate",
    "LabelDate",
    "WrapDate",
    "ProfileCheckDate",
    "LastCountDate",
    "LastMoveDate",
    "LastPickDate",
    "ConsolidationDate",
    "LoadDate",
];
const CODES: [&str; 17] = [
    "OriginStationCode",
    "LastStationCode",
    "TargetStationCode",
    "ProfileCode",
    "RoutingCode",
    "LabelFormatCode",
    "PrinterCode",
    "WrapProgramCode",
    "PoolOperatorCode",
    "DepositCode",
    "SealNumber",
    "ExternalCode",
    "SSCC",
    "SorterLaneCode",
    "ConsolidationCode",
    "WorkOrderCode",
    "InspectionCode",
];
const COUNTS: [&str; 6] = [
    "ReprintCount",
    "MoveCount",
    "PickCount",
    "StackLevel",
    "RejectCount",
    "ProductCount",
];
const REMARKS: [&str; 5] = [
    "Étiquette réimprimée – palette filmée.",
    "Corner \"B\" repaired, see C:\\photos\\0417.",
    "Driver waited; unloaded with the second gang.",
    "棚卸済み ✔",
    "Top board added at the customer's wish.",
];
/// The head of a printer's label program.
const LABEL: &str = "^XA^CI28^PW812^LL1218^FO40,40^A0N,60,60^FD\\&SSCC\\&^FS^FO40,140^GB730,4,4^FS^FO40,180^BY3^BCN,200,Y,N,N";
const HISTORY: [&str; 13] = [
    "CV01 reversed, made room for CV02;",
    "IN01 height 1,846 mm, class H2;",
    "CV11 photocell dirty, passed at reduced speed;",
    "TR05 taken off for inspection, put back;",
    "SH01 waited for SC05, 00:03:10;",
    "IN01 ok, profile within limits;",
    "CV04 → CV06, waited 00:00:42;",
    "TR11 manual move, confirmed by scan;",
    "IN02 label unreadable, read again ok;",
    "SH01 transfer, no stop;",
    "LB02 relabelled, 2 copies;",
    "CV09 merge, priority given;",
    "WR01 wrapped, program 4, 11 turns;",
];
const NOTES: [&str; 6] = [
    "Load straight, film tight, no overhang; foot boards complete.",
    "Un coin écrasé, sans effet sur la marchandise – photo prise.",
    "Weight differs from the advice by less than the tolerance.",
    "Label on the short side missing, printed again at the station.",
    "Seal number compared with the transport document: same.",
    "Temperature probe read at the dock, within the range.",
];
pub(super) const CUSTOM_FIELDS: [&str; 20] = [
    "CustomField01",
    "CustomField02",
    "CustomField03",
    "CustomField04",
    "CustomField05",
    "CustomField06",
    "CustomField07",
    "CustomField08",
    "CustomField09",
    "CustomField10",
    "CustomField11",
    "CustomField12",
    "CustomField13",
    "CustomField14",
    "CustomField15",
    "CustomField16",
    "CustomField17",
    "CustomField18",
    "CustomField19",
    "CustomField20",
];
