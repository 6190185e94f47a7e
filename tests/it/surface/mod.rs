//! What a client sees beside the tools: resources with their guides, prompts and completions.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod completions;
mod guides;
mod prompts;
mod resources;

use rmcp::model::{ReadResourceRequestParams, ResourceContents};
use rmcp::service::RunningService;
use rmcp::{ErrorData, RoleClient, ServiceError};

pub(super) type Client = RunningService<RoleClient, ()>;

/// Every tool that a guide or a prompt may send its reader to.
pub(super) const TOOLS: [&str; 23] = [
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

/// Returns the text at an address and its media type.
pub(super) async fn read(client: &Client, uri: &str) -> Result<(String, String), ErrorData> {
    let params = ReadResourceRequestParams::new(uri);
    let result = client.read_resource(params).await.map_err(protocol_error)?;
    let [
        ResourceContents::TextResourceContents {
            uri: said,
            mime_type,
            text,
            ..
        },
    ] = result.contents.as_slice()
    else {
        panic!("one text: {result:?}")
    };
    assert_eq!(said, uri);
    Ok((text.clone(), mime_type.clone().unwrap()))
}

pub(super) fn protocol_error(error: ServiceError) -> ErrorData {
    match error {
        ServiceError::McpError(error) => error,
        other => panic!("{other:?}"),
    }
}

/// The names in backticks that begin like a tool's.
pub(super) fn tools_in(text: &str) -> Vec<&str> {
    let verbs = [
        "list_",
        "check_",
        "get_",
        "describe_",
        "query_wms",
        "count_",
        "aggregate_",
        "search_",
        "call_",
        "compare_",
        "summarize_",
        "trace_",
    ];
    let spans = text.split('`').skip(1).step_by(2);
    spans
        .filter(|span| verbs.iter().any(|verb| span.starts_with(verb)))
        .collect()
}
