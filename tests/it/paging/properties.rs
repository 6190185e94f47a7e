//! Any rows, any budget, any limits: the walk is whole.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::{Value, json};

use super::client_of;
use super::list_server::{List, ListServer};
use super::walk::{page, table};

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
    /// Whether rows come as a table.
    as_table: bool,
}

fn walks() -> impl Strategy<Value = Walk> {
    let payload = prop_oneof![
        4 => "\\PC{0,60}",
        2 => Just("the same in many rows".to_owned()),
        3 => "[a-z\"\\\\\n😀]{200,900}",
        1 => "[a-z]{1500,6000}",
    ];
    let fields = prop_oneof![3 => Just(0), 1 => 60_usize..160];
    let rows = (prop::collection::vec(payload, 0..40), fields).prop_map(|(payloads, fields)| {
        let payloads = payloads.into_iter().enumerate();
        payloads
            .map(|(number, text)| row(number, &text, fields))
            .collect()
    });
    let least_rows = prop_oneof![2 => Just(0), 1 => 1_usize..50];
    let list = (rows, any::<bool>(), 1_usize..50, least_rows);
    let list = list.prop_map(|(rows, counts, most_rows, least_rows)| List {
        rows,
        counts,
        most_rows,
        least_rows,
        ignores_skip: false,
    });
    let limits = prop::collection::vec(1_usize..45, 1..5);
    (list, 2_000_usize..8_000, limits, 1_usize..6, any::<bool>()).prop_map(
        |(list, budget_bytes, limits, restart_after, as_table)| Walk {
            list,
            budget_bytes,
            limits,
            restart_after,
            as_table,
        },
    )
}

/// A row; with many fields that say nothing, as a warehouse's have, and more of them in some rows.
fn row(number: usize, text: &str, fields: usize) -> String {
    let mut row = json!({ "Code": number, "Text": text });
    for field in 0..fields {
        row[format!("SomePropertyName{field:03}")] = false.into();
    }
    if number % 7 == 6 {
        for field in 0..=fields {
            row[format!("LatePropertyName{field:03}")] = true.into();
        }
    }
    row.to_string()
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
        let page = if walk.as_table {
            table(&client, *limit, cursor.as_deref()).await
        } else {
            page(&client, *limit, cursor.as_deref()).await
        };
        prop_assert!(page.bytes <= walk.budget_bytes, "{} bytes", page.bytes);
        prop_assert!(page.returned <= *limit);
        let expected = rows
            .get(reached..reached + page.returned)
            .unwrap_or_default();
        if walk.as_table {
            let expected = expected.iter().map(|row| serde_json::from_str(row));
            let expected: Vec<Value> = expected.collect::<Result<_, _>>().unwrap();
            prop_assert_eq!(page.rows_of_table(), expected);
        } else {
            prop_assert_eq!(page.rows(), expected);
        }
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
