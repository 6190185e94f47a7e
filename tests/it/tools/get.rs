//! One row by its key, and the servers that give another.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use serde_json::{Value, json};

use super::made_up::{MadeUp, Said, Words};
use crate::harness::Harness;

const ID: &str = "0e1c8a52-7f6b-4d0e-9c1a-3b5d7f9a1c2e";

fn one_and_the_same(_: &Value) -> Said {
    Said::Rows(vec![json!({"Code": "ABC ", "Id": ID})])
}

fn everything(_: &Value) -> Said {
    Said::Rows(vec![
        json!({"Code": "A", "Id": ID}),
        json!({"Code": "B", "Id": ID}),
    ])
}

async fn server(query: fn(&Value) -> Said) -> MadeUp {
    MadeUp::start(Words {
        types: None,
        fields: None,
        query,
    })
    .await
}

#[tokio::test]
async fn a_row_that_was_not_asked_for_is_never_given() {
    for query in [one_and_the_same, everything] {
        let server = server(query).await;
        for key in ["NOPE", "11111111-1111-1111-1111-111111111111"] {
            let ask = json!({"entity_type": "Warehouse", "key": key});
            let failure = server.harness.failure("get_wms_entity", ask).await;
            assert_eq!(failure["code"], "upstream_invalid", "{failure}");
            let hint = failure["hint"].as_str().unwrap();
            assert!(
                hint.contains("WMS_NORTH_FILTER_DIALECT") && hint.contains("doctor"),
                "{hint}"
            );
        }
    }
}

#[tokio::test]
async fn case_and_blanks_make_no_other_key() {
    let server = server(one_and_the_same).await;
    for key in ["abc", " ABC", ID, &ID.to_uppercase()] {
        let ask = json!({"entity_type": "Warehouse", "key": key});
        let answer = server.harness.answer("get_wms_entity", ask).await;
        assert_eq!(answer["row"]["Code"], "ABC ", "{key}");
    }
}

#[tokio::test]
async fn a_type_that_is_known_by_its_id_names_its_codes() {
    let harness = Harness::start().await;
    let ask = json!({"entity_type": "Stock", "key": "PAL-0071482"});
    let failure = harness.failure("get_wms_entity", ask).await;
    assert_eq!(failure["code"], "not_found", "{failure}");
    let hint = failure["hint"].as_str().unwrap();
    let filter = "ContainerCode = 'PAL-0071482' or ProductCode = 'PAL-0071482'";
    assert!(hint.contains(filter), "{hint}");
    let ask = json!({"entity_type": "Stock", "filter": filter});
    let answer = harness.answer("query_wms_entities", ask).await;
    assert!(
        answer["returned"].as_u64() > Some(0),
        "the hint can be followed"
    );
}
