//! The Product table: the core fields and the traits that other tables depend on.

use super::dice::Dice;
use super::plan::{DAY, PRODUCTS, Plan};
use super::product_aggregate;
use super::product_fields;
use super::record::Record;
use super::table::Definition;

pub(super) static PRODUCT: Definition = Definition {
    name: "Product",
    description: "An article of an owner, with its control flags and profiles.",
    len: |plan| plan.blocks * PRODUCTS,
    filler: product,
    position: |plan, row| plan.products.index_of(row.get("Code"), plan.blocks),
    removed: |plan, story| {
        let told = story.iter().filter(|row| row.entity == "Product");
        told.filter_map(|row| plan.products.index_of(row.get("Code"), plan.blocks))
            .collect()
    },
    wide: product_fields::wide,
    aggregate: product_aggregate::product,
    ..Definition::PLAIN
};

/// What other tables need to know of a product.
pub(super) struct Traits {
    pub(super) owner: &'static str,
    /// Turnover class: `A`, `B` or `C`.
    pub(super) class: &'static str,
    pub(super) lots: bool,
    pub(super) expiry: bool,
    pub(super) serial: bool,
    /// Days from production to expiry. Long enough that no filler lot expires within 60 days.
    pub(super) shelf_life: i64,
    /// Weight of one unit.
    pub(super) grams: i64,
}

impl Plan {
    /// The owner of a product, also of one that the story tells.
    pub(super) fn owner_of(&self, product: usize) -> &'static str {
        let told = self.taken.owners.get(&product).copied();
        told.unwrap_or_else(|| self.traits(product).owner)
    }

    /// The traits of a product that the story doesn't tell.
    pub(super) fn traits(&self, product: usize) -> Traits {
        let mut dice = self.dice("product", product);
        let food = dice.chance(60);
        let [owner, ..] = if food {
            self.names.owners[0]
        } else {
            self.names.owners[1]
        };
        Traits {
            owner,
            class: dice.pick(&["A", "A", "B", "B", "B", "C", "C", "C", "C", "C"]),
            lots: food,
            expiry: food && dice.chance(80),
            serial: !food && dice.chance(6),
            shelf_life: dice.between(9, 24) * 30,
            grams: dice.between(2, 30) * 50,
        }
    }
}

fn product(plan: &Plan, index: usize) -> Record {
    let traits = plan.traits(index);
    let mut dice = plan.dice("product row", index);
    let (name, short) = describe(&mut dice, traits.lots);
    let minimum = dice.between(1, 40) * 12;
    let created = plan.now - dice.between(160, 1_400) * DAY;
    let updated = created + (plan.now - created) / dice.between(2, 9);
    let code = plan.products.code(index);
    let mut row = Record::new();
    row.text("Code", code.clone());
    row.link("OwnerCode", "Owner", traits.owner);
    row.text("AlternativeDescription", format!("{name} ({code})"));
    row.text("Description", name);
    row.text("ShortDescription", short);
    row.text(
        "ProductTypeCode",
        if traits.lots { "FOOD" } else { "GOODS" },
    );
    row.text(
        "ProductFamilyCode",
        format!("FAM-{:02}", dice.below(24) + 1),
    );
    row.text("UoMBaseCode", "UN");
    row.text(
        "LogisticProfileCode",
        dice.pick(&["LP-STD", "LP-FRAGILE", "LP-HEAVY"]),
    );
    row.text(
        "ReceptionProfileCode",
        if traits.lots { "RP-LOT" } else { "RP-STD" },
    );
    row.text("ShippingProfileCode", dice.pick(&["SP-STD", "SP-PARCEL"]));
    row.text("AbcCode", traits.class);
    row.flag("AllowCommingle", dice.chance(70));
    row.flag("AllowCrossdocking", dice.chance(10));
    row.flag("LotControl", traits.lots);
    row.flag("SerialControl", traits.serial);
    row.flag("ExpirationControl", traits.expiry);
    row.push(
        "ShelfLife",
        super::record::Cell::Integer(traits.expiry.then_some(traits.shelf_life)),
    );
    row.text("OutboundLogic", if traits.expiry { "FEFO" } else { "FIFO" });
    row.quantity("MinStock", minimum);
    row.quantity("MaxStock", minimum * 20);
    row.optional_text(
        "ImageName",
        dice.chance(30)
            .then(|| format!("{}.jpg", code.to_ascii_lowercase())),
    );
    row.decimal("NetWeight", traits.grams, 3);
    row.audit(
        (created, "oerp"),
        (updated, if dice.chance(80) { "oerp" } else { "system" }),
    );
    row
}

fn describe(dice: &mut Dice, food: bool) -> (String, &'static str) {
    let noun = if food {
        dice.pick(&FOODS)
    } else {
        dice.pick(&GOODS)
    };
    let kind = if food {
        dice.pick(&FOOD_KINDS)
    } else {
        dice.pick(&GOODS_KINDS)
    };
    let size = if food {
        dice.pick(&FOOD_SIZES)
    } else {
        dice.pick(&GOODS_SIZES)
    };
    (format!("{noun}, {kind}, {size}"), noun)
}

const FOODS: [&str; 24] = [
    "Crushed tomatoes",
    "Oat drink",
    "Rye crispbread",
    "Crème fraîche powder",
    "Açaí purée",
    "Lingonberry jam",
    "Olive oil",
    "Basmati rice",
    "Penne rigate",
    "Chickpeas",
    "Jalapeño slices",
    "Müsli",
    "Dark chocolate",
    "Green tea 緑茶",
    "Coconut milk",
    "Sea salt flakes",
    "Apple vinegar",
    "Honey",
    "Peanut butter",
    "Dijon mustard",
    "Udon うどん",
    "Espresso beans ☕",
    "Smörgåsgurka",
    "Piñones",
];
const FOOD_KINDS: [&str; 8] = [
    "organic",
    "classic",
    "family pack",
    "extra fine",
    "unsalted",
    "roasted",
    "\"Chef's choice\"",
    "no added sugar",
];
const FOOD_SIZES: [&str; 7] = [
    "250 g",
    "500 g",
    "1 kg",
    "6 × 330 ml",
    "1 l",
    "12 × 400 g",
    "750 ml",
];
const GOODS: [&str; 22] = [
    "Oak shelf",
    "Wall lamp",
    "Cotton throw",
    "Storage box",
    "Door handle",
    "Desk organiser",
    "Candle holder",
    "Curtain rail",
    "Picture frame",
    "Laundry basket",
    "Bath mat",
    "Coat rack",
    "Plant pot",
    "Side table",
    "Cutlery set",
    "Pillow case",
    "Étagère murale",
    "Küchenwaage",
    "Tea pot 急須",
    "Hook set M8\\M10",
    "Clip \"Duo\"",
    "Rug Sørensen",
];
const GOODS_KINDS: [&str; 8] = [
    "white",
    "graphite",
    "natural",
    "sage green",
    "brushed steel",
    "walnut",
    "set of 2",
    "rosé",
];
const GOODS_SIZES: [&str; 7] = ["30 × 40 cm", "S", "M", "L", "60 cm", "1.2 m", "Ø 18 cm"];
