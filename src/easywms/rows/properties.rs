//! One JSON object of the server, looked into by property name without regard to case.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::{RawRow, plain_text};

/// The properties of an object in the server's order; of equal names the first counts.
#[derive(Debug, Default)]
pub struct Properties<'r>(Vec<(Cow<'r, str>, &'r RawValue)>);

impl<'r> Properties<'r> {
    /// Reads an object; anything else has no properties.
    #[must_use]
    pub fn of(object: &'r RawRow) -> Self {
        Self(object.fields())
    }

    /// Returns a property as it is written; none if it is absent or null.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'r RawValue> {
        let (_, value) = self
            .0
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(*value).filter(|value| value.get() != "null")
    }

    /// Returns a property as text; numbers and objects as they are written.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).and_then(plain_text)
    }

    /// Returns every property that has none of these names.
    pub fn except(&self, names: &[&str]) -> impl Iterator<Item = (&str, &'r RawValue)> {
        self.iter()
            .filter(|(name, _)| !names.iter().any(|known| known.eq_ignore_ascii_case(name)))
    }

    /// Returns all of them as they are written, nulls and repeated names included.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &'r RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), *value))
    }
}
