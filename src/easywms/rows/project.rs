//! Fewer fields of a row: by name, or as the cells of a table. Values keep their bytes.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use serde_json::value::RawValue;

use super::error::SplitError;
use super::row::{FieldName, RawRow};

/// A list of field names to take from rows, which also learns which of them no row had.
///
/// A name in another case is the same name, unless a row has both: the metadata say `OrderCode`, and a server whose JSON is
/// in camel case says `orderCode`. It comes out as it was asked for, so that it is one name in filters and rows.
#[derive(Debug, Clone)]
pub struct Projection {
    names: Vec<String>,
    places: HashMap<String, usize>,
    found: Vec<bool>,
    in_any_case: bool,
}

impl Projection {
    /// Returns a projection onto `names`, in their order; a repeated name counts once.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut projection = Self {
            names: Vec::new(),
            places: HashMap::new(),
            found: Vec::new(),
            in_any_case: true,
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

    /// Returns a projection onto names as rows have them, of which two may differ in case only.
    pub fn exactly(names: impl IntoIterator<Item = String>) -> Self {
        Self {
            in_any_case: false,
            ..Self::new(names)
        }
    }

    /// Returns the names, in order, without repetition.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns an object with only these fields of `row`, in the projection's order; an absent field is left out.
    pub fn project(&mut self, row: &RawRow) -> Result<RawRow, SplitError> {
        let picked = self.pick(row);
        let mut text = String::from("{");
        for (name, picked) in self.names.iter().zip(picked) {
            let Some(picked) = picked else { continue };
            if text.len() > 1 {
                text.push(',');
            }
            if picked.is_exact {
                text.push_str(picked.name.raw());
            } else {
                text.push_str(&Value::from(name.as_str()).to_string());
            }
            text.push(':');
            text.push_str(picked.value.get());
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
            text.push_str(picked.map_or("null", |picked| picked.value.get()));
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
    fn pick<'r>(&mut self, row: &'r RawRow) -> Vec<Option<Picked<'r>>> {
        let mut picked: Vec<Option<Picked>> = vec![None; self.names.len()];
        let mut missing = self.names.len();
        row.visit(|name, value| {
            if let Some((place, is_exact)) = self.place(&name.unquoted())
                && let Some(slot) = picked.get_mut(place)
                && slot.is_none_or(|earlier| is_exact && !earlier.is_exact)
            {
                *slot = Some(Picked {
                    name,
                    value,
                    is_exact,
                });
                missing -= usize::from(is_exact);
                if let Some(found) = self.found.get_mut(place) {
                    *found = true;
                }
            }
            missing > 0
        });
        picked
    }

    /// Returns where a row's field belongs, and whether its name is spelled as it was asked for.
    fn place(&self, name: &str) -> Option<(usize, bool)> {
        if let Some(place) = self.places.get(name) {
            return Some((*place, true));
        }
        if !self.in_any_case {
            return None;
        }
        let mut names = self.names.iter();
        let place = names.position(|asked| asked.eq_ignore_ascii_case(name))?;
        Some((place, false))
    }
}

/// A field of a row that was asked for.
#[derive(Clone, Copy)]
struct Picked<'r> {
    name: FieldName<'r>,
    value: &'r RawValue,
    /// Whether its name is spelled as it was asked for.
    is_exact: bool,
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
