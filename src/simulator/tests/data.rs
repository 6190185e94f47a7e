//! What holds for every entity type that the metadata lists, whatever the data says.

use serde_json::{Value, json};

use super::{good, http, query, start, token, url};
use crate::simulator::{Options, Projection, Simulator};

/// An entity type as the metadata describes it.
struct Described {
    name: String,
    key: String,
    properties: Vec<String>,
}

async fn described(simulator: &Simulator, token: &str) -> Vec<Described> {
    let get = async |path: &str| good(http().get(url(simulator, path)).bearer_auth(token)).await;
    let mut types = Vec::new();
    for entry in get("/MetadataService/api/EntityTypes")
        .await
        .as_array()
        .unwrap()
    {
        let name = entry["Name"].as_str().unwrap();
        let whole = get(&format!("/MetadataService/api/EntityTypes/{name}")).await;
        let properties = whole["Properties"].as_array().unwrap();
        types.push(Described {
            name: name.to_owned(),
            key: whole["KeyField"].as_str().unwrap().to_owned(),
            properties: properties
                .iter()
                .map(|property| property["Name"].as_str().unwrap().to_owned())
                .collect(),
        });
    }
    types
}

#[tokio::test]
async fn every_type_is_read_counted_ordered_and_filtered() {
    let simulator = start(Options::default()).await;
    let token = token(&simulator, "NORTH").await;
    for Described {
        name,
        key,
        properties,
    } in described(&simulator, &token).await
    {
        let ask = async |more: Value| {
            let mut body =
                json!({ "EntityType": name, "QueryType": 0, "Take": 3, "IncludeTotal": true });
            body.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            good(query(&simulator, &token, &body)).await
        };
        let page = ask(json!({})).await;
        let total = page["TotalCount"].as_u64().unwrap();
        assert_eq!(
            ask(json!({ "Take": 0 })).await["TotalCount"],
            total,
            "{name}"
        );
        for row in page["Items"].as_array().unwrap() {
            assert!(
                row.as_object().unwrap().keys().eq(&properties),
                "{name}: {row}"
            );
        }
        let Some(first) = page["Items"][0][&key].as_str() else {
            continue;
        };
        let found = ask(json!({ "Filter": format!("{key} == \"{first}\"") })).await;
        assert_eq!(
            (&found["TotalCount"], &found["Items"][0]),
            (&json!(1), &page["Items"][0]),
            "{name}"
        );
        let first_by_key = ask(json!({ "OrderBy": key, "Take": 1 })).await;
        let last_by_key = ask(json!({ "OrderBy": format!("{key} desc"), "Skip": total - 1 })).await;
        assert_eq!(first_by_key["Items"], last_by_key["Items"], "{name}");
    }
}

#[tokio::test]
async fn fields_are_honoured_ignored_or_refused() {
    for projection in [
        Projection::Honoured,
        Projection::Ignored,
        Projection::Refused,
    ] {
        let simulator = start(Options {
            projection,
            ..Options::default()
        })
        .await;
        let token = token(&simulator, "NORTH").await;
        for Described {
            name,
            key,
            properties,
        } in described(&simulator, &token).await
        {
            let fields = json!([properties.last().unwrap(), key]);
            let body = json!({ "EntityType": name, "QueryType": 0, "Take": 1, "Fields": fields });
            if projection == Projection::Refused {
                assert_eq!(
                    query(&simulator, &token, &body)
                        .send()
                        .await
                        .unwrap()
                        .status(),
                    400
                );
                continue;
            }
            let page = good(query(&simulator, &token, &body)).await;
            let row = page["Items"][0].as_object().unwrap();
            let names: Vec<&String> = row.keys().collect();
            match projection {
                Projection::Honoured => assert_eq!(json!(names), fields, "{name}"),
                _ => assert_eq!(names.len(), properties.len(), "{name}"),
            }
        }
    }
}
