//! Logs on stderr: one line an event, no arguments, no bodies, no secrets; and a panic is an event like any other.
//!
//! Only the settings decide what is logged. `RUST_LOG` is not read: it could make libraries write tokens and rows.

mod stderr;

use std::panic;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use self::stderr::QueuedStderr;
use crate::config::{LogFormat, LogLevel, Settings};

/// How long the end of the program waits for a stderr that is not read. Hosts kill 2 s after they close stdin.
const FLUSH_PATIENCE: Duration = Duration::from_millis(200);

/// The running log. What is still queued is written when it is flushed.
pub(super) struct Logs(Option<QueuedStderr>);

/// Starts logging at the configured level.
pub(super) fn start(settings: &Settings) -> Logs {
    panic::set_hook(Box::new(report_panic));
    if settings.log_level == LogLevel::Off {
        return Logs(None);
    }
    let Ok(stderr) = QueuedStderr::start() else {
        return Logs(None);
    };
    let lines = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_writer(stderr.clone())
        .with_ansi(false);
    let targets = targets(settings.log_level);
    // A second start, as in a test, keeps the first subscriber.
    let _ = match settings.log_format {
        LogFormat::Text => lines.finish().with(targets).try_init(),
        LogFormat::Json => lines.json().finish().with(targets).try_init(),
    };
    Logs(Some(stderr))
}

impl Logs {
    /// Waits until everything is written, but not for long.
    pub(super) fn flush(&self) {
        if let Some(stderr) = &self.0 {
            stderr.flush(FLUSH_PATIENCE);
        }
    }
}

/// Returns what each crate may log.
///
/// HTTP libraries write headers at `debug`, so only our own crate follows the setting below warnings. rmcp's warnings
/// quote protocol errors, whose data may repeat arguments; its errors quote nothing.
fn targets(level: LogLevel) -> Targets {
    let level = level.filter();
    Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("rmcp", level.min(LevelFilter::ERROR))
        .with_target("mcp_wms_api", level)
}

/// Says where a panic happened. Its message is left out: it may hold a row or an argument.
fn report_panic(panic: &panic::PanicHookInfo<'_>) {
    let location = panic.location().map(ToString::to_string);
    tracing::error!(location, "a part of the program failed (panic)");
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::{LogLevel, targets};

    #[test]
    fn only_our_own_crate_follows_the_level() {
        let targets = targets(LogLevel::Trace);
        assert!(targets.would_enable("mcp_wms_api::server::gate", &Level::TRACE));
        assert!(targets.would_enable("hyper::client", &Level::WARN));
        assert!(!targets.would_enable("hyper::client", &Level::INFO));
        assert!(targets.would_enable("rmcp::service", &Level::ERROR));
        assert!(!targets.would_enable("rmcp::service", &Level::WARN));
    }

    #[test]
    fn no_crate_says_more_than_the_level() {
        let targets = targets(LogLevel::Error);
        for target in ["mcp_wms_api", "hyper", "rmcp"] {
            assert!(targets.would_enable(target, &Level::ERROR), "{target}");
            assert!(!targets.would_enable(target, &Level::WARN), "{target}");
        }
    }
}
