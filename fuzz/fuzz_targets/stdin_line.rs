//! Any bytes on stdin: the session ends by itself, and every line of stdout is one JSON-RPC message.
//!
//! The server is the real one without a profile, so that a call passes the gate, reaches its tool and touches no network.
#![no_main]

use std::io::{self, Cursor, Write};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use mcp_wms_api::config::Config;
use mcp_wms_api::server::{Clock, WarehouseServer};
use mcp_wms_api::stdio::{Limits, Stdio};
use rmcp::ServiceExt as _;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

const PING_ID: &str = "last-7c1e9f42";
/// The revision without a handshake: it is answered whatever the session has been through.
const PING: &str = r#"{"jsonrpc":"2.0","id":"last-7c1e9f42","method":"tools/call","params":{"name":"list_profiles","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
});

/// One for all sessions: making one means writing the schemas of all tools.
static SERVER: LazyLock<WarehouseServer> = LazyLock::new(|| {
    WarehouseServer::new(Config::default(), Clock::System, CancellationToken::new())
});

/// What the session writes.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|input: &[u8]| {
    let answers = serve(input);
    for answer in &answers {
        check_message(answer);
    }
    let with_call = [input, b"\n", PING.as_bytes(), b"\n"].concat();
    let answered = serve(&with_call)
        .iter()
        .filter(|answer| answer["id"] == PING_ID)
        .count();
    assert_eq!(answered, 1);
});

/// Runs a session over the input to its end, and returns the lines that it wrote.
fn serve(input: &[u8]) -> Vec<Value> {
    let output = Output::default();
    let limits = Limits {
        grace: Duration::from_millis(200),
        ..Limits::default()
    };
    let stdio = Stdio::new(Cursor::new(input.to_vec()), output.clone(), limits).expect("threads");
    let server = SERVER.clone();
    RUNTIME.block_on(async {
        if let Ok(running) = server.serve_with_ct(stdio, CancellationToken::new()).await {
            running.waiting().await.expect("no task panics");
        }
    });
    let written = output.0.lock().unwrap_or_else(PoisonError::into_inner);
    let text = std::str::from_utf8(&written).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect()
}

fn check_message(message: &Value) {
    assert_eq!(message["jsonrpc"], "2.0", "{message}");
    let members = ["result", "error", "method"];
    let present = members.iter().filter(|name| message.get(name).is_some());
    assert_eq!(present.count(), 1, "{message}");
}
