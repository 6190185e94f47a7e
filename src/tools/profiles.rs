//! Which warehouses there are, whether they can be read, and how the server stands.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::arguments::Parameters;
use crate::config::variables::for_profile;
use crate::config::variables::profile::ACCEPT_INVALID_CERTS;
use crate::config::{Origin, Problem, Profile, Tls};
use crate::easywms::rows::RawRow;
use crate::easywms::{BreakerStatus, CheckStep, TokenStatus, Warehouse};
use crate::envelope::{Answer, Binding, Body, Failure, Rows};
use crate::server::{Call, Reply, WarehouseServer};

/// More profiles than anybody configures.
const MOST_PROFILES: u64 = 1_000;
/// Row sizes shown of a profile, the largest first: they are what fills an answer.
const MOST_SIZES: usize = 20;

#[derive(Deserialize, JsonSchema)]
struct NoParams {}

#[derive(Deserialize, JsonSchema)]
struct ProfileParams {
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct StatusParams {
    /// Warehouse profile; default: all.
    profile: Option<String>,
}

#[tool_router(router = profiles_router, vis = "pub(crate)")]
impl WarehouseServer {
    /// Lists the configured warehouses (profiles): name, which is the default, address, tenant, and what is missing if one
    /// can't be used. Every other tool takes such a name in 'profile'.
    #[tool(title = "List profiles")]
    async fn list_profiles(&self, call: Call, Parameters(_): Parameters<NoParams>) -> Reply {
        call.reply(Ok(list(&call)))
    }

    /// Tests whether a warehouse can be read: address, TLS, token, tenant, query, each timed, with the remedy for what fails.
    /// Use it when calls fail, or first of all; for counters and limits use get_server_status.
    #[tool(title = "Check connection")]
    async fn check_connection(
        &self,
        call: Call,
        Parameters(params): Parameters<ProfileParams>,
    ) -> Reply {
        call.reply(check(&call, params).await)
    }

    /// Tells how this server stands: version, limits in force, and per profile the reads, failures, token, breaker and learned
    /// row sizes. Touches no network; to test a connection use check_connection.
    #[tool(title = "Server status")]
    async fn get_server_status(
        &self,
        call: Call,
        Parameters(params): Parameters<StatusParams>,
    ) -> Reply {
        call.reply(status(&call, &params))
    }
}

#[derive(Serialize)]
struct ProfileRow<'a> {
    profile: &'a str,
    default: bool,
    usable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tenant: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_zone: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

fn list(call: &Call) -> Answer {
    let config = &call.shared().config;
    let default = config.profiles.default_name();
    let rows = config
        .profiles
        .iter()
        .filter_map(|(name, profile)| RawRow::of(&profile_row(name, default, profile)));
    let list = whole(rows.collect(), "list_profiles");
    let general = config
        .problems
        .iter()
        .filter(|problem| problem.profile.is_none())
        .map(Problem::to_string);
    let unset = (config.profiles.names().next().is_none()).then(|| NOTHING_CONFIGURED.to_owned());
    Answer::general(Body::Rows(list))
        .fact("source", &config.source)
        .warnings(unset.into_iter().chain(general))
}

/// A list of profiles by a tool that takes no cursor.
fn whole(rows: Vec<RawRow>, tool: &'static str) -> Rows {
    Rows {
        binding: None,
        smaller: Some("raise MAX_RESPONSE_BYTES"),
        ..Rows::of_whole_list(rows, 0, MOST_PROFILES, Binding::new(tool))
    }
}

const NOTHING_CONFIGURED: &str = "no warehouse is configured: set WMS_URL, WMS_TENANT, WMS_USERNAME, WMS_PASSWORD, WMS_CLIENT_ID and WMS_CLIENT_SECRET, or start with --demo";

fn profile_row<'a>(
    name: &'a str,
    default: Option<&str>,
    profile: Result<&'a std::sync::Arc<Profile>, &'a [Problem]>,
) -> ProfileRow<'a> {
    let usable = profile.ok();
    let problems = profile.err().unwrap_or_default();
    ProfileRow {
        profile: name,
        default: default == Some(name),
        usable: usable.is_some(),
        address: usable.map(|profile| address(profile)),
        tenant: usable.map(|profile| profile.tenant.as_str()),
        site: usable.and_then(|profile| profile.site.as_deref()),
        time_zone: usable.and_then(|profile| profile.time_zone_name()),
        problems: problems.iter().map(Problem::to_string).collect(),
    }
}

fn address(profile: &Profile) -> String {
    match &profile.origin {
        Origin::Url(base) => base.to_string(),
        Origin::Demo => "embedded demo".to_owned(),
    }
}

