//! What each layer costs: the cut as rows grow, the splitter, a window, a filter, a cursor.
//!
//! `cargo bench --bench costs`. Compare lines of one run with each other, not with another run's.

#![expect(
    clippy::expect_used,
    reason = "a measuring program: a broken run should stop"
)]

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use mcp_wms_api::easywms::filter::{Dialect, Filter};
use mcp_wms_api::easywms::rows::{Collector, Keep, RawRow, RowSplitter, Shaping, tabulate};
use mcp_wms_api::envelope::{
    Addressee, Answer, Binding, Body, Budget, Position, Rows, TextWindow, render_answer,
};
use serde_json::json;

fn main() {
    divan::main();
}

/// A row of about 4.8 kB with 120 fields, as the measured ones.
fn wide_row(number: usize) -> serde_json::Value {
    let mut row = serde_json::Map::new();
    row.insert("Code".to_owned(), format!("P-{number:05}").into());
    for field in 0..120 {
        let value = match field % 4 {
            0 => serde_json::Value::Null,
            1 => false.into(),
            2 => json!(field),
            _ => format!("value {field} of row {number}").into(),
        };
        row.insert(format!("SomePropertyName{field:03}"), value);
    }
    row.into()
}

fn narrow_rows(count: usize) -> Vec<RawRow> {
    (0..count)
        .filter_map(|number| RawRow::of(&json!({"Code": number, "Status": "READY"})))
        .collect()
}

fn to(bytes: usize) -> Addressee {
    Addressee {
        tool: "query_wms_entities".to_owned(),
        request_id: "0-1".to_owned(),
        as_of: "2026-11-30T08:15:00Z".to_owned(),
        budget: Budget::of_bytes(bytes),
    }
}

/// The same answer, cut from more and more rows: the cost should follow the budget, not the rows.
#[divan::bench(args = [100, 1_000, 10_000, 100_000])]
fn cut(bencher: Bencher, rows: usize) {
    let list = Rows::of_whole_list(
        narrow_rows(rows),
        0,
        u64::MAX,
        Binding::new("query_wms_entities"),
    );
    let answer = Answer::about("NORTH", Body::Rows(list));
    bencher
        .counter(ItemsCount::new(rows))
        .bench(|| render_answer(black_box(&answer), &to(25_000)));
}

/// A body of wide rows, of which five are kept and the others only counted.
#[divan::bench(args = [10, 100, 200])]
fn split_keeping_five(bencher: Bencher, rows: usize) {
    let items: Vec<serde_json::Value> = (0..rows).map(wide_row).collect();
    let body = json!({"Items": items, "TotalCount": rows}).to_string();
    bencher.counter(BytesCount::of_str(&body)).bench(|| {
        split(
            black_box(&body),
            Keep {
                bytes: 25_000,
                rows: 5,
            },
        )
    });
}

#[divan::bench]
fn split_keeping_all(bencher: Bencher) {
    let items: Vec<serde_json::Value> = (0..200).map(wide_row).collect();
    let body = json!({"Items": items, "TotalCount": 200}).to_string();
    bencher.counter(BytesCount::of_str(&body)).bench(|| {
        split(
            black_box(&body),
            Keep {
                bytes: usize::MAX,
                rows: 200,
            },
        )
    });
}

fn split(body: &str, keep: Keep) -> usize {
    let mut splitter = RowSplitter::new(keep);
    for chunk in body.as_bytes().chunks(16 << 10) {
        splitter.feed(chunk).expect("sound JSON");
    }
    splitter.finish().expect("sound JSON").rows.len()
}

/// Six fields out of a wide row, as objects and as a table.
#[divan::bench(args = [false, true])]
fn project_200_rows(bencher: Bencher, table: bool) {
    let rows: Vec<RawRow> = (0..200)
        .filter_map(|number| RawRow::of(&wide_row(number)))
        .collect();
    let fields = [
        "Code",
        "SomePropertyName003",
        "SomePropertyName007",
        "SomePropertyName011",
    ]
    .map(str::to_owned);
    bencher.counter(ItemsCount::new(200_usize)).bench(|| {
        let mut collector = Collector::new(Shaping::new(Some(&fields), table));
        for row in &rows {
            collector.push(row.clone()).expect("a sound row");
        }
        let rows = collector.finish().rows;
        if table {
            tabulate(&rows).rows.len()
        } else {
            rows.len()
        }
    });
}

/// The last window of a text: counting to its offset and hashing the whole.
#[divan::bench(args = [20_000, 100_000, 1_000_000])]
fn window(bencher: Bencher, chars: usize) {
    let text = "añ😀\r\n".repeat(chars / 5);
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let window = TextWindow::new(black_box(text.as_str()).into(), chars - 100, 20_000)
            .expect("an offset inside");
        render_answer(&Answer::about("NORTH", Body::Text(window)), &to(25_000)).len()
    });
}

const FILTER: &str = "Status = 'Blocked' and Quantity >= 10 and LotCode in ('L1','L2') and Description contains 'pallet' and ExpirationDate < today+30d and not IsLocked = true";

#[divan::bench]
fn filter() -> String {
    let clock = Timestamp::UNIX_EPOCH.to_zoned_datetime(TimeZone::UTC);
    let filter = Filter::parse(black_box(FILTER), &clock).expect("a filter");
    filter.write(Dialect::Linq)
}

#[divan::bench]
fn cursor() -> Option<Position> {
    let binding = Binding::new("query_wms_entities")
        .with("profile", "NORTH")
        .with("filter", FILTER);
    let cursor = binding.cursor(Position {
        skip: 25,
        total: Some(2_400),
    });
    binding.resume(black_box(&cursor)).ok()
}
