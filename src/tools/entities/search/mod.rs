//! `search_wms_data`: one keyword, many entity types, one budget.

mod find;
mod target;

use futures_util::StreamExt as _;
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;

use self::find::{Found, Search, Shown, Unsearched};
use super::question::{resolve, respelled};
use crate::arguments::NameList;
use crate::easywms::filter::is_guid;
use crate::easywms::{ReadError, ResolvedType, Warehouse};
use crate::envelope::{Answer, Body, Code, Failure, Section};
use crate::server::Call;
use crate::tools::bounds::clamped_limit;

/// Rows of each type when the caller names no limit.
const DEFAULT_LIMIT: u64 = 5;
/// The most rows of each type.
const MOST_ROWS: u32 = 50;

#[derive(Deserialize, JsonSchema)]
pub(super) struct SearchParams {
    /// Text to look for, 1 to 256 characters, taken literally; case is the server's to tell apart.
    #[schemars(length(min = 1, max = 256))]
    keyword: String,
    /// Entity types to search, comma separated. Default: all of the catalogue.
    entity_types: Option<NameList>,
    /// "lite" (default: at most 6 fields), "full" or field names, comma separated.
    fields: Option<NameList>,
    /// Rows wanted of each type, 1 to 50; default 5.
    limit: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

/// The types to be searched, and what must be said about their choice.
struct Chosen {
    types: Vec<ResolvedType>,
    warnings: Vec<String>,
}

/// What the search of one type came to.
type Outcome = (String, Result<Found, Unsearched>);

pub(super) async fn answer(call: &Call, params: SearchParams) -> Result<Answer, Failure> {
    check_keyword(&params.keyword)?;
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let chosen = match &params.entity_types {
        Some(names) => named_types(call, &warehouse, &names.0).await?,
        None => catalogue_types(call, &warehouse).await?,
    };
    let (limit, clamped) = clamped_limit(params.limit, DEFAULT_LIMIT, MOST_ROWS);
    let search = Search {
        warehouse: &warehouse,
        keyword: &params.keyword,
        shown: Shown::of(params.fields.as_ref()),
        limit,
        room_bytes: call.budget().list_bytes(),
        deadline: call.reading_deadline(),
    };
    let outcomes = search_all(call, &search, &chosen.types).await?;
    let outcomes = fill(&search, outcomes).await?;
    let searched = outcomes.len();
    let lacking = lacking_everywhere(&outcomes);
    let listed = Listed::of(outcomes, limit);
    let more = named(&listed.more, |names| {
        format!(
            "more rows than shown of: {names}; query_wms_entities with a filter on a field of matched_in lists them all"
        )
    });
    // An id is looked for in a field that is not searched as text.
    let unproven = named(&listed.unproven, |names| {
        format!("no row of {names} shows the keyword in a searched field: mcp-wms-api doctor tells whether this server ignores filters")
    })
    .filter(|_| !is_guid(&params.keyword));
    let body = Body::Sections {
        name: "results",
        sections: listed.sections,
    };
    Ok(Answer::about(&warehouse.profile().name, body)
        .fact("keyword", &params.keyword)
        .fact("types_searched", searched)
        .fact_if(
            "without_hits",
            (!listed.without_hits.is_empty()).then_some(listed.without_hits),
        )
        .warnings(
            chosen
                .warnings
                .into_iter()
                .chain(clamped)
                .chain(lacking)
                .chain(more)
                .chain(unproven),
        ))
}

/// The schema bounds the length; what is left would match every row or break a log line.
fn check_keyword(keyword: &str) -> Result<(), Failure> {
    let problem = if keyword.trim().is_empty() {
        "the keyword is blank"
    } else if keyword.chars().any(char::is_control) {
        "the keyword holds a control character"
    } else {
        return Ok(());
    };
    Err(Failure::new(
        Code::InvalidArguments,
        problem,
        "Give a code, a name or a part of one, e.g. PAL-0071482.",
    )
    .with("parameter", "keyword"))
}

async fn named_types(
    call: &Call,
    warehouse: &Warehouse,
    names: &[String],
) -> Result<Chosen, Failure> {
    let mut chosen = Chosen {
        types: Vec::new(),
        warnings: Vec::new(),
    };
    for name in names {
        let entity_type = resolve(call, warehouse, name).await?;
        chosen.warnings.extend(respelled(name, &entity_type));
        if !chosen
            .types
            .iter()
            .any(|known| known.name == entity_type.name)
        {
            chosen.types.push(entity_type);
        }
    }
    Ok(chosen)
}

/// The catalogue's types that the server has. What only the server knows is counted, not searched: it may be hundreds.
async fn catalogue_types(call: &Call, warehouse: &Warehouse) -> Result<Chosen, Failure> {
    let types = warehouse.entity_types(call.deadline()).await?.types;
    let (known, other): (Vec<_>, Vec<_>) = types
        .into_iter()
        .partition(|entity_type| warehouse.catalogue().get(&entity_type.name).is_some());
    let types = known.into_iter().map(|entity_type| ResolvedType {
        name: entity_type.name,
        key: entity_type.key,
        respelled: false,
    });
    let unsearched = (!other.is_empty()).then(|| {
        format!(
            "{} entity types that only this server knows were not searched; name them in entity_types (list_entity_types lists them)",
            other.len()
        )
    });
    Ok(Chosen {
        types: types.collect(),
        warnings: unsearched.into_iter().collect(),
    })
}

/// Searches all types, a few at a time, so that the search never fills the queue of the profile by itself.
///
/// A failure that every type would meet ends the search; any other is the type's own.
async fn search_all(
    call: &Call,
    search: &Search<'_>,
    types: &[ResolvedType],
) -> Result<Vec<Outcome>, Failure> {
    let total = types.len();
    let mut outcomes: Vec<(usize, Outcome)> = Vec::with_capacity(total);
    let searches = types
        .iter()
        .enumerate()
        .map(|(place, entity_type)| async move {
            let outcome = search.first(entity_type).await;
            (place, (entity_type.name.clone(), outcome))
        });
    let searches: Vec<_> = searches.collect();
    let mut searches = stream::iter(searches).buffer_unordered(call.settings().max_concurrency);
    while let Some((place, (name, outcome))) = searches.next().await {
        if let Err(Unsearched::Read(error)) = &outcome
            && concerns_every_type(error)
        {
            return Err(error.clone().into());
        }
        let message = format!("searched {name}");
        outcomes.push((place, (name, outcome)));
        call.progress(outcomes.len() as u64, Some(total as u64), &message)
            .await;
    }
    outcomes.sort_unstable_by_key(|(place, _)| *place);
    let outcomes: Vec<Outcome> = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
    // One type alone has no other answer than its failure.
    let mut failures = outcomes
        .iter()
        .filter_map(|(_, outcome)| failed_read(outcome));
    match failures.next() {
        Some(error) if outcomes.iter().all(|(_, outcome)| outcome.is_err()) => {
            Err(error.clone().into())
        }
        _ => Ok(outcomes),
    }
}

fn failed_read(outcome: &Result<Found, Unsearched>) -> Option<&ReadError> {
    match outcome {
        Err(Unsearched::Read(error)) => Some(error),
        Ok(_) | Err(Unsearched::NoText) => None,
    }
}

/// Reads whole rows of the types that were only counted, each within its share of the answer.
async fn fill(search: &Search<'_>, outcomes: Vec<Outcome>) -> Result<Vec<Outcome>, Failure> {
    let counted = outcomes
        .iter()
        .filter(|(_, outcome)| outcome.as_ref().is_ok_and(Found::is_unread))
        .count();
    if counted == 0 {
        return Ok(outcomes);
    }
    let room_bytes = search.room_bytes / counted;
    let filled = outcomes.into_iter().map(|(name, outcome)| async move {
        let outcome = match outcome {
            Ok(found) if found.is_unread() => search.whole_rows(found, room_bytes).await,
            other => other,
        };
        (name, outcome)
    });
    let filled: Vec<_> = filled.collect();
    let filled: Vec<Outcome> = stream::iter(filled).buffered(2).collect().await;
    let failures = filled
        .iter()
        .filter_map(|(_, outcome)| failed_read(outcome));
    let fatal = failures
        .into_iter()
        .find(|error| concerns_every_type(error));
    match fatal {
        Some(error) => Err(error.clone().into()),
        None => Ok(filled),
    }
}

/// Whether no other type can fare better. A breaker that opened on the way is not among them: types that answered before
/// it did are worth showing.
fn concerns_every_type(error: &ReadError) -> bool {
    matches!(
        error,
        ReadError::Unreachable { .. }
            | ReadError::Tls { .. }
            | ReadError::CredentialsRefused { .. }
            | ReadError::TenantUnknown { .. }
            | ReadError::TokenUnusable { .. }
            | ReadError::TokenRejected { .. }
            | ReadError::ServiceMissing { .. }
            | ReadError::Redirected { .. }
            | ReadError::Setting { .. }
            | ReadError::FilterIgnored { .. }
    )
}

/// What was found, type by type.
#[derive(Default)]
struct Listed {
    /// Types with rows and types that could not be searched.
    sections: Vec<Section>,
    without_hits: Vec<String>,
    /// Types with more rows than are shown.
    more: Vec<String>,
    /// Types whose rows do not show the keyword.
    unproven: Vec<String>,
}

impl Listed {
    fn of(outcomes: Vec<Outcome>, limit: u64) -> Self {
        let mut listed = Self::default();
        for (name, outcome) in outcomes {
            match outcome {
                Ok(found) => listed.add(name, found, limit),
                Err(error) => {
                    let section = Section::unavailable(name, reason(&error));
                    listed.sections.push(section);
                }
            }
        }
        listed
    }

