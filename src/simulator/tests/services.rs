use std::time::Duration;

use serde_json::{Value, json};

use super::{ask_token, good, http, query, start, token, token_form, unknown_type_query, url};
use crate::simulator::{DEMO_CLIENT_SECRET, DEMO_PASSWORD, Fault, Options, Route};

#[tokio::test]
async fn issues_tokens_that_hold_no_secret() {
    let simulator = start(Options {
        token_lifetime: Some(Duration::from_secs(300)),
        ..Options::default()
    })
    .await;
    let (status, answer) = ask_token(&simulator, DEMO_CLIENT_SECRET, &token_form("NORTH")).await;
    assert_eq!((status, &answer["token_type"]), (200, &json!("bearer")));
    assert_eq!(answer["expires_in"], 300);
    assert!(!answer.to_string().contains(DEMO_PASSWORD));
    assert_ne!(
        token(&simulator, "NORTH").await,
        token(&simulator, "NORTH").await
    );
    assert_eq!(simulator.tokens_issued(), 3);
}

#[tokio::test]
async fn says_why_a_token_is_refused() {
    let simulator = start(Options::default()).await;
    let good = token_form("NORTH");
    let with = |name: &'static str, value: &str| {
        let mut form = good.clone();
        for (of, known) in &mut form {
            if *of == name {
                value.clone_into(known);
            }
        }
        form
    };
    let cases = [
        (
            "wrong",
            good.clone(),
            401,
            "invalid_client",
            "Client authentication failed",
        ),
        (
            DEMO_CLIENT_SECRET,
            with("tenant_code", "GHOST"),
            400,
            "invalid_grant",
            "Unknown tenant 'GHOST'",
        ),
        (
            DEMO_CLIENT_SECRET,
            with("password", "x"),
            400,
            "invalid_grant",
            "Invalid user name or password",
        ),
        (
            DEMO_CLIENT_SECRET,
            with("username", ""),
            400,
            "invalid_request",
            "Missing parameter 'username'",
        ),
        (
            DEMO_CLIENT_SECRET,
            with("grant_type", "code"),
            400,
            "unsupported_grant_type",
            "Only the grant type 'password' is supported",
        ),
    ];
    for (secret, form, status, error, description) in cases {
        let answer = json!({ "error": error, "error_description": description });
        assert_eq!(ask_token(&simulator, secret, &form).await, (status, answer));
    }
    assert_eq!(simulator.tokens_issued(), 0);
}

#[tokio::test]
async fn omits_expires_in_without_a_lifetime() {
    let simulator = start(Options {
        token_lifetime: None,
        ..Options::default()
    })
    .await;
    let (_, answer) = ask_token(&simulator, DEMO_CLIENT_SECRET, &token_form("SOUTH")).await;
    assert_eq!(answer.get("expires_in"), None);
}

#[tokio::test]
async fn accepts_a_token_issued_past_the_service() {
    let simulator = start(Options::default()).await;
    assert_eq!(simulator.issue_token("GHOST"), None);
    let token = simulator.issue_token("SOUTH").unwrap();
    let body = unknown_type_query();
    let answer = query(&simulator, &token, &body).send().await.unwrap();
    assert_eq!(answer.status(), 400);
}

#[tokio::test]
async fn refuses_missing_invalid_expired_and_revoked_tokens() {
    let simulator = start(Options {
        token_lifetime: Some(Duration::ZERO),
        ..Options::default()
    })
    .await;
    let expired = token(&simulator, "NORTH").await;
    let other = start(Options::default()).await;
    let revoked = token(&other, "NORTH").await;
    other.revoke_tokens();
    for (simulator, token) in [
        (&simulator, expired.as_str()),
        (&simulator, "invented"),
        (&other, &revoked),
    ] {
        let response = query(simulator, token, &unknown_type_query())
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 401);
        let body = response.text().await.unwrap();
        assert_eq!(
            body,
            r#"{"Message":"Authorization has been denied for this request."}"#
        );
    }
    let bare = http()
        .get(url(&simulator, "/MetadataService/api/EntityTypes"))
        .send()
        .await
        .unwrap();
    assert_eq!(bare.status(), 401);
}

