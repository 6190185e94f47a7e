//! The fields of a question, and what no row that came has of them.

use super::subject::Ask;
use crate::easywms::Role;

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

    /// Returns the fields that no row has and that every row has to have: what rests on them is not known.
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
            .filter(|name| absent.contains(name))
            .cloned()
            .collect()
    }

    /// Whether no row has any of them: what came are rows of other names.
    pub(super) fn are_all_in(&self, absent: &[String]) -> bool {
        self.0.iter().all(|name| absent.contains(name))
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
