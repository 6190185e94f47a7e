//! What a server is known to have before it is asked: entity types, their keys, their short form, their main fields.
//!
//! The built-in catalogue (`catalogue.json`) holds the standard product's vocabulary. A site with other names gives its
//! own file in the same form (`WMS_<P>_CATALOGUE`). Of each type it says:
//!
//! - `name`, `description`, `category`, `key`, `lite`, `fields`: what the entity tools list, query and shorten;
//! - `noun`: what the rows stand for, so that the warehouse tools find them (`"noun": "task"`);
//! - `roles`: which field says what (`"device": "DeviceCode"`), and `values`: which codes mean what (`"failed": ["Failed"]`).
//!
//! The words for nouns, roles and values are those of the built-in file. A type without a noun is queried like any other;
//! a noun, role or set of values that is left out makes the part of an answer that needs it `unavailable`, no more.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use thiserror::Error;

use super::vocabulary::{Noun, Role, ValueSet};

/// The entity types of a server, as data.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// The types, in the order in which they are listed.
    pub types: Vec<CatalogueType>,
}

/// One entity type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueType {
    /// The name on the wire: `OutboundOrder`.
    pub name: String,
    /// What its rows stand for, if the program reads them on its own.
    #[serde(default)]
    pub noun: Option<Noun>,
    /// What its rows are: one sentence.
    pub description: String,
    /// The area it belongs to: `stock`, `outbound` …
    pub category: String,
    /// The field that identifies a row.
    pub key: String,
    /// The fields of the short form, at most six, the key first.
    pub lite: Vec<String>,
    /// The field that says each thing.
    #[serde(default)]
    pub roles: BTreeMap<Role, String>,
    /// The codes that mean each thing.
    #[serde(default)]
    pub values: BTreeMap<ValueSet, Vec<String>>,
    /// The main fields. A server usually has more; its metadata service knows.
    pub fields: Vec<CatalogueField>,
}

/// One field of an entity type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueField {
    /// The property name.
    pub name: String,
    /// `text`, `number`, `boolean`, `date` or `id`.
    #[serde(rename = "type", default = "text")]
    pub data_type: String,
    /// The entity type that the field points to.
    #[serde(default)]
    pub relation: Option<String>,
}

fn text() -> String {
    "text".to_owned()
}

/// The longest short form: the tools promise at most six fields.
const LITE_FIELDS: usize = 6;

/// Why a catalogue can't be used.
#[derive(Debug, Error)]
pub enum CatalogueError {
    /// The file can't be read.
    #[error("the catalogue file can't be read: {0}")]
    Unreadable(std::io::ErrorKind),
    /// The file is not a catalogue.
    #[error("the catalogue is not valid: {0}")]
    Invalid(#[from] serde_json::Error),
    /// A type breaks a rule.
    #[error("in the catalogue, the type '{name}' has {problem}")]
    Type {
        /// The type's name.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl Catalogue {
    /// Returns the catalogue of the standard product.
    pub fn built_in() -> Result<Self, CatalogueError> {
        Self::parse(include_str!("catalogue.json"))
    }

    /// Reads a site's own catalogue.
    pub fn from_file(path: &Path) -> Result<Self, CatalogueError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| CatalogueError::Unreadable(error.kind()))?;
        Self::parse(&text)
    }

    /// Reads a catalogue's text and checks its rules.
    pub fn parse(text: &str) -> Result<Self, CatalogueError> {
        let catalogue: Self = serde_json::from_str(text.trim_start_matches('\u{feff}'))?;
        for (at, entity_type) in catalogue.types.iter().enumerate() {
            entity_type.check()?;
            let before = catalogue.types.iter().take(at);
            if entity_type.noun.is_some()
                && before.clone().any(|other| other.noun == entity_type.noun)
            {
                return Err(entity_type.error("a noun that another type has already".to_owned()));
            }
        }
        Ok(catalogue)
    }

    /// Returns the type whose rows stand for `noun`.
    #[must_use]
    pub fn noun(&self, noun: Noun) -> Option<&CatalogueType> {
        self.types
            .iter()
            .find(|entity_type| entity_type.noun == Some(noun))
    }

    /// Returns the type of that exact name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&CatalogueType> {
        self.types
            .iter()
            .find(|entity_type| entity_type.name == name)
    }
}

impl CatalogueType {
    /// Returns the field that has a role.
    #[must_use]
    pub fn role(&self, role: Role) -> Option<&str> {
        self.roles.get(&role).map(String::as_str)
    }