async fn check(call: &Call, params: ProfileParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let steps = warehouse.check(call.deadline()).await;
    let failed = steps.iter().find(|step| step.error.is_some());
    let profile = warehouse.profile();
    let failure = failed
        .and_then(|step| step.error.clone())
        .map(|error| Failure::of_check(error).for_profile(&profile.name));
    let setting = failed.and_then(|step| step.setting.as_ref());
    let remedy = match setting {
        Some((suffix, value)) => {
            let setting = format!("Set WMS_<P>{suffix}={value}");
            Some(for_profile(&setting, &profile.name))
        }
        None => failure.as_ref().map(|failure| failure.hint.clone()),
    };
    let insecure = matches!(profile.tls, Tls::AcceptAny).then(|| {
        let variable = ACCEPT_INVALID_CERTS.for_profile(&profile.name);
        format!(
            "certificates are not checked ({variable}): anybody on the way can read the password"
        )
    });
    Ok(Answer::about(&profile.name, Body::Facts)
        .fact("connected", failed.is_none())
        .fact("address", address(profile))
        .fact("tenant", &profile.tenant)
        .fact_if("failed_step", failed.map(|step| step.step))
        .fact_if("cause", failure.as_ref().map(|failure| &failure.message))
        .fact_if("remedy", remedy)
        .fact_if(
            "server_message",
            failure
                .as_ref()
                .and_then(|failure| failure.details.get("server_message")),
        )
        .fact("steps", steps.iter().map(step_row).collect::<Vec<_>>())
        .warnings(insecure))
}

#[derive(Serialize)]
struct StepRow<'a> {
    step: &'static str,
    ok: bool,
    milliseconds: u64,
    #[serde(skip_serializing_if = "str::is_empty")]
    found: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
}

fn step_row(step: &CheckStep) -> StepRow<'_> {
    StepRow {
        step: step.step,
        ok: step.error.is_none(),
        milliseconds: step.milliseconds,
        found: &step.found,
        cause: step.error.as_ref().map(ToString::to_string),
    }
}

fn status(call: &Call, params: &StatusParams) -> Result<Answer, Failure> {
    let shared = call.shared();
    let only = params.profile.as_deref();
    let only = only.map(|name| shared.profile_name(name)).transpose()?;
    let settings = call.settings();
    let budget = call.budget();
    let limits = json!({
        "max_query_rows": settings.max_query_rows,
        "max_response_bytes": budget.list_bytes(),
        "max_windowed_response_bytes": budget.window_bytes(),
        "max_data_chars": settings.max_data_chars,
        "max_scan_rows": settings.max_scan_rows,
        "timeout_seconds": settings.timeout.as_secs(),
        "scan_timeout_seconds": settings.scan_timeout.as_secs(),
        "max_concurrency": settings.max_concurrency,
    });
    let names = shared.config.profiles.names();
    let profiles = names.filter(|name| only.is_none_or(|only| only == *name));
    let profiles = profiles.filter_map(|name| {
        RawRow::of(&profile_status(
            name,
            shared.made_warehouse(name).as_deref(),
        ))
    });
    let list = whole(profiles.collect(), "get_server_status");
    Ok(Answer::general(Body::Rows(list))
        .fact("version", env!("CARGO_PKG_VERSION"))
        .fact("local_time", local_time(call.started()))
        .fact("read_only", true)
        .fact("limits", limits)
        .warnings(shared.config.warnings.iter().cloned()))
}

/// The moment in this machine's own time zone, for a person who compares clocks.
fn local_time(moment: Timestamp) -> String {
    let local = moment.to_zoned_datetime(TimeZone::system());
    local.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

fn profile_status(name: &str, warehouse: Option<&Warehouse>) -> Value {
    let Some(warehouse) = warehouse else {
        return json!({"profile": name, "used": false});
    };
    let counts = warehouse.counts();
    let mut sizes = warehouse.learned_row_sizes();
    let learned = sizes.len();
    sizes.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    sizes.truncate(MOST_SIZES);
    let row_bytes = sizes.into_iter().map(|(key, bytes)| {
        let name = format!("{}/{}", key.entity_type, key.query_type);
        (name, bytes.into())
    });
    let row_bytes: serde_json::Map<String, Value> = row_bytes.collect();
    let mut status = json!({
        "profile": name,
        "used": true,
        "reads": counts.reads,
        "failures": counts.failures,
        "received_bytes": counts.received_bytes,
        "milliseconds": counts.milliseconds,
        "token": token_text(warehouse.token_status()),
        "breaker": breaker_text(warehouse.breaker_status()),
        "average_row_bytes": row_bytes,
    });
    if learned > MOST_SIZES
        && let Some(status) = status.as_object_mut()
    {
        let omitted = (learned - MOST_SIZES).into();
        status.insert("row_sizes_omitted".to_owned(), omitted);
    }
    status
}

fn token_text(status: TokenStatus) -> String {
    match status {
        TokenStatus::None => "none yet".to_owned(),
        TokenStatus::Valid { expires_in_seconds } => format!("valid for {expires_in_seconds} s"),
        TokenStatus::Expired => "expired, renewed by the next read".to_owned(),
        TokenStatus::Refused {
            retry_after_seconds,
        } => format!("refused, not tried again for {retry_after_seconds} s"),
    }
}

fn breaker_text(status: BreakerStatus) -> String {
    match status {
        BreakerStatus::Closed => "closed".to_owned(),
        BreakerStatus::Open {
            retry_after_seconds,
            failures,
        } => {
            format!("open after {failures} failures, next attempt in {retry_after_seconds} s")
        }
    }
}
