//! Both protocol eras on the wire: raw lines through the transport, no client library in between.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::io::{BufRead as _, BufReader, PipeWriter, Write as _};
use std::sync::mpsc;
use std::time::Duration;

use mcp_wms_api::server::{Clock, WarehouseServer};
use mcp_wms_api::stdio::{Limits, Stdio};
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::harness::{config_for, now};

/// The revisions with a handshake, oldest first.
const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// The revision without one.
const STATELESS: &str = "2026-07-28";
/// An answer that takes longer is none.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server of its own and the two ends of its pipe. No warehouse is reached.
struct Session {
    to_server: PipeWriter,
    lines: mpsc::Receiver<String>,
    next_id: u64,
    _runtime: Runtime,
}

impl Session {
    fn start() -> Self {
        let (server_input, to_server) = std::io::pipe().unwrap();
        let (from_server, server_output) = std::io::pipe().unwrap();
        let stdio = Stdio::new(server_input, server_output, Limits::default()).unwrap();
        let config = config_for("http://127.0.0.1:9", &[]);
        let server = WarehouseServer::new(config, Clock::Fixed(now()), stdio.closed());
        let runtime = Runtime::new().unwrap();
        runtime.spawn(async move {
            let running = Box::pin(server.serve_with_ct(stdio, CancellationToken::new())).await;
            running.unwrap().waiting().await.unwrap();
        });
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(from_server).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            to_server,
            lines,
            next_id: 0,
            _runtime: runtime,
        }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to_server, "{message}").unwrap();
    }

    /// Sends a request and returns its response; every line until then is a JSON-RPC message.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            if message["id"] == id {
                return message;
            }
        }
    }

    fn result(&mut self, method: &str, params: Value) -> Value {
        let mut response = self.request(method, params);
        assert_eq!(response["error"], Value::Null, "{method}");
        response["result"].take()
    }

    fn error(&mut self, method: &str, params: Value) -> Value {
        let mut response = self.request(method, params);
        assert_eq!(response["result"], Value::Null, "{method}");
        response["error"].take()
    }

    fn initialize(&mut self, version: &str) -> Value {
        let client = json!({"name": "raw", "version": "1"});
        let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
        let result = self.result("initialize", params);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        result
    }
}

/// The params of a request of the stateless revision.
fn stateless(params: Value) -> Value {
    stateless_as(STATELESS, params)
}

fn stateless_as(version: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

fn identity() -> Value {
    json!({
        "name": "mcp-wms-api",
        "title": "EasyWMS warehouse (read only)",
        "version": env!("CARGO_PKG_VERSION"),
        "description": env!("CARGO_PKG_DESCRIPTION"),
    })
}

fn names(list: &Value) -> Vec<String> {
    let items = list.as_array().unwrap().iter();
    items
        .map(|item| item["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_handshake_is_echoed_and_lists_the_tools() {
    for version in LEGACY {
        let mut session = Session::start();
        let opened = session.initialize(version);
        assert_eq!(opened["protocolVersion"], version);
        assert_eq!(opened["serverInfo"], identity());
        assert_eq!(
            opened["capabilities"],
            json!({"tools": {}, "resources": {}, "prompts": {}, "completions": {}})
        );
        let tools = session.result("tools/list", Value::Null);
        assert!(names(&tools["tools"]).contains(&"query_wms_entities".to_owned()));
        assert_eq!(tools.get("resultType"), None, "{version}");
        assert_eq!(session.result("ping", Value::Null), json!({}));
    }
}

#[test]
fn the_stateless_revision_discovers_lists_and_calls() {
    let mut session = Session::start();
    let found = session.result("server/discover", stateless(json!({})));
    let versions = found["supportedVersions"].as_array().unwrap();
    for version in LEGACY.iter().chain([&STATELESS]) {
        assert!(versions.contains(&json!(version)), "{version}");
    }
    assert_eq!(found["ttlMs"], 86_400_000);
    assert_eq!(found["cacheScope"], "public");

    let tools = session.result("tools/list", stateless(json!({})));
    assert_eq!(tools["resultType"], "complete");
    assert_eq!(tools["ttlMs"], 86_400_000);
    assert_eq!(tools["cacheScope"], "public");

    let params = stateless(json!({"name": "list_profiles", "arguments": {}}));
    let called = session.result("tools/call", params);
    let text = called["content"][0]["text"].as_str().unwrap();
    let answer: Value = serde_json::from_str(text).unwrap();
    assert_eq!(answer["success"], true);
    assert_eq!(called["resultType"], "complete");
}

#[test]
fn every_stateless_result_says_who_answered_and_no_other_does() {
    let methods = [
        ("tools/list", json!({})),
        ("tools/call", json!({"name": "list_profiles"})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({"uri": "wms://guide/filters"})),
        ("prompts/list", json!({})),
        ("prompts/get", json!({"name": "shift_briefing"})),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "shift_briefing"}, "argument": {"name": "profile", "value": ""}}),
        ),
    ];
    let key = "io.modelcontextprotocol/serverInfo";
    let mut session = Session::start();
    let found = session.result("server/discover", stateless(json!({})));
    assert_eq!(found["_meta"][key], identity());
    for (method, params) in &methods {
        let result = session.result(method, stateless(params.clone()));
        assert_eq!(result["_meta"][key], identity(), "{method}");
    }
    let mut session = Session::start();
    session.initialize("2025-11-25");
    for (method, params) in &methods {
        let result = session.result(method, params.clone());
        assert_eq!(result["_meta"].get(key), None, "{method}");
    }
}

