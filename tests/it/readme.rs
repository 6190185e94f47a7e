//! The README keeps its promises: the tool table is the tool list, its commands run as written, and what it shows of an
//! answer is what the demo answers.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::path::Path;

use mcp_wms_api::cli::tool_table;
use mcp_wms_api::server::{Clock, WarehouseServer};
use mcp_wms_api::simulator::{
    DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME, Simulator,
};
use regex::Regex;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::harness::{Harness, config_for, now, simulator_options};
use crate::process::{command, run};

const README: &str = include_str!("../../README.md");
/// The path that the README has for one's own file.
const ENV_FILE: &str = "/full/path/to/wms.env";

#[test]
fn the_tool_table_is_the_tool_list() {
    let config = config_for("http://127.0.0.1:9", &[]);
    let tools =
        WarehouseServer::new(config, Clock::Fixed(now()), CancellationToken::new()).tool_list();
    let (_, behind) = README
        .split_once("<!-- tools: made by `mcp-wms-api tools` -->\n")
        .unwrap();
    let (table, _) = behind.split_once("<!-- /tools -->").unwrap();
    assert_eq!(
        table,
        tool_table(&tools),
        "renew it with: cargo run -- tools"
    );
}

#[test]
fn the_two_commands_come_first() {
    let first = blocks("sh").into_iter().take(2).collect::<Vec<_>>();
    let demo = r#"cargo run --release -- --demo call query_wms_entities '{"entity_type":"Products","limit":5}'"#;
    assert_eq!(first, [demo, "cargo test"]);
}

/// What an answer looks like, each run on the demo's data at the tests' moment.
#[tokio::test]
async fn the_answers_shown_are_the_demo_s() {
    let harness = Harness::start().await;
    let mut shown = 0;
    for block in blocks("text") {
        let Some(call) = block.strip_prefix("$ mcp-wms-api --demo call ") else {
            continue;
        };
        let (call, answer) = call.split_once('\n').unwrap();
        let (tool, arguments) = call.split_once(' ').unwrap();
        let arguments = serde_json::from_str(arguments.trim_matches('\'')).unwrap();
        let outcome = harness.call(tool, arguments).await;
        assert_shows(&answer.replace('\n', ""), &outcome.text);
        shown += 1;
    }
    assert_eq!(shown, 3);
}

#[tokio::test]
async fn the_doctor_s_print_is_the_doctor_s() {
    let blocks = blocks("text");
    let line = "$ mcp-wms-api --demo --profile GHOST doctor\n";
    let shown = blocks
        .iter()
        .find_map(|block| block.strip_prefix(line))
        .unwrap();
    let printed = run(command(&["--demo", "--profile", "GHOST", "doctor"]), "").await;
    let changing = Regex::new(r" +\d+ ms|127\.0\.0\.1:\d+").unwrap();
    let without = |text: &str| changing.replace_all(text.trim_end(), " *").into_owned();
    assert_shows(&without(shown), &without(&printed.stdout));
}

/// The six settings, as they stand, make a warehouse.
#[tokio::test]
async fn the_settings_shown_are_complete() {
    let settings = blocks("sh")
        .into_iter()
        .find(|block| block.starts_with("WMS_URL="))
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(".env"), settings).unwrap();
    let mut list = command(&["call", "list_profiles"]);
    list.current_dir(folder.path());
    let printed = run(list, "").await.json();
    assert_eq!(printed["returned"], 1, "{printed}");
    assert_eq!(
        printed.pointer("/rows/0/usable"),
        Some(&Value::Bool(true)),
        "{printed}"
    );
}

