//! Statuses: tried again, told, or refused for good; redirects; pages where data should be.

use std::time::{Duration, Instant};

use mcp_wms_api::simulator::{Fault, Route, Simulator};
use serde_json::json;

use super::{asking_to_wait, assert_told, count, failure, queries};
use crate::harness::{Harness, simulator_options};

/// Long enough for a busy machine, far below any pause or limit.
const AT_ONCE: Duration = Duration::from_millis(400);

/// F5
#[tokio::test]
async fn a_pause_that_is_too_long_is_reported_instead_of_slept() {
    let harness = Harness::start().await;
    let begun = Instant::now();
    harness
        .simulator
        .plan(Route::Query, asking_to_wait(429, "3600"));
    let limited = failure(&harness).await;
    assert_told(&limited, "rate_limited", true, "limits the rate", "3600 s");
    assert_eq!(limited["details"]["retry_after_seconds"], 3600);

    let date = asking_to_wait(503, "Fri, 31 Dec 2399 23:59:59 GMT");
    harness.simulator.plan(Route::Query, date);
    let unavailable = failure(&harness).await;
    assert_told(
        &unavailable,
        "upstream_error",
        true,
        "not available",
        "Try again in",
    );
    assert!(begun.elapsed() < AT_ONCE);
    assert_eq!(queries(&harness), 2);
}

/// F5, F6
#[tokio::test]
async fn a_short_or_unreadable_pause_is_followed_by_the_answer() {
    for (status, retry_after) in [
        (429, "0"),
        (429, "Mon, 30 Nov 2020 08:15:10 GMT"),
        (503, "soon"),
    ] {
        let harness = Harness::start().await;
        harness
            .simulator
            .plan(Route::Query, asking_to_wait(status, retry_after));
        assert!(!count(&harness).await.is_error, "{retry_after}");
        assert_eq!(queries(&harness), 2);
    }
}

/// F6, F8
#[tokio::test]
async fn what_passes_by_itself_is_tried_again() {
    for fault in [
        Fault::status(408),
        Fault::HtmlError(502),
        Fault::HtmlError(504),
    ] {
        let harness = Harness::start().await;
        harness.simulator.plan(Route::Query, fault.clone());
        assert!(!count(&harness).await.is_error, "{fault:?}");
        assert_eq!(queries(&harness), 2);
    }
}

/// F8
#[tokio::test]
async fn a_gateway_that_keeps_failing_is_named_as_one() {
    let harness = Harness::start().await;
    harness
        .simulator
        .plan_always(Route::Query, Fault::HtmlError(504));
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "upstream_error",
        true,
        "a gateway in front of the query service",
        "behind the gateway",
    );
    assert_eq!(failure["details"]["http_status"], 504);
    assert_eq!(queries(&harness), 3);
}

/// F8
#[tokio::test]
async fn a_proxy_that_wants_credentials_names_the_setting() {
    let harness = Harness::start().await;
    harness.simulator.plan(Route::Query, Fault::HtmlError(407));
    let failure = failure(&harness).await;
    assert_told(&failure, "upstream_error", false, "HTTP 407", "WMS_PROXY");
    assert_eq!(queries(&harness), 1);
}

