//! `search_logs`.

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};

use super::{searches, wire_search};
use crate::harness::Harness;

#[tokio::test]
async fn finds_the_incident_in_one_call() {
    let harness = Harness::start().await;
    let answer = harness
        .answer("search_logs", json!({"keyword": "SO-240117"}))
        .await;
    let day = json!({"Keyword": "SO-240117", "From": "2026-11-29T08:15:00Z", "Descending": true});
    let page = wire_search(&harness.simulator, &day).await;
    assert_eq!(answer["rows"], page["Items"]);
    assert_eq!(
        (&answer["returned"], &answer["total"]),
        (&json!(2), &json!(2))
    );
    let newest = answer["rows"][0]["Message"].as_str().unwrap();
    assert!(
        newest.contains("lot L-2611-07 excluded by lock QLK-0093"),
        "{newest}"
    );
    assert_eq!(answer["from"], "2026-11-29T08:15:00Z");
    assert_eq!(
        (&answer["to"], &answer["zone"]),
        (&json!("now"), &json!("UTC"))
    );
}

#[tokio::test]
async fn sends_what_it_was_asked_and_an_open_end_stays_open() {
    let harness = Harness::start().await;
    let arguments = json!({
        "keyword": "(a+)+$", "level": "Error", "workflow": "StackerCrane", "from": "2026-11-29T14:00:00", "limit": 3,
    });
    let answer = harness.answer("search_logs", arguments).await;
    let sent = searches(&harness.simulator);
    let expected = json!({
        "Keyword": "(a+)+$", "MinLevel": "Error", "Workflow": "StackerCrane", "From": "2026-11-29T14:00:00",
        "Skip": 0, "Take": 3, "Descending": true,
    });
    assert_eq!(sent.first(), Some(&expected));
    assert_eq!(answer["zone"], "site local time, as given");
    assert_eq!(answer["returned"], 0);
}

#[tokio::test]
async fn explicit_times_beat_the_default() {
    let harness = Harness::start().await;
    let arguments = json!({"from": "2026-11-25", "to": "2026-11-25", "limit": 1});
    let answer = harness.answer("search_logs", arguments).await;
    assert_eq!(answer["from"], "2026-11-25");
    assert_eq!(answer["to"], "2026-11-26T00:00:00");
    let day = json!({"From": "2026-11-25T00:00:00Z", "To": "2026-11-26T00:00:00Z", "Take": 1, "Descending": true});
    let page = wire_search(&harness.simulator, &day).await;
    assert_eq!(answer["total"], page["TotalCount"]);
    assert_eq!(answer["rows"], page["Items"]);
}

