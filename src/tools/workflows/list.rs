//! `list_workflows`, and what it shares with `search_workflows`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::easywms::rows::RawRow;
use crate::easywms::{ReadError, Warehouse, WorkflowList, WorkflowSummary};
use crate::envelope::{Answer, Binding, Body, Failure, Position, Rows};
use crate::server::Call;
use crate::tools::bounds::clamped_limit;
use crate::tools::given::given;
use crate::tools::page::{bound_to, position};

/// A customer's application whole in one answer: a row takes about 350 bytes.
const DEFAULT_LIMIT: u64 = 50;

#[derive(Deserialize, JsonSchema)]
pub(super) struct ListWorkflowsParams {
    /// Application, e.g. EasyWMS, CustomApp. Default: all.
    #[schemars(length(max = 200))]
    application: Option<String>,
    /// Only workflows whose name or description contains this text, in any case.
    #[schemars(length(max = 200))]
    text: Option<String>,
    /// Workflows wanted, 1 to 200; default 50.
    limit: Option<i64>,
    /// next_cursor of the previous page; keep the other arguments.
    cursor: Option<String>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: ListWorkflowsParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let application = given(params.application.as_deref());
    let text = folded(params.text.as_deref().unwrap_or_default().trim());
    let binding = binding("list_workflows", &warehouse, application).with("text", text.as_str());
    let start = position(&binding, params.cursor.as_deref())?;
    let list = warehouse.workflows(application, call.deadline()).await?;
    let matching = list
        .workflows
        .iter()
        .filter(|workflow| mentions(workflow, &text))
        .filter_map(RawRow::of)
        .collect();
    let (limit, clamped) =
        clamped_limit(params.limit, DEFAULT_LIMIT, call.settings().max_query_rows);
    let rows = page(matching, start, limit, binding);
    let changed = changed(&rows);
    Ok(Answer::about(&warehouse.profile().name, Body::Rows(rows))
        .fact("applications", applications(&list, application))
        .warnings(clamped.into_iter().chain(changed).chain(unread(&list))))
}

/// What is bound to the cursor of every list of workflows.
pub(super) fn binding(
    tool: &'static str,
    warehouse: &Warehouse,
    application: Option<&str>,
) -> Binding {
    bound_to(tool, warehouse).with("application", folded(application.unwrap_or_default()))
}

/// The page of a list that is at hand whole.
pub(super) fn page(list: Vec<RawRow>, start: Position, limit: u64, binding: Binding) -> Rows {
    let mut rows = Rows::of_whole_list(list, start.skip, limit, binding);
    rows.total_at_start = start.total;
    rows.ways_on = Some("Narrow the question, or read the workflow with get_workflow_details.");
    rows
}

/// What to say of a list that changed between two pages.
pub(super) fn changed(rows: &Rows) -> Option<String> {
    let (then, now) = (rows.total_at_start?, rows.total?);
    (then != now).then(|| {
        format!("the total changed from {then} to {now} since the first page: workflows may repeat or be missing; start again for an exact list")
    })
}

/// An application, and how many workflows were read of it.
#[derive(Serialize)]
struct ApplicationFact<'l> {
    name: &'l str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workflows: Option<usize>,
}

/// Every application of the server, also those that were not asked for: these have no count.
fn applications<'l>(list: &'l WorkflowList, asked: Option<&str>) -> Vec<ApplicationFact<'l>> {
    let was_read = |name: &str| {
        asked.is_none_or(|asked| folded(asked) == folded(name))
            && !list.unread.iter().any(|(unread, _)| unread == name)
    };
    let count = |name: &str| {
        let workflows = list.workflows.iter();
        workflows
            .filter(|workflow| workflow.application == name)
            .count()
    };
    list.applications
        .iter()
        .map(|application| ApplicationFact {
            name: &application.name,
            description: application.description.as_deref(),
            workflows: was_read(&application.name).then(|| count(&application.name)),
        })
        .collect()
}

/// What the list does not have, because it could not be read.
pub(super) fn unread(list: &WorkflowList) -> Vec<String> {
    let refused = |(application, error): &(String, ReadError)| {
        format!("the workflows of '{application}' are not in this list: {error}")
    };
    let cut = |application: &String| {
        format!("'{application}' has more workflows than are read; the list is not complete")
    };
    list.unread
        .iter()
        .map(refused)
        .chain(list.cut.iter().map(cut))
        .collect()
}

/// Whether name or description contains a text, which must be folded.
pub(super) fn mentions(workflow: &WorkflowSummary, text: &str) -> bool {
    let description = workflow.description.as_deref().unwrap_or_default();
    folded(&workflow.name).contains(text) || folded(description).contains(text)
}

/// Lower case, character by character, so that a text and a part of it fold alike.
pub(super) fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
