//! The simulated sites: what is in each table, made row by row on demand from a seed and a clock.

use jiff::Timestamp;
use serde_json::{Map, Value};

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
        Some(Self {
            tenant,
            now,
            scale,
            tables: Vec::new(),
        })
    }

    /// Every table of the site, in a fixed order.
    pub(crate) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The table of an entity type, by exact singular name, plural or any case.
    pub(crate) fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }
}

impl Table {
    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        0
    }

    /// The narrow part of a row: the fields that questions are asked about. Cheap; filters and orders use it.
    pub(crate) fn core(&self, _row: usize) -> Map<String, Value> {
        Map::new()
    }

    /// The whole Reading row: flat, 110 to 130 properties for the wide types.
    pub(crate) fn reading(&self, _row: usize) -> Map<String, Value> {
        Map::new()
    }

    /// The whole Writing row: the aggregate with `$id` and `$ref`.
    pub(crate) fn writing(&self, _row: usize) -> Value {
        Value::Null
    }
}