/// F7
#[tokio::test]
async fn a_500_is_not_tried_again_and_shows_no_stack_trace() {
    let harness = Harness::start().await;
    let arguments = json!({"entity_type": "Product", "raw_filter": "Code =="});
    let problem = Fault::Status {
        code: 500,
        retry_after: None,
        body: Some(r#"{"Message":"An error has occurred.","ExceptionMessage":"Sequence contains no elements","StackTrace":"   at System.Linq.Enumerable.First"}"#.to_owned()),
        content_type: None,
    };
    harness.simulator.plan(Route::Query, problem);
    harness.simulator.plan(Route::Query, Fault::HtmlError(500));
    let with_message = harness.failure("call_query_api", arguments.clone()).await;
    let html = harness.failure("call_query_api", arguments).await;
    assert_told(
        &with_message,
        "upstream_error",
        false,
        "HTTP 500",
        "simplify",
    );
    assert_eq!(
        with_message["details"]["server_message"],
        "Sequence contains no elements"
    );
    assert_eq!(html["details"], json!({"http_status": 500}));
    for failure in [with_message, html] {
        let text = failure.to_string();
        assert!(
            !text.contains("System.Linq") && !text.contains("NullReference"),
            "{text}"
        );
    }
    assert_eq!(queries(&harness), 2);
}

/// F9, G4: see also `payload`.
#[tokio::test]
async fn a_login_page_is_not_data() {
    let harness = Harness::start().await;
    let page = "<!DOCTYPE html><html><title>Sign in</title></html>";
    harness
        .simulator
        .plan(Route::Query, Fault::BadJson(page.to_owned()));
    let failure = failure(&harness).await;
    assert_told(
        &failure,
        "upstream_invalid",
        false,
        "HTML or XML",
        "login page",
    );
    assert_eq!(queries(&harness), 1);
}

/// F9
#[tokio::test]
async fn an_empty_answer_is_an_error_and_not_an_empty_list() {
    let harness = Harness::start().await;
    harness.simulator.plan(Route::Query, Fault::status(204));
    harness
        .simulator
        .plan(Route::Query, Fault::ReplaceBody(String::new()));
    for _ in 0..2 {
        let failure = failure(&harness).await;
        assert_told(&failure, "upstream_invalid", false, "the body is empty", "");
    }
}

/// F9
#[tokio::test]
async fn json_under_a_wrong_content_type_is_json() {
    let harness = Harness::start().await;
    harness
        .simulator
        .plan(Route::Query, Fault::WrongContentType);
    assert_eq!(count(&harness).await.json["count"], 2400);
}

/// F10
#[tokio::test]
async fn no_redirect_is_ever_followed() {
    let elsewhere = Simulator::start(simulator_options()).await.unwrap();
    let harness = Harness::start().await;
    let same = format!(
        "{}/QueryService/api/QueryExecute",
        harness.simulator.base_url()
    );
    let other = format!(
        "{}/QueryService/api/QueryExecute?token=canary",
        elsewhere.base_url()
    );
    for code in [301, 302, 303, 307, 308] {
        for location in [
            &same,
            &other,
            "https://127.0.0.1/",
            "/QueryService/api/QueryExecute",
            "::",
        ] {
            let location = location.to_owned();
            harness
                .simulator
                .plan(Route::Query, Fault::Redirect { code, location });
            let failure = failure(&harness).await;
            assert_told(
                &failure,
                "upstream_error",
                false,
                "redirects are not followed",
                "WMS_NORTH_URL",
            );
            assert!(!failure.to_string().contains("canary"), "{failure}");
        }
    }
    assert_eq!(queries(&harness), 25);
    assert_eq!(elsewhere.journal(), []);
}

/// F16
#[tokio::test]
async fn a_path_without_a_service_names_its_setting() {
    let harness = Harness::start().await;
    harness.simulator.plan(Route::Query, Fault::HtmlError(404));
    let failure = failure(&harness).await;
    let told = "this server has no query service at /QueryService/api/QueryExecute";
    assert_told(
        &failure,
        "route_not_found",
        false,
        told,
        "WMS_NORTH_QUERY_PATH",
    );
}

/// F16: a thing that is missing on a service that is there.
#[tokio::test]
async fn a_missing_thing_is_told_from_a_missing_service() {
    let harness = Harness::start().await;
    let arguments = json!({"id": "00000000-0000-0000-0000-000000000000"});
    let missing = harness.failure("get_log_entry", arguments.clone()).await;
    assert_told(&missing, "not_found", false, "log entry", "");
    let elsewhere = [("WMS_NORTH_LOG_PATH", "/Elsewhere/api")];
    let harness = Harness::with_settings(&elsewhere).await;
    let failure = harness.failure("get_log_entry", arguments).await;
    let told = "this server has no log service at /Elsewhere/api";
    assert_told(
        &failure,
        "route_not_found",
        false,
        told,
        "WMS_NORTH_LOG_PATH",
    );
}
