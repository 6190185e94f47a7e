//! A list of names that a model may write as one text or as a list.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor},
};

/// Names such as the fields of a row, in the order given: `lite`, `Code, Status` or `["Code", "Status"]`.
///
/// Published as a text, because that is what models send most and a union of types breaks Gemini for the whole request.
/// [`prepare`](super::prepare()) recognises it by [`NameList::PATTERN`] and joins a list into that text. Never empty there;
/// blanks around a name and empty names are dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameList(pub Vec<String>);

impl NameList {
    /// The published form: names without commas, separated by commas.
    pub const PATTERN: &str = "^[^,]+(,[^,]+)*$";

    /// Returns the names in `text`, trimmed, without the empty ones.
    pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
        text.split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
    }
}

impl JsonSchema for NameList {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "NameList".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": Self::PATTERN })
    }
}

impl<'de> Deserialize<'de> for NameList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameListVisitor)
    }
}

struct NameListVisitor;

impl<'de> Visitor<'de> for NameListVisitor {
    type Value = NameList;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("names separated by commas, or a list of names")
    }

    fn visit_str<E>(self, text: &str) -> Result<NameList, E> {
        Ok(NameList(NameList::split(text).map(str::to_owned).collect()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<NameList, A::Error> {
        let mut names = Vec::new();
        while let Some(item) = items.next_element::<String>()? {
            names.extend(NameList::split(&item).map(str::to_owned));
        }
        Ok(NameList(names))
    }
}
