use std::collections::HashMap;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde_json::{Value, json};

use super::{Nothing, Query};
use crate::arguments::input_schema;

fn as_json(schema: &JsonObject) -> Value {
    Value::Object(schema.clone())
}

#[test]
fn publishes_a_representative_struct() {
    let schema = as_json(&input_schema::<Query>());
    let members = schema["properties"].as_object().unwrap().iter();
    let lines: Vec<String> = members
        .map(|(name, property)| format!("{name} {property}"))
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    entity_type {"type":"string","description":"Which rows: a name from `list_entity_types`.","minLength":1,"maxLength":60}
    limit {"type":"integer","description":"Most rows to return, 1 to 200; default 20.","minimum":1,"maximum":200}
    skip {"type":"integer","description":"First row; any whole number."}
    level {"type":"string","description":"How a row is written. lite: Key, name and status; full: Every field.","enum":["lite","full"]}
    order {"type":"string","enum":["Ascending","Descending"]}
    tags {"type":"array","description":"Words to look for.","items":{"type":"string"}}
    window {"type":"object","description":"The time span.","properties":{"from":{"type":"string","description":"Start."},"to":{"type":"string","description":"End; default now."}},"required":["from"],"additionalProperties":false}
    in_definition {"type":"boolean","description":"Whether to look inside definitions.","default":false}
    fields {"type":"string","description":"`lite`, `full`, or field names.","pattern":"^[^,]+(,[^,]+)*$"}
    parts {"type":"array","description":"Parts to weigh.","maxItems":3,"items":{"type":"object","properties":{"name":{"type":"string","description":"Its name."},"weight":{"type":"number","description":"Kilograms."}},"required":["name"],"additionalProperties":false}}
    code {"type":"string","description":"An order code.","pattern":"^[A-Z0-9-]+$"}
    share {"type":"number","description":"The least share.","exclusiveMinimum":0}
    "#);
    assert_eq!(
        schema.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["type", "properties", "required", "additionalProperties"]
    );
    assert_eq!(schema["required"], json!(["entity_type"]));
}

#[test]
fn closes_a_struct_without_fields() {
    assert_eq!(
        as_json(&input_schema::<Nothing>()),
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Odd {
    free: Option<Value>,
    counts: HashMap<String, u8>,
    ids: Vec<u64>,
    #[schemars(flatten)]
    place: Place,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Place {
    aisle: String,
    near: Option<Box<Place>>,
}

#[test]
fn publishes_no_boolean_schema_no_reference_and_no_integer_format() {
    assert_eq!(
        as_json(&input_schema::<Odd>()),
        json!({
            "type": "object",
            "properties": {
                "free": {},
                "counts": {
                    "type": "object",
                    "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 255}
                },
                "ids": {"type": "array", "items": {"type": "integer", "minimum": 0}},
                "aisle": {"type": "string"},
                // A recursive type ends where it meets itself; the schema lint reports it.
                "near": {
                    "type": "object",
                    "properties": {"aisle": {"type": "string"}, "near": {}},
                    "required": ["aisle"],
                    "additionalProperties": false
                },
            },
            "required": ["counts", "ids", "aisle"],
            "additionalProperties": false
        })
    );
}
