#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use serde_json::Value;

use super::{PageQuery, applications, get, list};
use crate::simulator::warehouse::Site;

fn site(tenant: &str) -> Site {
    Site::new(tenant, "2026-11-30T08:15:02Z".parse().unwrap(), 1).unwrap()
}

fn listed(application: &str, query: &PageQuery) -> Value {
    serde_json::to_value(list(&site("NORTH"), application, query).unwrap()).unwrap()
}

fn details(tenant: &str, application: &str, id: &str) -> Value {
    serde_json::to_value(get(&site(tenant), application, id).unwrap()).unwrap()
}

fn definition(tenant: &str, application: &str, id: &str) -> String {
    details(tenant, application, id)["data"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Every workflow as (application, name).
fn all() -> Vec<(String, String)> {
    let mut names = Vec::new();
    for application in ["EasyWMS", "CustomApp"] {
        for item in listed(application, &PageQuery::default())["Items"]
            .as_array()
            .unwrap()
        {
            names.push((
                application.to_owned(),
                item["name"].as_str().unwrap().to_owned(),
            ));
        }
    }
    names
}

#[test]
fn lists_both_applications_with_at_least_sixty_workflows() {
    let applications = serde_json::to_value(applications()).unwrap();
    assert_eq!(applications[0]["Name"], "EasyWMS");
    assert_eq!(applications[1]["Name"], "CustomApp");
    assert!(all().len() >= 60, "{}", all().len());
    assert!(list(&site("NORTH"), "Unknown", &PageQuery::default()).is_none());
}

#[test]
fn pages_and_searches_names_and_descriptions_in_any_case() {
    let page = listed(
        "EasyWMS",
        &PageQuery {
            search: None,
            skip: Some(2),
            take: Some(3),
        },
    );
    let whole = listed("EasyWMS", &PageQuery::default());
    assert_eq!(page["TotalCount"], whole["TotalCount"]);
    assert_eq!(
        page["Items"].as_array().unwrap(),
        &whole["Items"].as_array().unwrap()[2..5]
    );

    let found = |text: &str| {
        let search = Some(text.to_owned());
        listed(
            "CustomApp",
            &PageQuery {
                search,
                ..PageQuery::default()
            },
        )
    };
    assert_eq!(
        found("rejectcontainers")["Items"][0]["name"],
        "CST_SendRejectContainersToPK"
    );
    assert_eq!(
        found("STRETCH WRAPPER")["Items"][0]["name"],
        "CST_WrapperControl"
    );
    assert_eq!(
        found("BLK-REJ")["TotalCount"],
        0,
        "only definitions name it"
    );
}

#[test]
fn finds_a_workflow_by_guid_and_by_name() {
    let by_name = details("NORTH", "EasyWMS", "stackercrane");
    let id = by_name["id"].as_str().unwrap();
    assert_eq!(id, id.to_lowercase());
    assert_eq!(details("NORTH", "easywms", &id.to_uppercase()), by_name);
    assert!(get(&site("NORTH"), "CustomApp", "StackerCrane").is_none());
    let keys: Vec<&String> = by_name["commonInfo"].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "version",
            "versionId",
            "checkStatus",
            "createdBy",
            "creationDate",
            "updatedBy",
            "updateDate",
            "description",
            "isOverridden",
            "tags"
        ]
    );
}

#[test]
fn gives_every_workflow_its_own_guid() {
    let mut ids: Vec<Value> = all()
        .iter()
        .map(|(application, name)| details("NORTH", application, name)["id"].clone())
        .collect();
    ids.sort_by_key(ToString::to_string);
    ids.dedup();
    assert_eq!(ids.len(), all().len());
}

#[test]
fn overrides_some_product_workflows() {
    let overriding: Vec<String> = all()
        .into_iter()
        .filter(|(application, name)| {
            details("NORTH", application, name)["commonInfo"]["isOverridden"] == true
        })
        .map(|(application, name)| {
            assert_eq!(application, "CustomApp");
            name
        })
        .collect();
    assert_eq!(
        overriding,
        [
            "PutawaySelection",
            "OrderAllocation",
            "WaveRelease",
            "PrintShippingLabel"
        ]
    );
}

