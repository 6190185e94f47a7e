//! `list_entity_types`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::easywms::rows::RawRow;
use crate::easywms::{Catalogue, EntityTypeSummary, EntityTypes};
use crate::envelope::{Answer, Body, Failure, Rows};
use crate::server::Call;
use crate::tools::bounds::clamped_limit;
use crate::tools::page::{bound_to, position};

/// All types of a usual server in one answer.
const DEFAULT_LIMIT: u64 = 200;

#[derive(Deserialize, JsonSchema)]
pub(super) struct ListEntityTypesParams {
    /// Only types whose name, description or category contains this text.
    text: Option<String>,
    /// Types wanted, 1 to 200; default all.
    limit: Option<i64>,
    /// next_cursor of the previous page.
    cursor: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

/// A type that was found by its fields.
#[derive(Serialize)]
struct TypeRow<'t> {
    #[serde(flatten)]
    entity_type: &'t EntityTypeSummary,
    matching_fields: Vec<&'t str>,
}

pub(super) async fn answer(call: &Call, params: ListEntityTypesParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let EntityTypes { types, unconfirmed } = warehouse.entity_types(call.deadline()).await?;
    let text = params.text.unwrap_or_default().to_lowercase();
    let matching = matching(&types, warehouse.catalogue(), &text);
    let profile = warehouse.profile();
    let binding = bound_to("list_entity_types", &warehouse).with("text", text);
    let start = position(&binding, params.cursor.as_deref())?;
    let (limit, clamped) =
        clamped_limit(params.limit, DEFAULT_LIMIT, call.settings().max_query_rows);
    let unconfirmed = unconfirmed
        .map(|why| format!("{why}: the list is the catalogue's, and a type may be absent"));
    let list = Rows {
        smaller: Some("narrow the list with 'text'"),
        ..Rows::of_whole_list(matching, start.skip, limit, binding)
    };
    Ok(Answer::about(&profile.name, Body::Rows(list))
        .warnings(clamped.into_iter().chain(unconfirmed)))
}

/// The types that a text names come first; those that only have a field of that name show it.
fn matching(types: &[EntityTypeSummary], catalogue: &Catalogue, text: &str) -> Vec<RawRow> {
    let (named, others): (Vec<_>, Vec<_>) = types
        .iter()
        .partition(|entity_type| mentions(entity_type, text));
    let by_field = others.into_iter().filter_map(|entity_type| {
        let fields = &catalogue.get(&entity_type.name)?.fields;
        let all = fields.iter().map(|field| field.name.as_str());
        let matching_fields: Vec<&str> = all
            .filter(|name| name.to_lowercase().contains(text))
            .collect();
        (!matching_fields.is_empty()).then_some(TypeRow {
            entity_type,
            matching_fields,
        })
    });
    let named = named.into_iter().filter_map(RawRow::of);
    named
        .chain(by_field.filter_map(|row| RawRow::of(&row)))
        .collect()
}

fn mentions(entity_type: &EntityTypeSummary, text: &str) -> bool {
    let parts = [
        Some(&entity_type.name),
        entity_type.description.as_ref(),
        entity_type.category.as_ref(),
    ];
    parts
        .into_iter()
        .flatten()
        .any(|part| part.to_lowercase().contains(text))
}
