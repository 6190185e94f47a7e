//! The metrics: which there are, and one over a window.

use rmcp::{tool, tool_router};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::bounds::clamped_limit;
use super::page::{bound_to, position};
use super::time_window::TimeWindow;
use crate::arguments::Parameters;
use crate::decimal::{average, exact_sum};
use crate::easywms::rows::RawRow;
use crate::easywms::{MetricHistory, MetricPoint, ReadError, Warehouse};
use crate::envelope::{Answer, Binding, Body, Failure, Form, Rows};
use crate::nearest::nearest;
use crate::server::{Call, Reply, WarehouseServer};

/// A day of points, one every five minutes, both ends included, and some to spare.
const DEFAULT_POINTS: u64 = 300;
/// A point takes some 35 bytes: more than these fit into no usual answer.
const MOST_POINTS: u32 = 2_000;
/// Digits that an average gets beyond those of its points.
const AVERAGE_EXTRA_DIGITS: u32 = 3;

#[derive(Deserialize, JsonSchema)]
struct GetMetricsParams {
    /// Metric code, e.g. CRANE_CYCLES_SC03. Without it the list of metrics is given.
    #[schemars(length(min = 1, max = 200))]
    code: Option<String>,
    /// Start, as in search_logs. Default: 24 hours before 'to'.
    from: Option<String>,
    /// End, as in search_logs. Default: now.
    to: Option<String>,
    /// Points or metrics wanted, 1 to 2000; default 300.
    limit: Option<i64>,
    /// next_cursor of the previous page; keep the other arguments.
    cursor: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

#[tool_router(router = metrics_router, vis = "pub(crate)")]
impl WarehouseServer {
    /// Lists the warehouse's metrics (picks, crane cycles, backlog …), or gives one over a window: minimum, maximum, average,
    /// latest, and its points as [timestamp, value], the newest last. The default window is the last 24 hours.
    #[tool(title = "Get metrics")]
    async fn get_metrics(
        &self,
        call: Call,
        Parameters(params): Parameters<GetMetricsParams>,
    ) -> Reply {
        call.reply(answer(&call, params).await)
    }
}

async fn answer(call: &Call, params: GetMetricsParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    match params.code.as_deref() {
        None => list(call, &warehouse, &params).await,
        Some(code) => history(call, &warehouse, code, &params).await,
    }
}

async fn list(
    call: &Call,
    warehouse: &Warehouse,
    params: &GetMetricsParams,
) -> Result<Answer, Failure> {
    let binding = binding(params, warehouse);
    let start = position(&binding, params.cursor.as_deref())?;
    let (limit, clamped) = limit_of(params);
    let metrics = warehouse.metrics(call.deadline()).await?;
    let useless = (params.from.is_some() || params.to.is_some()).then(|| WITHOUT_CODE.to_owned());
    let rows = Rows::of_whole_list(metrics, start.skip, limit, binding);
    Ok(Answer::about(&warehouse.profile().name, Body::Rows(rows))
        .warnings(clamped.into_iter().chain(useless)))
}

const WITHOUT_CODE: &str = "from and to mean nothing without code: this is the list of metrics";

async fn history(
    call: &Call,
    warehouse: &Warehouse,
    code: &str,
    params: &GetMetricsParams,
) -> Result<Answer, Failure> {
    let binding = binding(params, warehouse);
    let cursor = params.cursor.as_deref();
    let start = position(&binding, cursor)?;
    let carried = cursor.and_then(Binding::carried);
    let window = match carried.as_deref().and_then(TimeWindow::of_cursor) {
        Some(window) => window,
        None => TimeWindow::of(
            params.from.as_deref(),
            params.to.as_deref(),
            &warehouse.site_time(call.started()),
        )?,
    };
    let (limit, clamped) = limit_of(params);
    let history = match read(warehouse, code, &window, call.deadline()).await {
        Err(error @ ReadError::NotFound { .. }) => {
            return Err(unknown(call, warehouse, code, error).await);
        }
        history => history?,
    };
    let numbers = Statistics::of(&history.points);
    let nothing = history.points.is_empty();
    let missing = history.points.len() - numbers.count;
    let missing = (missing > 0).then(|| format!("{missing} points hold no number"));
    let points = history
        .points
        .iter()
        .map(|point| point.row.clone())
        .collect();
    let binding = binding.carrying(window.for_cursor());
    let mut rows = Rows::of_whole_list(points, start.skip, limit, binding);
    rows.form = Form::Cells(vec!["timestamp".to_owned(), "value".to_owned()]);
    rows.smaller = Some("take a shorter window");
    let answer = Answer::about(&warehouse.profile().name, Body::Rows(rows))
        .raw_fact("metric", history.metric.text())
        .warnings(clamped.into_iter().chain(missing));
    let answer = numbers.tell(window.tell(answer));
    Ok(if nothing {
        answer.fact("elsewhere", elsewhere(call, warehouse, code).await)
    } else {
        answer
    })
}

fn limit_of(params: &GetMetricsParams) -> (u64, Option<String>) {
    clamped_limit(params.limit, DEFAULT_POINTS, MOST_POINTS)
}

/// The times are bound as the caller gave them: `now-2h` is the same argument on every page.
fn binding(params: &GetMetricsParams, warehouse: &Warehouse) -> Binding {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    bound_to("get_metrics", warehouse)
        .with("code", text(&params.code))
        .with("from", text(&params.from))
        .with("to", text(&params.to))
}

async fn read(
    warehouse: &Warehouse,
    code: &str,
    window: &TimeWindow,
    deadline: Instant,
) -> Result<MetricHistory, ReadError> {
    let to = window.to.as_deref();
    warehouse
        .metric_history(code, Some(&window.from), to, deadline)
        .await
}

/// Names the nearest codes, where the list can be read.
async fn unknown(call: &Call, warehouse: &Warehouse, code: &str, error: ReadError) -> Failure {
    let metrics = warehouse.metrics(call.reading_deadline()).await;
    let metrics = metrics.unwrap_or_default();
    let codes: Vec<String> = metrics.iter().filter_map(Warehouse::metric_code).collect();
    let mut failure = Failure::from(error);
    "Take a code from get_metrics without code.".clone_into(&mut failure.hint);
    failure.did_you_mean(&nearest(code, codes.iter().map(String::as_str)))
}

/// What the last seven days hold of a metric whose window is empty.
#[derive(Serialize)]
struct Elsewhere {
    since: String,
    count: Option<usize>,
    newest: Option<RawRow>,
}

/// Tells an empty window from a metric that is never measured. A count of null says that it could not be read.
async fn elsewhere(call: &Call, warehouse: &Warehouse, code: &str) -> Elsewhere {
    let recent = TimeWindow::recent(call.started());
    let history = read(warehouse, code, &recent, call.reading_deadline())
        .await
        .ok();
    let points = history.map(|history| history.points);
    Elsewhere {
        since: recent.from,
        count: points.as_ref().map(Vec::len),
        newest: points
            .and_then(|mut points| points.pop())
            .map(|point| point.row),
    }
}

/// What is told of all points of a window, on whatever page.
#[derive(Default)]
struct Statistics<'p> {
    least: Option<(&'p MetricPoint, Decimal)>,
    most: Option<(&'p MetricPoint, Decimal)>,
    latest: Option<&'p MetricPoint>,
    /// None once it has passed what 28 digits hold.
    sum: Option<Decimal>,
    count: usize,
    digits: u32,
}

const NO_AVERAGE: &str = "avg is null: it needs more than 28 digits";

impl<'p> Statistics<'p> {
    fn of(points: &'p [MetricPoint]) -> Self {
        let mut statistics = Self {
            latest: points.last(),
            sum: Some(Decimal::ZERO),
            ..Self::default()
        };
        for point in points {
            if let Some(value) = point.value {
                statistics.admit(point, value);
            }
        }
        statistics
    }

    fn admit(&mut self, point: &'p MetricPoint, value: Decimal) {
        if self.least.is_none_or(|(_, least)| value < least) {
            self.least = Some((point, value));
        }
        if self.most.is_none_or(|(_, most)| value > most) {
            self.most = Some((point, value));
        }
        self.sum = self.sum.and_then(|sum| exact_sum(sum, value));
        self.count += 1;
        self.digits = self.digits.max(value.scale());
    }

    /// The sum is exact; the quotient is rounded to three digits more than the points have.
    fn average(&self) -> Option<Decimal> {
        let places = self.digits + AVERAGE_EXTRA_DIGITS;
        average(self.sum?, self.count as u64, places)
    }

    fn tell(&self, answer: Answer) -> Answer {
        let Some(((least, _), (most, _))) = self.least.zip(self.most) else {
            return answer;
        };
        let answer = answer
            .raw_fact("min", least.row.text())
            .raw_fact("max", most.row.text());
        let answer = match self.average() {
            Some(average) => answer.raw_fact("avg", &average.to_string()),
            None => answer.fact("avg", ()).warnings([NO_AVERAGE.to_owned()]),
        };
        answer.fact_if("latest", self.latest.map(|point| &point.row))
    }
}
