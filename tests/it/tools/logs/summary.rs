//! `summarize_logs`.

use std::time::Duration;

use mcp_wms_api::simulator::{Fault, Options, Route};
use serde_json::{Value, json};

use super::{searches, wire_search};
use crate::harness::{Harness, simulator_options};

#[tokio::test]
async fn ranks_the_incident_first() {
    let harness = Harness::start().await;
    let answer = harness.answer("summarize_logs", json!({})).await;
    let alarm = "SC03 alarm 4711: fork position sensor no signal; aisle 3 closed";
    let first = &answer["rows"][0];
    let expected = json!({
        "level": "Error", "count": 38, "first": "2026-11-30T06:05:00.000Z", "last": "2026-11-30T08:10:00.000Z",
        "workflows": ["StackerCrane"], "template": alarm, "example_id": first["example_id"],
    });
    assert_eq!(*first, expected);
    let example = harness
        .answer("get_log_entry", json!({"id": first["example_id"]}))
        .await;
    assert_eq!(example["entry"]["Message"], alarm);
    assert_eq!(
        (&answer["min_level"], &answer["complete"]),
        (&json!("Warn"), &json!(true))
    );
}

#[tokio::test]
async fn the_counts_agree_with_the_server_and_with_each_other() {
    let harness = Harness::start().await;
    let answer = harness
        .answer("summarize_logs", json!({"templates": 100}))
        .await;
    let day = json!({"From": "2026-11-29T08:15:00Z", "Take": 0});
    let all = wire_search(&harness.simulator, &day).await["TotalCount"].as_u64();
    let numbers = |value: &Value| -> Vec<u64> {
        let members = value.as_object().unwrap().values();
        members.filter_map(Value::as_u64).collect()
    };
    let by_level = &answer["by_level"];
    assert_eq!(Some(numbers(by_level).iter().sum::<u64>()), all);
    let levels: Vec<&String> = by_level.as_object().unwrap().keys().collect();
    assert_eq!(levels, ["Fatal", "Error", "Warn", "Info", "Debug", "Trace"]);

    let read = answer["entries_read"].as_u64().unwrap();
    let bad: u64 = ["Fatal", "Error", "Warn"]
        .iter()
        .filter_map(|level| by_level[level].as_u64())
        .sum();
    assert_eq!(read, bad);
    let hours = answer["by_hour"].as_object().unwrap();
    let by_hour: u64 = hours.values().flat_map(numbers).sum();
    assert_eq!(by_hour, read);
    let rows = answer["rows"].as_array().unwrap();
    let by_template: u64 = rows.iter().filter_map(|row| row["count"].as_u64()).sum();
    assert_eq!(by_template, read);
}

#[tokio::test]
async fn reads_a_week_in_batches_of_one_window_and_tells_days() {
    let harness = Harness::start().await;
    let arguments = json!({"from": "now-7d", "level": "info", "workflow": "StackerCrane"});
    let answer = harness.answer("summarize_logs", arguments).await;
    let read = answer["entries_read"].as_u64().unwrap();
    assert!(read > 2_000, "{read}");
    assert_eq!(answer["by_day"].as_object().unwrap().len(), 8);
    let said = answer["warnings"][0].as_str().unwrap();
    assert!(said.contains("by_day"), "{said}");
    let sent = searches(&harness.simulator);
    let batches: Vec<&Value> = sent.iter().filter(|body| body["Take"] == 1_000).collect();
    assert_eq!(batches.len() as u64, read.div_ceil(1_000));
    let mut ends: Vec<&Value> = batches.iter().skip(1).map(|body| &body["To"]).collect();
    ends.dedup();
    assert_eq!(ends.len(), 1);
    assert!(ends.iter().all(|end| end.is_string()), "{ends:?}");
}

#[tokio::test]
async fn says_how_far_it_read() {
    let harness = Harness::with_settings(&[("MAX_SCAN_ROWS", "40")]).await;
    let answer = harness.answer("summarize_logs", json!({})).await;
    assert_eq!(
        (&answer["entries_read"], &answer["complete"]),
        (&json!(40), &json!(false))
    );
    assert!(
        answer["read_back_to"]
            .as_str()
            .unwrap()
            .starts_with("2026-11-30T0")
    );
    assert!(
        answer["warnings"][0]
            .as_str()
            .unwrap()
            .contains("MAX_SCAN_ROWS")
    );
}

