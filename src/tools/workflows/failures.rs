//! What a caller is told when words lead to no workflow or to several.

use crate::easywms::WorkflowError;
use crate::envelope::{Code, Failure};

/// Candidates and applications that a failure names; it has 2,000 bytes.
const MOST_NAMED: usize = 8;

impl From<WorkflowError> for Failure {
    fn from(error: WorkflowError) -> Self {
        let message = error.to_string();
        match error {
            WorkflowError::Read(error) => error.into(),
            WorkflowError::UnknownApplication {
                nearest,
                applications,
                ..
            } => {
                let hint = "Take one of 'applications', or leave the application out to look in all of them.";
                Self::new(Code::NotFound, message, hint)
                    .did_you_mean(&nearest)
                    .with("applications", first(applications))
            }
            WorkflowError::UnknownWorkflow {
                nearest, elsewhere, ..
            } => unknown_workflow(message, &nearest, elsewhere),
            WorkflowError::Ambiguous { candidates, .. } => Self::new(
                Code::Ambiguous,
                message,
                "Give the application too, or the id of the one that is meant. compare_workflows shows how two differ.",
            )
            .with("candidates", first(candidates)),
        }
    }
}

fn unknown_workflow(message: String, nearest: &[String], elsewhere: Vec<String>) -> Failure {
    let hint = match elsewhere.first() {
        Some(other) => format!("A workflow of that name is in the application '{other}'."),
        None => "list_workflows with 'text' finds a name by a part of it, search_workflows by its description.".to_owned(),
    };
    let failure = Failure::new(Code::NotFound, message, hint).did_you_mean(nearest);
    if elsewhere.is_empty() {
        failure
    } else {
        failure.with("in_applications", first(elsewhere))
    }
}

fn first<T>(mut all: Vec<T>) -> Vec<T> {
    all.truncate(MOST_NAMED);
    all
}
