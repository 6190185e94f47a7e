//! Servers that describe their entity types otherwise than expected, or not at all.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use serde_json::{Value, json};

use super::made_up::{MadeUp, Said, Words};
use crate::harness::Harness;

/// A server without metadata whose rows have a flag that is named like a label, and which refuses to search a flag.
fn refuses_to_search_a_flag(body: &Value) -> Said {
    let filter = body["Filter"].as_str().unwrap_or_default();
    if filter.contains("IsExternalLabel.Contains") {
        return Said::Refused("No applicable method 'Contains' exists in type 'Boolean'");
    }
    let row = json!({"Code": "PAL-1", "Label": "PAL-1", "IsExternalLabel": false, "Weight": 1.5, "Note": null});
    Said::Rows(vec![row])
}

/// A server that leaves nulls out: its first container stands nowhere and has no lock.
fn leaves_nulls_out(body: &Value) -> Said {
    match body["Filter"].as_str() {
        Some(filter) if filter.contains("LockCode") => {
            Said::Rows(vec![json!({"UniqueCode": "PAL-2", "LockCode": "QA"})])
        }
        _ => Said::Rows(vec![json!({"UniqueCode": "PAL-1", "IsLocked": false})]),
    }
}

/// As [`leaves_nulls_out`], and without the field `LockCode` at all.
fn lacks_a_field(body: &Value) -> Said {
    match body["Filter"].as_str() {
        Some(filter) if filter.contains("LockCode") => {
            Said::Refused("No property 'LockCode' exists in type 'Container'")
        }
        _ => Said::Rows(vec![json!({"UniqueCode": "PAL-1", "IsLocked": false})]),
    }
}

fn one_row(_: &Value) -> Said {
    Said::Rows(vec![
        json!({"Code": "A", "Description": "first", "Note": null}),
    ])
}