    fn add(&mut self, name: String, found: Found, limit: u64) {
        if found.is_empty() {
            self.without_hits.push(name);
            return;
        }
        let read = found.rows.len() as u64;
        let asked = found.total.map_or(read, |total| total.min(limit)).max(read);
        if found.total.map_or(read >= limit, |total| total > asked) {
            self.more.push(name.clone());
        }
        if read > 0 && found.matched_in.is_empty() {
            self.unproven.push(name.clone());
        }
        let section = Section::rows(name, found.rows, asked, found.total);
        self.sections.push(if found.matched_in.is_empty() {
            section
        } else {
            section.fact("matched_in", found.matched_in)
        });
    }
}

/// Says something of types, if there are any.
fn named(types: &[String], say: impl Fn(String) -> String) -> Option<String> {
    (!types.is_empty()).then(|| say(types.join(", ")))
}

/// Names in `fields` that none of the searched types has; a name that some have is right.
fn lacking_everywhere(outcomes: &[Outcome]) -> Option<String> {
    let mut found = outcomes
        .iter()
        .filter_map(|(_, outcome)| outcome.as_ref().ok());
    let mut lacking = found.next()?.lacking.clone();
    for found in found {
        lacking.retain(|name| found.lacking.contains(name));
    }
    (!lacking.is_empty()).then(|| format!("no type searched has the field: {}", lacking.join(", ")))
}

/// What happened, and what the server itself said of it.
fn reason(unsearched: &Unsearched) -> String {
    let Unsearched::Read(error) = unsearched else {
        return unsearched.to_string();
    };
    let failure = Failure::from(error.clone());
    let said = failure
        .details
        .get("server_message")
        .and_then(|said| said.as_str());
    match said {
        Some(said) => format!("{}; server_message: {said}", failure.message),
        None => failure.message,
    }
}
