//! The methods that clients call, for both protocol eras: each passes to the part that answers it.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    DiscoverResult, GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, MetaObject,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

use super::{WarehouseServer, completions, gate, instructions, prompts, resources};

/// How long a client may keep what changes with a release only: lists, guides, the discovery.
pub(super) const LIST_TTL_MILLISECONDS: u64 = 24 * 60 * 60 * 1000;
/// Where the 2026-07-28 revision wants the server's identity in each result.
const SERVER_INFO_META: &str = "io.modelcontextprotocol/serverInfo";

impl ServerHandler for WarehouseServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(identity())
            .with_instructions(instructions::TEXT)
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        let mut result = DiscoverResult::from_server_info(versions, self.get_info());
        result.ttl_ms = LIST_TTL_MILLISECONDS;
        result.cache_scope = CacheScope::Public;
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let version = context.protocol_version();
        let work = gate::pass(self, request, context);
        answered(version, work, |response| match response {
            CallToolResponse::Complete(result) => Some(&mut result.meta),
            _ => None,
        })
        .await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let work = async {
            only_page(request)?;
            Ok(ListToolsResult::with_all_items(self.tool_list())
                .with_ttl_ms(LIST_TTL_MILLISECONDS)
                .with_cache_scope(CacheScope::Public))
        };
        answered(context.protocol_version(), work, |list| {
            Some(&mut list.meta)
        })
        .await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let work = async {
            only_page(request)?;
            Ok(ListResourcesResult::with_all_items(resources::list())
                .with_ttl_ms(LIST_TTL_MILLISECONDS)
                .with_cache_scope(CacheScope::Public))
        };
        answered(context.protocol_version(), work, |list| {
            Some(&mut list.meta)
        })
        .await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let work = async {
            only_page(request)?;
            Ok(
                ListResourceTemplatesResult::with_all_items(resources::templates())
                    .with_ttl_ms(LIST_TTL_MILLISECONDS)
                    .with_cache_scope(CacheScope::Public),
            )
        };
        answered(context.protocol_version(), work, |list| {
            Some(&mut list.meta)
        })
        .await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let version = context.protocol_version();
        let work = resources::read(self, &request.uri, context);
        let result = answered(version, work, |result| Some(&mut result.meta)).await?;
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let work = async {
            only_page(request)?;
            Ok(ListPromptsResult::with_all_items(prompts::list())
                .with_ttl_ms(LIST_TTL_MILLISECONDS)
                .with_cache_scope(CacheScope::Public))
        };
        answered(context.protocol_version(), work, |list| {
            Some(&mut list.meta)
        })
        .await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let work = async { prompts::get(&request.name, request.arguments.as_ref()) };
        let result = answered(context.protocol_version(), work, |result| {
            Some(&mut result.meta)
        })
        .await?;
        Ok(result.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let work = async { completions::complete(&request, &self.shared).await };
        answered(context.protocol_version(), work, |result| {
            Some(&mut result.meta)
        })
        .await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.get(name).cloned()
    }
}

/// Who this server is, the same in both eras.
fn identity() -> Implementation {
    Implementation::new("mcp-wms-api", env!("CARGO_PKG_VERSION"))
        .with_title("EasyWMS warehouse (read only)")
        .with_description(env!("CARGO_PKG_DESCRIPTION"))
}

/// Runs a method so that a panic is an answer too: an unanswered request would keep its place in the transport. Clients
/// of the stateless revision get the server's identity with each result.
async fn answered<R>(
    version: Option<ProtocolVersion>,
    work: impl Future<Output = Result<R, ErrorData>>,
    meta: fn(&mut R) -> Option<&mut Option<MetaObject>>,
) -> Result<R, ErrorData> {
    let finished = AssertUnwindSafe(work).catch_unwind().await;
    let mut result = finished.unwrap_or_else(|_panic| {
        Err(ErrorData::internal_error(
            "this request failed inside the server; others are not affected",
            None,
        ))
    })?;
    // Revisions are dates: they compare as texts.
    let stateless =
        version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
    if stateless && let Some(meta) = meta(&mut result) {
        meta.get_or_insert_default()
            .insert(SERVER_INFO_META.to_owned(), json!(identity()));
    }
    Ok(result)
}

/// Every list is one page, so that a cursor can't be one of ours; some clients send an empty one for the first page.
fn only_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(cursor) if !cursor.is_empty() => Err(ErrorData::invalid_params(
            "the list has one page: repeat the request without cursor",
            None,
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::unwrap_used,
        clippy::panic,
        reason = "a failing test should panic"
    )]

    use rmcp::ErrorData;
    use rmcp::model::{ErrorCode, ListPromptsResult};

    use super::answered;

    #[tokio::test]
    async fn a_panic_is_an_answer() {
        let work = async { panic!("an odd prompt") };
        let answer: Result<ListPromptsResult, ErrorData> = answered(None, work, |_| None).await;
        let error = answer.unwrap_err();
        assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
        assert!(!error.message.contains("odd"), "{error:?}");
    }
}
