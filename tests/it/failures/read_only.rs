//! The proof that this server only reads: whatever a caller says, only listed requests leave.

use std::collections::BTreeSet;

use mcp_wms_api::simulator::Simulator;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

use crate::harness::Harness;

/// Every request there is, as method and path; `*` stands for one segment.
const LISTED: [(&str, &str); 11] = [
    ("POST", "/EasySts/oauth/token"),
    ("POST", "/QueryService/api/QueryExecute"),
    ("GET", "/MetadataService/api/EntityTypes"),
    ("GET", "/MetadataService/api/EntityTypes/*"),
    ("GET", "/ApplicationDictionaryService/api/Applications"),
    (
        "GET",
        "/ApplicationDictionaryService/api/Applications/*/Workflows",
    ),
    (
        "GET",
        "/ApplicationDictionaryService/api/Applications/*/Workflows/*",
    ),
    ("POST", "/WorkflowLogService/api/LogSearch"),
    ("GET", "/WorkflowLogService/api/Logs/*"),
    ("GET", "/MetricsService/api/Metrics"),
    ("GET", "/MetricsService/api/Metrics/*"),
];

/// Texts that mean something to a path, a header, a filter or a shell.
const HOSTILE: [&str; 22] = [
    "",
    ".",
    "..",
    "../../ApplicationService/api/CommandExecute",
    "..%2f..%2fApplicationService%2fapi%2fCommandExecute",
    "/ApplicationService/api/CommandExecute",
    "QueryExecuteStream",
    "http://127.0.0.1:1/CommandExecute",
    "//127.0.0.1:1/x",
    "\\\\127.0.0.1\\share",
    "a\r\nPOST /ApplicationService/api/CommandExecute HTTP/1.1\r\n\r\n",
    "a\0b",
    "Product/../../../CommandExecute",
    "Product?x=1#y",
    "x'; DROP TABLE Stock; --",
    "') or new System.Diagnostics.Process() or ('",
    "it.GetType().Assembly",
    "$(reboot)",
    "Product",
    "Code = 'A'",
    "NORTH",
    "\u{202e}😀",
];

fn is_listed(method: &str, path: &str) -> bool {
    LISTED.iter().any(|(listed_method, template)| {
        let segments = path.split('/').collect::<Vec<_>>();
        let pattern = template.split('/').collect::<Vec<_>>();
        *listed_method == method
            && segments.len() == pattern.len()
            && segments
                .iter()
                .zip(pattern)
                .all(|(segment, part)| match part {
                    "*" => !matches!(*segment, "" | "." | ".."),
                    part => *segment == part,
                })
    })
}

#[track_caller]
fn assert_only_reads(simulator: &Simulator) {
    for exchange in simulator.journal() {
        assert!(is_listed(&exchange.method, &exchange.path), "{exchange:?}");
    }
    assert_eq!(simulator.write_attempts(), 0);
}

/// A tool's name, and the names and kinds of its parameters.
type ToolParameters = (String, Vec<(String, Value)>);

async fn parameters(harness: &Harness) -> Vec<ToolParameters> {
    let tools = harness.client.list_all_tools().await.unwrap();
    let of = |schema: &Map<String, Value>| {
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.into_iter().flatten();
        properties
            .map(|(name, schema)| (name.clone(), schema["type"].clone()))
            .collect()
    };
    tools
        .into_iter()
        .map(|tool| (tool.name.to_string(), of(&tool.input_schema)))
        .collect()
}

/// Arguments that pass the schema as often as possible: a text where one is taken, a number where one is.
fn arguments(parameters: &[(String, Value)], texts: &[&str], number: i64) -> Value {
    let mut arguments = Map::new();
    for (at, (name, kind)) in parameters.iter().enumerate() {
        let value = match kind.as_str() {
            Some("integer" | "number") => json!(number),
            Some("boolean") => json!(number % 2 == 0),
            _ => json!(texts[at % texts.len()]),
        };
        // The default profile most of the time, or nothing would ever be sent.
        if name != "profile" && name != "cursor" || at % 5 == 4 {
            arguments.insert(name.clone(), value);
        }
    }
    Value::Object(arguments)
}

/// B6, B7, B8, B10, B14
#[tokio::test]
async fn no_tool_sends_anything_but_listed_requests() {
    let harness = Harness::start().await;
    let tools = parameters(&harness).await;
    for (tool, parameters) in &tools {
        for (rotation, text) in HOSTILE.into_iter().enumerate() {
            let mut texts = HOSTILE;
            texts.rotate_left(rotation);
            let hostile = arguments(parameters, &texts, 3);
            let _ = harness.call(tool, hostile).await;
            // The first parameter as it should be, so that the others come into play.
            let mut texts = texts.to_vec();
            texts.insert(0, "Product");
            let deeper = arguments(parameters, &texts, 0);
            let _ = harness.call(tool, deeper).await;
            for (name, _) in parameters {
                let one = json!({"entity_type": "Product", (name): text});
                let _ = harness.call(tool, one).await;
            }
        }
    }
    assert_only_reads(&harness.simulator);
    let paths: BTreeSet<String> = harness
        .simulator
        .journal()
        .into_iter()
        .map(|exchange| exchange.path)
        .collect();
    assert!(
        paths.contains("/QueryService/api/QueryExecute"),
        "the walk got as far as the data"
    );
}

/// B14, B16
#[test]
fn no_text_at_all_makes_another_request() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let harness = runtime.block_on(Harness::start());
    let tools = runtime.block_on(parameters(&harness));
    let text = prop_oneof!["\\PC{0,40}", "[\\x00-\\x7f]{0,40}", "[./\\\\%?#a-z]{1,12}"];
    let strategy = (
        prop::sample::select(tools),
        prop::collection::vec(text, 1..5),
        any::<i64>(),
    );
    let config = Config {
        cases: 200,
        failure_persistence: None,
        ..Config::default()
    };
    let check = |((tool, parameters), texts, number): (ToolParameters, Vec<String>, i64)| {
        let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        if number % 2 == 0 {
            texts.insert(0, "Product");
        }
        let _ = runtime.block_on(harness.call(&tool, arguments(&parameters, &texts, number)));
        Ok(())
    };
    TestRunner::new(config).run(&strategy, check).unwrap();
    assert_only_reads(&harness.simulator);
}
