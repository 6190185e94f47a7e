//! A warehouse that repeats our secrets does not get them past us.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use mcp_wms_api::simulator::{
    DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME, Fault, Route,
};
use serde_json::{Value, json};

use super::raw_server::{RawServer, Step, http};
use super::{count, failure};
use crate::harness::{Harness, config_for, connect};

/// Every form in which our secrets could leave.
fn canaries() -> Vec<String> {
    let basic = |user: &str, password: &str| BASE64_STANDARD.encode(format!("{user}:{password}"));
    vec![
        DEMO_PASSWORD.to_owned(),
        DEMO_CLIENT_SECRET.to_owned(),
        basic(DEMO_CLIENT_ID, DEMO_CLIENT_SECRET),
        basic(DEMO_USERNAME, DEMO_PASSWORD),
        BASE64_STANDARD.encode(DEMO_PASSWORD),
    ]
}

#[track_caller]
fn assert_clean(text: &str) {
    for canary in canaries() {
        let stem = canary.trim_end_matches('=');
        assert!(!text.contains(stem), "{stem} in {text}");
    }
}

/// G12
#[tokio::test]
async fn an_error_that_echoes_the_request_is_cleaned() {
    let harness = Harness::start().await;
    harness.simulator.plan(Route::Token, Fault::EchoSecrets);
    let token_request = failure(&harness).await;
    assert_clean(&token_request.to_string());
    let said = token_request["details"]["server_message"].as_str().unwrap();
    assert!(
        said.contains("Basic [redacted]") && said.contains("password=[redacted]"),
        "{said}"
    );

    harness.simulator.plan(Route::Query, Fault::EchoSecrets);
    let query = failure(&harness).await;
    assert_clean(&query.to_string());
    let said = query["details"]["server_message"].as_str().unwrap();
    assert!(said.contains("Authorization: Bearer [redacted];"), "{said}");
}

/// G12: also the texts that refuse credentials.
#[tokio::test]
async fn a_refusal_that_quotes_the_password_is_cleaned() {
    let harness = Harness::start().await;
    let body = json!({"error": "invalid_grant", "error_description": format!("'{DEMO_PASSWORD}' is wrong")});
    let refusal = Fault::Status {
        code: 400,
        retry_after: None,
        body: Some(body.to_string()),
        content_type: None,
    };
    harness.simulator.plan(Route::Token, refusal);
    let failure = failure(&harness).await;
    assert_eq!(
        failure["details"]["server_message"],
        "'[redacted]' is wrong"
    );
}

/// G12
#[tokio::test]
async fn a_row_that_holds_a_secret_is_cleaned_and_says_so() {
    let harness = Harness::start().await;
    let rows = json!([
        {"Code": "A", "Log": format!("login with {DEMO_PASSWORD} failed")},
        {"Code": "B", (DEMO_CLIENT_SECRET): canaries()},
    ]);
    let body = json!({"Items": rows, "TotalCount": 2}).to_string();
    for tool in ["call_query_api", "query_wms_entities"] {
        harness
            .simulator
            .plan(Route::Query, Fault::ReplaceBody(body.clone()));
        let outcome = harness.call(tool, json!({"entity_type": "Product"})).await;
        assert_clean(&outcome.text);
        assert_eq!(
            outcome.json["rows"][0]["Log"],
            "login with [redacted] failed"
        );
        let warnings = outcome.json["warnings"].to_string();
        assert!(warnings.contains("was removed from the data"), "{warnings}");
    }
    let untouched = harness
        .call(
            "query_wms_entities",
            json!({"entity_type": "Product", "limit": 1}),
        )
        .await;
    assert_eq!(
        untouched.json.get("warnings"),
        None::<&Value>,
        "{}",
        untouched.text
    );
}

/// G12: the token itself, which no setting holds.
#[tokio::test]
async fn a_token_in_a_row_is_removed() {
    let row = br#"{"Items":[{"Log":"Bearer raw-server-token"}],"TotalCount":1}"#;
    let server = RawServer::always(vec![Step::Send(http("200 OK", row))]).await;
    let harness = Harness::reached_at(server.base_url(), &[]).await;
    let answer = harness
        .answer("call_query_api", json!({"entity_type": "Product"}))
        .await;
    assert_eq!(answer["rows"], json!([{"Log": "Bearer [redacted]"}]));
}

/// G12: a name that only looks like a field.
#[tokio::test]
async fn the_names_in_a_complaint_about_an_answer_are_cleaned() {
    let harness = Harness::start().await;
    let body = json!({ (DEMO_PASSWORD): 1 }).to_string();
    harness
        .simulator
        .plan(Route::Query, Fault::ReplaceBody(body));
    let failure = failure(&harness).await;
    assert_clean(&failure.to_string());
    assert!(
        failure["error"].as_str().unwrap().ends_with("[redacted]"),
        "{failure}"
    );
}

/// Nothing that this server says of itself holds a secret either, whatever happened before.
#[tokio::test]
async fn no_tool_prints_a_secret_in_any_state() {
    let harness = Harness::start().await;
    for fault in [
        Fault::EchoSecrets,
        Fault::status(401),
        Fault::HtmlError(500),
    ] {
        harness.simulator.plan(Route::Any, fault);
        assert_clean(&count(&harness).await.text);
        for tool in ["list_profiles", "get_server_status", "check_connection"] {
            assert_clean(&harness.call(tool, json!({})).await.text);
        }
    }
    let config = config_for("http://127.0.0.1:9", &[]);
    assert_clean(&format!("{config:?}"));
}

/// The password of the proxy is a secret as well.
#[tokio::test]
async fn the_password_of_the_proxy_is_removed() {
    let row = br#"{"Items":[{"Log":"proxy-canary"}],"TotalCount":1}"#;
    let proxy = RawServer::always(vec![Step::Send(http("200 OK", row))]).await;
    let address = proxy
        .base_url()
        .replace("http://", "http://user:proxy-canary@");
    let settings = BTreeMap::from([("WMS_PROXY", address.as_str())]);
    let settings: Vec<_> = settings.into_iter().collect();
    let client = connect(config_for("http://wms.invalid", &settings)).await;
    let params = rmcp::model::CallToolRequestParams::new("call_query_api").with_arguments(
        json!({"entity_type": "Product"})
            .as_object()
            .unwrap()
            .clone(),
    );
    let text = format!("{:?}", client.call_tool(params).await.unwrap());
    assert!(
        text.contains("[redacted]") && !text.contains("proxy-canary"),
        "{text}"
    );
}
