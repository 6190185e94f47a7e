//! Completions: what may stand in an argument of a prompt or a variable of an address. Only applications and workflows are read
//! from the warehouse for one, and kept for a while.

mod memory;

use std::collections::HashSet;
use std::time::Duration;

use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};
use tokio::time::Instant;

pub(super) use self::memory::Memory;
use super::{Shared, prompts, resources};

/// Longer than this, nobody waits for a completion.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(3);

/// Which values of an argument are known, or can be had with one cheap read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Known {
    /// None: codes of orders and the like are the warehouse's to know.
    Nothing,
    /// The names of the configured profiles.
    Profiles,
    /// The entity types of the catalogue.
    EntityTypes,
    /// The applications of the default profile's warehouse.
    Applications,
    /// The workflows of that warehouse; of one application if that is chosen already.
    Workflows,
}

/// The names of all workflows, each beside its application.
type WorkflowNames = Vec<(String, String)>;

/// Returns the values that begin with what was typed, then those that contain it; case does not count.
pub(super) async fn complete(
    request: &CompleteRequestParams,
    shared: &Shared,
) -> Result<CompleteResult, ErrorData> {
    let known = known(&request.r#ref, &request.argument.name)?;
    let context = request.context.as_ref();
    let application = context.and_then(|context| context.get_argument("application"));
    let values = values(known, shared, application.map_or("", |name| name.trim())).await;
    let values = matching(values, &request.argument.value);
    let total = u32::try_from(values.len()).unwrap_or(u32::MAX);
    let shown: Vec<String> = values
        .into_iter()
        .take(CompletionInfo::MAX_VALUES)
        .collect();
    let more = total as usize > shown.len();
    let info = CompletionInfo::with_pagination(shown, Some(total), more)
        .map_err(|problem| ErrorData::internal_error(problem, None))?;
    Ok(CompleteResult::new(info))
}

/// Finds the argument that is to be completed.
fn known(of: &Reference, argument: &str) -> Result<Known, ErrorData> {
    let known = match of {
        Reference::Prompt(prompt) => {
            let arguments = prompts::find(&prompt.name)?.arguments;
            let found = arguments.iter().find(|found| found.name == argument);
            found.map(|argument| argument.known)
        }
        Reference::Resource(template) => {
            let variables = resources::variables_of(&template.uri);
            let mut variables = variables.into_iter().flatten();
            let found = variables.find(|found| found.name == argument);
            found.map(|variable| variable.known)
        }
        _ => None,
    };
    known.ok_or_else(|| {
        let shown: String = argument.chars().take(60).collect();
        ErrorData::invalid_params(format!("there is no argument '{shown}' to complete"), None)
    })
}

async fn values(known: Known, shared: &Shared, application: &str) -> Vec<String> {
    match known {
        Known::Nothing => Vec::new(),
        Known::Profiles => shared.config.profiles.names().map(str::to_owned).collect(),
        Known::Applications => {
            let memory = &shared.completions.applications;
            let names = memory.get(applications(shared)).await;
            names.map_or_else(Vec::new, |names| names.to_vec())
        }
        Known::Workflows => {
            let memory = &shared.completions.workflows;
            let names = memory.get(workflows(shared)).await;
            names.map_or_else(Vec::new, |names| names_of(&names, application))
        }
        Known::EntityTypes => {
            let catalogue = shared.default_catalogue();
            let types = catalogue.iter().flat_map(|catalogue| &catalogue.types);
            types.map(|entity_type| entity_type.name.clone()).collect()
        }
    }
}

/// A completion that can't be had is no reason for an error while somebody types.
async fn applications(shared: &Shared) -> Option<Vec<String>> {
    let warehouse = shared.warehouse(None).await.ok()?;
    let _place = warehouse.enter().ok()?;
    let applications = warehouse.applications(lookup_deadline()).await.ok()?;
    let names = applications.into_iter().map(|application| application.name);
    Some(names.collect())
}

async fn workflows(shared: &Shared) -> Option<WorkflowNames> {
    let warehouse = shared.warehouse(None).await.ok()?;
    let _place = warehouse.enter().ok()?;
    let list = warehouse.workflows(None, lookup_deadline()).await.ok()?;
    let workflows = list.workflows.into_iter();
    Some(
        workflows
            .map(|workflow| (workflow.application, workflow.name))
            .collect(),
    )
}

fn lookup_deadline() -> Instant {
    Instant::now() + LOOKUP_TIMEOUT
}

/// The names of an application's workflows, of all if none is named; one that several applications have counts once.
fn names_of(workflows: &WorkflowNames, application: &str) -> Vec<String> {
    let mut known = HashSet::new();
    workflows
        .iter()
        .filter(|(of, _)| application.is_empty() || of.eq_ignore_ascii_case(application))
        .filter(|(_, name)| known.insert(name))
        .map(|(_, name)| name.clone())
        .collect()
}

fn matching(values: Vec<String>, typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let (mut beginning, others): (Vec<String>, Vec<String>) = values
        .into_iter()
        .partition(|value| value.to_lowercase().starts_with(&typed));
    let containing = others
        .into_iter()
        .filter(|value| value.to_lowercase().contains(&typed));
    beginning.extend(containing);
    beginning
}

#[cfg(test)]
mod tests {
    use super::matching;

    #[test]
    fn what_begins_with_the_text_comes_before_what_contains_it() {
        let values = || {
            ["Stock", "OutboundOrder", "Order", "Route"]
                .map(str::to_owned)
                .to_vec()
        };
        assert_eq!(matching(values(), " ORD"), ["Order", "OutboundOrder"]);
        assert_eq!(matching(values(), ""), values());
        assert_eq!(matching(values(), "x"), Vec::<String>::new());
    }
}
