//! Codes as people type them: what was meant is found or offered, and never another thing's answer given.

use serde_json::{Value, json};

use super::gaps::{harness_with, type_named};
use super::query;
use crate::harness::Harness;

/// The failure of a call with a code that nothing has, which offers this one.
async fn assert_offers(harness: &Harness, tool: &str, arguments: Value, meant: &str) {
    let asked = arguments.to_string();
    let failure = harness.failure(tool, arguments).await;
    assert_eq!(failure["code"], "not_found", "{asked}");
    let near = failure["details"]["did_you_mean"].as_array();
    let near = near.cloned().unwrap_or_default();
    assert!(near.contains(&json!(meant)), "{asked}: {failure}");
}

/// A digit too few, too many, wrong or in another's place.
#[tokio::test]
async fn a_mistyped_code_is_no_other_code_s_answer() {
    let harness = Harness::start().await;
    for order in [
        "SO-24011",
        "SO-240711",
        "SO-2401171",
        "SO-204117",
        "PO-240117",
    ] {
        let arguments = json!({"order": order});
        assert_offers(&harness, "get_order_status", arguments, "SO-240117").await;
    }
    for container in ["PAL-007148", "PAL-0071842", "PAL-00714822"] {
        let arguments = json!({"container": container});
        assert_offers(&harness, "trace_container", arguments, "PAL-0071482").await;
    }
    let arguments = json!({"product": "P-104482"});
    assert_offers(&harness, "get_stock", arguments, "P-10482").await;
}

#[tokio::test]
async fn an_unknown_lot_or_owner_is_no_clean_recall() {
    let harness = Harness::start().await;
    let arguments = json!({"lot": "L-2611-70"});
    assert_offers(&harness, "get_stock", arguments, "L-2611-07").await;
    for owner in ["ACME", "ACME-FODS"] {
        assert_offers(&harness, "get_stock", json!({"owner": owner}), "ACME-FOODS").await;
    }
}

/// What has left is known by its way.
#[tokio::test]
async fn a_lot_without_stock_is_known_by_its_order_lines() {
    let harness = Harness::start().await;
    let lines = json!({"Filter": "ShippedQuantity > 0", "Take": 100, "Fields": ["LotCode"]});
    let (lines, _) = query(&harness.simulator, "OutboundOrderLine", lines).await;
    for line in lines.iter().filter(|line| line["LotCode"].is_string()) {
        let lot = &line["LotCode"];
        let filter = format!("LotCode == {lot}");
        let stock = json!({"Filter": filter, "Take": 1});
        let (_, rows) = query(&harness.simulator, "Stock", stock).await;
        if rows == 0 {
            let answer = harness.answer("get_stock", json!({"lot": lot})).await;
            let said = answer["findings"].to_string();
            assert!(said.contains("there is no stock here with lot"), "{said}");
            assert!(said.contains("shipped with SO-"), "{said}");
            return;
        }
    }
    panic!("every lot has stock");
}

/// Of what can't be read nobody knows whether it has the code.
#[tokio::test]
async fn a_code_is_not_said_to_be_unknown_where_it_could_not_be_read() {
    let (harness, _folder) = harness_with(|types| {
        type_named(types, "StockLock")["name"] = json!("NoSuchLock");
    })
    .await;
    let answer = harness.answer("get_stock", json!({"lot": "L-1"})).await;
    let said = "there is no stock here with lot L-1; whether L-1 exists here could not be read";
    assert_eq!(answer["findings"][0]["finding"], said);
}

#[tokio::test]
async fn a_known_product_without_stock_is_an_answer_and_an_unknown_one_is_not() {
    let harness = Harness::start().await;
    let failure = harness
        .failure("get_stock", json!({"product": "P-1031"}))
        .await;
    assert_eq!(failure["code"], "not_found");
    assert_eq!(failure["error"], "there is no product 'P-1031'");
    let near = failure["details"]["did_you_mean"].as_array().unwrap();
    assert!(near.contains(&json!("P-10311")), "{near:?}");
    let arguments = json!({"product": "P-10311", "owner": "ACME-FOODS"});
    let answer = harness.answer("get_stock", arguments).await;
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["totals"], json!([]));
    assert_eq!(answer["product"]["Code"], "P-10311");
    let said = "there is no stock here with product P-10311 and owner ACME-FOODS";
    assert_eq!(answer["findings"][0]["finding"], said);
    assert_eq!(answer["findings"][0]["severity"], "warning");
}

#[tokio::test]
async fn a_code_without_its_prefix_is_found_if_only_one_contains_it() {
    let harness = Harness::start().await;
    let answer = harness
        .answer("trace_container", json!({"container": "0071482"}))
        .await;
    assert_eq!(answer["container"]["UniqueCode"], "PAL-0071482");
    assert_eq!(
        answer["warnings"][0],
        "container '0071482' was read as 'PAL-0071482'"
    );
    let answer = harness
        .answer("get_order_status", json!({"order": "240117"}))
        .await;
    assert_eq!(answer["order"]["Code"], "SO-240117");
    for (tool, arguments) in [
        ("trace_container", json!({"container": "PAL-999"})),
        ("get_order_status", json!({"order": "SO-999"})),
    ] {
        let failure = harness.failure(tool, arguments).await;
        assert_eq!(failure["code"], "not_found");
        assert!(failure["details"]["did_you_mean"].is_array(), "{failure}");
    }
}
