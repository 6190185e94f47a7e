//! The entity types of a server: its own list beside the catalogue's, and which of the two a name means.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::wire;
use crate::easywms::catalogue::{Catalogue, CatalogueType, same_type};
use crate::easywms::error::ReadError;
use crate::easywms::rows::RawRow;

/// An entity type as it is listed.
#[derive(Clone, Debug, Serialize)]
pub struct EntityTypeSummary {
    /// The name to use in other calls.
    pub name: String,
    /// What its rows are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The area it belongs to; types that only the server knows have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The field that identifies a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The entity types that can be asked for.
#[derive(Clone, Debug)]
pub struct EntityTypes {
    /// The catalogue's, then those that only the server knows.
    pub types: Vec<EntityTypeSummary>,
    /// Why the server's own list did not confirm them; none if it did.
    pub unconfirmed: Option<Undescribed>,
}

/// Why nothing is known of a server's own entity types.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Undescribed {
    /// It has no metadata service.
    Missing,
    /// This user may not read it.
    Forbidden,
    /// What it lists can't be read as types.
    Unreadable,
    /// It lists no type at all, although there are warehouses with none of them.
    Empty,
}

impl fmt::Display for Undescribed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "this server has no metadata service",
            Self::Forbidden => "this user may not read the metadata service",
            Self::Unreadable => "the list of the metadata service can't be read",
            Self::Empty => "the metadata service lists no entity type",
        })
    }
}

/// What a server says of its entity types.
#[derive(Clone, Debug)]
pub(in crate::easywms) enum ServerTypes {
    /// At least one type.
    Known(Arc<Vec<EntityTypeSummary>>),
    Undescribed(Undescribed),
}

impl ServerTypes {
    /// Reads what came of asking for them. A list that is read in part would hide types, so it counts as unreadable; a
    /// failure that may pass is none of the server's types and is returned.
    pub(in crate::easywms) fn of(
        answer: Result<Vec<RawRow>, ReadError>,
    ) -> Result<Self, ReadError> {
        let rows = match answer {
            Ok(rows) => rows,
            Err(ReadError::ServiceMissing { .. }) => {
                return Ok(Self::Undescribed(Undescribed::Missing));
            }
            Err(ReadError::Forbidden { .. }) => {
                return Ok(Self::Undescribed(Undescribed::Forbidden));
            }
            Err(ReadError::Unreadable { .. }) => {
                return Ok(Self::Undescribed(Undescribed::Unreadable));
            }
            Err(error) => return Err(error),
        };
        let types: Option<Vec<EntityTypeSummary>> = rows.iter().map(wire::entity_type).collect();
        Ok(match types {
            None => Self::Undescribed(Undescribed::Unreadable),
            Some(types) if types.is_empty() => Self::Undescribed(Undescribed::Empty),
            Some(types) => Self::Known(Arc::new(types)),
        })
    }

    /// Returns the types that can be asked for.
    pub(super) fn beside(&self, catalogue: &Catalogue) -> EntityTypes {
        let catalogued = catalogue.types.iter();
        match self {
            Self::Undescribed(why) => EntityTypes {
                types: catalogued.map(EntityTypeSummary::of).collect(),
                unconfirmed: Some(*why),
            },
            Self::Known(listed) => {
                let there = |known: &&CatalogueType| {
                    listed
                        .iter()
                        .any(|there| is_listed_as(listed, known, &there.name))
                };
                let in_catalogue = |there: &EntityTypeSummary| {
                    let mut types = catalogue.types.iter();
                    types.any(|known| is_listed_as(listed, known, &there.name))
                };
                let only_there = listed.iter().filter(|there| !in_catalogue(there)).cloned();
                let known = catalogued.filter(there).map(EntityTypeSummary::of);
                EntityTypes {
                    types: known.chain(only_there).collect(),
                    unconfirmed: None,
                }
            }
        }
    }
}

impl EntityTypeSummary {
    fn of(entity_type: &CatalogueType) -> Self {
        Self {
            name: entity_type.name.clone(),
            description: Some(entity_type.description.clone()),
            category: Some(entity_type.category.clone()),
            key: Some(entity_type.key.clone()),
        }
    }
}

/// Returns the item that a name means: the one of exactly that name before one that differs in case, before one that is
/// spelled alike, since a server can have both `CST_Lot` and `CST_Lots`.
pub(super) fn named<'i, T>(
    items: &'i [T],
    name: &str,
    name_of: impl Fn(&T) -> &str,
) -> Option<&'i T> {
    let exact = items.iter().find(|item| name_of(item) == name);
    exact
        .or_else(|| {
            items
                .iter()
                .find(|item| name_of(item).eq_ignore_ascii_case(name))
        })
        .or_else(|| items.iter().find(|item| same_type(name_of(item), name)))
}

/// Whether the server lists a type of the catalogue under `name`: its own, or one alike if its own is not listed.
pub(in crate::easywms) fn is_listed_as(
    listed: &[EntityTypeSummary],
    known: &CatalogueType,
    name: &str,
) -> bool {
    known.name == name
        || (same_type(&known.name, name) && !listed.iter().any(|there| there.name == known.name))
}
