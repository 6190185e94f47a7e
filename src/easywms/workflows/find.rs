//! From a caller's words to one workflow.

use serde_json::value::RawValue;
use tokio::time::Instant;

use super::WorkflowSummary;
use super::document::WorkflowDocument;
use super::error::{WorkflowCandidate, WorkflowError};
use super::list::{WorkflowList, chosen};
use crate::easywms::Warehouse;
use crate::easywms::error::ReadError;
use crate::easywms::read_request::ReadRequest;
use crate::easywms::rows::{Properties, RawRow, SplitError};
use crate::easywms::wire::Service;

impl Warehouse {
    /// Reads one workflow with its definition, by name or id; case does not count.
    ///
    /// Without an application all are searched, and a name that several have is [`WorkflowError::Ambiguous`]. With one,
    /// a single request is enough where the server takes the words as they are.
    pub async fn workflow(
        &self,
        application: Option<&str>,
        name: &str,
        deadline: Instant,
    ) -> Result<WorkflowDocument, WorkflowError> {
        let name = name.trim();
        let Some(application) = application else {
            let mut list = self.workflows_with(None, Some(name), deadline).await?;
            if candidates(&list, name).is_empty() {
                // An id is in no text that a server searches, and for a mistyped name all are needed.
                list = self.workflows(None, deadline).await?;
            }
            return self.one_of(&list, name, deadline).await;
        };
        match self.read_workflow(application, name, deadline).await {
            Err(ReadError::NotFound { .. }) => {
                self.workflow_by_list(application, name, deadline).await
            }
            read => Ok(read.map(|document| WorkflowDocument::new(application, document))?),
        }
    }

    /// Reads a workflow of a list.
    pub async fn listed_workflow(
        &self,
        workflow: &WorkflowSummary,
        deadline: Instant,
    ) -> Result<WorkflowDocument, ReadError> {
        let application = &workflow.application;
        let document = self
            .read_workflow(application, workflow.key(), deadline)
            .await?;
        Ok(WorkflowDocument::new(application, document))
    }

    /// For a server that knows ids only, and to say what there is instead.
    async fn workflow_by_list(
        &self,
        application: &str,
        name: &str,
        deadline: Instant,
    ) -> Result<WorkflowDocument, WorkflowError> {
        let mut list = self.workflows(None, deadline).await?;
        let application = chosen(application, &list.applications)?.name.clone();
        let elsewhere = candidates(&list, name)
            .into_iter()
            .map(|workflow| workflow.application.clone())
            .filter(|other| *other != application)
            .collect();
        list.workflows
            .retain(|workflow| workflow.application == application);
        match self.one_of(&list, name, deadline).await {
            Err(WorkflowError::UnknownWorkflow { name, nearest, .. }) => {
                Err(WorkflowError::UnknownWorkflow {
                    name,
                    application: Some(application),
                    nearest,
                    elsewhere,
                })
            }
            other => other,
        }
    }

    /// Reads the one workflow of a list that a name or id means.
    async fn one_of(
        &self,
        list: &WorkflowList,
        name: &str,
        deadline: Instant,
    ) -> Result<WorkflowDocument, WorkflowError> {
        match candidates(list, name).as_slice() {
            [] => Err(WorkflowError::UnknownWorkflow {
                name: name.to_owned(),
                application: None,
                nearest: list.nearest(name),
                elsewhere: Vec::new(),
            }),
            [one] => Ok(self.listed_workflow(one, deadline).await?),
            several => Err(WorkflowError::Ambiguous {
                name: name.to_owned(),
                candidates: several.iter().map(|workflow| candidate(workflow)).collect(),
            }),
        }
    }

    async fn read_workflow(
        &self,
        application: &str,
        id: &str,
        deadline: Instant,
    ) -> Result<Box<RawValue>, ReadError> {
        let document = self
            .document(&ReadRequest::Workflow { application, id }, deadline)
            .await?;
        if is_workflow(&document) {
            Ok(document)
        } else {
            let problem = SplitError::NotTheDocument {
                expected: "id, name, data",
            };
            Err(ReadError::of_body(Service::Workflow, problem))
        }
    }
}

/// Whether a document is an object that says anything of a workflow: a list or an empty answer must not pass for one.
fn is_workflow(document: &RawValue) -> bool {
    let row = RawRow::from(document.to_owned());
    let properties = Properties::of(&row);
    let has = |name| properties.get(name).is_some();
    has("id") || has("name") || has("data")
}

/// The workflows that a word means; a name spelled exactly so goes before other spellings of it.
fn candidates<'l>(list: &'l WorkflowList, word: &str) -> Vec<&'l WorkflowSummary> {
    let all = || list.workflows.iter();
    let exact: Vec<_> = all().filter(|workflow| workflow.name == word).collect();
    if exact.is_empty() {
        all().filter(|workflow| workflow.answers_to(word)).collect()
    } else {
        exact
    }
}

fn candidate(workflow: &WorkflowSummary) -> WorkflowCandidate {
    WorkflowCandidate {
        application: workflow.application.clone(),
        id: workflow.id.clone(),
        is_overridden: workflow.is_overridden,
    }
}
