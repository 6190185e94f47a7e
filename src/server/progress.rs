//! Progress notifications of one call, for clients that asked for them.

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::{Peer, RoleServer};
use tokio::sync::Mutex;

/// Where the progress of one call is reported to.
#[derive(Debug)]
pub(super) struct Progress {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    /// Steps told so far; locked while one is told, because what a client is told must grow (MCP, progress).
    steps: Mutex<u64>,
}

impl Progress {
    pub(super) fn new(peer: Peer<RoleServer>, token: ProgressToken) -> Self {
        Self {
            peer,
            token,
            steps: Mutex::new(0),
        }
    }

    /// Tells that one more step is done, of a number that is not known before.
    pub(super) async fn step(&self, message: &str) {
        let mut steps = self.steps.lock().await;
        *steps += 1;
        self.report(*steps, None, message).await;
    }

    /// Sends one notification. One that can't be sent is no reason to fail the call.
    pub(super) async fn report(&self, done: u64, total: Option<u64>, message: &str) {
        let as_number = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let mut notification = ProgressNotificationParam::new(self.token.clone(), as_number(done))
            .with_message(message);
        if let Some(total) = total {
            notification = notification.with_total(as_number(total));
        }
        let _ = self.peer.notify_progress(notification).await;
    }
}
