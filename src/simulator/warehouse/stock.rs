//! The Stock table.

use super::content::Content;
use super::plan::{DAY, Plan};
use super::record::Record;
use super::stowage::{Berth, stock_rows};
use super::table::Definition;

pub(super) static STOCK: Definition = Definition {
    name: "Stock",
    description: "What is on hand: one product of one owner, lot and status in one container.",
    key: "Id",
    identity: &["ContainerCode", "ProductCode", "LotCode", "Quantity"],
    len: |plan| plan.blocks * stock_rows(),
    filler: stock,
    position: |plan, row| {
        let container = plan
            .containers
            .index_of(row.get("ContainerCode"), plan.blocks)?;
        Some(plan.berth(container).stock_range().start)
    },
    removed: |plan, _| {
        let gone = plan.taken.containers.iter();
        gone.flat_map(|&container| plan.berth(container).stock_range())
            .collect()
    },
    ..Definition::PLAIN
};

fn stock(plan: &Plan, index: usize) -> Record {
    let (berth, line) = Berth::of_stock(index);
    let container = plan.container(berth);
    let Content {
        receipt,
        quantity,
        reserved,
        blocked,
        status,
    } = plan.content(container, berth, line);
    let traits = plan.traits(receipt.product);
    let mut row = Record::new();
    row.link("ContainerCode", "Container", plan.container_code(container));
    row.optional_link(
        "LocationLabel",
        "Location",
        plan.stand(berth).map(|spot| plan.label(spot)),
    );
    row.link("WarehouseCode", "Warehouse", plan.names.warehouse);
    row.link(
        "ProductCode",
        "Product",
        plan.products.code(receipt.product),
    );
    row.link("OwnerCode", "Owner", traits.owner);
    row.text("UoMCode", "UN");
    row.quantity("Quantity", quantity);
    row.quantity("AvailableQuantity", quantity - reserved - blocked);
    row.quantity("UnavailableQuantity", reserved + blocked);
    row.quantity("ReservedQuantity", reserved);
    row.quantity("BlockedQuantity", blocked);
    row.text("StatusCode", status);
    row.optional_text("LotCode", receipt.lot);
    row.optional_text(
        "SerialNumber",
        traits
            .serial
            .then(|| format!("SN{:09}", index * 37 + 1_000_003)),
    );
    row.optional_date("ExpirationDate", receipt.expires);
    row.optional_date("ProductionDate", receipt.produced);
    row.link(
        "SupplierCode",
        "Supplier",
        plan.supplier_code(receipt.supplier),
    );
    row.date("ReceptionDate", receipt.received);
    let changed = receipt.received + i64::from(reserved > 0) * DAY / 3;
    row.audit((receipt.received, "system"), (changed, "system"));
    row
}
