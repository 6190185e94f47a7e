//! Names, ids and filters that try to be more than text.

use serde_json::{Value, json};

use super::{QUERY_PATH, queries, requests};
use crate::harness::Harness;

/// What a URL would lose, change or take for a path.
const HOSTILE_NAMES: [&str; 16] = [
    ".",
    "..",
    "a/b",
    "a\\b",
    "a?b",
    "a#c",
    "a%2fb",
    "%2e%2e",
    "a\r\nb",
    "a\tb",
    "a\0b",
    "http://evil/",
    "//evil",
    "\\\\evil",
    "../../ApplicationService/api/CommandExecute",
    "\u{202e}x",
];

async fn refusal(harness: &Harness, tool: &str, arguments: Value) -> Value {
    let outcome = harness.call(tool, arguments.clone()).await;
    assert!(outcome.is_error, "{arguments}: {}", outcome.text);
    outcome.json
}

/// B5
#[tokio::test]
async fn a_blank_name_is_refused_before_any_request() {
    let harness = Harness::start().await;
    for blank in ["", " ", "\t"] {
        let failure = refusal(
            &harness,
            "query_wms_entities",
            json!({"entity_type": blank}),
        )
        .await;
        assert_eq!(failure["category"], "validation", "{failure}");
        let arguments = json!({"entity_type": "Product", "key": blank});
        let failure = refusal(&harness, "get_wms_entity", arguments).await;
        assert_eq!(failure["category"], "validation", "{failure}");
    }
    assert_eq!(queries(&harness), 0);
}

/// B6, B7, B8, B10
#[tokio::test]
async fn a_hostile_entity_type_is_an_unknown_one() {
    let harness = Harness::start().await;
    for name in HOSTILE_NAMES {
        for tool in [
            "query_wms_entities",
            "count_wms_entities",
            "describe_entity_type",
            "call_query_api",
        ] {
            let failure = refusal(&harness, tool, json!({"entity_type": name})).await;
            assert_eq!(
                failure["category"], "validation",
                "{tool} {name:?}: {failure}"
            );
        }
    }
    let paths: Vec<String> = harness
        .simulator
        .journal()
        .into_iter()
        .map(|exchange| exchange.path)
        .collect();
    assert_eq!(
        paths,
        ["/EasySts/oauth/token", "/MetadataService/api/EntityTypes"]
    );
}

/// B10
#[tokio::test]
async fn a_hostile_profile_is_an_unknown_one_and_touches_no_network() {
    let harness = Harness::start().await;
    for name in HOSTILE_NAMES {
        let arguments = json!({"entity_type": "Product", "profile": name});
        let failure = refusal(&harness, "count_wms_entities", arguments).await;
        assert_eq!(failure["category"], "validation", "{name:?}: {failure}");
    }
    assert_eq!(harness.simulator.journal(), []);
}

/// B8: a key goes into a filter, where every character stays what it is; a control character never leaves.
#[tokio::test]
async fn a_hostile_key_is_searched_as_text() {
    let harness = Harness::start().await;
    let quotes = ["x' or 1 eq 1 or '", "O'Brien", "\"", "\\\""];
    let (bad, text): (Vec<_>, Vec<_>) = HOSTILE_NAMES
        .into_iter()
        .chain(quotes)
        .partition(|key| key.chars().any(char::is_control));
    for (keys, code) in [(&bad, "invalid_arguments"), (&text, "not_found")] {
        for key in keys {
            let arguments = json!({"entity_type": "Product", "key": key});
            let failure = refusal(&harness, "get_wms_entity", arguments).await;
            assert_eq!(failure["code"], code, "{key:?}: {failure}");
        }
    }
    let asked = requests(&harness.simulator, QUERY_PATH);
    assert_eq!(asked.len(), text.len());
    assert!(asked.iter().all(|exchange| exchange.status == Some(200)));
}

