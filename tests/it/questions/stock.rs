//! Questions about stock and containers: 1 to 7, 9, 11, 14.

use serde_json::{Value, json};

use super::{Question, alerts, column, finding, question, rests_on, sorted};

pub(super) fn questions() -> Vec<Question> {
    vec![
        question(
            1,
            "get_stock",
            json!({"product": "P-10311"}),
            where_and_how_much,
        ),
        question(
            2,
            "get_stock",
            json!({"product": "P-10482"}),
            what_can_be_promised,
        ),
        alerts(3, "expiring_lots, expired_lots", what_expires),
        question(
            4,
            "get_stock",
            json!({"lot": "L-2609-12"}),
            the_way_of_a_lot,
        ),
        question(
            5,
            "trace_container",
            json!({"container": "PAL-0071482"}),
            its_life,
        ),
        question(
            6,
            "trace_container",
            json!({"container": "PAL-0070555"}),
            why_blocked,
        ),
        alerts(7, "blocked_stock", blocked_by_owner),
        alerts(9, "idle_stock", dead_stock),
        question(
            11,
            "aggregate_wms_entities",
            adjustments(),
            adjusted_by_whom,
        ),
        alerts(14, "long_in_reception", long_in_reception),
    ]
}

fn where_and_how_much(answers: &[Value]) {
    let answer = &answers[0];
    let total = json!({
        "product": "P-10311", "owner": "NORDIC-HOME", "unit": "UN",
        "on_hand": 1176, "available": 1128, "unavailable": 48, "blocked": 0, "reserved": 48,
        "containers": 5,
    });
    assert_eq!(answer["totals"], json!([total]));
    assert_eq!(answer["complete"], true);
    let rows = &answer["parts"]["stock"]["rows"];
    assert_eq!(
        sorted(column(rows, "ContainerCode")),
        [
            "PAL-0064120",
            "PAL-0064121",
            "PAL-0065502",
            "PAL-0066803",
            "PAL-0067015"
        ]
    );
    assert_eq!(
        sorted(column(rows, "LocationLabel")),
        [
            "AS-01-022-03",
            "AS-04-090-07",
            "AS-05-101-01",
            "RK-03-014-02",
            "RK-05-020-01"
        ]
    );
}

fn what_can_be_promised(answers: &[Value]) {
    let total = &answers[0]["totals"][0];
    assert_eq!(total["on_hand"], 284);
    assert_eq!(total["available"], 0);
    assert_eq!(total["blocked"], 60);
    assert_eq!(total["reserved"], 224);
    assert!(total.get("unexplained").is_none());
    let nothing = finding(
        &answers[0],
        &["nothing of the 284 UN", "60 blocked", "224 reserved"],
    );
    assert_eq!(nothing["severity"], "critical");
    let lock = finding(
        &answers[0],
        &[
            "QLK-0093",
            "mgarcia",
            "torn stretch film",
            "PAL-0071482 at QA-01-002",
        ],
    );
    assert!(rests_on(lock, "StockLock", "QLK-0093"));
}

fn what_expires(answers: &[Value]) {
    let parts = &answers[0]["parts"];
    let expiring = &parts["expiring_lots"]["rows"];
    assert_eq!(
        column(expiring, "lot"),
        ["L-2512-31", "L-2512-44", "L-2601-02"]
    );
    assert_eq!(expiring[0]["on_hand"], 84);
    assert_eq!(
        expiring[0]["locations"],
        json!(["AS-06-012-10", "AS-01-090-02"])
    );
    assert_eq!(expiring[2]["containers"], 3);
    let expired = &parts["expired_lots"]["rows"];
    assert_eq!(column(expired, "lot"), ["L-2510-05"]);
    assert_eq!(expired[0]["available"], 0);
    assert!(
        parts["expiring_lots"]["rule"]
            .as_str()
            .unwrap()
            .contains("30 days")
    );
}