#[test]
fn keeps_the_exact_sizes() {
    let chars =
        |application: &str, name: &str| definition("NORTH", application, name).chars().count();
    assert_eq!(chars("EasyWMS", "StackerCrane"), 71_512);
    assert_eq!(chars("CustomApp", "CST_SendRejectContainersToPK"), 99_000);
    assert_eq!(chars("CustomApp", "CST_ReplenishmentTrigger"), 19_999);
    assert_eq!(chars("CustomApp", "CST_CycleCountPlanner"), 20_000);
    assert_eq!(chars("CustomApp", "CST_CrossDockMatcher"), 20_001);
    assert_eq!(chars("CustomApp", "CST_ReturnsInspection"), 0);
    let answer = details("NORTH", "EasyWMS", "StackerCrane").to_string();
    assert!(
        (78_000..80_000).contains(&answer.len()),
        "measured 79,092, made {}",
        answer.len()
    );
}

#[test]
fn fills_the_text_definition_with_multi_byte_characters() {
    let text = definition("NORTH", "CustomApp", "CST_DisplayTexts");
    assert!(text.chars().count() > 20_000);
    assert!(
        text.chars()
            .filter(|character| character.len_utf8() == 4)
            .count()
            > 5_000
    );
    assert!(text.contains('\u{200d}') && text.contains('\u{301}'));
}

#[test]
fn differs_between_the_sites_in_two_lines_of_one_workflow() {
    for (application, name) in all() {
        let north = definition("NORTH", &application, &name);
        let south = definition("SOUTH", &application, &name);
        let changed: Vec<(&str, &str)> = north
            .lines()
            .zip(south.lines())
            .filter(|(north, south)| north != south)
            .collect();
        if name == "CST_PrintPalletLabels" {
            assert_eq!(north.lines().count(), south.lines().count());
            assert_eq!(changed.len(), 2);
            assert!(changed[0].0.contains("LBL-N-04") && changed[0].1.contains("LBL-S-02"));
            assert!(changed[1].0.contains("\"2\"") && changed[1].1.contains("\"3\""));
        } else {
            assert_eq!(north, south, "{name}");
        }
    }
}

#[test]
fn explains_the_reject_lock_in_its_definition() {
    let text = definition("NORTH", "CustomApp", "CST_SendRejectContainersToPK");
    assert!(text.contains("exceeds the 800.0 kg limit of profile EUR-800; lock BLK-REJ set"));
    let crane = definition("NORTH", "EasyWMS", "StackerCrane");
    assert!(crane.contains("Code=\"4711\" Text=\"Fork position sensor no signal\""));
}

#[test]
fn writes_well_formed_xml_and_json_and_the_same_each_time() {
    let (mut xml, mut json) = (0, 0);
    for (application, name) in all() {
        let text = definition("NORTH", &application, &name);
        assert_eq!(text, definition("NORTH", &application, &name));
        if text.starts_with('{') {
            json += 1;
            serde_json::from_str::<Value>(&text).unwrap();
        } else if !text.is_empty() {
            xml += 1;
            assert!(text.contains("\r\n"));
            assert_balanced(&name, &text);
        }
    }
    assert!(xml > 20 && json > 20, "{xml} {json}");
}

/// A small check of well-formedness: tags nest, and no bare `<`, `>` or `&` outside of character data sections.
fn assert_balanced(name: &str, text: &str) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains('>'), "{name}: {before}");
        if let Some(data) = after.strip_prefix("![CDATA[") {
            rest = data.split_once("]]>").unwrap().1;
            continue;
        }
        let (tag, next) = after.split_once('>').unwrap();
        assert!(
            !tag.contains('<') && tag.matches('"').count().is_multiple_of(2),
            "{name}: {tag}"
        );
        for entity in tag.split('&').skip(1) {
            let entity = entity.split(';').next().unwrap();
            assert!(
                ["amp", "lt", "gt", "quot", "#xD", "#xA"].contains(&entity),
                "{name}: {entity}"
            );
        }
        let word = tag.split_whitespace().next().unwrap();
        if let Some(closing) = word.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closing), "{name}");
        } else if !tag.starts_with('?') && !tag.ends_with('/') {
            open.push(word);
        }
        rest = next;
    }
    assert_eq!(open, Vec::<&str>::new(), "{name}");
}
