//! Which applications and which workflows there are.

use std::collections::HashSet;

use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::time::Instant;

use super::error::WorkflowError;
use super::{Application, WorkflowSummary, same};
use crate::easywms::Warehouse;
use crate::easywms::connection::Patience;
use crate::easywms::error::ReadError;
use crate::easywms::read_request::ReadRequest;
use crate::easywms::rows::{Keep, Properties, RawRow, RowSplitter, Split};
use crate::easywms::wire::WorkflowPage;
use crate::nearest::nearest;

/// Workflows asked for in one request: a row takes about 500 bytes.
const PAGE_ROWS: u64 = 200;
/// The most workflows read of one application; a large installation has several hundred.
const MOST_WORKFLOWS: usize = 5_000;
/// Applications read at once: a list is small, and other calls need permits too.
const LISTS_AT_ONCE: usize = 2;

/// The workflows of one application or of all.
#[derive(Debug)]
pub struct WorkflowList {
    /// Every application of the server, by name.
    pub applications: Vec<Application>,
    /// The workflows, by application, name and id.
    pub workflows: Vec<WorkflowSummary>,
    /// Applications whose list this user or this server does not give, and why.
    pub unread: Vec<(String, ReadError)>,
    /// Applications whose list was cut, because it has more workflows than are read.
    pub cut: Vec<String>,
}

impl Warehouse {
    /// Returns the applications that hold workflows, by name.
    pub async fn applications(&self, deadline: Instant) -> Result<Vec<Application>, ReadError> {
        let split = self
            .workflow_rows(&ReadRequest::Applications, deadline)
            .await?;
        let mut applications: Vec<Application> =
            split.rows.iter().filter_map(application_of).collect();
        applications.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(applications)
    }

    /// Returns the workflows of an application, or of all: metadata only, ordered by application, name and id.
    ///
    /// Of several applications one that can't be read is reported beside the others; a server that can't be read at
    /// all is an error.
    pub async fn workflows(
        &self,
        application: Option<&str>,
        deadline: Instant,
    ) -> Result<WorkflowList, WorkflowError> {
        self.workflows_with(application, None, deadline).await
    }

    /// Like [`Warehouse::workflows`]; with `search` the server may leave out what does not mention that text.
    pub(super) async fn workflows_with(
        &self,
        application: Option<&str>,
        search: Option<&str>,
        deadline: Instant,
    ) -> Result<WorkflowList, WorkflowError> {
        let applications = self.applications(deadline).await?;
        let chosen = match application {
            None => applications.iter().collect(),
            Some(name) => vec![chosen(name, &applications)?],
        };
        let reads: Vec<_> = chosen
            .iter()
            .map(|application| self.list_of(&application.name, search, deadline))
            .collect();
        let lists: Vec<_> = stream::iter(reads).buffered(LISTS_AT_ONCE).collect().await;
        let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
        let only = names.len() == 1;
        let mut all = WorkflowList {
            applications,
            workflows: Vec::new(),
            unread: Vec::new(),
            cut: Vec::new(),
        };
        for (name, list) in names.into_iter().zip(lists) {
            match list {
                Ok(list) => {
                    if list.len() >= MOST_WORKFLOWS {
                        all.cut.push(name);
                    }
                    all.workflows.extend(list);
                }
                Err(error) if !only && concerns_one(&error) => all.unread.push((name, error)),
                Err(error) => return Err(error.into()),
            }
        }
        all.workflows.sort_by(|a, b| {
            (&a.application, &a.name, &a.id).cmp(&(&b.application, &b.name, &b.id))
        });
        Ok(all)
    }

    /// Reads the list of one application page by page. It ends at the total, or at a page that brings nothing new:
    /// also on a server that ignores `skip`, caps `take` or does not count.
    async fn list_of(
        &self,
        application: &str,
        search: Option<&str>,
        deadline: Instant,
    ) -> Result<Vec<WorkflowSummary>, ReadError> {
        let mut list: Vec<WorkflowSummary> = Vec::new();
        let mut known = HashSet::new();
        let mut skip = 0;
        while list.len() < MOST_WORKFLOWS {
            let page = WorkflowPage {
                search,
                skip,
                take: PAGE_ROWS,
            };
            let request = ReadRequest::Workflows { application, page };
            let split = self.workflow_rows(&request, deadline).await?;
            let before = list.len();
            for row in &split.rows {
                let workflow = WorkflowSummary::read(&Properties::of(row), application);
                if known.insert(workflow.key().to_owned()) {
                    list.push(workflow);
                }
            }
            skip += split.seen;
            let complete = split.total.is_some_and(|total| skip >= total);
            if complete || list.len() == before {
                break;
            }
        }
        list.truncate(MOST_WORKFLOWS);
        Ok(list)
    }

    async fn workflow_rows(
        &self,
        request: &ReadRequest<'_>,
        deadline: Instant,
    ) -> Result<Split, ReadError> {
        self.connection
            .read(request, Patience::Read, deadline, || {
                RowSplitter::new(Keep::EVERYTHING)
            })
            .await
    }
}

impl WorkflowList {
    /// Returns the names that most resemble a word that is no workflow's name.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Vec<String> {
        let names: HashSet<&str> = self.workflows.iter().map(|w| w.name.as_str()).collect();
        owned(nearest(name, names))
    }
}

/// Finds an application by its name in any case.
pub(super) fn chosen<'a>(
    name: &str,
    applications: &'a [Application],
) -> Result<&'a Application, WorkflowError> {
    let names = || applications.iter().map(|known| known.name.as_str());
    applications
        .iter()
        .find(|known| same(&known.name, name.trim()))
        .ok_or_else(|| WorkflowError::UnknownApplication {
            name: name.to_owned(),
            nearest: owned(nearest(name, names())),
            applications: owned(names()),
        })
}

fn application_of(row: &RawRow) -> Option<Application> {
    let properties = Properties::of(row);
    Some(Application {
        name: properties
            .text("name")
            .or_else(|| properties.text("code"))?,
        description: properties.text("description"),
    })
}

/// Whether a failed read says something of one application only, and not of the server.
fn concerns_one(error: &ReadError) -> bool {
    matches!(
        error,
        ReadError::Forbidden { .. } | ReadError::NotFound { .. } | ReadError::UnsafeName { .. }
    )
}

fn owned<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}
