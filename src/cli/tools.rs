//! `tools`: the tool table, which is also the README's.

use rmcp::model::Tool;
use tokio_util::sync::CancellationToken;

use super::print;
use crate::config::Config;
use crate::server::{Clock, WarehouseServer};

/// Prints the tools, as a table for people or as the definitions that clients get.
pub(super) fn run(config: Config, json: bool) -> u8 {
    let tools = WarehouseServer::new(config, Clock::System, CancellationToken::new()).tool_list();
    let text = if json {
        serde_json::to_string_pretty(&tools).unwrap_or_default()
    } else {
        tool_table(&tools)
    };
    print::line(text.trim_end());
    0
}

/// Returns the tools as a Markdown table: the name, and the first sentence of what it does.
#[must_use]
pub fn tool_table(tools: &[Tool]) -> String {
    let mut table = String::from("| tool | answers |\n| --- | --- |\n");
    for tool in tools {
        let description = tool.description.as_deref().unwrap_or_default();
        table.push_str(&format!(
            "| `{}` | {} |\n",
            tool.name,
            first_sentence(description)
        ));
    }
    table
}

fn first_sentence(text: &str) -> &str {
    text.split_once(". ")
        .map_or(text.trim_end_matches('.'), |(sentence, _)| sentence)
}
