//! The variables that hold for the whole program.

use super::Variable;

/// Every setting of the whole program, in the order of the documentation.
pub(super) const ALL: &[&Variable] = &[
    &PROFILE,
    &ENV_FILE,
    &MAX_QUERY_ROWS,
    &MAX_RESPONSE_BYTES,
    &MAX_DATA_CHARS,
    &MAX_SCAN_ROWS,
    &TIMEOUT_SECONDS,
    &SCAN_TIMEOUT_SECONDS,
    &PROXY,
    &MAX_CONCURRENCY,
    &LOG,
    &LOG_FORMAT,
];

/// The default profile.
pub const PROFILE: Variable = Variable {
    name: "WMS_PROFILE",
    default: Some("the profile without a name, else the only one"),
    meaning: "The profile used when a call names none.",
    example: "NORTH",
};

/// Where the env file is; counts in the process environment only.
pub const ENV_FILE: Variable = Variable {
    name: "WMS_ENV_FILE",
    default: Some(".env in the working directory"),
    meaning: "The file with these settings. Read from the process environment only.",
    example: "/etc/mcp-wms-api.env",
};

/// The most rows of one answer.
pub const MAX_QUERY_ROWS: Variable = Variable {
    name: "MAX_QUERY_ROWS",
    default: Some("200"),
    meaning: "The most rows a call may ask for with `limit`, 1 to 1000.",
    example: "200",
};

/// The size budget of one answer.
pub const MAX_RESPONSE_BYTES: Variable = Variable {
    name: "MAX_RESPONSE_BYTES",
    default: Some("25000, for Codex 10000"),
    meaning: "The size of one answer in UTF-8 bytes, 2000 to 500000.",
    example: "25000",
};

/// The window of a large text.
pub const MAX_DATA_CHARS: Variable = Variable {
    name: "MAX_DATA_CHARS",
    default: Some("20000"),
    meaning: "How much of a large text one answer shows, in characters, 1 to 400000.",
    example: "20000",
};

/// The reach of an aggregate.
pub const MAX_SCAN_ROWS: Variable = Variable {
    name: "MAX_SCAN_ROWS",
    default: Some("50000"),
    meaning: "The most rows an aggregate may read, 1 to 10000000.",
    example: "50000",
};

/// The deadline of one attempt of a plain read.
pub const TIMEOUT_SECONDS: Variable = Variable {
    name: "WMS_TIMEOUT_SECONDS",
    default: Some("15"),
    meaning: "How long one attempt of a plain read may take, 1 to 45 seconds.",
    example: "15",
};

/// The deadline of one attempt of a scan.
pub const SCAN_TIMEOUT_SECONDS: Variable = Variable {
    name: "WMS_SCAN_TIMEOUT_SECONDS",
    default: Some("30"),
    meaning: "How long an aggregate may read, and one attempt of a scan may take, 1 to 45 seconds. A whole call never passes 45.",
    example: "30",
};

/// The only proxy in use.
pub const PROXY: Variable = Variable {
    name: "WMS_PROXY",
    default: None,
    meaning: "The only proxy used. HTTP_PROXY and its like are ignored: such a proxy would see the token.",
    example: "http://proxy.example.com:8080",
};

/// Requests in flight.
pub const MAX_CONCURRENCY: Variable = Variable {
    name: "WMS_MAX_CONCURRENCY",
    default: Some("4"),
    meaning: "Requests in flight at once for each profile, 1 to 32.",
    example: "4",
};

/// How much goes to stderr.
pub const LOG: Variable = Variable {
    name: "WMS_LOG",
    default: Some("warn"),
    meaning: "What is written to stderr: off, error, warn, info, debug or trace.",
    example: "warn",
};

/// How a line on stderr looks.
pub const LOG_FORMAT: Variable = Variable {
    name: "WMS_LOG_FORMAT",
    default: Some("text"),
    meaning: "The form of a line on stderr: text or json.",
    example: "text",
};
