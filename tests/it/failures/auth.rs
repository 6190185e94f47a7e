//! Credentials, tokens and rights.

use futures_util::future::join_all;
use mcp_wms_api::simulator::{Fault, Options, Route};
use serde_json::json;

use super::{
    QUERY_PATH, asking_to_wait, assert_told, count, failure, queries, requests, token_requests,
};
use crate::harness::{Harness, simulator_options};

/// The most requests that can be in flight at once.
const MOST_AT_ONCE: usize = 32;

async fn calls_at_once(harness: &Harness, number: usize) {
    let outcomes = join_all((0..number).map(|_| count(harness))).await;
    for outcome in outcomes {
        assert!(!outcome.is_error, "{}", outcome.text);
    }
}

async fn wide() -> Harness {
    Harness::with_settings(&[("WMS_MAX_CONCURRENCY", "32")]).await
}

/// E1: an account must not be locked by retries.
#[tokio::test]
async fn a_wrong_password_is_tried_once_for_twenty_calls() {
    let harness = Harness::with_settings(&[("WMS_NORTH_PASSWORD", "not-the-password")]).await;
    let first = failure(&harness).await;
    assert_told(
        &first,
        "auth_failed",
        false,
        "refused the credentials",
        "WMS_NORTH_PASSWORD",
    );
    for _ in 1..20 {
        let again = failure(&harness).await;
        assert_told(
            &again,
            "auth_failed",
            false,
            "refused the credentials",
            "not tried again",
        );
    }
    assert_eq!((token_requests(&harness), queries(&harness)), (1, 0));
}

/// E1
#[tokio::test]
async fn the_connection_check_tries_a_refused_password_again() {
    let harness = Harness::start().await;
    harness.simulator.plan(Route::Token, Fault::status(401));
    assert_eq!(failure(&harness).await["code"], "auth_failed");
    let check = harness.answer("check_connection", json!({})).await;
    assert_eq!(check["connected"], true, "{check}");
    assert!(!count(&harness).await.is_error);
}

/// E1
#[tokio::test]
async fn every_refusing_status_of_the_token_service_is_a_refusal() {
    for status in [400, 401, 403] {
        let harness = Harness::start().await;
        harness
            .simulator
            .plan_always(Route::Token, Fault::status(status));
        for _ in 0..3 {
            assert_eq!(failure(&harness).await["code"], "auth_failed", "{status}");
        }
        assert_eq!(token_requests(&harness), 1, "{status}");
    }
}

/// E2
#[tokio::test]
async fn an_unknown_tenant_names_its_setting() {
    let harness = Harness::start().await;
    let arguments = json!({"entity_type": "Product", "profile": "GHOST"});
    let failure = harness.failure("count_wms_entities", arguments).await;
    assert_told(
        &failure,
        "tenant_not_found",
        false,
        "'GHOST'",
        "WMS_GHOST_TENANT",
    );
}

/// E3: the data attempts around a failed token request do not repeat it.
#[tokio::test]
async fn a_failing_token_service_gets_the_attempts_of_any_other() {
    let harness = Harness::start().await;
    harness
        .simulator
        .plan_always(Route::Token, Fault::status(500));
    assert_told(
        &failure(&harness).await,
        "upstream_error",
        false,
        "the token service failed",
        "",
    );
    assert_eq!(token_requests(&harness), 1, "a 500 is not tried again");

    harness.simulator.clear_faults();
    harness
        .simulator
        .plan_always(Route::Token, asking_to_wait(503, "3600"));
    let unavailable = failure(&harness).await;
    assert_told(
        &unavailable,
        "upstream_error",
        true,
        "the token service is not available",
        "3600 s",
    );
    assert_eq!(
        token_requests(&harness),
        2,
        "a pause that does not fit ends the attempts"
    );

    harness.simulator.clear_faults();
    harness
        .simulator
        .plan(Route::Token, Fault::CloseBeforeAnswer);
    assert!(!count(&harness).await.is_error);
    assert_eq!(
        token_requests(&harness),
        4,
        "a closed connection is replaced"
    );

    harness.simulator.revoke_tokens();
    harness.simulator.plan(Route::Token, Fault::HtmlError(200));
    let html = failure(&harness).await;
    assert_told(&html, "upstream_invalid", false, "the token service", "");
}

/// E3: each of the two requests has its three attempts, not three times three.
#[tokio::test]
async fn an_unavailable_token_service_is_asked_three_times() {
    let harness = Harness::start().await;
    harness
        .simulator
        .plan_always(Route::Token, Fault::status(503));
    assert_eq!(failure(&harness).await["code"], "upstream_error");
    assert_eq!(token_requests(&harness), 3);
}

