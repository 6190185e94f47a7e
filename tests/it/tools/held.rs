//! Rows held against the filter they came by: a suspicion leads to one more question, and that decides.

#![expect(clippy::indexing_slicing, reason = "a failing test should panic")]

use serde_json::{Value, json};

use super::made_up::{MadeUp, Said, Words};

/// A server whose texts come translated; it applies filters.
fn translated(query: &Value) -> Said {
    let filter = query["Filter"].as_str().unwrap_or_default();
    let rows = vec![json!({"Id": "1", "Code": "P-1", "Description": "Barra de cortina"})];
    Said::Rows(if filter.contains("not (") {
        Vec::new()
    } else {
        rows
    })
}

/// A server that reads no filter, with rows of which none fits into an answer.
fn heavy(_: &Value) -> Said {
    let row =
        |id: &str| json!({"Id": id, "Code": format!("X-{id}"), "Description": "x".repeat(60_000)});
    Said::Rows(vec![row("1"), row("2"), row("3")])
}

async fn server(query: fn(&Value) -> Said) -> MadeUp {
    MadeUp::start(Words {
        types: None,
        fields: None,
        query,
    })
    .await
}

/// How many of the questions ask for what no row can be.
fn doubts(server: &MadeUp) -> usize {
    let asked = server.asked();
    let filters = asked.iter().filter_map(|query| query["Filter"].as_str());
    filters.filter(|filter| filter.contains("not (")).count()
}

#[tokio::test]
async fn a_value_that_comes_otherwise_than_it_is_filtered_is_taken() {
    let server = server(translated).await;
    let arguments = json!({"entity_type": "Product", "filter": "Description contains 'curtain'"});
    for _ in 0..2 {
        let answer = server
            .harness
            .answer("query_wms_entities", arguments.clone())
            .await;
        assert_eq!(answer["rows"][0]["Description"], "Barra de cortina");
        let answer = server
            .harness
            .answer("count_wms_entities", arguments.clone())
            .await;
        assert_eq!(answer["count"], 1);
    }
    assert_eq!(doubts(&server), 1);
}

#[tokio::test]
async fn a_row_that_fits_into_no_answer_is_held_too() {
    let server = server(heavy).await;
    let arguments = json!({"entity_type": "Product", "filter": "Code = 'P-1'"});
    let failure = server
        .harness
        .failure("query_wms_entities", arguments)
        .await;
    assert_eq!(failure["code"], "upstream_invalid", "{failure}");
    assert_eq!(doubts(&server), 1);
}
