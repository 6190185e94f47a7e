//! What a server lacks or fails to answer: the part says so, the rest still answers.

use std::fs;

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};

use super::calls;
use crate::harness::Harness;

const CATALOGUE: &str = include_str!("../../../../src/easywms/catalogue.json");

/// A server whose catalogue was changed before it was written to a file.
pub(super) async fn harness_with(
    change: impl FnOnce(&mut Vec<Value>),
) -> (Harness, tempfile::TempDir) {
    let mut catalogue: Value = serde_json::from_str(CATALOGUE).unwrap();
    change(catalogue["types"].as_array_mut().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("catalogue.json");
    fs::write(&path, catalogue.to_string()).unwrap();
    let setting = ("WMS_NORTH_CATALOGUE", path.to_str().unwrap());
    (Harness::with_settings(&[setting]).await, folder)
}

pub(super) fn type_named<'t>(types: &'t mut [Value], name: &str) -> &'t mut Value {
    let found = types
        .iter_mut()
        .find(|entity_type| entity_type["name"] == name);
    found.unwrap()
}

/// The source of a part, which says that it was not read.
fn assert_unread(answer: &Value, part: &str) {
    let sources = answer["sources"].as_array().unwrap();
    let source = sources
        .iter()
        .find(|source| source["part"] == part)
        .unwrap();
    assert_eq!(source["rows"], 0, "{source}");
    assert_eq!(source["complete"], false, "{source}");
}

#[tokio::test]
async fn without_tasks_the_other_parts_still_answer() {
    let (harness, _folder) =
        harness_with(|types| types.retain(|entity_type| entity_type["name"] != "Task")).await;
    let reason = "the catalogue has no Task";
    let arguments = json!({"container": "PAL-0068210"});
    let answer = harness.answer("trace_container", arguments).await;
    assert_eq!(answer["parts"]["tasks"]["unavailable"], reason);
    assert_unread(&answer, "tasks");
    assert_eq!(answer["parts"]["stock"]["returned"], 1);
    let arguments = json!({"order": "SO-240117"});
    let answer = harness.answer("get_order_status", arguments).await;
    assert_eq!(answer["parts"]["tasks"]["unavailable"], reason);
    assert_eq!(answer["findings"][0]["severity"], "critical");
    let kinds = json!({"kinds": "stranded_tasks, failed_tasks, late_outbound"});
    let answer = harness.answer("list_warehouse_alerts", kinds).await;
    for kind in ["stranded_tasks", "failed_tasks"] {
        let part = &answer["parts"][kind];
        assert_eq!(part["unavailable"], reason, "{kind}");
        assert!(part["rule"].is_string(), "{kind}");
    }
    assert_eq!(answer["parts"]["late_outbound"]["total"], 4);
}

#[tokio::test]
async fn what_several_reads_lack_is_said_once() {
    let (harness, _folder) =
        harness_with(|types| types.retain(|entity_type| entity_type["name"] != "StockLock")).await;
    let reason = "the catalogue has no StockLock";
    for (tool, arguments) in calls() {
        let outcome = harness.call(tool, arguments).await;
        let said = outcome.text.matches("\"locks\":{").count();
        let kinds = outcome.text.matches("\"locked_containers\":{").count();
        assert_eq!((outcome.is_error, said.max(kinds)), (false, 1), "{tool}");
    }
    let arguments = json!({"order": "SO-240117"});
    let answer = harness.answer("get_order_status", arguments).await;
    assert_eq!(answer["parts"]["locks"]["unavailable"], reason);
    let lack = answer["findings"][0]["finding"].as_str().unwrap();
    assert!(lack.contains("lacks 40 of 120"), "{lack}");
}

