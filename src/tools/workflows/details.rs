//! `get_workflow_details`.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::list::folded;
use super::unkept;
use crate::easywms::{Snapshot, Warehouse, Workflow, WorkflowDocument};
use crate::envelope::{Answer, Failure};
use crate::server::Call;
use crate::tools::given::given;
use crate::tools::window::{WindowParams, text_window};

#[derive(Deserialize, JsonSchema)]
pub(super) struct WorkflowDetailsParams {
    /// Name or id, e.g. StackerCrane.
    #[schemars(length(min = 1, max = 200))]
    workflow: String,
    /// Application, e.g. EasyWMS, CustomApp; needed if several have that name.
    #[schemars(length(max = 200))]
    application: Option<String>,
    /// Where the window starts, in characters; default 0.
    #[schemars(range(min = 0))]
    data_offset: Option<i64>,
    /// Characters a window holds at most; default 20000.
    #[schemars(range(min = 1))]
    max_data_chars: Option<i64>,
    /// Warehouse profile; default: the configured one.
    profile: Option<String>,
}

pub(super) async fn answer(call: &Call, params: WorkflowDetailsParams) -> Result<Answer, Failure> {
    let warehouse = call.warehouse(params.profile.as_deref()).await?;
    let window = WindowParams {
        offset: params.data_offset,
        max_chars: params.max_data_chars,
    };
    let application = given(params.application.as_deref());
    let kept = kept_document(call, &warehouse, application, &params.workflow, window).await?;
    let document: WorkflowDocument = serde_json::from_str(&kept.text).map_err(|_| unkept())?;
    let workflow = document.read();
    let definition = workflow.definition.as_ref();
    let absent = definition.is_none().then(|| NO_DEFINITION.to_owned());
    let text = kept.windowed(|| definition.map_or_else(|| Arc::from(""), Arc::clone));
    let body = text_window(text, &window, call)?;
    let answer = Answer::about(&warehouse.profile().name, body).as_of(kept.read_at);
    Ok(with_metadata(answer, &workflow, call).warnings(absent))
}

/// Returns the whole document, kept from window to window so that the metadata are the same in all of them.
async fn kept_document(
    call: &Call,
    warehouse: &Warehouse,
    application: Option<&str>,
    workflow: &str,
    window: WindowParams,
) -> Result<Snapshot, Failure> {
    let asked = (application.map(folded), folded(workflow.trim()));
    let snapshot = format!("workflow/{asked:?}");
    if let Some(kept) = window.snapshot(warehouse, &snapshot) {
        return Ok(kept);
    }
    let document = warehouse
        .workflow(application, workflow, call.deadline())
        .await?;
    let text = serde_json::to_string(&document).map_err(|_| unkept())?;
    window.keep(call, warehouse, &snapshot, &text)
}

const NO_DEFINITION: &str = "the server sent no definition of this workflow";

/// Everything that the server says of the workflow but its definition.
fn with_metadata(answer: Answer, workflow: &Workflow, call: &Call) -> Answer {
    let summary = &workflow.summary;
    let answer = answer
        .fact("application", &summary.application)
        .fact("name", &summary.name)
        .fact_if("id", summary.id.as_deref());
    let info = workflow
        .common_info
        .as_deref()
        .map_or("", |info| info.get());
    let other = Some(&workflow.other).filter(|other| !other.is_empty());
    let other = other.and_then(|other| serde_json::to_string(other).ok());
    let bytes = info.len() + other.as_ref().map_or(0, String::len);
    if bytes > call.budget().window_bytes() / 2 {
        let warning = format!(
            "commonInfo and other properties take {bytes} bytes, more than half of an answer, and were left out; a higher MAX_RESPONSE_BYTES shows them"
        );
        return answer.warnings([warning]);
    }
    let answer = match info {
        "" => answer,
        info => answer.raw_fact("commonInfo", info),
    };
    match other {
        None => answer,
        Some(other) => answer.raw_fact("other", &other),
    }
}
