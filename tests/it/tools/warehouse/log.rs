//! The log lines of an answer: what is cut says so, and what was not read is not said to be missing.

use mcp_wms_api::simulator::{Fault, Route};
use serde_json::{Value, json};

use crate::harness::Harness;

fn line(number: usize, message: &str) -> Value {
    json!({"Id": number.to_string(), "Timestamp": "2026-11-30T07:00:00Z", "Level": "Warn",
        "WorkflowName": "CST_Test", "Message": message})
}

/// A warehouse whose log holds these lines and no others; `counted` is the server's word for how many there are.
async fn harness_with_lines(lines: &[Value], counted: Option<usize>) -> Harness {
    let harness = Harness::start().await;
    for lines in [lines, &[]] {
        let answer = json!({"Items": lines, "TotalCount": counted});
        let fault = Fault::BadJson(answer.to_string());
        harness.simulator.plan(Route::Log, fault);
    }
    harness
}

async fn traced(container: &str, lines: &[Value], counted: Option<usize>) -> Value {
    let harness = harness_with_lines(lines, counted).await;
    let arguments = json!({"container": container});
    harness.answer("trace_container", arguments).await
}

#[tokio::test]
async fn a_cut_message_says_so() {
    let long = |characters: usize| format!("PAL-0068210 {}", "é".repeat(characters - 12));
    let exact = long(300);
    let texts = [exact.clone(), long(301), long(601)];
    let mut lines: Vec<Value> = texts
        .iter()
        .enumerate()
        .map(|(number, text)| line(number, text))
        .collect();
    let mut failed = line(3, "PAL-0068210");
    failed["Exception"] = json!("x");
    lines.push(failed);
    let answer = traced("PAL-0068210", &lines, Some(4)).await;
    let rows = answer["parts"]["log"]["rows"].as_array().unwrap();
    let shown = rows.iter().map(|row| json!([row["message"], row["cut"]]));
    let cut = format!("{exact}…");
    let expected = json!([
        [exact, null],
        [cut, true],
        [cut, true],
        ["PAL-0068210", true]
    ]);
    assert_eq!(shown.collect::<Value>(), expected);
}

#[tokio::test]
async fn fifty_lines_of_a_log_that_is_not_counted_are_not_all() {
    let lines: Vec<Value> = (0..50).map(|number| line(number, "PAL-0068210")).collect();
    let answer = traced("PAL-0068210", &lines, None).await;
    let log = &answer["parts"]["log"];
    assert_eq!(
        (&log["returned"], &log["total"]),
        (&json!(10), &Value::Null)
    );
    let sources = answer["sources"].as_array().unwrap();
    let source = sources.iter().find(|source| source["part"] == "log");
    assert_eq!(source.unwrap()["complete"], false);
    let warnings = answer["warnings"].to_string();
    assert!(
        warnings.contains("nobody counted the rest: log"),
        "{warnings}"
    );
}

/// The code of the lock stands behind what is shown of the message.
#[tokio::test]
async fn the_reason_of_a_lock_is_found_in_the_whole_of_a_line() {
    let text = format!("PAL-0070555 {} lock BLK-REJ set", "x".repeat(400));
    let answer = traced("PAL-0070555", &[line(0, &text)], Some(1)).await;
    let said = answer["findings"][0]["finding"].as_str().unwrap();
    assert!(said.contains("no lock row says why; log of "), "{said}");
}

/// The server finds a code in longer ones too; those lines are of other things.
#[tokio::test]
async fn lines_about_a_longer_code_are_not_told() {
    let texts = [
        "PAL-00682100 left",
        "X-PAL-0068210 left",
        "PAL-0068210: left",
        "pal-0068210_A left",
    ];
    let lines: Vec<Value> = (0..)
        .zip(texts)
        .map(|(number, text)| line(number, text))
        .collect();
    for counted in [Some(4), Some(70)] {
        let answer = traced("PAL-0068210", &lines, counted).await;
        let log = &answer["parts"]["log"];
        assert_eq!(log["rows"][0]["message"], "PAL-0068210: left");
        assert_eq!(log["returned"], 1);
        let total = if counted == Some(4) {
            json!(1)
        } else {
            Value::Null
        };
        assert_eq!(log["total"], total);
    }
}

/// Whether a line is about a code is seen in the whole of its exception.
#[tokio::test]
async fn a_code_deep_in_an_exception_is_told_from_a_longer_one() {
    let lines: Vec<Value> = (0..)
        .zip(["PAL-00682100", "PAL-0068210"])
        .map(|(number, code)| {
            let mut line = line(number, "failed");
            line["Exception"] = json!(format!("{} {code}", "x".repeat(2_000)));
            line
        })
        .collect();
    let answer = traced("PAL-0068210", &lines, Some(2)).await;
    let log = &answer["parts"]["log"];
    assert_eq!(
        (&log["returned"], &log["rows"][0]["id"]),
        (&json!(1), &json!("1"))
    );
    assert_eq!(log["rows"][0]["cut"], true);
}

#[tokio::test]
async fn a_line_of_a_numbered_or_unknown_level_is_told() {
    for level in [json!(4), json!("3"), json!("Audit")] {
        let mut line = line(0, "PAL-0068210: fork stuck");
        line["Level"] = level.clone();
        let answer = traced("PAL-0068210", &[line], Some(1)).await;
        let findings = answer["findings"].to_string();
        assert!(findings.contains("fork stuck"), "{level}: {findings}");
    }
}

#[tokio::test]
async fn a_log_that_can_not_be_read_is_not_said_to_be_silent() {
    let harness = Harness::start().await;
    harness
        .simulator
        .plan_always(Route::Log, Fault::status(403));
    let arguments = json!({"container": "PAL-0070555"});
    let answer = harness.answer("trace_container", arguments).await;
    let said = answer["findings"][0]["finding"].as_str().unwrap();
    assert!(
        said.ends_with("no lock row says why, and the log could not be read"),
        "{said}"
    );
    let arguments = json!({"container": "PAL-0064120"});
    let answer = harness.answer("trace_container", arguments).await;
    let findings = answer["findings"].to_string();
    assert!(
        findings.contains("but not everything was read"),
        "{findings}"
    );
}