    /// Returns the codes of a set; a set that is empty or left out is none.
    #[must_use]
    pub fn values(&self, set: ValueSet) -> Option<&[String]> {
        let codes = self.values.get(&set).map(Vec::as_slice);
        codes.filter(|codes| !codes.is_empty())
    }

    /// Whether a code is in a set of this type. A type whose sets leave out what is over or what has begun does not list
    /// its codes, and then there are no others.
    #[must_use]
    pub fn knows(&self, code: &str) -> bool {
        let lists = |set| self.values(set).is_some();
        let lists_all =
            lists(ValueSet::Closed) && (lists(ValueSet::Partial) || lists(ValueSet::Open));
        let mut codes = self.values.values().flatten();
        !lists_all || codes.any(|known| known.eq_ignore_ascii_case(code))
    }

    fn check(&self) -> Result<(), CatalogueError> {
        if self.lite.is_empty() || self.lite.len() > LITE_FIELDS {
            return Err(self.error("a short form of no field or more than six".to_owned()));
        }
        if self.lite.first() != Some(&self.key) {
            return Err(self.error("a short form that does not start with its key".to_owned()));
        }
        let lost = self
            .roles
            .iter()
            .find(|(_, name)| !self.fields.iter().any(|field| field.name == **name));
        match lost {
            Some((role, name)) => Err(self.error(format!(
                "the role '{role}' on '{name}', which is not among its fields"
            ))),
            None => Ok(()),
        }
    }

    fn error(&self, problem: String) -> CatalogueError {
        CatalogueError::Type {
            name: self.name.clone(),
            problem,
        }
    }
}

/// Returns whether two names mean one entity type: case, number and separators don't count.
pub(super) fn same_type(a: &str, b: &str) -> bool {
    singular(a) == singular(b)
}

/// `outbound_orders`, `OutboundOrders` and `OutboundOrder` become `outboundorder`; `Agencies` becomes `agency`.
fn singular(name: &str) -> String {
    let plain: String = name
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    if let Some(stem) = plain.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let stem = plain.strip_suffix('s').filter(|stem| !stem.ends_with('s'));
    stem.unwrap_or(&plain).to_owned()
}

/// Returns a name in the plural, or a plural in the singular: `Product` and `Products`, `Agency` and `Agencies`.
pub(super) fn other_number(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("ies") {
        format!("{stem}y")
    } else if let Some(stem) = name.strip_suffix('s') {
        stem.to_owned()
    } else if let Some(stem) = name.strip_suffix('y') {
        format!("{stem}ies")
    } else {
        format!("{name}s")
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{Catalogue, same_type};

    #[test]
    fn the_built_in_catalogue_keeps_its_own_rules() {
        let catalogue = Catalogue::built_in().unwrap();
        for entity_type in &catalogue.types {
            let known = |name: &String| entity_type.fields.iter().any(|field| field.name == *name);
            assert!(
                entity_type.lite.iter().all(known),
                "{}: {:?}",
                entity_type.name,
                entity_type.lite
            );
            for field in &entity_type.fields {
                let target = field.relation.as_deref();
                assert!(
                    target.is_none_or(|name| catalogue.get(name).is_some()),
                    "{}.{}",
                    entity_type.name,
                    field.name
                );
            }
        }
    }

    #[test]
    fn refuses_a_role_on_a_field_that_is_not_there_and_a_word_that_nothing_reads() {
        let with = |part: &str| {
            let text = format!(
                r#"{{"types":[{{"name":"Bin","description":"","category":"","key":"Code","lite":["Code"],"fields":[{{"name":"Code"}}],{part}}}]}}"#
            );
            Catalogue::parse(&text).map_err(|error| error.to_string())
        };
        assert!(with(r#""noun":"container","roles":{"code":"Code"}"#).is_ok());
        assert_eq!(
            with(r#""noun":"container","roles":{"location":"Place"}"#).unwrap_err(),
            "in the catalogue, the type 'Bin' has the role 'location' on 'Place', which is not among its fields"
        );
        assert!(
            with(r#""noun":"bin""#)
                .unwrap_err()
                .contains("unknown variant `bin`")
        );
    }

    #[test]
    fn names_match_in_any_case_and_number() {
        for (a, b) in [
            ("Products", "Product"),
            ("agencies", "Agency"),
            ("outbound_orders", "OutboundOrder"),
            ("STOCK", "Stock"),
        ] {
            assert!(same_type(a, b), "{a} {b}");
        }
        assert!(!same_type("StockLock", "Stock"));
    }
}
