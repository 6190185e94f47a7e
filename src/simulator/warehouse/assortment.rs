//! What belongs to a product: its units of measure and the codes it is known by.

use super::plan::{DAY, PRODUCTS, Plan};
use super::record::Record;
use super::table::Definition;

const UNITS: [(&str, i64); 3] = [("UN", 1), ("BX", 12), ("PAL", 576)];

pub(super) static CONVERSION: Definition = Definition {
    name: "ProductConversion",
    description: "A unit of measure of a product: how many base units, how large and heavy, how many in a container.",
    key: "Id",
    identity: &["ProductCode", "UoMCode"],
    len: |plan| plan.blocks * PRODUCTS * UNITS.len(),
    filler: conversion,
    ..Definition::PLAIN
};

pub(super) static ALIAS: Definition = Definition {
    name: "ProductAlias",
    description: "Another code of a product: a bar code or the supplier's number.",
    len: |plan| plan.blocks * PRODUCTS * 2,
    filler: alias,
    ..Definition::PLAIN
};

fn conversion(plan: &Plan, index: usize) -> Record {
    let product = index / UNITS.len();
    let (unit, quantity) = UNITS.get(index % UNITS.len()).copied().unwrap_or(("UN", 1));
    let mut dice = plan.dice("conversion", product);
    let (length, width, height) = (
        dice.between(60, 300),
        dice.between(50, 200),
        dice.between(30, 150),
    );
    let grow = match unit {
        "UN" => 1,
        "BX" => 2,
        _ => 4,
    };
    let mut row = Record::new();
    row.link("ProductCode", "Product", plan.products.code(product));
    row.text("UoMCode", unit);
    row.quantity("Quantity", quantity);
    row.decimal("Weight", plan.traits(product).grams * quantity, 3);
    row.decimal("Length", length * grow * 10, 2);
    row.decimal("Width", width * grow * 10, 2);
    row.decimal("Height", height * grow * 10, 2);
    row.link("ContainerTypeCode", "ContainerType", "EUR-800");
    row.quantity("QuantityPerContainer", 576 / quantity);
    row.audit(
        (plan.now - 700 * DAY, "oerp"),
        (plan.now - dice.between(1, 700) * DAY, "oerp"),
    );
    row
}

fn alias(plan: &Plan, index: usize) -> Record {
    let (product, main) = (index / 2, index.is_multiple_of(2));
    let code = plan.products.code(product);
    let mut row = Record::new();
    row.text(
        "Code",
        if main {
            article_number(plan, product)
        } else {
            format!("REF-{}", code.replace("P-", ""))
        },
    );
    row.link("ProductCode", "Product", code);
    row.link("OwnerCode", "Owner", plan.owner_of(product));
    row.text("UoMCode", "UN");
    row.text("AliasType", if main { "EAN13" } else { "SUPPLIER" });
    row.flag("IsMain", main);
    row.date("ValidFrom", plan.today - 700 * DAY);
    row.audit(
        (plan.now - 700 * DAY, "oerp"),
        (plan.now - 650 * DAY, "oerp"),
    );
    row
}

/// An EAN-13 from the range for use within a company (prefix 2), with its check digit.
fn article_number(plan: &Plan, product: usize) -> String {
    let body = format!("2{:011}", plan.names.first.product * 10_000 + product);
    let weigh = |(place, digit): (usize, char)| {
        digit.to_digit(10).unwrap_or(0) * if place % 2 == 0 { 1 } else { 3 }
    };
    let sum: u32 = body.chars().enumerate().map(weigh).sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}
