//! Questions about what comes in: 13, 15, and what has no row: 25.

use serde_json::{Value, json};

use super::{Question, column, finding, question};

pub(super) fn questions() -> Vec<Question> {
    vec![
        Question {
            number: 13,
            calls: vec![
                ("query_wms_entities", expected_today()),
                ("list_warehouse_alerts", json!({"kinds": "late_inbound"})),
                ("get_order_status", json!({"order": "PO-118204"})),
            ],
            holds: receptions_of_today,
        },
        Question {
            number: 15,
            calls: vec![
                ("query_wms_entities", expected_today()),
                ("get_order_status", json!({"order": "PO-118207"})),
            ],
            holds: docks_and_trucks,
        },
        question(
            25,
            "get_order_status",
            json!({"order": "PO-118230"}),
            never_arrived,
        ),
    ]
}

fn expected_today() -> Value {
    json!({
        "entity_type": "InboundOrder",
        "filter": "ExpectedDate >= today and ExpectedDate < today+1d",
        "fields": "Code, Status, ExpectedDate, AppointmentDate, DockCode, Progress",
    })
}

fn receptions_of_today(answers: &[Value]) {
    assert_eq!(answers[0]["total"], 6);
    let late = &answers[1]["parts"]["late_inbound"];
    assert_eq!(column(&late["rows"], "Code"), ["PO-118201", "PO-118207"]);
    let partly = &answers[2];
    assert_eq!(partly["order"]["Status"], "PAR");
    assert_eq!(partly["order"]["Progress"], 62.5);
    finding(
        partly,
        &["order line 3: 60 of 120 UN of P-10766 are still to come"],
    );
    finding(partly, &["TK-0093313", "waits for device SC03"]);
}

fn docks_and_trucks(answers: &[Value]) {
    let docks = column(&answers[0]["rows"], "DockCode");
    assert_eq!(docks, ["", "DK04", "DK02", "DK05", "DK01", "DK06"]);
    let waiting = finding(
        &answers[1],
        &["appointment at dock DK02", "a truck may be waiting"],
    );
    assert_eq!(waiting["severity"], "critical");
}

fn never_arrived(answers: &[Value]) {
    assert_eq!(answers[0]["direction"], "none");
    finding(&answers[0], &["there is no order PO-118230"]);
    let why = finding(
        &answers[0],
        &["(Inbound)", "WMS-1203", "Unknown product P-19999"],
    );
    assert_eq!(why["evidence"][0]["entity_type"], "InterfaceMessage");
}
