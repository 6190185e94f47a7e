//! One row: the server's bytes, looked into only where asked.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::SplitError;

/// A row as JSON text: an object with the server's own bytes, or an array of cells in a table.
///
/// Of names that differ only in case, the one asked for counts; of equal ones, the first.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct RawRow(Box<RawValue>);

impl RawRow {
    /// Returns a row that the program makes itself; none if the value can't be written as JSON.
    pub fn of(value: &impl Serialize) -> Option<Self> {
        serde_json::value::to_raw_value(value).ok().map(Self)
    }

    /// Returns the row without the fields whose value is null; the others keep their bytes and their order.
    pub(super) fn without_nulls(&self) -> Result<Self, SplitError> {
        let mut text = String::from("{");
        self.visit(|name, value| {
            if value.get() != "null" {
                if text.len() > 1 {
                    text.push(',');
                }
                text.push_str(name.raw());
                text.push(':');
                text.push_str(value.get());
            }
            true
        });
        text.push('}');
        Self::from_text(text)
    }

    /// Returns the text that goes to the client.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// Returns the row as the JSON value that it is.
    #[must_use]
    pub fn raw(&self) -> &RawValue {
        &self.0
    }

    /// Returns the size of the text in bytes.
    #[must_use]
    pub fn len_bytes(&self) -> usize {
        self.text().len()
    }

    /// Returns a field's value as it is written; none if the field is absent. Of names that differ only in case, the one
    /// spelled like `field` counts, else the first.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<&RawValue> {
        self.values(&[field]).into_iter().next().flatten()
    }

    /// Returns the values of several fields as [`get`](Self::get) does, in one pass.
    #[must_use]
    pub fn values(&self, fields: &[impl AsRef<str>]) -> Vec<Option<&RawValue>> {
        let mut values: Vec<(Option<&RawValue>, bool)> = vec![(None, false); fields.len()];
        let mut missing = fields.len();
        self.visit(|name, value| {
            let name = name.unquoted();
            for (field, (found, is_exact)) in fields.iter().zip(&mut values) {
                let same = name == field.as_ref();
                if same && !*is_exact {
                    (*found, *is_exact) = (Some(value), true);
                    missing -= 1;
                } else if found.is_none() && name.eq_ignore_ascii_case(field.as_ref()) {
                    *found = Some(value);
                }
            }
            missing > 0
        });
        values.into_iter().map(|(found, _)| found).collect()
    }

    /// Returns a field as text, see [`plain_text`]; none if it is absent or null.
    #[must_use]
    pub fn text_of(&self, field: &str) -> Option<String> {
        self.get(field).and_then(plain_text)
    }

    /// Returns all fields in the server's order, repeated names included.
    #[must_use]
    pub fn fields(&self) -> Vec<(Cow<'_, str>, &RawValue)> {
        let mut fields = Vec::new();
        self.visit(|name, value| {
            fields.push((name.unquoted(), value));
            true
        });
        fields
    }

    /// Makes a row of text already known to be one compact JSON value.
    pub(super) fn from_text(text: String) -> Result<Self, SplitError> {
        // The scanner has checked the grammar, so this can't fail; if the two ever disagree, the row must not pass.
        let refused = SplitError::NotJson {
            offset: 0,
            expected: "a row that parses",
        };
        RawValue::from_string(text).map(Self).map_err(|_| refused)
    }

    /// Shows each field to `look` until it returns false. Values are skipped, not parsed. No object, no fields.
    pub(super) fn visit<'r>(&'r self, look: impl FnMut(FieldName<'r>, &'r RawValue) -> bool) {
        let mut deserializer = serde_json::Deserializer::from_str(self.text());
        // An error here only says that `look` has seen enough: the text itself was checked when the row was made.
        let _ = deserializer.deserialize_map(FieldVisitor(look));
    }
}

impl From<Box<RawValue>> for RawRow {
    fn from(value: Box<RawValue>) -> Self {
        Self(value)
    }
}

impl PartialEq for RawRow {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

/// Returns a value as plain text: a string without quotes and escapes, anything else as it is written; none for null.
///
/// A string that no text can hold (half a surrogate pair) comes as it is written between its quotes.
#[must_use]
pub fn plain_text(value: &RawValue) -> Option<String> {
    match value.get() {
        "null" => None,
        raw => Some(unquote(raw).into_owned()),
    }
}

/// Returns what a JSON string says; another scalar, or a string that can't be said, as it is written.
pub(super) fn unquote(raw: &str) -> Cow<'_, str> {
    let Some(inner) = raw
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    else {
        return Cow::Borrowed(raw);
    };
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Cow::Borrowed(inner);
    }
    serde_json::from_str(raw).map_or(Cow::Borrowed(inner), Cow::Owned)
}

/// A field name as it is written, quotes included.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldName<'r>(&'r RawValue);

impl<'r> FieldName<'r> {
    pub(super) fn raw(self) -> &'r str {
        self.0.get()
    }

    pub(super) fn unquoted(self) -> Cow<'r, str> {
        unquote(self.raw())
    }
}

struct FieldVisitor<F>(F);

impl<'r, F: FnMut(FieldName<'r>, &'r RawValue) -> bool> Visitor<'r> for FieldVisitor<F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'r>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            if !(self.0)(FieldName(name), value) {
                return Err(de::Error::custom("seen enough"));
            }
        }
        Ok(())
    }
}
