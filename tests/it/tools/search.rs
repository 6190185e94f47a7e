//! `search_wms_data`: one keyword over many types.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::collections::{BTreeMap, BTreeSet};

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};

use super::upstream::{queries, query};
use crate::harness::Harness;

const SMALL_TYPES: &str = "Owner, Zone, ContainerType, Device, User";

async fn search(harness: &Harness, more: Value) -> Value {
    let mut arguments = json!({"entity_types": SMALL_TYPES});
    arguments
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    harness.answer("search_wms_data", arguments).await
}

fn names(object: &Value) -> Vec<&String> {
    object.as_object().unwrap().keys().collect()
}

#[tokio::test]
async fn a_search_in_all_types_stays_within_the_budget_and_says_what_it_left_out() {
    let harness = Harness::start().await;
    // Until the server has shown that it counts, each 0 costs a second question.
    let count = json!({"entity_type": "Product"});
    assert_eq!(
        harness.answer("count_wms_entities", count).await["count"],
        2_400
    );
    let earlier = queries(&harness.simulator).len();
    let outcome = harness
        .call(
            "search_wms_data",
            json!({"keyword": "PAL", "fields": "full"}),
        )
        .await;
    let answer = &outcome.json;
    assert!(outcome.text.len() <= 25_000, "{} bytes", outcome.text.len());
    assert!(outcome.text.len() >= 20_000, "{} bytes", outcome.text.len());
    assert_eq!(answer["truncated"], true);
    assert_eq!(answer["types_searched"], 29);
    let sections = answer["results"].as_object().unwrap();
    let omitted: u64 = sections
        .values()
        .filter_map(|section| section["omitted"].as_u64())
        .sum();
    assert_eq!(answer["omitted"], omitted);
    for (name, section) in sections {
        assert_eq!(section.get("unavailable"), None, "{name}");
        let returned = section["returned"].as_u64().unwrap();
        assert_eq!(
            section["rows"].as_array().unwrap().len() as u64,
            returned,
            "{name}"
        );
        assert!(returned >= 1, "{name}");
        let asked = section["total"].as_u64().unwrap().min(5);
        assert_eq!(
            returned + section["omitted"].as_u64().unwrap_or(0),
            asked,
            "{name}"
        );
    }
    assert_eq!(
        sections.len() + answer["without_hits"].as_array().unwrap().len(),
        29
    );
    // Each type was counted; whole rows were read of the types that have any, and of no other.
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    for body in queries(&harness.simulator).into_iter().skip(earlier) {
        let entity_type = body["EntityType"].as_str().unwrap().to_owned();
        *asked.entry(entity_type).or_default() += 1;
    }
    let read = asked.into_iter().filter(|(_, times)| *times > 1);
    let read: BTreeSet<String> = read.map(|(name, _)| name).collect();
    assert_eq!(read, sections.keys().cloned().collect());
}

