//! Slips in a filter: what is said of them, and that following it helps.

#![expect(clippy::indexing_slicing, reason = "a failing test should panic")]

use serde_json::{Value, json};

use crate::harness::Harness;

async fn refused(harness: &Harness, entity_type: &str, filter: &str) -> Value {
    let ask = json!({"entity_type": entity_type, "filter": filter});
    let failure = harness.failure("query_wms_entities", ask).await;
    assert_eq!(failure["code"], "invalid_filter", "{filter}: {failure}");
    failure
}

#[tokio::test]
async fn a_suggestion_can_be_followed() {
    let harness = Harness::start().await;
    for (entity_type, start, slip) in [
        ("Stock", "ProductCode =", "P-10482"),
        ("OutboundOrder", "Code =", "SO-240117"),
        ("Location", "IsLocked =", "1"),
        ("Location", "IsLocked =", "'yes'"),
        ("Stock", "ExpirationDate <", "31.12.2030"),
        ("Stock", "ExpirationDate <", "'31.12.2030'"),
        ("Stock", "Quantity >", "'1'"),
    ] {
        let failure = refused(&harness, entity_type, &format!("{start} {slip}")).await;
        let meant = failure["details"]["did_you_mean"][0]
            .as_str()
            .unwrap_or("none");
        let mended =
            json!({"entity_type": entity_type, "filter": format!("{start} {meant}"), "limit": 1});
        let answer = harness.answer("query_wms_entities", mended).await;
        assert_eq!(answer["returned"], 1, "{start} {slip} became {meant}");
    }
    assert!(
        !harness
            .simulator
            .journal()
            .iter()
            .any(|exchange| exchange.body.contains("yes"))
    );
}

#[tokio::test]
async fn a_value_of_another_type_is_refused_in_every_tool_with_a_filter() {
    let harness = Harness::start().await;
    for tool in [
        "query_wms_entities",
        "count_wms_entities",
        "aggregate_wms_entities",
    ] {
        let ask = json!({"entity_type": "Stock", "filter": "Quantity > 'abc'"});
        let failure = harness.failure(tool, ask).await;
        assert_eq!(failure["code"], "invalid_filter", "{failure}");
        assert_eq!(failure["details"]["position"], 1, "{failure}");
    }
    refused(&harness, "Stock", "Id contains 'PAL'").await;
}
