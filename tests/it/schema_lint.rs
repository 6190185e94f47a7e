//! What an input schema must and must not hold, so that no client drops the tool, the list or the request.
//!
//! Each rule stands for a client that breaks without it: root unions (Anthropic), unions of types and boolean schemas
//! (Gemini, the TypeScript SDK), integer formats (AJV), references (converters), empty schemas (Claude Code sends texts).

use serde_json::{Map, Value};

/// The words an input schema may use. Everything else is noise or breaks a client.
const KEYWORDS: [&str; 17] = [
    "type",
    "description",
    "enum",
    "default",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "items",
    "properties",
    "required",
    "additionalProperties",
];
const TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];
/// The longest property name every model provider accepts.
const MAX_NAME_CHARS: usize = 64;

/// Returns what is wrong with a tool's input schema, one sentence a fault; nothing when it is clean.
pub(crate) fn lint(schema: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        faults.push("the root is not of type object".to_owned());
    }
    lint_schema(schema, "root", &mut faults);
    faults
}

fn lint_schema(schema: &Value, place: &str, faults: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else {
        faults.push(format!("{place} is {schema} instead of a schema object"));
        return;
    };
    for keyword in schema.keys() {
        if !KEYWORDS.contains(&keyword.as_str()) {
            faults.push(format!("{place} uses '{keyword}'"));
        }
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => lint_object(schema, place, faults),
        Some("array") if schema.get("items").is_none() => {
            faults.push(format!("{place} is an array without items"));
        }
        Some(kind) if TYPES.contains(&kind) => {}
        _ => faults.push(format!("{place} has no single type")),
    }
    if let Some(items) = schema.get("items") {
        lint_schema(items, &format!("{place}[]"), faults);
    }
    lint_values(schema, place, faults);
    lint_bounds(schema, place, faults);
}

fn lint_object(schema: &Map<String, Value>, place: &str, faults: &mut Vec<String>) {
    if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        faults.push(format!("{place} is open to unknown names"));
    }
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        faults.push(format!("{place} is an object without properties"));
        return;
    };
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten() {
        if !name
            .as_str()
            .is_some_and(|name| properties.contains_key(name))
        {
            faults.push(format!("{place} requires {name}, which it does not have"));
        }
    }
    for (name, property) in properties {
        let place = format!("{place}.{name}");
        let is_plain =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if name.is_empty() || name.len() > MAX_NAME_CHARS || !name.chars().all(is_plain) {
            faults.push(format!("{place} is not a short snake_case name"));
        }
        lint_description(property, &place, faults);
        lint_schema(property, &place, faults);
    }
}

fn lint_description(property: &Value, place: &str, faults: &mut Vec<String>) {
    match property.get("description").and_then(Value::as_str) {
        None | Some("") => faults.push(format!("{place} has no description")),
        Some(text) if text.split_whitespace().collect::<Vec<_>>().join(" ") != text => {
            faults.push(format!("{place} has a description with stray white space"));
        }
        Some(_) => {}
    }
}

fn lint_values(schema: &Map<String, Value>, place: &str, faults: &mut Vec<String>) {
    let words = schema.get("enum").map(Value::as_array);
    if let Some(words) = words {
        let words = words.map(Vec::as_slice).unwrap_or_default();
        if words.is_empty() || !words.iter().all(Value::is_string) {
            faults.push(format!("{place} has an enum that is not a list of texts"));
        }
        if words
            .iter()
            .enumerate()
            .any(|(index, word)| words.iter().skip(index + 1).any(|other| other == word))
        {
            faults.push(format!("{place} lists a word twice"));
        }
    }
    let Some(default) = schema.get("default") else {
        return;
    };
    let is_of_type = match schema.get("type").and_then(Value::as_str) {
        Some("string") => default.is_string(),
        Some("integer") => default.is_i64() || default.is_u64(),
        Some("number") => default.is_number(),
        Some("boolean") => default.is_boolean(),
        Some("array") => default.is_array(),
        Some("object") => default.is_object(),
        _ => false,
    };
    let words = words.flatten();
    if !is_of_type || words.is_some_and(|words| !words.contains(default)) {
        faults.push(format!(
            "{place} has the default {default}, which it does not accept"
        ));
    }
}

fn lint_bounds(schema: &Map<String, Value>, place: &str, faults: &mut Vec<String>) {
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    for (least, most) in [
        ("minimum", "maximum"),
        ("minLength", "maxLength"),
        ("minItems", "maxItems"),
    ] {
        if let (Some(low), Some(high)) = (bound(least), bound(most))
            && low > high
        {
            faults.push(format!("{place} has {least} above {most}"));
        }
    }
    if let Some(pattern) = schema.get("pattern") {
        let compiled = pattern.as_str().map(regex::Regex::new);
        if !matches!(compiled, Some(Ok(_))) {
            faults.push(format!("{place} has a pattern that does not compile"));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::lint;

    #[test]
    fn a_clean_schema_has_no_fault() {
        let schema = json!({
            "type": "object",
            "properties": {
                "order": {"type": "string", "description": "Which way.", "enum": ["up", "down"], "default": "up"},
                "tags": {"type": "array", "description": "Words.", "maxItems": 3, "items": {"type": "string"}},
            },
            "required": ["tags"],
            "additionalProperties": false
        });
        assert_eq!(lint(&schema), Vec::<String>::new());
    }

    #[test]
    fn each_trap_is_a_fault() {
        let traps = [
            (json!({"type": ["string", "null"]}), "no single type"),
            (json!({"anyOf": []}), "uses 'anyOf'"),
            (json!({"$ref": "#/$defs/A"}), "uses '$ref'"),
            (json!(true), "is true instead of a schema object"),
            (json!({}), "no single type"),
            (
                json!({"type": "integer", "format": "uint32"}),
                "uses 'format'",
            ),
            (json!({"type": "string", "title": "A"}), "uses 'title'"),
            (
                json!({"type": "string", "default": null}),
                "the default null",
            ),
            (
                json!({"type": "string", "enum": ["a", null]}),
                "not a list of texts",
            ),
            (
                json!({"type": "string", "enum": ["a", "a"]}),
                "a word twice",
            ),
            (json!({"type": "array"}), "an array without items"),
            (json!({"type": "array", "items": true}), "[] is true"),
            (
                json!({"type": "object", "properties": {}}),
                "open to unknown names",
            ),
            (
                json!({"type": "object", "additionalProperties": false}),
                "without properties",
            ),
            (
                json!({"type": "string", "description": "a\nb"}),
                "stray white space",
            ),
            (json!({"type": "string"}), "no description"),
            (
                json!({"type": "integer", "minimum": 2, "maximum": 1}),
                "minimum above maximum",
            ),
            (
                json!({"type": "string", "pattern": "("}),
                "does not compile",
            ),
        ];
        for (property, fault) in traps {
            let schema = json!({"type": "object", "properties": {"a": property}, "additionalProperties": false});
            let faults = lint(&schema);
            assert!(
                faults.iter().any(|found| found.contains(fault)),
                "{schema}: {faults:?}"
            );
        }
    }

    #[test]
    fn the_root_is_held_to_the_same_rules() {
        let faults = lint(
            &json!({"$schema": "x", "anyOf": [], "required": ["a"], "properties": {"A b": {}}}),
        );
        for fault in [
            "the root is not of type object",
            "root uses '$schema'",
            "root uses 'anyOf'",
        ] {
            assert!(faults.contains(&fault.to_owned()), "{fault}: {faults:?}");
        }
    }
}