/// B6, B7, B8, B10: ids that become a part of a path.
#[tokio::test]
async fn a_hostile_id_never_reaches_a_path() {
    let harness = Harness::start().await;
    for name in HOSTILE_NAMES {
        for (tool, arguments) in [
            ("get_log_entry", json!({"id": name})),
            ("get_metrics", json!({"code": name})),
            ("get_workflow_details", json!({"workflow": name})),
            (
                "get_workflow_details",
                json!({"workflow": "StackerCrane", "application": name}),
            ),
        ] {
            let failure = refusal(&harness, tool, arguments).await;
            let category = failure["category"].as_str().unwrap();
            assert!(
                matches!(category, "validation" | "not_found"),
                "{tool} {name:?}: {failure}"
            );
        }
    }
    for exchange in harness.simulator.journal() {
        assert!(!exchange.path.contains("evil"), "{exchange:?}");
        assert!(!exchange.path.contains("CommandExecute"), "{exchange:?}");
    }
    assert_eq!(harness.simulator.write_attempts(), 0);
}

/// B12, B13
#[tokio::test]
async fn a_quote_inside_a_literal_is_text_and_an_unbalanced_one_an_error() {
    let harness = Harness::start().await;
    for literal in ["'O''Brien'", "\"O'Brien\"", "'x'' or 1 eq 1 or '''"] {
        let filter = format!("Description = {literal}");
        let arguments = json!({"entity_type": "Product", "filter": filter});
        let answer = harness.answer("count_wms_entities", arguments).await;
        assert_eq!(answer["count"], 0, "{literal}");
    }
    harness.simulator.clear_journal();
    let arguments = json!({"entity_type": "Product", "filter": "Description = 'O'Brien'"});
    let failure = refusal(&harness, "count_wms_entities", arguments).await;
    assert_eq!(failure["code"], "invalid_filter", "{failure}");
    assert_eq!(queries(&harness), 0);
}

/// D23: a name from elsewhere leads to the parameter that means the same, and never to an unfiltered list.
#[tokio::test]
async fn a_name_from_elsewhere_leads_to_the_parameter_that_means_it() {
    let harness = Harness::start().await;
    let product = json!({"entity_type": "Product"});
    let none = json!({});
    for (tool, given, name, meant) in [
        ("query_wms_entities", &product, "where", "Use 'filter'"),
        ("query_wms_entities", &product, "condition", "Use 'filter'"),
        ("query_wms_entities", &product, "query", "Use 'filter'"),
        ("query_wms_entities", &product, "sort", "Use 'order_by'"),
        ("query_wms_entities", &product, "Order", "Use 'order_by'"),
        (
            "query_wms_entities",
            &product,
            "Status",
            "Write a condition on a field into 'filter'",
        ),
        ("count_wms_entities", &none, "Status", "Give 'entity_type'"),
        ("call_query_api", &product, "where", "Use 'raw_filter'"),
        ("call_query_api", &product, "orderBy", "Use 'raw_order_by'"),
        ("search_wms_data", &none, "query", "Use 'keyword'"),
        ("search_wms_data", &none, "text", "Use 'keyword'"),
        ("search_workflows", &none, "search", "Use 'query'"),
        ("list_entity_types", &none, "search", "Use 'text'"),
        ("search_logs", &none, "since", "Use 'from'"),
        ("search_logs", &none, "until", "Use 'to'"),
        ("search_logs", &none, "text", "Use 'keyword'"),
        ("trace_container", &none, "code", "Use 'container'"),
        ("get_order_status", &none, "id", "Use 'order'"),
        ("get_wms_entity", &product, "code", "Use 'key'"),
        ("get_workflow_details", &none, "name", "Use 'workflow'"),
        ("describe_entity_type", &none, "name", "Use 'entity_type'"),
        ("get_metrics", &none, "metric", "Use 'code'"),
        (
            "compare_workflows",
            &json!({"workflow": "A"}),
            "profile2",
            "Use 'other_profile'",
        ),
        (
            "query_wms_entities",
            &json!({"entity_tpye": "Product"}),
            "limit",
            "Use 'entity_type'",
        ),
    ] {
        let mut arguments = given.clone();
        arguments[name] = "x".into();
        let failure = refusal(&harness, tool, arguments).await;
        let hint = failure["hint"].as_str().unwrap_or_default();
        assert!(hint.starts_with(meant), "{tool} {name}: {hint}");
    }
    assert_eq!(queries(&harness), 0);
}