/// Locks that this server has not, and locks that can't be read.
#[tokio::test]
async fn where_locks_are_not_read_none_is_said_to_be_missing() {
    for (name, reason) in [
        (None, "the catalogue has no StockLock"),
        (Some("NoSuchLock"), "(upstream_error)"),
    ] {
        let (harness, _folder) = harness_with(|types| match name {
            None => types.retain(|entity_type| entity_type["name"] != "StockLock"),
            Some(name) => type_named(types, "StockLock")["name"] = json!(name),
        })
        .await;
        let kinds = json!({"kinds": "locked_containers", "limit": 100});
        let answer = harness.answer("list_warehouse_alerts", kinds).await;
        let said = answer["findings"][0]["finding"].as_str().unwrap();
        let note = "containers are locked; locks could not be read: ";
        assert!(said.contains(note) && said.ends_with(reason), "{said}");
        let part = &answer["parts"]["locked_containers"];
        assert_eq!(part["returned"], part["total"], "{part}");
        assert!(part["rule"].as_str().unwrap().ends_with(reason), "{part}");
        let arguments = json!({"container": "PAL-0070555"});
        let answer = harness.answer("trace_container", arguments).await;
        let said = answer["findings"][0]["finding"].as_str().unwrap();
        let note = "BLK-REJ; lock rows that may say why could not all be read; log of";
        assert!(said.contains(note), "{said}");
    }
}

#[tokio::test]
async fn an_order_is_not_said_to_be_missing_where_orders_can_not_be_read() {
    let (harness, _folder) =
        harness_with(|types| types.retain(|entity_type| entity_type["name"] != "OutboundOrder"))
            .await;
    let arguments = json!({"order": "SO-240117"});
    let answer = harness.answer("get_order_status", arguments).await;
    let said = answer["findings"].to_string();
    assert!(
        said.contains("not every kind of order could be read"),
        "{said}"
    );
    assert_eq!(
        answer["parts"]["outbound_order"]["unavailable"],
        "the catalogue has no OutboundOrder"
    );
}

#[tokio::test]
async fn a_role_or_a_set_of_values_that_is_left_out_is_named() {
    let (harness, _folder) = harness_with(|types| {
        let device = type_named(types, "Device");
        device["values"] = json!({});
        let container = type_named(types, "Container");
        container["roles"].as_object_mut().unwrap().remove("locked");
    })
    .await;
    let kinds = json!({"kinds": "equipment_faults, locked_containers"});
    let answer = harness.answer("list_warehouse_alerts", kinds).await;
    assert_eq!(
        answer["parts"]["equipment_faults"]["unavailable"],
        "the catalogue lists no codes for 'fault' of Device"
    );
    assert_eq!(
        answer["parts"]["locked_containers"]["unavailable"],
        "the catalogue names no field for 'locked' of Container"
    );
}

#[tokio::test]
async fn stock_fields_that_a_server_lacks_are_not_made_up() {
    let (harness, _folder) = harness_with(|types| {
        let roles = type_named(types, "Stock")["roles"].as_object_mut().unwrap();
        roles.remove("reserved");
        roles.remove("blocked");
    })
    .await;
    let answer = harness
        .answer("get_stock", json!({"product": "P-10482"}))
        .await;
    let total = &answer["totals"][0];
    assert_eq!(total["on_hand"], 284);
    // What the lock proves to be blocked; the rest is reserved or not, which this server does not say.
    assert_eq!(total["blocked"], 60);
    assert_eq!(total["unexplained"], 224);
    assert!(total.get("reserved").is_none(), "{total}");
}

#[tokio::test]
async fn one_failing_read_costs_one_part() {
    let harness = Harness::start().await;
    harness.simulator.plan(Route::Log, Fault::HtmlError(500));
    let arguments = json!({"container": "PAL-0071482"});
    let answer = harness.answer("trace_container", arguments).await;
    let reason = answer["parts"]["log"]["unavailable"].as_str().unwrap();
    assert!(reason.contains("log service failed (HTTP 500)"), "{reason}");
    assert!(reason.ends_with("(upstream_error)"), "{reason}");
    assert_unread(&answer, "log");
    assert_eq!(answer["container"]["LocationLabel"], "QA-01-002");
}

#[tokio::test]
async fn a_warehouse_that_answers_nothing_fails_the_call_once() {
    let harness = Harness::start().await;
    for (tool, mut arguments) in calls() {
        let fault = Fault::HtmlError(500);
        harness.simulator.plan_always(Route::Query, fault);
        let failure = harness.failure(tool, arguments.clone()).await;
        assert_eq!(failure["code"], "upstream_error", "{tool}");
        harness.simulator.clear_faults();
        arguments["profile"] = json!("GHOST");
        let failure = harness.failure(tool, arguments).await;
        assert_eq!(failure["code"], "tenant_not_found", "{tool}");
    }
}
