//! Servers whose total is none: an unset 0, or the number of rows in the answer itself.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use mcp_wms_api::simulator::{Options, RowShape, Totals};
use serde_json::{Value, json};

use crate::harness::{Harness, simulator_options};

const PRODUCTS: u64 = 2_400;

async fn server(totals: Totals) -> Harness {
    let options = Options {
        totals,
        shape: RowShape::Data,
        ..simulator_options()
    };
    Harness::with(options, &[]).await
}

fn codes(answer: &Value) -> Vec<&str> {
    let rows = answer["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| row["Code"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_number_that_is_no_total_ends_no_list() {
    let ask = json!({"entity_type": "Product", "limit": 30, "fields": "Code"});
    let true_codes = server(Totals::Counted).await;
    let true_codes = true_codes.answer("query_wms_entities", ask.clone()).await;
    assert_eq!(true_codes["total"], PRODUCTS);
    for totals in [Totals::Absent, Totals::Zero, Totals::OfThisAnswer] {
        let harness = server(totals).await;
        let answer = harness.answer("query_wms_entities", ask.clone()).await;
        assert_eq!(codes(&answer), codes(&true_codes), "{totals:?}");
        assert_eq!(answer["total"], Value::Null, "{totals:?}");
        assert!(answer["next_cursor"].is_string(), "{totals:?}: {answer}");
    }
}

/// The request for the rows behind the last one is answered with nothing, and a total of 0.
#[tokio::test]
async fn a_total_below_the_rows_that_came_is_none() {
    let harness = server(Totals::Zero).await;
    let ask = json!({"entity_type": "Agency", "fields": "Code", "limit": 10});
    let answer = harness.answer("query_wms_entities", ask).await;
    assert_eq!(codes(&answer).len(), 3);
    assert_eq!(answer["total"], Value::Null, "{answer}");
}

#[tokio::test]
async fn a_number_that_is_no_total_is_no_count() {
    for totals in [Totals::Absent, Totals::Zero, Totals::OfThisAnswer] {
        let harness = server(totals).await;
        let count = json!({"entity_type": "Product"});
        let answer = harness.answer("count_wms_entities", count).await;
        assert_eq!(answer["count"], Value::Null, "{totals:?}: {answer}");
        let groups = json!({"entity_type": "Product", "group_by": "AbcCode"});
        let answer = harness.answer("aggregate_wms_entities", groups).await;
        assert_eq!(answer["rows_scanned"], PRODUCTS, "{totals:?}: {answer}");
        assert_eq!(answer["complete"], true, "{totals:?}: {answer}");
    }
}

/// A true 0 and a true total that equals the limit stay what they are.
#[tokio::test]
async fn a_server_that_counts_is_believed() {
    let harness = server(Totals::Counted).await;
    let none = json!({"entity_type": "Product", "filter": "Code = 'NO-SUCH'"});
    let answer = harness.answer("count_wms_entities", none).await;
    assert_eq!(answer["count"], 0);
    let owners = json!({"entity_type": "Owner", "limit": 2});
    let answer = server(Totals::Counted)
        .await
        .answer("query_wms_entities", owners)
        .await;
    assert_eq!(
        (&answer["returned"], &answer["total"]),
        (&json!(2), &json!(2))
    );
    assert!(answer.get("next_cursor").is_none(), "{answer}");
}