fn names(answer: &Value) -> Vec<&str> {
    let rows = answer["rows"].as_array().unwrap().iter();
    rows.map(|row| row["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_described_type_is_searched_in_its_texts_only() {
    let server = MadeUp::start(Words {
        types: None,
        fields: None,
        query: refuses_to_search_a_flag,
    })
    .await;
    let described = server
        .harness
        .answer("describe_entity_type", json!({"entity_type": "Warehouse"}))
        .await;
    let types: Vec<&Value> = described["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["type"])
        .collect();
    assert_eq!(
        types,
        [
            &json!("text"),
            &json!("text"),
            &json!("boolean"),
            &json!("number"),
            &Value::Null
        ]
    );
    let found = server
        .harness
        .answer(
            "search_wms_data",
            json!({"keyword": "PAL-1", "entity_types": "Warehouse"}),
        )
        .await;
    assert_eq!(found["results"]["Warehouse"]["returned"], 1, "{found}");
    let filter = server.asked().last().unwrap()["Filter"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        filter,
        r#"Code.Contains("PAL-1") or Label.Contains("PAL-1")"#
    );
}

#[tokio::test]
async fn fields_that_a_server_leaves_out_when_null_can_be_asked_for_and_searched() {
    let server = MadeUp::start(Words {
        types: None,
        fields: None,
        query: leaves_nulls_out,
    })
    .await;
    let locked = json!({"entity_type": "Container", "filter": "LockCode = 'QA'"});
    let answer = server.harness.answer("query_wms_entities", locked).await;
    assert_eq!(answer["rows"][0]["UniqueCode"], "PAL-2");
    let search = json!({"keyword": "QA", "entity_types": "Container"});
    let found = server.harness.answer("search_wms_data", search).await;
    assert_eq!(
        found["results"]["Container"]["rows"][0]["UniqueCode"], "PAL-2",
        "{found}"
    );
    let typo = json!({"entity_type": "Container", "filter": "LokCode = 'QA'"});
    let failure = server.harness.failure("query_wms_entities", typo).await;
    assert_eq!(failure["code"], "unknown_field");
}

#[tokio::test]
async fn a_field_that_the_catalogue_has_too_many_is_left_out_of_the_search() {
    let server = MadeUp::start(Words {
        types: None,
        fields: None,
        query: lacks_a_field,
    })
    .await;
    let described = json!({"entity_type": "Container"});
    server
        .harness
        .answer("describe_entity_type", described)
        .await;
    for fields in ["lite", "UniqueCode, IsLocked"] {
        let search = json!({"keyword": "PAL", "entity_types": "Container", "fields": fields});
        let found = server.harness.answer("search_wms_data", search).await;
        assert_eq!(found["results"]["Container"]["returned"], 1, "{found}");
        assert_eq!(
            server.asked().last().unwrap()["Filter"],
            r#"UniqueCode.Contains("PAL")"#
        );
    }
}

#[tokio::test]
async fn types_of_fields_are_read_in_any_spelling_and_a_type_without_text_says_so() {
    for (text, is_searched) in [
        ("System.String", true),
        ("NVARCHAR(50)", true),
        ("Edm.String", true),
        ("varchar", true),
        ("System.Int32", false),
        ("Site.Enums.Colour", false),
    ] {
        let server = MadeUp::start(Words {
            types: Some(json!([{"Name": "Owner", "KeyField": "Code"}])),
            fields: Some(json!({"Properties": [{"Name": "Code", "Type": text}, {"Name": "Description", "Type": text}]})),
            query: one_row,
        })
        .await;
        let described = json!({"entity_type": "Owner"});
        server
            .harness
            .answer("describe_entity_type", described)
            .await;
        let search = json!({"keyword": "first", "entity_types": "Owner"});
        let found = server.harness.answer("search_wms_data", search).await;
        let section = &found["results"]["Owner"];
        assert_eq!(section["returned"] == 1, is_searched, "{text}: {found}");
        let unavailable = section["unavailable"].as_str().unwrap_or_default();
        assert_eq!(
            unavailable.starts_with("it was not asked"),
            !is_searched,
            "{text}: {found}"
        );
        assert_eq!(found.get("without_hits"), None, "{text}: {found}");
    }
}

#[tokio::test]
async fn a_list_of_types_that_cannot_be_read_hides_none_and_is_said() {
    let cases = [
        (json!([{"EntityId": 7}, {"Name": "Owner"}]), "can't be read"),
        (json!(["Owner", "Product"]), "can't be read"),
        (json!([]), "lists no entity type"),
    ];
    for (types, reason) in cases {
        let server = MadeUp::start(Words {
            types: Some(types),
            fields: None,
            query: one_row,
        })
        .await;
        let listed = server.harness.answer("list_entity_types", json!({})).await;
        assert_eq!(listed["total"], 29, "{listed}");
        let warning = listed["warnings"][0].as_str().unwrap();
        assert!(warning.contains(reason), "{warning}");
        let search = json!({"keyword": "first"});
        let found = server.harness.answer("search_wms_data", search).await;
        assert_eq!(found["types_searched"], 29, "{found}");
    }
}

#[tokio::test]
async fn a_list_of_types_is_read_by_the_names_that_services_use() {
    for types in [
        json!([{"EntityName": "Owner"}, {"EntityName": "CST_Lot"}]),
        json!([{"Name": "Owner", "name": "Owner", "Key": ["Code"]}, {"Name": "CST_Lot", "Key": ["A", "B"]}]),
        json!({"value": [{"typeName": "Owner"}, {"typeName": "CST_Lot"}]}),
    ] {
        let server = MadeUp::start(Words {
            types: Some(types),
            fields: None,
            query: one_row,
        })
        .await;
        let listed = server.harness.answer("list_entity_types", json!({})).await;
        assert_eq!(names(&listed), ["Owner", "CST_Lot"], "{listed}");
        assert_eq!(listed.get("warnings"), None);
    }
}

#[tokio::test]
async fn a_type_is_also_found_by_the_names_of_its_fields() {
    let harness = Harness::start().await;
    let find = json!({"text": "appointment"});
    let listed = harness.answer("list_entity_types", find).await;
    assert_eq!(names(&listed), ["InboundOrder"], "{listed}");
    assert_eq!(
        listed["rows"][0]["matching_fields"],
        json!(["AppointmentDate"])
    );
    let find = json!({"text": "dock"});
    let listed = harness.answer("list_entity_types", find).await;
    assert_eq!(listed["rows"][0]["name"], "Dock", "a name counts for more");
    assert_eq!(listed["rows"][0].get("matching_fields"), None);
    assert!(names(&listed).contains(&"Shipment"), "{listed}");
}

#[tokio::test]
async fn of_two_types_that_are_spelled_alike_the_one_named_is_read() {
    let server = MadeUp::start(Words {
        types: Some(json!([{"Name": "CST_Lot"}, {"Name": "CST_Lots"}, {"Name": "Owner"}, {"Name": "Owners"}])),
        fields: None,
        query: one_row,
    })
    .await;
    let listed = server.harness.answer("list_entity_types", json!({})).await;
    assert_eq!(names(&listed), ["Owner", "CST_Lot", "CST_Lots", "Owners"]);
    for name in ["CST_Lots", "CST_Lot", "Owners", "Owner"] {
        let count = json!({"entity_type": name});
        let answer = server.harness.answer("count_wms_entities", count).await;
        assert_eq!(answer["entity_type"], name);
        assert_eq!(server.asked().last().unwrap()["EntityType"], name);
    }
    let count = json!({"entity_type": "cst_lots"});
    let answer = server.harness.answer("count_wms_entities", count).await;
    assert_eq!(answer["entity_type"], "CST_Lots");
    assert_eq!(answer["warnings"].as_array().unwrap().len(), 1);
}
