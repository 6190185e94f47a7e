//! `describe_entity_type`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::question::{resolve, respelled};
use crate::easywms::rows::{RawRow, Shaping};
use crate::easywms::{EntityField, EntityFields, FieldSource, Question};
use crate::envelope::{Answer, Body, Failure, Rows};
use crate::server::Call;
use crate::tools::bounds::clamped_limit;
use crate::tools::page::{bound_to, position};

/// A type has up to 130 fields: all in one answer.
const DEFAULT_LIMIT: u64 = 200;
/// The longest example value shown, in bytes; longer ones say nothing more about the field.
const EXAMPLE_BYTES: usize = 60;
/// Room for the row that the examples come from.
const SAMPLE_BYTES: usize = 512 << 10;

#[derive(Deserialize, JsonSchema)]
pub(super) struct DescribeEntityTypeParams {
    /// Entity type, e.g. Product, Container. Singular or plural.
    #[schemars(length(min = 1, max = 200))]
    entity_type: String,
    /// Only fields whose name contains this text.
    text: Option<String>,
    /// Fields wanted, 1 to 200; default all.
    limit: Option<i64>,
    /// next_cursor of the previous page.
    cursor: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

#[derive(Serialize)]
struct FieldRow<'a> {
    name: &'a str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    data_type: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    lite: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'a RawValue>,
}

pub(super) async fn answer(
    call: &Call,
    params: DescribeEntityTypeParams,
) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let entity_type = resolve(call, &warehouse, &params.entity_type).await?;
    let question = Question::first(&entity_type.name, 1);
    let (fields, sample) = tokio::join!(
        warehouse.fields_of(&entity_type.name, call.deadline()),
        warehouse.rows(&question, Shaping::Whole, SAMPLE_BYTES, call.deadline())
    );
    let (fields, sample) = (fields?, sample?);
    let row = sample.shaped.rows.first();
    let catalogued = warehouse.catalogue().get(&entity_type.name);
    let lite = |name: &str| {
        catalogued.is_some_and(|catalogued| catalogued.lite.iter().any(|field| field == name))
    };
    let text = params.text.unwrap_or_default().to_lowercase();
    let described = fields
        .fields
        .iter()
        .filter(|field| field.name.to_lowercase().contains(&text));
    let rows = described
        .filter_map(|field| RawRow::of(&field_row(field, lite(&field.name), row)))
        .collect();

    let profile = warehouse.profile();
    let binding = bound_to("describe_entity_type", &warehouse)
        .with("entity_type", entity_type.name.as_str())
        .with("text", text);
    let start = position(&binding, params.cursor.as_deref())?;
    let (limit, clamped) =
        clamped_limit(params.limit, DEFAULT_LIMIT, call.settings().max_query_rows);
    let respelled = respelled(&params.entity_type, &entity_type);
    let list = Rows {
        smaller: Some("narrow the list with 'text'"),
        ..Rows::of_whole_list(rows, start.skip, limit, binding)
    };
    Ok(Answer::about(&profile.name, Body::Rows(list))
        .fact("entity_type", &entity_type.name)
        .fact_if(
            "description",
            catalogued.map(|catalogued| &catalogued.description),
        )
        .fact_if("key", entity_type.key.as_ref())
        .fact("rows_total", sample.total)
        .fact("source", fields.source)
        .warnings(
            respelled
                .into_iter()
                .chain(clamped)
                .chain(source_warning(&fields)),
        ))
}

fn field_row<'a>(field: &'a EntityField, lite: bool, row: Option<&'a RawRow>) -> FieldRow<'a> {
    FieldRow {
        name: &field.name,
        data_type: field.data_type.as_deref(),
        lite,
        relation: field.relation.as_deref(),
        example: row
            .and_then(|row| row.get(&field.name))
            .filter(|value| value.get().len() <= EXAMPLE_BYTES),
    }
}

fn source_warning(fields: &EntityFields) -> Option<String> {
    match fields.source {
        FieldSource::Metadata => None,
        FieldSource::Sample if fields.has_unseen() => Some(
            "the fields are those of one row, which may leave out what is null, and the catalogue's: this server describes none"
                .to_owned(),
        ),
        FieldSource::Sample => {
            Some("the fields are those of one row: this server describes none".to_owned())
        }
        FieldSource::Catalogue => Some(
            "the fields are the catalogue's: this server describes none and has no such row"
                .to_owned(),
        ),
    }
}
