//! One row on its way out: typed, named cells, turned into a JSON object or into JSON text.
//!
//! A cell knows its type even when it is null, so the column list is read off a row instead of being written twice.
//! Knows nothing of warehouses.

use std::borrow::Cow;
use std::fmt::Write as _;

use jiff::{Timestamp, tz::Offset};
use serde_json::Value;

use super::dice::text_hash;

/// A value and its type.
#[derive(Clone)]
pub(crate) enum Cell {
    /// A text.
    Text(Option<Cow<'static, str>>),
    /// The key of a row of another entity type (the first part). Shows as an id and a code.
    Link(&'static str, Option<Cow<'static, str>>),
    /// A GUID in lower case.
    Guid(String),
    /// A number of units and the number of decimal places: 10 000 and 3 are `10.000`.
    Decimal(Option<i64>, u32),
    /// A whole number.
    Integer(Option<i64>),
    /// True or false.
    Flag(bool),
    /// Seconds since 1970, shown without offset: `2026-11-30T08:15:00`.
    Date(Option<i64>),
}

/// A row as a list of named cells, in the order in which they show.
#[derive(Clone, Default)]
pub(crate) struct Record {
    cells: Vec<(&'static str, Cell)>,
}

impl Record {
    /// An empty row with room for the usual number of cells.
    pub(super) fn new() -> Self {
        Self {
            cells: Vec::with_capacity(32),
        }
    }

    pub(super) fn text(&mut self, name: &'static str, value: impl Into<Cow<'static, str>>) {
        self.push(name, Cell::Text(Some(value.into())));
    }

    pub(super) fn optional_text(
        &mut self,
        name: &'static str,
        value: Option<impl Into<Cow<'static, str>>>,
    ) {
        self.push(name, Cell::Text(value.map(Into::into)));
    }

    /// Appends a relation to the row of `target` with this key.
    pub(super) fn link(
        &mut self,
        name: &'static str,
        target: &'static str,
        key: impl Into<Cow<'static, str>>,
    ) {
        self.push(name, Cell::Link(target, Some(key.into())));
    }

    pub(super) fn optional_link(
        &mut self,
        name: &'static str,
        target: &'static str,
        key: Option<impl Into<Cow<'static, str>>>,
    ) {
        self.push(name, Cell::Link(target, key.map(Into::into)));
    }

    /// Appends a quantity in thousandths: `10.000`.
    pub(super) fn quantity(&mut self, name: &'static str, whole: i64) {
        self.push(name, Cell::Decimal(Some(whole * 1000), 3));
    }

    pub(super) fn decimal(&mut self, name: &'static str, units: i64, places: u32) {
        self.push(name, Cell::Decimal(Some(units), places));
    }

    pub(super) fn integer(&mut self, name: &'static str, value: i64) {
        self.push(name, Cell::Integer(Some(value)));
    }

    pub(super) fn count(&mut self, name: &'static str, value: usize) {
        self.push(name, Cell::Integer(i64::try_from(value).ok()));
    }

    pub(super) fn flag(&mut self, name: &'static str, value: bool) {
        self.push(name, Cell::Flag(value));
    }

    pub(super) fn date(&mut self, name: &'static str, seconds: i64) {
        self.push(name, Cell::Date(Some(seconds)));
    }

    pub(super) fn optional_date(&mut self, name: &'static str, seconds: Option<i64>) {
        self.push(name, Cell::Date(seconds));
    }

    /// Appends the fields that every entity has: version, activity, who made and changed it, and when.
    pub(super) fn audit(&mut self, created: (i64, &'static str), updated: (i64, &'static str)) {
        let version = 1 + (updated.0 - created.0).max(0) % 7;
        self.integer("Version", version);
        self.flag("IsActive", true);
        self.date("CreationDate", created.0);
        self.text("CreatedBy", created.1);
        self.date("UpdateDate", updated.0.max(created.0));
        self.text("UpdatedBy", updated.1);
    }

    pub(super) fn push(&mut self, name: &'static str, cell: Cell) {
        self.cells.push((name, cell));
    }

    pub(super) fn cells(&self) -> &[(&'static str, Cell)] {
        &self.cells
    }

    /// The cell of a field.
    pub(super) fn get(&self, name: &str) -> Option<&Cell> {
        self.cells
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, cell)| cell)
    }

    /// The text or key in a field; empty if there is none.
    pub(super) fn word(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Cell::Text(Some(text)) | Cell::Link(_, Some(text))) => text,
            _ => "",
        }
    }

    /// Replaces the cell of a field; false if the row has no such field.
    pub(crate) fn set(&mut self, name: &str, cell: Cell) -> bool {
        let found = self.cells.iter_mut().find(|(own, _)| *own == name);
        found.map(|(_, old)| *old = cell).is_some()
    }

    /// The row as an object, with numbers as plain JSON numbers. `id` comes first; relations show as their key alone.
    #[cfg(test)]
    pub(super) fn to_map(&self, id: String) -> serde_json::Map<String, Value> {
        let mut map = serde_json::Map::with_capacity(self.cells.len() + 1);
        map.insert("Id".into(), Value::String(id));
        for (name, cell) in &self.cells {
            map.insert((*name).into(), cell.to_value());
        }
        map
    }
}

