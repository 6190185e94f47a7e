//! One value that holds everything a test needs: a simulator, a server over it, an MCP client.
//!
//! Nothing sleeps, nothing has a fixed port, nothing sets process-wide state.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing test should panic"
)]

use std::collections::BTreeMap;
use std::ffi::OsString;

use jiff::Timestamp;
use mcp_wms_api::config::{Config, Options as ConfigOptions, Sources};
use mcp_wms_api::server::{Clock, WarehouseServer};
use mcp_wms_api::simulator::{
    DEMO_CLIENT_ID, DEMO_CLIENT_SECRET, DEMO_PASSWORD, DEMO_USERNAME, Options, Simulator,
};
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// The moment in which every test lives.
pub(crate) const NOW: &str = "2026-11-30T08:15:00Z";

/// A simulator, a server over it and a client of the server.
pub(crate) struct Harness {
    pub(crate) simulator: Simulator,
    pub(crate) client: RunningService<RoleClient, ()>,
}

/// What a call gave: the text that a client gets, and the same as JSON.
#[must_use]
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) text: String,
    pub(crate) json: Value,
    pub(crate) is_error: bool,
}

impl Harness {
    /// Starts everything with the demo's data and default settings.
    pub(crate) async fn start() -> Self {
        Self::with(simulator_options(), &[]).await
    }

    /// Starts with other settings, given as variables (`("MAX_RESPONSE_BYTES", "5000")`).
    pub(crate) async fn with_settings(settings: &[(&str, &str)]) -> Self {
        Self::with(simulator_options(), settings).await
    }

    /// Starts with another simulator and other settings.
    pub(crate) async fn with(options: Options, settings: &[(&str, &str)]) -> Self {
        let simulator = Simulator::start(options).await.unwrap();
        let base_url = simulator.base_url().to_owned();
        Self::between(simulator, &base_url, settings).await
    }

    /// Starts with a warehouse that is reached at another address than its simulator's: through a front, or not at all.
    pub(crate) async fn reached_at(base_url: &str, settings: &[(&str, &str)]) -> Self {
        let simulator = Simulator::start(simulator_options()).await.unwrap();
        Self::between(simulator, base_url, settings).await
    }

    /// As [`reached_at`](Self::reached_at), with a simulator that runs already.
    pub(crate) async fn between(
        simulator: Simulator,
        base_url: &str,
        settings: &[(&str, &str)],
    ) -> Self {
        let config = config_for(base_url, settings);
        assert_eq!(config.problems, [], "the test's own settings");
        let client = connect(config).await;
        Self { simulator, client }
    }

    /// Makes a call; arguments are a JSON object.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        Outcome::of(&self.result(tool, arguments).await)
    }

    /// Makes a call and returns the text of its answer, which need not be JSON that a `Value` can hold.
    pub(crate) async fn text(&self, tool: &str, arguments: Value) -> String {
        Outcome::text_of(&self.result(tool, arguments).await)
    }

    async fn result(&self, tool: &str, arguments: Value) -> CallToolResult {
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object")
        };
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        self.client.call_tool(params).await.unwrap()
    }

    /// Makes a call that must succeed, and returns its JSON.
    pub(crate) async fn answer(&self, tool: &str, arguments: Value) -> Value {
        let outcome = self.call(tool, arguments).await;
        assert!(!outcome.is_error, "{}", outcome.text);
        outcome.json
    }

    /// Makes a call that must fail, checks the failure's shape, and returns its JSON.
    pub(crate) async fn failure(&self, tool: &str, arguments: Value) -> Value {
        let outcome = self.call(tool, arguments).await;
        assert!(outcome.is_error, "{}", outcome.text);
        assert_failure_shape(&outcome, tool);
        outcome.json
    }
}

impl Outcome {
    fn text_of(result: &CallToolResult) -> String {
        assert_eq!(result.structured_content, None, "the text is the contract");
        let [ContentBlock::Text(text)] = result.content.as_slice() else {
            panic!("one text block: {result:?}")
        };
        text.text.clone()
    }

    pub(crate) fn of(result: &CallToolResult) -> Self {
        let text = Self::text_of(result);
        let json = serde_json::from_str(&text).unwrap();
        Self {
            text,
            json,
            is_error: result.is_error == Some(true),
        }
    }
}

/// Every failure of every tool has this shape.
pub(crate) fn assert_failure_shape(outcome: &Outcome, tool: &str) {
    let json = &outcome.json;
    assert_eq!(json["success"], false, "{}", outcome.text);
    assert_eq!(json["tool"], tool, "{}", outcome.text);
    for name in ["error", "code", "category", "hint", "request_id"] {
        assert!(
            json[name].as_str().is_some_and(|text| !text.is_empty()),
            "{name}: {}",
            outcome.text
        );
    }
    assert!(json["retryable"].is_boolean(), "{}", outcome.text);
    assert!(outcome.text.len() <= 2_000, "{} bytes", outcome.text.len());
}

/// The simulator at the tests' moment.
pub(crate) fn simulator_options() -> Options {
    Options {
        now: now(),
        ..Options::default()
    }
}

pub(crate) fn now() -> Timestamp {
    NOW.parse().unwrap()
}

/// The three demo profiles, read over HTTP like any other, and what a test sets beyond them.
pub(crate) fn config_for(base_url: &str, settings: &[(&str, &str)]) -> Config {
    let mut variables: BTreeMap<String, OsString> = BTreeMap::new();
    for tenant in ["NORTH", "SOUTH", "GHOST"] {
        for (suffix, value) in [
            ("URL", base_url),
            ("TENANT", tenant),
            ("USERNAME", DEMO_USERNAME),
            ("PASSWORD", DEMO_PASSWORD),
            ("CLIENT_ID", DEMO_CLIENT_ID),
            ("CLIENT_SECRET", DEMO_CLIENT_SECRET),
        ] {
            variables.insert(format!("WMS_{tenant}_{suffix}"), value.into());
        }
    }
    variables.insert("WMS_PROFILE".to_owned(), "NORTH".into());
    for (name, value) in settings {
        variables.insert((*name).to_owned(), value.into());
    }
    load(variables)
}

/// A configuration from these variables alone.
pub(crate) fn load(variables: BTreeMap<String, OsString>) -> Config {
    let working_directory = std::env::temp_dir().join("mcp-wms-api-tests-have-no-env-file-here");
    Config::load(Sources {
        variables,
        working_directory,
        options: ConfigOptions::default(),
    })
}

/// Connects a client to a server over an in-memory pipe.
pub(crate) async fn connect(config: Config) -> RunningService<RoleClient, ()> {
    connect_at(config, Clock::Fixed(now())).await
}

/// As [`connect`], with another clock.
pub(crate) async fn connect_at(config: Config, clock: Clock) -> RunningService<RoleClient, ()> {
    let (server_end, client_end) = tokio::io::duplex(1 << 16);
    let server = WarehouseServer::new(config, clock, CancellationToken::new());
    tokio::spawn(async move {
        let running = Box::pin(server.serve(server_end)).await.unwrap();
        running.waiting().await.unwrap();
    });
    ().serve(client_end).await.unwrap()
}
