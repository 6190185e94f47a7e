//! Any rows, any budget, any limits: the walk is whole.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use super::client_of;
use super::list_server::{List, ListServer};
use super::walk::page;

/// What an answer without rows takes at most: signals, hint, cursor, warnings.
const ENVELOPE_BYTES: usize = 1_600;

/// A list and how it is walked.
#[derive(Clone, Debug)]
struct Walk {
    list: List,
    budget_bytes: usize,
    /// The limits of the pages, over and over.
    limits: Vec<usize>,
    /// After how many pages the server starts anew.
    restart_after: usize,
}

fn walks() -> impl Strategy<Value = Walk> {
    let payload = prop_oneof![
        6 => "\\PC{0,60}",
        3 => "[a-z\"\\\\\n😀]{200,900}",
        1 => "[a-z]{1500,6000}",
    ];
    let rows = prop::collection::vec(payload, 0..40).prop_map(|payloads| {
        let row = |(number, text): (usize, String)| {
            serde_json::json!({ "Code": number, "Text": text }).to_string()
        };
        payloads.into_iter().enumerate().map(row).collect()
    });
    let list = (rows, any::<bool>(), 1_usize..50).prop_map(|(rows, counts, most_rows)| List {
        rows,
        counts,
        most_rows,
    });
    let limits = prop::collection::vec(1_usize..45, 1..5);
    (list, 2_000_usize..8_000, limits, 1_usize..6).prop_map(
        |(list, budget_bytes, limits, restart_after)| Walk {
            list,
            budget_bytes,
            limits,
            restart_after,
        },
    )
}

/// P1, P2, P3, P8, P9, P10, H5
#[test]
fn every_row_comes_once_in_order_and_within_the_budget() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = Config {
        cases: 40,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&walks(), |walk| runtime.block_on(check(walk)))
        .unwrap();
}

async fn check(walk: Walk) -> Result<(), TestCaseError> {
    let rows = walk.list.rows.clone();
    let server = ListServer::start(walk.list).await;
    let mut client = client_of(&server, walk.budget_bytes).await;
    let (mut reached, mut cursor) = (0, None);
    for (calls, limit) in walk.limits.iter().cycle().enumerate() {
        prop_assert!(calls <= rows.len() + 1, "the walk does not end");
        if calls > 0 && calls % walk.restart_after == 0 {
            client = client_of(&server, walk.budget_bytes).await;
        }
        let page = page(&client, *limit, cursor.as_deref()).await;
        prop_assert!(page.bytes <= walk.budget_bytes, "{} bytes", page.bytes);
        prop_assert!(page.returned <= *limit);
        let expected = rows
            .get(reached..reached + page.returned)
            .unwrap_or_default();
        prop_assert_eq!(page.rows(), expected);
        reached += page.returned;
        if page.truncated && page.returned == 0 {
            let stepped_over = &rows[reached];
            prop_assert!(
                stepped_over.len() + ENVELOPE_BYTES > walk.budget_bytes,
                "a row of {} bytes was not sent",
                stepped_over.len()
            );
            reached += 1;
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    prop_assert_eq!(reached, rows.len());
    Ok(())
}