#[tokio::test]
async fn pages_join_to_the_list_and_stay_in_the_first_pages_window() {
    let harness = Harness::start().await;
    let mut arguments =
        json!({"workflow": "StackerCrane", "level": "error", "from": "now-3h", "limit": 15});
    let mut ids: Vec<Value> = Vec::new();
    loop {
        let answer = harness.answer("search_logs", arguments.clone()).await;
        ids.extend(
            answer["rows"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["Id"].clone()),
        );
        match answer.get("next_cursor") {
            Some(cursor) => arguments["cursor"] = cursor.clone(),
            None => break,
        }
    }
    let whole = json!({
        "Workflow": "StackerCrane", "MinLevel": "Error", "From": "2026-11-30T05:15:00Z", "Take": 200, "Descending": true,
    });
    let page = wire_search(&harness.simulator, &whole).await;
    let items = page["Items"].as_array().unwrap();
    let expected: Vec<Value> = items.iter().map(|row| row["Id"].clone()).collect();
    assert_eq!(ids, expected);
    // The newest alarm is five minutes old: what comes after it can't push the later pages.
    let sent = searches(&harness.simulator);
    let ends: Vec<Option<&str>> = sent.iter().map(|body| body["To"].as_str()).collect();
    assert_eq!(ends.first(), Some(&None));
    let later = ends.iter().skip(1).take(ends.len() - 2);
    assert!(later.clone().count() >= 2, "{ends:?}");
    for end in later {
        assert_eq!(*end, Some("2026-11-30T08:10:00.001Z"));
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_question() {
    let harness = Harness::start().await;
    let first = harness
        .answer("search_logs", json!({"from": "now-3h", "limit": 1}))
        .await;
    let cursor = &first["next_cursor"];
    for (argument, arguments) in [
        ("from", json!({"from": "now-4h", "cursor": cursor})),
        (
            "keyword",
            json!({"from": "now-3h", "keyword": "x", "cursor": cursor}),
        ),
        (
            "level",
            json!({"from": "now-3h", "level": "warn", "cursor": cursor}),
        ),
        (
            "profile",
            json!({"from": "now-3h", "profile": "SOUTH", "cursor": cursor}),
        ),
    ] {
        let failure = harness.failure("search_logs", arguments).await;
        assert_eq!(failure["code"], "cursor_invalid");
        assert_eq!(failure["details"]["argument"], argument);
    }
}

#[tokio::test]
async fn a_long_text_is_cut_and_marked_unless_asked_for_whole() {
    let harness = Harness::start().await;
    let mut arguments = json!({"keyword": "snapshot failed", "from": "now-7d"});
    let answer = harness.answer("search_logs", arguments.clone()).await;
    let body = json!({"Keyword": "snapshot failed", "Descending": true});
    let page = wire_search(&harness.simulator, &body).await;
    let whole = page["Items"][0]["Exception"].as_str().unwrap();
    let mut expected = page["Items"][0].clone();
    expected["Exception"] = json!(whole.chars().take(600).collect::<String>());
    expected["cut"] = json!(true);
    expected["exception_chars"] = json!(whole.chars().count());
    assert_eq!(answer["rows"][0], expected);
    assert_eq!(answer["returned"], 3);
    assert!(
        answer["warnings"][0]
            .as_str()
            .unwrap()
            .contains("get_log_entry")
    );

    arguments["full"] = json!(true);
    let outcome = harness.call("search_logs", arguments).await;
    assert!(outcome.text.len() <= 25_000);
    assert_eq!(outcome.json["returned"], 0);
    assert_eq!(outcome.json["omitted"], 3);
    let hint = outcome.json["hint"].as_str().unwrap();
    assert!(
        hint.contains("get_log_entry") && hint.contains("next_cursor"),
        "{hint}"
    );
}

#[tokio::test]
async fn an_empty_window_is_told_apart_from_no_such_log() {
    let harness = Harness::start().await;
    let count =
        async |body: Value| wire_search(&harness.simulator, &body).await["TotalCount"].clone();
    let day = count(json!({"From": "2026-11-29T08:15:00Z", "Take": 0})).await;

    // The reason of the blocked pallet was logged 26 hours ago.
    let arguments = json!({"keyword": "PAL-0070555"});
    let answer = harness.answer("search_logs", arguments).await;
    assert_eq!(
        (&answer["returned"], &answer["total"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(answer["entries_in_window"], day);
    let elsewhere =
        json!({"since": "2026-11-23T08:15:00Z", "count": 1, "newest": "2026-11-29T06:15:00.000Z"});
    assert_eq!(answer["elsewhere"], elsewhere);

    let answer = harness
        .answer(
            "search_logs",
            json!({"keyword": "SO-240117", "level": "error"}),
        )
        .await;
    assert_eq!(answer["keyword_at_any_level_and_workflow"], 2);
    assert_eq!(answer["elsewhere"]["count"], 0);
    assert_eq!(answer["elsewhere"]["newest"], Value::Null);

    let answer = harness
        .answer(
            "search_logs",
            json!({"from": "2026-01-01", "to": "2026-01-31"}),
        )
        .await;
    let all = count(json!({"From": "2026-11-23T08:15:00Z", "Take": 0})).await;
    assert_eq!(answer["elsewhere"]["count"], all);
    assert!(answer.get("entries_in_window").is_none());
}

#[tokio::test]
async fn counts_that_fail_do_not_fail_the_answer() {
    let harness = Harness::start().await;
    harness.answer("search_logs", json!({"limit": 1})).await;
    harness.simulator.plan(
        Route::Log,
        Fault::BadJson(r#"{"Items":[],"TotalCount":0}"#.to_owned()),
    );
    harness
        .simulator
        .plan_times(Route::Log, Fault::status(500), 2);
    let answer = harness
        .answer("search_logs", json!({"keyword": "nothing"}))
        .await;
    assert_eq!(answer["entries_in_window"], Value::Null);
    assert_eq!(answer["elsewhere"]["count"], Value::Null);
}

#[tokio::test]
async fn refuses_windows_that_hold_nothing_before_asking() {
    let harness = Harness::start().await;
    for (arguments, parameter) in [
        (json!({"from": "2027-01-01"}), "from"),
        (json!({"from": "now-1h", "to": "now-2h"}), "to"),
        (json!({"from": "14:32"}), "from"),
    ] {
        let failure = harness.failure("search_logs", arguments).await;
        assert_eq!(failure["code"], "invalid_arguments");
        assert_eq!(failure["details"]["parameter"], parameter);
    }
    assert_eq!(searches(&harness.simulator), Vec::<Value>::new());
}

#[tokio::test]
async fn a_missing_service_names_the_setting() {
    let harness = Harness::start().await;
    harness.simulator.plan(
        Route::Log,
        Fault::Status {
            code: 404,
            retry_after: None,
            body: Some("<html>Not Found</html>".to_owned()),
            content_type: Some("text/html".to_owned()),
        },
    );
    let failure = harness.failure("search_logs", json!({})).await;
    assert_eq!(failure["code"], "route_not_found");
    assert!(
        failure["hint"]
            .as_str()
            .unwrap()
            .contains("WMS_NORTH_LOG_PATH")
    );
}

#[tokio::test]
async fn stays_within_any_budget() {
    for budget in ["2000", "10000", "100000"] {
        let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", budget)]).await;
        let arguments = json!({"level": "error", "from": "now-7d", "limit": 200});
        let outcome = harness.call("search_logs", arguments).await;
        assert!(outcome.text.len() <= budget.parse().unwrap());
        assert_eq!(outcome.json["truncated"], true, "{budget}");
        let returned = outcome.json["returned"].as_u64().unwrap();
        assert_eq!(outcome.json["omitted"], 200 - returned);
    }
}

#[tokio::test]
async fn a_workflow_that_does_not_exist_is_told_from_one_that_logged_nothing() {
    let harness = Harness::start().await;
    let search = |workflow: &str| {
        let arguments = json!({"workflow": workflow, "keyword": "no such words"});
        harness.answer("search_logs", arguments)
    };
    let (misspelt, known, made_up) = tokio::join!(
        search("StackerCrain"),
        search("StackerCrane"),
        search("Nope")
    );
    assert_eq!(
        (&misspelt["total"], &known["total"]),
        (&json!(0), &json!(0))
    );
    let told = "there is no workflow 'StackerCrain'; did you mean 'StackerCrane'?";
    assert_eq!(misspelt["warnings"], json!([told]));
    assert_eq!(known.get("warnings"), None);
    let told = "there is no workflow 'Nope'; list_workflows has their names";
    assert_eq!(made_up["warnings"], json!([told]));
}
