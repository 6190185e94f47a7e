//! Orders that are over, orders at work, and orders whose code is not theirs alone.

use serde_json::{Value, json};

use super::gaps::{harness_with, type_named};
use crate::harness::Harness;

/// The code of the first order of a status.
async fn order_in(harness: &Harness, entity_type: &str, status: &str) -> String {
    let arguments = json!({
        "entity_type": entity_type,
        "filter": format!("Status = '{status}'"),
        "fields": "Code",
        "limit": 1
    });
    let answer = harness.answer("query_wms_entities", arguments).await;
    answer["rows"][0]["Code"].as_str().unwrap().to_owned()
}

/// Severity and sentence of each finding.
fn findings(answer: &Value) -> Vec<(&str, &str)> {
    let rows = answer["findings"].as_array().unwrap();
    rows.iter()
        .map(|row| {
            let of = |name: &str| row[name].as_str().unwrap();
            (of("severity"), of("finding"))
        })
        .collect()
}

#[tokio::test]
async fn of_an_order_that_is_over_only_what_it_lacks_is_told() {
    let harness = Harness::start().await;
    for (entity_type, status, lines, verb) in [
        ("OutboundOrder", "CANCELED", "OutboundOrderLine", "shipped"),
        ("InboundOrder", "CANCEL", "InboundOrderLine", "received"),
        ("InboundOrder", "CLOSE", "InboundOrderLine", ""),
    ] {
        let code = order_in(&harness, entity_type, status).await;
        let filter = format!("OrderCode = '{code}'");
        let count = json!({"entity_type": lines, "filter": filter});
        let count = harness.answer("count_wms_entities", count).await;
        let nothing = format!("nothing of its {} order lines was {verb}", count["count"]);
        let over = format!("the order is over ({status})");
        let mut expected = vec![("info", over.as_str())];
        if !verb.is_empty() {
            expected.insert(0, ("warning", &nothing));
        }
        let order = json!({"order": code});
        let answer = harness.answer("get_order_status", order).await;
        assert_eq!(findings(&answer), expected, "{code}");
    }
}

#[tokio::test]
async fn an_order_at_work_says_how_many_of_its_tasks_are_open() {
    let harness = Harness::start().await;
    let code = order_in(&harness, "OutboundOrder", "WORKING").await;
    let tasks = json!({
        "entity_type": "Task",
        "group_by": "Status",
        "filter": format!("OutboundOrderCode = '{code}'")
    });
    let tasks = harness.answer("aggregate_wms_entities", tasks).await;
    let groups = tasks["rows"].as_array().unwrap();
    let open: u64 = groups
        .iter()
        .filter(|group| {
            ["Pending", "Assigned", "InProgress"]
                .map(Value::from)
                .contains(&group["Status"])
        })
        .filter_map(|group| group["count"].as_u64())
        .sum();
    let answer = harness
        .answer("get_order_status", json!({"order": code}))
        .await;
    let (severity, said) = findings(&answer)[0];
    let all = &tasks["overall"]["count"];
    // How many are open follows the time of day.
    let expected = match open {
        0 => format!("open tasks: none of {all}"),
        _ => format!("open tasks: {open} of {all} ("),
    };
    assert!(said.starts_with(&expected), "{said}: {tasks}");
    assert_eq!(severity, "info");
}

/// Here the orders of both kinds are known by the carrier's code, which they share.
#[tokio::test]
async fn an_order_of_the_other_kind_with_the_same_code_is_named() {
    let (harness, _folder) = harness_with(|types| {
        for name in ["OutboundOrder", "InboundOrder"] {
            type_named(types, name)["roles"]["code"] = json!("AgencyCode");
        }
    })
    .await;
    let arguments = json!({"order": "CAR-01"});
    let answer = harness.answer("get_order_status", arguments).await;
    assert_eq!(answer["direction"], "outbound");
    let said = answer["warnings"][0].as_str().unwrap();
    assert!(
        said.starts_with("this order's code is also that of OutboundOrder SO-"),
        "{said}"
    );
    assert!(said.contains(" and InboundOrder PO-"), "{said}");
    assert!(said.contains("get_wms_entity reads the order"), "{said}");
}
