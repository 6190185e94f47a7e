//! The fields of an entity type: from a metadata answer, from a row, or from the catalogue.

use serde::{Deserialize, Serialize};

use crate::easywms::catalogue::CatalogueType;
use crate::easywms::rows::RawRow;
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
}

/// Where the fields of a type are known from.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldSource {
    /// The server's metadata service.
    Metadata,
    /// A row of that type; types and relations are then unknown.
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

#[derive(Deserialize)]
struct WireFields {
    #[serde(alias = "Properties", alias = "fields", alias = "Fields")]
    properties: Vec<WireField>,
}

#[derive(Deserialize)]
struct WireField {
    #[serde(alias = "Name")]
    name: String,
    #[serde(alias = "Type", alias = "type")]
    data_type: Option<String>,
    #[serde(alias = "RelatedEntityType", alias = "relatedEntityType")]
    relation: Option<String>,
}

pub(super) fn wire_fields(document: &str) -> Option<Vec<EntityField>> {
    let wire: WireFields = serde_json::from_str(document).ok()?;
    let field = |field: WireField| EntityField {
        name: field.name,
        data_type: field.data_type,
        relation: field.relation,
    };
    Some(wire.properties.into_iter().map(field).collect())
}

pub(super) fn fields_of_row(row: &RawRow, catalogued: Option<&CatalogueType>) -> Vec<EntityField> {
    let known = fields_of_catalogue(catalogued);
    let field = |name: String| {
        let known = known.iter().find(|field| field.name == name).cloned();
        known.unwrap_or(EntityField {
            name,
            data_type: None,
            relation: None,
        })
    };
    row.fields()
        .into_iter()
        .map(|(name, _)| field(name.into_owned()))
        .collect()
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
        })
        .collect()
}
