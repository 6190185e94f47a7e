//! `list_warehouse_alerts`: what is stuck now, kind by kind, each with its rule.

mod alert;
mod equipment;
mod idle;
mod kind;
mod lots;
mod messages;
mod orders;
mod places;
mod scope;

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::OnceCell;

use self::alert::Alert;
use self::kind::Kind;
use self::scope::Scope;
use super::answer::{about, concluded, sources, zone_warning};
use super::finding::Findings;
use super::part::Part;
use super::reader::Reader;
use super::unavailable::settle;
use crate::arguments::NameList;
use crate::envelope::{Answer, Failure};
use crate::server::Call;
use crate::tools::bounds::{DEFAULT_LIMIT, clamped_limit};

/// Rows shown of each kind when the caller names no limit: the answer is an overview.
const DEFAULT_ROWS: i64 = 5;
/// Most rows of one kind.
const MOST_ROWS: u32 = 100;
/// How far back "lately" reaches, in hours.
const DEFAULT_HOURS: i64 = 24;
const MOST_HOURS: i64 = 24 * 31;
/// How far ahead expiry is looked at, in days.
const DEFAULT_DAYS: i64 = 30;
const MOST_DAYS: i64 = 3_650;

#[derive(Deserialize, JsonSchema)]
pub(super) struct AlertsParams {
    /// Kinds wanted, comma-separated: equipment_faults, stranded_tasks, failed_tasks, late_outbound, short_lines,
    /// late_inbound, interface_errors, locked_containers, long_in_reception, expired_lots, expiring_lots, blocked_stock,
    /// idle_stock. Default: all but idle_stock.
    kinds: Option<NameList>,
    /// Hours back for failed tasks and messages, and too long in reception; default 24, 1 to 744.
    hours: Option<i64>,
    /// Days ahead for expiring lots, default 30; days without a move for idle_stock, default 90; 1 to 3650.
    days: Option<i64>,
    /// Rows shown of each kind; default 5, 1 to 100.
    limit: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: AlertsParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let kinds = kind::wanted(params.kinds.as_ref())?;
    let limit = params.limit.or(Some(DEFAULT_ROWS));
    let (limit, clamped) = clamped_limit(limit, DEFAULT_LIMIT, MOST_ROWS);
    let (hours, hours_clamped) = bounded("hours", params.hours, DEFAULT_HOURS, MOST_HOURS);
    let (days, days_clamped) = bounded("days", params.days, DEFAULT_DAYS, MOST_DAYS);
    let reader = Reader::new(call, &warehouse);
    let scope = Scope {
        reader,
        hours,
        days,
        idle_days: params.days.map_or(idle::IDLE_DAYS, |_| days),
        devices: OnceCell::new(),
    };
    let alerts = kinds.iter().map(|kind| kind.look(&scope));
    let alerts = futures_util::future::join_all(alerts).await;
    settle(alerts.iter().flat_map(Alert::parts))?;
    let mut findings = Findings::default();
    for alert in &alerts {
        alert.add_finding(&mut findings);
    }
    let sources = sources(each_once(&alerts));
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let sections = alerts.iter().map(|alert| alert.section(limit)).collect();
    let warnings = [clamped, hours_clamped, days_clamped, zone_warning(&reader)];
    let mut answer = about(&reader, sections).fact("hours", hours);
    // One parameter, two meanings and two defaults: what was used is said of the kinds that use it.
    for (kind, name, used) in [
        (Kind::ExpiringLots, "days", days),
        (Kind::IdleStock, "idle_days", scope.idle_days),
    ] {
        if kinds.contains(&kind) {
            answer = answer.fact(name, used);
        }
    }
    Ok(concluded(answer, findings, sources).warnings(warnings.into_iter().flatten()))
}

/// Returns the parts of all kinds; one that several kinds share stands where it is first.
fn each_once<'a, 'c>(alerts: &'a [Alert<'c>]) -> impl Iterator<Item = &'a Part<'c>> {
    let mut known = HashSet::new();
    let parts = alerts.iter().flat_map(Alert::parts);
    parts.filter(move |part| known.insert(part.name()))
}

/// Returns a number within 1 and `most`, and a sentence if it had to be changed.
fn bounded(name: &str, given: Option<i64>, default: i64, most: i64) -> (i64, Option<String>) {
    let Some(asked) = given else {
        return (default, None);
    };
    let used = asked.clamp(1, most);
    let said =
        (used != asked).then(|| format!("{name} {asked} was changed to {used} (1 to {most})"));
    (used, said)
}
