//! What a Product's Reading row shows besides its core: tolerances, dimensions, control flags, dates, custom fields.
//!
//! A row measured on a real installation has 110 to 130 properties and about 4,786 bytes; most are null or false.

use super::containers::CUSTOM_FIELDS;
use super::dice::Dice;
use super::plan::DAY;
use super::record::{Cell, Record};

/// Appends the wide fields of a product.
pub(super) fn wide(row: &mut Record, mut dice: Dice) {
    for name in FLAGS {
        row.flag(name, dice.chance(15));
    }
    for name in TOLERANCES {
        let units = dice.chance(70).then(|| dice.between(0, 50) * 10);
        row.push(name, Cell::Decimal(units, 2));
    }
    for name in DIMENSIONS {
        row.decimal(name, dice.between(10, 4_000) * 10, 3);
    }
    let born = match row.get("CreationDate") {
        Some(Cell::Date(Some(seconds))) => *seconds,
        _ => 0,
    };
    for name in DATES {
        row.optional_date(
            name,
            dice.chance(40).then(|| born + dice.between(1, 150) * DAY),
        );
    }
    for name in CODES {
        let code = dice.chance(45).then(|| {
            format!(
                "{}-{:02}",
                dice.pick(&["STD", "ALT", "GRP", "CLS", "ZN"]),
                dice.below(60)
            )
        });
        row.optional_text(name, code);
    }
    row.text("HandlingInstructions", dice.pick(&INSTRUCTIONS));
    row.text("PackagingDescription", dice.pick(&PACKAGING));
    row.optional_text("LongDescription", dice.chance(60).then(|| dice.pick(&LONG)));
    for name in CUSTOM_FIELDS {
        row.optional_text(
            name,
            dice.chance(25)
                .then(|| format!("{:010X}", dice.below(0xFF_FFFF_FFFF))),
        );
    }
}

const FLAGS: [&str; 22] = [
    "RequiresInspection",
    "RequiresWeightControl",
    "RequiresVolumeControl",
    "RequiresTemperatureControl",
    "IsHazardous",
    "IsFragile",
    "IsStackable",
    "IsReturnable",
    "IsKit",
    "IsVirtual",
    "IsBlockedForInbound",
    "IsBlockedForOutbound",
    "IsBlockedForCount",
    "AllowPartialPick",
    "AllowReplenishment",
    "AllowMixedLots",
    "AllowMixedOwners",
    "AllowNegativeCount",
    "CaptureLotAtPicking",
    "CaptureWeightAtPicking",
    "PrintLabelAtReception",
    "ProductionDateControl",
];
const TOLERANCES: [&str; 8] = [
    "ReceptionToleranceOver",
    "ReceptionToleranceUnder",
    "PickingToleranceOver",
    "PickingToleranceUnder",
    "WeightTolerancePercent",
    "VolumeTolerancePercent",
    "CountTolerancePercent",
    "TemperatureTolerance",
];
const DIMENSIONS: [&str; 8] = [
    "Length",
    "Width",
    "Height",
    "Volume",
    "GrossWeight",
    "StackHeight",
    "MinTemperature",
    "MaxTemperature",
];
const DATES: [&str; 6] = [
    "ValidFrom",
    "ValidTo",
    "LastReceptionDate",
    "LastShippingDate",
    "LastCountDate",
    "AbcCalculationDate",
];
const CODES: [&str; 14] = [
    "PutawayStrategyCode",
    "PickingStrategyCode",
    "ReplenishmentStrategyCode",
    "CountProfileCode",
    "LabelFormatCode",
    "TaxGroupCode",
    "TariffCode",
    "OriginCountryCode",
    "BrandCode",
    "SeasonCode",
    "ColourCode",
    "HazardClassCode",
    "PreferredZoneCode",
    "QualityPlanCode",
];
const INSTRUCTIONS: [&str; 4] = [
    "Keep upright; do not stack more than three layers. Film twice when mixed.",
    "Keep dry. Store away from strong odours; tilt watch on every second pallet.",
    "Fragile: \"this side up\" label on two faces. Photograph damage before unloading.",
    "Manipular con cuidado; apilar como máximo 4 niveles – retractilar siempre.",
];
const PACKAGING: [&str; 3] = [
    "Carton 400 × 300 × 250 mm, 12 per layer, 6 layers per pallet",
    "Shrink pack of 6 in display tray, 20 trays per layer",
    "Single carton with inner polybag; pallet layer sheet required",
];
const LONG: [&str; 3] = [
    "Sold through retail and online; reorder in full layers only. Référence fournisseur sur l'étiquette.",
    "Seasonal article: check the sales window before releasing replenishment. 季節商品。",
    "Core range; price marked. Path of the data sheet: \\\\files\\sheets\\current.",
];
