//! `get_workflow_details`.

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{requests, wire_workflow};
use crate::harness::Harness;

fn sha256(text: &str) -> String {
    let bytes: Vec<String> = Sha256::digest(text)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    bytes.concat()
}

/// Reads windows one after the other from an offset, at most so many, and returns what they say together.
async fn walk(harness: &Harness, mut arguments: Value, windows: usize) -> (String, Vec<Value>) {
    let mut text = String::new();
    let mut answers: Vec<Value> = Vec::new();
    while answers.len() < windows {
        let answer = harness
            .answer("get_workflow_details", arguments.clone())
            .await;
        text.push_str(answer["data"].as_str().unwrap());
        let next = answer.get("next_data_offset").cloned();
        assert_eq!(answer.get("truncated").is_some(), next.is_some());
        answers.push(answer);
        match next {
            None => break,
            Some(next) => arguments["data_offset"] = next,
        }
    }
    (text, answers)
}

#[tokio::test]
async fn the_large_one_comes_in_four_windows_of_one_reading() {
    let harness = Harness::start().await;
    let wire = wire_workflow(&harness.simulator, "NORTH", "EasyWMS", "StackerCrane").await;
    harness.simulator.clear_journal();
    let outcome = harness
        .call("get_workflow_details", json!({"workflow": "StackerCrane"}))
        .await;
    assert!(outcome.text.len() < 30_000, "{} bytes", outcome.text.len());
    let read_once = requests(&harness.simulator);
    let (text, answers) = walk(
        &harness,
        json!({"workflow": "StackerCrane", "data_offset": 20_000}),
        9,
    )
    .await;
    assert_eq!(
        requests(&harness.simulator),
        read_once,
        "one reading for all windows"
    );

    let first = &outcome.json;
    let data = wire["data"].as_str().unwrap();
    assert_eq!(format!("{}{text}", first["data"].as_str().unwrap()), data);
    let offsets: Vec<&Value> = answers
        .iter()
        .map(|answer| &answer["data_offset"])
        .collect();
    assert_eq!(offsets, [20_000, 40_000, 60_000]);
    for answer in std::iter::once(first).chain(&answers) {
        assert_eq!(answer["data_total_chars"], 71_512);
        assert_eq!(answer["data_sha256"], sha256(data));
        for name in ["id", "name", "application", "commonInfo"] {
            assert_eq!(answer[name], wire[name], "{name}");
        }
    }
}

#[tokio::test]
async fn windows_of_any_size_concatenate_to_a_text_of_many_scripts() {
    let harness = Harness::start().await;
    let wire = wire_workflow(&harness.simulator, "NORTH", "CustomApp", "CST_DisplayTexts").await;
    let data = wire["data"].as_str().unwrap();
    let total = data.chars().count();
    // Small windows are walked over a stretch at the end, the others over all of it.
    for (size, stretch) in [(1, 150), (7, 1_000), (999, total)] {
        let start = total - stretch;
        let arguments = json!({
            "workflow": "CST_DisplayTexts",
            "application": "CustomApp",
            "max_data_chars": size,
            "data_offset": start,
        });
        let (text, answers) = walk(&harness, arguments, total).await;
        let expected: String = data.chars().skip(start).collect();
        assert!(text == expected, "windows of {size}");
        assert_eq!(answers.len(), stretch.div_ceil(size));
        assert!(
            answers
                .iter()
                .all(|answer| answer["data_sha256"] == sha256(data))
        );
    }
}

#[tokio::test]
async fn the_window_size_itself_is_not_cut() {
    let harness = Harness::start().await;
    for (name, chars, cut) in [
        ("CST_ReturnsInspection", 0, false),
        ("CST_ReplenishmentTrigger", 19_999, false),
        ("CST_CycleCountPlanner", 20_000, false),
        ("CST_CrossDockMatcher", 20_001, true),
    ] {
        let answer = harness
            .answer("get_workflow_details", json!({"workflow": name}))
            .await;
        assert_eq!(answer["data_total_chars"], chars, "{name}");
        assert_eq!(answer.get("truncated").is_some(), cut, "{name}");
        let (text, _) = walk(&harness, json!({"workflow": name}), 9).await;
        let wire = wire_workflow(&harness.simulator, "NORTH", "CustomApp", name).await;
        assert_eq!(text, wire["data"].as_str().unwrap(), "{name}");
    }
}

#[tokio::test]
async fn a_name_in_two_applications_is_ambiguous_and_the_id_is_not() {
    let harness = Harness::start().await;
    let failure = harness
        .failure("get_workflow_details", json!({"workflow": "waverelease"}))
        .await;
    assert_eq!(failure["code"], "ambiguous");
    let mut expected = Vec::new();
    for application in ["CustomApp", "EasyWMS"] {
        let wire = wire_workflow(&harness.simulator, "NORTH", application, "WaveRelease").await;
        expected.push(json!({
            "application": application,
            "id": wire["id"],
            "is_overridden": wire["commonInfo"]["isOverridden"],
        }));
    }
    assert_eq!(failure["details"]["candidates"], json!(expected));
    for candidate in expected {
        let answer = harness
            .answer("get_workflow_details", json!({"workflow": candidate["id"]}))
            .await;
        assert_eq!(answer["application"], candidate["application"]);
    }
}

