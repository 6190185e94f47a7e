//! `serve`: MCP on stdin and stdout until the client goes.

use std::io::{self, IsTerminal as _};

use rmcp::ServiceExt as _;
use rmcp::service::{QuitReason, ServerInitializeError};
use tokio_util::sync::CancellationToken;

use super::{FAILED, NOT_STARTED, print};
use crate::config::Config;
use crate::server::{Clock, WarehouseServer};
use crate::stdio::Stdio;

/// What somebody is told who starts the server by hand.
const WAITING: &str = "This is an MCP server: it waits for a client on stdin (end with Ctrl-C). To try it by hand: mcp-wms-api doctor, mcp-wms-api tools, or mcp-wms-api --demo call list_entity_types.";

/// Serves until end of input, a signal or a closed stdout; all three are a normal end.
pub(super) async fn run(config: Config) -> u8 {
    if io::stdin().is_terminal() {
        print::note(WAITING);
    }
    for problem in &config.problems {
        tracing::error!("{problem}");
    }
    for warning in &config.warnings {
        tracing::warn!("{warning}");
    }
    let stdio = match Stdio::of_process() {
        Ok(stdio) => stdio,
        Err(error) => {
            tracing::error!(%error, "stdin and stdout could not be served");
            return NOT_STARTED;
        }
    };
    let closing = stdio.closed();
    tokio::spawn(close_on_signal(closing.clone()));
    let server = WarehouseServer::new(config, Clock::System, closing.clone());
    match Box::pin(server.serve_with_ct(stdio, CancellationToken::new())).await {
        Ok(running) => match running.waiting().await {
            Ok(QuitReason::Closed | QuitReason::Cancelled) => 0,
            _ => FAILED,
        },
        // A client that only looked, or left before the handshake.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => 0,
        Err(error) => {
            tracing::error!(%error, "the session could not be opened");
            FAILED
        }
    }
}

/// The transport's own end, because rmcp's waits longer than hosts do before they kill.
async fn close_on_signal(closing: CancellationToken) {
    end_signal().await;
    closing.cancel();
}

#[cfg(unix)]
async fn end_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// Ctrl-C, Ctrl-Break and a closed console window.
#[cfg(windows)]
async fn end_signal() {
    use tokio::signal::windows::{ctrl_break, ctrl_close};
    let (Ok(mut pause), Ok(mut close)) = (ctrl_break(), ctrl_close()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = pause.recv() => {}
        _ = close.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
