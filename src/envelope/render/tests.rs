//! What holds for every body: the budget, also where the facts alone pass it.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use serde_json::{Value, json};

use super::{Addressee, Answer, Body, Budget, render_answer};
use crate::easywms::rows::RawRow;
use crate::envelope::{Binding, Rows, Section, TextWindow};

fn bodies() -> [Body; 4] {
    let rows: Vec<RawRow> = (0..20)
        .filter_map(|n| RawRow::of(&json!({"n": n})))
        .collect();
    let list = Rows::of_whole_list(rows.clone(), 0, 20, Binding::new("query_wms_entities"));
    let sections = vec![Section::rows("one", rows, 20, Some(20))];
    [
        Body::Facts,
        Body::Rows(list),
        Body::Sections {
            name: "parts",
            sections,
        },
        Body::Text(TextWindow::new("text".repeat(900).into(), 0, 9_000).unwrap()),
    ]
}

fn rendered(answer: &Answer) -> (String, Value) {
    let to = Addressee {
        tool: "count_wms_entities".to_owned(),
        request_id: "1".to_owned(),
        as_of: "2026-11-30T08:15:00Z".to_owned(),
        budget: Budget::of_bytes(2_000),
    };
    let text = render_answer(answer, &to);
    let json = serde_json::from_str(&text).unwrap();
    (text, json)
}

#[test]
fn facts_and_warnings_that_fill_an_answer_are_left_out_and_named() {
    for body in bodies() {
        let limit = if matches!(body, Body::Text(_)) {
            2_400
        } else {
            2_000
        };
        let facts = matches!(body, Body::Facts);
        let answer = Answer::about("NORTH", body)
            .fact("count", 3)
            .fact("filter", "é".repeat(9_000))
            .warnings(["short".to_owned(), "w".repeat(3_000)]);
        let (text, json) = rendered(&answer);
        assert!(text.len() <= limit, "{} bytes", text.len());
        assert_eq!(
            (json.get("filter"), json["count"].as_i64()),
            (None, Some(3))
        );
        let named = if facts {
            assert_eq!(
                (&json["truncated"], &json["omitted"]),
                (&json!(true), &json!(2))
            );
            json["hint"].to_string()
        } else {
            json["warnings"].to_string()
        };
        let expected = "filter (18002 bytes), warnings (1)";
        assert!(named.contains(expected), "{named}");
        assert!(json["warnings"].to_string().contains("short"), "{json}");
    }
}

#[test]
fn an_answer_that_fits_loses_nothing() {
    for body in bodies() {
        let answer = Answer::about("NORTH", body)
            .fact("filter", "x")
            .warnings(["short".to_owned()]);
        let (_, json) = rendered(&answer);
        assert_eq!(
            (&json["filter"], &json["warnings"]),
            (&json!("x"), &json!(["short"]))
        );
    }
}
