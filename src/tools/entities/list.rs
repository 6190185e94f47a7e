//! `list_entity_types`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::question::position;
use crate::easywms::rows::RawRow;
use crate::easywms::{EntityTypeSummary, EntityTypes};
use crate::envelope::{Answer, Binding, Body, Failure, Rows};
use crate::server::Call;
use crate::tools::bounds::clamped_limit;

/// All types of a usual server in one answer.
const DEFAULT_LIMIT: i64 = 200;

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

pub(super) async fn answer(call: &Call, params: ListEntityTypesParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let EntityTypes { types, unconfirmed } = warehouse.entity_types(call.deadline()).await?;
    let text = params.text.unwrap_or_default().to_lowercase();
    let matching: Vec<RawRow> = types
        .iter()
        .filter(|entity_type| mentions(entity_type, &text))
        .filter_map(RawRow::of)
        .collect();
    let profile = warehouse.profile();
    let binding = Binding::new("list_entity_types")
        .with("profile", profile.name.as_str())
        .with("tenant", profile.tenant.as_str())
        .with("text", text);
    let start = position(&binding, params.cursor.as_deref())?;
    let (limit, clamped) = clamped_limit(
        params.limit.or(Some(DEFAULT_LIMIT)),
        call.settings().max_query_rows,
    );
    let unconfirmed = unconfirmed
        .map(|why| format!("{why}: the list is the catalogue's, and a type may be absent"));
    let list = Rows::of_whole_list(matching, start.skip, limit, binding);
    Ok(Answer::about(&profile.name, Body::Rows(list))
        .warnings(clamped.into_iter().chain(unconfirmed)))
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
