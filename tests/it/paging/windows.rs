//! A text larger than an answer, read window by window.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mcp_wms_api::server::Clock;
use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::harness::{Harness, NOW, config_for, connect_at, now};

fn writing_row(key: &str, offset: u64) -> Value {
    json!({"entity_type": "Product", "key": key, "query_type": 1, "data_offset": offset})
}

async fn keys(harness: &Harness, count: usize) -> Vec<String> {
    let arguments = json!({"entity_type": "Product", "limit": count, "fields": "Code"});
    let answer = harness.answer("query_wms_entities", arguments).await;
    let rows = answer["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| row["Code"].as_str().unwrap().to_owned())
        .collect()
}

/// H3, C11: the row that no list can hold.
#[tokio::test]
async fn the_windows_of_a_row_concatenate_to_it() {
    let harness = Harness::start().await;
    let key = &keys(&harness, 1).await[0];
    let (mut text, mut offset, mut last) = (String::new(), Some(0), Value::Null);
    while let Some(from) = offset {
        last = harness
            .answer("get_wms_entity", writing_row(key, from))
            .await;
        text.push_str(last["data"].as_str().unwrap());
        offset = last["next_data_offset"].as_u64();
    }
    let row: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(row["Code"], key.as_str());
    assert_eq!(last["data_total_chars"], text.chars().count());
    let digest = Sha256::digest(&text).to_vec();
    let digest: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(last["data_sha256"], digest.concat());
    assert_eq!(last.get("truncated"), None);
}

/// C13
#[tokio::test]
async fn a_window_at_the_end_is_empty_and_one_behind_it_is_refused() {
    let harness = Harness::start().await;
    let key = &keys(&harness, 1).await[0];
    let first = harness.answer("get_wms_entity", writing_row(key, 0)).await;
    let total = first["data_total_chars"].as_u64().unwrap();
    let end = harness
        .answer("get_wms_entity", writing_row(key, total))
        .await;
    assert_eq!((&end["data"], end.get("truncated")), (&json!(""), None));
    let failure = harness
        .failure("get_wms_entity", writing_row(key, total + 1))
        .await;
    assert_eq!(failure["code"], "invalid_arguments");
    assert_eq!(failure["details"]["data_total_chars"], total);
    let mut negative = writing_row(key, 0);
    negative["data_offset"] = json!(-1);
    let failure = harness.failure("get_wms_entity", negative).await;
    assert_eq!(failure["details"]["parameter"], "data_offset");
}

/// `as_of` is the moment of the reading, not that of the window.
#[tokio::test]
async fn a_later_window_is_as_old_as_its_text() {
    let harness = Harness::start().await;
    let seconds = Arc::new(AtomicI64::new(now().as_second()));
    let config = config_for(harness.simulator.base_url(), &[]);
    let Harness { simulator, .. } = harness;
    let client = connect_at(config, Clock::Set(Arc::clone(&seconds))).await;
    let harness = Harness { simulator, client };
    let search = json!({"query": "the", "in_definition": true, "limit": 1});
    let found = harness.answer("search_workflows", search.clone()).await;
    let mut next_page = search;
    next_page["cursor"] = found["next_cursor"].clone();
    let log = harness.answer("search_logs", json!({"limit": 1})).await;
    let texts = [
        (
            "get_wms_entity",
            json!({"entity_type": "Product", "key": "P-10000"}),
        ),
        ("get_workflow_details", json!({"workflow": "StackerCrane"})),
        (
            "compare_workflows",
            json!({"workflow": "StackerCrane", "other_workflow": "CST_PrintPalletLabels"}),
        ),
        (
            "get_log_entry",
            json!({"id": log["rows"][0]["Id"], "context": 0}),
        ),
    ];
    let mut later = vec![("search_workflows", next_page)];
    for (tool, mut window) in texts {
        window["max_data_chars"] = 10.into();
        let first = harness.answer(tool, window.clone()).await;
        assert_eq!(first["as_of"], NOW, "{tool}");
        window["data_offset"] = 10.into();
        later.push((tool, window));
    }
    seconds.fetch_add(100, Ordering::Relaxed);
    for (tool, arguments) in later {
        let answer = harness.answer(tool, arguments).await;
        assert_eq!(answer["as_of"], NOW, "{tool}");
    }
    let anew = harness.answer("search_logs", json!({"limit": 1})).await;
    assert_eq!(anew["as_of"], "2026-11-30T08:16:40Z");
}

/// C14: the windows of one text come from one reading; when that is forgotten, a change is noticed.
#[tokio::test]
async fn a_text_that_changes_between_windows_is_told() {
    let harness = Harness::start().await;
    let keys = keys(&harness, 10).await;
    let window = |key: &str, offset: u64| json!({"entity_type": "Product", "key": key, "data_offset": offset, "max_data_chars": 50});
    for key in &keys {
        harness.answer("get_wms_entity", window(key, 0)).await;
    }
    let sent = harness.simulator.journal().len();
    harness.answer("get_wms_entity", window(&keys[9], 50)).await;
    let now_sent = harness.simulator.journal().len();
    assert_eq!(now_sent, sent, "from the same reading");

    let changed = json!({"Items": [{"Code": keys[0], "Text": "x".repeat(90)}], "TotalCount": 1});
    harness
        .simulator
        .plan(Route::Query, Fault::ReplaceBody(changed.to_string()));
    let failure = harness
        .failure("get_wms_entity", window(&keys[0], 50))
        .await;
    assert_eq!(failure["code"], "data_changed", "{failure}");
}
