//! The fields of an entity type: from a metadata answer, from a row, or from the catalogue.

use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::easywms::catalogue::CatalogueType;
use crate::easywms::filter::{FieldKind, is_guid};
use crate::easywms::point_in_time::PointInTime;
use crate::easywms::rows::{RawRow, plain_text};
use crate::nearest::nearest;

/// A field of an entity type.
#[derive(Clone, Debug)]
pub struct EntityField {
    /// The property name.
    pub name: String,
    /// The type as the source names it.
    pub data_type: Option<String>,
    /// The entity type it points to.
    pub relation: Option<String>,
    /// Whether the server showed it; otherwise the catalogue alone says that it is there.
    pub seen: bool,
}

/// Where the fields of a type are known from.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldSource {
    /// The server's metadata service.
    Metadata,
    /// A row of that type: types are the catalogue's, or what the values show.
    Sample,
    /// The catalogue alone: the server has no metadata and no row of that type.
    Catalogue,
}

/// The fields of an entity type.
#[derive(Clone, Debug)]
pub struct EntityFields {
    /// In the order in which rows show them.
    pub fields: Vec<EntityField>,
    /// Where they are known from.
    pub source: FieldSource,
}

impl EntityFields {
    /// Finds the field that a name means; case does not count.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&EntityField> {
        let exact = self.fields.iter().find(|field| field.name == name);
        exact.or_else(|| {
            self.fields
                .iter()
                .find(|field| field.name.eq_ignore_ascii_case(name))
        })
    }

    /// Whether there are fields that the server did not show.
    #[must_use]
    pub fn has_unseen(&self) -> bool {
        self.fields.iter().any(|field| !field.seen)
    }

    /// Returns what the values of a field are, if its type says it; case does not count in the name.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<FieldKind> {
        FieldKind::of_type(self.find(name)?.data_type.as_deref()?)
    }

    /// Returns the nearest names to one that is no field.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Vec<String> {
        let names = self.fields.iter().map(|field| field.name.as_str());
        nearest(name, names)
            .into_iter()
            .map(str::to_owned)
            .collect()
    }
}

/// Returns the fields of a sampled row. If it shows no null, its server may leave nulls out: the catalogue's other
/// fields then follow, unseen.
pub(super) fn fields_of_row(row: &RawRow, catalogued: Option<&CatalogueType>) -> Vec<EntityField> {
    let known = fields_of_catalogue(catalogued);
    let values = row.fields();
    let shows_nulls = values.iter().any(|(_, value)| value.get() == "null");
    let mut fields: Vec<EntityField> = Vec::with_capacity(values.len());
    for (name, value) in values {
        let known = known.iter().find(|field| field.name == name);
        let known_type = known.and_then(|field| field.data_type.clone());
        fields.push(EntityField {
            data_type: shown_kind(value, known_type.as_deref())
                .map(|kind| kind.word().to_owned())
                .or(known_type),
            relation: known.and_then(|field| field.relation.clone()),
            name: name.into_owned(),
            seen: true,
        });
    }
    if !shows_nulls {
        let seen = fields.len();
        for field in known {
            let shown = fields
                .iter()
                .take(seen)
                .any(|shown| shown.name == field.name);
            if !shown {
                fields.push(field);
            }
        }
    }
    fields
}

/// Returns the kind of field that a value shows. A number and a flag leave no doubt; of a text the catalogue knows more,
/// and digits in quotes may be a code or a number.
fn shown_kind(value: &RawValue, known_type: Option<&str>) -> Option<FieldKind> {
    match value.get().bytes().next()? {
        b't' | b'f' => Some(FieldKind::Boolean),
        b'-' | b'0'..=b'9' => Some(FieldKind::Number),
        b'"' if known_type.is_none() => {
            let text = plain_text(value)?;
            if is_guid(&text) {
                Some(FieldKind::Id)
            } else if text.contains('T') && PointInTime::parse(&text).is_some() {
                Some(FieldKind::Date)
            } else {
                text.parse::<Decimal>().is_err().then_some(FieldKind::Text)
            }
        }
        _ => None,
    }
}

pub(super) fn fields_of_catalogue(catalogued: Option<&CatalogueType>) -> Vec<EntityField> {
    let fields = catalogued
        .iter()
        .flat_map(|entity_type| &entity_type.fields);
    fields
        .map(|field| EntityField {
            name: field.name.clone(),
            data_type: Some(field.data_type.clone()),
            relation: field.relation.clone(),
            seen: false,
        })
        .collect()
}
