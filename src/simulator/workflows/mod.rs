//! The simulator's workflow dictionary: the applications, the list of their workflows, one definition whole.
//!
//! Metadata comes from a fixed catalogue and definitions are made on demand, so nothing is stored and two sites differ
//! only where the story says so. It knows neither routes nor tokens.

mod catalogue;
mod crane;
mod definition;
mod labels;
mod list;
mod reject;
mod render;
mod steps;
#[cfg(test)]
mod tests;
mod texts;

use serde::{Deserialize, Serialize};

use super::warehouse::Site;
use catalogue::{Application, CommonInfo, Workflow};

/// How many workflows one list answer holds when the request names no `take`.
const DEFAULT_TAKE: usize = 100;

/// The query string of a workflow list.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct PageQuery {
    /// Text to find in name or description, whatever its case; empty is the same as absent.
    pub(crate) search: Option<String>,
    /// How many matches to step over.
    pub(crate) skip: Option<usize>,
    /// The most matches to answer with; 100 when absent.
    pub(crate) take: Option<usize>,
}

/// Returns the answer of `GET …/Applications`: every application with its description.
pub(crate) fn applications() -> &'static [Application] {
    &catalogue::APPLICATIONS
}

/// Returns the answer of `GET …/Applications/{application}/Workflows`: metadata only, in the catalogue's order.
///
/// `None` if there is no such application (404 on the wire).
pub(crate) fn list(site: &Site, application: &str, query: &PageQuery) -> Option<WorkflowPage> {
    let search = query.search.as_deref().unwrap_or_default().to_lowercase();
    let matches: Vec<Workflow> = catalogue::of_application(application)?
        .filter(|workflow| workflow.mentions(&search))
        .collect();
    let items = matches
        .iter()
        .skip(query.skip.unwrap_or(0))
        .take(query.take.unwrap_or(DEFAULT_TAKE))
        .map(|workflow| Summary::of(site, workflow))
        .collect();
    Some(WorkflowPage {
        items,
        total_count: matches.len(),
    })
}

/// Returns the answer of `GET …/Applications/{application}/Workflows/{id}`: metadata and the definition in `data`.
///
/// `id` is the workflow's GUID or its name, in any case. `None` if the application or the workflow does not exist.
pub(crate) fn get(site: &Site, application: &str, id: &str) -> Option<WorkflowDetails> {
    let workflow =
        catalogue::of_application(application)?.find(|workflow| workflow.answers_to(id))?;
    Some(WorkflowDetails {
        id: workflow.id(),
        name: workflow.name,
        application: workflow.application,
        common_info: workflow.common_info(site.now),
        data: definition::text(site.tenant, &workflow),
    })
}

/// One page of a workflow list, as the service answers it.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct WorkflowPage {
    items: Vec<Summary>,
    total_count: usize,
}

/// One workflow in a list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    id: String,
    name: &'static str,
    application: &'static str,
    description: &'static str,
    common_info: CommonInfo,
}

impl Summary {
    fn of(site: &Site, workflow: &Workflow) -> Self {
        Self {
            id: workflow.id(),
            name: workflow.name,
            application: workflow.application,
            description: workflow.description,
            common_info: workflow.common_info(site.now),
        }
    }
}

/// One workflow whole; `data` is last, as on a real installation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkflowDetails {
    id: String,
    name: &'static str,
    application: &'static str,
    common_info: CommonInfo,
    data: String,
}
