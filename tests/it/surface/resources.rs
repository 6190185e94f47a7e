//! Each resource, its budget, what is missing, and what must never show.

use mcp_wms_api::config::variables;
use rmcp::model::ErrorCode;
use serde_json::{Value, json};

use super::{Client, read};
use crate::harness::Harness;

const RESOURCES: [&str; 6] = [
    "wms://profiles",
    "wms://entity-types",
    "wms://settings",
    "wms://guide/filters",
    "wms://guide/answers",
    "wms://guide/questions",
];

async fn read_json(client: &Client, uri: &str) -> Value {
    let (text, mime_type) = read(client, uri).await.unwrap();
    assert_eq!(mime_type, "application/json");
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn lists_six_resources_and_each_can_be_read() {
    let harness = Harness::start().await;
    let listed = harness.client.list_all_resources().await.unwrap();
    let uris: Vec<&str> = listed
        .iter()
        .map(|resource| resource.uri.as_str())
        .collect();
    assert_eq!(uris, RESOURCES);
    for resource in &listed {
        assert!(resource.title.is_some() && resource.description.is_some());
        let (text, mime_type) = read(&harness.client, &resource.uri).await.unwrap();
        assert_eq!(Some(mime_type), resource.mime_type);
        assert!(text.len() <= 25_000, "{}: {}", resource.uri, text.len());
        if let Some(size) = resource.size {
            assert_eq!(size, text.len() as u64);
        }
    }
}

#[tokio::test]
async fn overviews_are_the_answers_of_the_tools() {
    let harness = Harness::start().await;
    for (uri, tool, arguments) in [
        ("wms://profiles", "list_profiles", json!({})),
        ("wms://entity-types", "list_entity_types", json!({})),
        (
            "wms://entity-types/Product",
            "describe_entity_type",
            json!({"entity_type": "Product"}),
        ),
    ] {
        let resource = read_json(&harness.client, uri).await;
        assert_eq!(resource, harness.answer(tool, arguments).await);
        assert_eq!(resource["tool"], tool);
    }
}

#[tokio::test]
async fn settings_show_what_is_in_force() {
    let harness = Harness::with_settings(&[
        ("MAX_QUERY_ROWS", "50"),
        ("WMS_PROXY", "http://someone:canary-word@proxy.example:8080"),
    ])
    .await;
    let answer = read_json(&harness.client, "wms://settings").await;
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len(), variables::all().count());
    let value = |name: &str| {
        let row = rows.iter().find(|row| row["variable"] == name).unwrap();
        row.get("value").cloned()
    };
    assert_eq!(value("MAX_QUERY_ROWS"), Some(json!(50)));
    assert_eq!(value("MAX_RESPONSE_BYTES"), Some(json!(25_000)));
    assert_eq!(value("WMS_PROFILE"), Some(json!("NORTH")));
    assert_eq!(value("WMS_TIMEOUT_SECONDS"), Some(json!(15)));
    assert_eq!(value("WMS_PROXY"), Some(json!("http://proxy.example:8080")));
    assert_eq!(value("WMS_LOG"), Some(json!("warn")));
    assert_eq!(value("WMS_<P>_PASSWORD"), None);
    assert_eq!(value("WMS_<P>_URL"), None);
    let global = variables::all().filter(|variable| !variable.name.contains("<P>"));
    for variable in global.filter(|variable| variable.name != "WMS_ENV_FILE") {
        assert!(value(variable.name).is_some(), "{}", variable.name);
    }
}

#[tokio::test]
async fn a_small_budget_cuts_resources_too() {
    let harness = Harness::with_settings(&[("MAX_RESPONSE_BYTES", "2000")]).await;
    for uri in [
        "wms://settings",
        "wms://entity-types",
        "wms://entity-types/Product",
    ] {
        let (text, _) = read(&harness.client, uri).await.unwrap();
        assert!(text.len() <= 2_000, "{uri}: {}", text.len());
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["truncated"], true, "{uri}");
        let continues = answer.get("next_cursor").is_some();
        let hint = answer["hint"].as_str().unwrap();
        assert_eq!(hint.contains("next_cursor"), continues, "{hint}");
        assert_eq!(continues, uri != "wms://settings", "{uri}");
    }
}

#[tokio::test]
async fn without_a_warehouse_the_catalogue_answers_and_says_why() {
    let settings = [("WMS_PROFILE", "GHOST")];
    let harness = Harness::with_settings(&settings).await;
    let answer = read_json(&harness.client, "wms://entity-types").await;
    assert!(answer["total"].as_u64().unwrap() > 20);
    let warning = answer["warnings"][0].as_str().unwrap();
    assert!(
        warning.starts_with("the warehouse could not be asked ("),
        "{warning}"
    );
    let error = read(&harness.client, "wms://entity-types/Product")
        .await
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    assert_eq!(error.data.unwrap()["code"], "tenant_not_found");
}

#[tokio::test]
async fn an_unknown_entity_type_is_a_missing_resource() {
    let harness = Harness::start().await;
    for uri in ["wms://entity-types/Prodct", "wms://entity-types/Pro%64ct"] {
        let error = read(&harness.client, uri).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::RESOURCE_NOT_FOUND);
        let failure = error.data.unwrap();
        assert_eq!(failure["uri"], uri);
        assert_eq!(failure["details"]["did_you_mean"][0], "Product");
    }
    for uri in [
        "wms://entity-types/",
        "wms://entity-types/A/B",
        "file:///etc/passwd",
        "",
    ] {
        let error = read(&harness.client, uri).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::RESOURCE_NOT_FOUND, "{uri}");
    }
}

#[tokio::test]
async fn no_resource_and_no_error_shows_a_secret() {
    let harness = Harness::with_settings(&[
        ("WMS_NORTH_PASSWORD", "canary-word-1"),
        ("WMS_NORTH_CLIENT_SECRET", "canary-word-2"),
        ("WMS_NORTH_USERNAME", "canary-word-3"),
        ("WMS_SOUTH_PASSWORD", "canary-word-4"),
    ])
    .await;
    for uri in RESOURCES {
        let (text, _) = read(&harness.client, uri).await.unwrap();
        assert!(!text.contains("canary-word"), "{uri}: {text}");
    }
    let uri = "wms://entity-types/Product";
    let error = read(&harness.client, uri).await.unwrap_err();
    assert!(!format!("{error:?}").contains("canary-word"), "{error:?}");
    assert_eq!(error.data.unwrap()["code"], "auth_failed");
}

#[tokio::test]
async fn a_workflow_is_read_at_its_own_address() {
    let harness = Harness::start().await;
    let uri = "wms://workflows/CustomApp/CST_PrintPalletLabels";
    let answer = read_json(&harness.client, uri).await;
    assert_eq!(answer["name"], "CST_PrintPalletLabels");
    assert!(answer["data"].as_str().unwrap().contains("LBL-N-04"));
}
