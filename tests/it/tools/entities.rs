//! Entity types and their rows.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use serde_json::json;

use crate::harness::Harness;

#[tokio::test]
async fn gives_the_rows_asked_for() {
    let harness = Harness::start().await;
    let answer = harness
        .answer(
            "query_wms_entities",
            json!({"entity_type": "Product", "limit": 3, "fields": "Code"}),
        )
        .await;
    assert_eq!(answer["returned"], 3);
    assert_eq!(
        answer["rows"],
        json!([{"Code": "P-10000"}, {"Code": "P-10001"}, {"Code": "P-10002"}])
    );
    assert_eq!(answer["profile"], "NORTH");
    assert!(answer.get("truncated").is_none());
    assert!(answer["next_cursor"].as_str().is_some());
}

#[tokio::test]
async fn an_unknown_field_names_the_nearest() {
    let harness = Harness::start().await;
    let failure = harness
        .failure(
            "query_wms_entities",
            json!({"entity_type": "Product", "filter": "Cod = 'A'"}),
        )
        .await;
    assert_eq!(failure["code"], "unknown_field");
    assert_eq!(
        failure["details"]["did_you_mean"]
            .as_array()
            .unwrap()
            .first()
            .unwrap(),
        "Code"
    );
}
