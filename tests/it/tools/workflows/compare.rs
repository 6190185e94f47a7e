//! `compare_workflows`.

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};

use super::{requests, wire_list, wire_workflow};
use crate::harness::Harness;

/// The changed lines of a diff, without its header.
fn changed(answer: &Value) -> Vec<String> {
    let diff = answer["data"].as_str().unwrap().split('\n');
    diff.skip(2)
        .filter(|line| line.starts_with(['-', '+']))
        .map(str::to_owned)
        .collect()
}

#[tokio::test]
async fn the_sites_differ_in_two_lines_of_one_workflow() {
    let harness = Harness::start().await;
    let mut different = Vec::new();
    for application in ["CustomApp", "EasyWMS"] {
        for workflow in wire_list(&harness.simulator, application).await {
            let arguments = json!({
                "workflow": workflow["name"],
                "application": application,
                "other_profile": "SOUTH",
            });
            let answer = harness.answer("compare_workflows", arguments).await;
            assert_eq!(
                answer["equal"],
                answer["left"]["sha256"] == answer["right"]["sha256"]
            );
            if answer["equal"] == true {
                assert_eq!(
                    (&answer["data"], &answer["lines_added"]),
                    (&json!(""), &json!(0))
                );
            } else {
                different.push(answer);
            }
        }
    }
    let [answer] = different.as_slice() else {
        unreachable!("{} workflows differ", different.len())
    };
    assert_eq!(answer["left"]["name"], "CST_PrintPalletLabels");
    assert_eq!(
        (&answer["lines_removed"], &answer["lines_added"]),
        (&json!(2), &json!(2))
    );
    let [north, south] = [
        wire_workflow(
            &harness.simulator,
            "NORTH",
            "CustomApp",
            "CST_PrintPalletLabels",
        )
        .await,
        wire_workflow(
            &harness.simulator,
            "SOUTH",
            "CustomApp",
            "CST_PrintPalletLabels",
        )
        .await,
    ];
    let lines = |workflow: &Value| -> Vec<String> {
        let data = workflow["data"].as_str().unwrap();
        data.split('\n').map(str::to_owned).collect()
    };
    let pairs: Vec<_> = lines(&north)
        .into_iter()
        .zip(lines(&south))
        .filter(|(n, s)| n != s)
        .collect();
    let removed = pairs.iter().map(|(line, _)| format!("-{line}"));
    let added = pairs.iter().map(|(_, line)| format!("+{line}"));
    assert_eq!(changed(answer), removed.chain(added).collect::<Vec<_>>());
    assert!(
        changed(answer).iter().all(|line| line.ends_with('\r')),
        "line ends survive"
    );
    assert!(
        answer["warnings"][0]
            .as_str()
            .unwrap()
            .starts_with("both sides are version")
    );
}

#[tokio::test]
async fn an_override_is_compared_with_what_it_replaces_in_windows_of_one_reading() {
    let harness = Harness::start().await;
    let mut arguments = json!({
        "workflow": "WaveRelease",
        "application": "EasyWMS",
        "other_application": "CustomApp",
    });
    let whole = harness.answer("compare_workflows", arguments.clone()).await;
    assert_eq!(whole["left"]["is_overridden"], false);
    assert_eq!(whole["right"]["is_overridden"], true);
    let differing = whole["metadata_differences"].as_array().unwrap();
    let names: Vec<&str> = differing
        .iter()
        .map(|one| one["property"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"version") && names.contains(&"isOverridden"),
        "{names:?}"
    );

    arguments["max_data_chars"] = 2_000.into();
    let before = requests(&harness.simulator);
    let mut text = String::new();
    loop {
        let window = harness.answer("compare_workflows", arguments.clone()).await;
        for name in [
            "left",
            "right",
            "metadata_differences",
            "lines_added",
            "data_sha256",
        ] {
            assert_eq!(window[name], whole[name]);
        }
        text.push_str(window["data"].as_str().unwrap());
        match window.get("next_data_offset") {
            None => break,
            Some(next) => arguments["data_offset"] = next.clone(),
        }
    }
    assert_eq!(text, whole["data"].as_str().unwrap());
    assert_eq!(
        requests(&harness.simulator),
        before + 2,
        "only the first window reads anew"
    );
}

