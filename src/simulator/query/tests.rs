#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing test should panic"
)]

use serde_json::{Map, Value, json};

use super::answer::Page;
use super::order::Order;
use super::selection::{Selection, scan};
use crate::simulator::filter::Filter;
use crate::simulator::warehouse::Column;
use crate::simulator::{ApiError, RowShape, Totals};

fn columns() -> Vec<Column> {
    let column = |(name, data_type): (&str, &'static str)| Column {
        name: name.to_owned(),
        data_type,
        relation: None,
    };
    [
        ("Code", "String"),
        ("Quantity", "Decimal"),
        ("Date", "DateTime"),
    ]
    .map(column)
    .into()
}

fn read(row: usize) -> Map<String, Value> {
    let row = match row {
        0 => json!({"Code": "b", "Quantity": 10, "Date": "2026-11-30T08:15:00"}),
        1 => json!({"Code": "A", "Quantity": 9.5, "Date": null}),
        2 => json!({"Code": "c", "Quantity": 10, "Date": "2026-11-29T23:00:00"}),
        _ => json!({"Code": "B", "Quantity": null, "Date": "2026-12-01T00:00:00"}),
    };
    match row {
        Value::Object(members) => members,
        other => panic!("a row is an object, not {other}"),
    }
}

fn ordered(order: &str) -> Vec<usize> {
    let order = Order::parse(order, "Stock", &columns()).unwrap();
    scan(4, read, None, &order, 0, 4).rows
}

#[test]
fn sorts_by_type_and_keeps_the_order_of_equal_rows() {
    assert_eq!(ordered("Code"), [1, 0, 3, 2]);
    assert_eq!(ordered("Code desc"), [2, 0, 3, 1]);
    assert_eq!(ordered("Quantity ASC, Code DESC"), [3, 1, 2, 0]);
    assert_eq!(ordered("Date"), [1, 2, 0, 3]);
    assert_eq!(ordered("Date descending"), [3, 0, 2, 1]);
}

#[test]
fn refuses_orders_it_can_not_follow() {
    let refusal = |order| {
        Order::parse(order, "Stock", &columns())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refusal("Foo"),
        "No property or field 'Foo' exists in type 'Stock'"
    );
    assert_eq!(
        refusal("Code sideways"),
        "'asc' or 'desc' expected (at index 0)"
    );
    assert_eq!(refusal("Code,"), "Field expected (at index 5)");
    assert_eq!(refusal("Code asc Date"), "',' expected (at index 0)");
}

#[test]
fn pages_and_counts_what_matches() {
    let filter = Filter::parse("Quantity = 10", "Stock", &columns(), None).unwrap();
    let select = |skip, take| scan(4, read, Some(&filter), &Order::default(), skip, take);
    let selection = |rows: &[usize]| Selection {
        total: 2,
        rows: rows.to_vec(),
    };
    assert_eq!(select(0, 9), selection(&[0, 2]));
    assert_eq!(select(1, 1), selection(&[2]));
    assert_eq!(select(0, 0), selection(&[]));
    assert_eq!(select(5, 5), selection(&[]));
}

#[test]
fn wraps_rows_in_every_shape() {
    let page = Page {
        skip: 2,
        take: 1,
        total: Some(7),
        row_count: 1,
        rows: br#"{"A":1}"#.to_vec(),
    };
    for (shape, expected) in [
        (
            RowShape::Items,
            r#"{"Items":[{"A":1}],"TotalCount":7,"Skip":2,"Take":1}"#,
        ),
        (RowShape::Value, r#"{"@odata.count":7,"value":[{"A":1}]}"#),
        (RowShape::Results, r#"{"Total":7,"Results":[{"A":1}]}"#),
        (RowShape::Data, r#"{"Count":7,"Data":[{"A":1}]}"#),
        (
            RowShape::DollarValues,
            r#"{"$id":"1","Items":{"$id":"2","$values":[{"A":1}]},"TotalCount":7,"Skip":2,"Take":1}"#,
        ),
        (RowShape::BareArray, r#"[{"A":1}]"#),
    ] {
        assert_eq!(
            String::from_utf8(page.wrapped(shape, Totals::Counted)).unwrap(),
            expected
        );
        let uncounted = page.wrapped(shape, Totals::Absent);
        serde_json::from_slice::<Value>(&uncounted).unwrap();
        assert!(!String::from_utf8(uncounted).unwrap().contains('7'));
    }
}

#[test]
fn says_null_for_a_total_that_was_not_asked_for() {
    let page = Page {
        skip: 0,
        take: 0,
        total: None,
        row_count: 0,
        rows: Vec::new(),
    };
    let body = String::from_utf8(page.wrapped(RowShape::Items, Totals::Counted)).unwrap();
    assert_eq!(body, r#"{"Items":[],"TotalCount":null,"Skip":0,"Take":0}"#);
}

#[test]
fn a_filter_error_is_a_web_api_exception() {
    let error = Filter::parse("Foo = 1", "Stock", &columns(), None).unwrap_err();
    let answer = format!("{:?}", ApiError::from(error));
    assert!(
        answer.contains("ParseException") && answer.contains("'Foo'"),
        "{answer}"
    );
}
