//! What answers cost in the context of a model: bytes and tokens, form by form, and of what a client loads at its start.
//!
//! `cargo run --release --manifest-path benches/tokens/Cargo.toml -- target/release/mcp-wms-api`
//!
//! Tokens are those of `o200k_base`, a published vocabulary of a large model; other models' differ, the ratios hardly.

use std::process::{Command, ExitCode};

use serde_json::Value;
use tiktoken_rs::{CoreBPE, o200k_base};

/// The same question in the forms that a caller can choose.
const FORMS: [(&str, &str); 6] = [
    ("whole rows", r#"{"entity_type":"Product","limit":200}"#),
    (
        "whole rows, filled",
        r#"{"entity_type":"Product","limit":200,"fields":"filled"}"#,
    ),
    (
        "whole rows, table",
        r#"{"entity_type":"Product","limit":200,"format":"table"}"#,
    ),
    (
        "lite",
        r#"{"entity_type":"Product","limit":200,"fields":"lite"}"#,
    ),
    (
        "lite, table",
        r#"{"entity_type":"Product","limit":200,"fields":"lite","format":"table"}"#,
    ),
    (
        "two fields, table",
        r#"{"entity_type":"Product","limit":200,"fields":"Code,Description","format":"table"}"#,
    ),
];

/// A question of each kind that people ask.
const QUESTIONS: [(&str, &str); 8] = [
    ("get_order_status", r#"{"order":"SO-240117"}"#),
    ("trace_container", r#"{"container":"PAL-0071482"}"#),
    ("get_stock", r#"{"product":"P-10482"}"#),
    ("list_warehouse_alerts", "{}"),
    ("search_wms_data", r#"{"keyword":"PAL-0071482"}"#),
    ("summarize_logs", "{}"),
    (
        "aggregate_wms_entities",
        r#"{"entity_type":"Stock","group_by":"StatusCode","measures":"sum(Quantity)"}"#,
    ),
    (
        "get_workflow_details",
        r#"{"workflow":"StackerCrane","application":"EasyWMS"}"#,
    ),
];

fn main() -> ExitCode {
    let Some(binary) = std::env::args().nth(1) else {
        eprintln!("usage: tokens BINARY");
        return ExitCode::FAILURE;
    };
    let Ok(vocabulary) = o200k_base() else {
        eprintln!("the vocabulary can't be read");
        return ExitCode::FAILURE;
    };
    println!("| what | bytes | tokens | bytes a token |\n| --- | --- | --- | --- |");
    let definitions = compact(&printed(&binary, &["tools", "--json"]));
    line(&vocabulary, "the 23 definitions of tools/list", &definitions);
    for (tool, arguments) in QUESTIONS {
        let answer = printed(&binary, &["--demo", "call", tool, arguments]);
        line(&vocabulary, &format!("`{tool}` {arguments}"), &answer);
    }
    println!("\n| form of 200 products | bytes | rows | tokens | tokens a row |\n| --- | --- | --- | --- | --- |");
    for (form, arguments) in FORMS {
        let answer = printed(&binary, &["--demo", "call", "query_wms_entities", arguments]);
        let rows = rows_of(&answer);
        let tokens = tokens_of(&vocabulary, &answer);
        let each = tokens as f64 / rows.max(1) as f64;
        println!("| {form} | {} | {rows} | {tokens} | {each:.0} |", answer.len());
    }
    ExitCode::SUCCESS
}

fn line(vocabulary: &CoreBPE, what: &str, text: &str) {
    let tokens = tokens_of(vocabulary, text);
    let each = text.len() as f64 / tokens.max(1) as f64;
    println!("| {what} | {} | {tokens} | {each:.1} |", text.len());
}

fn tokens_of(vocabulary: &CoreBPE, text: &str) -> usize {
    vocabulary.encode_ordinary(text).len()
}

fn rows_of(answer: &str) -> u64 {
    let answer: Value = serde_json::from_str(answer).unwrap_or_default();
    answer["returned"].as_u64().unwrap_or_default()
}

/// JSON as it goes over the protocol, without the white space for people.
fn compact(json: &str) -> String {
    let value: Value = serde_json::from_str(json).unwrap_or_default();
    value.to_string()
}

/// What the binary prints, without the line end.
fn printed(binary: &str, arguments: &[&str]) -> String {
    let output = Command::new(binary).args(arguments).output();
    let stdout = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&stdout).trim_end().to_owned()
}
