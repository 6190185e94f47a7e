//! `list_workflows`.

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};

use super::{wire, wire_list};
use crate::harness::Harness;

/// The row that a workflow of the wire becomes.
fn expected(workflow: &Value) -> Value {
    let info = &workflow["commonInfo"];
    json!({
        "application": workflow["application"],
        "name": workflow["name"],
        "id": workflow["id"],
        "version": info["version"],
        "update_date": info["updateDate"],
        "updated_by": info["updatedBy"],
        "is_overridden": info["isOverridden"],
        "description": info["description"],
    })
}

#[tokio::test]
async fn pages_concatenate_to_all_workflows_in_order() {
    let harness = Harness::start().await;
    let mut all = Vec::new();
    for application in ["CustomApp", "EasyWMS"] {
        let mut list = wire_list(&harness.simulator, application).await;
        list.sort_by_key(|workflow| workflow["name"].as_str().unwrap().to_owned());
        all.extend(list.iter().map(expected));
    }
    let mut rows = Vec::new();
    let mut arguments = json!({"limit": 17});
    loop {
        let answer = harness.answer("list_workflows", arguments.clone()).await;
        assert_eq!(answer["total"], all.len());
        rows.extend(answer["rows"].as_array().unwrap().clone());
        match answer.get("next_cursor") {
            None => break,
            Some(cursor) => arguments["cursor"] = cursor.clone(),
        }
    }
    assert_eq!(rows, all);
}

#[tokio::test]
async fn says_which_applications_exist_and_counts_those_asked_for() {
    let harness = Harness::start().await;
    let described = wire(&harness.simulator, "NORTH", "").await;
    let description = |name: &str| {
        let found = described
            .as_array()
            .unwrap()
            .iter()
            .find(|known| known["Name"] == name);
        found.unwrap()["Description"].clone()
    };
    let answer = harness
        .answer(
            "list_workflows",
            json!({"application": "customapp", "text": "STOCK", "limit": 1}),
        )
        .await;
    assert_eq!(
        answer["applications"],
        json!([
            {"name": "CustomApp", "description": description("CustomApp"), "workflows": 26},
            {"name": "EasyWMS", "description": description("EasyWMS")},
        ])
    );
    let list = wire_list(&harness.simulator, "CustomApp").await;
    let mentions = |text: &Value| text.as_str().unwrap().to_lowercase().contains("stock");
    let matching = list
        .iter()
        .filter(|w| mentions(&w["name"]) || mentions(&w["description"]));
    assert_eq!(answer["total"], matching.count());
}

#[tokio::test]
async fn an_unknown_application_names_the_nearest_and_all() {
    let harness = Harness::start().await;
    for tool in ["list_workflows", "search_workflows"] {
        let arguments = json!({"application": "EasyWSM"});
        let arguments = if tool == "search_workflows" {
            json!({"application": "EasyWSM", "query": "x"})
        } else {
            arguments
        };
        let failure = harness.failure(tool, arguments).await;
        assert_eq!(failure["code"], "not_found");
        assert_eq!(
            failure["details"],
            json!({"did_you_mean": ["EasyWMS"], "applications": ["CustomApp", "EasyWMS"]})
        );
    }
}

#[tokio::test]
async fn an_application_that_may_not_be_read_is_named_beside_the_others() {
    let harness = Harness::start().await;
    // The list of applications passes; one of the two lists of workflows is refused.
    harness.simulator.plan(Route::Workflow, Fault::Bom);
    harness.simulator.plan(
        Route::Workflow,
        Fault::Status {
            code: 403,
            retry_after: None,
            body: None,
            content_type: None,
        },
    );
    let answer = harness.answer("list_workflows", json!({})).await;
    let warnings = answer["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let warning = warnings.first().unwrap().as_str().unwrap();
    assert!(
        warning.contains("are not in this list: the workflow service does not let"),
        "{warning}"
    );
    let counted = answer["applications"].as_array().unwrap();
    let counted: Vec<&Value> = counted
        .iter()
        .filter(|known| known.get("workflows").is_some())
        .collect();
    assert_eq!(counted.len(), 1);
    assert_eq!(answer["total"], counted.first().unwrap()["workflows"]);
}

#[tokio::test]
async fn other_shapes_and_spellings_of_a_list_are_read() {
    let harness = Harness::start().await;
    let applications = json!({"value": [{"NAME": "App"}]});
    let list = json!([
        {"Name": "B", "CommonInfo": {"Version": "1.10", "IsOverridden": true}, "Extra": 1},
        {"name": "A", "Id": 7, "version": 1.10, "Description": null},
    ]);
    for body in [&applications, &list, &list] {
        harness
            .simulator
            .plan(Route::Workflow, Fault::BadJson(body.to_string()));
    }
    let answer = harness.answer("list_workflows", json!({})).await;
    assert_eq!(
        answer["rows"],
        json!([
            {"application": "App", "name": "A", "id": "7", "version": 1.10},
            {"application": "App", "name": "B", "version": "1.10", "is_overridden": true},
        ])
    );
}
