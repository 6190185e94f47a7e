//! Rows found by code. Thousands of stock rows are held against hundreds of locks, and each look at a row reads its JSON.

use std::collections::HashMap;

use super::part::Part;
use super::row::Row;
use crate::easywms::Role;

/// Where the rows of a part are that have a code.
#[derive(Debug)]
pub(super) struct Index(HashMap<String, Vec<usize>>);

impl Index {
    pub(super) fn of(part: &Part, role: Role) -> Self {
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, row) in part.rows().iter().enumerate() {
            if let Some(code) = row.code(role) {
                places.entry(code).or_default().push(place);
            }
        }
        Self(places)
    }

    /// Returns the places of the rows with a code, in order; a code is given in its one spelling.
    pub(super) fn places(&self, code: Option<&str>) -> &[usize] {
        let places = code.and_then(|code| self.0.get(code));
        places.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the first row of the part with a code.
    pub(super) fn first<'p, 'c>(
        &self,
        part: &'p Part<'c>,
        code: Option<&str>,
    ) -> Option<&'p Row<'c>> {
        let place = self.places(code).first()?;
        part.rows().get(*place)
    }
}

/// Returns the first row that says a code in a role: for a few looks, where an index would not pay.
pub(super) fn first_with<'r, 'c: 'r>(
    rows: impl IntoIterator<Item = &'r Row<'c>>,
    role: Role,
    code: Option<String>,
) -> Option<&'r Row<'c>> {
    let code = code?;
    rows.into_iter()
        .find(|row| row.code(role).as_ref() == Some(&code))
}
