//! What was not read to the end: its totals are not made up, and its sums say of what they are.

use mcp_wms_api::simulator::{Fault, Options, Route, Totals};
use serde_json::{Value, json};

use super::super::upstream::queries;
use crate::harness::{Harness, simulator_options};

const DECADE: &str = "3650";

/// A warehouse whose next query is answered with these rows and this total.
async fn harness_with_rows(rows: &Value, total: Option<u64>) -> Harness {
    let harness = Harness::start().await;
    plan_rows(&harness, rows, total);
    harness
}

/// A total above the rows makes the reader ask for more: then there are no more.
fn plan_rows(harness: &Harness, rows: &Value, total: Option<u64>) {
    let answer = json!({"Items": rows, "TotalCount": total});
    let none = json!({"Items": [], "TotalCount": total});
    for answer in [answer, none] {
        let fault = Fault::BadJson(answer.to_string());
        harness.simulator.plan(Route::Query, fault);
    }
}

async fn alerts(harness: &Harness, kind: &str) -> Value {
    let arguments = json!({"kinds": kind, "days": DECADE, "limit": 2});
    harness.answer("list_warehouse_alerts", arguments).await
}

fn first_finding(answer: &Value) -> &str {
    answer["findings"][0]["finding"].as_str().unwrap()
}

fn assert_says_uncounted(answer: &Value, names: &str) {
    let warnings = answer["warnings"].as_array().unwrap();
    let said =
        format!("total is null where not everything was read and nobody counted the rest: {names}");
    assert!(warnings.contains(&json!(said)), "{warnings:?}");
}

#[tokio::test]
async fn without_a_count_the_rows_read_are_not_the_total() {
    let options = Options {
        totals: Totals::Absent,
        ..simulator_options()
    };
    let harness = Harness::with(options, &[("MAX_SCAN_ROWS", "100")]).await;
    let arguments = json!({"owner": "ACME-FOODS"});
    let answer = harness.answer("get_stock", arguments).await;
    assert_eq!(answer["complete"], false);
    let stock = &answer["parts"]["stock"];
    assert_eq!(
        (&stock["returned"], &stock["total"]),
        (&json!(20), &Value::Null)
    );
    assert_eq!(answer["parts"].get("by_lot"), None);
    assert_says_uncounted(&answer, "stock");
    let warnings = answer["warnings"].to_string();
    let said = "only the first 100 Stock rows were read and added up";
    assert!(warnings.contains(said), "{warnings}");

    let answer = alerts(&harness, "expiring_lots").await;
    assert_eq!(answer["parts"]["expiring_lots"]["total"], Value::Null);
    let said = first_finding(&answer);
    assert!(said.starts_with("at least "), "{said}");
    assert!(
        said.ends_with("only the first 2000 Stock rows were read"),
        "{said}"
    );

    // What was read to the end is counted, whoever counted it.
    let answer = alerts(&harness, "late_outbound").await;
    assert_eq!(answer["parts"]["late_outbound"]["total"], 4);
    assert!(first_finding(&answer).starts_with("4 outbound orders are late"));
}

#[tokio::test]
async fn sums_of_some_rows_say_of_how_many() {
    let harness = Harness::start().await;
    let answer = alerts(&harness, "expiring_lots").await;
    let total = answer["sources"][0]["total"].as_u64().unwrap();
    let note = format!("; only the first 2000 of {total} Stock rows were read");
    let part = &answer["parts"]["expiring_lots"];
    assert!(part["rule"].as_str().unwrap().ends_with(&note), "{part}");
    assert_eq!(part["total"], Value::Null);
    let said = first_finding(&answer);
    assert!(
        said.starts_with("at least ") && said.ends_with(&note),
        "{said}"
    );
    assert!(said.contains(" and at least "), "{said}");
    assert_says_uncounted(&answer, "expiring_lots");
}

fn message(number: u32) -> Value {
    json!({"Id": number.to_string(), "Type": "StockVariation", "Direction": "Outbound",
        "ObjectCode": format!("SV-{number}"), "CreationDate": "2026-11-30T08:00:00", "ErrorCode": "ERP-1"})
}

#[tokio::test]
async fn groups_of_messages_are_counted_beside_the_messages() {
    let harness = Harness::start().await;
    let answer = alerts(&harness, "interface_errors").await;
    let part = &answer["parts"]["interface_errors"];
    let counts = ["total", "groups", "returned"].map(|name| &part[name]);
    assert_eq!(counts, [5, 3, 2]);

    let messages = (0..7).map(message).collect();
    let harness = harness_with_rows(&messages, Some(900)).await;
    let answer = alerts(&harness, "interface_errors").await;
    let part = &answer["parts"]["interface_errors"];
    assert_eq!((&part["total"], &part["groups"]), (&json!(900), &json!(1)));
    let group = &part["rows"][0];
    assert_eq!(group["objects"].as_array().unwrap().len(), 5);
    assert_eq!(group["more_objects"], 2);
    let said = first_finding(&answer);
    let note = "; only the first 7 of 900 InterfaceMessage rows were read";
    assert!(
        said.starts_with("900 ERP messages") && said.ends_with(note),
        "{said}"
    );
}

