//! Values as some servers write them: padded, empty, the first date of .NET's calendar, dates in a custom of their own.

use serde_json::{Value, json};

use super::sentences;
use crate::tools::made_up::Said;

/// Three rows of a lot whose codes are padded like a `CHAR` column's, and a lock on it in small letters.
fn stock() -> Vec<Value> {
    let row = |id: &str, date: &str, available: Value| {
        json!({
            "Id": id, "ProductCode": "P-1     ", "OwnerCode": "ACME", "UoMCode": "UN", "LotCode": "L-1  ",
            "ContainerCode": format!("PAL-{id}"), "LocationLabel": "", "StatusCode": "REC  ", "Quantity": 10,
            "AvailableQuantity": available, "BlockedQuantity": 0, "ReservedQuantity": 0, "ExpirationDate": date,
        })
    };
    vec![
        row("1", "2026-11-01T00:00:00", Value::Null),
        row("2", "0001-01-01T00:00:00", json!(10)),
        row("3", "31/12/2026", json!(10)),
    ]
}

fn rows_of(query: &Value) -> Said {
    let rows = match query["EntityType"].as_str().unwrap_or_default() {
        "Stock" => stock(),
        "StockLock" => vec![json!({
            "LockCode": "QLK-1", "Scope": "Lot", "TargetCode": "l-1", "Date": "2026-11-29T10:00:00",
            "UserName": "mgarcia", "Comment": "",
        })],
        "InboundOrder" => {
            vec![json!({"Code": "PO-1", "Status": "PAR", "ExpectedDate": "0001-01-01T00:00:00"})]
        }
        "InboundOrderLine" => [("1", json!(4)), ("2", Value::Null)]
            .map(|(line, received)| {
                json!({
                    "Id": line, "OrderCode": "PO-1", "LineNumber": line, "ProductCode": "P-1", "UoMCode": "UN",
                    "Quantity": 10, "ReceivedQuantity": received,
                })
            })
            .to_vec(),
        _ => Vec::new(),
    };
    Said::Rows(rows)
}

#[tokio::test]
async fn stock_of_a_padded_lot_is_matched_and_what_its_dates_do_not_say_is_not_made_up() {
    let said = sentences(rows_of, "get_stock", json!({"lot": "L-1"})).await;
    for expected in [
        "warning: 30 UN (an unknown quantity available) in PAL-1 at –, PAL-2 at –, PAL-3 at – are held: lock QLK-1 on Lot l-1 since 2026-11-29T10:00:00 by mgarcia",
        "warning: lot L-1 expired, and whether it is still available is not known; it expired on 2026-11-01T00:00:00: 30 UN (an unknown quantity available) in PAL-1 at –, PAL-2 at –, PAL-3 at –",
        "warning: the expiration date of 1 stock row can't be read: whether it has passed is not known",
        "info: 1 stock row has a lot but no expiration date",
    ] {
        assert!(
            said.iter().any(|said| said == expected),
            "{expected}: {said:#?}"
        );
    }
    assert!(
        !said.iter().any(|said| said.contains("stock status")),
        "{said:#?}"
    );
}

#[tokio::test]
async fn a_line_that_does_not_say_what_came_is_not_passed_over() {
    let said = sentences(rows_of, "get_order_status", json!({"order": "PO-1"})).await;
    assert_eq!(
        said,
        [
            "warning: order line 1: 6 of 10 UN of P-1 are still to come",
            "warning: how much of 1 order line was received is not known",
        ]
    );
}

/// Orders and tasks in statuses of another family of names, and a lock that a `CHAR(1)` column tells.
fn other_words(query: &Value) -> Said {
    let rows = match query["EntityType"].as_str().unwrap_or_default() {
        "OutboundOrder" => vec![json!({"Code": "SO-1", "Status": "InPreparation"})],
        "Task" => vec![
            json!({"Code": "TK-1", "Status": "Done"}),
            json!({"Code": "TK-2", "Status": "Ejecutada"}),
        ],
        "Container" if query["Filter"].to_string().contains("UniqueCode") => {
            vec![
                json!({"UniqueCode": "PAL-1", "Status": "IN_POSITION", "IsLocked": "Y", "LockCode": "QA"}),
            ]
        }
        _ => Vec::new(),
    };
    Said::Rows(rows)
}

#[tokio::test]
async fn a_status_that_the_catalogue_does_not_know_is_no_nothing_found() {
    let arguments = json!({"order": "SO-1"});
    assert_eq!(
        sentences(other_words, "get_order_status", arguments).await,
        [
            "warning: the catalogue does not know status InPreparation: whether the order is open, held or over is not known",
            "warning: the catalogue does not know the status of 1 task (Ejecutada): whether they are open is not known",
            "info: open tasks: none of 2",
        ]
    );
}

#[tokio::test]
async fn a_lock_that_is_told_by_a_letter_is_a_lock() {
    let arguments = json!({"container": "PAL-1"});
    let said = sentences(other_words, "trace_container", arguments).await;
    let first = "critical: the container is locked with code QA; ";
    assert!(said[0].starts_with(first), "{said:#?}");
}
