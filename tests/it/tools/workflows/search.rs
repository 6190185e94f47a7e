//! `search_workflows`.

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};

use super::{requests, wire_list, wire_workflow};
use crate::harness::Harness;

#[tokio::test]
async fn finds_in_names_and_descriptions_and_says_when_definitions_were_not_searched() {
    let harness = Harness::start().await;
    let answer = harness
        .answer("search_workflows", json!({"query": " PALLET LABELS "}))
        .await;
    assert_eq!(answer["returned"], 1);
    assert_eq!(
        answer["rows"].as_array().unwrap().first().unwrap(),
        &json!({
            "application": "CustomApp",
            "name": "CST_PrintPalletLabels",
            "id": answer["rows"][0]["id"],
            "description": "Prints the pallet labels at the end of the wrapper",
            "found_in": ["description"],
        })
    );
    assert!(answer.get("searched").is_none() && answer.get("warnings").is_none());
    let nothing = harness
        .answer("search_workflows", json!({"query": "LBL-N-04"}))
        .await;
    assert_eq!(nothing["total"], 0);
    assert!(
        nothing["warnings"][0]
            .as_str()
            .unwrap()
            .contains("in_definition")
    );
}

#[tokio::test]
async fn finds_the_lines_of_definitions() {
    let harness = Harness::start().await;
    let arguments = json!({"query": "WriteLog", "in_definition": true, "application": "CustomApp", "limit": 200});
    let answer = harness.answer("search_workflows", arguments.clone()).await;
    assert_eq!(answer["searched"], 26);
    let mut expected = Vec::new();
    for workflow in wire_list(&harness.simulator, "CustomApp").await {
        let name = workflow["name"].as_str().unwrap();
        let whole = wire_workflow(&harness.simulator, "NORTH", "CustomApp", name).await;
        let data = whole["data"].as_str().unwrap().to_lowercase();
        let hits = data.matches("writelog").count();
        if hits > 0 {
            expected.push((name.to_owned(), hits));
        }
    }
    expected.sort();
    let rows = answer["rows"].as_array().unwrap();
    let found: Vec<(String, usize)> = rows
        .iter()
        .map(|row| {
            (
                row["name"].as_str().unwrap().to_owned(),
                usize::try_from(row["hits"].as_u64().unwrap()).unwrap(),
            )
        })
        .collect();
    assert_eq!(found, expected);
    for row in rows {
        excerpts_are_where_they_say(&harness, row).await;
    }
    assert_eq!(harness.answer("search_workflows", arguments).await, answer);
}

/// At its `data_offset` the definition says what the excerpt says.
async fn excerpts_are_where_they_say(harness: &Harness, row: &Value) {
    let lines = row["lines"].as_array().unwrap();
    assert!((1..=3).contains(&lines.len()), "{row}");
    for line in lines {
        let text = line["text"].as_str().unwrap();
        assert!(text.to_lowercase().contains("writelog"), "{text}");
        assert!(text.chars().count() <= 200, "{text}");
        let plain = text.trim_matches('…');
        let arguments = json!({
            "workflow": row["id"],
            "application": row["application"],
            "data_offset": line["data_offset"],
            "max_data_chars": plain.chars().count(),
        });
        let window = harness.answer("get_workflow_details", arguments).await;
        assert_eq!(window["data"], plain);
    }
}

#[tokio::test]
async fn a_later_page_does_not_read_the_definitions_again() {
    let harness = Harness::start().await;
    let mut arguments = json!({"query": "a", "in_definition": true, "limit": 40});
    let first = harness.answer("search_workflows", arguments.clone()).await;
    arguments["cursor"] = first["next_cursor"].clone();
    let before = requests(&harness.simulator);
    let second = harness.answer("search_workflows", arguments.clone()).await;
    assert_eq!(requests(&harness.simulator), before);
    let returned = |answer: &Value| answer["returned"].as_u64().unwrap();
    assert_eq!(first["total"], second["total"]);
    assert!(returned(&first) > 0 && returned(&second) > 0);
    arguments["query"] = "b".into();
    let failure = harness.failure("search_workflows", arguments).await;
    assert_eq!(failure["details"]["argument"], "query");
}

#[tokio::test]
async fn a_definition_that_can_not_be_read_is_named() {
    let harness = Harness::start().await;
    // The two lists pass; one of the definitions fails.
    harness.simulator.plan_times(Route::Workflow, Fault::Bom, 2);
    harness
        .simulator
        .plan(Route::Workflow, Fault::HtmlError(500));
    let arguments = json!({"query": "workflow", "in_definition": true, "application": "CustomApp"});
    let answer = harness.answer("search_workflows", arguments).await;
    assert_eq!(answer["searched"], 25);
    let unreadable = answer["unreadable"].as_array().unwrap();
    assert_eq!(unreadable.len(), 1);
    assert_eq!(
        unreadable.first().unwrap()["reason"],
        "the workflow service failed (HTTP 500)"
    );
    assert!(
        answer["warnings"][0]
            .as_str()
            .unwrap()
            .starts_with("1 of 26 definitions were not searched")
    );
}

#[tokio::test]
async fn a_search_that_can_read_no_definition_is_a_failure() {
    let harness = Harness::start().await;
    harness.simulator.plan_times(Route::Workflow, Fault::Bom, 2);
    harness
        .simulator
        .plan_always(Route::Workflow, Fault::HtmlError(500));
    let arguments = json!({"query": "workflow", "in_definition": true, "application": "CustomApp"});
    let failure = harness.failure("search_workflows", arguments).await;
    assert_eq!(failure["code"], "upstream_error");
}

#[tokio::test]
async fn a_query_is_one_line_of_text() {
    let harness = Harness::start().await;
    for query in [" ", "a\nb", "a\rb"] {
        let failure = harness
            .failure("search_workflows", json!({"query": query}))
            .await;
        assert_eq!(failure["details"]["parameter"], "query");
    }
    let plain = harness
        .answer(
            "search_workflows",
            json!({"query": ".*", "in_definition": true}),
        )
        .await;
    assert_eq!(plain["total"], 0, "a pattern is text like any other");
}
