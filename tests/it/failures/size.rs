//! Answers around and far above what is read or sent.

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::json;

use super::raw_server::{RawServer, Step};
use super::{assert_told, count, failure, queries};
use crate::harness::Harness;

const MEBIBYTE: usize = 1 << 20;

/// H8: the client hangs up; what it was sent beyond the cap is what the sockets buffer.
#[tokio::test]
async fn a_body_above_the_cap_is_dropped_and_not_drained() {
    let head =
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{\"Items\":[{\"a\":\"".to_vec();
    let endless = Step::SendForEver(vec![b'x'; 64 << 10]);
    let server = RawServer::always(vec![Step::Send(head), endless]).await;
    let harness = Harness::reached_at(server.base_url(), &[]).await;
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "upstream_too_large",
        false,
        "larger than 16777216 bytes",
        "fewer rows",
    );
    let sent = server.bytes_sent().await;
    assert!(
        (15 * MEBIBYTE..48 * MEBIBYTE).contains(&sent),
        "{sent} bytes"
    );
    assert_eq!(server.data_requests(), 1);
}

/// G3, H8
#[tokio::test]
async fn the_cap_counts_what_is_unpacked() {
    let harness = Harness::start().await;
    for fault in [
        Fault::GzipBomb { mebibytes: 17 },
        Fault::Huge { mebibytes: 17 },
    ] {
        harness.simulator.plan(Route::Query, fault);
        assert_eq!(failure(&harness).await["code"], "upstream_too_large");
    }
    assert_eq!(queries(&harness), 2, "neither is tried again");
    assert!(
        !count(&harness).await.is_error,
        "the next call is not affected"
    );
}

/// H8
#[tokio::test]
async fn a_body_below_the_cap_is_counted_and_not_kept() {
    let harness = Harness::start().await;
    assert_eq!(count(&harness).await.json["count"], 2400, "it counts");
    harness
        .simulator
        .plan(Route::Query, Fault::Huge { mebibytes: 15 });
    let arguments = json!({"entity_type": "Product", "limit": 200});
    let answer = harness.answer("call_query_api", arguments).await;
    assert_eq!(answer["total"], 15 * 1024);
    assert_eq!(answer["truncated"], true);
}

/// H7
#[tokio::test]
async fn a_huge_error_text_stays_out() {
    let harness = Harness::start().await;
    for characters in [60_000, MEBIBYTE] {
        let message = "e".repeat(characters);
        harness.simulator.plan(
            Route::Query,
            Fault::Status {
                code: 500,
                retry_after: None,
                body: Some(json!({ "Message": message }).to_string()),
                content_type: None,
            },
        );
        let failure = failure(&harness).await;
        let quoted = failure["details"]["server_message"].as_str();
        assert!(quoted.is_none_or(|text| text.len() <= 500), "{failure}");
    }
}
