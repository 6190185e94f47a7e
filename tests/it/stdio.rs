//! The real binary between two pipes: what only a process shows. Framing itself is tested beside the transport.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::time::timeout;

use crate::process::{EXIT_LIMIT, Ended, Session, command, request};

/// A password that must appear on no stream.
const CANARY: &str = "canary-password-5271";

/// The demo at the loudest log level.
fn loud_demo() -> Command {
    let mut command = command(&["--demo"]);
    command.env("WMS_LOG", "trace");
    command
}

/// A server whose only warehouse is at `url`.
fn configured(url: &str) -> Command {
    let mut command = command(&[]);
    command.envs([
        ("WMS_URL", url),
        ("WMS_TENANT", "NORTH"),
        ("WMS_USERNAME", "reader"),
        ("WMS_PASSWORD", CANARY),
        ("WMS_CLIENT_ID", "mcp"),
        ("WMS_CLIENT_SECRET", "canary-secret-9313"),
        ("WMS_LOG", "trace"),
    ]);
    command
}

/// An address that takes connections and never answers, and the listener that keeps it so.
async fn silent_warehouse() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (listener, url)
}

fn count_call(id: u32) -> Value {
    let params = json!({"name": "count_wms_entities", "arguments": {"entity_type": "Product"}});
    request(id, "tools/call", params)
}

#[track_caller]
fn assert_quiet_end(ended: &Ended) {
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(ended.elapsed < EXIT_LIMIT, "{:?}", ended.elapsed);
    assert!(!ended.stderr.contains("panic"), "{}", ended.stderr);
}

#[tokio::test]
async fn stdout_holds_only_the_protocol_at_the_loudest_log_level() {
    let mut session = Session::start(loud_demo());
    let welcome = session.initialize().await;
    assert_eq!(welcome["result"]["serverInfo"]["name"], "mcp-wms-api");
    session.send_text("{\"jsonrpc\": \n").await;
    assert_eq!(session.receive().await["error"]["code"], -32700);
    session.send_text("\u{feff}  \r\n\n").await;
    let rows = session
        .call(
            1,
            "query_wms_entities",
            json!({"entity_type": "Product", "filter": "Code = 'canary-value-6604'"}),
        )
        .await;
    assert_eq!(rows["total"], 0);
    let unknown = session
        .request(2, "tools/call", json!({"name": "canary-tool-1188"}))
        .await;
    assert_eq!(unknown["error"]["code"], -32602);
    let ended = session.finish().await;
    assert_quiet_end(&ended);
    assert_eq!(ended.messages, Vec::<Value>::new());
    assert!(ended.stderr.contains("query_wms_entities"));
    assert!(!ended.stderr.contains("canary"), "{}", ended.stderr);
}

#[tokio::test]
async fn ends_at_the_end_of_input_before_anything_was_said() {
    assert_quiet_end(&Session::start(loud_demo()).finish().await);
}

#[tokio::test]
async fn ends_at_the_end_of_input_after_the_handshake() {
    let mut session = Session::start(loud_demo());
    session.initialize().await;
    assert_quiet_end(&session.finish().await);
}

#[tokio::test]
async fn ends_at_the_end_of_input_after_a_client_that_only_looked() {
    let mut session = Session::start(loud_demo());
    let meta = json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    let found = session.request(1, "server/discover", meta).await;
    assert!(found["result"].is_object(), "{found}");
    assert_quiet_end(&session.finish().await);
}

#[tokio::test]
async fn a_last_line_without_its_line_end_is_answered_as_a_cut_one() {
    let mut session = Session::start(loud_demo());
    session.initialize().await;
    let list = request(1, "tools/list", json!({}));
    session.send_text(&list.to_string()).await;
    let ended = session.finish().await;
    assert_quiet_end(&ended);
    assert_eq!(ended.messages.len(), 1);
    assert_eq!(ended.messages[0]["id"], 1);
    assert_eq!(ended.messages[0]["error"]["code"], -32700);
}

#[tokio::test]
async fn a_running_call_does_not_hold_up_the_end() {
    let (_listener, url) = silent_warehouse().await;
    let mut session = Session::start(configured(&url));
    session.initialize().await;
    session.send(&count_call(1)).await;
    session.send(&count_call(2)).await;
    let ended = session.finish().await;
    assert_quiet_end(&ended);
    assert!(!ended.stderr.contains("canary"), "{}", ended.stderr);
}

