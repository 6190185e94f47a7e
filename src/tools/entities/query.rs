//! `query_wms_entities` and `count_wms_entities`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::question::Asked;
use crate::arguments::NameList;
use crate::easywms::filter::Filter;
use crate::easywms::{QueryType, Question};
use crate::envelope::{Answer, Body, Failure, Form};
use crate::server::Call;
use crate::tools::bounds::{DEFAULT_LIMIT, clamped_limit};
use crate::tools::page::{NOT_COUNTED, list_of, page_warnings, position};

#[derive(Deserialize, JsonSchema)]
pub(super) struct QueryParams {
    /// Entity type, e.g. Product, Container, Stock, OutboundOrder, Task. Singular or plural.
    #[schemars(length(min = 1, max = 200))]
    entity_type: String,
    /// Condition on fields: Status = 'Blocked' and Quantity >= 10 and LotCode in ('L1','L2') and Description contains 'x'
    /// and ExpirationDate < today+30d and LockCode is not null. Also or, not, startswith, endswith, parentheses, now-2h.
    filter: Option<String>,
    /// Order: Field asc, Field desc. Default: the key.
    order_by: Option<String>,
    /// "full" (default, verbatim), "filled" (no nulls), "lite" (at most 6 fields) or field names, comma separated.
    fields: Option<NameList>,
    /// "rows" (default) or "table": columns once, values that all rows share once in 'same', then arrays; under half the size.
    format: Option<Format>,
    /// Rows wanted, 1 to 200; default 20. The answer's byte budget may hold fewer.
    limit: Option<i64>,
    /// next_cursor of the previous page; keep the other arguments.
    cursor: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    #[default]
    Rows,
    Table,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct CountParams {
    /// Entity type, e.g. Product, Container. Singular or plural.
    #[schemars(length(min = 1, max = 200))]
    entity_type: String,
    /// Condition on fields, as in query_wms_entities. Default: all rows.
    filter: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn rows(call: &Call, params: QueryParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let asked = Asked {
        entity_type: &params.entity_type,
        filter: params.filter.as_deref(),
        order_by: params.order_by.as_deref(),
        fields: params.fields.as_ref(),
    };
    let mut checked = asked.check(call, &warehouse).await?;
    let (limit, clamped) =
        clamped_limit(params.limit, DEFAULT_LIMIT, call.settings().max_query_rows);
    let binding = checked.binding("query_wms_entities", &warehouse);
    let start = position(&binding, params.cursor.as_deref())?;
    let dialect = warehouse.dialect();
    let question = Question {
        entity_type: checked.entity_type.name.clone(),
        query_type: QueryType::Reading,
        filter: checked.condition(dialect),
        order_by: checked.order.as_ref().map(|order| order.write(dialect)),
        skip: start.skip,
        limit,
        fields: checked.fields.clone(),
    };
    let table = params.format == Some(Format::Table);
    let shaping = checked.shaping(table);
    let page = warehouse
        .rows(
            &question,
            shaping,
            call.budget().list_bytes(),
            call.deadline(),
        )
        .await?;
    checked.warnings.extend(clamped);
    checked.warnings.extend(page_warnings(&page, start));
    let key = checked.entity_type.key.as_deref();
    let mut list = list_of(page, key, limit, start, binding);
    if table {
        list.form = Form::Table;
    }
    list.smaller = smaller(checked.fields.as_deref(), table);
    list.ways_on = Some(
        "Name the fields you need in 'fields', or read it whole in windows with get_wms_entity.",
    );
    Ok(Answer::about(&warehouse.profile().name, Body::Rows(list))
        .fact("entity_type", &checked.entity_type.name)
        .warnings(checked.warnings))
}

/// How more rows fit into an answer, by what the question has not taken yet.
fn smaller(fields: Option<&[String]>, table: bool) -> Option<&'static str> {
    Some(match (fields, table) {
        (None, false) => "take fewer fields (fields \"lite\", format \"table\")",
        (None, true) => "take fewer fields (fields \"lite\")",
        (Some(_), false) => "take format \"table\"",
        (Some([_]), true) => return None,
        (Some(_), true) => "name fewer fields",
    })
}

pub(super) async fn count(call: &Call, params: CountParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let asked = Asked {
        entity_type: &params.entity_type,
        filter: params.filter.as_deref(),
        order_by: None,
        fields: None,
    };
    let checked = asked.check(call, &warehouse).await?;
    let question = Question {
        filter: checked.condition(warehouse.dialect()),
        ..Question::first(&checked.entity_type.name, 0)
    };
    let count = warehouse.count(&question, call.deadline()).await?;
    let uncounted = count.is_none().then(|| NOT_COUNTED.to_owned());
    Ok(Answer::about(&warehouse.profile().name, Body::Facts)
        .fact("entity_type", &checked.entity_type.name)
        .fact_if("filter", checked.filter.as_ref().map(Filter::canonical))
        .fact("count", count)
        .warnings(checked.warnings.into_iter().chain(uncounted)))
}
