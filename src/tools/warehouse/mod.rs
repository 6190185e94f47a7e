//! Answers to what warehouse people ask: where is it, what happened to it, why does it not move, what is stuck.
//!
//! Each tool makes several reads at once and names them in `sources`. Entity types, fields and codes come from the
//! catalogue; a part that a server lacks is `unavailable` and the rest still answers. Findings are facts read from the
//! data, each with the rows behind it.

mod alerts;
mod answer;
mod code;
mod container;
mod count;
mod expiry;
mod fields;
mod finding;
mod hold;
mod index;
mod line;
mod log;
mod message;
mod near;
mod order;
mod part;
mod quantity;
mod reader;
mod row;
mod stock;
mod subject;
mod task;
mod unavailable;

use rmcp::{tool, tool_router};

use crate::arguments::Parameters;
use crate::server::{Call, Reply, WarehouseServer};

#[tool_router(router = warehouse_router, vis = "pub(crate)")]
impl WarehouseServer {
    /// Gives the stock of a product, container, location, lot or owner: on hand, available, blocked, reserved per unit,
    /// by lot and status, what holds it, and unsent ERP messages that explain a difference. With 'lot' also where it
    /// was received and shipped (recall). For sums over all stock use aggregate_wms_entities.
    #[tool(title = "Stock")]
    async fn get_stock(
        &self,
        call: Call,
        Parameters(params): Parameters<stock::StockParams>,
    ) -> Reply {
        call.reply(stock::answer(&call, params).await)
    }

    /// Traces one container: where it is, what is in it, locks and why, tasks, reception, order, messages, log lines of
    /// 7 days. Findings say what holds it.
    #[tool(title = "Trace a container")]
    async fn trace_container(
        &self,
        call: Call,
        Parameters(params): Parameters<container::ContainerParams>,
    ) -> Reply {
        call.reply(container::answer(&call, params).await)
    }

    /// Tells how an inbound or outbound order stands: lines with shortfalls and what blocks the missing stock, tasks
    /// and their devices, ERP messages in both directions, log lines. Findings say why it does not move.
    #[tool(title = "Order status")]
    async fn get_order_status(
        &self,
        call: Call,
        Parameters(params): Parameters<order::OrderParams>,
    ) -> Reply {
        call.reply(order::answer(&call, params).await)
    }

    /// Lists what is stuck now, kind by kind: device faults, stranded tasks, late orders, short lines, ERP errors,
    /// locked containers, expiring lots … Each has its rule, its count and its first rows. Start a shift with it.
    #[tool(title = "Warehouse alerts")]
    async fn list_warehouse_alerts(
        &self,
        call: Call,
        Parameters(params): Parameters<alerts::AlertsParams>,
    ) -> Reply {
        call.reply(alerts::answer(&call, params).await)
    }
}