fn the_way_of_a_lot(answers: &[Value]) {
    let answer = &answers[0];
    assert_eq!(answer["totals"][0]["on_hand"], 84);
    let parts = &answer["parts"];
    assert_eq!(
        sorted(column(&parts["stock"]["rows"], "ContainerCode")),
        ["PAL-0066120", "PAL-0066121"]
    );
    let received = &parts["received"]["rows"];
    assert_eq!(column(received, "order"), ["PO-117002"]);
    assert_eq!(column(received, "reception"), ["RE-005120"]);
    let shipped = &parts["shipped"]["rows"];
    let mut shipments: Vec<(&str, &str, f64)> = shipped
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().unwrap();
            (
                text("order"),
                text("account"),
                row["shipped"].as_f64().unwrap(),
            )
        })
        .collect();
    shipments.sort_by_key(|(order, _, _)| *order);
    let expected = [
        ("SO-238410", "CUS-0007", 60.0),
        ("SO-238655", "CUS-0019", 24.0),
        ("SO-239002", "CUS-0042", 72.0),
    ];
    assert_eq!(shipments, expected);
}

fn its_life(answers: &[Value]) {
    let answer = &answers[0];
    assert_eq!(answer["container"]["LocationLabel"], "QA-01-002");
    let parts = &answer["parts"];
    assert_eq!(parts["stock"]["rows"][0]["LotCode"], "L-2611-07");
    assert_eq!(
        column(&parts["tasks"]["rows"], "TargetLocation"),
        ["QA-01-002", "AS-02-011-03"]
    );
    assert_eq!(
        parts["reception"]["rows"][0]["InboundOrderCode"],
        "PO-118090"
    );
    assert_eq!(parts["log"]["total"], 3);
    let lock = finding(
        answer,
        &["its stock is held", "QLK-0093", "L-2611-07", "mgarcia"],
    );
    assert_eq!(lock["severity"], "critical");
}

fn why_blocked(answers: &[Value]) {
    let answer = &answers[0];
    assert_eq!(answer["container"]["LockCode"], "BLK-REJ");
    let why = finding(
        answer,
        &[
            "BLK-REJ",
            "no lock row",
            "812.4 kg exceeds the 800.0 kg limit",
            "user system",
        ],
    );
    assert_eq!(why["severity"], "critical");
    assert!(rests_on(why, "Container", "PAL-0070555"));
    let line = &answer["parts"]["log"]["rows"][0];
    assert_eq!(line["workflow"], "CST_SendRejectContainersToPK");
    assert_eq!(line["station"], "IN02");
    assert!(rests_on(why, "log entry", line["id"].as_str().unwrap()));
}

fn blocked_by_owner(answers: &[Value]) {
    let rows = answers[0]["parts"]["blocked_stock"]["rows"]
        .as_array()
        .unwrap();
    let group = |owner: &str, status: &str| {
        let found = rows
            .iter()
            .find(|row| row["owner"] == owner && row["status"] == status);
        found.unwrap_or_else(|| panic!("{owner} {status}")).clone()
    };
    // The one expired lot, and the lot on hold beside four rows of quarantined containers.
    assert_eq!(group("ACME-FOODS", "EXP")["on_hand"], 72);
    assert_eq!(group("ACME-FOODS", "EXP")["available"], 0);
    assert!(group("ACME-FOODS", "REC")["stock_rows"].as_u64().unwrap() >= 1);
    assert!(group("NORDIC-HOME", "BRK")["on_hand"].as_u64().unwrap() > 0);
}

fn dead_stock(answers: &[Value]) {
    let rows = &answers[0]["parts"]["idle_stock"]["rows"];
    assert_eq!(
        column(rows, "container"),
        ["PAL-0047811", "PAL-0047812", "PAL-0048377", "PAL-0048702"]
    );
    assert_eq!(rows[0]["products"], json!(["P-10120"]));
}

fn adjustments() -> Value {
    json!({
        "entity_type": "StockVariation",
        "filter": "Date >= now-7d and ReasonCode in ('02','03','04')",
        "group_by": "ReasonCode, UserName",
    })
}

fn adjusted_by_whom(answers: &[Value]) {
    let rows = answers[0]["rows"].as_array().unwrap();
    let counts = rows
        .iter()
        .map(|row| json!([row["ReasonCode"], row["UserName"], row["count"]]));
    let expected = json!([
        ["04", "asilva", 3],
        ["04", "tmoreau", 2],
        ["02", "lweber", 1]
    ]);
    assert_eq!(counts.collect::<Value>(), expected);
}

fn long_in_reception(answers: &[Value]) {
    let part = &answers[0]["parts"]["long_in_reception"];
    assert_eq!(part["total"], 3);
    assert_eq!(
        column(&part["rows"], "UniqueCode"),
        ["PAL-0070566", "PAL-0070561", "PAL-0070555"]
    );
}
