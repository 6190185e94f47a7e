//! The metrics of the server: their list, and the points of one over a window.

use rust_decimal::Decimal;
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::Warehouse;
use super::connection::Patience;
use super::error::ReadError;
use super::point_in_time::PointInTime;
use super::read_request::ReadRequest;
use super::rows::{Keep, Projection, Properties, RawRow, RowSplitter, SplitError, plain_text};
use super::wire::{MetricWindow, Service};
use crate::decimal::exact;

const CODE: &str = "Code";
const TIMESTAMP: &str = "Timestamp";
const VALUE: &str = "Value";
/// Names under which the points may stand.
const POINTS: [&str; 3] = ["Points", "Values", "Items"];
/// Names of the answer that are told when it holds no points.
const MOST_KEYS: usize = 10;
const LONGEST_KEY: usize = 40;

/// One metric and its points in a window, in order of time.
#[derive(Clone, Debug)]
pub struct MetricHistory {
    /// What is measured: code, name, unit, and whatever else the server says of it.
    pub metric: RawRow,
    /// The points, the newest last.
    pub points: Vec<MetricPoint>,
}

/// One measurement.
#[derive(Clone, Debug)]
pub struct MetricPoint {
    /// `[timestamp, value]`, both as the server wrote them; null for what is missing.
    pub row: RawRow,
    /// When it was measured, if that can be read.
    pub time: Option<PointInTime>,
    /// The exact value, if it is a number of at most 28 digits.
    pub value: Option<Decimal>,
}

impl Warehouse {
    /// Reads the list of metrics, without points.
    pub async fn metrics(&self, deadline: Instant) -> Result<Vec<RawRow>, ReadError> {
        let split = self
            .connection
            .read(&ReadRequest::Metrics, Patience::Read, deadline, || {
                RowSplitter::new(Keep::EVERYTHING)
            })
            .await?;
        Ok(split.rows)
    }

    /// Returns the code by which a metric of the list is read.
    #[must_use]
    pub fn metric_code(metric: &RawRow) -> Option<String> {
        Properties::of(metric).text(CODE)
    }

    /// Reads the points of one metric from `from` up to, not including, `to`; an end left out is the server's to choose.
    pub async fn metric_history(
        &self,
        code: &str,
        from: Option<&str>,
        to: Option<&str>,
        deadline: Instant,
    ) -> Result<MetricHistory, ReadError> {
        let window = MetricWindow { from, to };
        let request = ReadRequest::Metric { code, window };
        let document = RawRow::from(self.document(&request, deadline).await?);
        history(&document).map_err(|problem| ReadError::Unreadable {
            service: Service::Metric,
            problem,
        })
    }
}

fn history(document: &RawRow) -> Result<MetricHistory, SplitError> {
    let fields = document.fields();
    let is_points = |name: &str| POINTS.iter().any(|known| name.eq_ignore_ascii_case(known));
    let no_rows = || SplitError::NoRows {
        keys: fields
            .iter()
            .take(MOST_KEYS)
            .map(|(name, _)| clean(name))
            .collect(),
    };
    let (_, points) = fields
        .iter()
        .find(|(name, _)| is_points(name))
        .ok_or_else(no_rows)?;
    let points: Option<Vec<Box<RawValue>>> =
        serde_json::from_str(points.get()).map_err(|_| no_rows())?;
    let mut points: Vec<MetricPoint> = points
        .unwrap_or_default()
        .into_iter()
        .filter_map(|point| MetricPoint::of(&RawRow::from(point)))
        .collect();
    // Stable, so that points whose time can't be read stay in the server's order.
    points.sort_by_key(|point| point.time);
    let others = fields
        .iter()
        .filter(|(name, _)| !is_points(name))
        .map(|(name, _)| name.to_string());
    Ok(MetricHistory {
        metric: Projection::new(others).project(document)?,
        points,
    })
}

/// Makes a field name fit for an error text: remote words must not speak through it.
fn clean(name: &str) -> String {
    let shown = name.chars().take(LONGEST_KEY);
    shown
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '?'
            }
        })
        .collect()
}

impl MetricPoint {
    fn of(point: &RawRow) -> Option<Self> {
        let properties = Properties::of(point);
        let (time, value) = (properties.get(TIMESTAMP), properties.get(VALUE));
        Some(Self {
            row: RawRow::of(&(time, value))?,
            time: time
                .and_then(plain_text)
                .and_then(|text| PointInTime::parse(&text)),
            value: value.and_then(plain_text).and_then(|text| exact(&text)),
        })
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        reason = "a failing test should panic"
    )]

    use rust_decimal::Decimal;

    use super::{RawRow, RawValue, SplitError, history};

    fn document(text: &str) -> RawRow {
        RawRow::from(RawValue::from_string(text.to_owned()).unwrap())
    }

    #[test]
    fn orders_points_and_keeps_their_bytes() {
        let metric = document(
            r#"{"code":"X","points":[{"value":1.50,"timestamp":"2026-11-30T09:00:00Z"},
                {"Timestamp":"2026-11-30T08:00:00Z","Value":null},{"Timestamp":"2026-11-30T08:30:00Z","Value":1E5}]}"#,
        );
        let history = history(&metric).unwrap();
        let rows: Vec<&str> = history
            .points
            .iter()
            .map(|point| point.row.text())
            .collect();
        assert_eq!(
            rows,
            [
                r#"["2026-11-30T08:00:00Z",null]"#,
                r#"["2026-11-30T08:30:00Z",1E5]"#,
                r#"["2026-11-30T09:00:00Z",1.50]"#
            ]
        );
        assert_eq!(history.points[0].value, None);
        assert_eq!(history.points[1].value, Some(Decimal::from(100_000)));
        assert_eq!(history.metric.text(), r#"{"code":"X"}"#);
    }

    #[test]
    fn null_points_are_none_and_missing_ones_an_error() {
        assert_eq!(
            history(&document(r#"{"Points":null}"#))
                .unwrap()
                .points
                .len(),
            0
        );
        let keys = vec!["Code".to_owned()];
        assert_eq!(
            history(&document(r#"{"Code":1}"#)).unwrap_err(),
            SplitError::NoRows { keys }
        );
    }
}