#[cfg(unix)]
#[tokio::test]
async fn ends_on_a_signal_while_idle() {
    for signal in ["-TERM", "-INT"] {
        let mut session = Session::start(loud_demo());
        session.initialize().await;
        session.signal(signal);
        assert_quiet_end(&session.ended().await);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn ends_on_a_signal_while_busy() {
    let (listener, url) = silent_warehouse().await;
    let mut session = Session::start(configured(&url));
    session.initialize().await;
    session.send(&count_call(1)).await;
    let _connection = listener.accept().await.unwrap();
    session.signal("-TERM");
    let ended = session.ended().await;
    assert_quiet_end(&ended);
    assert_eq!(ended.messages.len(), 1, "the call is answered");
    assert!(
        ended.messages[0]
            .to_string()
            .contains("the server is ending")
    );
}

#[tokio::test]
async fn a_client_that_stops_listening_ends_it_quietly() {
    let mut session = Session::start(loud_demo());
    session.initialize().await;
    session.close_stdout();
    session.send(&request(1, "tools/list", json!({}))).await;
    assert_quiet_end(&session.ended().await);
}

#[tokio::test]
async fn starts_without_a_configuration_and_says_what_to_set() {
    let mut session = Session::start(command(&[]));
    session.initialize().await;
    let tools = session.request(1, "tools/list", json!({})).await;
    assert!(!tools["result"]["tools"].as_array().unwrap().is_empty());
    let failure = session
        .call(2, "count_wms_entities", json!({"entity_type": "Product"}))
        .await;
    assert_eq!(failure["code"], "not_configured");
    assert!(failure["hint"].as_str().unwrap().contains("WMS_PASSWORD"));
    assert_quiet_end(&session.finish().await);
}

#[tokio::test]
async fn starts_while_the_warehouse_is_down_and_connects_only_for_a_call() {
    let (listener, url) = silent_warehouse().await;
    let mut session = Session::start(configured(&url));
    session.initialize().await;
    session.request(1, "tools/list", json!({})).await;
    session.call(2, "list_profiles", json!({})).await;
    // Dropped with nobody in its queue: had the server connected, the accept would have been ready at once.
    let connected = timeout(Duration::ZERO, listener.accept()).await;
    assert!(connected.is_err(), "a connection before the first read");
    drop(listener);
    let check = session.call(3, "check_connection", json!({})).await;
    assert_eq!(check["failed_step"], "address");
    assert_quiet_end(&session.finish().await);
}

#[cfg(unix)]
#[tokio::test]
async fn starts_in_a_directory_that_is_gone() {
    let directory = tempfile::tempdir().unwrap();
    let binary = env!("CARGO_BIN_EXE_mcp-wms-api");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "rmdir \"$PWD\" && exec \"$0\"", binary])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .current_dir(directory.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true);
    let mut session = Session::start(shell);
    session.initialize().await;
    assert_quiet_end(&session.finish().await);
}

#[cfg(unix)]
#[tokio::test]
async fn starts_in_a_directory_where_it_may_not_write() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().unwrap();
    let read_only = std::fs::Permissions::from_mode(0o500);
    std::fs::set_permissions(directory.path(), read_only).unwrap();
    let mut quiet = loud_demo();
    quiet.current_dir(directory.path());
    let mut session = Session::start(quiet);
    session.initialize().await;
    session
        .call(1, "count_wms_entities", json!({"entity_type": "Product"}))
        .await;
    assert_quiet_end(&session.finish().await);
    let left: Vec<_> = std::fs::read_dir(directory.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// More log than a pipe and the queue hold together.
const LOUD_CALLS: u32 = 4_000;

#[tokio::test]
async fn an_unread_stderr_stops_no_call() {
    let mut session = Session::start_unread(loud_demo());
    session.initialize().await;
    let params = json!({"name": "list_profiles"});
    for chunk in 0..LOUD_CALLS / 50 {
        let ids = 1 + chunk * 50..=(chunk + 1) * 50;
        let lines: Vec<String> = ids
            .map(|id| format!("{}\n", request(id, "tools/call", params.clone())))
            .collect();
        session.send_text(&lines.concat()).await;
        for _ in 0..50 {
            assert!(session.receive().await["result"].is_object());
        }
    }
    assert_quiet_end(&session.finish().await);
}

#[tokio::test]
async fn the_environment_of_other_programs_changes_nothing() {
    let key_log = tempfile::tempdir().unwrap();
    let key_file = key_log.path().join("keys");
    let (listener, proxy) = silent_warehouse().await;
    let mut surrounded = command(&["--demo"]);
    surrounded
        .env("RUST_LOG", "trace")
        .env("HTTP_PROXY", &proxy)
        .env("HTTPS_PROXY", &proxy)
        .env("ALL_PROXY", &proxy)
        .env("SSLKEYLOGFILE", &key_file);
    let mut session = Session::start(surrounded);
    session.initialize().await;
    let count = session
        .call(1, "count_wms_entities", json!({"entity_type": "Product"}))
        .await;
    assert_eq!(count["success"], true);
    let ended = session.finish().await;
    assert_quiet_end(&ended);
    assert!(!ended.stderr.contains("TRACE"), "{}", ended.stderr);
    let proxied = timeout(Duration::ZERO, listener.accept()).await;
    assert!(proxied.is_err(), "a request went through the ambient proxy");
    assert!(!key_file.exists());
}

/// Requests in chunks of 500: far more than the transport may take in.
#[cfg(target_os = "linux")]
const MOST_CHUNKS: u32 = 40;
/// A chunk that takes this long has stopped.
#[cfg(target_os = "linux")]
const STALL: Duration = Duration::from_millis(700);

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_client_that_never_reads_costs_bounded_memory() {
    let mut session = Session::start(command(&["--demo"]));
    session.initialize().await;
    let call = json!({"name": "list_entity_types", "arguments": {"limit": 200}});
    let mut stalled = false;
    for chunk in 0..MOST_CHUNKS {
        let ids = chunk * 500..(chunk + 1) * 500;
        let lines: Vec<String> = ids
            .map(|id| format!("{}\n", request(id, "tools/call", call.clone())))
            .collect();
        let sent = timeout(STALL, session.send_text(&lines.concat())).await;
        stalled = sent.is_err();
        if stalled {
            break;
        }
    }
    assert!(stalled, "the intake never stopped");
    let process = session.child.id().unwrap();
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: u64 = resident
        .and_then(|text| text.trim().strip_suffix(" kB"))
        .unwrap()
        .parse()
        .unwrap();
    assert!(kilobytes < 100_000, "{kilobytes} kB");
    session.child.kill().await.unwrap();
}
