//! Whether there is enough for the lines of an order: which of them take the same stock, and what is not known.

use serde_json::{Value, json};

use super::shortage::{line, order, said, stock};
use super::with;
use crate::tools::made_up::Said;

/// How a server answers queries.
type Query = fn(&Value) -> Said;

/// A line that does not say an owner or a unit takes stock of each, and one that names the normal status takes what one
/// without a status takes.
#[tokio::test]
async fn lines_that_take_the_same_rows_share_them_however_they_name_them() {
    for (role, query) in shared_queries() {
        let said = said(query).await;
        let [first, second] = said.as_slice() else {
            panic!("{role}: {said:#?}");
        };
        for (number, said) in [(1, first), (2, second)] {
            let start = format!("critical: order line {number} lacks 50 of 50 ");
            let rest = " of P-1 (allocated 0); 2 order lines lack 100 of it together; in all 50 ";
            assert!(
                said.starts_with(&start) && said.contains(rest),
                "{role}: {said}"
            );
        }
    }
}

/// Two lines that each lack 50 of the same 50, of which one leaves a role open.
fn shared_queries() -> [(&'static str, Query); 3] {
    fn shared(query: &Value, one: Value, other: Value) -> Said {
        let lines = vec![
            with(line(1, "P-1", 50), one),
            with(line(2, "P-1", 50), other),
        ];
        order(query, lines, vec![stock("P-1", "1", 50)])
    }
    [
        ("status", |query| {
            shared(query, json!({"RequiredStatusCode": "REC"}), json!({}))
        }),
        ("owner", |query| {
            shared(query, json!({}), json!({"OwnerCode": null}))
        }),
        ("unit", |query| {
            shared(query, json!({}), json!({"UoMCode": null}))
        }),
    ]
}

#[tokio::test]
async fn what_an_open_line_finds_elsewhere_it_does_not_take_from_others() {
    let said = said(|query| {
        let lines = vec![
            with(line(1, "P-1", 50), json!({"OwnerCode": null})),
            line(2, "P-1", 50),
        ];
        let other = with(stock("P-1", "2", 50), json!({"OwnerCode": "OTHER"}));
        order(query, lines, vec![stock("P-1", "1", 50), other])
    })
    .await;
    let enough =
        "warning: 2 order lines are not fully allocated although enough stock is available";
    assert_eq!(said, [enough]);
}

#[tokio::test]
async fn stock_without_an_owner_or_a_unit_is_there_for_any_line() {
    let said = said(|query| {
        let bare = json!({"OwnerCode": null, "UoMCode": null});
        let stock = with(stock("P-1", "1", 50), bare);
        order(query, vec![line(1, "P-1", 50)], vec![stock])
    })
    .await;
    let enough = "warning: 1 order line is not fully allocated although enough stock is available";
    assert_eq!(said, [enough]);
}

#[tokio::test]
async fn what_another_line_does_not_say_is_not_told_as_a_shortage() {
    let said = said(|query| {
        let silent = json!({"Quantity": null, "Status": "STOCKFAILURE"});
        let lines = vec![with(line(2, "P-1", 1), silent), line(3, "P-1", 5)];
        order(query, lines, vec![stock("P-1", "1", 500)])
    })
    .await;
    let unknown = "whether the available stock is enough is not known";
    let rest = "in all 500 UN on hand, 500 available, 0 reserved, 0 blocked";
    assert_eq!(
        said,
        [
            format!(
                "warning: order line 2, – UN of P-1, is in status STOCKFAILURE; how much it lacks is not said; {unknown}; {rest}"
            ),
            format!(
                "warning: order line 3 lacks 5 of 5 UN of P-1 (allocated 0); {unknown}: another order line does not say what it lacks; {rest}"
            ),
        ]
    );
}

#[tokio::test]
async fn stock_that_was_not_read_whole_may_be_enough() {
    let said = said(|query| {
        let lines = vec![line(1, "P-1", 3_000), line(2, "P-2", 5)];
        let many = (0..1_200).map(|number| match number {
            0 => stock("P-2", "0", 5),
            _ => stock("P-1", &number.to_string(), 1),
        });
        order(query, lines, many.collect())
    })
    .await;
    assert_eq!(
        said,
        [
            "warning: order line 1 lacks 3000 of 3000 UN of P-1 (allocated 0); whether the available stock is enough is not known: its stock could not be read whole",
            "warning: 1 order line is not fully allocated although enough stock is available",
        ]
    );
}

/// Each line used to be held against each other line and each stock row anew, which took most of a minute.
#[tokio::test]
async fn a_long_order_is_judged_as_fast_as_its_rows_are_read() {
    let started = std::time::Instant::now();
    let said = said(|query| {
        let line = |number: u32| match number % 2 {
            0 => line(number, "P-1", 50),
            _ => with(
                line(number, "P-1", 1),
                json!({"LotCode": format!("L-{number}")}),
            ),
        };
        let rows = (0..1_000).map(|number| stock("P-1", &number.to_string(), 3));
        order(query, (0..200).map(line).collect(), rows.collect())
    })
    .await;
    let took = started.elapsed();
    let more = "critical: 95 more order lines lack stock";
    assert!(said.iter().any(|said| said == more), "{said:#?}");
    assert!(took.as_secs() < 10, "{took:?}");
}
