//! `search_workflows`.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::definitions::{Searched, search_definitions};
use super::excerpt::{Excerpt, Hits};
use super::list::{binding, changed, folded, page, unread};
use crate::easywms::rows::RawRow;
use crate::easywms::{Warehouse, WorkflowSummary};
use crate::envelope::{Answer, Body, Code, Failure};
use crate::server::Call;
use crate::tools::bounds::{DEFAULT_LIMIT, clamped_limit};
use crate::tools::given::given;
use crate::tools::page::position;

/// Definitions that are named because they could not be read; the others are counted.
const MOST_NAMED: usize = 10;

#[derive(Deserialize, JsonSchema)]
pub(super) struct SearchWorkflowsParams {
    /// Text to find, in any case: one line of plain text, no pattern.
    #[schemars(length(min = 1, max = 100))]
    query: String,
    /// Application, e.g. EasyWMS, CustomApp. Default: all.
    #[schemars(length(max = 200))]
    application: Option<String>,
    /// Also search inside the definitions, which reads every one of them; default false.
    in_definition: Option<bool>,
    /// Workflows wanted, 1 to 200; default 20.
    limit: Option<i64>,
    /// next_cursor of the previous page; keep the other arguments.
    cursor: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

/// What a search found, in a form that can be kept between two pages.
#[derive(Deserialize, Serialize)]
struct Found {
    rows: Vec<Box<RawValue>>,
    /// Definitions that were read.
    searched: Option<usize>,
    unreadable: Vec<Unreadable>,
    warnings: Vec<String>,
}

/// A workflow that mentions the text.
#[derive(Serialize)]
struct FoundRow<'l> {
    application: &'l str,
    name: &'l str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'l str>,
    found_in: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Excerpt>,
}

/// A workflow whose definition could not be read.
#[derive(Deserialize, Serialize)]
struct Unreadable {
    application: String,
    name: String,
    reason: String,
}

pub(super) async fn answer(call: &Call, params: SearchWorkflowsParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let search = Search {
        query: checked(&params.query)?,
        application: given(params.application.as_deref()),
        in_definition: params.in_definition.unwrap_or(false),
    };
    let binding = binding("search_workflows", &warehouse, search.application)
        .with("query", search.query.as_str())
        .with("in_definition", search.in_definition.to_string());
    let start = position(&binding, params.cursor.as_deref())?;
    let (found, read_at) = search.found(call, &warehouse, start.skip > 0).await?;
    let (limit, clamped) =
        clamped_limit(params.limit, DEFAULT_LIMIT, call.settings().max_query_rows);
    let rows: Vec<RawRow> = found.rows.into_iter().map(RawRow::from).collect();
    let not_inside = (rows.is_empty() && !search.in_definition).then(|| NOT_INSIDE.to_owned());
    let rows = page(rows, start, limit, binding);
    let changed = changed(&rows);
    let unreadable = Some(found.unreadable).filter(|unreadable| !unreadable.is_empty());
    let warnings = clamped.into_iter().chain(changed).chain(not_inside);
    Ok(Answer::about(&warehouse.profile().name, Body::Rows(rows))
        .as_of(read_at)
        .fact("query", params.query.trim())
        .fact_if("searched", found.searched)
        .fact_if("unreadable", unreadable)
        .warnings(warnings.chain(found.warnings)))
}

const NOT_INSIDE: &str =
    "only names and descriptions were searched; in_definition true also searches the definitions";

/// The text to find, folded; a text of several lines is in no line.
fn checked(query: &str) -> Result<String, Failure> {
    let query = query.trim();
    let problem = if query.is_empty() {
        "query is empty"
    } else if query.contains(['\n', '\r']) {
        "query has several lines"
    } else {
        return Ok(folded(query));
    };
    let hint = "Give a word or a part of one line, such as a printer, a message or another workflow's name.";
    Err(Failure::new(Code::InvalidArguments, problem, hint).with("parameter", "query"))
}

