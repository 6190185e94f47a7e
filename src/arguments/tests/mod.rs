//! The published schemas, the preparation of arguments, and both through a real client.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failing test should panic"
)]

mod call;
mod errors;
mod prepare;
mod scalars;
mod schema;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ArgumentError, NameList, input_schema};

/// Documentation of the struct, which is not published.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Query {
    /// Which rows: a name from
    /// `list_entity_types`.
    #[schemars(length(min = 1, max = 60))]
    entity_type: String,
    /// Most rows to return, 1 to 200; default 20.
    #[schemars(range(min = 1, max = 200))]
    limit: Option<u32>,
    /// First row; any whole number.
    skip: Option<i64>,
    /// How a row is written.
    level: Option<Level>,
    #[serde(default)]
    order: Order,
    /// Words to look for.
    #[serde(default)]
    tags: Vec<String>,
    /// The time span.
    window: Option<Window>,
    /// Whether to look inside definitions.
    #[serde(default)]
    in_definition: bool,
    /// `lite`, `full`, or field names.
    fields: Option<NameList>,
    /// Parts to weigh.
    #[schemars(length(max = 3))]
    parts: Option<Vec<Part>>,
    /// An order code.
    #[schemars(regex(pattern = "^[A-Z0-9-]+$"))]
    code: Option<String>,
    /// The least share.
    #[schemars(extend("exclusiveMinimum" = 0))]
    share: Option<f64>,
}

/// How much a row says.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Level {
    /// Key, name
    /// and status.
    Lite,
    /// Every field.
    Full,
}

#[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
enum Order {
    #[default]
    Ascending,
    Descending,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Window {
    /// Start.
    from: String,
    /// End; default now.
    to: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Part {
    /// Its name.
    name: String,
    /// Kilograms.
    weight: Option<f64>,
}

/// A tool without parameters.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Nothing {}

fn object(value: Value) -> JsonObject {
    serde_json::from_value(value).unwrap()
}

/// Prepares a good call with `name` set to `value`, and returns what became of that value.
fn prepared(name: &str, value: Value) -> Result<Value, ArgumentError> {
    let mut arguments = object(json!({"entity_type": "Product"}));
    arguments.insert(name.to_owned(), value);
    let ready = super::prepare(&input_schema::<Query>(), arguments)?;
    Ok(ready.get(name).cloned().unwrap_or(Value::Null))
}

#[track_caller]
fn accepts(name: &str, table: &[(Value, Value)]) {
    for (sent, ready) in table {
        assert_eq!(
            prepared(name, sent.clone()),
            Ok(ready.clone()),
            "{name}: {sent}"
        );
    }
}

#[track_caller]
fn refuses(name: &str, table: &[(Value, &str)]) {
    for (sent, reason) in table {
        let error = prepared(name, sent.clone()).unwrap_err();
        assert_eq!(error.to_string(), *reason, "{name}: {sent}");
    }
}