#[tokio::test]
async fn gives_the_rows_that_hold_the_keyword_and_where() {
    let harness = Harness::start().await;
    let answer = search(&harness, json!({"keyword": "pallet"})).await;
    let (rows, total) = query(
        &harness.simulator,
        "ContainerType",
        json!({"Filter": r#"Description.Contains("pallet")"#, "OrderBy": "Code asc"}),
    )
    .await;
    let found = &answer["results"]["ContainerType"];
    assert_eq!(found["total"], total);
    let codes = |rows: &[Value]| {
        rows.iter()
            .map(|row| row["Code"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(found["rows"].as_array().unwrap()), codes(&rows));
    assert!(
        found["matched_in"]
            .as_array()
            .unwrap()
            .contains(&json!("Description"))
    );
    assert_eq!(
        names(&found["rows"][0]),
        ["Code", "Description", "Kind", "MaxWeight"]
    );
    assert_eq!(names(&answer["results"]), ["Zone", "ContainerType"]);
    assert_eq!(answer["without_hits"], json!(["Owner", "Device", "User"]));
    assert_eq!(answer.get("truncated"), None);
}

#[tokio::test]
async fn the_row_whose_key_is_the_keyword_comes_first() {
    let harness = Harness::start().await;
    // Every zone's warehouse code and description are searched as well.
    let answer = search(
        &harness,
        json!({"keyword": "rk", "entity_types": "Zone", "limit": 50}),
    )
    .await;
    assert_eq!(answer["results"]["Zone"]["rows"][0]["Code"], "RK");
}

#[tokio::test]
async fn quotes_percent_signs_and_conditions_are_text() {
    let harness = Harness::start().await;
    for keyword in [
        "x' or 1 eq 1 or '",
        "\" || true || \"",
        "%",
        "_",
        "\\",
        "😀",
        "\u{202e}abc",
    ] {
        let answer = search(&harness, json!({"keyword": keyword})).await;
        assert_eq!(answer["results"], json!({}), "{keyword}");
        assert_eq!(answer["keyword"], keyword);
    }
}

#[tokio::test]
async fn refuses_a_keyword_that_is_none() {
    let harness = Harness::start().await;
    for keyword in [
        String::new(),
        "  ".to_owned(),
        "a\nb".to_owned(),
        "é".repeat(257),
    ] {
        let failure = harness
            .failure("search_wms_data", json!({"keyword": keyword}))
            .await;
        assert_eq!(failure["code"], "invalid_arguments", "{failure}");
        assert_eq!(failure["details"]["parameter"], "keyword", "{failure}");
    }
    assert_eq!(queries(&harness.simulator), Vec::<Value>::new());
}

#[tokio::test]
async fn a_type_that_fails_is_named_and_the_others_are_searched() {
    let harness = Harness::with_settings(&[("WMS_MAX_CONCURRENCY", "1")]).await;
    harness.simulator.plan(Route::Query, Fault::status(403));
    let answer = search(&harness, json!({"keyword": "pallet"})).await;
    assert_eq!(
        names(&answer["results"]),
        ["Owner", "Zone", "ContainerType"]
    );
    let reason = answer["results"]["Owner"]["unavailable"].as_str().unwrap();
    assert!(
        reason.starts_with("the query service does not let this user read that"),
        "{reason}"
    );
    assert_eq!(answer["without_hits"], json!(["Device", "User"]));
}

#[tokio::test]
async fn a_slow_type_does_not_sink_the_others() {
    let settings = [("WMS_MAX_CONCURRENCY", "1"), ("WMS_TIMEOUT_SECONDS", "2")];
    let harness = Harness::with_settings(&settings).await;
    harness.simulator.plan(Route::Query, Fault::Hold);
    let answer = search(&harness, json!({"keyword": "pallet"})).await;
    assert_eq!(
        answer["results"]["Owner"],
        json!({"unavailable": "the query service did not answer within 2 s"})
    );
    assert_eq!(
        names(&answer["results"]),
        ["Owner", "Zone", "ContainerType"]
    );
}

#[tokio::test]
async fn a_failure_that_all_types_share_is_the_failure_of_the_call() {
    let harness = Harness::start().await;
    let failure = harness
        .failure(
            "search_wms_data",
            json!({"keyword": "x", "profile": "GHOST"}),
        )
        .await;
    assert_eq!(failure["code"], "tenant_not_found");
    harness
        .simulator
        .plan_always(Route::Query, Fault::status(500));
    let failure = harness
        .failure(
            "search_wms_data",
            json!({"keyword": "x", "entity_types": SMALL_TYPES}),
        )
        .await;
    assert_eq!(failure["code"], "upstream_error");
}

#[tokio::test]
async fn a_field_that_only_the_catalogue_knows_costs_one_more_try() {
    let harness = Harness::with_settings(&[("WMS_MAX_CONCURRENCY", "1")]).await;
    // Refused with and without projection, as a server does that lacks a field of the condition.
    harness
        .simulator
        .plan_times(Route::Query, Fault::status(400), 2);
    let answer = search(&harness, json!({"keyword": "RK", "entity_types": "Zone"})).await;
    assert_eq!(answer["results"]["Zone"]["rows"][0]["Code"], "RK");
    assert_eq!(queries(&harness.simulator).len(), 3);
    harness.simulator.clear_journal();
    search(&harness, json!({"keyword": "RK", "entity_types": "Zone"})).await;
    let asked = queries(&harness.simulator);
    assert_eq!(asked.len(), 1);
    assert!(
        asked[0]["Fields"].is_array(),
        "the server still projects: {asked:?}"
    );
}

#[tokio::test]
async fn shows_the_named_fields_where_a_type_has_them() {
    let harness = Harness::start().await;
    let answer = search(
        &harness,
        json!({"keyword": "pallet", "fields": "maxweight, Nothing"}),
    )
    .await;
    assert_eq!(
        names(&answer["results"]["ContainerType"]["rows"][0]),
        ["Code", "MaxWeight"]
    );
    assert_eq!(names(&answer["results"]["Zone"]["rows"][0]), ["Code"]);
    assert_eq!(
        answer["warnings"],
        json!(["no type searched has the field: Nothing"])
    );
}
