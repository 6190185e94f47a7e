//! Completions come from what is known without a warehouse, and from the lists of applications and workflows.

use std::collections::{BTreeSet, HashMap};

use rmcp::model::{
    ArgumentInfo, CompleteRequestParams, CompletionContext, CompletionInfo, ErrorCode, Reference,
};
use serde_json::{Value, json};

use super::{Client, protocol_error};
use crate::harness::{Harness, config_for, connect};

async fn complete(client: &Client, of: Reference, argument: &str, typed: &str) -> CompletionInfo {
    let params = CompleteRequestParams::new(of, ArgumentInfo::new(argument, typed));
    client.complete(params).await.unwrap().completion
}

#[tokio::test]
async fn completes_profiles_and_entity_types_without_network() {
    let client = connect(config_for("http://127.0.0.1:9", &[])).await;
    let of_prompt = || Reference::for_prompt("shift_briefing");
    let all = complete(&client, of_prompt(), "profile", "").await;
    assert_eq!(all.values, ["GHOST", "NORTH", "SOUTH"]);
    let some = complete(&client, of_prompt(), "profile", "outh").await;
    assert_eq!(some.values, ["SOUTH"]);
    assert_eq!((some.total, some.has_more), (Some(1), Some(false)));

    let template = || Reference::for_resource("wms://entity-types/{entity_type}");
    let orders = complete(&client, template(), "entity_type", "order").await;
    assert!(
        orders.values.contains(&"OutboundOrder".to_owned()),
        "{orders:?}"
    );
    let beginning = complete(&client, template(), "entity_type", "STOCK").await;
    assert_eq!(beginning.values, ["Stock", "StockVariation", "StockLock"]);

    let order = Reference::for_prompt("investigate_order");
    let none = complete(&client, order, "order_code", "SO").await;
    assert_eq!(none.values, Vec::<String>::new());
}

#[tokio::test]
async fn a_completion_of_nothing_known_is_an_error() {
    let client = connect(config_for("http://127.0.0.1:9", &[])).await;
    for (of, argument) in [
        (Reference::for_prompt("no_prompt"), "profile"),
        (Reference::for_prompt("shift_briefing"), "order_code"),
        (Reference::for_resource("wms://nothing/{x}"), "x"),
    ] {
        let params = CompleteRequestParams::new(of, ArgumentInfo::new(argument, ""));
        let error = protocol_error(client.complete(params).await.unwrap_err());
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    }
}

#[tokio::test]
async fn completes_the_applications_of_the_default_warehouse() {
    let harness = Harness::start().await;
    let template = || Reference::for_resource("wms://workflows/{application}/{name}");
    let all = complete(&harness.client, template(), "application", "").await;
    assert_eq!(all.values, ["CustomApp", "EasyWMS"]);
    let prompt = Reference::for_prompt("review_workflow_change");
    let typed = complete(&harness.client, prompt, "application", "easy").await;
    assert_eq!(typed.values, ["EasyWMS"]);
}

/// The names that `list_workflows` gives, each once.
async fn workflow_names(harness: &Harness, arguments: Value) -> BTreeSet<String> {
    let answer = harness.answer("list_workflows", arguments).await;
    let rows = answer["rows"].as_array().unwrap().iter();
    rows.map(|row| row["name"].as_str().unwrap().to_owned())
        .collect()
}

fn in_any_order(completion: &CompletionInfo) -> BTreeSet<String> {
    let names: BTreeSet<String> = completion.values.iter().cloned().collect();
    assert_eq!(names.len(), completion.values.len(), "each name once");
    names
}

#[tokio::test]
async fn completes_workflow_names_from_one_reading_of_the_list() {
    let harness = Harness::start().await;
    let template = || Reference::for_resource("wms://workflows/{application}/{name}");
    let prompt = || Reference::for_prompt("review_workflow_change");
    let all = complete(&harness.client, template(), "name", "").await;
    let known = workflow_names(&harness, json!({"limit": 200})).await;
    assert_eq!(in_any_order(&all), known);

    harness.simulator.clear_journal();
    for typed in ["c", "cst", "CST_P"] {
        let some = complete(&harness.client, prompt(), "workflow", typed).await;
        let first = some.values.first().unwrap().to_lowercase();
        assert!(first.starts_with(&typed.to_lowercase()), "{some:?}");
    }
    assert!(harness.simulator.journal().is_empty(), "nothing is reread");

    let chosen = HashMap::from([("application".to_owned(), "customapp".to_owned())]);
    let params = CompleteRequestParams::new(template(), ArgumentInfo::new("name", ""))
        .with_context(CompletionContext::with_arguments(chosen));
    let completion = harness.client.complete(params).await.unwrap().completion;
    let of_one = workflow_names(&harness, json!({"application": "CustomApp", "limit": 200})).await;
    assert_eq!(in_any_order(&completion), of_one);
    assert!(of_one.len() < known.len());
}

#[tokio::test]
async fn a_catalogue_is_read_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("catalogue.json");
    std::fs::write(&path, include_str!("../../../src/easywms/catalogue.json")).unwrap();
    let setting = ("WMS_NORTH_CATALOGUE", path.to_str().unwrap());
    let client = connect(config_for("http://127.0.0.1:9", &[setting])).await;
    let template = || Reference::for_resource("wms://entity-types/{entity_type}");
    let first = complete(&client, template(), "entity_type", "stock").await;
    std::fs::remove_file(&path).unwrap();
    let second = complete(&client, template(), "entity_type", "stock").await;
    assert_eq!(first.values, second.values);
    assert!(!first.values.is_empty());
}
