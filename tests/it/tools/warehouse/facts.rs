//! Facts that an answer must not leave out, and words that must not mean two things.

use serde_json::{Value, json};

use crate::harness::Harness;

/// The finding that says this, or all there are.
fn said<'a>(answer: &'a Value, text: &str) -> &'a Value {
    let findings = answer["findings"].as_array().unwrap();
    let says = |finding: &&Value| finding["finding"].as_str().unwrap().contains(text);
    findings
        .iter()
        .find(says)
        .unwrap_or_else(|| panic!("no '{text}' in {findings:#?}"))
}

/// When a container came to its place says nothing of when it was locked.
#[tokio::test]
async fn a_place_and_a_lock_have_a_time_of_their_own() {
    let harness = Harness::start().await;
    let arguments = json!({"kinds": "locked_containers", "profile": "SOUTH", "limit": 100});
    let answer = harness.answer("list_warehouse_alerts", arguments).await;
    said(&answer, "PAL-S004411 (BLK-REJ, stands at SRC-01-005 since ");
    let rows = answer["parts"]["locked_containers"]["rows"]
        .as_array()
        .unwrap();
    for row in rows {
        assert!(row["there_since"].is_string(), "{row}");
        assert_eq!(
            row["locked_since"].is_string(),
            row["reason"].is_string(),
            "{row}"
        );
        assert_eq!(row.get("since"), None);
    }
    assert!(rows.iter().any(|row| row["locked_since"].is_string()));
}

#[tokio::test]
async fn an_order_that_is_over_says_what_it_did_not_ship() {
    let harness = Harness::start().await;
    let arguments = json!({"order": "SO-237230"});
    let answer = harness.answer("get_order_status", arguments).await;
    said(&answer, "the order is over (CLOSE_PARTIALLY)");
    let short = said(
        &answer,
        "order line 2 was not shipped whole: 31 of 32 UN of P-10611",
    );
    assert_eq!(short["severity"], "warning");
    assert_eq!(short["evidence"][0]["entity_type"], "OutboundOrderLine");
    let text = answer["findings"].to_string();
    assert_eq!(text.matches("not shipped whole").count(), 1, "{text}");
    assert!(!text.contains("nothing found"), "{text}");
}

/// A recall ends with a sum, and says what there was not.
#[tokio::test]
async fn the_way_of_a_lot_adds_up() {
    let harness = Harness::start().await;
    let answer = harness
        .answer("get_stock", json!({"lot": "L-2609-12"}))
        .await;
    let sum = "lot L-2609-12, P-10590: 240 UN received, 156 shipped, 84 on hand: nothing is open";
    assert_eq!(said(&answer, sum)["severity"], "info");
    let answer = harness
        .answer("get_stock", json!({"lot": "L-2611-07"}))
        .await;
    said(
        &answer,
        "60 UN received, 0 shipped, 60 on hand: nothing is open",
    );
    said(&answer, "no shipped order line names lot L-2611-07");
    let answer = harness
        .answer("get_stock", json!({"lot": "L-2610-22"}))
        .await;
    said(&answer, "no received order line names lot L-2610-22");
    // With part of the lot there is no sum.
    let arguments = json!({"lot": "L-2609-12", "container": "PAL-0066120"});
    let answer = harness.answer("get_stock", arguments).await;
    let text = answer["findings"].to_string();
    assert!(!text.contains("on hand: "), "{text}");
}

#[tokio::test]
async fn a_change_that_no_message_is_about_is_told() {
    let harness = Harness::start().await;
    let variations = json!({"entity_type": "StockVariation", "filter": "Code = 'SV-004471'", "fields": "ProductCode"});
    let variation = harness.answer("query_wms_entities", variations).await;
    let arguments = json!({"product": variation["rows"][0]["ProductCode"]});
    let answer = harness.answer("get_stock", arguments).await;
    let untold = said(
        &answer,
        "no message was made of the change of +6 UN (SV-004471 of ",
    );
    assert_eq!(untold["severity"], "warning");
    // One that was sent, though it failed, is no change without a message.
    let answer = harness
        .answer("get_stock", json!({"product": "P-10311"}))
        .await;
    let text = answer["findings"].to_string();
    assert!(!text.contains("no message was made"), "{text}");
}

/// What is about to be shipped is where it should be; of a product that somebody asks for, none is left.
#[tokio::test]
async fn goods_that_are_all_reserved_are_no_alarm_in_their_place() {
    let harness = Harness::start().await;
    let answer = harness
        .answer("get_stock", json!({"location": "AS-02-044-06"}))
        .await;
    let staged = said(
        &answer,
        "the 80 UN of P-10482 (ACME-FOODS) here are all reserved",
    );
    assert_eq!(staged["severity"], "info");
    let answer = harness
        .answer("get_stock", json!({"product": "P-10482"}))
        .await;
    assert_eq!(
        said(&answer, "nothing of the 284 UN")["severity"],
        "critical"
    );
}

#[tokio::test]
async fn days_ahead_and_days_back_are_told_apart() {
    let harness = Harness::start().await;
    let days = async |arguments: Value| {
        let answer = harness.answer("list_warehouse_alerts", arguments).await;
        ["days", "idle_days"].map(|name| answer[name].as_i64())
    };
    assert_eq!(days(json!({"kinds": "idle_stock"})).await, [None, Some(90)]);
    assert_eq!(
        days(json!({"kinds": "expiring_lots"})).await,
        [Some(30), None]
    );
    let both = json!({"kinds": "idle_stock, expiring_lots", "days": 60});
    assert_eq!(days(both).await, [Some(60), Some(60)]);
}

/// Where a container is, is said even if nothing holds it; where it has left, nobody asks what holds it.
#[tokio::test]
async fn a_container_says_where_it_is() {
    let harness = Harness::start().await;
    for (filter, gone) in [
        ("ParentContainerCode is not null", false),
        ("Status = 'IN_TRANSIT'", false),
        ("Status = 'OUT_WAREHOUSE'", true),
    ] {
        let question = json!({
            "entity_type": "Container",
            "filter": format!("{filter} and IsLocked = false"),
            "fields": "UniqueCode",
            "limit": 1
        });
        let found = harness.answer("query_wms_entities", question).await;
        let code = &found["rows"][0]["UniqueCode"];
        let answer = harness
            .answer("trace_container", json!({"container": code}))
            .await;
        let row = &answer["container"];
        let of = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let expected = match (gone, row["LocationLabel"].is_string()) {
            (true, _) => format!(
                "the container has left the warehouse (OUT_WAREHOUSE) with {}",
                of("OutboundOrderCode")
            ),
            (false, true) => format!(
                "the container is at {} on {} since {} ({})",
                of("LocationLabel"),
                of("ParentContainerCode"),
                of("LocationDate"),
                of("Status")
            ),
            (false, false) => format!(
                "no location is recorded for the container since {} (IN_TRANSIT)",
                of("LocationDate")
            ),
        };
        assert_eq!(said(&answer, "the container")["finding"], expected);
        let text = answer["findings"].to_string();
        assert_eq!(
            text.contains("nothing found that holds it"),
            !gone,
            "{text}"
        );
    }
}