impl Cell {
    /// The type's name for the metadata service.
    pub(super) fn data_type(&self) -> &'static str {
        match self {
            Self::Text(_) | Self::Link(..) => "String",
            Self::Guid(_) => "Guid",
            Self::Decimal(..) => "Decimal",
            Self::Integer(_) => "Int32",
            Self::Flag(_) => "Boolean",
            Self::Date(_) => "DateTime",
        }
    }

    /// The cell as JSON, with numbers as plain JSON numbers.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Self::Text(text) | Self::Link(_, text) => text
                .as_deref()
                .map_or(Value::Null, |text| Value::String(text.to_owned())),
            Self::Guid(text) => Value::String(text.clone()),
            Self::Decimal(units, places) => {
                units.map_or(Value::Null, |units| decimal_value(units, *places))
            }
            Self::Integer(number) => number.map_or(Value::Null, Value::from),
            Self::Flag(flag) => Value::Bool(*flag),
            Self::Date(seconds) => {
                seconds.map_or(Value::Null, |seconds| Value::String(date_text(seconds)))
            }
        }
    }

    /// Appends the cell as JSON text; a decimal keeps its trailing zeros.
    pub(super) fn write_json(&self, out: &mut String) {
        match self {
            Self::Decimal(Some(units), places) => out.push_str(&decimal_text(*units, *places)),
            Self::Text(Some(text)) | Self::Link(_, Some(text)) => write_string(text, out),
            other => write_value(&other.to_value(), out),
        }
    }
}

/// Appends `text` as a JSON string.
pub(super) fn write_string(text: &str, out: &mut String) {
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).unwrap_or_default());
    }
}

fn write_value(value: &Value, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{value}");
}

fn decimal_text(units: i64, places: u32) -> String {
    if places == 0 {
        return units.to_string();
    }
    let factor = 10_u64.saturating_pow(places);
    let size = units.unsigned_abs();
    let sign = if units < 0 { "-" } else { "" };
    let width = usize::try_from(places).unwrap_or(0);
    format!("{sign}{}.{:0width$}", size / factor, size % factor)
}

fn decimal_value(units: i64, places: u32) -> Value {
    let factor = 10_i64.saturating_pow(places);
    if units % factor == 0 {
        return Value::from(units / factor);
    }
    decimal_text(units, places)
        .parse::<f64>()
        .map_or(Value::Null, Value::from)
}

/// A moment as the site's local time without offset (the demo sites live in UTC).
pub(super) fn date_text(seconds: i64) -> String {
    let timestamp = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    let moment = Offset::UTC.to_datetime(timestamp);
    let Ok(year) = u16::try_from(moment.year()) else {
        return moment.to_string();
    };
    // By hand, because a filter formats millions of them.
    let mut text = String::with_capacity(19);
    push_two_digits(year / 100, &mut text);
    push_two_digits(year % 100, &mut text);
    for (separator, part) in [
        ('-', moment.month()),
        ('-', moment.day()),
        ('T', moment.hour()),
        (':', moment.minute()),
        (':', moment.second()),
    ] {
        text.push(separator);
        push_two_digits(part.unsigned_abs().into(), &mut text);
    }
    text
}

fn push_two_digits(number: u16, out: &mut String) {
    for digit in [number / 10, number % 10] {
        out.push(char::from_digit(digit.into(), 10).unwrap_or('0'));
    }
}

/// The id of the row of an entity type with this key: the same wherever it is named.
pub(super) fn guid(seed: u64, entity: &str, key: &str) -> String {
    let high = text_hash(text_hash(seed, entity), key);
    let low = text_hash(high, key);
    // Version 4, variant 1, as .NET makes them.
    let high = (high & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000;
    let low = (low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000;
    let digits = (0..16)
        .map(|place| high >> (60 - place * 4))
        .chain((0..16).map(|place| low >> (60 - place * 4)));
    let mut text = String::with_capacity(36);
    for (place, digit) in digits.enumerate() {
        if matches!(place, 8 | 12 | 16 | 20) {
            text.push('-');
        }
        let digit = u32::try_from(digit & 0xF).unwrap_or(0);
        text.push(char::from_digit(digit, 16).unwrap_or('0'));
    }
    text
}

/// The name of the id beside a relation: `ProductCode` → `ProductId`, `SourceLocation` → `SourceLocationId`.
pub(super) fn id_name(name: &str) -> String {
    let stem = ["Code", "Label", "Name"]
        .iter()
        .find_map(|end| name.strip_suffix(end));
    format!("{}Id", stem.unwrap_or(name))
}