#[tokio::test]
async fn what_does_not_exist_is_told_with_what_does() {
    let harness = Harness::start().await;
    let failure = async |arguments| harness.failure("get_workflow_details", arguments).await;
    let typo = failure(json!({"workflow": "StakerCrane"})).await;
    assert_eq!(typo["code"], "not_found");
    assert_eq!(typo["details"]["did_you_mean"][0], "StackerCrane");
    let elsewhere = failure(json!({"workflow": "StackerCrane", "application": "CustomApp"})).await;
    assert_eq!(
        elsewhere["details"],
        json!({"in_applications": ["EasyWMS"]})
    );
    let application = failure(json!({"workflow": "StackerCrane", "application": "EasyWSM"})).await;
    assert_eq!(application["details"]["did_you_mean"], json!(["EasyWMS"]));
    let unsafe_name = failure(json!({"workflow": "../x", "application": "EasyWMS"})).await;
    assert_eq!(unsafe_name["code"], "invalid_arguments");
}

#[tokio::test]
async fn with_an_application_one_request_is_enough() {
    let harness = Harness::start().await;
    let arguments = json!({"workflow": "CST_ReturnsInspection", "application": "CustomApp"});
    let _ = harness.answer("get_workflow_details", arguments).await;
    assert_eq!(requests(&harness.simulator), 1);
}

#[tokio::test]
async fn a_server_that_writes_otherwise_is_read_all_the_same() {
    let harness = Harness::start().await;
    let told = async |body: &str| {
        harness
            .simulator
            .plan(Route::Workflow, Fault::BadJson(body.to_owned()));
        let arguments = json!({"workflow": "W", "application": "App"});
        harness.call("get_workflow_details", arguments).await
    };
    let pascal = r#"{"$type":"x","Id":"1","Name":"W","CommonInfo":{"Version":1.10,"Big":9007199254740993},"Data":"a\r\n\u00e9\ud83d\ude00\/"}"#;
    let outcome = told(pascal).await;
    assert_eq!(outcome.json["application"], "App");
    assert_eq!(outcome.json["data"], "a\r\né😀/");
    assert_eq!(outcome.json["data_total_chars"], 6);
    assert_eq!(outcome.json["other"], json!({"$type": "x"}));
    let info = r#""commonInfo":{"Version":1.10,"Big":9007199254740993}"#;
    assert!(outcome.text.contains(info), "{}", outcome.text);

    let tree = told(r#"{"name":"W","data":{"steps":[1.0]}}"#).await;
    assert_eq!(tree.json["data"], r#"{"steps":[1.0]}"#);
    let without = told(r#"{"name":"W","data":null}"#).await;
    assert_eq!(
        (&without.json["data"], &without.json["data_total_chars"]),
        (&json!(""), &json!(0))
    );
    assert!(
        without.json["warnings"][0]
            .as_str()
            .unwrap()
            .contains("no definition")
    );
}

#[tokio::test]
async fn metadata_larger_than_the_answer_give_way_to_the_definition() {
    let harness = Harness::start().await;
    let body = json!({"name": "W", "commonInfo": {"notes": "n".repeat(40_000)}, "data": "d".repeat(30_000)});
    harness
        .simulator
        .plan(Route::Workflow, Fault::BadJson(body.to_string()));
    let outcome = harness
        .call(
            "get_workflow_details",
            json!({"workflow": "W", "application": "App"}),
        )
        .await;
    assert!(outcome.text.len() <= 30_000);
    assert_eq!(outcome.json["data_chars"], 20_000);
    assert!(
        outcome.json["warnings"][0]
            .as_str()
            .unwrap()
            .contains("MAX_RESPONSE_BYTES")
    );
}

/// A list or an empty object is no workflow without a definition.
#[tokio::test]
async fn an_answer_that_is_no_workflow_is_an_error() {
    for body in ["[]", "{}", r#"{"Items":[{"name":"StackerCrane"}]}"#] {
        let harness = Harness::start().await;
        let fault = Fault::ReplaceBody(body.to_owned());
        harness.simulator.plan(Route::Workflow, fault);
        let one = json!({"workflow": "StackerCrane", "application": "EasyWMS"});
        let failure = harness.failure("get_workflow_details", one).await;
        assert_eq!(failure["code"], "upstream_invalid", "{body}: {failure}");
    }
}

#[tokio::test]
async fn the_smallest_answer_has_room_for_every_tool() {
    let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", "2000")]).await;
    for (tool, arguments) in [
        ("list_workflows", json!({})),
        ("search_workflows", json!({"query": "order"})),
        ("get_workflow_details", json!({"workflow": "StackerCrane"})),
        (
            "compare_workflows",
            json!({"workflow": "WaveRelease", "application": "EasyWMS", "other_application": "CustomApp"}),
        ),
    ] {
        let outcome = harness.call(tool, arguments).await;
        let windowed = outcome.json.get("data").is_some();
        let limit = if windowed { 2_400 } else { 2_000 };
        assert!(
            outcome.text.len() <= limit,
            "{tool}: {} bytes",
            outcome.text.len()
        );
        let sent = if windowed {
            &outcome.json["data_chars"]
        } else {
            &outcome.json["returned"]
        };
        assert!(sent.as_u64().unwrap() > 0, "{tool}: {}", outcome.text);
    }
}
