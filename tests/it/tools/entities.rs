//! Entity types and their rows.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use mcp_wms_api::simulator::{Options, Projection};
use serde_json::{Value, json};

use crate::harness::{Harness, simulator_options};

fn codes(answer: &Value) -> Vec<&str> {
    answer["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["Code"].as_str().unwrap())
        .collect()
}

/// The bodies that were sent to the query service, in order.
fn queries(harness: &Harness) -> Vec<Value> {
    let journal = harness.simulator.journal();
    let bodies = journal
        .iter()
        .filter(|exchange| exchange.path.ends_with("/QueryExecute"));
    bodies
        .map(|exchange| serde_json::from_str(&exchange.body).unwrap())
        .collect()
}

#[tokio::test]
async fn lists_the_types_with_their_keys() {
    let harness = Harness::start().await;
    let answer = harness
        .answer("list_entity_types", json!({"text": "pallet"}))
        .await;
    let names: Vec<&str> = answer["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["ContainerType", "Container"]);
    assert_eq!(answer["total"], 2);
    assert_eq!(answer["rows"][1]["key"], "UniqueCode");
    assert!(answer.get("warnings").is_none());
}

#[tokio::test]
async fn says_so_when_the_server_has_no_metadata() {
    let harness = Harness::with(
        Options {
            metadata: false,
            ..simulator_options()
        },
        &[],
    )
    .await;
    let listed = harness.answer("list_entity_types", json!({})).await;
    assert_eq!(listed["total"], 29);
    assert_eq!(listed["warnings"].as_array().unwrap().len(), 1);
    let described = harness
        .answer(
            "describe_entity_type",
            json!({"entity_type": "Product", "limit": 2}),
        )
        .await;
    assert_eq!(described["source"], "sample");
    let failure = harness
        .failure(
            "query_wms_entities",
            json!({"entity_type": "Product", "filter": "Cod = 'A'"}),
        )
        .await;
    assert_eq!(
        failure["code"], "unknown_field",
        "the sampled row knows the fields too"
    );
}

#[tokio::test]
async fn describes_the_fields_of_a_type_with_an_example() {
    let harness = Harness::start().await;
    let answer = harness
        .answer(
            "describe_entity_type",
            json!({"entity_type": "products", "text": "ownercode"}),
        )
        .await;
    assert_eq!(answer["entity_type"], "Product");
    assert_eq!(answer["source"], "metadata");
    assert_eq!(answer["rows_total"], 2400);
    assert_eq!(
        answer["warnings"],
        json!(["entity_type 'products' was read as 'Product'"])
    );
    let owner = json!({"name": "OwnerCode", "type": "String", "lite": true, "relation": "Owner", "example": "NORDIC-HOME"});
    assert_eq!(answer["rows"], json!([owner]));
}

#[tokio::test]
async fn gives_the_rows_asked_for_and_reads_only_their_fields() {
    let harness = Harness::start().await;
    let answer = harness
        .answer(
            "query_wms_entities",
            json!({"entity_type": "Product", "limit": 3, "fields": "code"}),
        )
        .await;
    assert_eq!(answer["returned"], 3);
    assert_eq!(
        answer["rows"],
        json!([{"Code": "P-10000"}, {"Code": "P-10001"}, {"Code": "P-10002"}])
    );
    assert_eq!(answer["profile"], "NORTH");
    assert_eq!(answer["as_of"], "2026-11-30T08:15:00Z");
    assert!(answer.get("truncated").is_none());
    assert!(answer["next_cursor"].as_str().is_some());
    let sent = json!({"EntityType": "Product", "QueryType": 0, "OrderBy": "Code asc", "Skip": 0, "Take": 3,
        "Fields": ["Code"], "IncludeTotal": true});
    assert_eq!(queries(&harness), [sent]);
}

#[tokio::test]
async fn projects_by_itself_when_the_server_ignores_or_refuses_it() {
    for projection in [Projection::Ignored, Projection::Refused] {
        let harness = Harness::with(
            Options {
                projection,
                ..simulator_options()
            },
            &[],
        )
        .await;
        let ask = json!({"entity_type": "Product", "limit": 2, "fields": "Code"});
        for _ in 0..2 {
            let answer = harness.answer("query_wms_entities", ask.clone()).await;
            assert_eq!(
                answer["rows"],
                json!([{"Code": "P-10000"}, {"Code": "P-10001"}])
            );
        }
        let refused = queries(&harness)
            .iter()
            .filter(|body| body.get("Fields").is_some())
            .count();
        let expected = if projection == Projection::Refused {
            1
        } else {
            2
        };
        assert_eq!(refused, expected, "a refusal is remembered");
    }
}

#[tokio::test]
async fn filters_orders_and_counts_in_every_dialect() {
    for dialect in ["linq", "sql", "odata"] {
        let harness = Harness::with_settings(&[("WMS_NORTH_FILTER_DIALECT", dialect)]).await;
        let filter = "AbcCode = 'A' and not Description contains 'rail' and OwnerCode in ('ACME-FOODS','NORDIC-HOME')";
        let ask = json!({"entity_type": "Product", "filter": filter, "order_by": "description desc", "limit": 5,
            "fields": "Code,Description"});
        let answer = harness.answer("query_wms_entities", ask).await;
        let count = harness
            .answer(
                "count_wms_entities",
                json!({"entity_type": "Product", "filter": filter}),
            )
            .await;
        assert_eq!(answer["total"], count["count"], "{dialect}");
        let mut sorted = codes(&answer);
        sorted.sort_by_key(|code| {
            let row = answer["rows"]
                .as_array()
                .unwrap()
                .iter()
                .find(|row| row["Code"] == *code)
                .unwrap();
            std::cmp::Reverse(row["Description"].as_str().unwrap().to_lowercase())
        });
        assert_eq!(codes(&answer), sorted, "{dialect}");
    }
}

#[tokio::test]
async fn an_unknown_field_names_the_nearest_wherever_it_stands() {
    let harness = Harness::start().await;
    for argument in ["filter", "order_by", "fields"] {
        let wrong = if argument == "filter" {
            "Cod = 'A'"
        } else {
            "Cod"
        };
        let failure = harness
            .failure(
                "query_wms_entities",
                json!({"entity_type": "Product", argument: wrong}),
            )
            .await;
        assert_eq!(failure["code"], "unknown_field");
        assert_eq!(failure["error"], "Product has no field 'Cod'");
        assert_eq!(
            failure["hint"],
            "The key of Product is Code; describe_entity_type {\"entity_type\":\"Product\"} lists its fields."
        );
        assert_eq!(failure["details"]["did_you_mean"][0], "Code");
    }
    assert_eq!(queries(&harness), Vec::<Value>::new(), "nothing was asked");
}

#[tokio::test]
async fn a_filter_that_does_not_parse_says_where() {
    let harness = Harness::start().await;
    let failure = harness
        .failure(
            "count_wms_entities",
            json!({"entity_type": "Product", "filter": "Code = 'x"}),
        )
        .await;
    assert_eq!(failure["code"], "invalid_filter");
    assert_eq!(
        failure["details"],
        json!({"parameter": "filter", "position": 8})
    );
}

#[tokio::test]
async fn a_quote_in_a_value_is_a_value() {
    let harness = Harness::start().await;
    let ask = json!({"entity_type": "Product", "filter": "Description contains 'O''Brien'' or 1 eq 1 or '''"});
    assert_eq!(harness.answer("count_wms_entities", ask).await["count"], 0);
}

#[tokio::test]
async fn an_unknown_type_names_the_nearest() {
    let harness = Harness::start().await;
    let failure = harness
        .failure("query_wms_entities", json!({"entity_type": "Contaner"}))
        .await;
    assert_eq!(failure["code"], "unknown_entity_type");
    assert_eq!(failure["details"]["did_you_mean"][0], "Container");
}

/// A default above MAX_QUERY_ROWS is nothing that the caller asked for.
#[tokio::test]
async fn one_row_is_found_by_its_key_and_by_its_id() {
    let harness = Harness::start().await;
    let by_key = harness
        .answer(
            "get_wms_entity",
            json!({"entity_type": "Product", "key": "P-10000"}),
        )
        .await;
    let id = by_key["row"]["Id"].as_str().unwrap();
    let by_id = harness
        .answer(
            "get_wms_entity",
            json!({"entity_type": "Product", "key": id}),
        )
        .await;
    assert_eq!(by_key["row"], by_id["row"]);
    let failure = harness
        .failure(
            "get_wms_entity",
            json!({"entity_type": "Product", "key": "P-nothing"}),
        )
        .await;
    assert_eq!(failure["code"], "not_found");
    assert_eq!(failure["error"], "no Product has Code 'P-nothing'");
}

#[tokio::test]
async fn a_large_row_comes_in_windows_that_concatenate_to_it() {
    let harness = Harness::start().await;
    let mut text = String::new();
    loop {
        let ask = json!({"entity_type": "Product", "key": "P-10000", "query_type": 1, "data_offset": text.chars().count()});
        let outcome = harness.call("get_wms_entity", ask).await;
        assert!(outcome.text.len() <= 30_000, "{}", outcome.text.len());
        text.push_str(outcome.json["data"].as_str().unwrap());
        match outcome.json["next_data_offset"].as_u64() {
            Some(next) => assert_eq!(next, text.chars().count() as u64),
            None => break,
        }
    }
    let row: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(row["Code"], "P-10000");
    let reads = queries(&harness).len();
    assert_eq!(reads, 1, "every window comes from one reading");
}

#[tokio::test]
async fn an_offset_past_the_end_is_refused_and_the_end_is_empty() {
    let harness = Harness::start().await;
    let ask =
        |offset: u64| json!({"entity_type": "Product", "key": "P-10000", "data_offset": offset});
    let first = harness.answer("get_wms_entity", ask(0)).await;
    let total = first["data_total_chars"].as_u64().unwrap();
    let end = harness.answer("get_wms_entity", ask(total)).await;
    assert_eq!((&end["data"], &end["data_chars"]), (&json!(""), &json!(0)));
    assert!(end.get("truncated").is_none());
    let failure = harness.failure("get_wms_entity", ask(total + 1)).await;
    assert_eq!(failure["details"]["data_total_chars"], total);
}

#[tokio::test]
async fn filled_rows_are_the_full_ones_without_their_nulls() {
    let harness = Harness::start().await;
    let ask = |fields: &str| json!({"entity_type": "Product", "limit": 3, "fields": fields});
    let full = harness.answer("query_wms_entities", ask("full")).await;
    let filled = harness.answer("query_wms_entities", ask("filled")).await;
    let mut rows = full["rows"].clone();
    for row in rows.as_array_mut().unwrap() {
        let before = row.as_object().unwrap().len();
        row.as_object_mut()
            .unwrap()
            .retain(|_, value| !value.is_null());
        assert!(row.as_object().unwrap().len() < before);
    }
    assert_eq!(filled["rows"], rows);
}
