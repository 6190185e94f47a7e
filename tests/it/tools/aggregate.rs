//! `aggregate_wms_entities`: figures that must be those that anybody counts by hand.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::collections::BTreeMap;

use mcp_wms_api::simulator::{Fault, Options, Projection, Route, RowShape, Totals};
use serde_json::{Value, json};

use super::upstream::{queries, query};
use crate::harness::{Harness, simulator_options};

/// A decimal with at most three places as thousandths: sums of such are exact.
fn thousandths(number: &Value) -> i64 {
    let text = number.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    format!("{whole}{fraction:0<3}").parse().unwrap()
}

/// Rows and summed quantity of each product, counted here.
async fn by_product(harness: &Harness) -> BTreeMap<String, (u64, i64)> {
    let fields = json!({"Fields": ["ProductCode", "Quantity"]});
    let (rows, _) = query(&harness.simulator, "InboundOrderLine", fields).await;
    let mut expected: BTreeMap<String, (u64, i64)> = BTreeMap::new();
    for row in rows {
        let group = expected
            .entry(row["ProductCode"].as_str().unwrap().to_owned())
            .or_default();
        group.0 += 1;
        group.1 += thousandths(&row["Quantity"]);
    }
    expected
}

fn arguments() -> Value {
    json!({"entity_type": "InboundOrderLine", "group_by": "ProductCode", "measures": "sum(Quantity)", "limit": 200})
}

/// The answer's groups are a part of the expected ones, the largest first, and say that they are.
fn assert_groups(answer: &Value, expected: &BTreeMap<String, (u64, i64)>) {
    assert_eq!(answer["complete"], true, "{answer}");
    assert_eq!(answer["total"], expected.len(), "{answer}");
    let rows = answer["rows"].as_array().unwrap();
    assert!(rows.len() >= 100, "{} groups", rows.len());
    let mut smallest = u64::MAX;
    for row in rows {
        let (count, sum) = expected[row["ProductCode"].as_str().unwrap()];
        assert_eq!(row["count"], count, "{row}");
        assert_eq!(thousandths(&row["sum(Quantity)"]), sum, "{row}");
        assert!(count <= smallest, "{row}");
        smallest = count;
    }
    let rows_in_all: u64 = expected.values().map(|(count, _)| count).sum();
    let sum_in_all: i64 = expected.values().map(|(_, sum)| sum).sum();
    assert_eq!(answer["rows_scanned"], rows_in_all);
    assert_eq!(answer["overall"]["count"], rows_in_all);
    assert_eq!(thousandths(&answer["overall"]["sum(Quantity)"]), sum_in_all);
}

#[tokio::test]
async fn sums_what_the_rows_say() {
    let harness = Harness::start().await;
    let expected = by_product(&harness).await;
    harness.simulator.clear_journal();
    let answer = harness.answer("aggregate_wms_entities", arguments()).await;
    assert_groups(&answer, &expected);
    assert_eq!(answer["groups_omitted"], expected.len() - 200);

    // One page alone brings the total, the others follow on it without gap, ordered by the key and projected.
    let asked = queries(&harness.simulator);
    let mut spans: Vec<(u64, u64)> = asked
        .iter()
        .map(|body| {
            (
                body["Skip"].as_u64().unwrap(),
                body["Take"].as_u64().unwrap(),
            )
        })
        .collect();
    spans.sort_unstable();
    let end = spans.iter().fold(0, |end, (skip, take)| {
        assert_eq!(*skip, end, "{spans:?}");
        skip + take
    });
    assert_eq!(answer["rows_total"], end);
    for body in &asked {
        assert_eq!(body["Fields"], json!(["ProductCode", "Quantity"]));
        assert_eq!(body["OrderBy"], "Id asc");
    }
    assert!(harness.simulator.in_flight_peak() <= 3);
}

#[tokio::test]
async fn gives_the_same_whatever_the_server_makes_of_the_question() {
    let sound = by_product(&Harness::start().await).await;
    for options in [
        Options {
            projection: Projection::Ignored,
            ..simulator_options()
        },
        Options {
            projection: Projection::Refused,
            ..simulator_options()
        },
        Options {
            totals: Totals::Absent,
            metadata: false,
            ..simulator_options()
        },
        Options {
            shape: RowShape::DollarValues,
            ..simulator_options()
        },
    ] {
        let counts = options.totals == Totals::Counted;
        let harness = Harness::with(options, &[]).await;
        let answer = harness.answer("aggregate_wms_entities", arguments()).await;
        assert_groups(&answer, &sound);
        assert_eq!(answer["rows_total"].is_u64(), counts, "{answer}");
    }
}

