//! What an order's lines lack: lines of one product share its stock, some of which may not go out, or is in other units.

use serde_json::{Value, json};

use super::{sentences, with};
use crate::tools::made_up::Said;

/// A row of stock in order, with nothing reserved or blocked.
pub(super) fn stock(product: &str, id: &str, available: u32) -> Value {
    json!({
        "Id": id, "ProductCode": product, "OwnerCode": "ACME", "UoMCode": "UN", "LotCode": format!("L-{id}"),
        "ContainerCode": format!("PAL-{id}"), "LocationLabel": "A-01", "StatusCode": "REC", "Quantity": available,
        "AvailableQuantity": available, "BlockedQuantity": 0, "ReservedQuantity": 0,
        "ExpirationDate": "2199-01-01T00:00:00",
    })
}

/// A line of which nothing is allocated.
pub(super) fn line(number: u32, product: &str, quantity: u32) -> Value {
    json!({
        "Id": format!("line-{number}"), "OrderCode": "SO-1", "LineNumber": number, "ProductCode": product,
        "OwnerCode": "ACME", "UoMCode": "UN", "Quantity": quantity, "AllocatedQuantity": 0, "ShippedQuantity": 0,
        "Status": "ALLOCATE", "LotCode": null, "RequiredStatusCode": null,
    })
}

/// The rows of order SO-1 with these lines, and of its products this stock.
pub(super) fn order(query: &Value, lines: Vec<Value>, stock: Vec<Value>) -> Said {
    Said::Rows(match query["EntityType"].as_str().unwrap_or_default() {
        "OutboundOrder" => vec![json!({
            "Code": "SO-1", "Status": "ALLOCATE", "PlannedLoadDate": "2199-01-01T00:00:00",
            "ReleaseDate": "2026-11-01T00:00:00",
        })],
        "OutboundOrderLine" => lines,
        "Stock" => stock,
        _ => Vec::new(),
    })
}

/// What is found of order SO-1 on a server that answers queries so.
pub(super) async fn said(query: fn(&Value) -> Said) -> Vec<String> {
    sentences(query, "get_order_status", json!({"order": "SO-1"})).await
}

#[tokio::test]
async fn lines_of_one_product_share_its_stock() {
    let said = said(|query| {
        let lines = vec![line(1, "P-1", 200), line(2, "P-1", 200), line(3, "P-2", 10)];
        order(
            query,
            lines,
            vec![stock("P-1", "1", 284), stock("P-2", "2", 10)],
        )
    })
    .await;
    let rest = "(allocated 0); 2 order lines lack 400 of it together; in all 284 UN on hand, 284 available, 0 reserved, 0 blocked";
    assert_eq!(
        said,
        [
            format!("critical: order line 1 lacks 200 of 200 UN of P-1 {rest}"),
            format!("critical: order line 2 lacks 200 of 200 UN of P-1 {rest}"),
            "warning: 1 order line is not fully allocated although enough stock is available"
                .to_owned(),
        ]
    );
}

#[tokio::test]
async fn a_lot_that_one_line_names_is_not_there_for_the_others() {
    let said = said(|query| {
        let lines = vec![
            with(line(1, "P-1", 80), json!({"LotCode": "L-1"})),
            line(2, "P-1", 30),
        ];
        order(
            query,
            lines,
            vec![stock("P-1", "1", 90), stock("P-1", "2", 15)],
        )
    })
    .await;
    assert_eq!(
        said,
        [
            "critical: order line 2 lacks 30 of 30 UN of P-1 (allocated 0); in all 105 UN on hand, 105 available, 0 reserved, 0 blocked",
            "warning: 1 order line is not fully allocated although enough stock is available",
        ]
    );
}

#[tokio::test]
async fn expired_and_damaged_stock_is_not_what_an_order_waits_for() {
    let said = said(|query| {
        let expired = with(
            stock("P-1", "1", 70),
            json!({"ExpirationDate": "2020-01-01T00:00:00"}),
        );
        let damaged = with(stock("P-1", "2", 20), json!({"StatusCode": "BRK"}));
        order(
            query,
            vec![line(1, "P-1", 50)],
            vec![expired, damaged, stock("P-1", "3", 10)],
        )
    })
    .await;
    assert_eq!(
        said,
        [
            "critical: order line 1 lacks 50 of 50 UN of P-1 (allocated 0); in all 100 UN on hand, 100 available (90 of them expired or in a status that it does not take), 0 reserved, 0 blocked"
        ]
    );
}

