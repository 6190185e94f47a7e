//! The settings in force. What belongs to one profile shows here by name only: `wms://profiles` has what may be seen.

use serde::Serialize;
use serde_json::{Value, json};

use crate::config::variables::{self, Variable, settings};
use crate::config::{Config, LogFormat};
use crate::easywms::rows::RawRow;
use crate::envelope::{Answer, Binding, Body, Budget, Rows};
use crate::server::Call;

/// More variables than there are.
const MOST_VARIABLES: u64 = 1_000;

#[derive(Serialize)]
struct VariableRow {
    variable: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
    meaning: &'static str,
}

/// Returns every variable, with the value in force of those that hold for all profiles.
pub(super) fn answer(call: &Call) -> Answer {
    let config = &call.shared().config;
    let values = values(config, call.budget());
    let rows = variables::all().filter_map(|variable| RawRow::of(&row(variable, &values)));
    let list = Rows {
        binding: None,
        smaller: Some("raise MAX_RESPONSE_BYTES"),
        ..Rows::of_whole_list(
            rows.collect(),
            0,
            MOST_VARIABLES,
            Binding::new("wms://settings"),
        )
    };
    Answer::general(Body::Rows(list))
        .fact("source", &config.source)
        .warnings(config.warnings.iter().cloned())
}

fn row(variable: &Variable, values: &[(Variable, Value)]) -> VariableRow {
    let value = values
        .iter()
        .find(|(known, _)| known.name == variable.name)
        .map(|(_, value)| value.clone());
    VariableRow {
        variable: variable.name,
        value,
        default: variable.default,
        meaning: variable.meaning,
    }
}

/// The values in force. `WMS_ENV_FILE` has none here: `source` says which file was read.
fn values(config: &Config, budget: Budget) -> [(Variable, Value); 11] {
    let in_force = &config.settings;
    let log_format = match in_force.log_format {
        LogFormat::Text => "text",
        LogFormat::Json => "json",
    };
    // A proxy prints without its credentials.
    let proxy = in_force.proxy.as_ref().map(ToString::to_string);
    [
        (settings::PROFILE, json!(config.profiles.default_name())),
        (settings::MAX_QUERY_ROWS, json!(in_force.max_query_rows)),
        (settings::MAX_RESPONSE_BYTES, json!(budget.list_bytes())),
        (settings::MAX_DATA_CHARS, json!(in_force.max_data_chars)),
        (settings::MAX_SCAN_ROWS, json!(in_force.max_scan_rows)),
        (settings::TIMEOUT_SECONDS, json!(in_force.timeout.as_secs())),
        (
            settings::SCAN_TIMEOUT_SECONDS,
            json!(in_force.scan_timeout.as_secs()),
        ),
        (settings::PROXY, json!(proxy)),
        (settings::MAX_CONCURRENCY, json!(in_force.max_concurrency)),
        (
            settings::LOG,
            json!(in_force.log_level.filter().to_string()),
        ),
        (settings::LOG_FORMAT, json!(log_format)),
    ]
}