#[tokio::test]
async fn a_lot_in_many_places_names_some_and_counts_the_others() {
    let stock = |number: u32| {
        json!({"Id": number.to_string(), "LotCode": "L-1", "ProductCode": "P-1", "UoMCode": "UN",
            "LocationLabel": format!("AS-{number}"), "ContainerCode": format!("PAL-{number}"),
            "ExpirationDate": "2026-11-29T00:00:00", "Quantity": 2, "AvailableQuantity": 0})
    };
    let rows = (0..7).map(stock).collect();
    let harness = harness_with_rows(&rows, Some(7)).await;
    let answer = alerts(&harness, "expired_lots").await;
    let lot = &answer["parts"]["expired_lots"]["rows"][0];
    assert_eq!(
        lot["locations"],
        json!(["AS-0", "AS-1", "AS-2", "AS-3", "AS-4"])
    );
    assert_eq!(
        (&lot["more_locations"], &lot["on_hand"]),
        (&json!(2), &json!(14))
    );
    assert_eq!(answer["parts"]["expired_lots"]["total"], 1);
}

#[tokio::test]
async fn codes_that_a_sentence_leaves_out_are_counted_by_the_server() {
    let order = |number: u32| json!({"Code": format!("SO-{number}"), "Status": "PENDING", "PlannedLoadDate": "2026-11-29T00:00:00"});
    let orders = (0..10).map(order).collect();
    let harness = harness_with_rows(&orders, Some(350)).await;
    let said = alerts(&harness, "late_outbound").await;
    let said = first_finding(&said);
    assert!(said.starts_with("350 outbound orders are late"), "{said}");
    assert!(said.contains("SO-6 and 343 more"), "{said}");
}

#[tokio::test]
async fn tasks_of_some_devices_are_not_the_tasks_of_all() {
    let devices = json!([{"Code": "SC03", "Status": "Fault"}]);
    let harness = harness_with_rows(&devices, Some(300)).await;
    let answer = alerts(&harness, "stranded_tasks").await;
    assert_eq!(answer["parts"]["stranded_tasks"]["total"], Value::Null);
    let said = first_finding(&answer);
    assert!(said.starts_with("at least 6 open tasks wait"), "{said}");
    assert!(said.contains("the first 1 of 300 Device rows"), "{said}");
}

#[tokio::test]
async fn kinds_that_need_the_same_rows_read_them_once() {
    let harness = Harness::start().await;
    let both = alerts(&harness, "stranded_tasks, equipment_faults").await;
    let devices = |query: &&Value| query["EntityType"] == "Device";
    assert_eq!(
        queries(&harness.simulator).iter().filter(devices).count(),
        1
    );
    let parts = |answer: &Value| {
        let sources = answer["sources"].as_array().unwrap().clone();
        sources
            .iter()
            .map(|source| source["part"].clone())
            .collect::<Value>()
    };
    assert_eq!(parts(&both), json!(["faulty_devices", "stranded_tasks"]));
    let one = alerts(&harness, "equipment_faults").await;
    assert_eq!(parts(&one), json!(["faulty_devices"]));
}

#[tokio::test]
async fn a_product_without_a_place_among_the_totals_is_counted() {
    let harness = Harness::start().await;
    let arguments = json!({"owner": "ACME-FOODS"});
    let answer = harness.answer("get_stock", arguments).await;
    // Not all rows were read: what they add up to has a name that says so, and how many products there are nobody knows.
    assert_eq!(answer.get("totals"), None);
    assert_eq!(answer["totals_of_rows_read"].as_array().unwrap().len(), 20);
    assert_eq!(answer["totals_returned"], 20);
    assert_eq!(answer["totals_total"], Value::Null);
    let warnings = answer["warnings"].to_string();
    let said = "totals are of the 20 products with the most rows, of at least ";
    assert!(warnings.contains(said), "{warnings}");
}

/// What was read of some locks does not say that there is no other.
#[tokio::test]
async fn a_lock_that_was_not_read_is_not_said_to_be_missing() {
    let harness = Harness::start().await;
    // The first read is the containers', and true.
    harness.simulator.plan(Route::Query, Fault::Gzip);
    plan_rows(&harness, &json!([]), Some(999));
    let answer = alerts(&harness, "locked_containers").await;
    let said = first_finding(&answer);
    assert!(!said.contains("no lock row says why"), "{said}");
    assert!(
        said.contains("none of the lock rows that were read says why of "),
        "{said}"
    );
    assert!(
        said.ends_with("only the first 0 of 999 StockLock rows were read"),
        "{said}"
    );
    let total = answer["parts"]["locked_containers"]["total"].as_u64();
    assert!(total.is_some_and(|total| total > 5), "{answer}");
}
