use std::io::Read;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::{QUERY_PATH, http, query, start, token, unknown_type_query, url};
use crate::simulator::{Fault, Options, Route, Simulator};

/// The answer to a query when no fault is planned.
const REAL: &str = r#"{"Message":"Authorization has been denied for this request."}"#;

/// Everything that comes back over a bare socket, until the server closes it.
async fn raw(simulator: &Simulator) -> String {
    let mut stream = send_raw(simulator).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

async fn send_raw(simulator: &Simulator) -> TcpStream {
    let address = simulator.base_url().trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST {QUERY_PATH} HTTP/1.1\r\nHost: wms\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// The head in lower case and the body of an HTTP answer.
fn split(answer: &str) -> (String, &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_lowercase(), body)
}

async fn planned(fault: Fault) -> Simulator {
    let simulator = start(Options::default()).await;
    simulator.plan(Route::Query, fault);
    simulator
}

async fn asked(simulator: &Simulator) -> reqwest::Response {
    http()
        .post(url(simulator, QUERY_PATH))
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn queues_faults_by_route() {
    let simulator = start(Options::default()).await;
    simulator.plan(Route::Metric, Fault::status(500));
    simulator.plan_times(Route::Query, Fault::status(503), 2);
    simulator.plan(Route::Any, Fault::status(429));
    simulator.plan_always(Route::Query, Fault::status(418));
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(asked(&simulator).await.status().as_u16());
    }
    assert_eq!(statuses, [503, 503, 429, 418, 418]);
    simulator.clear_faults();
    assert_eq!(asked(&simulator).await.text().await.unwrap(), REAL);
}

#[tokio::test]
async fn answers_any_status_and_retry_after() {
    let simulator = planned(Fault::Status {
        code: 429,
        retry_after: Some("soon".to_owned()),
        body: Some("slow down".to_owned()),
        content_type: Some("text/plain".to_owned()),
    })
    .await;
    let response = asked(&simulator).await;
    assert_eq!(response.status(), 429);
    assert_eq!(response.headers()["retry-after"], "soon");
    assert_eq!(response.headers()["content-type"], "text/plain");
    assert_eq!(response.text().await.unwrap(), "slow down");
    simulator.plan(Route::Query, Fault::HtmlError(502));
    let response = asked(&simulator).await;
    assert_eq!(response.status(), 502);
    assert!(
        response
            .text()
            .await
            .unwrap()
            .contains("[NullReferenceException")
    );
}

#[tokio::test]
async fn closes_before_an_answer() {
    let simulator = planned(Fault::CloseBeforeAnswer).await;
    assert_eq!(raw(&simulator).await, "");
    assert_eq!(simulator.journal()[0].status, None);
}

#[tokio::test]
async fn cuts_a_body_short_of_its_length() {
    for (after_bytes, promised) in [(0, REAL.len()), (10, REAL.len()), (9_999, REAL.len() + 1)] {
        let simulator = planned(Fault::CutBody { after_bytes }).await;
        let answer = raw(&simulator).await;
        let (head, body) = split(&answer);
        assert!(
            head.contains(&format!("content-length: {promised}")),
            "{head}"
        );
        assert_eq!(body, REAL.get(..after_bytes).unwrap_or(REAL));
    }
    let simulator = planned(Fault::CutBody { after_bytes: 10 }).await;
    assert!(asked(&simulator).await.bytes().await.is_err());
}

#[tokio::test]
async fn cuts_chunks_without_the_last_one() {
    let simulator = planned(Fault::CutChunked).await;
    let answer = raw(&simulator).await;
    let (head, body) = split(&answer);
    assert!(
        head.contains("transfer-encoding: chunked") && !head.contains("content-length"),
        "{head}"
    );
    assert!(
        body.contains(REAL.get(..REAL.len() / 2).unwrap()) && !body.contains("0\r\n\r\n"),
        "{body}"
    );
    simulator.plan(Route::Query, Fault::CutChunked);
    assert!(asked(&simulator).await.bytes().await.is_err());
}

#[tokio::test]
async fn stalls_with_the_connection_open() {
    let simulator = planned(Fault::StallBody { after_bytes: 5 }).await;
    let mut stream = send_raw(&simulator).await;
    let mut answer = Vec::new();
    while !answer.ends_with(&REAL.as_bytes()[..5]) {
        assert_ne!(
            stream.read_buf(&mut answer).await.unwrap(),
            0,
            "closed too early"
        );
    }
    let more = tokio::time::timeout(Duration::from_millis(50), stream.read_u8());
    assert!(more.await.is_err(), "nothing more comes, and no end either");
}

// The clock is paused: it jumps ahead whenever everyone waits, so the delays are exact and cost nothing.
#[tokio::test(start_paused = true)]
async fn drips_and_delays_the_real_answer() {
    let simulator = planned(Fault::DripBody).await;
    let begin = Instant::now();
    assert_eq!(asked(&simulator).await.text().await.unwrap(), REAL);
    assert!(begin.elapsed() > Duration::from_secs(1));
    simulator.plan(Route::Query, Fault::SlowHeaders(Duration::from_millis(60)));
    let begin = Instant::now();
    assert_eq!(asked(&simulator).await.status(), 401);
    assert!(begin.elapsed() >= Duration::from_millis(60));
}

#[tokio::test]
async fn compresses_correctly() {
    let simulator = planned(Fault::Gzip).await;
    let response = asked(&simulator).await;
    assert_eq!(response.headers()["content-encoding"], "gzip");
    let packed = response.bytes().await.unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed.as_ref())
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, REAL);
}

