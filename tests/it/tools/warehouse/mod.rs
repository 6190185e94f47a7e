//! The composites: exact totals, one site's answer, honest gaps, answers within the budget.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failing test should panic"
)]

mod codes;
mod facts;
mod gaps;
mod log;
mod orders;
mod partial;
mod servers;
mod shortage;
mod sites;
mod supply;
mod values;

use serde_json::{Value, json};

use super::made_up::{MadeUp, Said, Words};
use super::upstream::{queries, query};
use crate::harness::{Harness, assert_failure_shape, simulator_options};

/// A call of each composite that finds something.
pub(super) fn calls() -> [(&'static str, Value); 4] {
    [
        ("get_stock", json!({"product": "P-10482"})),
        ("trace_container", json!({"container": "PAL-0068210"})),
        ("get_order_status", json!({"order": "SO-240117"})),
        ("list_warehouse_alerts", json!({"kinds": KINDS})),
    ]
}

/// Kinds that are cheap to read; the others are read where they matter.
const KINDS: &str = "stranded_tasks, late_outbound, interface_errors, locked_containers";

/// What a tool finds on a server that answers queries so, each with its severity before it.
async fn sentences(query: fn(&Value) -> Said, tool: &str, arguments: Value) -> Vec<String> {
    let server = MadeUp::start(Words {
        types: None,
        fields: None,
        query,
    })
    .await;
    let answer = server.harness.answer(tool, arguments).await;
    let findings = answer["findings"].as_array().unwrap();
    let sentence = |finding: &Value| {
        let of = |name: &str| finding[name].as_str().unwrap().to_owned();
        format!("{}: {}", of("severity"), of("finding"))
    };
    findings.iter().map(sentence).collect()
}

/// The object with other values in some fields.
fn with(mut row: Value, fields: Value) -> Value {
    let Value::Object(fields) = fields else {
        panic!("{fields} is no object");
    };
    row.as_object_mut().unwrap().extend(fields);
    row
}

/// A decimal with at most three places as thousandths: sums of such are exact.
fn thousandths(number: &Value) -> i64 {
    let text = number.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}{fraction:0<3}").parse().unwrap()
}

#[tokio::test]
async fn totals_are_what_anybody_adds_up_by_hand() {
    let harness = Harness::start().await;
    let (rows, count) = query(
        &harness.simulator,
        "Stock",
        json!({"Filter": "ProductCode == \"P-10359\""}),
    )
    .await;
    assert!(count > 5, "{count}");
    let sum = |field: &str| rows.iter().map(|row| thousandths(&row[field])).sum::<i64>();
    let arguments = json!({"product": "P-10359", "limit": 3});
    let answer = harness.answer("get_stock", arguments).await;
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["totals"].as_array().unwrap().len(), 1);
    let total = &answer["totals"][0];
    for (name, field) in [
        ("on_hand", "Quantity"),
        ("available", "AvailableQuantity"),
        ("unavailable", "UnavailableQuantity"),
        ("reserved", "ReservedQuantity"),
        ("blocked", "BlockedQuantity"),
    ] {
        assert_eq!(thousandths(&total[name]), sum(field), "{name}");
    }
    assert_eq!(total["unit"], rows[0]["UoMCode"]);
    let parts = &answer["parts"];
    assert_eq!(parts["stock"]["returned"], 3);
    assert_eq!(parts["stock"]["total"], count);
    let by_lot = parts["by_lot"]["rows"].as_array().unwrap();
    assert_eq!(parts["by_lot"]["total"], by_lot.len());
    assert!(rows.iter().all(|row| row["LotCode"].is_string()));
    let lots: i64 = by_lot.iter().map(|row| thousandths(&row["on_hand"])).sum();
    assert_eq!(lots, sum("Quantity"));
}

#[tokio::test]
async fn a_cut_list_is_not_read_as_the_whole() {
    let harness = Harness::with_settings(&[("MAX_SCAN_ROWS", "100")]).await;
    let answer = harness
        .answer("get_stock", json!({"owner": "ACME-FOODS"}))
        .await;
    assert_eq!(answer["complete"], false);
    let source = &answer["sources"][0];
    assert_eq!(source["entity_type"], "Stock");
    assert_eq!(source["rows"], 100);
    assert_eq!(source["complete"], false);
    assert!(source["total"].as_u64().unwrap() > 10_000);
    let warnings = answer["warnings"].to_string();
    assert!(warnings.contains("only the first 100 of"), "{warnings}");
    assert!(warnings.contains("aggregate_wms_entities"), "{warnings}");
    // What was not read may be available, so nothing is said to be out of stock.
    assert!(!answer["findings"].to_string().contains("nothing of the"));
}

