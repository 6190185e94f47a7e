//! A server that knows its entity types by another name than the catalogue's, or writes fields in another case.

#![expect(clippy::indexing_slicing, reason = "a failing test should panic")]

use mcp_wms_api::simulator::{EntityNames, FieldNames, Options};
use serde_json::{Value, json};

use crate::harness::{Harness, simulator_options};

/// A server that has every type in the plural, with or without a metadata service that says so.
async fn plural_server(metadata: bool) -> Harness {
    let options = Options {
        names: EntityNames::Plural,
        metadata,
        ..simulator_options()
    };
    Harness::with(options, &[]).await
}

/// The names of entity types that were sent to the query service, in order.
fn names_sent(harness: &Harness) -> Vec<String> {
    let journal = harness.simulator.journal();
    let queries = journal
        .iter()
        .filter(|exchange| exchange.path.ends_with("/QueryExecute"));
    let body = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    queries
        .filter_map(|exchange| {
            body(&exchange.body)["EntityType"]
                .as_str()
                .map(str::to_owned)
        })
        .collect()
}

#[tokio::test]
async fn what_the_server_calls_a_type_is_found_out_once() {
    for metadata in [true, false] {
        let harness = plural_server(metadata).await;
        for _ in 0..2 {
            let count = json!({"entity_type": "Agency"});
            let answer = harness.answer("count_wms_entities", count).await;
            assert_eq!(answer["entity_type"], "Agency");
            assert!(answer["count"].as_u64() > Some(0), "{answer}");
        }
        assert_eq!(names_sent(&harness), ["Agency", "Agencies", "Agencies"]);
    }
}

#[tokio::test]
async fn a_list_that_was_read_spares_the_refusal() {
    let harness = plural_server(true).await;
    let listed = harness.answer("list_entity_types", json!({})).await;
    let names: Vec<&Value> = listed["rows"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| &row["name"])
        .collect();
    assert!(names.contains(&&json!("Product")), "{names:?}");
    assert!(!names.contains(&&json!("Products")), "{names:?}");
    let rows = json!({"entity_type": "Product", "filter": "Code = 'P-10482'", "fields": "lite"});
    let answer = harness.answer("query_wms_entities", rows).await;
    assert_eq!(answer["rows"][0]["Code"], "P-10482");
    assert_eq!(names_sent(&harness), ["Products"]);
}

#[tokio::test]
async fn a_whole_question_is_answered_as_ever() {
    let harness = plural_server(true).await;
    let order = json!({"order": "SO-240117"});
    let plural = harness.answer("get_order_status", order.clone()).await;
    let usual = Harness::start()
        .await
        .answer("get_order_status", order)
        .await;
    assert_eq!(plural["findings"], usual["findings"]);
    assert_eq!(plural["sources"], usual["sources"]);
}

/// A refusal that is not about the name comes back as it was, and costs no second query.
#[tokio::test]
async fn another_refusal_is_not_taken_for_a_name() {
    let harness = Harness::start().await;
    let raw = json!({"entity_type": "Product", "raw_filter": "NoSuchField == 1"});
    let refused = harness.call("call_query_api", raw).await;
    assert!(refused.is_error);
    assert!(refused.text.contains("NoSuchField"), "{}", refused.text);
    assert_eq!(names_sent(&harness), ["Product"]);
}

/// What the generic tools say of named fields.
async fn told_of_fields(fields: FieldNames) -> Vec<Value> {
    let options = Options {
        fields,
        ..simulator_options()
    };
    let harness = Harness::with(options, &[]).await;
    let mut told = Vec::new();
    for (tool, arguments) in [
        (
            "query_wms_entities",
            json!({"entity_type": "Stock", "fields": "LotCode,Quantity", "limit": 3}),
        ),
        (
            "query_wms_entities",
            json!({"entity_type": "Stock", "fields": "lite", "format": "table", "limit": 3}),
        ),
        (
            "query_wms_entities",
            json!({"entity_type": "Stock", "fields": "lite", "limit": 500}),
        ),
        (
            "aggregate_wms_entities",
            json!({"entity_type": "Product", "group_by": "AbcCode", "measures": "sum(NetWeight)"}),
        ),
        (
            "search_wms_data",
            json!({"keyword": "P-10482", "entity_types": "Product,Stock,Task"}),
        ),
    ] {
        let mut answer = harness.answer(tool, arguments).await;
        let object = answer.as_object_mut().into_iter();
        object.for_each(|members| members.retain(|name, _| name != "as_of" && name != "next"));
        told.push(answer);
    }
    told
}

/// The metadata and the filters say `LotCode` where the rows say `lotCode`.
#[tokio::test]
async fn fields_in_another_case_come_under_the_name_asked_for() {
    let expected = told_of_fields(FieldNames::Pascal).await;
    assert_eq!(
        expected[0]["rows"][0]
            .as_object()
            .map(|row| row.keys().cloned().collect()),
        Some(vec!["LotCode".to_owned(), "Quantity".to_owned()])
    );
    assert_eq!(told_of_fields(FieldNames::Camel).await, expected);
}