#[tokio::test]
async fn packs_a_bomb_small() {
    let simulator = planned(Fault::GzipBomb { mebibytes: 3 }).await;
    let packed = asked(&simulator).await.bytes().await.unwrap();
    assert!(packed.len() < 64 * 1024, "{}", packed.len());
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed.as_ref())
        .read_to_string(&mut text)
        .unwrap();
    assert!(text.len() > 3 * 1024 * 1024);
    assert_eq!(
        serde_json::from_str::<Value>(&text).unwrap()["TotalCount"],
        0
    );
}

#[tokio::test]
async fn streams_a_huge_list_that_is_valid() {
    let simulator = planned(Fault::Huge { mebibytes: 2 }).await;
    let text = asked(&simulator).await.text().await.unwrap();
    assert!(
        (2 * 1024 * 1024..2 * 1024 * 1024 + 100).contains(&text.len()),
        "{}",
        text.len()
    );
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["Items"].as_array().unwrap().len(), 2048);
}

#[tokio::test]
async fn spoils_type_text_and_target() {
    let simulator = start(Options::default()).await;
    simulator.plan(Route::Query, Fault::WrongContentType);
    let response = asked(&simulator).await;
    assert_eq!(response.headers()["content-type"], "text/html");
    assert_eq!(response.text().await.unwrap(), REAL);

    simulator.plan(Route::Query, Fault::Bom);
    let bytes = asked(&simulator).await.bytes().await.unwrap();
    assert_eq!(bytes.as_ref(), format!("\u{FEFF}{REAL}").as_bytes());

    simulator.plan(Route::Query, Fault::ReplaceBody("{}".to_owned()));
    let response = asked(&simulator).await;
    assert_eq!(
        (response.status().as_u16(), response.text().await.unwrap()),
        (401, "{}".to_owned())
    );

    simulator.plan(Route::Query, Fault::BadJson("{'Items':[".to_owned()));
    let response = asked(&simulator).await;
    assert_eq!(
        (response.status().as_u16(), response.text().await.unwrap()),
        (200, "{'Items':[".to_owned())
    );

    simulator.plan(
        Route::Query,
        Fault::Redirect {
            code: 307,
            location: "/elsewhere".to_owned(),
        },
    );
    let response = asked(&simulator).await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["location"]),
        (307, &"/elsewhere".parse().unwrap())
    );
}

#[tokio::test]
async fn echoes_secrets_in_an_error() {
    let simulator = start(Options::default()).await;
    let token = token(&simulator, "NORTH").await;
    simulator.plan(Route::Query, Fault::EchoSecrets);
    let response = query(&simulator, &token, &unknown_type_query())
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 500);
    let answer: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
    let message = answer["ExceptionMessage"].as_str().unwrap();
    assert!(
        message.contains(&token) && message.contains("Nothing"),
        "{message}"
    );
}

#[tokio::test]
async fn holds_requests_until_released_and_counts_them() {
    let simulator = start(Options::default()).await;
    simulator.plan_times(Route::Query, Fault::Hold, 3);
    let requests: Vec<_> = (0..3)
        .map(|_| tokio::spawn(http().post(url(&simulator, QUERY_PATH)).send()))
        .collect();
    simulator.held(3).await;
    assert_eq!(simulator.in_flight_peak(), 3);
    assert!(
        simulator
            .journal()
            .iter()
            .all(|exchange| exchange.status.is_none())
    );
    simulator.release();
    for request in requests {
        assert_eq!(request.await.unwrap().unwrap().status(), 401);
    }
    asked(&simulator).await;
    assert_eq!(simulator.in_flight_peak(), 3);
}

#[tokio::test]
async fn notices_a_client_that_gives_up() {
    let simulator = planned(Fault::Hold).await;
    let request = tokio::spawn(http().post(url(&simulator, QUERY_PATH)).send());
    simulator.held(1).await;
    request.abort();
    simulator.none_held().await;
    assert_eq!(simulator.journal()[0].status, None);
}
