//! The simulator's metrics: the list, and the points of one over a window of the last seven days.
//!
//! A point is a function of its metric and its time, so nothing is stored. It knows neither routes nor tokens.

mod series;
#[cfg(test)]
mod tests;

use std::iter;

use serde::{Deserialize, Serialize};

use super::logs::{Moment, timestamp_text};
use super::warehouse::Site;
use series::{SERIES, Series, Value};

const HISTORY_MILLISECONDS: i64 = 7 * 86_400_000;

/// The query string of one metric. A bad time is an error of the request.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct MetricWindow {
    /// The first moment wanted; all there is when absent.
    pub(crate) from: Option<Moment>,
    /// The first moment no longer wanted; all there is when absent.
    pub(crate) to: Option<Moment>,
}

/// Returns the answer of `GET …/Metrics`: every metric without its points.
pub(crate) fn list(site: &Site) -> Vec<Metric> {
    let metric = |series| Metric::of(site, series);
    SERIES.iter().map(metric).collect()
}

/// Returns the answer of `GET …/Metrics/{code}`, in order of time; `None` if there is no such metric (404 on the wire).
///
/// `code` is matched in any case. Points stand at whole steps of five minutes or an hour.
pub(crate) fn get(site: &Site, code: &str, window: &MetricWindow) -> Option<MetricHistory> {
    let series = SERIES
        .iter()
        .find(|series| series.code.eq_ignore_ascii_case(code))?;
    Some(MetricHistory {
        metric: Metric::of(site, series),
        points: points(site, series, window),
    })
}

fn points(site: &Site, series: &Series, window: &MetricWindow) -> Vec<Point> {
    let now = site.now.as_millisecond();
    let oldest = now - HISTORY_MILLISECONDS;
    let from = window.from.map_or(oldest, |from| from.0.max(oldest));
    let to = window.to.map_or(now + 1, |to| to.0.min(now + 1));
    let step = series.step_milliseconds;
    let first = from + (-from).rem_euclid(step);
    iter::successors(Some(first), |at| at.checked_add(step))
        .take_while(|at| *at < to)
        .map(|at| Point {
            timestamp: timestamp_text(at),
            value: series.value(site.tenant, now, at),
        })
        .collect()
}

/// One metric, as the service lists it.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Metric {
    code: &'static str,
    name: &'static str,
    unit: &'static str,
    warehouse_code: &'static str,
}

impl Metric {
    fn of(site: &Site, series: &Series) -> Self {
        Self {
            code: series.code,
            name: series.name,
            unit: series.unit,
            warehouse_code: if site.tenant == "SOUTH" { "SW1" } else { "NW1" },
        }
    }
}

/// One metric with its points, as the service answers it.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct MetricHistory {
    #[serde(flatten)]
    metric: Metric,
    points: Vec<Point>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Point {
    timestamp: String,
    value: Value,
}