#[tokio::test]
async fn answers_bad_queries_with_web_api_errors() {
    let simulator = start(Options::default()).await;
    let token = token(&simulator, "NORTH").await;
    let cases = [
        (unknown_type_query(), "Entity type 'Nothing' was not found"),
        (
            json!({ "EntityType": "Product", "QueryType": 7 }),
            "request.QueryType",
        ),
        (
            json!({ "EntityType": "Product", "QueryType": 0, "Take": -1 }),
            "invalid value: integer `-1`",
        ),
        (
            json!({ "EntityType": "Product", "QueryType": 0, "Limit": 5 }),
            "unknown field `Limit`",
        ),
        (json!("Product"), "invalid type: string"),
    ];
    for (body, expected) in cases {
        let response = query(&simulator, &token, &body).send().await.unwrap();
        assert_eq!(response.status(), 400, "{body}");
        let answer: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        assert!(
            answer["Message"].is_string() && answer.to_string().contains(expected),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn journals_what_was_really_sent() {
    let simulator = start(Options::default()).await;
    let token = token(&simulator, "SOUTH").await;
    simulator.clear_journal();
    let body = unknown_type_query();
    query(&simulator, &token, &body).send().await.unwrap();
    http()
        .get(url(&simulator, "/MetricsService/api/Metrics?from=a%20b"))
        .send()
        .await
        .unwrap();
    let journal = simulator.journal();
    let [asked, other] = journal.as_slice() else {
        unreachable!("two requests were sent");
    };
    assert_eq!(
        (asked.method.as_str(), asked.path.as_str()),
        ("POST", super::QUERY_PATH)
    );
    assert_eq!(asked.body, body.to_string());
    assert_eq!(
        (asked.tenant, asked.bearer, asked.status),
        (Some("SOUTH"), true, Some(400))
    );
    assert_eq!(
        (other.query.as_str(), other.tenant, other.bearer),
        ("from=a%20b", None, false)
    );
}

#[tokio::test]
async fn counts_attempts_to_write_whatever_fault_is_planned() {
    let simulator = start(Options::default()).await;
    let status = async |method: reqwest::Method, path: &str| {
        let response = http()
            .request(method, url(&simulator, path))
            .send()
            .await
            .unwrap();
        response.status().as_u16()
    };
    assert_eq!(
        status(
            reqwest::Method::POST,
            "/ApplicationService/api/CommandExecute"
        )
        .await,
        500
    );
    assert_eq!(
        status(
            reqwest::Method::POST,
            "/QueryService/api/QueryExecuteStream"
        )
        .await,
        500
    );
    assert_eq!(
        status(reqwest::Method::DELETE, super::QUERY_PATH).await,
        405
    );
    assert_eq!(status(reqwest::Method::GET, "/").await, 404);
    assert_eq!(simulator.write_attempts(), 4);
    simulator.plan_always(Route::Any, Fault::status(503));
    assert_eq!(
        status(
            reqwest::Method::POST,
            "/QueryService/api/queryexecutestream"
        )
        .await,
        503
    );
    assert_eq!(simulator.write_attempts(), 5);
}

#[tokio::test]
async fn has_no_metadata_service_when_told_so() {
    let simulator = start(Options {
        metadata: false,
        ..Options::default()
    })
    .await;
    let token = token(&simulator, "NORTH").await;
    for path in [
        "/MetadataService/api/EntityTypes",
        "/MetadataService/api/EntityTypes/Product",
    ] {
        let response = http()
            .get(url(&simulator, path))
            .bearer_auth(&token)
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 404);
        assert!(
            response
                .text()
                .await
                .unwrap()
                .contains("No HTTP resource was found")
        );
    }
    assert_eq!(simulator.write_attempts(), 0);
}

#[tokio::test]
async fn stops_with_its_connections_when_dropped() {
    use tokio::io::AsyncReadExt;

    let simulator = start(Options::default()).await;
    let address = simulator
        .base_url()
        .trim_start_matches("http://")
        .to_owned();
    let mut idle = tokio::net::TcpStream::connect(&address).await.unwrap();
    drop(simulator);
    let mut nothing = Vec::new();
    // The end of the stream or a reset: either way it ends.
    let _ = idle.read_to_end(&mut nothing).await;
    assert!(nothing.is_empty());
    assert!(tokio::net::TcpStream::connect(&address).await.is_err());
}

#[tokio::test]
async fn serves_workflows_logs_and_metrics() {
    let simulator = start(Options::default()).await;
    let token = token(&simulator, "NORTH").await;
    let get = async |path: &str| {
        let response = http()
            .get(url(&simulator, path))
            .bearer_auth(&token)
            .send()
            .await
            .unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    let dictionary = "/ApplicationDictionaryService/api/Applications";
    for (path, status, expected) in [
        (dictionary, 200, "CustomApp"),
        (
            &format!("{dictionary}/CustomApp/Workflows?search=pallet&take=1"),
            200,
            "CST_",
        ),
        (
            &format!("{dictionary}/CustomApp/Workflows?take=x"),
            400,
            "The request is invalid.",
        ),
        (
            &format!("{dictionary}/Nothing/Workflows"),
            404,
            "Application 'Nothing' was not found.",
        ),
        (
            &format!("{dictionary}/EasyWMS/Workflows/StackerCrane"),
            200,
            "StackerCrane",
        ),
        (
            &format!("{dictionary}/EasyWMS/Workflows/Nothing"),
            404,
            "Workflow 'Nothing' was not found",
        ),
        (
            "/WorkflowLogService/api/Logs/nothing",
            404,
            "Log entry 'nothing' was not found.",
        ),
        ("/MetricsService/api/Metrics", 200, "WarehouseCode"),
        (
            "/MetricsService/api/Metrics/nothing?from=2026-11-30",
            404,
            "Metric 'nothing' was not found.",
        ),
    ] {
        let (answered, body) = get(path).await;
        assert_eq!(answered, status, "{path}: {body}");
        assert!(body.contains(expected), "{path}: {body}");
    }
    let search = http()
        .post(url(&simulator, "/WorkflowLogService/api/LogSearch"))
        .bearer_auth(&token)
        .header("Content-Type", "application/json")
        .body(json!({ "Keyword": "SC03 alarm 4711", "MinLevel": "Error", "Take": 1, "Descending": true }).to_string());
    let page = good(search).await;
    assert_eq!(page["TotalCount"], 38, "{page}");
    assert_eq!(simulator.write_attempts(), 0);
}
