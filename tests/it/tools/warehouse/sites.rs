//! One question, two sites, three dialects: each answer is its own site's.

use mcp_wms_api::simulator::{Options, Projection, RowShape, Totals};
use serde_json::{Value, json};

use super::calls;
use crate::harness::{Harness, simulator_options};

#[tokio::test]
async fn the_same_question_on_another_site_gives_that_sites_answer() {
    let harness = Harness::start().await;
    for (profile, owner, on_hand) in [
        ("NORTH", "NORDIC-HOME", 1176),
        ("SOUTH", "MERIDIAN-HOGAR", 412),
    ] {
        let arguments = json!({"product": "P-10311", "profile": profile});
        let answer = harness.answer("get_stock", arguments).await;
        assert_eq!(answer["profile"], profile);
        assert_eq!(answer["totals"][0]["owner"], owner);
        assert_eq!(answer["totals"][0]["on_hand"], on_hand);
    }
}

#[tokio::test]
async fn the_south_has_its_own_story() {
    let harness = Harness::start().await;
    let arguments = json!({"order": "SO-S50021", "profile": "SOUTH"});
    let answer = harness.answer("get_order_status", arguments).await;
    let first = answer["findings"][0]["finding"].as_str().unwrap();
    // What there is of the lot is one thing, what there is of the product another.
    let lack = "order line 3 lacks 24 of 24 UN of P-20117 of lot L-S2610-03 (allocated 0); of the lot 36 UN on hand, 0 available, 0 reserved, 36 blocked; of all lots 84 UN on hand, 0 available, 48 reserved, 36 blocked; ";
    assert!(first.starts_with(lack), "{first}");
    let why = answer["findings"].to_string();
    assert!(
        why.contains("requested 24, allocated 0, missing 24"),
        "{why}"
    );
    assert!(first.contains("QLK-S012"), "{first}");
    let arguments = json!({"container": "PAL-S004411", "profile": "SOUTH"});
    let answer = harness.answer("trace_container", arguments).await;
    let first = answer["findings"][0]["finding"].as_str().unwrap();
    assert!(first.contains("BLK-REJ"), "{first}");
    assert!(first.contains("exceeds the"), "{first}");
    let arguments = json!({"profile": "SOUTH"});
    let answer = harness.answer("list_warehouse_alerts", arguments).await;
    let parts = &answer["parts"];
    for kind in [
        "equipment_faults",
        "late_outbound",
        "late_inbound",
        "expiring_lots",
    ] {
        assert_eq!(parts[kind]["total"], 0, "{kind}");
    }
    assert_eq!(parts["short_lines"]["rows"][0]["order"], "SO-S50021");
    let first = &parts["locked_containers"]["rows"][0];
    assert_eq!(first["container"], "PAL-S004411");
    let failure = harness
        .failure("get_order_status", json!({"order": "SO-S50021"}))
        .await;
    assert_eq!(failure["code"], "not_found");
}

/// What an answer says, without the moment and the sources.
async fn told(harness: &Harness) -> Vec<Value> {
    let mut told = Vec::new();
    for (tool, arguments) in calls() {
        let answer = harness.answer(tool, arguments).await;
        told.push(json!([
            answer["findings"],
            answer["totals"],
            answer["order"]
        ]));
    }
    told
}

#[tokio::test]
async fn every_dialect_and_shape_gives_the_same_answer() {
    let expected = told(&Harness::start().await).await;
    let shapes = [
        ("sql", RowShape::Value, Projection::Ignored),
        ("odata", RowShape::DollarValues, Projection::Refused),
    ];
    for (dialect, shape, projection) in shapes {
        let options = Options {
            shape,
            projection,
            ..simulator_options()
        };
        let setting = ("WMS_NORTH_FILTER_DIALECT", dialect);
        let harness = Harness::with(options, &[setting]).await;
        assert_eq!(told(&harness).await, expected, "{dialect}");
    }
}

#[tokio::test]
async fn a_server_that_does_not_count_is_still_read_to_the_end() {
    let options = Options {
        totals: Totals::Absent,
        ..simulator_options()
    };
    let harness = Harness::with(options, &[]).await;
    let answer = harness
        .answer("get_stock", json!({"product": "P-10311"}))
        .await;
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["totals"][0]["on_hand"], 1176);
}