#[tokio::test]
async fn a_line_takes_stock_in_the_status_that_it_names() {
    let said = said(|query| {
        let lines = vec![with(
            line(1, "P-1", 20),
            json!({"RequiredStatusCode": "BRK"}),
        )];
        let damaged = with(stock("P-1", "2", 15), json!({"StatusCode": "brk"}));
        order(query, lines, vec![damaged, stock("P-1", "3", 10)])
    })
    .await;
    assert_eq!(
        said,
        [
            "critical: order line 1 lacks 20 of 20 UN of P-1 (allocated 0); in all 25 UN on hand, 25 available (10 of them expired or in a status that it does not take), 0 reserved, 0 blocked"
        ]
    );
}

#[tokio::test]
async fn stock_in_another_unit_is_told_of_as_such_with_what_holds_it() {
    let said = said(|query| {
        if query["EntityType"] == "StockLock" {
            return Said::Rows(vec![
                json!({"LockCode": "QLK-1", "Scope": "Lot", "TargetCode": "L-1", "ExpirationDate": "2199-01-01T00:00:00"}),
                json!({"LockCode": "QLK-0", "Scope": "Lot", "TargetCode": "L-1", "ExpirationDate": "2020-01-01T00:00:00"}),
            ]);
        }
        let lines = vec![with(line(1, "P-1", 4), json!({"UoMCode": "CS"}))];
        order(query, lines, vec![stock("P-1", "1", 48)])
    })
    .await;
    assert_eq!(
        said,
        [
            "warning: order line 1 lacks 4 of 4 CS of P-1 (allocated 0); in all none in CS; in another unit 48 UN on hand, 48 available, 0 reserved, 0 blocked; 48 UN (48 available) in PAL-1 at A-01 are held: lock QLK-1 on Lot L-1 until 2199-01-01T00:00:00"
        ]
    );
}

#[tokio::test]
async fn a_cancelled_line_wants_nothing() {
    let said = said(|query| {
        let lines = vec![with(line(1, "P-1", 50), json!({"Status": "CANCELED"}))];
        order(query, lines, Vec::new())
    })
    .await;
    // This server has no log, which might say more.
    assert_eq!(
        said,
        [
            "info: nothing found that holds it, but not everything was read (see 'complete' in sources)"
        ]
    );
}

#[tokio::test]
async fn stock_that_is_blocked_without_a_lock_is_no_nothing_found() {
    let rows = |query: &Value| {
        Said::Rows(match query["EntityType"].as_str().unwrap_or_default() {
            "Container"
                if query["Filter"]
                    .as_str()
                    .is_some_and(|filter| !filter.contains("Parent")) =>
            {
                vec![
                    json!({"UniqueCode": "PAL-1", "Status": "IN_WAREHOUSE", "LocationLabel": "A-01", "IsLocked": false}),
                ]
            }
            "Stock" => vec![with(
                stock("P-1", "1", 0),
                json!({"Quantity": 48, "BlockedQuantity": 48}),
            )],
            _ => Vec::new(),
        })
    };
    let said = sentences(rows, "trace_container", json!({"container": "PAL-1"})).await;
    assert_eq!(
        said.first().map(String::as_str),
        Some("warning: 48 of 48 UN of P-1 are blocked, and no lock says why"),
        "{said:#?}"
    );
}

#[tokio::test]
async fn a_status_that_is_not_normal_is_why_stock_is_blocked() {
    let rows = |query: &Value| {
        Said::Rows(match query["EntityType"].as_str().unwrap_or_default() {
            "Container"
                if query["Filter"]
                    .as_str()
                    .is_some_and(|filter| !filter.contains("Parent")) =>
            {
                vec![
                    json!({"UniqueCode": "PAL-1", "Status": "IN_WAREHOUSE", "LocationLabel": "A-01", "IsLocked": false}),
                ]
            }
            "Stock" => vec![with(
                stock("P-1", "1", 0),
                json!({"Quantity": 48, "BlockedQuantity": 48, "StatusCode": "BRK"}),
            )],
            _ => Vec::new(),
        })
    };
    let said = sentences(rows, "trace_container", json!({"container": "PAL-1"})).await;
    assert_eq!(
        said.first().map(String::as_str),
        Some("warning: 48 UN of P-1 have stock status BRK"),
        "{said:#?}"
    );
    assert!(
        said.iter().all(|said| !said.contains("are blocked")),
        "{said:#?}"
    );
}