/// E4
#[tokio::test]
async fn an_answer_without_a_usable_token_says_what_is_wrong_with_it() {
    let harness = Harness::start().await;
    let long = format!(r#"{{"access_token":"{}"}}"#, "canary".repeat(1 << 17));
    for (body, told) in [
        ("{}", "it holds no access_token"),
        (r#"{"access_token":""}"#, "it holds no access_token"),
        (
            r#"{"access_token":"canary\nX-Injected: 1"}"#,
            "no header may have",
        ),
        (long.as_str(), "larger than 64 KiB"),
    ] {
        let fault = Fault::ReplaceBody(body.to_owned());
        harness.simulator.plan(Route::Token, fault);
        let failure = failure(&harness).await;
        assert_told(
            &failure,
            "upstream_invalid",
            false,
            told,
            "WMS_NORTH_STS_PATH",
        );
        assert!(!failure.to_string().contains("canary"), "{failure}");
    }
    assert_eq!((token_requests(&harness), queries(&harness)), (4, 0));
}

/// E5
#[tokio::test]
async fn a_token_without_a_lifetime_serves_more_than_one_call() {
    let options = Options {
        token_lifetime: None,
        ..simulator_options()
    };
    let harness = Harness::with(options, &[]).await;
    calls_at_once(&harness, 5).await;
    assert_eq!(token_requests(&harness), 1);
}

/// E6
#[tokio::test]
async fn the_first_calls_share_one_token_request() {
    let harness = wide().await;
    harness.simulator.plan(Route::Token, Fault::Hold);
    let (simulator, calls) = (
        &harness.simulator,
        calls_at_once(&harness, 2 * MOST_AT_ONCE),
    );
    let release = async {
        simulator.held(1).await;
        simulator.release();
    };
    tokio::join!(calls, release);
    assert_eq!(token_requests(&harness), 1);
    assert_eq!(queries(&harness), 2 * MOST_AT_ONCE);
}

/// E7
#[tokio::test]
async fn calls_refused_together_share_one_renewal_and_are_sent_again() {
    let harness = wide().await;
    assert!(!count(&harness).await.is_error);
    harness.simulator.clear_journal();
    harness
        .simulator
        .plan_times(Route::Query, Fault::Hold, MOST_AT_ONCE);
    let (simulator, calls) = (&harness.simulator, calls_at_once(&harness, MOST_AT_ONCE));
    let revoke = async {
        simulator.held(MOST_AT_ONCE).await;
        simulator.revoke_tokens();
        simulator.release();
    };
    tokio::join!(calls, revoke);
    let statuses: Vec<_> = requests(&harness.simulator, QUERY_PATH)
        .iter()
        .map(|exchange| exchange.status)
        .collect();
    let with = |status| statuses.iter().filter(|of| **of == Some(status)).count();
    assert_eq!((with(401), with(200)), (MOST_AT_ONCE, MOST_AT_ONCE));
    assert_eq!(token_requests(&harness), 1);
}

/// E9
#[tokio::test]
async fn a_fresh_token_that_is_refused_ends_the_call() {
    let harness = Harness::start().await;
    harness
        .simulator
        .plan_always(Route::Query, Fault::status(401));
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "auth_failed",
        false,
        "had just issued",
        "WMS_NORTH_TENANT",
    );
    assert_eq!((queries(&harness), token_requests(&harness)), (2, 2));
}

/// E10
#[tokio::test]
async fn a_missing_right_is_not_a_matter_of_tokens() {
    let harness = Harness::start().await;
    harness.simulator.plan(Route::Query, Fault::status(403));
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "forbidden",
        false,
        "does not let this user",
        "read right",
    );
    assert_eq!(
        failure["details"]["server_message"],
        "Authorization has been denied for this request."
    );
    assert_eq!((queries(&harness), token_requests(&harness)), (1, 1));
}

/// E13, D13
#[tokio::test]
async fn tokens_never_cross_profiles_of_one_host() {
    let harness = Harness::start().await;
    let call = |profile: &'static str| {
        harness.answer(
            "count_wms_entities",
            json!({"entity_type": "Product", "profile": profile}),
        )
    };
    let rounds = (0..6).map(|_| async { tokio::join!(call("NORTH"), call("SOUTH")) });
    for (north, south) in join_all(rounds).await {
        assert_eq!(
            (&north["profile"], &south["profile"]),
            (&json!("NORTH"), &json!("SOUTH"))
        );
    }
    harness.simulator.revoke_tokens();
    tokio::join!(call("NORTH"), call("SOUTH"));
    let tenants = requests(&harness.simulator, QUERY_PATH);
    let of = |tenant| {
        tenants
            .iter()
            .filter(|exchange| exchange.tenant == Some(tenant))
            .count()
    };
    assert_eq!((of("NORTH"), of("SOUTH")), (7, 7));
    assert_eq!(token_requests(&harness), 4);
}
