//! Many calls at once, slow ones, cancelled ones, a dead warehouse beside a living one.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use mcp_wms_api::simulator::{Fault, Route};
use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CancelledNotification, CancelledNotificationParam,
    ClientRequest, PingRequest, RequestId,
};
use rmcp::service::{PeerRequestOptions, RequestHandle};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{count, queries};
use crate::harness::{Harness, Outcome};

/// Long enough for a busy machine.
const A_SECOND: Duration = Duration::from_secs(1);

async fn begin_count(harness: &Harness) -> RequestHandle<RoleClient> {
    let Value::Object(arguments) = json!({"entity_type": "Product"}) else {
        unreachable!()
    };
    let params = CallToolRequestParams::new("count_wms_entities").with_arguments(arguments);
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    harness
        .client
        .send_cancellable_request(request, PeerRequestOptions::default())
        .await
        .unwrap()
}

fn codes(outcomes: &[Outcome]) -> (usize, usize) {
    let good = outcomes.iter().filter(|outcome| !outcome.is_error).count();
    let busy = outcomes
        .iter()
        .filter(|outcome| outcome.json["code"] == "busy")
        .count();
    (good, busy)
}

/// I1
#[tokio::test]
async fn two_hundred_calls_at_once_are_all_answered_and_four_are_in_flight() {
    let harness = Harness::start().await;
    harness.simulator.plan_times(Route::Query, Fault::Hold, 4);
    let calls = join_all((0..200).map(|_| count(&harness)));
    let release = async {
        harness.simulator.held(4).await;
        // The other calls are in the queue or refused by now: a ping is answered after them.
        let ping = ClientRequest::PingRequest(PingRequest::default());
        harness.client.send_request(ping).await.unwrap();
        harness.simulator.release();
    };
    let (outcomes, ()) = tokio::join!(calls, release);
    let (good, busy) = codes(&outcomes);
    assert_eq!(good + busy, 200);
    assert!(good >= 4 + 32, "{good} answered, {busy} busy");
    assert!(busy > 100, "{good} answered, {busy} busy");
    assert_eq!(harness.simulator.in_flight_peak(), 4);
    let refused = outcomes.iter().find(|outcome| outcome.is_error).unwrap();
    assert_eq!(refused.json["retryable"], true);
    assert_eq!(
        queries(&harness),
        good,
        "a refused call costs the warehouse nothing"
    );
}

/// I1: a client that asks many questions in one turn gets each whole, however many reads each takes.
#[tokio::test]
async fn calls_of_many_reads_are_never_refused_halfway() {
    let harness = Harness::start().await;
    let orders = (0..12).map(|_| harness.call("get_order_status", json!({"order": "SO-240117"})));
    for outcome in join_all(orders).await {
        assert!(!outcome.is_error, "{}", outcome.text);
        assert!(!outcome.text.contains("unavailable"), "{}", outcome.text);
    }
    assert!(queries(&harness) > 2 * 36, "{}", queries(&harness));
    assert_eq!(harness.simulator.in_flight_peak(), 4);
}

/// A scan whose next page waits for its turn until the time is up has read what it has read.
#[tokio::test]
async fn a_scan_without_a_turn_says_how_far_it_came() {
    let settings = [
        ("WMS_MAX_CONCURRENCY", "1"),
        ("WMS_SCAN_TIMEOUT_SECONDS", "6"),
    ];
    let harness = Harness::with_settings(&settings).await;
    // What the scan looks up before its first page is known by then.
    let sums = json!({"entity_type": "Container", "group_by": "Status"});
    assert!(
        !harness
            .call("aggregate_wms_entities", sums.clone())
            .await
            .is_error
    );
    harness.simulator.plan_times(Route::Query, Fault::Hold, 2);
    let scan = harness.call("aggregate_wms_entities", sums);
    let others = async {
        harness.simulator.held(1).await;
        let waiting = begin_count(&harness).await;
        let ping = ClientRequest::PingRequest(PingRequest::default());
        harness.client.send_request(ping).await.unwrap();
        harness.simulator.release();
        harness.simulator.held(1).await;
        waiting
    };
    let (scanned, waiting) = tokio::join!(scan, others);
    assert!(!scanned.is_error, "{}", scanned.text);
    assert_eq!(scanned.json["complete"], false, "{}", scanned.text);
    assert!(scanned.json["rows_scanned"].as_u64().unwrap() > 0);
    harness.simulator.release();
    waiting.await_response().await.unwrap();
}

/// I2
#[tokio::test]
async fn a_slow_call_delays_neither_a_ping_nor_a_fast_call() {
    let harness = Harness::start().await;
    assert!(!count(&harness).await.is_error);
    harness.simulator.plan(Route::Query, Fault::Hold);
    let slow = begin_count(&harness).await;
    harness.simulator.held(1).await;
    let begun = Instant::now();
    let ping = ClientRequest::PingRequest(PingRequest::default());
    harness.client.send_request(ping).await.unwrap();
    assert!(!count(&harness).await.is_error);
    assert!(begun.elapsed() < A_SECOND);
    harness.simulator.release();
    slow.await_response().await.unwrap();
}

/// I3
#[tokio::test]
async fn a_cancelled_call_drops_its_request_and_frees_its_permit() {
    let harness = Harness::with_settings(&[("WMS_MAX_CONCURRENCY", "1")]).await;
    harness.simulator.plan(Route::Query, Fault::Hold);
    let running = begin_count(&harness).await;
    harness.simulator.held(1).await;
    let queued = begin_count(&harness).await;
    queued.cancel(None).await.unwrap();
    let begun = Instant::now();
    running.cancel(None).await.unwrap();
    harness.simulator.none_held().await;
    assert!(!count(&harness).await.is_error);
    assert!(begun.elapsed() < A_SECOND);
    assert_eq!(queries(&harness), 2, "the queued one was never sent");
}

/// I3
#[tokio::test]
async fn cancelling_what_is_over_or_unknown_is_ignored() {
    let harness = Harness::start().await;
    let finished = begin_count(&harness).await;
    let id = finished.id.clone();
    finished.await_response().await.unwrap();
    for request_id in [id, RequestId::Number(987_654_321)] {
        let params = CancelledNotificationParam::new(Some(request_id), None);
        let notification = CancelledNotification::new(params);
        harness
            .client
            .send_notification(notification.into())
            .await
            .unwrap();
    }
    assert!(!count(&harness).await.is_error);
}

/// I8
#[tokio::test]
async fn a_dead_warehouse_does_not_touch_the_other() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let dead = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let harness = Harness::with_settings(&[("WMS_SOUTH_URL", &dead)]).await;
    let dead_call = || {
        let arguments = json!({"entity_type": "Product", "profile": "SOUTH"});
        harness.call("count_wms_entities", arguments)
    };
    let dead_calls = join_all((0..40).map(|_| dead_call()));
    let begun = Instant::now();
    let living = async {
        for outcome in join_all((0..20).map(|_| count(&harness))).await {
            assert!(!outcome.is_error, "{}", outcome.text);
        }
        begun.elapsed()
    };
    let (outcomes, living) = tokio::join!(dead_calls, living);
    assert!(outcomes.iter().all(|outcome| outcome.is_error));
    assert!(living < A_SECOND, "{living:?}");
}

/// I9
#[tokio::test]
async fn identical_calls_at_once_are_each_answered() {
    let harness = Harness::start().await;
    let outcomes = join_all((0..20).map(|_| count(&harness))).await;
    assert_eq!(codes(&outcomes), (20, 0));
    assert_eq!(queries(&harness), 20, "data is never shared between calls");
}