#[tokio::test]
async fn groups_dates_by_their_own_text() {
    let harness = Harness::start().await;
    let (rows, _) = query(
        &harness.simulator,
        "InboundOrder",
        json!({"Fields": ["ExpectedDate"]}),
    )
    .await;
    let mut expected: BTreeMap<Option<String>, u64> = BTreeMap::new();
    for row in rows {
        let month = row["ExpectedDate"]
            .as_str()
            .map(|date| date.chars().take(7).collect());
        *expected.entry(month).or_default() += 1;
    }
    let answer = harness
        .answer(
            "aggregate_wms_entities",
            json!({"entity_type": "InboundOrder", "group_by": ["month(expecteddate)"], "order_by": "ExpectedDate"}),
        )
        .await;
    assert_eq!(answer["group_by"], json!(["ExpectedDate by month"]));
    let got: Vec<(Option<String>, u64)> = answer["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let month = row["ExpectedDate by month"].as_str().map(str::to_owned);
            (month, row["count"].as_u64().unwrap())
        })
        .collect();
    let mut expected: Vec<_> = expected.into_iter().collect();
    // Null comes last.
    expected.sort_by_key(|(month, _)| (month.is_none(), month.clone()));
    assert_eq!(got, expected);
}

#[tokio::test]
async fn a_number_alone_is_counted_by_the_server() {
    let harness = Harness::start().await;
    let (_, total) = query(&harness.simulator, "Stock", json!({"Take": 0})).await;
    harness.simulator.clear_journal();
    let answer = harness
        .answer(
            "aggregate_wms_entities",
            json!({"entity_type": "Stock", "measures": "count"}),
        )
        .await;
    assert_eq!(answer["rows"], json!([{"count": total}]));
    assert_eq!(answer["rows_scanned"], 0);
    let takes: Vec<Value> = queries(&harness.simulator)
        .iter()
        .map(|body| body["Take"].clone())
        .collect();
    assert_eq!(takes, [0]);
}

