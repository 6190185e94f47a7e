//! Facts that an answer must not leave out, and words that must not mean two things.

use serde_json::{Value, json};

use crate::harness::Harness;

/// The finding that says this, or all there are.
fn said<'a>(answer: &'a Value, text: &str) -> &'a Value {
    let findings = answer["findings"].as_array().unwrap();
    let says = |finding: &&Value| finding["finding"].as_str().unwrap().contains(text);
    findings
        .iter()
        .find(says)
        .unwrap_or_else(|| panic!("no '{text}' in {findings:#?}"))
}

#[tokio::test]
async fn an_order_that_is_over_says_what_it_did_not_ship() {
    let harness = Harness::start().await;
    let arguments = json!({"order": "SO-237230"});
    let answer = harness.answer("get_order_status", arguments).await;
    said(&answer, "the order is over (CLOSE_PARTIALLY)");
    let short = said(
        &answer,
        "order line 2 was not shipped whole: 31 of 32 UN of P-11879",
    );
    assert_eq!(short["severity"], "warning");
    assert_eq!(short["evidence"][0]["entity_type"], "OutboundOrderLine");
    let text = answer["findings"].to_string();
    assert_eq!(text.matches("not shipped whole").count(), 1, "{text}");
    assert!(!text.contains("nothing found"), "{text}");
}
