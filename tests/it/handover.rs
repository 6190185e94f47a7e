//! The acceptance table of the original hand-over: what each call must show, measured over the protocol.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::harness::{Harness, Outcome};

/// The budget of an answer, and of one with a window.
const BUDGET: usize = 25_000;
const WINDOWED: usize = 30_000;

fn assert_cut(outcome: &Outcome, asked: u64) {
    let json = &outcome.json;
    assert!(outcome.text.len() <= BUDGET, "{} bytes", outcome.text.len());
    assert_eq!(json["truncated"], true);
    let returned = json["returned"].as_u64().unwrap();
    assert!(returned < asked);
    assert_eq!(json["omitted"], asked - returned);
    assert!(
        json["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("next_cursor"))
    );
}

#[tokio::test]
async fn two_hundred_products_are_cut_and_signalled() {
    let harness = Harness::start().await;
    let outcome = harness
        .call(
            "query_wms_entities",
            json!({"entity_type": "Products", "limit": 200}),
        )
        .await;
    assert_cut(&outcome, 200);
}

#[tokio::test]
async fn two_hundred_products_without_a_budget_weigh_what_was_measured() {
    let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", "500000")]).await;
    let mut bytes = 0;
    let mut ask = json!({"entity_type": "Products", "limit": 100});
    for _ in 0..2 {
        let outcome = harness.call("query_wms_entities", ask.clone()).await;
        assert_eq!(outcome.json["returned"], 100);
        bytes += outcome.text.len();
        ask["cursor"] = outcome.json["next_cursor"].clone();
    }
    assert!(
        (940_000..975_000).contains(&bytes),
        "{bytes} bytes; a real installation: 957,234"
    );
}

#[tokio::test]
async fn a_keyword_search_is_bounded_and_signalled() {
    let harness = Harness::start().await;
    let outcome = harness
        .call(
            "search_wms_data",
            json!({"keyword": "PAL", "fields": "full"}),
        )
        .await;
    assert!(outcome.text.len() <= BUDGET, "{} bytes", outcome.text.len());
    assert_eq!(outcome.json["truncated"], true);
    assert!(outcome.json["omitted"].as_u64().unwrap() > 0);
    assert!(outcome.json["hint"].as_str().is_some());
}

#[tokio::test]
async fn a_writing_row_is_explained() {
    let harness = Harness::start().await;
    let ask = json!({"entity_type": "Products", "query_type": 1, "limit": 1});
    let answer = harness.answer("call_query_api", ask).await;
    assert_eq!(
        (&answer["returned"], &answer["omitted"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(answer["truncated"], true);
    assert!(
        answer["hint"]
            .as_str()
            .unwrap()
            .contains("Writing rows are whole aggregates")
    );
}

#[tokio::test]
async fn one_container_is_verbatim() {
    let harness = Harness::start().await;
    let outcome = harness
        .call(
            "query_wms_entities",
            json!({"entity_type": "Container", "limit": 1}),
        )
        .await;
    assert!(outcome.json.get("truncated").is_none());
    assert!(
        (4_200..5_200).contains(&outcome.text.len()),
        "{} bytes",
        outcome.text.len()
    );
}

#[tokio::test]
async fn stacker_crane_comes_in_four_windows_that_are_the_blob() {
    let harness = Harness::start().await;
    let mut blob = String::new();
    let mut metadata = Vec::new();
    for offset in [0, 20_000, 40_000, 60_000] {
        let ask = json!({"workflow": "StackerCrane", "data_offset": offset});
        let outcome = harness.call("get_workflow_details", ask).await;
        assert!(
            outcome.text.len() < WINDOWED,
            "{} bytes",
            outcome.text.len()
        );
        assert_eq!(outcome.json["data_total_chars"], 71_512);
        assert_eq!(outcome.json["truncated"] == true, offset < 60_000);
        let next = outcome.json["next_data_offset"].as_u64();
        assert_eq!(next, (offset < 60_000).then_some(offset + 20_000));
        blob.push_str(outcome.json["data"].as_str().unwrap());
        metadata.push((
            outcome.json["data_sha256"].clone(),
            outcome.json["commonInfo"].clone(),
        ));
    }
    assert_eq!(blob.chars().count(), 71_512);
    let digest = Sha256::digest(blob.as_bytes());
    let digest = digest
        .iter()
        .fold(String::new(), |digest, byte| format!("{digest}{byte:02x}"));
    assert!(
        metadata
            .iter()
            .all(|(sha256, info)| *sha256 == digest && *info == metadata[0].1)
    );
}

#[tokio::test]
async fn a_small_workflow_is_whole() {
    let harness = Harness::start().await;
    let listed = harness
        .answer(
            "list_workflows",
            json!({"application": "EasyWMS", "limit": 200}),
        )
        .await;
    let name = listed["rows"][0]["name"].as_str().unwrap();
    let answer = harness
        .answer(
            "get_workflow_details",
            json!({"workflow": name, "application": "EasyWMS"}),
        )
        .await;
    assert_eq!(answer["data_chars"], answer["data_total_chars"]);
    assert!(answer.get("truncated").is_none());
}

#[tokio::test]
async fn query_type_seven_is_a_failure_with_the_tool() {
    let harness = Harness::start().await;
    let failure = harness
        .failure(
            "call_query_api",
            json!({"entity_type": "Products", "query_type": 7}),
        )
        .await;
    assert_eq!(failure["tool"], "call_query_api");
    assert_eq!(failure["code"], "invalid_query_type");
}

#[tokio::test]
async fn every_tool_refuses_an_unknown_parameter_by_name() {
    let harness = Harness::start().await;
    for tool in harness.client.list_all_tools().await.unwrap() {
        let known = tool.input_schema["properties"]
            .as_object()
            .and_then(|known| known.keys().next().cloned());
        let wrong = known
            .as_ref()
            .map_or("unheard_of".to_owned(), |name| format!("{name}x"));
        let failure = harness.failure(&tool.name, json!({ &wrong: "x" })).await;
        assert_eq!(failure["code"], "invalid_arguments", "{failure}");
        assert_eq!(failure["details"]["parameter"], wrong);
        if let Some(known) = known {
            let nearest: Vec<&Value> = failure["details"]["did_you_mean"]
                .as_array()
                .unwrap()
                .iter()
                .collect();
            assert!(nearest.contains(&&json!(known)), "{failure}");
        }
    }
}