#[tokio::test]
async fn another_name_is_looked_for_everywhere() {
    let harness = Harness::start().await;
    let arguments = json!({"workflow": "CST_AllocateOrders", "other_workflow": "OrderRelease"});
    let answer = harness.answer("compare_workflows", arguments).await;
    assert_eq!(answer["left"]["application"], "CustomApp");
    assert_eq!(answer["right"]["application"], "EasyWMS");
    let arguments = json!({"workflow": "StackerCrane", "other_workflow": "stackercrane"});
    let same = harness.answer("compare_workflows", arguments).await;
    assert_eq!(same["equal"], true);
    assert_eq!(
        same["warnings"],
        json!(["both sides are the same workflow"])
    );
}

#[tokio::test]
async fn a_change_of_line_ends_is_a_change_that_can_be_read() {
    let harness = Harness::start().await;
    let compared = async |left: &str, right: &str| {
        for data in [left, right] {
            let body = json!({"name": "W", "data": data}).to_string();
            harness
                .simulator
                .plan(Route::Workflow, Fault::BadJson(body));
        }
        let arguments = json!({"workflow": "W", "application": "App", "other_workflow": "V"});
        harness.answer("compare_workflows", arguments).await
    };
    let style = compared("a\r\nb\r\nc\r\n", "a\nB\nc\n").await;
    assert_eq!(style["equal"], false);
    assert_eq!(
        (&style["left"]["line_ends"], &style["right"]["line_ends"]),
        (&json!("CR LF"), &json!("LF"))
    );
    assert_eq!(changed(&style), ["-b\r", "+B"]);
    assert!(
        style["warnings"]
            .to_string()
            .contains("all line ends differ")
    );

    let ends = compared("a\r\nb\r\n", "a\nb\n").await;
    assert_eq!((&ends["equal"], &ends["data"]), (&json!(false), &json!("")));
    assert!(
        ends["warnings"]
            .to_string()
            .contains("in their line ends only")
    );

    let one = compared("a\r\nb\r\n", "a\r\nb\n").await;
    assert_eq!(changed(&one), ["-b\r", "+b"]);
    assert!(one["data"].as_str().unwrap().contains("\\ Line end: LF"));
}

#[tokio::test]
async fn there_must_be_something_to_compare_with() {
    let harness = Harness::start().await;
    for arguments in [
        json!({"workflow": "StackerCrane"}),
        json!({"workflow": "StackerCrane", "application": "EasyWMS", "other_workflow": " "}),
    ] {
        let failure = harness.failure("compare_workflows", arguments).await;
        assert_eq!(failure["code"], "invalid_arguments");
        assert_eq!(
            failure["details"]["parameters"],
            json!(["other_profile", "other_application", "other_workflow"])
        );
    }
    assert_eq!(requests(&harness.simulator), 0);
}

#[tokio::test]
async fn a_failure_names_the_profile_it_is_about() {
    let harness = Harness::start().await;
    let unknown = harness
        .failure(
            "compare_workflows",
            json!({"workflow": "StackerCrane", "other_profile": "GHOST"}),
        )
        .await;
    assert_eq!(
        (&unknown["code"], &unknown["profile"]),
        (&json!("tenant_not_found"), &json!("GHOST"))
    );
    let missing = harness
        .failure(
            "compare_workflows",
            json!({"workflow": "StackerCrane", "other_workflow": "StakerCrane", "other_profile": "SOUTH"}),
        )
        .await;
    assert_eq!(
        (&missing["code"], &missing["profile"]),
        (&json!("not_found"), &json!("SOUTH"))
    );
}

#[tokio::test]
async fn a_workflow_beside_itself_is_no_comparison() {
    let harness = Harness::start().await;
    for other in [None, Some("NORTH"), Some("north")] {
        let arguments = json!({"workflow": "CST_AllocateOrders", "other_profile": other});
        let failure = harness.failure("compare_workflows", arguments).await;
        assert_eq!(
            failure["error"], "there is nothing to compare with",
            "{other:?}"
        );
    }
}
