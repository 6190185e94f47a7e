//! Fewer fields of a row: by name, or as the cells of a table. Values keep their bytes.

use std::collections::{HashMap, HashSet};

use serde_json::value::RawValue;

use super::error::SplitError;
use super::row::{FieldName, RawRow};

/// A list of field names to take from rows, which also learns which of them no row had.
#[derive(Debug, Clone)]
pub struct Projection {
    names: Vec<String>,
    places: HashMap<String, usize>,
    found: Vec<bool>,
}

impl Projection {
    /// Returns a projection onto `names`, in their order; a repeated name counts once.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut projection = Self {
            names: Vec::new(),
            places: HashMap::new(),
            found: Vec::new(),
        };
        for name in names {
            if !projection.places.contains_key(&name) {
                projection
                    .places
                    .insert(name.clone(), projection.names.len());
                projection.names.push(name);
            }
        }
        projection.found = vec![false; projection.names.len()];
        projection
    }

    /// Returns the names, in order, without repetition.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns an object with only these fields of `row`, in the projection's order; an absent field is left out.
    pub fn project(&mut self, row: &RawRow) -> Result<RawRow, SplitError> {
        let mut text = String::from("{");
        for (name, value) in self.pick(row).into_iter().flatten() {
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(name.raw());
            text.push(':');
            text.push_str(value.get());
        }
        text.push('}');
        RawRow::from_text(text)
    }

    /// Returns the values of these fields of `row` as the text of a JSON array, in the projection's order; `null` for an
    /// absent field.
    pub fn cells(&mut self, row: &RawRow) -> String {
        let mut text = String::from("[");
        for picked in self.pick(row) {
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(picked.map_or("null", |(_, value)| value.get()));
        }
        text.push(']');
        text
    }

    /// Returns the names that no row so far has had.
    #[must_use]
    pub fn absent(&self) -> Vec<&str> {
        let names = self.names.iter().zip(&self.found);
        names
            .filter(|(_, found)| !**found)
            .map(|(name, _)| name.as_str())
            .collect()
    }

    /// Reads the row once, up to the last field needed.
    fn pick<'r>(&mut self, row: &'r RawRow) -> Vec<Option<(FieldName<'r>, &'r RawValue)>> {
        let mut picked = vec![None; self.names.len()];
        let mut missing = self.names.len();
        row.visit(|name, value| {
            let place = self.places.get(name.unquoted().as_ref()).copied();
            if let Some(place) = place
                && let Some(slot) = picked.get_mut(place)
                && slot.is_none()
            {
                *slot = Some((name, value));
                missing -= 1;
                if let Some(found) = self.found.get_mut(place) {
                    *found = true;
                }
            }
            missing > 0
        });
        picked
    }
}

/// Returns the names of all fields of `rows`, in the order they first appear.
#[must_use]
pub fn columns(rows: &[RawRow]) -> Vec<String> {
    let mut known = HashSet::new();
    let mut names = Vec::new();
    for row in rows {
        row.visit(|name, _| {
            let name = name.unquoted();
            if !known.contains(name.as_ref()) {
                known.insert(name.clone().into_owned());
                names.push(name.into_owned());
            }
            true
        });
    }
    names
}
