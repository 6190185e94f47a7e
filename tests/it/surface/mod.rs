//! What a client sees beside the tools: resources with their guides, prompts and completions.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod completions;
mod guides;
mod progress;
mod prompts;
mod resources;

use rmcp::model::{ReadResourceRequestParams, ResourceContents};
use rmcp::service::RunningService;
use rmcp::{ErrorData, RoleClient, ServiceError};

pub(super) type Client = RunningService<RoleClient, ()>;

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
