//! Reading many definitions to search in them, within the call's time and the profile's permits.

use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::time::Instant;

use super::background;
use super::excerpt::{Hits, hits};
use crate::easywms::{ReadError, Warehouse, WorkflowSummary};
use crate::envelope::Failure;
use crate::server::Call;

/// Definitions read at once, at most the profile's permits.
const READS_AT_ONCE: usize = 4;
/// What became of one definition.
pub(super) enum Searched {
    Yes(Hits),
    Failed(ReadError),
    /// It was not asked for, or the time was up.
    No,
}

impl Searched {
    /// Returns what was found, if the definition was read.
    pub(super) fn hits(self) -> Option<Hits> {
        match self {
            Self::Yes(hits) => Some(hits),
            Self::Failed(_) | Self::No => None,
        }
    }
}

/// Reads the definitions a few at a time, in the order of the list.
pub(super) async fn search_definitions(
    call: &Call,
    warehouse: &Warehouse,
    workflows: &[WorkflowSummary],
    query: &str,
) -> Result<Vec<Searched>, Failure> {
    let query: Arc<str> = query.into();
    let until = call.reading_deadline();
    let searches: Vec<_> = workflows
        .iter()
        .map(|workflow| search_definition(warehouse, workflow, Arc::clone(&query), until))
        .collect();
    let at_once = READS_AT_ONCE.min(call.settings().max_concurrency);
    let mut searches = stream::iter(searches).buffered(at_once.max(1));
    let total = workflows.len() as u64;
    let mut all = Vec::new();
    while let Some(searched) = searches.next().await {
        all.push(searched?);
        call.progress(all.len() as u64, Some(total), "definitions searched")
            .await;
    }
    Ok(all)
}

async fn search_definition(
    warehouse: &Warehouse,
    workflow: &WorkflowSummary,
    query: Arc<str>,
    until: Instant,
) -> Result<Searched, Failure> {
    if Instant::now() >= until {
        return Ok(Searched::No);
    }
    let document = match warehouse.listed_workflow(workflow, until).await {
        Ok(document) => document,
        Err(error) => return Ok(Searched::Failed(error)),
    };
    let search = move || {
        let definition = document.read().definition;
        definition.map_or_else(Hits::default, |definition| hits(&definition, &query))
    };
    background(search).await.map(Searched::Yes)
}
