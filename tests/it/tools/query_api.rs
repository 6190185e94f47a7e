//! The raw query.

#![expect(clippy::indexing_slicing, reason = "a failing test should panic")]

use serde_json::json;

use crate::harness::Harness;

#[tokio::test]
async fn sends_filter_and_order_as_they_are() {
    let harness = Harness::start().await;
    let ask = json!({"entity_type": "Product", "raw_filter": "Code.StartsWith(\"P-100\") and AbcCode == \"A\"",
        "raw_order_by": "Code desc", "limit": 1});
    let answer = harness.answer("call_query_api", ask).await;
    assert_eq!(answer["rows"][0]["AbcCode"], "A");
    let journal = harness.simulator.journal();
    let sent = journal
        .iter()
        .find(|exchange| exchange.path.ends_with("QueryExecute"))
        .map(|e| e.body.as_str());
    let expected = r#"{"EntityType":"Product","QueryType":0,"Filter":"Code.StartsWith(\"P-100\") and AbcCode == \"A\"","OrderBy":"Code desc","Skip":0,"Take":1,"IncludeTotal":true}"#;
    assert_eq!(sent, Some(expected));
}

#[tokio::test]
async fn a_filter_that_the_server_refuses_is_explained() {
    let harness = Harness::start().await;
    let failure = harness
        .failure(
            "call_query_api",
            json!({"entity_type": "Product", "raw_filter": "Foo == 1"}),
        )
        .await;
    assert_eq!(failure["code"], "upstream_error");
    assert_eq!(failure["details"]["http_status"], 400);
    assert_eq!(
        failure["details"]["server_message"],
        "No property or field 'Foo' exists in type 'Product'"
    );
}

#[tokio::test]
async fn a_writing_row_above_the_budget_is_explained_and_stepped_over() {
    let harness = Harness::start().await;
    let ask = json!({"entity_type": "Products", "query_type": 1, "limit": 1});
    let first = harness.answer("call_query_api", ask.clone()).await;
    assert_eq!(
        (&first["returned"], &first["omitted"], &first["truncated"]),
        (&json!(0), &json!(1), &json!(true))
    );
    assert_eq!(first["rows"], json!([]));
    let hint = first["hint"].as_str().unwrap_or_default();
    assert!(
        hint.starts_with("The next row (Code 'P-10000') alone takes 9"),
        "{hint}"
    );
    let mut next = ask;
    next["cursor"] = first["next_cursor"].clone();
    let second = harness.answer("call_query_api", next).await;
    let hint = second["hint"].as_str().unwrap_or_default();
    assert!(hint.starts_with("The next row (Code 'P-10001')"), "{hint}");
}

#[tokio::test]
async fn a_start_that_is_none_or_said_twice_is_refused() {
    let harness = Harness::start().await;
    let ask = |skip: i64| json!({"entity_type": "Product", "limit": 1, "skip": skip});
    let mut page = harness.answer("call_query_api", ask(3)).await;
    let cursor = page["next_cursor"].take();
    let with_cursor = |skip: i64| {
        let mut ask = ask(skip);
        ask["cursor"] = cursor.clone();
        ask
    };
    for (refused, error) in [
        (ask(-5), "skip -5 is below 0"),
        (with_cursor(-1), "skip -1 is below 0"),
        (
            with_cursor(7),
            "skip 7 and cursor both say where the page starts",
        ),
    ] {
        let failure = harness.failure("call_query_api", refused).await;
        assert_eq!(failure["code"], "invalid_arguments");
        assert_eq!(failure["error"], error);
        assert_eq!(failure["details"], json!({"parameter": "skip"}));
    }
    let next = harness.answer("call_query_api", with_cursor(0)).await;
    assert_eq!(next["rows"][0]["Code"], "P-10004");
}

#[tokio::test]
async fn a_query_type_that_does_not_exist_is_refused() {
    let harness = Harness::start().await;
    let failure = harness
        .failure(
            "call_query_api",
            json!({"entity_type": "Products", "query_type": 7}),
        )
        .await;
    assert_eq!(failure["code"], "invalid_query_type");
    assert_eq!(failure["details"], json!({"accepted": [0, 1]}));
    assert_eq!(harness.simulator.journal().len(), 0);
}
