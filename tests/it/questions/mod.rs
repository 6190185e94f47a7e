//! What warehouse people ask, each question answered through the protocol: the right answer, in few calls and bytes.
//!
//! The codes are those of the demo's story, which has exactly one right answer to each question.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failing test should panic"
)]

mod inbound;
mod integration;
mod outbound;
mod stock;

use serde_json::{Value, json};

use crate::harness::Harness;

/// No question needs more calls than this, nor all of them together more bytes.
const MOST_CALLS: usize = 3;
const MOST_BYTES: usize = 25_000;
/// The question in the middle takes one call and no more bytes than this.
const MEDIAN_BYTES: usize = 6_000;

/// A question, the calls that answer it, and what their answers must say.
struct Question {
    /// The line of the list that it stands for.
    number: u8,
    calls: Vec<(&'static str, Value)>,
    holds: fn(&[Value]),
}

#[tokio::test]
async fn every_question_is_answered_in_few_calls_and_bytes() {
    // A debug build of the simulator on a busy machine may take longer than a warehouse.
    let harness = Harness::with_settings(&[("WMS_TIMEOUT_SECONDS", "40")]).await;
    let questions = [
        stock::questions(),
        inbound::questions(),
        outbound::questions(),
        integration::questions(),
    ];
    let mut costs = Vec::new();
    for question in questions.into_iter().flatten() {
        let mut answers = Vec::new();
        let mut bytes = 0;
        for (tool, arguments) in &question.calls {
            let outcome = harness.call(tool, arguments.clone()).await;
            assert!(!outcome.is_error, "{}: {}", question.number, outcome.text);
            bytes += outcome.text.len();
            answers.push(outcome.json);
        }
        let asked = format!("question {}: {:?}", question.number, question.calls);
        let holds = std::panic::catch_unwind(|| (question.holds)(&answers));
        assert!(holds.is_ok(), "{asked} gave {answers:#?}");
        assert!(answers.len() <= MOST_CALLS, "question {}", question.number);
        assert!(bytes <= MOST_BYTES, "{}: {bytes} bytes", question.number);
        costs.push((answers.len(), bytes));
    }
    costs.sort_unstable();
    let (calls, bytes) = costs[costs.len() / 2];
    assert_eq!(calls, 1);
    assert!(bytes <= MEDIAN_BYTES, "{bytes} bytes");
}

fn question(number: u8, tool: &'static str, arguments: Value, holds: fn(&[Value])) -> Question {
    Question {
        number,
        calls: vec![(tool, arguments)],
        holds,
    }
}

fn alerts(number: u8, kinds: &str, holds: fn(&[Value])) -> Question {
    let arguments = json!({"kinds": kinds, "limit": 20});
    question(number, "list_warehouse_alerts", arguments, holds)
}

/// The finding that contains all these texts.
fn finding<'a>(answer: &'a Value, texts: &[&str]) -> &'a Value {
    let findings = answer["findings"].as_array().unwrap();
    let found = findings.iter().find(|finding| {
        let said = finding["finding"].as_str().unwrap();
        texts.iter().all(|text| said.contains(text))
    });
    found.unwrap_or_else(|| panic!("no finding with {texts:?}: {findings:#?}"))
}

/// Whether a finding rests on a row.
fn rests_on(finding: &Value, entity_type: &str, key: &str) -> bool {
    let evidence = finding["evidence"].as_array().unwrap();
    evidence.contains(&json!({"entity_type": entity_type, "key": key}))
}

/// What a field says in each row of a list, in order.
fn column<'a>(rows: &'a Value, field: &str) -> Vec<&'a str> {
    let list = rows.as_array();
    let rows = list.unwrap_or_else(|| panic!("no rows: {rows}"));
    rows.iter()
        .map(|row| row[field].as_str().unwrap_or_default())
        .collect()
}

fn sorted(mut texts: Vec<&str>) -> Vec<&str> {
    texts.sort_unstable();
    texts
}
