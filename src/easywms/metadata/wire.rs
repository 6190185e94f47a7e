//! What a metadata service answers, read by the names that such services give the same things.
//!
//! No reference of it exists: a row that has none of the names is unreadable, and never a type or a field less.

use serde_json::value::RawValue;

use super::fields::EntityField;
use super::types::EntityTypeSummary;
use crate::easywms::rows::{RawRow, plain_text};

const TYPE_NAMES: [&str; 5] = [
    "Name",
    "EntityName",
    "EntityTypeName",
    "TypeName",
    "EntityType",
];
const DESCRIPTIONS: [&str; 3] = ["Description", "DisplayName", "Caption"];
const KEYS: [&str; 4] = ["KeyField", "Key", "KeyProperty", "KeyName"];
const FIELD_LISTS: [&str; 5] = ["Properties", "Fields", "Columns", "Members", "Attributes"];
const FIELD_NAMES: [&str; 4] = ["Name", "PropertyName", "FieldName", "ColumnName"];
const DATA_TYPES: [&str; 5] = ["Type", "DataType", "PropertyType", "ClrType", "TypeName"];
const RELATIONS: [&str; 2] = ["RelatedEntityType", "Relation"];

/// Returns the entity type that a row of the list describes; none if it has no name.
pub(super) fn entity_type(row: &RawRow) -> Option<EntityTypeSummary> {
    Some(EntityTypeSummary {
        name: text(row, &TYPE_NAMES)?,
        description: text(row, &DESCRIPTIONS),
        category: None,
        key: text(row, &KEYS),
    })
}

/// Returns the fields that a type's description lists; none if it lists none, or one without a name.
pub(super) fn fields(document: Box<RawValue>) -> Option<Vec<EntityField>> {
    let document = RawRow::from(document);
    let list = member(&document, &FIELD_LISTS).unwrap_or(document.raw());
    let listed: Vec<Box<RawValue>> = serde_json::from_str(list.get()).ok()?;
    let fields: Option<Vec<EntityField>> = listed.into_iter().map(field).collect();
    fields.filter(|fields| !fields.is_empty())
}

fn field(description: Box<RawValue>) -> Option<EntityField> {
    let row = RawRow::from(description);
    Some(EntityField {
        name: text(&row, &FIELD_NAMES)?,
        data_type: text(&row, &DATA_TYPES),
        relation: text(&row, &RELATIONS),
        seen: true,
    })
}

/// A member that is a text, or a list of one text, as a key of several fields would be.
fn text(row: &RawRow, names: &[&str]) -> Option<String> {
    let value = member(row, names)?;
    let text = match serde_json::from_str::<Vec<String>>(value.get()) {
        Ok(texts) => <[String; 1]>::try_from(texts).ok().map(|[only]| only),
        Err(_) if value.get().starts_with('"') => plain_text(value),
        Err(_) => None,
    };
    text.filter(|text| !text.trim().is_empty())
}

/// The first of the names that the row has, in any case; null counts as absent.
fn member<'r>(row: &'r RawRow, names: &[&str]) -> Option<&'r RawValue> {
    let members = row.fields();
    names.iter().find_map(|wanted| {
        let mut alike = members
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        alike.find_map(|(_, value)| (value.get() != "null").then_some(*value))
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{RawRow, entity_type, fields};
    use serde_json::value::RawValue;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    #[test]
    fn a_type_has_a_name_under_any_plausible_member_and_a_key_of_one_field() {
        for text in [
            r#"{"EntityName":"Product","Key":"Code"}"#,
            r#"{"Name":"Product","name":"Product","KeyField":"Code"}"#,
            r#"{"id":7,"entityTypeName":"Product","key":["Code"]}"#,
            r#"{"name":null,"TypeName":"Product","KEYFIELD":"Code"}"#,
        ] {
            let found = entity_type(&RawRow::from(raw(text))).unwrap();
            assert_eq!(
                (found.name.as_str(), found.key.as_deref()),
                ("Product", Some("Code")),
                "{text}"
            );
        }
        let composite = entity_type(&RawRow::from(raw(
            r#"{"Name":"Product","Key":["Code","OwnerCode"]}"#,
        )))
        .unwrap();
        assert_eq!(composite.key, None);
        for text in [r#"{"Id":7}"#, r#"{"Name":" "}"#, r#"{"Name":7}"#] {
            assert!(entity_type(&RawRow::from(raw(text))).is_none(), "{text}");
        }
    }

    #[test]
    fn fields_are_listed_whole_or_not_at_all() {
        let listed = |text: &str| {
            let names = |fields: Vec<super::EntityField>| {
                fields
                    .into_iter()
                    .map(|field| field.name)
                    .collect::<Vec<_>>()
            };
            fields(raw(text)).map(names)
        };
        let both = Some(vec!["Code".to_owned(), "Id".to_owned()]);
        assert_eq!(
            listed(r#"{"Properties":[{"Name":"Code"},{"name":"Id","Name":"Id"}]}"#),
            both
        );
        assert_eq!(
            listed(r#"[{"PropertyName":"Code","Type":"System.String"},{"fieldName":"Id"}]"#),
            both
        );
        for text in [
            "{}",
            "7",
            r#"{"Properties":[]}"#,
            r#"{"Properties":[{"Name":"Code"},{"X":1}]}"#,
        ] {
            assert_eq!(listed(text), None, "{text}");
        }
    }
}
