//! Servers that do not do what they are asked, or write rows otherwise: no other thing's answer, nothing made up.

use mcp_wms_api::simulator::{Fault, FieldNames, Filters, Options, Route};
use serde_json::{Value, json};

use super::gaps::{harness_with, type_named};
use super::{KINDS, calls, with};
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
        ("query_wms_entities", blocked()),
        (
            "query_wms_entities",
            with(blocked(), json!({"fields": "Quantity"})),
        ),
        ("count_wms_entities", blocked()),
        (
            "aggregate_wms_entities",
            with(blocked(), json!({"group_by": "OwnerCode"})),
        ),
        (
            "aggregate_wms_entities",
            with(
                blocked(),
                json!({"group_by": "OwnerCode", "measures": ["sum(Quantity)"]}),
            ),
        ),
        (
            "get_wms_entity",
            json!({"entity_type": "Container", "key": "PAL-0068210"}),
        ),
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

fn blocked() -> Value {
    json!({"entity_type": "Stock", "filter": "StatusCode = 'BRK' and Quantity > 3"})
}

/// Types that have nothing of a keyword answer with all that they have.
#[tokio::test]
async fn a_search_tells_which_types_ignored_it() {
    let options = Options {
        filters: Filters::Ignored,
        ..simulator_options()
    };
    let harness = Harness::with(options, &[]).await;
    let arguments = json!({"keyword": "QLK-0093", "entity_types": ["StockLock", "Task"]});
    let failure = harness.failure("search_wms_data", arguments).await;
    assert_eq!(failure["code"], "upstream_invalid", "{failure}");
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

fn unknown(answer: &Value, lack: &str) -> String {
    let warnings = answer["warnings"].to_string();
    assert!(warnings.contains(lack), "{warnings}");
    answer["findings"].to_string()
}

/// Lines that do not say what is allocated are short by their status.
#[tokio::test]
async fn a_shortage_does_not_vanish_with_the_quantity_that_shows_it() {
    let harness = harness_of(FieldNames::Without("AllocatedQuantity")).await;
    let arguments = json!({"order": "SO-240117"});
    let answer = harness.answer("get_order_status", arguments).await;
    let findings = unknown(&answer, "OutboundOrderLine rows have no AllocatedQuantity");
    let said =
        "order line 3, 120 UN of P-10482, is in status STOCKFAILURE; how much it lacks is not said";
    assert!(findings.contains(said), "{findings}");
    assert!(findings.contains("QLK-0093"), "{findings}");
    let sources = answer["sources"].as_array().unwrap();
    let lines = sources
        .iter()
        .find(|source| source["part"] == "lines")
        .unwrap();
    assert_eq!(lines["complete"], false);
    assert_eq!(lines["lacking"], json!(["AllocatedQuantity"]));
    let arguments = json!({"order": "SO-240131"});
    let answer = harness.answer("get_order_status", arguments).await;
    unknown(&answer, "OutboundOrderLine rows have no AllocatedQuantity");
}

#[tokio::test]
async fn what_rests_on_a_field_that_rows_lack_is_not_known() {
    let harness = harness_of(FieldNames::Without("BlockedQuantity")).await;
    let arguments = json!({"container": "PAL-0064120"});
    let answer = harness.answer("trace_container", arguments).await;
    let findings = unknown(&answer, "Stock rows have no BlockedQuantity");
    assert!(!findings.contains("nothing found"), "{findings}");
    assert!(
        findings.contains("whether anything holds it is not known"),
        "{findings}"
    );
    // What is in order and not held is not blocked; what a lock holds is.
    let answer = harness
        .answer("get_stock", json!({"product": "P-10482"}))
        .await;
    assert_eq!(answer["totals"][0]["blocked"], 60);

    let harness = harness_of(FieldNames::Without("StatusCode")).await;
    let arguments = json!({"product": "P-10482"});
    let answer = harness.answer("get_stock", arguments).await;
    unknown(&answer, "Stock rows have no StatusCode");
    assert_eq!(answer["totals"][0]["blocked"], 60);

    let harness = harness_of(FieldNames::Without("IsLocked")).await;
    let arguments = json!({"container": "PAL-0064120"});
    let answer = harness.answer("trace_container", arguments).await;
    let findings = unknown(&answer, "Container rows have no IsLocked");
    assert!(!findings.contains("nothing found"), "{findings}");
}

/// Neither the status nor the blocked quantity is said: reserved goods are not said to be free of blocks.
#[tokio::test]
async fn what_is_blocked_is_null_where_nothing_says_it() {
    let (harness, _folder) = harness_with(|types| {
        let roles = type_named(types, "Stock")["roles"].as_object_mut().unwrap();
        roles.remove("blocked");
        roles.remove("status");
    })
    .await;
    let answer = harness
        .answer("get_stock", json!({"product": "P-10311"}))
        .await;
    assert_eq!(answer["totals"][0]["blocked"], Value::Null);
    assert_eq!(answer["totals"][0]["unavailable"], 48);
}

#[tokio::test]
async fn rows_of_other_names_are_no_rows() {
    let harness = Harness::start().await;
    let row = json!({"Items": [{"Nr": "SO-1"}], "TotalCount": 1});
    let fault = Fault::BadJson(row.to_string());
    harness.simulator.plan_times(Route::Query, fault, 2);
    let failure = harness.failure("get_stock", json!({"owner": "X"})).await;
    assert_eq!(failure["code"], "upstream_invalid");
    let said = failure["error"].as_str().unwrap();
    assert_eq!(
        said,
        "rows of Stock have none of the fields that the catalogue names"
    );
}
