//! `aggregate_wms_entities`: the server's rows read once, page by page, and counted into groups here.

mod groups;
mod items;
mod key;
mod tally;

use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::Instant;

use self::groups::Groups;
use self::items::{GroupItem, Measure};
use super::question::{Asked, Checked, canonical_name};
use crate::arguments::NameList;
use crate::easywms::filter::{FieldKind, Filter};
use crate::easywms::rows::RawRow;
use crate::easywms::{Question, Scan, ScanBounds, ScanStop, Warehouse};
use crate::envelope::{Answer, Body, Code, Failure, Form, Rows};
use crate::server::Call;
use crate::tools::bounds::clamped_limit;

/// Groups of an answer when the caller names no limit.
const DEFAULT_LIMIT: u64 = 50;
/// The most groups of an answer.
const MOST_GROUPS: u32 = 200;
/// The most items of `group_by`: more would make a group of nearly every row.
const MOST_ITEMS: usize = 3;
/// The most items of `measures`: more would be a table to read, not a figure to know.
const MOST_MEASURES: usize = 10;

#[derive(Deserialize, JsonSchema)]
pub(super) struct AggregateParams {
    /// Entity type, e.g. Stock, Task, OutboundOrder. Singular or plural.
    #[schemars(length(min = 1, max = 200))]
    entity_type: String,
    /// Condition on fields, as in query_wms_entities. Default: all rows.
    filter: Option<String>,
    /// Up to 3 fields, comma separated; a date by hour, day, week or month: UserName, EndDate by day. Default: one group.
    group_by: Option<NameList>,
    /// count (always given), count(F), sum(F), min(F), max(F), avg(F), comma separated. avg has 6 decimal places. Nulls are
    /// left out.
    measures: Option<NameList>,
    /// count, a measure or a group_by item, with asc or desc. Default: count desc.
    order_by: Option<String>,
    /// Groups wanted, 1 to 200; default 50.
    limit: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

/// What a scan came to.
struct Scanned {
    rows: u64,
    total: Option<u64>,
    complete: bool,
    warnings: Vec<String>,
}

impl Scanned {
    /// The server's own count: no row was read.
    fn counted(total: u64) -> Self {
        Self {
            rows: 0,
            total: Some(total),
            complete: true,
            warnings: Vec::new(),
        }
    }
}

pub(super) async fn answer(call: &Call, params: AggregateParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let asked = Asked {
        entity_type: &params.entity_type,
        filter: params.filter.as_deref(),
        order_by: None,
        fields: None,
    };
    let checked = asked.check(call, &warehouse).await?;
    let (items, measures) = checked_items(call, &warehouse, &checked, &params).await?;
    let (order, descending) = items::order(params.order_by.as_deref(), &items, &measures)?;
    let (limit, clamped) = clamped_limit(params.limit, DEFAULT_LIMIT, MOST_GROUPS);
    let labels: Vec<String> = items.iter().map(GroupItem::label).collect();
    let mut groups = Groups::new(items, measures);
    let scanned = scan(call, &warehouse, &checked, &mut groups).await?;
    let rows = groups.rows(order, descending, limit);
    let overall = (!labels.is_empty()).then(|| groups.overall()).flatten();
    let omitted = (groups.len() as u64).saturating_sub(limit);
    let filter = checked.filter.as_ref().map(Filter::canonical);
    let warnings = checked.warnings.into_iter().chain(clamped);
    Ok(Answer::about(
        &warehouse.profile().name,
        Body::Rows(list(rows, groups.len())),
    )
    .fact("entity_type", &checked.entity_type.name)
    .fact_if("filter", filter)
    .fact_if("group_by", (!labels.is_empty()).then_some(labels))
    .fact("complete", scanned.complete)
    .fact("rows_scanned", scanned.rows)
    .fact("rows_total", scanned.total)
    .fact_if("overall", overall)
    .fact_if("groups_omitted", (omitted > 0).then_some(omitted))
    .warnings(warnings.chain(scanned.warnings).chain(groups.warnings())))
}

/// Reads the items, with each field in the type's own spelling, and refuses a figure that its field can't have.
async fn checked_items(
    call: &Call,
    warehouse: &Warehouse,
    checked: &Checked,
    params: &AggregateParams,
) -> Result<(Vec<GroupItem>, Vec<Measure>), Failure> {
    let entity_type = &checked.entity_type;
    let given = |names: &Option<NameList>| names.clone().map_or_else(Vec::new, |names| names.0);
    let (group_by, measures) = (given(&params.group_by), given(&params.measures));
    bounded("group_by", group_by.len(), MOST_ITEMS)?;
    bounded("measures", measures.len(), MOST_MEASURES)?;
    if group_by.is_empty() && measures.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let known = warehouse
        .fields_of(&entity_type.name, call.deadline())
        .await?;
    let mut items: Vec<GroupItem> = Vec::new();
    for text in &group_by {
        let mut item = GroupItem::parse(text)?;
        item.field = canonical_name(&item.field, entity_type, Some(&known))?;
        if !items.contains(&item) {
            items.push(item);
        }
    }
    let mut figures: Vec<Measure> = Vec::new();
    for text in &measures {
        let Some(mut measure) = Measure::parse(text)? else {
            continue;
        };
        measure.field = canonical_name(&measure.field, entity_type, Some(&known))?;
        let data_type = known
            .find(&measure.field)
            .and_then(|field| field.data_type.as_deref());
        if measure.function.needs_numbers() && data_type.is_some_and(holds_no_numbers) {
            return Err(no_numbers(&measure, data_type.unwrap_or_default()));
        }
        if !figures.contains(&measure) {
            figures.push(measure);
        }
    }
    Ok((items, figures))
}

/// Whether a type of field, as a server or the catalogue names it, is known to hold no numbers.
fn holds_no_numbers(data_type: &str) -> bool {
    FieldKind::of_type(data_type).is_some_and(|kind| kind != FieldKind::Number)
}

fn no_numbers(measure: &Measure, data_type: &str) -> Failure {
    Failure::new(
        Code::InvalidArguments,
        format!("{} can't be taken: the field is of type {data_type}", measure.label()),
        "Take sum and avg of number fields; min, max, count and group_by take any field. describe_entity_type lists the types.",
    )
    .with("parameter", "measures")
}

fn bounded(parameter: &str, given: usize, most: usize) -> Result<(), Failure> {
    if given <= most {
        return Ok(());
    }
    Err(Failure::new(
        Code::InvalidArguments,
        format!("{parameter} has {given} items; at most {most} are taken"),
        "Leave some out, or make two calls.",
    )
    .with("parameter", parameter))
}

/// Reads all rows into the groups. Rows that are only counted need not be read.
async fn scan(
    call: &Call,
    warehouse: &Warehouse,
    checked: &Checked,
    groups: &mut Groups,
) -> Result<Scanned, Failure> {
    let dialect = warehouse.dialect();
    let key = checked.entity_type.key.as_deref().unwrap_or("Id");
    let mut question = Question {
        filter: checked.condition(dialect),
        order_by: checked.order.as_ref().map(|order| order.write(dialect)),
        fields: Some(groups.fields().to_vec()).filter(|fields| !fields.is_empty()),
        ..Question::first(&checked.entity_type.name, 0)
    };
    if groups.fields().is_empty() {
        if let Some(count) = warehouse.count(&question, call.deadline()).await? {
            groups.counted(count);
            return Ok(Scanned::counted(count));
        }
        question.fields = Some(vec![key.to_owned()]);
    }
    let settings = call.settings();
    let bounds = ScanBounds {
        rows: settings.max_scan_rows,
        deadline: call
            .reading_deadline()
            .min(Instant::now() + settings.scan_timeout),
    };
    let mut scan = warehouse.scan(&question, bounds);
    while let Some(page) = scan.next_page().await? {
        for row in &page {
            groups.add(row);
        }
        call.progress(scan.rows_read(), scan.total(), "rows read")
            .await;
    }
    Ok(Scanned {
        rows: scan.rows_read(),
        total: scan.total(),
        complete: scan.stopped().is_none(),
        warnings: scan_warnings(&scan, key),
    })
}

fn scan_warnings(scan: &Scan<'_>, key: &str) -> Vec<String> {
    let read = scan.rows_read();
    let of_total = scan
        .total()
        .map_or_else(String::new, |total| format!(" of {total}"));
    let stopped = scan.stopped().map(|stop| {
        let why = match stop {
            ScanStop::Rows => "MAX_SCAN_ROWS",
            ScanStop::Time => "the time was up, WMS_SCAN_TIMEOUT_SECONDS",
        };
        format!(
            "only the first {read}{of_total} rows by {key} were read ({why}): every figure is of these alone; a filter that leaves fewer rows gives whole figures"
        )
    });
    let changed = scan.total_changed().map(|(then, now)| {
        format!("the list changed from {then} to {now} rows while it was read: a row may be missing or counted twice")
    });
    stopped.into_iter().chain(changed).collect()
}

fn list(rows: Vec<RawRow>, groups: usize) -> Rows {
    Rows {
        asked: rows.len() as u64,
        rows,
        form: Form::Plain,
        skip: 0,
        total: Some(groups as u64),
        end: Some(groups as u64),
        binding: None,
        total_at_start: None,
        overflow_bytes: None,
        first_key: None,
        smaller: Some("group by fewer fields or filter the rows"),
        beyond: None,
        ways_on: Some("Group by fewer fields."),
    }
}
