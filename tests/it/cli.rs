//! The commands of the real binary: what they print, and what they return.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::time::timeout;

use crate::process::{command, run};

#[expect(dead_code, reason = "its main is the example's")]
#[path = "../../packaging/command-line/write.rs"]
mod packaging_files;

#[tokio::test]
async fn a_call_prints_the_text_that_a_client_gets() {
    let printed = run(
        command(&[
            "--demo",
            "call",
            "query_wms_entities",
            r#"{"entity_type":"Owner","fields":"Code"}"#,
        ]),
        "",
    )
    .await;
    assert_eq!(printed.status, Some(0), "{printed:?}");
    let answer = printed.json();
    assert_eq!(answer["success"], true);
    assert_eq!(answer["rows"][0]["Code"], "ACME-FOODS");
    assert_eq!(printed.stdout.lines().count(), 1);
    assert_eq!(printed.stderr, "");
}

#[tokio::test]
async fn a_failed_call_prints_the_failure_and_returns_1() {
    let unknown_type = r#"{"entity_type":"Nonsense"}"#;
    let printed = run(
        command(&["--demo", "call", "count_wms_entities", unknown_type]),
        "",
    )
    .await;
    assert_eq!(printed.status, Some(1));
    assert_eq!(printed.json()["code"], "unknown_entity_type");
    let printed = run(command(&["--demo", "call", "list_profile"]), "").await;
    assert_eq!(printed.status, Some(1));
    let failure = printed.json();
    assert_eq!(failure["details"]["did_you_mean"][0], "list_profiles");
    assert_eq!(printed.stderr, "", "rmcp logs the whole response");
}