#[test]
fn instructions_are_short_and_the_same_in_both_eras() {
    let found = Session::start().result("server/discover", stateless(json!({})));
    let instructions = found["instructions"].as_str().unwrap();
    // Claude Code cuts at 2,048.
    assert!(instructions.chars().count() <= 2_000);
    for version in LEGACY {
        let opened = Session::start().initialize(version);
        assert_eq!(opened["instructions"], instructions, "{version}");
    }
}

#[test]
fn the_tool_list_is_the_same_each_time_and_in_both_eras() {
    let mut session = Session::start();
    let first = session.result("tools/list", stateless(json!({})));
    let again = session.result("tools/list", stateless(json!({})));
    assert_eq!(first["tools"], again["tools"]);
    let mut session = Session::start();
    session.initialize("2025-06-18");
    let legacy = session.result("tools/list", json!({}));
    assert_eq!(first["tools"], legacy["tools"]);
    let listed = names(&first["tools"]);
    assert!(listed.is_sorted(), "{listed:?}");
}

#[test]
fn an_unknown_version_is_refused_with_those_supported() {
    let mut session = Session::start();
    let error = session.error("tools/list", stateless_as("2031-01-01", json!({})));
    assert_eq!(error["code"], -32022);
    let supported = error["data"]["supported"].as_array().unwrap();
    assert!(supported.contains(&json!(STATELESS)), "{error}");
    assert_eq!(error["data"]["requested"], "2031-01-01");
}

#[test]
fn an_unknown_version_at_the_handshake_gets_the_newest_that_has_one() {
    for version in ["2024-10-07", "2031-01-01", STATELESS] {
        let opened = Session::start().initialize(version);
        assert_eq!(opened["protocolVersion"], "2025-11-25", "{version}");
    }
}

#[test]
fn a_stateless_request_without_its_metadata_is_refused() {
    let error = Session::start().error("tools/list", json!({}));
    assert_eq!(error["code"], -32602, "{error}");
}

#[test]
fn an_unknown_tool_is_a_protocol_error_that_names_the_nearest() {
    let mut session = Session::start();
    let params = stateless(json!({"name": "query_wms_entity", "arguments": {}}));
    let modern = session.error("tools/call", params);
    let mut session = Session::start();
    session.initialize("2025-11-25");
    let legacy = session.error("tools/call", json!({"name": "query_wms_entity"}));
    for error in [modern, legacy] {
        assert_eq!(error["code"], -32602);
        assert_eq!(
            error["message"],
            "there is no tool 'query_wms_entity'; did you mean 'query_wms_entities'?"
        );
        let failure = &error["data"];
        assert_eq!(failure["success"], false);
        assert_eq!(failure["tool"], "query_wms_entity");
        assert_eq!(failure["code"], "invalid_arguments");
        assert_eq!(failure["details"]["did_you_mean"][0], "query_wms_entities");
    }
}

#[test]
fn an_unknown_method_is_method_not_found() {
    let mut session = Session::start();
    let modern = session.error("tools/explain", stateless(json!({})));
    assert_eq!(modern["code"], -32601);
    // Not in the stateless revision, and never in this server.
    for method in ["ping", "resources/subscribe", "logging/setLevel"] {
        let params = stateless(json!({"uri": "wms://profiles", "level": "info"}));
        assert_eq!(session.error(method, params)["code"], -32601, "{method}");
    }
    let mut session = Session::start();
    session.initialize("2024-11-05");
    assert_eq!(session.error("tools/explain", json!({}))["code"], -32601);
}

#[test]
fn a_missing_resource_has_the_code_of_its_era() {
    let uri = json!({"uri": "wms://guide/filter"});
    let mut session = Session::start();
    let modern = session.error("resources/read", stateless(uri.clone()));
    assert_eq!(modern["code"], -32602);
    let mut session = Session::start();
    session.initialize("2025-11-25");
    let legacy = session.error("resources/read", uri);
    assert_eq!(legacy["code"], -32002);
    for error in [modern, legacy] {
        assert_eq!(
            error["message"],
            "there is no resource 'wms://guide/filter'; did you mean 'wms://guide/filters'?"
        );
    }
}

#[test]
fn a_cursor_that_no_list_gave_is_refused() {
    let mut session = Session::start();
    for method in [
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
    ] {
        let error = session.error(method, stateless(json!({"cursor": "bogus"})));
        assert_eq!(error["code"], -32602, "{method}");
        session.result(method, stateless(json!({"cursor": ""})));
    }
}

#[test]
fn one_process_serves_both_eras_one_after_the_other() {
    let mut session = Session::start();
    session.result("server/discover", stateless(json!({})));
    let opened = session.initialize("2025-11-25");
    assert_eq!(opened["protocolVersion"], "2025-11-25");
    let tools = session.result("tools/list", json!({}));
    assert!(!names(&tools["tools"]).is_empty());
}
