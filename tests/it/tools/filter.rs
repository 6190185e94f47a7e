//! Slips in a filter: what is said of them, and that following it helps.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test should panic"
)]

use serde_json::{Value, json};

use crate::harness::{Harness, simulator_options};

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
        ("Stock", "ExpirationDate >", "yesterday"),
        ("Stock", "ExpirationDate >", "'yesterday'"),
        ("Stock", "ExpirationDate >", "today-1M"),
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

async fn count(harness: &Harness, entity_type: &str, filter: &str) -> u64 {
    let ask = json!({"entity_type": entity_type, "filter": filter});
    let answer = harness.answer("count_wms_entities", ask).await;
    let count = answer["count"].as_u64();
    count.unwrap_or_else(|| panic!("{filter}: {answer}"))
}

#[tokio::test]
async fn a_day_is_all_of_it_in_every_dialect() {
    for dialect in ["linq", "sql", "odata"] {
        let settings = [("WMS_NORTH_FILTER_DIALECT", dialect)];
        let harness = Harness::with(simulator_options(), &settings).await;
        let loads = async |test: &str| {
            let filter = format!("PlannedLoadDate {test}");
            count(&harness, "OutboundOrder", &filter).await
        };
        let (before, after) = (
            loads("< 2026-11-30T00:00").await,
            loads(">= 2026-12-01T00:00").await,
        );
        let dated = loads("is not null").await;
        let day = dated - before - after;
        assert!(day > 20, "{dialect}: {day}");
        assert!(before > 0 && after > 0, "{dialect}: {before}, {after}");
        for whole in [
            "= today",
            "= 2026-11-30",
            "= '2026-11-30'",
            "between today and today",
            "in (today)",
        ] {
            assert_eq!(loads(whole).await, day, "{dialect}: {whole}");
        }
        let other = "!= today and PlannedLoadDate is not null";
        assert_eq!(loads(other).await, before + after, "{dialect}");
        assert_eq!(loads("<= today").await, before + day, "{dialect}");
        assert_eq!(loads("> today").await, after, "{dialect}");
        let moment = a_load_of_today(&harness).await;
        let then = loads(&format!("= {moment}")).await;
        assert!(then > 0 && then < day, "{dialect}: {then} at {moment}");
        assert_eq!(loads(&format!("in ({moment})")).await, then, "{dialect}");
    }
}

/// A moment at which an order is to be loaded.
async fn a_load_of_today(harness: &Harness) -> String {
    let ask =
        json!({"entity_type": "OutboundOrder", "filter": "PlannedLoadDate = today", "limit": 1});
    let answer = harness.answer("query_wms_entities", ask).await;
    let moment = answer["rows"][0]["PlannedLoadDate"].as_str();
    moment.unwrap().to_owned()
}

/// As the guide says of the demo.
#[tokio::test]
async fn rows_without_a_value_are_other_rows_unless_they_are_left_out() {
    let harness = Harness::start().await;
    let orders = async |filter: &str| count(&harness, "OutboundOrder", filter).await;
    let all = orders("Code != ''").await;
    let without = orders("WaveCode is null").await;
    assert!(without > 0 && without < all, "{without} of {all}");
    for other in [
        "WaveCode != '-'",
        "WaveCode not in ('-')",
        "not WaveCode = '-'",
    ] {
        assert_eq!(orders(other).await, all, "{other}");
        let stated = format!("{other} and WaveCode is not null");
        assert_eq!(orders(&stated).await, all - without, "{stated}");
    }
    assert_eq!(orders("WaveCode = '-'").await, 0);
}

#[tokio::test]
async fn a_range_that_ends_before_it_starts_is_refused_and_not_empty() {
    let harness = Harness::start().await;
    let failure = refused(&harness, "Stock", "Quantity between 10 and 5").await;
    assert_eq!(
        failure["error"],
        "`Quantity` at character 1 can't be between `10` and `5`: the smaller bound comes first; did you mean `Quantity between 5 and 10`?"
    );
    assert_eq!(failure["details"]["position"], 1);
    refused(
        &harness,
        "Stock",
        "not ExpirationDate between 'today' and today-1d",
    )
    .await;
}