/// What is looked for, and where.
#[derive(Debug)]
struct Search<'p> {
    /// Folded.
    query: String,
    application: Option<&'p str>,
    in_definition: bool,
}

impl Search<'_> {
    /// Returns what the search finds and when; for a later page what it found for the first, if that is still kept.
    async fn found(
        &self,
        call: &Call,
        warehouse: &Warehouse,
        later: bool,
    ) -> Result<(Found, Timestamp), Failure> {
        let snapshot = format!("search/{self:?}");
        let kept = later
            .then(|| warehouse.snapshots().get(&snapshot))
            .flatten();
        if let Some(kept) = kept
            && let Ok(found) = serde_json::from_str(&kept.text)
        {
            return Ok((found, kept.read_at));
        }
        let found = self.find(call, warehouse).await?;
        if let Ok(text) = serde_json::to_string(&found) {
            warehouse
                .snapshots()
                .begin(&snapshot, &text, call.started());
        }
        Ok((found, call.started()))
    }

    async fn find(&self, call: &Call, warehouse: &Warehouse) -> Result<Found, Failure> {
        let list = warehouse
            .workflows(self.application, call.deadline())
            .await?;
        let mut found = Found {
            rows: Vec::new(),
            searched: None,
            unreadable: Vec::new(),
            warnings: unread(&list),
        };
        let workflows = &list.workflows;
        let definitions = if self.in_definition {
            let definitions = search_definitions(call, warehouse, workflows, &self.query).await?;
            found.note(workflows, &definitions)?;
            definitions
        } else {
            workflows.iter().map(|_| Searched::No).collect()
        };
        let rows = workflows.iter().zip(definitions);
        found.rows.extend(
            rows.filter_map(|(workflow, searched)| row(workflow, &self.query, searched.hits())),
        );
        Ok(found)
    }
}

impl Found {
    /// Notes how many definitions were read and which were not. A search that could read none is a failure.
    fn note(
        &mut self,
        workflows: &[WorkflowSummary],
        definitions: &[Searched],
    ) -> Result<(), Failure> {
        let mut searched = 0;
        let mut first_error = None;
        for (workflow, definition) in workflows.iter().zip(definitions) {
            match definition {
                Searched::Yes(_) => searched += 1,
                Searched::Failed(error) if self.unreadable.len() < MOST_NAMED => {
                    first_error.get_or_insert(error);
                    self.unreadable.push(Unreadable {
                        application: workflow.application.clone(),
                        name: workflow.name.clone(),
                        reason: error.to_string(),
                    });
                }
                Searched::Failed(_) | Searched::No => {}
            }
        }
        if let Some(error) = first_error.filter(|_| searched == 0) {
            return Err(error.clone().into());
        }
        self.searched = Some(searched);
        let missing = definitions.len() - searched;
        if missing > 0 {
            let all = definitions.len();
            self.warnings.push(format!("{missing} of {all} definitions were not searched (unreadable, or out of time): they may hold the text too; name one 'application' to search less at once"));
        }
        Ok(())
    }
}

/// The row of a workflow that mentions the text somewhere.
fn row(workflow: &WorkflowSummary, query: &str, hits: Option<Hits>) -> Option<Box<RawValue>> {
    let description = workflow.description.as_deref();
    let hits = hits.filter(|hits| hits.count > 0);
    let places = [
        ("name", folded(&workflow.name).contains(query)),
        (
            "description",
            description.is_some_and(|text| folded(text).contains(query)),
        ),
        ("definition", hits.is_some()),
    ];
    let found_in: Vec<&str> = places
        .into_iter()
        .filter_map(|(place, found)| found.then_some(place))
        .collect();
    if found_in.is_empty() {
        return None;
    }
    let row = FoundRow {
        application: &workflow.application,
        name: &workflow.name,
        id: workflow.id.as_deref(),
        description,
        found_in,
        hits: hits.as_ref().map(|hits| hits.count),
        lines: hits.map(|hits| hits.excerpts).unwrap_or_default(),
    };
    serde_json::value::to_raw_value(&row).ok()
}
