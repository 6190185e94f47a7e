//! `get_log_entry`.

use std::fmt::Write as _;

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{id_of, searches, wire, wire_search};
use crate::harness::Harness;

async fn wire_entry(harness: &Harness, id: &str) -> Value {
    let path = format!("/WorkflowLogService/api/Logs/{id}");
    wire(&harness.simulator, "GET", &path, "").await
}

#[tokio::test]
async fn gives_an_entry_whole_with_what_stands_around_it() {
    let harness = Harness::start().await;
    let id = id_of(&harness.simulator, "requested 120, allocated 80").await;
    let answer = harness
        .answer("get_log_entry", json!({"id": id, "context": 2}))
        .await;
    let entry = wire_entry(&harness, &id).await;
    assert_eq!(answer["entry"], entry);

    let around = json!({"From": "2026-11-30T03:20:00Z", "To": "2026-11-30T03:30:00Z", "Take": 500});
    let page = wire_search(&harness.simulator, &around).await;
    let items = page["Items"].as_array().unwrap();
    let at = items
        .iter()
        .position(|row| row["Id"] == id.as_str())
        .unwrap();
    let neighbour = |at: usize| {
        let row = &items[at];
        json!({
            "id": row["Id"], "time": row["Timestamp"], "level": row["Level"], "workflow": row["WorkflowName"],
            "message": row["Message"],
        })
    };
    assert_eq!(
        answer["before"],
        json!([neighbour(at - 2), neighbour(at - 1)])
    );
    assert_eq!(
        answer["after"],
        json!([neighbour(at + 1), neighbour(at + 2)])
    );
}

#[tokio::test]
async fn no_context_costs_no_search() {
    let harness = Harness::start().await;
    let id = id_of(&harness.simulator, "SO-240117").await;
    harness.simulator.clear_journal();
    let answer = harness
        .answer("get_log_entry", json!({"id": id, "context": 0}))
        .await;
    assert!(answer.get("before").is_none());
    assert_eq!(searches(&harness.simulator), Vec::<Value>::new());
}

#[tokio::test]
async fn the_windows_of_a_large_entry_join_to_its_texts() {
    let harness = Harness::start().await;
    let id = id_of(&harness.simulator, "snapshot failed").await;
    let entry = wire_entry(&harness, &id).await;
    let text = format!(
        "{}\n{}",
        entry["Message"].as_str().unwrap(),
        entry["Exception"].as_str().unwrap()
    );
    let mut joined = String::new();
    let mut offset = 0;
    loop {
        let arguments = json!({"id": id, "data_offset": offset});
        let outcome = harness.call("get_log_entry", arguments).await;
        assert!(outcome.text.len() <= 30_000, "{}", outcome.text.len());
        let answer = outcome.json;
        let mut digest = String::new();
        for byte in Sha256::digest(&text) {
            write!(digest, "{byte:02x}").unwrap();
        }
        assert_eq!(answer["data_sha256"], digest);
        assert_eq!(answer["data_total_chars"], text.chars().count());
        assert_eq!(answer["entry"]["Id"], id.as_str());
        assert!(answer["entry"].get("Exception").is_none());
        assert_eq!(answer.get("before").is_some(), offset == 0);
        joined.push_str(answer["data"].as_str().unwrap());
        match answer["next_data_offset"].as_u64() {
            Some(next) => offset = next,
            None => break,
        }
    }
    assert_eq!(joined, text);
    let failure = harness
        .failure("get_log_entry", json!({"id": id, "data_offset": 1_000_000}))
        .await;
    assert_eq!(failure["code"], "invalid_arguments");
}

#[tokio::test]
async fn an_entry_that_is_large_in_another_field_comes_as_json() {
    let harness = Harness::start().await;
    let entry =
        json!({"Id": "1", "Timestamp": "soon", "Station": "s".repeat(60_000), "Message": "m"});
    harness
        .simulator
        .plan(Route::Log, Fault::BadJson(entry.to_string()));
    let outcome = harness.call("get_log_entry", json!({"id": "1"})).await;
    assert!(outcome.text.len() <= 30_000);
    assert_eq!(outcome.json["data_is"], "the entry as JSON");
    assert_eq!(outcome.json["data_total_chars"], entry.to_string().len());
    let warning = outcome.json["warnings"][0].as_str().unwrap();
    assert!(warning.contains("in no form that can be read"), "{warning}");
}