#[tokio::test]
async fn a_part_is_answered_when_a_later_batch_fails() {
    let harness = Harness::start().await;
    let level = json!({"from": "now-7d", "level": "info"});
    let rows: Vec<Value> = (0..1_000)
        .map(|number| json!({"Id": number, "Level": "Info", "Timestamp": "2026-11-30T08:00:00Z", "Message": "m"}))
        .collect();
    let first = json!({"Items": rows, "TotalCount": 5_000});
    harness
        .simulator
        .plan(Route::Log, Fault::BadJson(first.to_string()));
    harness
        .simulator
        .plan_times(Route::Log, Fault::status(500), 3);
    let answer = harness.answer("summarize_logs", level).await;
    assert_eq!(
        (&answer["entries_read"], &answer["complete"]),
        (&json!(1_000), &json!(false))
    );
    assert!(
        answer["warnings"][0]
            .as_str()
            .unwrap()
            .starts_with("not all entries were read")
    );
}

/// The clock is paused once everything is connected: it jumps ahead whenever everyone waits.
#[tokio::test]
async fn a_window_too_long_to_be_read_is_still_counted() {
    let harness = Harness::start().await;
    let whole = harness.answer("summarize_logs", json!({})).await;
    let too_late = || Fault::SlowHeaders(Duration::from_secs(600));
    tokio::time::pause();
    harness.simulator.plan(Route::Log, too_late());
    let answer = harness.answer("summarize_logs", json!({})).await;
    assert!(whole["by_level"]["Error"].as_u64() > Some(0), "{whole}");
    assert_eq!(answer["by_level"], whole["by_level"], "{answer}");
    assert_eq!(
        (&answer["entries_read"], &answer["complete"]),
        (&json!(0), &json!(false))
    );
    let said = answer["warnings"][0].as_str().unwrap();
    assert!(said.starts_with("no entries were read: "), "{said}");

    harness.simulator.plan_always(Route::Log, too_late());
    let failure = harness.failure("summarize_logs", json!({})).await;
    assert_eq!(failure["code"], "timeout", "neither read nor counted");
}

#[tokio::test]
async fn a_batch_that_is_too_large_is_read_in_steps() {
    let harness = Harness::start().await;
    harness
        .simulator
        .plan(Route::Log, Fault::Huge { mebibytes: 17 });
    let answer = harness
        .answer("summarize_logs", json!({"level": "error"}))
        .await;
    assert_eq!(answer["rows"][0]["count"], 38);
    let sent = searches(&harness.simulator);
    assert_eq!(
        (&sent[0]["Take"], &sent[1]["Take"]),
        (&json!(1_000), &json!(250))
    );
}

/// As aggregates take a date: what the server writes is the site's time and is not moved to UTC.
#[tokio::test]
async fn an_entry_counts_in_the_hour_that_the_server_wrote() {
    let harness = Harness::start().await;
    let times = [
        "2026-11-30T08:15:00+01:00",
        "2026-11-30T08:59:59.9999999",
        "2026-11-30T07:10:00Z",
        "/Date(1796026500000+0100)/",
        "long ago",
    ];
    let entries = times.map(|time| json!({"Timestamp": time, "Level": "Error", "Message": "m"}));
    let body = json!({"Items": entries, "TotalCount": entries.len()});
    let fault = Fault::ReplaceBody(body.to_string());
    harness.simulator.plan(Route::Log, fault);
    let answer = harness.answer("summarize_logs", json!({})).await;
    let expected = json!({
        "2026-11-30T07": {"Error": 1},
        "2026-11-30T08": {"Error": 2},
        "2026-11-30T09": {"Error": 1},
        "unknown": {"Error": 1},
    });
    assert_eq!(answer["by_hour"], expected, "{answer}");
}

#[tokio::test]
async fn an_empty_window_has_no_templates() {
    let harness = Harness::start().await;
    let answer = harness
        .answer(
            "summarize_logs",
            json!({"from": "2026-01-01", "to": "2026-01-02"}),
        )
        .await;
    assert_eq!(
        (&answer["returned"], &answer["complete"]),
        (&json!(0), &json!(true))
    );
    assert_eq!(answer["by_hour"], json!({}));
    let failure = harness
        .failure("summarize_logs", json!({"from": "now+1d"}))
        .await;
    assert_eq!(failure["code"], "invalid_arguments");
}

