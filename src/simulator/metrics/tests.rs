#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use serde_json::{Value, json};

use super::{MetricWindow, get, list};
use crate::simulator::warehouse::Site;

fn site(tenant: &str) -> Site {
    Site::new(tenant, "2026-11-30T08:15:02Z".parse().unwrap(), 1).unwrap()
}

fn metric(tenant: &str, code: &str, window: Value) -> Value {
    let window: MetricWindow = serde_json::from_value(window).unwrap();
    serde_json::to_value(get(&site(tenant), code, &window).unwrap()).unwrap()
}

#[test]
fn lists_metrics_with_unit_and_warehouse() {
    let metrics = serde_json::to_value(list(&site("NORTH"))).unwrap();
    assert!(metrics.as_array().unwrap().len() >= 12);
    assert_eq!(
        metrics[0],
        json!({ "Code": "LINES_PICKED_PER_HOUR", "Name": "Order lines picked per hour", "Unit": "lines/h",
            "WarehouseCode": "NW1" })
    );
    let south = serde_json::to_value(list(&site("SOUTH"))).unwrap();
    assert_eq!(south[0]["WarehouseCode"], "SW1");
}

#[test]
fn answers_seven_days_of_points_in_order() {
    for (code, count) in [("PICKING_ACCURACY", 168), ("dock_occupation", 2_016)] {
        let points = metric("NORTH", code, json!({}))["Points"].clone();
        let times: Vec<&str> = points
            .as_array()
            .unwrap()
            .iter()
            .map(|point| point["Timestamp"].as_str().unwrap())
            .collect();
        assert_eq!(times.len(), count, "{code}");
        assert!(times.is_sorted());
    }
    assert!(get(&site("NORTH"), "NO_SUCH_METRIC", &MetricWindow::default()).is_none());
}

#[test]
fn includes_the_start_of_a_window_and_excludes_its_end() {
    let window = json!({ "from": "2026-11-29T10:00:00Z", "to": "2026-11-29T12:00:00Z" });
    let points = metric("NORTH", "ORDER_BACKLOG", window)["Points"].clone();
    let times: Vec<&Value> = points
        .as_array()
        .unwrap()
        .iter()
        .map(|point| &point["Timestamp"])
        .collect();
    assert_eq!(
        times,
        [
            &json!("2026-11-29T10:00:00.000Z"),
            &json!("2026-11-29T11:00:00.000Z")
        ]
    );
    let none = json!({ "from": "2026-11-29T12:00:00Z", "to": "2026-11-29T10:00:00Z" });
    assert_eq!(metric("NORTH", "ORDER_BACKLOG", none)["Points"], json!([]));
}

#[test]
fn stops_the_crane_of_the_story_in_the_north_alone() {
    // The crane stopped at 06:05:02.
    let cycles = |tenant: &str, code: &str, from: &str, to: &str| -> i64 {
        let points = metric(tenant, code, json!({ "from": from, "to": to }))["Points"].clone();
        points
            .as_array()
            .unwrap()
            .iter()
            .map(|point| point["Value"].as_i64().unwrap())
            .sum()
    };
    let (before, fault, now) = (
        "2026-11-30T04:00:00Z",
        "2026-11-30T06:05:02Z",
        "2026-11-30T08:16:00Z",
    );
    assert_eq!(cycles("NORTH", "CRANE_CYCLES_SC03", fault, now), 0);
    assert!(cycles("NORTH", "CRANE_CYCLES_SC03", before, fault) > 0);
    assert!(cycles("NORTH", "CRANE_CYCLES_SC04", fault, now) > 0);
    assert!(cycles("SOUTH", "CRANE_CYCLES_SC03", fault, now) > 0);
}

#[test]
fn keeps_levels_in_bounds_and_gives_the_same_points_each_time() {
    for code in ["PICKING_ACCURACY", "DOCK_OCCUPATION", "HIGH_BAY_FILL_RATE"] {
        let whole = metric("NORTH", code, json!({}));
        assert_eq!(whole, metric("NORTH", code, json!({})));
        for point in whole["Points"].as_array().unwrap() {
            let value = point["Value"].as_f64().unwrap();
            assert!((0.0..=100.0).contains(&value), "{code} {value}");
        }
    }
}
