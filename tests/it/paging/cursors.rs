//! Cursors: what they are bound to, and every way to spoil one.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::walk::page;
use crate::harness::{Harness, config_for, connect};

const QUESTION: &str =
    r#"{"entity_type":"Product","limit":3,"filter":"Code > 'P-10100'","order_by":"Description"}"#;

fn question() -> Value {
    serde_json::from_str(QUESTION).unwrap()
}

fn with(mut arguments: Value, name: &str, value: impl Into<Value>) -> Value {
    arguments[name] = value.into();
    arguments
}

async fn cursor(harness: &Harness) -> String {
    let answer = harness.answer("query_wms_entities", question()).await;
    answer["next_cursor"].as_str().unwrap().to_owned()
}

/// C1, C2
#[tokio::test]
async fn what_is_no_cursor_is_refused_and_never_read_as_the_first_page() {
    let harness = Harness::start().await;
    let good = cursor(&harness).await;
    let middle = good.len() / 2;
    let (start, end) = good.split_at(middle);
    let rest = end.get(1..).unwrap();
    let flipped = if end.starts_with('A') { 'B' } else { 'A' };
    for spoilt in [
        String::new(),
        "next".to_owned(),
        "💥".to_owned(),
        "A".repeat(513),
        format!("{good}="),
        format!("{good} "),
        start.to_owned(),
        format!("{start}{flipped}{rest}"),
    ] {
        let arguments = with(question(), "cursor", spoilt.as_str());
        let failure = harness.failure("query_wms_entities", arguments).await;
        assert_eq!(failure["code"], "cursor_invalid", "{spoilt}: {failure}");
        assert!(
            failure["hint"].as_str().unwrap().contains("without cursor"),
            "{failure}"
        );
    }
}

/// C3, P5
#[tokio::test]
async fn a_cursor_belongs_to_its_question() {
    let harness = Harness::start().await;
    let asked = with(question(), "cursor", cursor(&harness).await);
    for (name, value) in [
        ("entity_type", "Container"),
        ("filter", "Code > 'P-10101'"),
        ("order_by", "Description desc"),
        ("profile", "SOUTH"),
    ] {
        let mut other = with(asked.clone(), name, value);
        if name == "entity_type" {
            other["filter"] = "UniqueCode > 'P'".into();
            other["order_by"] = "Status".into();
        }
        let failure = harness.failure("query_wms_entities", other).await;
        assert_eq!(failure["code"], "cursor_invalid", "{name}: {failure}");
        assert_eq!(failure["details"]["argument"], name, "{failure}");
    }
    let arguments = json!({"entity_type": "Product", "cursor": asked["cursor"]});
    let failure = harness.failure("call_query_api", arguments).await;
    assert!(
        failure["error"]
            .as_str()
            .unwrap()
            .contains("query_wms_entities"),
        "{failure}"
    );
}

/// C3: the same profile name over another tenant is another list.
#[tokio::test]
async fn a_cursor_belongs_to_its_tenant() {
    let harness = Harness::start().await;
    let asked = with(question(), "cursor", cursor(&harness).await);
    let moved = Harness::with_settings(&[("WMS_NORTH_TENANT", "SOUTH")]).await;
    let failure = moved.failure("query_wms_entities", asked).await;
    assert_eq!(failure["details"]["argument"], "tenant", "{failure}");
}

/// C4, P9: what decides neither membership nor order may change from page to page.
#[tokio::test]
async fn limit_fields_and_format_may_change() {
    let harness = Harness::start().await;
    let whole = with(question(), "limit", 8);
    let whole = harness
        .answer("query_wms_entities", with(whole, "fields", "Code"))
        .await;
    let next = with(question(), "cursor", cursor(&harness).await);
    let next = with(with(next, "limit", 5), "fields", "Code");
    let rest = harness.answer("query_wms_entities", next.clone()).await;
    assert_eq!(
        rest["rows"].as_array().unwrap()[..],
        whole["rows"].as_array().unwrap()[3..]
    );
    let table = harness
        .answer("query_wms_entities", with(next, "format", "table"))
        .await;
    assert_eq!(table["returned"], 5);
    assert_eq!(table["next_cursor"], rest["next_cursor"]);
}

/// C5
#[tokio::test]
async fn a_cursor_of_another_version_says_to_start_again() {
    let harness = Harness::start().await;
    let bytes = URL_SAFE_NO_PAD.decode(cursor(&harness).await).unwrap();
    let (payload, _) = bytes.split_at(bytes.len() - 6);
    let mut older = String::from_utf8(payload.to_vec())
        .unwrap()
        .replace(r#""v":1"#, r#""v":0"#)
        .into_bytes();
    let checksum = Sha256::digest(&older);
    older.extend(&checksum[..6]);
    let arguments = with(question(), "cursor", URL_SAFE_NO_PAD.encode(older));
    let failure = harness.failure("query_wms_entities", arguments).await;
    assert_eq!(failure["code"], "cursor_invalid");
    assert!(
        failure["error"]
            .as_str()
            .unwrap()
            .contains("another version"),
        "{failure}"
    );
    assert!(
        failure["hint"]
            .as_str()
            .unwrap()
            .starts_with("Start again without cursor"),
        "{failure}"
    );
}

/// C6, C7, P10: a cursor is a place, not a state of this server.
#[tokio::test]
async fn a_cursor_works_twice_out_of_order_and_after_a_restart() {
    let harness = Harness::start().await;
    let first = page(&harness.client, 3, None).await;
    let second = page(&harness.client, 3, first.next_cursor.as_deref()).await;
    let third = page(&harness.client, 3, second.next_cursor.as_deref()).await;
    let restarted = connect(config_for(harness.simulator.base_url(), &[])).await;
    for client in [&harness.client, &restarted] {
        for (cursor, expected) in [(&second.next_cursor, &third), (&first.next_cursor, &second)] {
            let again = page(client, 3, cursor.as_deref()).await;
            assert_eq!(again.rows(), expected.rows());
            assert_eq!(again.next_cursor, expected.next_cursor);
        }
    }
}
