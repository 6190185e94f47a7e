//! No connection, a bad one, a bad status, a redirect, the breaker.

use std::time::{Duration, Instant};

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::json;
use tokio::net::TcpListener;

use super::raw_server::{RawServer, Step, counted, http};
use super::{assert_told, count, failure, queries};
use crate::harness::Harness;

/// Long enough for a busy machine, far below any pause or limit.
const AT_ONCE: Duration = Duration::from_millis(400);

/// An address at which nothing listens.
async fn dead_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

async fn over(server: &RawServer) -> Harness {
    Harness::reached_at(server.base_url(), &[]).await
}

/// F1, F17: five refused connections open the breaker; the check passes it over and closes it.
#[tokio::test]
async fn a_host_that_is_not_there_is_named_and_soon_not_asked_any_more() {
    let address = dead_address().await;
    let harness = Harness::reached_at(&address, &[]).await;
    let host = address.trim_start_matches("http://");
    let told =
        format!("the token service at {host} could not be reached: the connection was refused");
    assert_told(
        &failure(&harness).await,
        "unreachable",
        true,
        &told,
        "WMS_NORTH_URL",
    );
    failure(&harness).await;

    let begun = Instant::now();
    let paused = failure(&harness).await;
    assert!(begun.elapsed() < AT_ONCE);
    let told = format!("{host} did not answer 5 times in a row");
    assert_told(&paused, "unreachable", true, &told, "check_connection");
    let seconds = paused["details"]["retry_after_seconds"].as_u64().unwrap();
    assert!((1..=15).contains(&seconds), "{paused}");

    let check = harness.answer("check_connection", json!({})).await;
    assert_eq!(check["failed_step"], "address", "it really tries: {check}");
    let arguments = json!({"entity_type": "Product", "profile": "SOUTH"});
    let other = harness.failure("count_wms_entities", arguments).await;
    assert!(
        other["error"].as_str().unwrap().contains("refused"),
        "its own breaker: {other}"
    );
}

/// F1: a label of 64 characters has no address on any network.
#[tokio::test]
async fn a_name_without_an_address_is_told_from_a_dead_host() {
    let harness = Harness::reached_at(&format!("http://{}:1", "n".repeat(64)), &[]).await;
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "unreachable",
        true,
        "its name can't be resolved",
        "WMS_NORTH_URL",
    );
    let check = harness.answer("check_connection", json!({})).await;
    assert!(
        check["cause"].as_str().unwrap().contains("resolved"),
        "{check}"
    );
}

/// F2
#[tokio::test]
async fn a_connection_closed_before_the_answer_is_tried_again() {
    let harness = Harness::start().await;
    let begun = Instant::now();
    harness
        .simulator
        .plan(Route::Query, Fault::CloseBeforeAnswer);
    assert!(!count(&harness).await.is_error);
    assert!(begun.elapsed() < AT_ONCE, "without a pause");
    assert_eq!(queries(&harness), 2);

    harness.simulator.clear_journal();
    harness
        .simulator
        .plan_times(Route::Query, Fault::CloseBeforeAnswer, 3);
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "unreachable",
        true,
        "closed before the answer",
        "Try again",
    );
    assert_eq!(queries(&harness), 3);
}

/// F2
#[tokio::test]
async fn a_reset_in_the_middle_of_a_body_is_a_cut_body() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"Items\":[".to_vec();
    let server = RawServer::always(vec![Step::Send(head), Step::Reset]).await;
    let harness = over(&server).await;
    let failure = failure(&harness).await;
    assert_eq!(failure["retryable"], true, "{failure}");
    assert!(
        (2..=3).contains(&server.data_requests()),
        "cut, or reset before it was read"
    );
}

/// F3
#[tokio::test]
async fn a_pooled_connection_that_the_server_closed_is_invisible() {
    let server = RawServer::start(|number| match number {
        2 => vec![Step::Close],
        _ => vec![counted()],
    })
    .await;
    let harness = over(&server).await;
    for _ in 0..2 {
        assert!(!count(&harness).await.is_error);
    }
    assert_eq!((server.data_requests(), server.connections()), (3, 2));
}

/// F4: the limit of an attempt counts from its start, whatever trickles in.
#[tokio::test]
async fn what_drips_or_stops_is_cut_at_the_limit() {
    let limit = [("WMS_TIMEOUT_SECONDS", "1")];
    let dripping = Harness::with_settings(&limit).await;
    dripping
        .simulator
        .plan_always(Route::Query, Fault::DripBody);
    let stopping = Harness::with_settings(&limit).await;
    stopping
        .simulator
        .plan_always(Route::Query, Fault::StallBody { after_bytes: 10 });
    let silent = Harness::with_settings(&limit).await;
    silent.simulator.plan_always(Route::Query, Fault::Hold);
    let half_a_head = Step::Send(b"HTTP/1.1 200 OK\r\nContent-".to_vec());
    let server = RawServer::always(vec![half_a_head, Step::Stall]).await;
    let headless = Harness::reached_at(server.base_url(), &limit).await;
    let rows = json!({"entity_type": "Product", "limit": 1});
    let failures = tokio::join!(
        dripping.failure("query_wms_entities", rows.clone()),
        stopping.failure("query_wms_entities", rows.clone()),
        silent.failure("query_wms_entities", rows.clone()),
        headless.failure("query_wms_entities", rows),
    );
    for failure in [failures.0, failures.1, failures.2, failures.3] {
        assert_told(
            &failure,
            "timeout",
            true,
            "did not answer within 1 s",
            "WMS_TIMEOUT_SECONDS",
        );
    }
    for harness in [dripping, stopping, silent] {
        assert_eq!(queries(&harness), 1, "a time-out is not tried again");
    }
    assert_eq!(server.data_requests(), 1);
}

/// F12
#[tokio::test]
async fn what_is_not_acceptable_http_is_not_tried_again() {
    let many = "X-Header: value\r\n".repeat(200);
    let huge = format!("X-Huge: {}\r\n", "h".repeat(600 << 10));
    let answers = [
        http(&format!("200 OK\r\n{}", many.trim_end()), b"{}"),
        http(&format!("200 OK\r\n{}", huge.trim_end()), b"{}"),
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}".to_vec(),
        b"SSH-2.0-OpenSSH_9.6\r\n".to_vec(),
        b"\x15\x03\x01\x00\x02\x02\x46".to_vec(),
    ];
    for answer in answers {
        let shown = String::from_utf8_lossy(&answer)
            .chars()
            .take(40)
            .collect::<String>();
        let server = RawServer::always(vec![Step::Send(answer), Step::Close]).await;
        let harness = over(&server).await;
        let failure = failure(&harness).await;
        assert_eq!(failure["code"], "upstream_invalid", "{shown}: {failure}");
        assert_told(
            &failure,
            "upstream_invalid",
            false,
            "acceptable HTTP",
            "scheme and port",
        );
        assert_eq!(server.data_requests(), 1, "{shown}");
    }
}
