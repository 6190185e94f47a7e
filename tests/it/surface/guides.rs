//! The guides say what holds: each example parses, each code and each tool is there.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use mcp_wms_api::easywms::Catalogue;
use mcp_wms_api::easywms::filter::{Filter, OrderBy};
use mcp_wms_api::envelope::Code;

use regex::Regex;

use super::{Client, read, tools_in};
use crate::contract::TOOLS;
use crate::harness::{Harness, NOW};

/// Above this Codex cuts the middle out of a text.
const GUIDE_BYTES: usize = 10_000;

async fn guide(client: &Client, name: &str) -> String {
    let (text, mime_type) = read(client, &format!("wms://guide/{name}")).await.unwrap();
    assert_eq!(mime_type, "text/markdown");
    assert!(text.len() <= GUIDE_BYTES, "{name}: {} bytes", text.len());
    text
}

/// The lines of the fenced blocks of a language.
fn fenced<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let opening = format!("```{language}\n");
    let blocks = text.split(opening.as_str()).skip(1);
    blocks
        .flat_map(|block| block.split("```").next().unwrap().lines())
        .collect()
}

#[tokio::test]
async fn every_example_of_the_filter_guide_parses() {
    let harness = Harness::start().await;
    let text = guide(&harness.client, "filters").await;
    let now: Timestamp = NOW.parse().unwrap();
    let clock = now.to_zoned_datetime(TimeZone::UTC);
    let filters = fenced(&text, "filter");
    assert!(filters.len() >= 20, "{filters:?}");
    for filter in filters {
        Filter::parse(filter, &clock).unwrap_or_else(|error| panic!("{filter}: {error}"));
    }
    let orders = fenced(&text, "order");
    assert!(!orders.is_empty());
    for order in orders {
        OrderBy::parse(order).unwrap_or_else(|error| panic!("{order}: {error}"));
    }
}

#[tokio::test]
async fn the_answer_guide_has_every_failure_code_with_its_category() {
    let harness = Harness::start().await;
    let text = guide(&harness.client, "answers").await;
    let (_, codes) = text.split_once("| code | category |").unwrap();
    let rows: Vec<(&str, &str)> = codes
        .lines()
        .filter_map(|line| {
            let mut cells = line.split('|').map(str::trim).skip(1);
            let code = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
            Some((code, cells.next()?))
        })
        .collect();
    let expected = Code::ALL.map(|code| (code.as_str(), code.category()));
    assert_eq!(rows, expected);
}

#[tokio::test]
async fn the_question_guide_names_every_tool_and_no_other() {
    let harness = Harness::start().await;
    let text = guide(&harness.client, "questions").await;
    let mut named = tools_in(&text);
    named.sort_unstable();
    named.dedup();
    assert_eq!(named, TOOLS);
    for tool in harness.client.list_all_tools().await.unwrap() {
        assert!(named.contains(&tool.name.as_ref()), "{}", tool.name);
    }
}

#[tokio::test]
async fn the_question_guide_asks_types_for_fields_that_they_have() {
    let harness = Harness::start().await;
    let text = guide(&harness.client, "questions").await;
    let catalogue = Catalogue::built_in().unwrap();
    let asked = Regex::new(
        r"((?:[A-Z][A-Za-z]+(?:, | and )?)+)(?: by |, )((?:`[A-Z][^`]*`(?:, | and )?)+)",
    )
    .unwrap();
    let names = Regex::new("[A-Z][A-Za-z]+").unwrap();
    let fields = Regex::new("`([A-Z][A-Za-z]+)").unwrap();
    let mut checked = 0;
    for found in asked.captures_iter(&text) {
        for name in names.find_iter(&found[1]).map(|name| name.as_str()) {
            let entity_type = catalogue.get(name).unwrap_or_else(|| panic!("{name}"));
            for field in fields.captures_iter(&found[2]) {
                let has = entity_type.fields.iter().any(|has| has.name == field[1]);
                assert!(has, "{name} has no {}", &field[1]);
                checked += 1;
            }
        }
    }
    assert!(checked >= 20, "{checked}");
}