#[tokio::test]
async fn stays_within_any_budget() {
    for budget in ["2000", "10000"] {
        let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", budget)]).await;
        let outcome = harness
            .call(
                "summarize_logs",
                json!({"from": "now-3d", "templates": 100}),
            )
            .await;
        assert!(
            outcome.text.len() <= budget.parse().unwrap(),
            "{}",
            outcome.text.len()
        );
        assert!(
            outcome.json["returned"].as_u64() > Some(0),
            "{}",
            outcome.text
        );
        let hint = outcome.json["hint"].as_str().unwrap();
        assert!(!hint.contains("next_cursor"), "{hint}");
    }
}

/// A server that ignores the level makes no count by level, and its search says what came instead.
#[tokio::test]
async fn a_server_that_ignores_the_level_is_told() {
    let options = Options {
        log_levels: false,
        ..simulator_options()
    };
    let harness = Harness::with(options, &[]).await;
    let answer = harness
        .answer("summarize_logs", json!({"from": "now-1h"}))
        .await;
    assert_eq!(answer["by_level"], Value::Null);
    let warned = |answer: &Value, word: &str| answer["warnings"].to_string().contains(word);
    assert!(warned(&answer, "counts contradict its entries"), "{answer}");
    let errors = json!({"level": "error", "from": "now-1h", "limit": 5});
    let answer = harness.answer("search_logs", errors).await;
    assert!(
        warned(&answer, "ignores the level: entries below Error"),
        "{answer}"
    );
}

#[tokio::test]
async fn a_workflow_that_does_not_exist_is_told_from_a_quiet_window() {
    let harness = Harness::start().await;
    let summarize = |workflow: &str, level: &str| {
        let arguments = json!({"workflow": workflow, "level": level, "from": "now-10m"});
        harness.answer("summarize_logs", arguments)
    };
    let (misspelt, quiet) = tokio::join!(
        summarize("StackerCrain", "warn"),
        summarize("StackerCrane", "fatal"),
    );
    assert_eq!(
        (&misspelt["entries_read"], &quiet["entries_read"]),
        (&json!(0), &json!(0))
    );
    let told = "there is no workflow 'StackerCrain'; did you mean 'StackerCrane'?";
    assert_eq!(misspelt["warnings"], json!([told]));
    assert_eq!(quiet.get("warnings"), None);
    let window = json!({"From": "2026-11-30T08:05:00Z", "Take": 0});
    let all = wire_search(&harness.simulator, &window).await;
    assert_eq!(quiet["entries_in_window"], all["TotalCount"]);
    assert_eq!(quiet["elsewhere"]["since"], "2026-11-23T08:15:00Z");
}

#[tokio::test]
async fn messages_beyond_the_limit_have_a_way_to_them() {
    let harness = Harness::start().await;
    let summarize = async |templates: Value| {
        harness
            .answer("summarize_logs", json!({"templates": templates}))
            .await
    };
    let clamped = summarize(json!(0)).await;
    assert_eq!(
        clamped["warnings"],
        json!(["templates 0 was changed to 1 (1 to 100)"])
    );
    assert_eq!(clamped.get("truncated"), None, "nothing asked for was cut");
    let all = clamped["total"].as_u64().unwrap();
    let hint = format!(
        "1 of {all} rows are here. For more raise templates, which goes to 100, or narrow the question with keyword, workflow, from and to."
    );
    assert_eq!(clamped["hint"], hint);
    let whole = summarize(json!(100)).await;
    assert_eq!((&whole["returned"], whole.get("hint")), (&json!(all), None));
}

#[tokio::test]
async fn numbered_levels_are_read_and_unknown_ones_are_shown_as_they_are() {
    let harness = Harness::start().await;
    let levels = [json!(4), json!("5"), json!("Audit"), Value::Null];
    let entries = levels
        .map(|level| json!({"Timestamp": "2026-11-30T08:00:00Z", "Level": level, "Message": "m"}));
    let body = json!({"Items": entries, "TotalCount": entries.len()});
    harness
        .simulator
        .plan(Route::Log, Fault::ReplaceBody(body.to_string()));
    let answer = harness.answer("summarize_logs", json!({})).await;
    let expected = json!({"2026-11-30T08": {"Error": 1, "Fatal": 1, "other": 2}});
    assert_eq!(answer["by_hour"], expected, "{answer}");
    let rows = answer["rows"].as_array().unwrap();
    let levels: Vec<&Value> = rows.iter().map(|row| &row["level"]).collect();
    assert_eq!(
        levels,
        [
            &json!("Fatal"),
            &json!("Error"),
            &json!("Audit"),
            &Value::Null
        ]
    );
    let warnings = answer["warnings"].to_string();
    assert!(warnings.contains("2 of the entries read"), "{warnings}");
}
