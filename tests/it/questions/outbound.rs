//! Questions about what goes out and what moves it: 16 to 18, 23.

use serde_json::{Value, json};

use super::{Question, alerts, column, finding, question, rests_on};

pub(super) fn questions() -> Vec<Question> {
    vec![
        alerts(16, "late_outbound", late_by_carrier),
        question(
            17,
            "get_order_status",
            json!({"order": "SO-240117"}),
            starved,
        ),
        question(
            17,
            "get_order_status",
            json!({"order": "SO-240131"}),
            stranded,
        ),
        alerts(18, "short_lines", short_lines),
        alerts(23, "equipment_faults, stranded_tasks, failed_tasks", crane),
    ]
}

fn late_by_carrier(answers: &[Value]) {
    let late = &answers[0]["parts"]["late_outbound"];
    assert_eq!(late["total"], 4);
    assert_eq!(
        column(&late["rows"], "Code"),
        ["SO-240140", "SO-240141", "SO-240144", "SO-240149"]
    );
    assert!(
        late["rule"]
            .as_str()
            .unwrap()
            .contains("planned load before now")
    );
    finding(
        &answers[0],
        &["4 not released", "CAR-01 2, CAR-02 1, CAR-03 1"],
    );
}

fn starved(answers: &[Value]) {
    let answer = &answers[0];
    assert_eq!(answer["order"]["Status"], "STOCKFAILURE");
    let lack = finding(
        answer,
        &[
            "order line 3 lacks 40 of 120 UN of P-10482",
            "in all 284 UN on hand, 0 available, 224 reserved",
        ],
    );
    assert_eq!(lack["severity"], "critical");
    let said = lack["finding"].as_str().unwrap();
    assert!(
        said.contains("60 UN (0 available) in PAL-0071482 at QA-01-002 are held: lock QLK-0093 on Lot L-2611-07"),
        "{said}"
    );
    assert!(
        said.contains("by mgarcia: \"Quality hold: torn stretch film"),
        "{said}"
    );
    assert!(rests_on(lack, "StockLock", "QLK-0093"));
    assert_eq!(lack["evidence"][0]["entity_type"], "OutboundOrderLine");
    finding(
        answer,
        &["log of", "requested 120, allocated 80, missing 40"],
    );
    assert_eq!(answer["findings"][0], *lack);
}

fn stranded(answers: &[Value]) {
    let answer = &answers[0];
    let waits = finding(
        answer,
        &["TK-0093314", "Pending since", "device SC03: Fault"],
    );
    assert_eq!(waits["severity"], "critical");
    assert!(rests_on(waits, "Task", "TK-0093314"));
    assert!(rests_on(waits, "Device", "SC03"));
}

fn short_lines(answers: &[Value]) {
    let lines = &answers[0]["parts"]["short_lines"]["rows"];
    let line = json!({
        "order": "SO-240117", "line": 3, "product": "P-10482",
        "quantity": 120.0, "allocated": 80.0, "unit": "UN",
    });
    assert_eq!(*lines, json!([line]));
}

fn crane(answers: &[Value]) {
    let parts = &answers[0]["parts"];
    assert_eq!(column(&parts["equipment_faults"]["rows"], "Code"), ["SC03"]);
    assert_eq!(parts["stranded_tasks"]["total"], 6);
    assert_eq!(
        column(&parts["failed_tasks"]["rows"], "Code"),
        ["TK-0093311"]
    );
    let waiting = finding(&answers[0], &["6 open tasks wait for SC03", "SO-240131"]);
    assert_eq!(waiting["severity"], "critical");
    finding(&answers[0], &["Alarm 4711: fork position sensor no signal"]);
}
