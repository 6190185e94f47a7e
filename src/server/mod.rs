//! The MCP side: one handler for both protocol eras, and the gate around every tool call.
//!
//! It knows rmcp, the tool list and the state that calls share. What a tool answers is the tool's, how it looks is the
//! envelope's.

mod call;
mod clock;
mod completions;
mod configuration;
mod gate;
mod handler;
mod instructions;
mod progress;
mod prompts;
mod resources;
mod shared;

use std::sync::Arc;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{MetaObject, Tool};
use tokio_util::sync::CancellationToken;

pub use self::call::{Call, Reply};
pub use self::clock::Clock;
pub use self::shared::Shared;
use crate::config::Config;

/// Above this budget a client that swaps long answers for a file must be told that ours are meant to be long:
/// Claude Code passes a text of up to 50,000 characters.
const ANNOUNCED_FROM_BYTES: usize = 45_000;

/// The MCP server over the configured warehouses.
#[derive(Clone, Debug)]
pub struct WarehouseServer {
    tools: Arc<ToolRouter<Self>>,
    shared: Arc<Shared>,
    /// Cancelled when the client has gone and the grace for running calls is over.
    closing: CancellationToken,
}

impl WarehouseServer {
    /// Makes the server; touches no network. `closing` ends the calls that still run.
    #[must_use]
    pub fn new(config: Config, clock: Clock, closing: CancellationToken) -> Self {
        let budget = config.settings.response_bytes(None);
        Self {
            tools: Arc::new(published(crate::tools::router(), budget)),
            shared: Arc::new(Shared::new(config, clock)),
            closing,
        }
    }

    /// Returns every tool as it is published, sorted by name.
    #[must_use]
    pub fn tool_list(&self) -> Vec<Tool> {
        self.tools.list_all()
    }

    /// Returns what all calls share.
    #[must_use]
    pub fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }
}

/// Completes the definitions that the macros made with what holds for every tool.
fn published(
    mut tools: ToolRouter<WarehouseServer>,
    budget_bytes: usize,
) -> ToolRouter<WarehouseServer> {
    for route in tools.map.values_mut() {
        let tool = &mut route.attr;
        let annotations = tool.annotations.take().unwrap_or_default();
        tool.annotations = Some(
            annotations
                .read_only(true)
                .idempotent(true)
                .open_world(false),
        );
        if budget_bytes > ANNOUNCED_FROM_BYTES {
            let mut meta = tool.meta.take().unwrap_or_else(MetaObject::default);
            meta.insert(
                "anthropic/maxResultSizeChars".to_owned(),
                (budget_bytes * 6 / 5).into(),
            );
            tool.meta = Some(meta);
        }
        if let Some(description) = tool.description.take() {
            tool.description = Some(one_line(&description).into());
        }
    }
    tools
}

/// Doc comments are wrapped for people; the model gets them in one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
