//! Completions come from what is known without a warehouse.

use rmcp::model::{ArgumentInfo, CompleteRequestParams, CompletionInfo, ErrorCode, Reference};

use super::{Client, protocol_error};
use crate::harness::{Harness, config_for, connect};

async fn complete(client: &Client, of: Reference, argument: &str, typed: &str) -> CompletionInfo {
    let params = CompleteRequestParams::new(of, ArgumentInfo::new(argument, typed));
    client.complete(params).await.unwrap().completion
}

#[tokio::test]
async fn completes_profiles_and_entity_types_without_network() {
    let client = connect(config_for("http://127.0.0.1:9", &[])).await;
    let of_prompt = || Reference::for_prompt("shift_briefing");
    let all = complete(&client, of_prompt(), "profile", "").await;
    assert_eq!(all.values, ["GHOST", "NORTH", "SOUTH"]);
    let some = complete(&client, of_prompt(), "profile", "outh").await;
    assert_eq!(some.values, ["SOUTH"]);
    assert_eq!((some.total, some.has_more), (Some(1), Some(false)));

    let template = || Reference::for_resource("wms://entity-types/{entity_type}");
    let orders = complete(&client, template(), "entity_type", "order").await;
    assert!(
        orders.values.contains(&"OutboundOrder".to_owned()),
        "{orders:?}"
    );
    let beginning = complete(&client, template(), "entity_type", "STOCK").await;
    assert_eq!(beginning.values, ["Stock", "StockVariation", "StockLock"]);

    let order = Reference::for_prompt("investigate_order");
    let none = complete(&client, order, "order_code", "SO").await;
    assert_eq!(none.values, Vec::<String>::new());
}

#[tokio::test]
async fn a_completion_of_nothing_known_is_an_error() {
    let client = connect(config_for("http://127.0.0.1:9", &[])).await;
    for (of, argument) in [
        (Reference::for_prompt("no_prompt"), "profile"),
        (Reference::for_prompt("shift_briefing"), "order_code"),
        (Reference::for_resource("wms://nothing/{x}"), "x"),
    ] {
        let params = CompleteRequestParams::new(of, ArgumentInfo::new(argument, ""));
        let error = protocol_error(client.complete(params).await.unwrap_err());
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    }
}

#[tokio::test]
async fn completes_the_applications_of_the_default_warehouse() {
    let harness = Harness::start().await;
    let template = || Reference::for_resource("wms://workflows/{application}/{name}");
    let all = complete(&harness.client, template(), "application", "").await;
    assert_eq!(all.values, ["CustomApp", "EasyWMS"]);
    let prompt = Reference::for_prompt("review_workflow_change");
    let typed = complete(&harness.client, prompt, "application", "easy").await;
    assert_eq!(typed.values, ["EasyWMS"]);
}
