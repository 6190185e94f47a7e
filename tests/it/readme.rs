//! The README keeps its promises: the tool table is the tool list.

#![expect(clippy::unwrap_used, reason = "a failing test should panic")]

use mcp_wms_api::cli::tool_table;
use mcp_wms_api::server::{Clock, WarehouseServer};
use tokio_util::sync::CancellationToken;

use crate::harness::{config_for, now};

const README: &str = include_str!("../../README.md");

#[test]
fn the_tool_table_is_the_tool_list() {
    let config = config_for("http://127.0.0.1:9", &[]);
    let tools =
        WarehouseServer::new(config, Clock::Fixed(now()), CancellationToken::new()).tool_list();
    let (_, behind) = README
        .split_once("<!-- tools: made by `mcp-wms-api tools` -->\n")
        .unwrap();
    let (table, _) = behind.split_once("<!-- /tools -->").unwrap();
    assert_eq!(
        table,
        tool_table(&tools),
        "renew it with: cargo run -- tools"
    );
}

#[test]
fn the_two_commands_come_first() {
    let commands: Vec<&str> = README
        .split("```sh\n")
        .skip(1)
        .filter_map(|block| block.lines().next())
        .collect();
    let first = commands.iter().take(2).copied().collect::<Vec<_>>();
    let demo = r#"cargo run --release -- --demo call query_wms_entities '{"entity_type":"Products","limit":5}'"#;
    assert_eq!(first, [demo, "cargo test"]);
}
