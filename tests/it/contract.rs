//! What holds for the tool list as a whole.

#![expect(clippy::unwrap_used, reason = "a failing test should panic")]

use mcp_wms_api::server::{Clock, WarehouseServer};
use rmcp::model::Tool;
use tokio_util::sync::CancellationToken;

use crate::harness::{config_for, now};
use crate::schema_lint::lint;

/// Every tool, in the order in which clients get them.
pub(crate) const TOOLS: [&str; 23] = [
    "aggregate_wms_entities",
    "call_query_api",
    "check_connection",
    "compare_workflows",
    "count_wms_entities",
    "describe_entity_type",
    "get_log_entry",
    "get_metrics",
    "get_order_status",
    "get_server_status",
    "get_stock",
    "get_wms_entity",
    "get_workflow_details",
    "list_entity_types",
    "list_profiles",
    "list_warehouse_alerts",
    "list_workflows",
    "query_wms_entities",
    "search_logs",
    "search_wms_data",
    "search_workflows",
    "summarize_logs",
    "trace_container",
];

/// The model pays for the list on every request.
const LIST_BYTES: usize = 24_000;

fn tools() -> Vec<Tool> {
    let config = config_for("http://127.0.0.1:9", &[]);
    WarehouseServer::new(config, Clock::Fixed(now()), CancellationToken::new()).tool_list()
}

#[test]
fn lists_exactly_the_known_tools_in_order() {
    let names: Vec<String> = tools()
        .into_iter()
        .map(|tool| tool.name.into_owned())
        .collect();
    assert_eq!(names, TOOLS);
}

#[test]
fn every_schema_passes_the_lint() {
    for tool in tools() {
        let schema = serde_json::to_value(&*tool.input_schema).unwrap();
        assert_eq!(lint(&schema), Vec::<String>::new(), "{}", tool.name);
    }
}

#[test]
fn every_tool_is_marked_read_only_and_described() {
    for tool in tools() {
        let annotations = tool.annotations.clone().unwrap();
        assert_eq!(annotations.read_only_hint, Some(true), "{}", tool.name);
        assert_eq!(annotations.idempotent_hint, Some(true), "{}", tool.name);
        assert_eq!(annotations.open_world_hint, Some(false), "{}", tool.name);
        assert!(tool.title.is_some(), "{}", tool.name);
        assert_eq!(tool.output_schema, None, "{}", tool.name);
        let description = tool.description.clone().unwrap();
        assert!(
            description.chars().count() <= 600,
            "{}: {} characters",
            tool.name,
            description.chars().count()
        );
    }
}

#[test]
fn every_tool_has_a_snapshot() {
    for tool in tools() {
        insta::assert_json_snapshot!(tool.name.as_ref(), tool);
    }
}

#[test]
fn the_list_stays_under_its_ceiling() {
    let bytes = serde_json::to_vec(&tools()).unwrap().len();
    assert!(bytes <= LIST_BYTES, "{bytes} bytes");
}
