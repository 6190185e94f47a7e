//! The settings of the whole program: limits, deadlines, proxy, log.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use tracing::level_filters::LevelFilter;

use super::address::Proxy;
use super::lookup::Reader;
use super::variables::settings as variables;

/// The budget of one answer, in UTF-8 bytes, for a client that is not known to cut earlier.
pub const DEFAULT_RESPONSE_BYTES: usize = 25_000;
/// The budget for Codex, which cuts the middle out of anything above 10 to 12 kB (measured with 0.171).
pub const CODEX_RESPONSE_BYTES: usize = 10_000;
/// What the smallest useful answer needs: the envelope, its hint and a short row.
const LEAST_RESPONSE_BYTES: usize = 2_000;
/// Past this no client passes a text on whole.
const MOST_RESPONSE_BYTES: usize = 500_000;
/// The deadline of a whole call: below the 60 s after which the common clients give up.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(45);

/// What holds for every profile. [`Settings::default`] is what holds when nothing is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The most rows a call may ask for, 1 to 1,000.
    pub max_query_rows: u32,
    /// The budget of one answer in UTF-8 bytes, 2,000 to 500,000; `None` follows the client.
    pub max_response_bytes: Option<usize>,
    /// The default window of a large text in Unicode scalar values, 1 to 400,000.
    pub max_data_chars: usize,
    /// The most rows an aggregate may read, 1 to 10,000,000.
    pub max_scan_rows: u64,
    /// The deadline of one attempt of a plain read, 1 to 45 s.
    pub timeout: Duration,
    /// The deadline of one attempt of a scan, 1 to 45 s.
    pub scan_timeout: Duration,
    /// The only proxy used.
    pub proxy: Option<Proxy>,
    /// Requests in flight for each profile, 1 to 32.
    pub max_concurrency: usize,
    /// How much goes to stderr.
    pub log_level: LogLevel,
    /// The form of a line on stderr.
    pub log_format: LogFormat,
}

/// How much goes to stderr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// Faults of the program itself.
    Error,
    /// Also what a user should mend.
    #[default]
    Warn,
    /// Also one line a call.
    Info,
    /// Also one line a request.
    Debug,
    /// Everything the program says.
    Trace,
}

/// The form of a line on stderr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_query_rows: 200,
            max_response_bytes: None,
            max_data_chars: 20_000,
            max_scan_rows: 50_000,
            timeout: Duration::from_secs(15),
            scan_timeout: Duration::from_secs(30),
            proxy: None,
            max_concurrency: 4,
            log_level: LogLevel::default(),
            log_format: LogFormat::default(),
        }
    }
}

impl Settings {
    /// Returns the budget of one answer in UTF-8 bytes for a client, by the name it gave at the handshake.
    #[must_use]
    pub fn response_bytes(&self, client_name: Option<&str>) -> usize {
        let is_codex = |name: &str| name.to_ascii_lowercase().contains("codex");
        self.max_response_bytes
            .unwrap_or(if client_name.is_some_and(is_codex) {
                CODEX_RESPONSE_BYTES
            } else {
                DEFAULT_RESPONSE_BYTES
            })
    }

    /// Reads every setting; a wrong one is reported and its default used.
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let default = Self::default();
        Self {
            max_query_rows: reader.or_default(
                &variables::MAX_QUERY_ROWS,
                default.max_query_rows,
                |text| number(text, 1..=1_000),
            ),
            max_response_bytes: reader.or_default(&variables::MAX_RESPONSE_BYTES, None, |text| {
                number(text, LEAST_RESPONSE_BYTES..=MOST_RESPONSE_BYTES).map(Some)
            }),
            max_data_chars: reader.or_default(
                &variables::MAX_DATA_CHARS,
                default.max_data_chars,
                |text| number(text, 1..=400_000),
            ),
            max_scan_rows: reader.or_default(
                &variables::MAX_SCAN_ROWS,
                default.max_scan_rows,
                |text| number(text, 1..=10_000_000),
            ),
            timeout: reader.or_default(&variables::TIMEOUT_SECONDS, default.timeout, seconds),
            scan_timeout: reader.or_default(
                &variables::SCAN_TIMEOUT_SECONDS,
                default.scan_timeout,
                seconds,
            ),
            proxy: reader.or_default(&variables::PROXY, None, |text| Proxy::parse(text).map(Some)),
            max_concurrency: reader.or_default(
                &variables::MAX_CONCURRENCY,
                default.max_concurrency,
                |text| number(text, 1..=32),
            ),
            log_level: reader.or_default(&variables::LOG, default.log_level, LogLevel::parse),
            log_format: reader.or_default(
                &variables::LOG_FORMAT,
                default.log_format,
                LogFormat::parse,
            ),
        }
    }
}

impl LogLevel {
    /// Returns the level as the log library knows it.
    #[must_use]
    pub fn filter(self) -> LevelFilter {
        match self {
            Self::Off => LevelFilter::OFF,
            Self::Error => LevelFilter::ERROR,
            Self::Warn => LevelFilter::WARN,
            Self::Info => LevelFilter::INFO,
            Self::Debug => LevelFilter::DEBUG,
            Self::Trace => LevelFilter::TRACE,
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "off" => Ok(Self::Off),
            "error" => Ok(Self::Error),
            "warn" => Ok(Self::Warn),
            "info" => Ok(Self::Info),
            "debug" => Ok(Self::Debug),
            "trace" => Ok(Self::Trace),
            _ => Err("must be off, error, warn, info, debug or trace".into()),
        }
    }
}

impl LogFormat {
    fn parse(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err("must be text or json".into()),
        }
    }
}

fn number<N: FromStr + PartialOrd + Display>(
    text: &str,
    bounds: RangeInclusive<N>,
) -> Result<N, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| {
            format!(
                "must be a whole number from {} to {}",
                bounds.start(),
                bounds.end()
            )
        })
}

fn seconds(text: &str) -> Result<Duration, String> {
    number(text, 1..=CALL_TIMEOUT.as_secs()).map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_follows_the_client_unless_it_is_set() {
        let mut settings = Settings::default();
        assert_eq!(settings.response_bytes(None), 25_000);
        assert_eq!(settings.response_bytes(Some("claude-code")), 25_000);
        assert_eq!(settings.response_bytes(Some("codex-mcp-client")), 10_000);
        settings.max_response_bytes = Some(40_000);
        assert_eq!(settings.response_bytes(Some("codex-mcp-client")), 40_000);
    }

    #[test]
    fn a_number_keeps_its_bounds() {
        assert_eq!(number("1000", 1..=1_000), Ok(1_000));
        for text in [
            "0",
            "1001",
            "-1",
            "1.5",
            "1e3",
            "99999999999999999999",
            "ten",
        ] {
            assert_eq!(
                number(text, 1..=1_000),
                Err("must be a whole number from 1 to 1000".into())
            );
        }
    }
}
