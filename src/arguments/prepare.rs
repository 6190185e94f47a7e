//! Arguments held against the published schema, before serde sees them.
//!
//! Several clients send numbers, booleans and lists as texts, and strip `additionalProperties` from what they show the
//! model; so this is where names are refused and forms are mended, at every depth, for every tool alike.

use rmcp::model::JsonObject;
use serde_json::Value;

use super::{
    coerce,
    error::{ArgumentError, excerpt, path_text},
    expectation::{expectation, found},
    path::{MAX_DEPTH, Path},
    synonyms,
};
use crate::nearest::nearest;

/// The most items of one list. The longest list a tool asks for has some dozens.
const MAX_ITEMS: usize = 1_000;

/// Returns `arguments` as `schema` wants them, or why they can't be: every value of its published type and bounds, `null`
/// for an optional parameter taken as absent.
///
/// Accepted besides the published forms: texts for numbers (`"5"`), for booleans (`"True"`), for lists and objects (as JSON
/// text) and a single value for a list of one; whole floats for integers (`5.0`, `1e3`); integers for texts, by their
/// digits; words of an enumeration in any case. Meant for schemas made by [`input_schema`](super::input_schema).
pub fn prepare(schema: &JsonObject, arguments: JsonObject) -> Result<JsonObject, ArgumentError> {
    members(schema, arguments, Path::root())
}

fn members(
    schema: &JsonObject,
    given: JsonObject,
    path: Path<'_>,
) -> Result<JsonObject, ArgumentError> {
    let no_properties = JsonObject::new();
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&no_properties);
    let others = schema.get("additionalProperties").unwrap_or(&Value::Null);
    // Names first: a value under a wrong name is often what a required name lacks.
    if *others == Value::Bool(false)
        && let Some(name) = given.keys().find(|name| !properties.contains_key(*name))
    {
        let required = required(schema).filter(|name| !is_given(&given, name));
        let required: Vec<&str> = required.collect();
        return Err(unknown_name(properties, name, &required, path));
    }
    let mut ready = JsonObject::with_capacity(given.len());
    for (name, value) in given {
        let property = properties.get(&name);
        if property.is_some() && value.is_null() {
            continue;
        }
        let path = path.name(&name);
        let value = prepared(property.unwrap_or(others), value, path).map_err(|error| {
            let is_required = required(schema).any(|required| required == name);
            if is_required {
                error
            } else {
                error.of_optional(path)
            }
        })?;
        ready.insert(name, value);
    }
    match required(schema).find(|name| !ready.contains_key(*name)) {
        Some(name) => Err(missing(properties, name, path)),
        None => Ok(ready),
    }
}

fn prepared(schema: &Value, value: Value, path: Path<'_>) -> Result<Value, ArgumentError> {
    if path.is_too_deep() {
        let wanted = format!("a value at most {MAX_DEPTH} levels deep");
        return Err(ArgumentError::wrong_value(path, wanted, "a deeper one"));
    }
    if let Value::String(text) = &value {
        coerce::refuse_unfit_text(text, path)?;
    }
    let Some(schema) = schema.as_object() else {
        return anything(value, path);
    };
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => coerce::text(schema, value, path).map(Value::String),
        Some("integer") => coerce::integer(schema, &value, path),
        Some("number") => coerce::number(schema, &value, path),
        Some("boolean") => coerce::boolean(schema, &value, path),
        Some("array") => list(schema, value, path),
        Some("object") => object(schema, value, path),
        _ => anything(value, path),
    }
}

fn object(schema: &JsonObject, value: Value, path: Path<'_>) -> Result<Value, ArgumentError> {
    let given = match value {
        Value::Object(given) => given,
        Value::String(text) => serde_json::from_str(&text)
            .map_err(|_| ArgumentError::wrong_value(path, "an object", found(&text.into())))?,
        other => {
            return Err(ArgumentError::wrong_value(path, "an object", found(&other)));
        }
    };
    members(schema, given, path).map(Value::Object)
}

fn list(schema: &JsonObject, value: Value, path: Path<'_>) -> Result<Value, ArgumentError> {
    let items = match value {
        Value::Array(items) => Ok(items),
        Value::String(text) if text.trim().is_empty() => Ok(Vec::new()),
        Value::String(text) => coerce::list_in(&text).ok_or(Value::String(text)),
        single => Err(single),
    };
    let count = items.as_ref().map_or(1, Vec::len);
    let bound = |keyword| coerce::size_bound(schema, keyword);
    let most = bound("maxItems").unwrap_or(MAX_ITEMS);
    if count < bound("minItems").unwrap_or(0) || count > most {
        let wanted = if count > MAX_ITEMS {
            format!("a list of at most {MAX_ITEMS} items")
        } else {
            expectation(schema)
        };
        let found = format!("one of {count}");
        return Err(ArgumentError::wrong_value(path, wanted, found));
    }
    let item_schema = schema.get("items").unwrap_or(&Value::Null);
    match items {
        Ok(items) => {
            let indexed = items.into_iter().enumerate();
            indexed
                .map(|(index, item)| prepared(item_schema, item, path.item(index)))
                .collect()
        }
        // What was no list in the arguments has no index in an error.
        Err(single) => prepared(item_schema, single, path).map(|item| Value::Array(vec![item])),
    }
}

/// A value whose schema says nothing: only its size and depth are looked at.
fn anything(value: Value, path: Path<'_>) -> Result<Value, ArgumentError> {
    match value {
        Value::Array(_) => list(&JsonObject::new(), value, path),
        Value::Object(given) => members(&JsonObject::new(), given, path).map(Value::Object),
        scalar => Ok(scalar),
    }
}

fn required(schema: &JsonObject) -> impl Iterator<Item = &str> {
    let required = schema.get("required").and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str)
}

fn is_given(given: &JsonObject, name: &str) -> bool {
    given.get(name).is_some_and(|value| !value.is_null())
}

/// `required` are the names that are required and were not given.
fn unknown_name(
    properties: &JsonObject,
    name: &str,
    required: &[&str],
    path: Path<'_>,
) -> ArgumentError {
    let accepted = names(properties);
    let mut did_you_mean = synonyms::meant(&excerpt(name), properties, required);
    if did_you_mean.is_empty() {
        let similar = nearest(&excerpt(name), accepted.iter().map(String::as_str));
        did_you_mean = similar.into_iter().map(str::to_owned).collect();
    }
    ArgumentError::UnknownName {
        parameter: path_text(path.name(name)),
        did_you_mean,
        missing: required.first().map(|name| (*name).to_owned()),
        accepted,
    }
}

fn missing(properties: &JsonObject, name: &str, path: Path<'_>) -> ArgumentError {
    let schema = properties.get(name).and_then(Value::as_object);
    ArgumentError::Missing {
        parameter: path_text(path.name(name)),
        wanted: schema.map(expectation).unwrap_or_default(),
        accepted: names(properties),
    }
}

fn names(properties: &JsonObject) -> Vec<String> {
    properties.keys().cloned().collect()
}
