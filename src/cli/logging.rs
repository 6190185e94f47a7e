//! Logs on stderr: one line a call, no arguments, no bodies, no secrets.

use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, Settings};

/// Starts logging at the configured level.
///
/// rmcp writes whole requests and results at `debug`, and HTTP libraries write headers, so only our own crate follows the
/// setting; the others never go below warnings.
pub(super) fn start(settings: &Settings) {
    let level = settings.log_level.filter();
    let others = level.min(tracing::level_filters::LevelFilter::WARN);
    let filter = EnvFilter::new(format!("{others},mcp_wms_api={level}"));
    let subscriber = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_env_filter(filter);
    // A second start, as in a test, keeps the first subscriber.
    let _ = match settings.log_format {
        LogFormat::Text => subscriber.try_init(),
        LogFormat::Json => subscriber.json().try_init(),
    };
}
