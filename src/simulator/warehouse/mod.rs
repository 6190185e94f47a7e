//! The simulated sites: what is in each table, made row by row on demand from a seed and a clock.
//!
//! Nothing but the story's few rows is stored. `plan`, `series`, `geometry` and `stowage` are the arithmetic; `record`, `layout`,
//! `table` and `aggregate` turn it into rows; the other modules hold one group of entity types each.
//!
//! Stock: `Quantity` = `AvailableQuantity` + `UnavailableQuantity`, and `UnavailableQuantity` = `BlockedQuantity` +
//! `ReservedQuantity`. What is allocated to an order is reserved, so it is on hand but not available.

mod adjustments;
mod aggregate;
mod assortment;
mod containers;
mod content;
mod dice;
mod equipment;
mod exchange;
mod geometry;
mod inbound;
mod layout;
mod locations;
mod outbound;
mod partners;
mod plan;
mod premises;
mod product_aggregate;
mod product_fields;
mod products;
mod record;
mod series;
mod shipping;
mod sites;
mod stock;
mod stowage;
mod table;
mod tasks;
#[cfg(test)]
mod tests;

use super::EntityNames;
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Map, Value};

use self::layout::Layout;
use self::plan::Plan;
use self::record::Record;
use self::table::Definition;
use super::story;

/// Every entity type, in the order in which the site lists them.
const DEFINITIONS: [&Definition; 29] = [
    &partners::OWNER,
    &products::PRODUCT,
    &assortment::CONVERSION,
    &assortment::ALIAS,
    &partners::ACCOUNT,
    &partners::SUPPLIER,
    &partners::AGENCY,
    &premises::WAREHOUSE,
    &premises::ZONE,
    &premises::DOCK,
    &premises::CONTAINER_TYPE,
    &premises::VEHICLE,
    &locations::LOCATION,
    &containers::CONTAINER,
    &stock::STOCK,
    &inbound::ORDER,
    &inbound::LINE,
    &inbound::RECEPTION,
    &outbound::ORDER,
    &outbound::LINE,
    &shipping::WAVE,
    &shipping::ROUTE,
    &shipping::SHIPMENT,
    &tasks::TASK,
    &equipment::DEVICE,
    &equipment::USER,
    &adjustments::VARIATION,
    &adjustments::LOCK,
    &exchange::MESSAGE,
];

/// One simulated site (a tenant of the server): its tables, all derived from the seed, the clock and the scale.
pub(crate) struct Site {
    /// The tenant code it answers to: `NORTH` or `SOUTH`.
    pub(crate) tenant: &'static str,
    /// The moment the site lives in; every date of its data is an offset from it.
    pub(crate) now: Timestamp,
    /// Multiplies the number of filler rows; 1 is the demo's size.
    pub(crate) scale: usize,
    tables: Vec<Table>,
}

/// One entity type of a site. Rows are made from their index when asked for, never stored.
pub(crate) struct Table {
    /// The entity type's name on the wire, singular: `Product`.
    pub(crate) name: &'static str,
    /// One sentence for the metadata service.
    pub(crate) description: &'static str,
    /// The field that identifies a row: `Code`.
    pub(crate) key: &'static str,
    /// Every field of a Reading row, in the order in which rows show them.
    pub(crate) columns: Vec<Column>,
    layout: Layout,
    /// The story's rows, in the order of the table.
    told: Vec<Record>,
    plan: Arc<Plan>,
    definition: &'static Definition,
}

/// A field of a [`Table`].
pub(crate) struct Column {
    /// The property name: `LotCode`.
    pub(crate) name: String,
    /// `String`, `Decimal`, `Int32`, `Boolean`, `DateTime` or `Guid`.
    pub(crate) data_type: &'static str,
    /// The entity type that this field points to, if it is a relation.
    pub(crate) relation: Option<&'static str>,
}

impl Site {
    /// Makes the site of a tenant; `None` if there is no such tenant.
    pub(crate) fn new(tenant: &str, now: Timestamp, scale: usize) -> Option<Self> {
        let tenant = match tenant {
            "NORTH" => "NORTH",
            "SOUTH" => "SOUTH",
            _ => return None,
        };
        let story = story::rows(tenant);
        let plan = Arc::new(Plan::new(tenant, now, scale, &story));
        let tables = DEFINITIONS
            .iter()
            .map(|definition| Table::new(&plan, definition, &story));
        Some(Self {
            tenant,
            now,
            scale,
            tables: tables.collect(),
        })
    }

    /// Every table of the site, in a fixed order.
    pub(crate) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The table of an entity type, by singular or plural name in any case.
    pub(crate) fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.answers_to(name))
    }

    /// The table of an entity type, by a name as this server spells them.
    pub(crate) fn table_spelled(&self, name: &str, names: EntityNames) -> Option<&Table> {
        self.table(name)
            .filter(|table| names == EntityNames::Any || table.spelled(names) == name)
    }
}

impl Table {
    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.layout.len()
    }

    /// The narrow part of a row: the fields that questions are asked about, without the ids of relations. Cheap; filters
    /// and orders use it. Empty past the end.
    #[cfg(test)]
    pub(crate) fn core(&self, row: usize) -> Map<String, Value> {
        let record = self.record(row);
        if record.cells().is_empty() {
            return Map::new();
        }
        record.to_map(self.id(&record))
    }

    /// The named core fields of a row, in that order, read without making the whole narrow row. `None` if one of them is no
    /// core field of this table (the id of a relation, say) or the row is past the end.
    pub(crate) fn pick(&self, row: usize, fields: &[&str]) -> Option<Vec<Value>> {
        let record = self.record(row);
        let value = |field: &&str| match *field {
            "Id" if !record.cells().is_empty() => Some(Value::String(self.id(&record))),
            name => record.get(name).map(record::Cell::to_value),
        };
        fields.iter().map(value).collect()
    }

    /// The whole Reading row: flat, 110 to 130 properties for the wide types.
    pub(crate) fn reading(&self, row: usize) -> Map<String, Value> {
        serde_json::from_str(&self.reading_json(row)).unwrap_or_default()
    }

    /// The whole Reading row as JSON text, in which numbers keep their trailing zeros: `10.000`. `{}` past the end.
    pub(crate) fn reading_json(&self, row: usize) -> String {
        if row >= self.len() {
            return "{}".into();
        }
        self.write_reading(row)
    }

    /// The whole Writing row, the aggregate with `$id` and `$ref`, as JSON text in which numbers keep their trailing zeros. `{}` past the end.
    pub(crate) fn writing_json(&self, row: usize) -> String {
        if row >= self.len() {
            return "{}".into();
        }
        let record = self.wide_record(row);
        (self.definition.aggregate)(&self.plan, &self.id(&record), &record)
    }

    /// The entity type's name as a server lists it.
    pub(crate) fn spelled(&self, names: EntityNames) -> String {
        match (names, self.name.strip_suffix('y')) {
            (EntityNames::Any, _) => self.name.to_owned(),
            (EntityNames::Plural, Some(stem)) => format!("{stem}ies"),
            (EntityNames::Plural, None) => format!("{}s", self.name),
        }
    }

    /// Whether a name, singular or plural in any case, means this table.
    fn answers_to(&self, name: &str) -> bool {
        let singular = |stem: &str| stem.eq_ignore_ascii_case(self.name);
        let lower = name.to_ascii_lowercase();
        singular(name)
            || ["s", "es"]
                .iter()
                .any(|end| lower.strip_suffix(end).is_some_and(singular))
            || lower
                .strip_suffix("ies")
                .is_some_and(|stem| singular(&format!("{stem}y")))
    }
}
