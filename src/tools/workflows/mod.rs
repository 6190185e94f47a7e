//! Workflows: which there are, what their definitions say, and where two differ.

mod compare;
mod comparison;
mod definitions;
mod details;
mod diff;
mod excerpt;
mod failures;
mod list;
mod search;

use rmcp::{tool, tool_router};

use crate::arguments::Parameters;
use crate::envelope::{Code, Failure};
use crate::server::{Call, Reply, WarehouseServer};

#[tool_router(router = workflows_router, vis = "pub(crate)")]
impl WarehouseServer {
    /// Lists the workflows of the applications (EasyWMS: the product; CustomApp: the customer's own) with version, last
    /// change and whether they override. For text inside definitions use search_workflows, for one definition
    /// get_workflow_details.
    #[tool(title = "List workflows")]
    async fn list_workflows(
        &self,
        call: Call,
        Parameters(params): Parameters<list::ListWorkflowsParams>,
    ) -> Reply {
        call.reply(list::answer(&call, params).await)
    }

    /// Finds workflows that mention a text in name or description; with in_definition also inside their definitions, with
    /// the lines around the hits: which workflow writes this message, uses this printer, calls that one. Plain text, any
    /// case.
    #[tool(title = "Search workflows")]
    async fn search_workflows(
        &self,
        call: Call,
        Parameters(params): Parameters<search::SearchWorkflowsParams>,
    ) -> Reply {
        call.reply(search::answer(&call, params).await)
    }

    /// Reads one workflow: its metadata whole and its definition (data, XML or JSON) in verbatim windows that concatenate to
    /// the original; repeat with next_data_offset. To see what differs between two use compare_workflows.
    #[tool(title = "Get a workflow")]
    async fn get_workflow_details(
        &self,
        call: Call,
        Parameters(params): Parameters<details::WorkflowDetailsParams>,
    ) -> Reply {
        call.reply(details::answer(&call, params).await)
    }

    /// Compares two workflow definitions as a unified diff: of two warehouses (other_profile), two applications
    /// (other_application) or two workflows (other_workflow); what is not given is the same on both sides. Says if they are
    /// equal and which metadata differ.
    #[tool(title = "Compare workflows")]
    async fn compare_workflows(
        &self,
        call: Call,
        Parameters(params): Parameters<compare::CompareWorkflowsParams>,
    ) -> Reply {
        call.reply(compare::answer(&call, params).await)
    }
}

/// Runs work that takes a processor for a while where it delays no other call.
async fn background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.map_err(|_| {
        Failure::new(
            Code::Internal,
            "reading a definition failed inside the server",
            "Other calls are not affected. Report the request_id with the server's log.",
        )
    })
}

/// What is kept between two windows is JSON of our own, which can be written and read again.
fn unkept() -> Failure {
    Failure::new(
        Code::Internal,
        "the text could not be kept between two windows",
        "Start again with data_offset 0.",
    )
}