#[tokio::test]
async fn says_how_far_it_read_when_a_bound_stops_it() {
    let harness = Harness::with_settings(&[("MAX_SCAN_ROWS", "500")]).await;
    let answer = harness.answer("aggregate_wms_entities", arguments()).await;
    let total = answer["rows_total"].as_u64().unwrap();
    assert_eq!(answer["complete"], false);
    assert_eq!(answer["rows_scanned"], 500);
    assert_eq!(answer["overall"]["count"], 500);
    let expected = format!("only the first 500 of {total} rows by Id were read (MAX_SCAN_ROWS)");
    let warning = answer["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with(&expected), "{warning}");
}

/// Answers the next queries with these pages, one at a time.
async fn with_pages(pages: &[Value]) -> Harness {
    let settings = [
        ("WMS_MAX_CONCURRENCY", "1"),
        ("WMS_SCAN_TIMEOUT_SECONDS", "2"),
    ];
    let harness = Harness::with_settings(&settings).await;
    for page in pages {
        let fault = Fault::BadJson(page.to_string());
        harness.simulator.plan(Route::Query, fault);
    }
    harness
}

#[tokio::test]
async fn goes_on_behind_pages_that_are_shorter_than_asked() {
    let page = |codes: [&str; 2]| json!({"Items": codes.map(|code| json!({"Status": code})), "TotalCount": 6});
    let harness = with_pages(&[page(["A", "B"]), page(["A", "A"]), page(["B", "A"])]).await;
    let answer = harness
        .answer(
            "aggregate_wms_entities",
            json!({"entity_type": "Task", "group_by": "Status"}),
        )
        .await;
    assert_eq!(
        answer["rows"],
        json!([{"Status": "A", "count": 4}, {"Status": "B", "count": 2}])
    );
    assert_eq!(answer["complete"], true);
    assert_eq!(answer.get("warnings"), None);
    let skips: Vec<Value> = queries(&harness.simulator)
        .iter()
        .map(|body| body["Skip"].clone())
        .collect();
    assert_eq!(skips, [0, 2, 4]);
}

#[tokio::test]
async fn says_how_far_it_read_when_the_time_is_up() {
    let harness = with_pages(&[json!({"Items": [{"Status": "A"}], "TotalCount": 3})]).await;
    harness.simulator.plan(Route::Query, Fault::Hold);
    let answer = harness
        .answer(
            "aggregate_wms_entities",
            json!({"entity_type": "Task", "group_by": "Status"}),
        )
        .await;
    assert_eq!(answer["complete"], false);
    assert_eq!(answer["rows_scanned"], 1);
    assert_eq!(answer["rows"], json!([{"Status": "A", "count": 1}]));
    let warning = answer["warnings"][0].as_str().unwrap();
    let expected =
        "only the first 1 of 3 rows by Code were read (the time was up, WMS_SCAN_TIMEOUT_SECONDS)";
    assert!(warning.starts_with(expected), "{warning}");
}

#[tokio::test]
async fn tells_of_a_list_that_changed_underneath() {
    let page = |total: u64| json!({"Items": [{"Status": "A"}], "TotalCount": total});
    let harness = with_pages(&[page(2), page(3)]).await;
    let answer = harness
        .answer(
            "aggregate_wms_entities",
            json!({"entity_type": "Task", "group_by": "Status"}),
        )
        .await;
    assert_eq!(
        answer["warnings"],
        json!([
            "the list changed from 2 to 3 rows while it was read: a row may be missing or counted twice"
        ])
    );
}

#[tokio::test]
async fn no_digit_is_lost_and_no_wrong_sum_is_given() {
    let most = "79228162514264337593543950335";
    let items = format!(
        r#"{{"Items":[{{"TaskType":"a","Quantity":9007199254740993}},{{"TaskType":"a","Quantity":0.10}},
        {{"TaskType":"a","Quantity":null}},{{"TaskType":null,"Quantity":{most}}},{{"TaskType":null,"Quantity":1}}],"TotalCount":5}}"#
    );
    let harness = with_pages(&[]).await;
    harness.simulator.plan(Route::Query, Fault::BadJson(items));
    let outcome = harness
        .call(
            "aggregate_wms_entities",
            json!({"entity_type": "Task", "group_by": "TaskType", "measures": "sum(Quantity), max(Quantity)"}),
        )
        .await;
    let rows = outcome.text.split_once(r#""rows":"#).unwrap().1;
    assert_eq!(
        rows,
        format!(
            r#"[{{"TaskType":"a","count":3,"sum(Quantity)":9007199254740993.10,"max(Quantity)":9007199254740993,"count(Quantity)":2}},{{"TaskType":null,"count":2,"sum(Quantity)":null,"max(Quantity)":{most}}}]}}"#
        )
    );
    assert_eq!(
        outcome.json["warnings"],
        json!(["sum(Quantity) is null where it needs more than 28 digits"])
    );
}

#[tokio::test]
async fn refuses_what_can_not_be_taken() {
    let harness = Harness::start().await;
    for (arguments, code, parameter) in [
        (
            json!({"measures": "sum(ProductCode)"}),
            "invalid_arguments",
            json!("measures"),
        ),
        (
            json!({"measures": "median(Quantity)"}),
            "invalid_arguments",
            json!("measures"),
        ),
        (
            json!({"group_by": "A, B, C, D"}),
            "invalid_arguments",
            json!("group_by"),
        ),
        (
            json!({"group_by": "StatusCode by year"}),
            "invalid_arguments",
            json!("group_by"),
        ),
        (
            json!({"group_by": "StatusCode", "order_by": "LotCode"}),
            "invalid_arguments",
            json!("order_by"),
        ),
        (
            json!({"group_by": "StatusCod"}),
            "unknown_field",
            Value::Null,
        ),
    ] {
        let mut arguments = arguments;
        arguments["entity_type"] = json!("Stock");
        let failure = harness.failure("aggregate_wms_entities", arguments).await;
        assert_eq!(failure["code"], code, "{failure}");
        assert_eq!(failure["details"]["parameter"], parameter, "{failure}");
    }
    assert_eq!(queries(&harness.simulator), Vec::<Value>::new());
}
