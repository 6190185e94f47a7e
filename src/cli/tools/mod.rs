//! `tools`: the tool table, which is also the README's, the definitions that clients get, or one tool explained.

mod example;
mod explain;

use std::fmt::Write as _;

use rmcp::model::Tool;
use tokio_util::sync::CancellationToken;

use super::{FAILED, print};
use crate::config::Config;
use crate::nearest::nearest;
use crate::server::{Clock, WarehouseServer};

/// Prints the tools, all or the one of that name, for people or as the definitions that clients get.
pub(super) fn run(config: Config, name: Option<&str>, json: bool) -> u8 {
    let tools = WarehouseServer::new(config, Clock::System, CancellationToken::new()).tool_list();
    match name {
        None if json => print_json(&tools),
        None => print::line(tool_table(&tools).trim_end()),
        Some(name) => match tools.iter().find(|tool| tool.name == name) {
            Some(tool) if json => print_json(tool),
            Some(tool) => print::styled(explain::text(tool).trim_end()),
            None => {
                print::note(&unknown(name, &tools));
                return FAILED;
            }
        },
    }
    0
}

fn print_json(value: &impl serde::Serialize) {
    print::line(&serde_json::to_string_pretty(value).unwrap_or_default());
}

/// The tools as a Markdown table: the name, and the first sentence of what it does.
#[must_use]
pub fn tool_table(tools: &[Tool]) -> String {
    let mut table = String::from("| tool | answers |\n| --- | --- |\n");
    for tool in tools {
        let description = tool.description.as_deref().unwrap_or_default();
        let _ = writeln!(
            table,
            "| `{}` | {} |",
            tool.name,
            first_sentence(description)
        );
    }
    table
}

fn first_sentence(text: &str) -> &str {
    text.split_once(". ")
        .map_or(text.trim_end_matches('.'), |(sentence, _)| sentence)
}

fn unknown(name: &str, tools: &[Tool]) -> String {
    let names = tools.iter().map(|tool| tool.name.as_ref());
    match nearest(name, names).first() {
        Some(meant) => format!("there is no tool '{name}'; did you mean '{meant}'?"),
        None => format!("there is no tool '{name}'; 'tools' lists them"),
    }
}
