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
    for name in LIMITS {
        row.push(
            name,
            Cell::Integer(dice.chance(50).then(|| dice.between(1, 120))),
        );
    }
    row.text("HandlingInstructions", dice.sentences(&INSTRUCTIONS, 7));
    row.text("PackagingDescription", dice.sentences(&PACKAGING, 4));
    row.text("LongDescription", dice.sentences(&LONG, 8));
    for name in CUSTOM_FIELDS {
        let value = format!("{:010X}-{:010X}", dice.below(1 << 40), dice.below(1 << 40));
        row.optional_text(name, dice.chance(76).then_some(value));
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
const LIMITS: [&str; 14] = [
    "MaxStackLayers",
    "UnitsPerLayer",
    "LayersPerPallet",
    "MinDaysToExpiryAtReception",
    "MinDaysToExpiryAtShipping",
    "QuarantineDays",
    "CountIntervalDays",
    "ReplenishmentPoint",
    "MaxPickQuantity",
    "MaxMixedLots",
    "LabelCopies",
    "InspectionSampleSize",
    "ReturnDays",
    "SortSequence",
];
const INSTRUCTIONS: [&str; 8] = [
    "Keep upright; do not stack more than three layers. Film twice when mixed.",
    "Keep dry, away from strong odours; tilt watch on every second pallet.",
    "Fragile: \"this side up\" label on two faces. Photograph damage before unloading.",
    "Manipular con cuidado; apilar como máximo 4 niveles – retractilar siempre.",
    "Do not store above level 9 of the high bay; corner boards on all pallets.",
    "Never mix owners on one layer; mixed lots only with a separator sheet.",
    "Weigh every tenth carton at reception and note the mean in the ERP.",
    "Bei Beschädigung sperren und Qualität rufen; Stückzahl doppelt prüfen.",
];
const PACKAGING: [&str; 4] = [
    "Carton 400 × 300 × 250 mm, 12 per layer, 6 layers per pallet.",
    "Shrink pack of 6 in display tray, 20 trays per layer.",
    "Single carton with inner polybag; pallet layer sheet required.",
    "Mixed pallets only with top board; label on the long and the short side.",
];
const LONG: [&str; 8] = [
    "Sold through retail and online; reorder in full layers only. Référence fournisseur sur l'étiquette.",
    "Seasonal article: check the sales window before releasing replenishment. 季節商品。",
    "Core range; price marked. Path of the data sheet: \\\\files\\sheets\\current.",
    "Replaces the article of the previous season; sell out the old lots first 📦.",
    "The owner asks for a photo of the first pallet of each reception.",
    "Sold by the carton to branches, by the unit to online customers.",
    "The price list changes in March; do not print prices on the label.",
    "Export needs the certificate of origin; see the note \"Origin\" in the ERP.",
];
