//! The tools: one file or folder a noun, each with its parameters and its `#[tool]` methods.
//!
//! A tool reads as one line of the data flow: typed arguments, a question to the warehouse, an answer. It knows no HTTP
//! and builds no text. To add one, see `CLAUDE.md`.

mod bounds;
mod calendar;
mod entities;
mod given;
mod logs;
mod metrics;
mod page;
mod profiles;
mod query_api;
mod time_window;
mod warehouse;
mod window;
mod workflows;

use rmcp::handler::server::router::tool::ToolRouter;

use crate::server::WarehouseServer;

/// Returns the routes of all tools.
pub(crate) fn router() -> ToolRouter<WarehouseServer> {
    WarehouseServer::profiles_router()
        + WarehouseServer::entities_router()
        + WarehouseServer::query_api_router()
        + WarehouseServer::warehouse_router()
        + WarehouseServer::workflows_router()
        + WarehouseServer::logs_router()
        + WarehouseServer::metrics_router()
}