/// The log says which tool, how it ended and how long it took, and nothing of what was asked or answered.
#[tokio::test]
async fn the_log_has_one_line_a_call_and_at_debug_one_a_read() {
    for (entity_type, code) in [("Owner", "-"), ("Nonsense", "unknown_entity_type")] {
        let arguments = format!(r#"{{"entity_type":"{entity_type}","filter":"Code = 'canary'"}}"#);
        let mut call = command(&["--demo", "call", "count_wms_entities", &arguments]);
        call.env("WMS_LOG", "debug").env("WMS_LOG_FORMAT", "json");
        let printed = run(call, "").await;
        let lines: Vec<Value> = printed
            .stderr
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let of = |message: &str| {
            let all = lines.iter().map(|line| &line["fields"]);
            all.filter(|fields| fields["message"] == message)
                .collect::<Vec<_>>()
        };
        let [call] = of("call")[..] else {
            unreachable!("{lines:?}")
        };
        assert_eq!(
            (&call["tool"], &call["code"]),
            (&"count_wms_entities".into(), &code.into())
        );
        assert!(
            of("read").iter().all(|read| read["milliseconds"].is_u64()),
            "{lines:?}"
        );
        assert!(!of("read").is_empty());
        assert!(!printed.stderr.contains("canary"), "{}", printed.stderr);
    }
}

#[tokio::test]
async fn a_dash_reads_the_arguments_from_stdin() {
    // As a Windows editor or shell would pipe it.
    let input = "\u{feff}{\"entity_type\": \"Owner\"}\r\n";
    let printed = run(
        command(&["--demo", "call", "count_wms_entities", "-"]),
        input,
    )
    .await;
    assert_eq!(printed.status, Some(0), "{printed:?}");
    assert_eq!(printed.json()["count"], 2);
}

#[tokio::test]
async fn arguments_that_are_no_json_object_make_no_call() {
    for (arguments, said) in [
        ("{entity_type:Owner}", "the arguments are no JSON"),
        ("", "the arguments are no JSON"),
        ("[1]", "must be a JSON object"),
    ] {
        let printed = run(
            command(&["--demo", "call", "count_wms_entities", arguments]),
            "",
        )
        .await;
        assert_eq!(printed.status, Some(2), "{arguments}");
        assert_eq!(printed.stdout, "");
        assert!(printed.stderr.contains(said), "{}", printed.stderr);
    }
}

#[tokio::test]
async fn a_pretty_call_prints_a_table_without_colours_in_a_pipe() {
    let arguments = r#"{"entity_type":"Owner","limit":1}"#;
    let printed = run(
        command(&[
            "--demo",
            "call",
            "--pretty",
            "query_wms_entities",
            arguments,
        ]),
        "",
    )
    .await;
    assert_eq!(printed.status, Some(0), "{printed:?}");
    let lines: Vec<&str> = printed.stdout.lines().collect();
    assert!(lines[0].starts_with("profile NORTH  as_of "), "{lines:?}");
    assert!(lines[2].starts_with("Code "), "{lines:?}");
    assert!(
        lines[3].starts_with("ACME-FOODS  Acme Foods A/S "),
        "{lines:?}"
    );
    assert!(lines.contains(&"1 of 2 rows"), "{lines:?}");
    assert!(!printed.stdout.contains('\u{1b}'));
}

#[tokio::test]
async fn tools_are_listed_for_people_and_for_programs() {
    let table = run(command(&["tools"]), "").await;
    assert_eq!(table.status, Some(0));
    let definitions = run(command(&["tools", "--json"]), "").await.json();
    let names: Vec<&str> = definitions
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    let rows: Vec<&str> = table.stdout.lines().skip(2).collect();
    assert_eq!(rows.len(), names.len());
    for (row, name) in rows.iter().zip(names) {
        assert!(row.starts_with(&format!("| `{name}` | ")), "{row}");
    }
}

#[tokio::test]
async fn one_tool_is_explained_with_its_parameters_and_a_call_to_try() {
    let printed = run(command(&["tools", "count_wms_entities"]), "").await;
    assert_eq!(printed.status, Some(0));
    assert!(printed.stdout.contains("  entity_type  text, required\n"));
    let try_it = "  mcp-wms-api --demo call count_wms_entities '{\"entity_type\":";
    assert!(printed.stdout.contains(try_it), "{}", printed.stdout);
    let printed = run(command(&["tools", "count_entities"]), "").await;
    assert_eq!(printed.status, Some(1));
    let meant = "did you mean 'count_wms_entities'?";
    assert!(printed.stderr.contains(meant), "{}", printed.stderr);
}

#[tokio::test]
async fn the_simulator_prints_settings_that_work() {
    let mut simulator = command(&["simulate"]).spawn().unwrap();
    let mut lines = BufReader::new(simulator.stdout.take().unwrap()).lines();
    let mut settings = String::new();
    for _ in 0..6 {
        let line = timeout(Duration::from_secs(20), lines.next_line()).await;
        settings.push_str(&line.unwrap().unwrap().unwrap());
        settings.push('\n');
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wms.env");
    std::fs::write(&file, settings).unwrap();
    let file = file.to_str().unwrap();
    let doctor = run(command(&["--env-file", file, "doctor"]), "").await;
    assert_eq!(doctor.status, Some(0), "{doctor:?}");
    let arguments = r#"{"entity_type":"Product"}"#;
    let call = command(&["call", "count_wms_entities", arguments, "--env-file", file]);
    assert_eq!(run(call, "").await.json()["success"], true);
    simulator.kill().await.unwrap();
}

#[tokio::test]
async fn completions_come_from_the_command_line() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let printed = run(command(&["completions", shell]), "").await;
        assert_eq!(printed.status, Some(0), "{shell}");
        assert!(printed.stdout.contains("doctor"), "{shell}");
    }
}

#[test]
fn the_files_that_packages_install_are_those_of_the_command_line() {
    let written = tempfile::tempdir().unwrap();
    packaging_files::write(written.path()).unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/command-line");
    let renew = "renew them with: cargo run --example packaging-files";
    for (part, count) in [("completions", 5), ("man", 7)] {
        let made = texts(&written.path().join(part));
        assert_eq!(made.len(), count, "{:?}", made.keys());
        assert_eq!(texts(&committed.join(part)), made, "{renew}");
    }
}

/// The files of a folder by name, with line ends as they were written.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            (name, text.replace("\r\n", "\n"))
        })
        .collect()
}
