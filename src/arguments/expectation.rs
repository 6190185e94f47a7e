//! What a schema wants, in words: "a whole number from 1 to 200".

use rmcp::model::JsonObject;
use serde_json::Value;

use super::{error::excerpt, name_list::NameList};

/// Returns a noun phrase for the values that `schema` accepts, bounds included.
pub(super) fn expectation(schema: &JsonObject) -> String {
    let words = words(schema);
    if !words.is_empty() {
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        return format!("one of {}", quoted.join(", "));
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => text(schema),
        Some("integer") => format!("a whole number{}", range(schema)),
        Some("number") => format!("a number{}", range(schema)),
        Some("boolean") => "true or false".to_owned(),
        Some("array") => format!("a list{}", size(schema, "minItems", "maxItems", "item")),
        Some("object") => "an object".to_owned(),
        _ => "a value".to_owned(),
    }
}

/// Returns what `value` is, short enough for a message.
pub(super) fn found(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.trim().is_empty() => "a blank text".to_owned(),
        Value::String(text) => format!("'{}'", excerpt(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Returns the words that `schema` enumerates; none if it is no enumeration.
pub(super) fn words(schema: &JsonObject) -> Vec<&str> {
    let listed = schema.get("enum").and_then(Value::as_array);
    listed
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn text(schema: &JsonObject) -> String {
    let length = size(schema, "minLength", "maxLength", "character");
    match schema.get("pattern").and_then(Value::as_str) {
        Some(NameList::PATTERN) => "names separated by commas".to_owned(),
        Some(pattern) => format!("a text{length} that matches {}", excerpt(pattern)),
        None if length == " of at least 1 character" => "a text that is not blank".to_owned(),
        None => format!("a text{length}"),
    }
}

fn size(schema: &JsonObject, least: &str, most: &str, unit: &str) -> String {
    let bound = |keyword| {
        schema
            .get(keyword)
            .and_then(Value::as_u64)
            .filter(|n| *n > 0)
    };
    let plural = |count| if count == 1 { "" } else { "s" };
    match (bound(least), bound(most)) {
        (Some(least), Some(most)) if least == most => {
            format!(" of exactly {most} {unit}{}", plural(most))
        }
        (Some(least), Some(most)) => format!(" of {least} to {most} {unit}s"),
        (Some(least), None) => format!(" of at least {least} {unit}{}", plural(least)),
        (None, Some(most)) => format!(" of at most {most} {unit}{}", plural(most)),
        (None, None) => String::new(),
    }
}

fn range(schema: &JsonObject) -> String {
    if let (Some(least), Some(most)) = (schema.get("minimum"), schema.get("maximum")) {
        return format!(" from {least} to {most}");
    }
    let bounds = [
        ("minimum", "of at least"),
        ("exclusiveMinimum", "above"),
        ("maximum", "of at most"),
        ("exclusiveMaximum", "below"),
    ];
    let phrases: Vec<String> = bounds
        .iter()
        .filter_map(|(keyword, phrase)| Some(format!("{phrase} {}", schema.get(*keyword)?)))
        .collect();
    if phrases.is_empty() {
        return String::new();
    }
    format!(" {}", phrases.join(" and "))
}
