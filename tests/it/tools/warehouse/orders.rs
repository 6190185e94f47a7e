//! Orders whose code is not theirs alone.

use serde_json::json;

use super::gaps::{harness_with, type_named};

/// Here the orders of both kinds are known by the carrier's code, which they share.
#[tokio::test]
async fn an_order_of_the_other_kind_with_the_same_code_is_named() {
    let (harness, _folder) = harness_with(|types| {
        for name in ["OutboundOrder", "InboundOrder"] {
            type_named(types, name)["roles"]["code"] = json!("AgencyCode");
        }
    })
    .await;
    let arguments = json!({"order": "CAR-01"});
    let answer = harness.answer("get_order_status", arguments).await;
    assert_eq!(answer["direction"], "outbound");
    let said = answer["warnings"][0].as_str().unwrap();
    assert!(
        said.starts_with("this order's code is also that of OutboundOrder SO-"),
        "{said}"
    );
    assert!(said.contains(" and InboundOrder PO-"), "{said}");
    assert!(said.contains("get_wms_entity reads the order"), "{said}");
}
