//! Lists read page by page: every row once and in order, whatever the budget, the limit and the rows.
//!
//! The marks (C1, P3 …) are those of the catalogue of faults and of the properties that the tests were written from.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

mod cursors;
mod list_server;
mod properties;
mod walk;
mod windows;

use mcp_wms_api::simulator::{Fault, Route};
use rmcp::model::CallToolRequestParams;
use serde_json::json;

use self::list_server::{List, ListServer};
use self::walk::{Client, Page, page, page_of};
use crate::harness::{Harness, config_for, connect};

/// A row of this many bytes.
fn row(number: usize, bytes: usize) -> String {
    let start = format!(r#"{{"Code":"R-{number}","Text":""#);
    let filler = bytes.saturating_sub(start.len() + 2);
    format!(r#"{start}{}"}}"#, "x".repeat(filler))
}

async fn client_of(server: &ListServer, budget_bytes: usize) -> Client {
    let budget = budget_bytes.to_string();
    connect(config_for(
        &server.base_url,
        &[("MAX_RESPONSE_BYTES", &budget)],
    ))
    .await
}

fn list(rows: Vec<String>) -> List {
    List {
        rows,
        counts: true,
        most_rows: usize::MAX,
        least_rows: 0,
        ignores_skip: false,
    }
}

/// The first page of these rows under a budget of 2,000 bytes.
async fn first_page(rows: Vec<String>, limit: usize) -> Page {
    let server = ListServer::start(list(rows)).await;
    let client = client_of(&server, 2_000).await;
    page(&client, limit, None).await
}

/// H4, C10: a list that ends where the page ends is not cut, and has no further page.
#[tokio::test]
async fn a_full_page_that_is_the_last_one_has_no_cursor() {
    for count in [0, 1, 5] {
        let rows: Vec<String> = (0..count).map(|number| row(number, 100)).collect();
        let page = first_page(rows.clone(), 5).await;
        assert_eq!(page.rows(), rows);
        assert_eq!(
            (page.total, page.truncated, page.next_cursor),
            (Some(count), false, None)
        );
    }
}

/// Rows that come again must not pass for further ones.
#[tokio::test]
async fn a_server_that_ignores_how_many_rows_to_pass_over_is_told() {
    let server = ListServer::start(List {
        ignores_skip: true,
        most_rows: 5,
        ..list((0..20).map(|number| row(number, 100)).collect())
    })
    .await;
    let client = client_of(&server, 25_000).await;
    let params = CallToolRequestParams::new("query_wms_entities").with_arguments(
        json!({"entity_type": "Product", "limit": 20})
            .as_object()
            .cloned()
            .unwrap(),
    );
    let result = client.call_tool(params).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    let text = format!("{result:?}");
    assert!(text.contains("it sent the first ones again"), "{text}");
    assert!(text.contains("upstream_invalid"), "{text}");
}

/// H4: the budget holds a row exactly, or not at all.
#[tokio::test]
async fn a_row_fits_to_the_byte() {
    let empty = first_page(vec![row(0, 100)], 1).await.bytes - 100;
    let exact = first_page(vec![row(0, 2_000 - empty)], 1).await;
    assert_eq!(
        (exact.bytes, exact.returned, exact.truncated),
        (2_000, 1, false)
    );
    let above = first_page(vec![row(0, 2_001 - empty)], 1).await;
    assert_eq!(
        (above.returned, above.omitted, above.truncated),
        (0, Some(1), true)
    );
}

/// C11, H2: the first row, every row, the last row above the budget: said, stepped over, and the walk ends.
#[tokio::test]
async fn a_row_above_the_budget_is_stepped_over_and_the_walk_ends() {
    for large in [9_000, JUST_TOO_LARGE] {
        for sizes in [
            [large, 100, 100],
            [large; 3],
            [100, 100, large],
            [100, large, 100],
            [large, JUST_TOO_LARGE, 100],
        ] {
            walk_past_the_large(sizes).await;
        }
    }
}

/// A row that a budget of 2,000 bytes holds, but not beside the words of the answer.
const JUST_TOO_LARGE: usize = 1_950;

async fn walk_past_the_large(sizes: [usize; 3]) {
    let rows: Vec<String> = (0..3).map(|number| row(number, sizes[number])).collect();
    let server = ListServer::start(list(rows.clone())).await;
    let client = client_of(&server, 2_000).await;
    let (mut seen, mut cursor, mut calls) = (Vec::new(), None, 0);
    loop {
        let page = page(&client, 3, cursor.as_deref()).await;
        calls += 1;
        if page.returned == 0 {
            let hint = page.hint.as_ref().unwrap();
            assert!(
                page.truncated && hint.contains(&format!("{} bytes", sizes[seen.len()])),
                "{hint}"
            );
            assert!(hint.contains(&format!("Code 'R-{}'", seen.len())), "{hint}");
            seen.push(None);
        }
        seen.extend(page.rows().into_iter().map(|row| Some(row.to_owned())));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let expected: Vec<_> = rows
        .into_iter()
        .map(|row| (row.len() < JUST_TOO_LARGE).then_some(row))
        .collect();
    assert_eq!(seen, expected);
    assert!(calls <= 4, "{calls} calls for {sizes:?}");
}

/// A server that sends more than it was asked for fills no page before its time.
#[tokio::test]
async fn rows_that_were_not_asked_for_neither_end_a_page_nor_come_twice() {
    let rows: Vec<String> = (0..60).map(|number| row(number, 100)).collect();
    let generous = List {
        least_rows: usize::MAX,
        ..list(rows.clone())
    };
    let server = ListServer::start(generous).await;
    let client = client_of(&server, 25_000).await;
    let first = page(&client, 40, None).await;
    assert_eq!(
        (first.rows(), first.truncated),
        (rows.iter().take(40).map(String::as_str).collect(), false)
    );
    let second = page(&client, 40, first.next_cursor.as_deref()).await;
    assert_eq!((second.returned, second.next_cursor.as_deref()), (20, None));
    assert_eq!(second.rows(), rows[40..]);
}

/// C8: pages are counted from the start of the list, so a list that changes underneath is noticed by its total.
#[tokio::test]
async fn a_list_that_changes_between_pages_is_reported() {
    let harness = Harness::start().await;
    let first = page(&harness.client, 2, None).await;
    let body = json!({"Items": [{"Code": "new"}], "TotalCount": 2401});
    harness
        .simulator
        .plan(Route::Query, Fault::ReplaceBody(body.to_string()));
    let second = page(&harness.client, 1, first.next_cursor.as_deref()).await;
    let told = "the total changed from 2400 to 2401 since the first page";
    assert!(
        second.warnings[0].starts_with(told),
        "{:?}",
        second.warnings
    );
}

/// H1, P1, P2: against the simulator's own answer, byte for byte.
#[tokio::test]
async fn a_walk_gives_what_the_simulator_holds() {
    let harness = Harness::start().await;
    let question = json!({"entity_type": "Product", "limit": 60, "raw_filter": "Code < 'P-10060'"});
    let (mut rows, mut cursor, mut pages) = (Vec::new(), None, 0);
    loop {
        let page = page_of(&harness.client, question.clone(), cursor.as_deref()).await;
        assert!(page.bytes <= 25_000);
        rows.extend(page.rows().into_iter().map(str::to_owned));
        pages += 1;
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert!(pages > 1, "rows of 4.8 kB don't fit into one answer");
    assert_eq!(rows, simulators_rows(&harness).await);
}

/// The same rows in one answer, asked for over plain HTTP.
async fn simulators_rows(harness: &Harness) -> Vec<String> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "PascalCase")]
    struct Answer {
        items: Vec<Box<serde_json::value::RawValue>>,
    }
    let token = harness.simulator.issue_token("NORTH").unwrap();
    let url = format!(
        "{}/QueryService/api/QueryExecute",
        harness.simulator.base_url()
    );
    let body = json!({"EntityType": "Product", "QueryType": 0, "Filter": "Code < 'P-10060'", "OrderBy": "Code", "Take": 200});
    let response = reqwest::Client::builder()
        .tls_backend_preconfigured(plain_http_only())
        .build()
        .unwrap()
        .post(url)
        .bearer_auth(token)
        .header("Content-Type", "application/json")
        .body(body.to_string())
        .send();
    let text = response.await.unwrap().text().await.unwrap();
    let answer: Answer = serde_json::from_str(&text).unwrap();
    answer
        .items
        .iter()
        .map(|row| row.get().to_owned())
        .collect()
}

/// The client is built without a TLS provider; this one is never used.
fn plain_http_only() -> rustls::ClientConfig {
    let provider = rustls::crypto::ring::default_provider();
    rustls::ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth()
}