#[tokio::test]
async fn a_small_budget_leaves_out_neighbours_and_says_so() {
    let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", "3000")]).await;
    let id = id_of(&harness.simulator, "SO-240117").await;
    let outcome = harness
        .call("get_log_entry", json!({"id": id, "context": 20}))
        .await;
    assert!(outcome.text.len() <= 3_000);
    let kept = |side: &str| outcome.json[side].as_array().unwrap().len();
    let omitted = 40 - kept("before") - kept("after");
    assert!(omitted > 0);
    assert_eq!(
        (&outcome.json["truncated"], &outcome.json["omitted"]),
        (&json!(true), &json!(omitted))
    );
    let hint = outcome.json["hint"].as_str().unwrap();
    assert!(hint.contains(&format!("{omitted} of the 40")), "{hint}");
    assert!(hint.contains("search_logs"), "{hint}");
}

/// The newest entry has nothing after it: what was logged before it gets the whole room.
#[tokio::test]
async fn an_empty_side_leaves_its_room_to_the_other() {
    let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", "5000")]).await;
    let newest = json!({"Take": 1, "Descending": true});
    let page = wire_search(&harness.simulator, &newest).await;
    let id = page["Items"][0]["Id"].as_str().unwrap();
    let arguments = json!({"id": id, "context": 20});
    let outcome = harness.call("get_log_entry", arguments).await;
    assert!(outcome.text.len() <= 5_000, "{}", outcome.text.len());
    assert_eq!(outcome.json["after"], json!([]));
    let before = outcome.json["before"].to_string().len();
    assert!(before > 2_500, "{}", outcome.text);
}

#[tokio::test]
async fn a_window_says_that_neighbours_are_left_out() {
    let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", "4000")]).await;
    let id = id_of(&harness.simulator, "SO-240117").await;
    let arguments = json!({"id": id, "context": 20, "data_offset": 0});
    let outcome = harness.call("get_log_entry", arguments).await;
    let answer = outcome.json;
    assert_eq!(answer.get("next_data_offset"), None, "the text is whole");
    assert_eq!(answer["truncated"], true);
    let kept = |side: &str| answer[side].as_array().unwrap().len();
    assert_eq!(answer["omitted"], 40 - kept("before") - kept("after"));
    assert!(answer["hint"].as_str().unwrap().contains("search_logs"));
}

#[tokio::test]
async fn a_neighbour_that_is_not_shown_whole_says_so() {
    let harness = Harness::start().await;
    let id = id_of(&harness.simulator, "SO-240117").await;
    let entry = wire_entry(&harness, &id).await;
    let row = |id: &str, message: &str, exception: Value| json!({"Id": id, "Message": message, "Exception": exception});
    let rows = [
        row("short", "m", Value::Null),
        row("long", &"é".repeat(201), Value::Null),
        row("failed", "m", json!("stack")),
    ];
    let side = json!({"Items": rows, "TotalCount": 3});
    for body in [&entry, &side, &side] {
        let fault = Fault::BadJson(body.to_string());
        harness.simulator.plan(Route::Log, fault);
    }
    let answer = harness.answer("get_log_entry", json!({"id": id})).await;
    let cut = |side: &str| -> Vec<Value> {
        let rows = answer[side].as_array().unwrap().iter();
        rows.map(|row| json!([row["id"], row["cut"]])).collect()
    };
    let mut expected = vec![
        json!(["short", null]),
        json!(["long", true]),
        json!(["failed", true]),
    ];
    assert_eq!(cut("after"), expected);
    expected.reverse();
    assert_eq!(cut("before"), expected);
    let warning = answer["warnings"][0].as_str().unwrap();
    assert!(warning.contains("get_log_entry"), "{warning}");
}

#[tokio::test]
async fn a_context_that_fails_does_not_fail_the_entry() {
    let harness = Harness::start().await;
    let id = id_of(&harness.simulator, "SO-240117").await;
    let entry = wire_entry(&harness, &id).await;
    harness
        .simulator
        .plan(Route::Log, Fault::BadJson(entry.to_string()));
    harness
        .simulator
        .plan_times(Route::Log, Fault::status(403), 2);
    let answer = harness.answer("get_log_entry", json!({"id": id})).await;
    assert_eq!(answer["entry"], entry);
    let warning = answer["warnings"][0].as_str().unwrap();
    assert!(
        warning.starts_with("the entries around it were not read"),
        "{warning}"
    );
}

#[tokio::test]
async fn an_unknown_or_unfit_id_is_a_failure() {
    let harness = Harness::start().await;
    let failure = harness
        .failure("get_log_entry", json!({"id": "nothing"}))
        .await;
    assert_eq!(failure["code"], "not_found");
    assert!(failure["hint"].as_str().unwrap().contains("search_logs"));
    let failure = harness
        .failure("get_log_entry", json!({"id": "../LogSearch"}))
        .await;
    assert_eq!(failure["code"], "invalid_arguments");
    let failure = harness
        .failure("get_log_entry", json!({"id": "1", "context": 21}))
        .await;
    assert_eq!(failure["code"], "invalid_arguments");
}
