//! Metrics: the list, and one over a window.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};

use super::logs::wire;
use crate::harness::Harness;

const METRICS: &str = "/MetricsService/api/Metrics";

#[tokio::test]
async fn lists_the_metrics() {
    let harness = Harness::start().await;
    let answer = harness.answer("get_metrics", json!({})).await;
    let list = wire(&harness.simulator, "GET", METRICS, "").await;
    assert_eq!(answer["rows"], list);
    assert_eq!(answer["total"], list.as_array().unwrap().len());
    let answer = harness
        .answer("get_metrics", json!({"from": "now-1h"}))
        .await;
    assert!(
        answer["warnings"][0]
            .as_str()
            .unwrap()
            .contains("without code")
    );
}

#[tokio::test]
async fn gives_a_day_of_points_and_what_they_say() {
    let harness = Harness::start().await;
    let answer = harness
        .answer("get_metrics", json!({"code": "crane_cycles_sc03"}))
        .await;
    let path = format!("{METRICS}/CRANE_CYCLES_SC03?from=2026-11-29T08:15:00Z");
    let mut metric = wire(&harness.simulator, "GET", &path, "").await;
    let points = metric["Points"].take();
    metric.as_object_mut().unwrap().remove("Points");
    assert_eq!(answer["metric"], metric);
    let pair = |point: &Value| json!([point["Timestamp"], point["Value"]]);
    let pairs: Vec<Value> = points.as_array().unwrap().iter().map(pair).collect();
    assert_eq!(answer["rows"], json!(pairs));
    assert_eq!(answer["columns"], json!(["timestamp", "value"]));

    let values: Vec<i64> = pairs.iter().filter_map(|pair| pair[1].as_i64()).collect();
    let first_with = |value: i64| pairs.iter().find(|pair| pair[1] == value);
    assert_eq!(
        Some(&answer["min"]),
        first_with(*values.iter().min().unwrap())
    );
    assert_eq!(
        Some(&answer["max"]),
        first_with(*values.iter().max().unwrap())
    );
    assert_eq!(Some(&answer["latest"]), pairs.last());
    // The crane stands still.
    assert_eq!(answer["latest"][1], 0);
    let count = i64::try_from(values.len()).unwrap();
    let thousandths = (values.iter().sum::<i64>() * 1_000 + count / 2) / count;
    let average: f64 = answer["avg"].to_string().parse().unwrap();
    assert_eq!(
        format!("{average:.3}"),
        format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
    );
}

#[tokio::test]
async fn pages_join_to_the_window() {
    let harness = Harness::start().await;
    let mut arguments = json!({"code": "WIFI_SIGNAL", "from": "now-2d", "limit": 250});
    let mut rows: Vec<Value> = Vec::new();
    loop {
        let answer = harness.answer("get_metrics", arguments.clone()).await;
        rows.extend(answer["rows"].as_array().unwrap().iter().cloned());
        match answer.get("next_cursor") {
            Some(cursor) => arguments["cursor"] = cursor.clone(),
            None => break,
        }
    }
    let path = format!("{METRICS}/WIFI_SIGNAL?from=2026-11-28T08:15:00Z");
    let metric = wire(&harness.simulator, "GET", &path, "").await;
    assert_eq!(rows.len(), metric["Points"].as_array().unwrap().len());
    assert_eq!(
        rows.last().unwrap()[0],
        metric["Points"].as_array().unwrap().last().unwrap()["Timestamp"]
    );
}

#[tokio::test]
async fn an_empty_window_says_what_the_week_holds() {
    let harness = Harness::start().await;
    let arguments = json!({"code": "ORDER_BACKLOG", "from": "2026-01-01", "to": "2026-01-01"});
    let answer = harness.answer("get_metrics", arguments).await;
    assert_eq!(
        (&answer["returned"], &answer["elsewhere"]["count"]),
        (&json!(0), &json!(168))
    );
    assert_eq!(answer["elsewhere"]["newest"][0], "2026-11-30T08:00:00.000Z");
    assert!(answer.get("min").is_none());
}

#[tokio::test]
async fn an_unknown_code_names_the_nearest() {
    let harness = Harness::start().await;
    let failure = harness
        .failure("get_metrics", json!({"code": "ORDER_BACKLOGS"}))
        .await;
    assert_eq!(failure["code"], "not_found");
    assert_eq!(failure["details"]["did_you_mean"][0], "ORDER_BACKLOG");
    let failure = harness
        .failure("get_metrics", json!({"code": "X", "from": "now+1h"}))
        .await;
    assert_eq!(failure["code"], "invalid_arguments");
}

#[tokio::test]
async fn exact_numbers_stay_exact_and_other_values_are_told() {
    let harness = Harness::start().await;
    let metric = r#"{"Code":"X","Points":[
        {"Timestamp":"2026-11-30T07:00:00Z","Value":0.10},{"Timestamp":"2026-11-30T07:05:00Z","Value":9007199254740993},
        {"Timestamp":"2026-11-30T07:10:00Z","Value":"n/a"}]}"#;
    harness
        .simulator
        .plan(Route::Metric, Fault::BadJson(metric.to_owned()));
    let outcome = harness.call("get_metrics", json!({"code": "X"})).await;
    assert!(
        outcome
            .text
            .contains(r#""min":["2026-11-30T07:00:00Z",0.10]"#),
        "{}",
        outcome.text
    );
    assert!(
        outcome.text.contains(r#""avg":4503599627370496.55"#),
        "{}",
        outcome.text
    );
    assert_eq!(outcome.json["warnings"], json!(["1 points hold no number"]));
    assert_eq!(outcome.json["latest"][1], "n/a");
}

#[tokio::test]
async fn an_average_of_a_sum_that_would_be_rounded_is_null_and_says_so() {
    let harness = Harness::start().await;
    let metric = r#"{"Code":"X","Points":[
        {"Timestamp":"2026-11-30T07:00:00Z","Value":7922816251426433759354395033},
        {"Timestamp":"2026-11-30T07:05:00Z","Value":0.12}]}"#;
    let fault = Fault::BadJson(metric.to_owned());
    harness.simulator.plan(Route::Metric, fault);
    let text = harness.text("get_metrics", json!({"code": "X"})).await;
    assert!(text.contains(r#""avg":null"#), "{text}");
    let said = r#""warnings":["avg is null: it needs more than 28 digits"]"#;
    assert!(text.contains(said), "{text}");
}

#[tokio::test]
async fn an_answer_without_points_is_unreadable() {
    let harness = Harness::start().await;
    harness.simulator.plan(
        Route::Metric,
        Fault::BadJson(r#"{"Code":"X","Inv\"oice":1}"#.to_owned()),
    );
    let failure = harness.failure("get_metrics", json!({"code": "X"})).await;
    assert_eq!(failure["code"], "upstream_invalid");
    assert!(
        failure["error"]
            .as_str()
            .unwrap()
            .ends_with("Code, Inv?oice"),
        "{failure}"
    );
}