/// Every command, through a shell as a reader would paste it, but for the three that only their clients can run: of those
/// the part that starts the server.
#[cfg(unix)]
#[tokio::test]
async fn every_command_runs_as_written() {
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let folder = folder_with_settings(&simulator);
    let mut run_lines = Vec::new();
    for block in blocks("sh") {
        for line in block.lines().filter(|line| !line.starts_with("WMS_")) {
            // Cargo builds what the tests run; its own test command is what runs this.
            let line = line.replace("cargo run --release -- ", "mcp-wms-api ");
            let Some(at) = line.find("mcp-wms-api") else {
                assert_eq!(line, "cargo test");
                continue;
            };
            let (client, server) = line.split_at(at);
            let server = if client.is_empty() {
                server.to_owned()
            } else {
                server.replace(" -- ", " ")
            };
            let printed = shell(folder.path(), &server).await;
            assert_eq!(printed.status, Some(0), "{line}: {printed:?}");
            run_lines.push(line);
        }
    }
    assert_eq!(run_lines.len(), 5, "{run_lines:#?}");
}

/// The JSON of the clients' settings files names a command that starts.
#[tokio::test]
async fn every_client_s_settings_start_the_server() {
    let simulator = Simulator::start(simulator_options()).await.unwrap();
    let folder = folder_with_settings(&simulator);
    let own_file = folder.path().join("wms.env");
    let blocks = blocks("json");
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let settings: Value = serde_json::from_str(block).unwrap();
        let servers = settings.get("mcpServers").or(settings.get("servers"));
        let server = &servers.unwrap()["wms"];
        assert_eq!(server["command"], "/full/path/to/mcp-wms-api");
        let arguments: Vec<&str> = server["args"]
            .as_array()
            .unwrap()
            .iter()
            .map(|argument| argument.as_str().unwrap())
            .map(|argument| match argument {
                ENV_FILE => own_file.to_str().unwrap(),
                other => other,
            })
            .collect();
        let listed = [arguments.as_slice(), &["call", "list_profiles"]].concat();
        let printed = run(command(&listed), "").await.json();
        assert_eq!(
            printed.pointer("/rows/0/usable"),
            Some(&Value::Bool(true)),
            "{printed}"
        );
        let printed = run(command(&arguments), "").await;
        assert_eq!((printed.status, printed.stderr.as_str()), (Some(0), ""));
    }
}

/// The code blocks of a language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    let mut blocks = Vec::new();
    let mut rest = README;
    while let Some((_, behind)) = rest.split_once(opening.as_str()) {
        let Some((block, behind)) = behind.split_once("\n```") else {
            panic!("a block of {language} has no end");
        };
        blocks.push(block);
        rest = behind;
    }
    blocks
}

/// The shown text is the real one, except that each `…` stands for anything.
fn assert_shows(shown: &str, real: &str) {
    let mut parts = shown.split('…');
    let mut rest = real
        .strip_prefix(parts.next().unwrap())
        .unwrap_or_else(|| panic!("{shown}\nis not how this begins:\n{real}"));
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else {
            panic!("'{part}' is not in\n{rest}");
        };
        rest = behind;
    }
}

/// A folder with a `wms.env` that holds the six settings of a running simulator.
fn folder_with_settings(simulator: &Simulator) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let settings = format!(
        "WMS_URL={}\nWMS_TENANT=NORTH\nWMS_USERNAME={DEMO_USERNAME}\nWMS_PASSWORD='{DEMO_PASSWORD}'\nWMS_CLIENT_ID={DEMO_CLIENT_ID}\nWMS_CLIENT_SECRET='{DEMO_CLIENT_SECRET}'\n",
        simulator.base_url()
    );
    let file = folder.path().join("wms.env");
    std::fs::write(&file, settings).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    folder
}

/// Runs a line in a shell that finds the binary by its name, in a folder that holds the README's env file.
#[cfg(unix)]
async fn shell(folder: &Path, line: &str) -> crate::process::Printed {
    let own_file = folder.join("wms.env");
    let line = line.replace(ENV_FILE, own_file.to_str().unwrap());
    let binaries = Path::new(env!("CARGO_BIN_EXE_mcp-wms-api"))
        .parent()
        .unwrap();
    let mut shell = tokio::process::Command::new("/bin/sh");
    shell
        .args(["-c", &line])
        .env_clear()
        .env("PATH", binaries)
        .current_dir(folder)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true);
    run(shell, "").await
}
