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
    "Owner",
    "Code = 'A'",
    "NORTH",
    "\u{202e}😀",
];

/// The texts that would change a path if one let them.
const PATH_LIKE: [&str; 4] = [
    "..",
    "../../ApplicationService/api/CommandExecute",
    "..%2f..%2fCommandExecute",
    "x\r\nPOST /ApplicationService/api/CommandExecute",
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

/// A tool's name and its parameters.
type ToolParameters = (String, Vec<Parameter>);

#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    kind: Value,
    required: bool,
}

async fn parameters(harness: &Harness) -> Vec<ToolParameters> {
    let tools = harness.client.list_all_tools().await.unwrap();
    let of = |schema: &Map<String, Value>| {
        let properties = schema.get("properties").and_then(Value::as_object);
        let required = schema.get("required").and_then(Value::as_array);
        let parameter = |(name, property): (&String, &Value)| Parameter {
            name: name.clone(),
            kind: property["type"].clone(),
            required: required.is_some_and(|names| names.contains(&json!(name))),
        };
        properties.into_iter().flatten().map(parameter).collect()
    };
    tools
        .into_iter()
        .map(|tool| (tool.name.to_string(), of(&tool.input_schema)))
        .collect()
}

/// Every parameter filled: a text where one is taken, a number where one is.
fn all_arguments(parameters: &[Parameter], texts: &[&str], number: i64) -> Value {
    let mut arguments = Map::new();
    for (at, parameter) in parameters.iter().enumerate() {
        // The default profile most of the time, or nothing would ever be sent.
        let kept = !matches!(parameter.name.as_str(), "profile" | "cursor");
        if kept || at % 5 == 4 {
            let text = texts[at % texts.len()];
            arguments.insert(parameter.name.clone(), value(parameter, text, number));
        }
    }
    Value::Object(arguments)
}

fn value(parameter: &Parameter, text: &str, number: i64) -> Value {
    match parameter.kind.as_str() {
        Some("integer" | "number") => json!(number),
        Some("boolean") => json!(number % 2 == 0),
        _ => json!(text),
    }
}

/// One hostile parameter among honest ones, so that it gets as far as it can.
fn one_hostile(parameters: &[Parameter], hostile: &str, text: &str) -> Value {
    let mut arguments = Map::new();
    for parameter in parameters {
        let honest = match parameter.name.as_str() {
            // The smallest list: the search would otherwise go through every one.
            "entity_type" | "entity_types" => "Owner",
            "workflow" => "StackerCrane",
            _ if parameter.required => "P-10000",
            _ => continue,
        };
        arguments.insert(parameter.name.clone(), value(parameter, honest, 1));
    }
    arguments.insert(hostile.to_owned(), json!(text));
    Value::Object(arguments)
}

/// B6, B7, B8, B10, B14
#[tokio::test]
async fn no_tool_sends_anything_but_listed_requests() {
    let harness = Harness::start().await;
    for (tool, parameters) in parameters(&harness).await {
        for rotation in (0..HOSTILE.len()).step_by(3) {
            let mut texts = HOSTILE;
            texts.rotate_left(rotation);
            let hostile = all_arguments(&parameters, &texts, 3);
            let _ = harness.call(&tool, hostile).await;
        }
        let texts_only = parameters
            .iter()
            .filter(|parameter| parameter.kind == "string");
        for parameter in texts_only {
            for text in PATH_LIKE {
                let one = one_hostile(&parameters, &parameter.name, text);
                let _ = harness.call(&tool, one).await;
            }
        }
    }
    assert_only_reads(&harness.simulator);
    let exchanges = harness.simulator.journal();
    let reached: BTreeSet<&str> = exchanges
        .iter()
        .filter_map(|exchange| exchange.path.split('/').nth(1))
        .collect();
    let services = [
        "ApplicationDictionaryService",
        "EasySts",
        "MetadataService",
        "MetricsService",
        "QueryService",
        "WorkflowLogService",
    ];
    assert_eq!(reached, services.into(), "the walk got to every service");
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
            texts.insert(0, "Owner");
        }
        let _ = runtime.block_on(harness.call(&tool, all_arguments(&parameters, &texts, number)));
        Ok(())
    };
    TestRunner::new(config).run(&strategy, check).unwrap();
    assert_only_reads(&harness.simulator);
}
