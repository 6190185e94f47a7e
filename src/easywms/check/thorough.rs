//! The thorough check: one row, a filter, and the services that only some tools need.
//!
//! A real server may differ from what is assumed of it. This finds the differences that a setting can correct.

use tokio::time::Instant;

use super::paths::log_search;
use super::{CheckOutcome, CheckStep, Timer};
use crate::easywms::Warehouse;
use crate::easywms::catalogue::CatalogueType;
use crate::easywms::connection::{DATA_BODY_BYTES, Patience};
use crate::easywms::error::ReadError;
use crate::easywms::metadata::{ServerTypes, is_listed_as};
use crate::easywms::query::Question;
use crate::easywms::read_request::ReadRequest;
use crate::easywms::rows::{Keep, RawRow, RowSplitter, Shaping, Split};
use crate::easywms::wire::Service;

/// The most names that one finding lists.
const MOST_NAMES: usize = 8;
/// More entity types, applications or metrics than any server has.
const MOST_ENTRIES: usize = 2_000;

impl Warehouse {
    /// Tries every step that any tool needs. A step that others rest on ends the check; a service that only some tools
    /// need may fail or be absent without ending it.
    pub async fn check_thoroughly(&self, deadline: Instant) -> Vec<CheckStep> {
        let mut steps = Vec::new();
        if !self.check_access(deadline, &mut steps).await {
            return steps;
        }
        let (query, readable) = self.check_query(deadline).await;
        steps.push(query);
        if let Some(entity_type) = readable {
            let (step, row) = self.check_row(entity_type, deadline).await;
            steps.push(step);
            if let Some(row) = row {
                steps.extend(self.check_filter(entity_type, &row, deadline).await);
                steps.extend(self.check_paging(entity_type, deadline).await);
            }
        }
        steps.push(self.check_metadata(deadline).await);
        steps.push(
            self.check_list("workflows", &ReadRequest::Applications, deadline)
                .await,
        );
        let newest = ReadRequest::LogSearch(log_search(1));
        steps.push(self.check_list("logs", &newest, deadline).await);
        steps.push(
            self.check_list("metrics", &ReadRequest::Metrics, deadline)
                .await,
        );
        steps
    }

    /// Reads one row and compares its fields with those that the catalogue names.
    async fn check_row(
        &self,
        entity_type: &CatalogueType,
        deadline: Instant,
    ) -> (CheckStep, Option<RawRow>) {
        let timer = Timer::start("row");
        let question = Question::first(&entity_type.name, 1);
        let page = self
            .rows(&question, Shaping::Whole, DATA_BODY_BYTES, deadline)
            .await;
        let name = &entity_type.name;
        let row = match page {
            Ok(page) => page.shaped.rows.into_iter().next(),
            Err(error) => return (timer.failed(error), None),
        };
        let Some(row) = row else {
            return (timer.passed(format!("there is no {name} to read")), None);
        };
        let size = format!(
            "one {name} of {} fields, {} bytes",
            row.fields().len(),
            row.len_bytes()
        );
        let expected = entity_type.fields.iter().map(|field| field.name.as_str());
        let absent: Vec<&str> = expected.filter(|name| row.get(name).is_none()).collect();
        let step = if absent.is_empty() {
            timer.passed(size)
        } else {
            timer.doubtful(format!(
                "{size}; without {} of the catalogue",
                some_of(&absent)
            ))
        };
        (step, Some(row))
    }

    /// Compares the server's entity types with the catalogue's.
    async fn check_metadata(&self, deadline: Instant) -> CheckStep {
        let timer = Timer::start("metadata");
        let listed = match self.list(&ReadRequest::EntityTypes, deadline).await {
            Ok(listed) => listed,
            Err(error) => {
                return self
                    .without_service(timer, error, Service::Metadata, deadline)
                    .await;
            }
        };
        let seen = listed.seen;
        let listed = match ServerTypes::of(Ok(listed.rows)) {
            Ok(ServerTypes::Known(types)) => types,
            Ok(ServerTypes::Undescribed(why)) => {
                return timer.doubtful(format!("{why}: the catalogue's types are used"));
            }
            Err(error) => return timer.failed(error),
        };
        let mut absent = Vec::new();
        for known in &self.catalogue.types {
            if !listed
                .iter()
                .any(|there| is_listed_as(&listed, known, &there.name))
            {
                absent.push(known.name.as_str());
            }
        }
        let found = format!("{seen} entity types");
        if absent.is_empty() {
            timer.passed(found)
        } else {
            timer.doubtful(format!(
                "{found}; without {} of the catalogue",
                some_of(&absent)
            ))
        }
    }

    async fn check_list(
        &self,
        step: &'static str,
        request: &ReadRequest<'_>,
        deadline: Instant,
    ) -> CheckStep {
        let timer = Timer::start(step);
        match self.list(request, deadline).await {
            Ok(listed) => {
                let count = listed.total.unwrap_or(listed.seen);
                let what = match request.service() {
                    Service::Workflow => "applications",
                    Service::Log => "entries",
                    _ => "metrics",
                };
                timer.passed(format!("{count} {what}"))
            }
            Err(error) => {
                self.without_service(timer, error, request.service(), deadline)
                    .await
            }
        }
    }

    async fn list(&self, request: &ReadRequest<'_>, deadline: Instant) -> Result<Split, ReadError> {
        let keep = Keep {
            bytes: DATA_BODY_BYTES,
            rows: MOST_ENTRIES,
        };
        self.connection
            .read(request, Patience::Read, deadline, || RowSplitter::new(keep))
            .await
    }

    /// A service that only some tools need may be absent; one that answers elsewhere or refuses is a failure.
    async fn without_service(
        &self,
        timer: Timer,
        error: ReadError,
        service: Service,
        deadline: Instant,
    ) -> CheckStep {
        let step = timer.failed(error);
        let mut step = self.with_other_path(step, service, deadline).await;
        if step.setting.is_none() && matches!(step.error, Some(ReadError::ServiceMissing { .. })) {
            step.outcome = CheckOutcome::Absent;
        }
        step
    }
}

fn some_of(names: &[&str]) -> String {
    let shown: Vec<&str> = names.iter().copied().take(MOST_NAMES).collect();
    match names.len().saturating_sub(MOST_NAMES) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
