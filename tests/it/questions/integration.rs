//! Questions of integrators and managers: 10, 24 to 30.

use serde_json::{Value, json};

use super::{MOST_BYTES, Question, alerts, column, finding, question, rests_on};
use crate::harness::NOW;

pub(super) fn questions() -> Vec<Question> {
    vec![
        question(
            10,
            "get_stock",
            json!({"product": "P-10311"}),
            why_the_erp_differs,
        ),
        alerts(24, "interface_errors", errors_of_today),
        question(
            25,
            "get_order_status",
            json!({"order": "SO-240098"}),
            both_directions,
        ),
        Question {
            number: 26,
            calls: vec![
                ("search_logs", around("03:25")),
                ("summarize_logs", json!({"keyword": "4711"})),
            ],
            holds: logged_then,
        },
        question(27, "get_workflow_details", definition(), verbatim),
        question(28, "compare_workflows", workflow(), two_lines_differ),
        question(
            29,
            "describe_entity_type",
            json!({"entity_type": "StockLock"}),
            which_field,
        ),
        question(30, "aggregate_wms_entities", tasks_of_the_week(), who_leads),
    ]
}

fn why_the_erp_differs(answers: &[Value]) {
    let answer = &answers[0];
    assert_eq!(answer["totals"][0]["on_hand"], 1176);
    let unsent = finding(
        answer,
        &[
            "SV-004512",
            "ERP-5001",
            "Posting period closed",
            "-24 UN",
            "asilva",
        ],
    );
    assert!(rests_on(unsent, "StockVariation", "SV-004512"));
    let message = &answer["parts"]["unsent_messages"]["rows"][0];
    assert!(
        message["Content"]
            .as_str()
            .unwrap()
            .contains("\"ErpStock\":1200")
    );
}

fn errors_of_today(answers: &[Value]) {
    let errors = &answers[0]["parts"]["interface_errors"];
    assert_eq!(errors["total"], 5);
    let rows = errors["rows"].as_array().unwrap();
    let groups = rows
        .iter()
        .map(|row| json!([row["type"], row["error_code"], row["count"], row["reason"]]));
    let expected = json!([
        ["StockVariation", "ERP-5001", 3, "Posting period closed"],
        ["InboundOrder", "WMS-1203", 1, "Unknown product P-19999"],
        [
            "OutboundOrderConfirmation",
            "ERP-4022",
            1,
            "Account CUS-0231 is blocked for posting in the ERP"
        ],
    ]);
    assert_eq!(groups.collect::<Value>(), expected);
}

fn both_directions(answers: &[Value]) {
    let answer = &answers[0];
    let messages = &answer["parts"]["messages"]["rows"];
    assert_eq!(column(messages, "Direction"), ["Outbound", "Inbound"]);
    assert_eq!(column(messages, "Status"), ["Error", "Processed"]);
    finding(
        answer,
        &[
            "ERP-4022",
            "field AccountCode",
            "Account CUS-0231 is blocked",
        ],
    );
    finding(answer, &["the order is over (TERMINATED)"]);
}

fn workflow() -> Value {
    json!({"workflow": "CST_PrintPalletLabels", "other_profile": "SOUTH"})
}

fn two_lines_differ(answers: &[Value]) {
    let answer = &answers[0];
    assert_eq!(answer["left"]["profile"], "NORTH");
    assert_eq!(answer["right"]["profile"], "SOUTH");
    assert_eq!([&answer["lines_removed"], &answer["lines_added"]], [2, 2]);
}

fn which_field(answers: &[Value]) {
    let rows = answers[0].to_string();
    for field in [
        "LockCode",
        "Scope",
        "TargetCode",
        "Date",
        "ExpirationDate",
        "Comment",
        "UserName",
    ] {
        assert!(rows.contains(&format!("\"{field}\"")), "{field}: {rows}");
    }
}

fn tasks_of_the_week() -> Value {
    json!({
        "entity_type": "Task",
        "filter": "Status = 'Done' and EndDate >= now-14d and UserName is not null",
        "group_by": "UserName, EndDate by week",
    })
}

fn who_leads(answers: &[Value]) {
    let answer = &answers[0];
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["rows"][0]["UserName"], "jkowalski");
}

/// The log of an order in the ten minutes around a time of the tests' day.
fn around(time: &str) -> Value {
    let (day, _) = NOW.split_once('T').unwrap();
    let (hour, minute) = time.split_once(':').unwrap();
    let minute: u32 = minute.parse().unwrap();
    let at = |minute: u32| format!("{day}T{hour}:{minute:02}:00Z");
    json!({"keyword": "SO-240117", "from": at(minute - 5), "to": at(minute + 5)})
}

fn logged_then(answers: &[Value]) {
    let rows = answers[0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "{rows:?}");
    let message = rows[0]["Message"].as_str().unwrap();
    assert!(
        message.contains("requested 120, allocated 80, missing 40"),
        "{message}"
    );
    let alarm = &answers[1]["rows"][0];
    assert_eq!(alarm["count"], 38);
    let (day, _) = NOW.split_once('T').unwrap();
    let first = alarm["first"].as_str().unwrap();
    assert!(first.starts_with(&format!("{day}T06:05")), "{first}");
}

fn definition() -> Value {
    json!({"workflow": "CST_PrintPalletLabels"})
}

fn verbatim(answers: &[Value]) {
    let answer = &answers[0];
    let data = answer["data"].as_str().unwrap();
    assert_eq!(answer["data_total_chars"], data.chars().count());
    assert!(answer.get("truncated").is_none());
    assert!(data.contains("PrinterName") && data.len() < MOST_BYTES);
}
