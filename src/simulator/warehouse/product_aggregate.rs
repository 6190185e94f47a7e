//! A Product's Writing row: the whole domain aggregate, about 95,288 bytes as measured on a real installation.

use super::aggregate::Writer;
use super::dice::{Dice, text_hash};
use super::plan::{DAY, MINUTE, Plan};
use super::record::{Cell, Record};

/// The size that the change log fills the aggregate up to.
const TARGET_BYTES: usize = 95_000;

/// Writes the aggregate of a product.
pub(super) fn product(plan: &Plan, id: &str, record: &Record) -> String {
    let mut dice = Dice::new(text_hash(plan.seed, id), "aggregate", 0);
    let mut writer = Writer::new(plan, TARGET_BYTES + 1_000);
    writer.object(|writer| {
        writer.cell("Id", &Cell::Guid(id.to_owned()));
        writer.cells(record);
        writer.list("Conversions", |writer| conversions(writer, &mut dice));
        writer.list("WarehouseSettings", |writer| {
            warehouse_settings(writer, plan, &mut dice);
        });
        writer.list("Attributes", |writer| attributes(writer, &mut dice));
        writer.list("ChangeLog", |writer| change_log(writer, plan, &mut dice));
    });
    writer.finish()
}

fn conversions(writer: &mut Writer<'_>, dice: &mut Dice) {
    for (unit, quantity) in [("UN", 1), ("BX", 12), ("LY", 96), ("PAL", 576)] {
        writer.object(|writer| {
            writer.relation("UoMCode", "UoM", unit);
            let mut row = Record::new();
            row.quantity("Quantity", quantity);
            row.decimal("Weight", quantity * dice.between(100, 900), 3);
            row.integer("Length", dice.between(10, 1_200));
            row.integer("Width", dice.between(10, 800));
            row.integer("Height", dice.between(10, 1_900));
            row.link("ContainerTypeCode", "ContainerType", "EUR-800");
            row.flag("IsBase", quantity == 1);
            writer.cells(&row);
        });
    }
}

fn warehouse_settings(writer: &mut Writer<'_>, plan: &Plan, dice: &mut Dice) {
    for zone in ["AS", "RK", "PK", "RC", "SH", "QA"] {
        writer.object(|writer| {
            writer.relation("WarehouseCode", "Warehouse", plan.names.warehouse);
            writer.relation("ZoneCode", "Zone", &format!("{}{zone}", plan.names.mark));
            writer.list("Rules", |writer| {
                for step in [
                    "Putaway",
                    "Replenishment",
                    "Allocation",
                    "Count",
                    "Consolidation",
                ] {
                    writer.object(|writer| {
                        let mut row = Record::new();
                        row.text("Step", step);
                        row.integer("Sequence", dice.between(10, 90));
                        row.text("Expression", RULE);
                        row.flag("IsEnabled", dice.chance(80));
                        row.decimal("Minimum", dice.between(0, 400) * 10, 2);
                        row.decimal("Maximum", dice.between(400, 9_000) * 10, 2);
                        writer.cells(&row);
                    });
                }
            });
        });
    }
}

fn attributes(writer: &mut Writer<'_>, dice: &mut Dice) {
    for number in 1..=60 {
        writer.object(|writer| {
            let mut row = Record::new();
            row.text("Name", format!("Attribute{number:02}"));
            row.text(
                "Group",
                dice.pick(&["Logistics", "Quality", "Commercial", "Regulatory"]),
            );
            row.optional_text(
                "Value",
                dice.chance(55)
                    .then(|| format!("{:012X}", dice.below(0xFFFF_FFFF_FFFF))),
            );
            row.flag("IsInherited", dice.chance(30));
            writer.cells(&row);
        });
    }
}

/// Entries of what was changed, newest first, until the aggregate has its size.
fn change_log(writer: &mut Writer<'_>, plan: &Plan, dice: &mut Dice) {
    let mut date = plan.now;
    while writer.len() < TARGET_BYTES {
        date -= dice.between(60, 4_000) * MINUTE + DAY;
        writer.object(|writer| {
            let mut row = Record::new();
            row.date("Date", date);
            row.link("UserName", "User", dice.pick(&["oerp", "system"]));
            row.text(
                "Property",
                dice.pick(&[
                    "MinStock",
                    "MaxStock",
                    "AbcCode",
                    "LogisticProfileCode",
                    "Description",
                ]),
            );
            row.text("OldValue", dice.between(0, 9_999).to_string());
            row.text("NewValue", dice.between(0, 9_999).to_string());
            row.text(
                "Origin",
                "Interface message ProductUpdate, mapped by profile PRODUCT-IN",
            );
            writer.cells(&row);
        });
    }
}

const RULE: &str = "product.AbcCode == \"A\" && location.Level <= 4 || stock.LotCode != null && !location.IsLocked";