#[tokio::test]
async fn arguments_that_mean_nothing_are_refused_with_what_would() {
    let harness = Harness::start().await;
    let failure = harness.failure("get_stock", json!({})).await;
    assert_eq!(failure["code"], "invalid_arguments");
    assert_eq!(
        failure["error"],
        "get_stock needs one of product, location, container, lot, owner"
    );
    let arguments = json!({"kinds": "late_inboud"});
    let failure = harness.failure("list_warehouse_alerts", arguments).await;
    assert_eq!(failure["code"], "invalid_arguments");
    assert_eq!(failure["details"]["did_you_mean"][0], "late_inbound");
    for (order, problem) in [
        (" ".to_owned(), "order is empty"),
        ("S".repeat(201), "order has more than 200 characters"),
    ] {
        let arguments = json!({"order": order});
        let failure = harness.failure("get_order_status", arguments).await;
        assert_eq!(failure["error"], problem);
        assert_eq!(failure["details"]["parameter"], "order");
    }
    for (tool, parameter) in [
        ("get_stock", "product"),
        ("get_stock", "lot"),
        ("trace_container", "container"),
        ("get_order_status", "order"),
    ] {
        for code in ["A\tB", "A\nB", "A\rB"] {
            let failure = harness.failure(tool, json!({parameter: code})).await;
            assert_eq!(failure["code"], "invalid_arguments");
            let said = failure["error"].as_str().unwrap();
            let problem = format!("{parameter} has a control character");
            assert!(said.starts_with(&problem), "{said}");
        }
    }
    let arguments = json!({"kinds": "failed_tasks", "hours": 0, "days": 9999, "limit": 0});
    let answer = harness.answer("list_warehouse_alerts", arguments).await;
    let warnings = answer["warnings"].as_array().unwrap();
    assert_eq!(warnings[0], "limit 0 was changed to 1 (1 to 100)");
    assert_eq!(warnings[1], "hours 0 was changed to 1 (1 to 744)");
    assert_eq!(warnings[2], "days 9999 was changed to 3650 (1 to 3650)");
}

#[tokio::test]
async fn reads_only_the_fields_that_it_needs() {
    let harness = Harness::start().await;
    for (tool, arguments) in calls() {
        let _ = harness.answer(tool, arguments).await;
    }
    let queries = queries(&harness.simulator);
    assert!(queries.len() > 25, "{}", queries.len());
    for query in queries {
        let fields = query["Fields"].as_array().unwrap();
        assert!(fields.len() <= 17, "{query}");
        assert!(query["Filter"].is_string(), "{query}");
    }
}

#[tokio::test]
async fn answers_stay_within_any_budget_and_findings_come_first() {
    for bytes in [2_000, 5_000] {
        let setting = bytes.to_string();
        let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", &setting)]).await;
        let all_kinds = ("list_warehouse_alerts", json!({}));
        for (tool, arguments) in calls().into_iter().chain([all_kinds]) {
            let outcome = harness.call(tool, arguments).await;
            let size = outcome.text.len();
            assert!(!outcome.is_error, "{}", outcome.text);
            assert!(size <= bytes, "{tool}: {size} of {bytes} bytes");
            if bytes >= 5_000 {
                let findings = outcome.json["findings"].as_array().unwrap();
                assert!(!findings.is_empty(), "{tool}: {}", outcome.text);
                assert_eq!(findings[0]["severity"], "critical", "{tool}");
            }
        }
    }
}

#[tokio::test]
async fn every_catalogued_field_exists_in_the_demo() {
    let harness = Harness::with(simulator_options(), &[]).await;
    let catalogue: Value =
        serde_json::from_str(include_str!("../../../../src/easywms/catalogue.json")).unwrap();
    for entity_type in catalogue["types"].as_array().unwrap() {
        let fields = entity_type["fields"].as_array().unwrap();
        let names: Vec<&str> = fields
            .iter()
            .map(|field| field["name"].as_str().unwrap())
            .collect();
        let arguments =
            json!({"entity_type": entity_type["name"], "fields": names.join(","), "limit": 1});
        let outcome = harness.call("query_wms_entities", arguments).await;
        if outcome.is_error {
            assert_failure_shape(&outcome, "query_wms_entities");
        }
        assert!(!outcome.is_error, "{}", outcome.text);
    }
}
