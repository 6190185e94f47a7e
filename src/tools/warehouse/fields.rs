//! The fields of a question, under the catalogue's names in whatever case the server writes them.
//!
//! The catalogue says `OrderCode`; a server whose JSON is in camel case says `orderCode`, and means the same.

use serde::{Serialize, Serializer};

use super::subject::Ask;
use crate::easywms::Role;
use crate::easywms::rows::RawRow;

/// The fields asked for: the key, and those of the roles that this server has.
#[derive(Debug)]
pub(super) struct Fields(Vec<String>);

impl Fields {
    pub(super) fn of(ask: &Ask) -> Self {
        let mut fields = vec![ask.entity_type.key.clone()];
        let roles = ask.roles.iter();
        for field in roles.filter_map(|role| ask.entity_type.role(*role)) {
            if !fields.iter().any(|known| known == field) {
                fields.push(field.to_owned());
            }
        }
        Self(fields)
    }

    /// Returns the names as the catalogue has them.
    pub(super) fn names(&self) -> &[String] {
        &self.0
    }

    /// Returns the names in each case in which rows may have them.
    pub(super) fn in_any_case(&self) -> Vec<String> {
        let others = self.0.iter().flat_map(|name| other_cases(name));
        self.0.iter().cloned().chain(others).collect()
    }

    /// Returns the rows under the catalogue's names. Of names in another case, `absent` has the one that no row had.
    pub(super) fn renamed(&self, rows: Vec<RawRow>, absent: &[String]) -> Vec<RawRow> {
        let mut renamed: Vec<(String, &str)> = Vec::new();
        for name in self.0.iter().filter(|name| absent.contains(name)) {
            let mut others = other_cases(name).into_iter();
            if let Some(other) = others.find(|other| !absent.contains(other)) {
                renamed.push((other, name));
            }
        }
        if renamed.is_empty() {
            return rows;
        }
        let rename = |row: RawRow| {
            let renamed = &renamed;
            RawRow::of(&Renamed { row: &row, renamed }).unwrap_or(row)
        };
        rows.into_iter().map(rename).collect()
    }

    /// Returns the fields that no row has in any case and that every row has to have: what rests on them is not known.
    ///
    /// Of other fields, a server may leave out those without a value.
    pub(super) fn lacking(&self, ask: &Ask, absent: &[String]) -> Vec<String> {
        let needed = |name: &&String| {
            let of = |role: &&Role| ask.entity_type.role(**role) == Some(name.as_str());
            **name == ask.entity_type.key
                || ask.roles.iter().filter(of).any(|role| is_never_null(*role))
        };
        let lacking = self.0.iter().filter(needed);
        lacking
            .filter(|name| is_in(name, absent))
            .cloned()
            .collect()
    }

    /// Whether no row has any of them: what came are rows of other names.
    pub(super) fn are_all_in(&self, absent: &[String]) -> bool {
        self.0.iter().all(|name| is_in(name, absent))
    }
}

/// Whether a row without this is no row of its type: its name, its state, its quantities.
fn is_never_null(role: Role) -> bool {
    matches!(
        role,
        Role::Code
            | Role::Status
            | Role::Quantity
            | Role::Available
            | Role::Unavailable
            | Role::Reserved
            | Role::Blocked
            | Role::Allocated
            | Role::ShippedQuantity
            | Role::ReceivedQuantity
            | Role::Locked
    )
}

/// Whether a name is absent in every case.
fn is_in(name: &String, absent: &[String]) -> bool {
    absent.contains(name) && other_cases(name).iter().all(|other| absent.contains(other))
}

/// `UoMCode` as `uoMCode`, `uomcode`, `UOMCODE`.
fn other_cases(name: &str) -> Vec<String> {
    let rest = name.trim_start_matches(char::is_uppercase);
    let capitals = name.chars().count() - rest.chars().count();
    // Of several capitals, the last begins the next word: `ABCCode` is `abcCode`.
    let lowered = if capitals > 1 && !rest.is_empty() {
        capitals - 1
    } else {
        capitals
    };
    let camel = name.chars().enumerate().map(|(at, character)| {
        if at < lowered {
            character.to_ascii_lowercase()
        } else {
            character
        }
    });
    let mut cases = vec![camel.collect(), name.to_lowercase(), name.to_uppercase()];
    cases.dedup();
    cases.retain(|case| case != name);
    cases
}

struct Renamed<'r> {
    row: &'r RawRow,
    renamed: &'r [(String, &'r str)],
}

impl Serialize for Renamed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.row.fields().into_iter();
        serializer.collect_map(fields.map(|(name, value)| {
            let known = self.renamed.iter().find(|(other, _)| *other == name);
            let name = known.map_or(name.into_owned(), |(_, name)| (*name).to_owned());
            (name, value)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::other_cases;

    #[test]
    fn a_name_has_other_cases() {
        assert_eq!(other_cases("UoMCode"), ["uoMCode", "uomcode", "UOMCODE"]);
        assert_eq!(other_cases("ABCCode"), ["abcCode", "abccode", "ABCCODE"]);
        assert_eq!(other_cases("Status"), ["status", "STATUS"]);
        assert_eq!(other_cases("id"), ["ID"]);
    }
}
