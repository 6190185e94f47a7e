//! Where a keyword is looked for in one entity type, and which fields are shown of what is found.

use crate::easywms::filter::{FieldKind, Filter, FilterError, Value, is_guid};
use crate::easywms::rows::{RawRow, plain_text};
use crate::easywms::{EntityField, EntityFields, ResolvedType, Warehouse};

/// The most fields that one search looks into: each costs the server a comparison a row.
const MOST_FIELDS: usize = 20;
/// Fields of the short form of a type that only the server knows.
const LITE_FIELDS: usize = 6;
/// Endings of the names of text fields that say what a row is: codes, names, descriptions, messages. Flags, kinds and
/// addresses are left out, unless the short form has them.
const TELLING: [&str; 9] = [
    "Code",
    "Name",
    "Description",
    "Label",
    "Number",
    "Location",
    "Message",
    "Comment",
    "Content",
];
/// How the name of a flag begins: `IsExternalLabel` is no label.
const FLAGS: [&str; 4] = ["Is", "Has", "Can", "Allow"];
/// Who made a row is not what it is about.
const HOUSEKEEPING: [&str; 2] = ["CreatedBy", "UpdatedBy"];

/// One entity type as it is searched.
pub(super) struct Target {
    pub(super) name: String,
    pub(super) key: Option<String>,
    /// The fields that may hold the keyword.
    pub(super) searched: Vec<String>,
    /// The short form.
    pub(super) lite: Vec<String>,
}

impl Target {
    /// Returns the target by what is known without asking: the fields if they were read, else the catalogue's. `None` for a type that only the server knows and has not described yet.
    pub(super) fn known(warehouse: &Warehouse, entity_type: &ResolvedType) -> Option<Self> {
        let seen = warehouse.remembered_fields(&entity_type.name);
        match (warehouse.catalogue().get(&entity_type.name), seen) {
            (None, None) => None,
            (_, Some(fields)) => Some(Self::of_fields(warehouse, entity_type, &fields.fields)),
            (Some(catalogued), None) => {
                let lite = |name: &String| catalogued.lite.contains(name);
                let searched = catalogued
                    .fields
                    .iter()
                    .filter(|field| {
                        is_searched(&field.name, Some(&field.data_type), lite(&field.name))
                    })
                    .map(|field| field.name.clone());
                Some(Self::new(
                    entity_type,
                    searched.collect(),
                    catalogued.lite.clone(),
                ))
            }
        }
    }

    /// Returns the target by the fields that the server showed, in case it has no others.
    pub(super) fn of_seen_fields(
        warehouse: &Warehouse,
        entity_type: &ResolvedType,
        known: &EntityFields,
    ) -> Self {
        let seen = known.fields.iter().filter(|field| field.seen);
        let seen: Vec<EntityField> = seen.cloned().collect();
        Self::of_fields(warehouse, entity_type, &seen)
    }

    /// Returns the target by the fields that the type has.
    pub(super) fn of_fields(
        warehouse: &Warehouse,
        entity_type: &ResolvedType,
        known: &[EntityField],
    ) -> Self {
        let names = || known.iter().map(|field| &field.name);
        let lite: Vec<String> =
            if let Some(catalogued) = warehouse.catalogue().get(&entity_type.name) {
                let has = |name: &&String| names().any(|known| known == *name);
                catalogued.lite.iter().filter(has).cloned().collect()
            } else {
                let key = entity_type.key.as_ref();
                let others = names().filter(|name| Some(*name) != key);
                key.into_iter()
                    .chain(others)
                    .take(LITE_FIELDS)
                    .cloned()
                    .collect()
            };
        let searched = known
            .iter()
            .filter(|field| {
                is_searched(
                    &field.name,
                    field.data_type.as_deref(),
                    lite.contains(&field.name),
                )
            })
            .map(|field| field.name.clone());
        Self::new(entity_type, searched.collect(), lite)
    }

    /// Returns the condition that a row holds the keyword; `None` if no field can.
    pub(super) fn filter(&self, keyword: &str) -> Result<Option<Filter>, FilterError> {
        let mut filter: Option<Filter> = None;
        let mut either = |condition: Filter| {
            filter = Some(match filter.take() {
                Some(filter) => filter.or(condition),
                None => condition,
            });
        };
        // An id is no text to the server, so that only the whole of it can be asked for.
        if is_guid(keyword) {
            either(Filter::equals("Id", Value::Text(keyword.to_owned()))?);
        }
        for field in &self.searched {
            either(Filter::contains(field, keyword)?);
        }
        Ok(filter)
    }

    /// Returns the searched fields that hold the keyword in some of the rows.
    pub(super) fn matched_in(&self, rows: &[RawRow], keyword: &str) -> Vec<&str> {
        let keyword = keyword.to_lowercase();
        let mut matched = vec![false; self.searched.len()];
        for row in rows {
            for (matched, value) in matched.iter_mut().zip(row.values(&self.searched)) {
                let text = value.and_then(plain_text);
                *matched |= text.is_some_and(|text| text.to_lowercase().contains(&keyword));
            }
        }
        let fields = self.searched.iter().zip(matched);
        fields
            .filter(|(_, matched)| *matched)
            .map(|(field, _)| field.as_str())
            .collect()
    }

    /// Returns how near a row's key is to the keyword: 0 the same, 1 begins with it, 2 anything else.
    pub(super) fn distance(&self, row: &RawRow, keyword: &str) -> u8 {
        let key = self.key.as_deref().and_then(|key| row.text_of(key));
        let key = key.unwrap_or_default().to_lowercase();
        let keyword = keyword.to_lowercase();
        if key == keyword {
            0
        } else {
            2 - u8::from(key.starts_with(&keyword))
        }
    }

    fn new(entity_type: &ResolvedType, mut searched: Vec<String>, lite: Vec<String>) -> Self {
        searched.truncate(MOST_FIELDS);
        Self {
            name: entity_type.name.clone(),
            key: entity_type.key.clone(),
            searched,
            lite,
        }
    }
}

/// Whether a field may hold what somebody looks for. A field that showed null alone has no type; its name must do.
fn is_searched(name: &str, data_type: Option<&str>, in_lite: bool) -> bool {
    let is_text = match data_type {
        Some(data_type) => FieldKind::of_type(data_type) == Some(FieldKind::Text),
        None => !is_flag(name),
    };
    let tells = TELLING.iter().any(|ending| name.ends_with(ending));
    let tells = tells || (in_lite && data_type.is_some());
    is_text && tells && !HOUSEKEEPING.contains(&name)
}

fn is_flag(name: &str) -> bool {
    let mut rests = FLAGS.iter().filter_map(|start| name.strip_prefix(start));
    rests.any(|rest| rest.starts_with(char::is_uppercase))
}
