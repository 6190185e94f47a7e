//! Profiles, the connection check and the server's status.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::collections::BTreeMap;

use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};

use crate::harness::{Harness, Outcome, assert_failure_shape, config_for, connect, load};

fn steps(answer: &Value) -> Vec<(&str, bool)> {
    let steps = answer["steps"].as_array().unwrap().iter();
    steps
        .map(|step| {
            (
                step["step"].as_str().unwrap(),
                step["ok"].as_bool().unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn lists_the_profiles_without_a_secret() {
    let harness = Harness::start().await;
    let outcome = harness.call("list_profiles", json!({})).await;
    let names: Vec<&str> = outcome.json["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["profile"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["GHOST", "NORTH", "SOUTH"]);
    assert_eq!(outcome.json["rows"][1]["default"], true);
    assert!(!outcome.text.contains("demo-password") && !outcome.text.contains("demo-secret"));
}

#[tokio::test]
async fn a_list_of_profiles_that_is_cut_offers_only_what_helps() {
    let names: Vec<String> = (0..40)
        .map(|number| format!("WMS_SITE{number}_TENANT"))
        .collect();
    let mut settings: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "T")).collect();
    settings.push(("MAX_RESPONSE_BYTES", "3000"));
    let client = connect(config_for("http://127.0.0.1:9", &settings)).await;
    let call = CallToolRequestParams::new("list_profiles");
    let outcome = Outcome::of(&client.call_tool(call).await.unwrap());
    assert!(outcome.text.len() <= 3_000, "{}", outcome.text.len());
    assert_eq!(outcome.json["truncated"], true);
    assert_eq!(outcome.json.get("next_cursor"), None);
    let hint = outcome.json["hint"].as_str().unwrap();
    assert!(
        hint.ends_with("rows. For more raise MAX_RESPONSE_BYTES."),
        "{hint}"
    );
}

#[tokio::test]
async fn checks_each_step_of_a_connection() {
    let harness = Harness::start().await;
    let north = harness.answer("check_connection", json!({})).await;
    assert_eq!(north["connected"], true);
    assert_eq!(
        steps(&north),
        [
            ("address", true),
            ("token", true),
            ("tenant", true),
            ("query", true)
        ]
    );
    let ghost = harness
        .answer("check_connection", json!({"profile": "ghost"}))
        .await;
    assert_eq!(ghost["connected"], false);
    assert_eq!(ghost["failed_step"], "tenant");
    assert_eq!(
        ghost["remedy"],
        "Check WMS_GHOST_TENANT: it is the tenant's code, not its name."
    );
    assert_eq!(
        steps(&ghost),
        [("address", true), ("token", true), ("tenant", false)]
    );
}

#[tokio::test]
async fn a_wrong_password_and_a_stopped_server_name_their_step() {
    let harness = Harness::with_settings(&[("WMS_SOUTH_PASSWORD", "wrong-password")]).await;
    let refused = harness
        .answer("check_connection", json!({"profile": "SOUTH"}))
        .await;
    assert_eq!(refused["failed_step"], "token");
    assert_eq!(refused["server_message"], "Invalid user name or password");
    let Harness { simulator, client } = harness;
    drop(simulator);
    let result = client
        .call_tool(CallToolRequestParams::new("check_connection"))
        .await
        .unwrap();
    let stopped = Outcome::of(&result);
    assert_eq!(stopped.json["failed_step"], "address", "{}", stopped.text);
}

#[tokio::test]
async fn the_status_counts_what_was_read() {
    let harness = Harness::start().await;
    let unused = harness.answer("get_server_status", json!({})).await;
    assert_eq!(
        unused["rows"][1],
        json!({"profile": "NORTH", "used": false})
    );
    harness
        .answer(
            "query_wms_entities",
            json!({"entity_type": "Product", "limit": 1}),
        )
        .await;
    let used = harness.answer("get_server_status", json!({})).await;
    assert_eq!(used["rows"][1]["reads"], 1);
    assert_eq!(used["rows"][1]["failures"], 0);
    assert_eq!(used["rows"][1]["breaker"], "closed");
    assert!(
        used["rows"][1]["average_row_bytes"]["Product/0"]
            .as_u64()
            .unwrap()
            > 4_000
    );
    assert_eq!(used["limits"]["max_response_bytes"], 25_000);
    let north = json!({"profile": "north"});
    let one = harness.answer("get_server_status", north).await;
    assert_eq!(one["rows"], json!([used["rows"][1]]));
    let failure = harness
        .failure("get_server_status", json!({"profile": "NORHT"}))
        .await;
    assert_eq!(failure["code"], "unknown_profile");
}

#[tokio::test]
async fn the_status_stays_within_the_budget_whatever_was_learned() {
    let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", "6000")]).await;
    let types = harness.answer("list_entity_types", json!({})).await;
    assert_eq!(types.get("truncated"), None);
    for entity_type in types["rows"].as_array().unwrap() {
        let ask = json!({"entity_type": entity_type["name"], "limit": 1});
        let _ = harness.answer("query_wms_entities", ask).await;
    }
    let outcome = harness.call("get_server_status", json!({})).await;
    assert!(outcome.text.len() <= 6_000, "{} bytes", outcome.text.len());
    let north = &outcome.json["rows"][1];
    assert_eq!(north["average_row_bytes"].as_object().unwrap().len(), 20);
    assert!(north["row_sizes_omitted"].as_u64() > Some(0), "{north}");
    let least = connect(config_for(
        harness.simulator.base_url(),
        &[("MAX_RESPONSE_BYTES", "2000")],
    ));
    let call = CallToolRequestParams::new("get_server_status");
    let outcome = Outcome::of(&least.await.call_tool(call).await.unwrap());
    assert!(outcome.text.len() <= 2_000, "{}", outcome.text);
    assert_eq!(outcome.json["returned"], 3, "{}", outcome.text);
}

#[tokio::test]
async fn an_unknown_profile_names_the_nearest() {
    let harness = Harness::start().await;
    let failure = harness
        .failure("list_entity_types", json!({"profile": "NORHT"}))
        .await;
    assert_eq!(failure["code"], "unknown_profile");
    assert_eq!(failure["details"]["did_you_mean"], json!(["NORTH"]));
}

#[tokio::test]
async fn without_configuration_every_call_says_what_to_set() {
    let client = connect(load(BTreeMap::new())).await;
    for tool in client.list_all_tools().await.unwrap() {
        let required = tool
            .input_schema
            .get("required")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        let arguments = required
            .iter()
            .map(|name| (name.as_str().unwrap().to_owned(), json!("x")))
            .collect();
        let call = CallToolRequestParams::new(tool.name.clone()).with_arguments(arguments);
        let outcome = Outcome::of(&client.call_tool(call).await.unwrap());
        if ["list_profiles", "get_server_status"].contains(&tool.name.as_ref()) {
            assert!(!outcome.is_error, "{}", outcome.text);
            continue;
        }
        assert_failure_shape(&outcome, &tool.name);
        assert_eq!(outcome.json["code"], "not_configured", "{}", outcome.text);
        assert!(
            outcome.json["hint"].as_str().unwrap().contains("WMS_URL"),
            "{}",
            outcome.text
        );
    }
}

/// A remedy is something to do: the setting that was found to fit, and never the check that has just been made.
#[tokio::test]
async fn the_check_names_the_setting_that_fits() {
    let wrong = ("WMS_NORTH_QUERY_PATH", "/Other/api/QueryExecute");
    let harness = Harness::with_settings(&[wrong]).await;
    let answer = harness.answer("check_connection", json!({})).await;
    assert_eq!(answer["failed_step"], "query", "{answer}");
    let setting = "Set WMS_NORTH_QUERY_PATH=/QueryService/api/QueryExecute";
    assert_eq!(answer["remedy"], setting, "{answer}");

    let stopped = Harness::with_settings(&[("WMS_NORTH_URL", "http://127.0.0.1:9")]).await;
    let answer = stopped.answer("check_connection", json!({})).await;
    let remedy = answer["remedy"].as_str().unwrap();
    assert!(
        remedy.starts_with("Check the port in WMS_NORTH_URL"),
        "{remedy}"
    );
    assert!(!remedy.contains("check_connection"), "{remedy}");
    let failure = stopped
        .failure("count_wms_entities", json!({"entity_type": "Product"}))
        .await;
    assert!(
        failure["hint"]
            .to_string()
            .contains("check_connection shows"),
        "{failure}"
    );
}
