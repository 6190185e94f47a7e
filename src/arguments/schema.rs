//! The schema a parameter struct publishes, in the few words of JSON Schema that every client understands.
//!
//! schemars describes a type in full: references, unions with null, formats of Rust's integers, titles, boolean
//! schemas. Each of these makes some client drop the tool, the whole list or the whole request, and all of them cost
//! context. So the published schema is not what is left after cleaning: it is written anew from a closed list of words.

use std::sync::Arc;

use rmcp::model::JsonObject;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

/// The bounds that are published as they are, and that [`prepare`](super::prepare()) enforces. What a tool clamps instead of
/// refusing publishes none: a `limit` is an `i64` whose description names its bounds.
const BOUNDS: [&str; 9] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
];

/// Returns the input schema of a tool whose parameters are `T`.
///
/// Inlined; every object closed; properties in the order of their declaration; an optional field is one that `required`
/// doesn't list. An enumeration is one flat list of words, its variants' documentation joined to the description.
/// `T` must be a struct with named fields. Data-carrying enums and recursive types have no form here and come out as `{}`,
/// which the schema lint reports.
#[must_use]
pub fn input_schema<T: JsonSchema>() -> Arc<JsonObject> {
    let raw = SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator()
        .into_root_schema_for::<T>();
    let mut root = published(raw.as_value());
    // The struct's own documentation is for its readers; the tool has a description.
    root.shift_remove("description");
    Arc::new(root)
}

/// Writes the published form of one schema.
fn published(raw: &Value) -> JsonObject {
    let outer = Source(raw);
    let inner = outer.unwrapped();
    let words = inner.words();
    let kind = if words.is_empty() {
        inner.kind()
    } else {
        Some("string")
    };
    let mut schema = JsonObject::new();
    if let Some(kind) = kind {
        schema.insert("type".to_owned(), kind.into());
    }
    if let Some(description) = description(outer, inner, &words) {
        schema.insert("description".to_owned(), description.into());
    }
    let Some(kind) = kind else {
        return schema;
    };
    if !words.is_empty() {
        let names: Vec<&str> = words.iter().map(|word| word.name).collect();
        schema.insert("enum".to_owned(), names.into());
    }
    if let Some(default) = outer.get("default").filter(|value| says_something(value)) {
        schema.insert("default".to_owned(), default.clone());
    }
    for bound in BOUNDS {
        // A bound set on an optional struct field stands beside the union, not inside it.
        if let Some(value) = outer.get(bound).or(inner.get(bound)) {
            schema.insert(bound.to_owned(), value.clone());
        }
    }
    if let Some(items) = inner.get("items") {
        schema.insert("items".to_owned(), published(items).into());
    }
    if kind == "object" {
        insert_members(&mut schema, inner);
    }
    schema
}

fn insert_members(schema: &mut JsonObject, source: Source<'_>) {
    if let Some(values) = source
        .get("additionalProperties")
        .filter(|values| values.is_object())
    {
        schema.insert("additionalProperties".to_owned(), published(values).into());
        return;
    }
    let members = source.get("properties").and_then(Value::as_object);
    let properties: JsonObject = members
        .into_iter()
        .flatten()
        .map(|(name, raw)| (name.clone(), published(raw).into()))
        .collect();
    schema.insert("properties".to_owned(), properties.into());
    if let Some(required) = source.get("required") {
        schema.insert("required".to_owned(), required.clone());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
}

/// Returns the field's own description, else its type's, then what each word of an enumeration means.
fn description(outer: Source<'_>, inner: Source<'_>, words: &[Word<'_>]) -> Option<String> {
    let own = outer.description().or(inner.description()).map(one_line);
    let meanings: Vec<String> = words
        .iter()
        .filter_map(|word| {
            let meaning = one_line(word.meaning?);
            Some(format!("{}: {}", word.name, meaning.trim_end_matches('.')))
        })
        .collect();
    let meanings = (!meanings.is_empty()).then(|| format!("{}.", meanings.join("; ")));
    let parts: Vec<String> = own.into_iter().chain(meanings).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// One word of an enumeration and what its documentation says.
struct Word<'s> {
    name: &'s str,
    meaning: Option<&'s str>,
}

/// A schema as schemars wrote it.
#[derive(Clone, Copy)]
struct Source<'s>(&'s Value);

impl<'s> Source<'s> {
    fn get(self, keyword: &str) -> Option<&'s Value> {
        self.0.get(keyword)
    }

    fn description(self) -> Option<&'s str> {
        self.get("description")?.as_str()
    }

    /// Returns the one alternative that is not null, or the schema itself when it is no such union.
    fn unwrapped(self) -> Self {
        let Some(alternatives) = self.get("anyOf").and_then(Value::as_array) else {
            return self;
        };
        let mut real = alternatives
            .iter()
            .map(Source)
            .filter(|alternative| alternative.kind() != Some("null"));
        match (real.next(), real.next()) {
            (Some(only), None) => only,
            _ => self,
        }
    }

    /// Returns the first type that is not null, or null itself.
    fn kind(self) -> Option<&'s str> {
        match self.get("type")? {
            Value::Array(kinds) => kinds
                .iter()
                .filter_map(Value::as_str)
                .find(|kind| *kind != "null"),
            kind => kind.as_str(),
        }
    }

    /// Returns the words of an enumeration: a plain `enum`, or a `oneOf` of constants when variants are documented.
    fn words(self) -> Vec<Word<'s>> {
        let alternatives = self.get("oneOf").and_then(Value::as_array);
        let Some(alternatives) = alternatives else {
            return self.own_words();
        };
        alternatives
            .iter()
            .flat_map(|alternative| Source(alternative).own_words())
            .collect()
    }

    fn own_words(self) -> Vec<Word<'s>> {
        let listed = self.get("enum").and_then(Value::as_array);
        let names = listed.into_iter().flatten().chain(self.get("const"));
        let meaning = self.get("const").and(self.description());
        names
            .filter_map(Value::as_str)
            .map(|name| Word { name, meaning })
            .collect()
    }
}

/// A default of null or of nothing tells a model no more than that the field is optional.
fn says_something(default: &Value) -> bool {
    match default {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
