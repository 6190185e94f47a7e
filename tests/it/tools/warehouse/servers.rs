//! Servers that do not do what they are asked, or write rows otherwise: no other thing's answer, nothing made up.

use mcp_wms_api::simulator::{FieldNames, Filters, Options};
use serde_json::{Value, json};

use super::{KINDS, calls};
use crate::harness::{Harness, simulator_options};

async fn harness_of(fields: FieldNames) -> Harness {
    let options = Options {
        fields,
        ..simulator_options()
    };
    Harness::with(options, &[]).await
}

/// Each composite is asked for a code that there is, and for one that there is not.
#[tokio::test]
async fn a_server_that_ignores_filters_is_found_out_by_its_rows() {
    let options = Options {
        filters: Filters::Ignored,
        ..simulator_options()
    };
    let harness = Harness::with(options, &[]).await;
    for (tool, arguments) in [
        ("get_stock", json!({"product": "P-10482"})),
        ("get_stock", json!({"lot": "L-1"})),
        ("get_stock", json!({"owner": "ACME"})),
        ("get_stock", json!({"location": "RC-01-009"})),
        ("trace_container", json!({"container": "PAL-0068210"})),
        ("trace_container", json!({"container": "PAL-NOPE"})),
        ("get_order_status", json!({"order": "SO-240117"})),
        ("get_order_status", json!({"order": "PO-118204"})),
        ("list_warehouse_alerts", json!({"kinds": KINDS})),
    ] {
        let asked = format!("{tool} {arguments}");
        let failure = harness.failure(tool, arguments).await;
        assert_eq!(failure["code"], "upstream_invalid", "{asked}");
        let said = failure["error"].as_str().unwrap();
        assert!(
            said.starts_with("this server ignores the filter: "),
            "{asked}: {said}"
        );
        let hint = failure["hint"].as_str().unwrap();
        assert!(
            hint.contains("WMS_NORTH_FILTER_DIALECT") && hint.contains("doctor"),
            "{hint}"
        );
    }
}

/// What an answer says of the warehouse.
async fn told(harness: &Harness) -> Vec<Value> {
    let mut told = Vec::new();
    for (tool, arguments) in calls() {
        let answer = harness.answer(tool, arguments).await;
        let names = [
            "findings",
            "totals",
            "order",
            "container",
            "parts",
            "sources",
        ];
        told.push(names.map(|name| answer[name].clone()).into());
    }
    told
}

#[tokio::test]
async fn names_in_another_case_are_the_same_names() {
    let expected = told(&Harness::start().await).await;
    assert_eq!(told(&harness_of(FieldNames::Camel).await).await, expected);
}
