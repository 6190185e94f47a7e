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
use crate::easywms::filter::{Dialect, Filter, Value};
use crate::easywms::query::Question;
use crate::easywms::read_request::ReadRequest;
use crate::easywms::rows::{Keep, RawRow, RowSplitter, Shaping, Split};
use crate::easywms::wire::Service;

/// Every way to write a filter, the usual one first.
const DIALECTS: [(Dialect, &str); 3] = [
    (Dialect::Linq, "linq"),
    (Dialect::Sql, "sql"),
    (Dialect::Odata, "odata"),
];
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

    /// Looks for the row that was just read by its key; finds out which dialect the server understands if not this one.
    async fn check_filter(
        &self,
        entity_type: &CatalogueType,
        row: &RawRow,
        deadline: Instant,
    ) -> Option<CheckStep> {
        let key = &entity_type.key;
        let filter = Filter::equals(key, Value::Text(row.text_of(key)?)).ok()?;
        let timer = Timer::start("filter");
        let configured = self.dialect();
        let found = self
            .count_with(entity_type, &filter, configured, deadline)
            .await;
        match found {
            Ok(None) => return Some(timer.passed("this server does not count".to_owned())),
            Ok(Some(1)) => return Some(timer.passed(format!("{key} = … finds one row"))),
            _ => {}
        }
        let other = self
            .understood_dialect(entity_type, &filter, deadline)
            .await;
        let mut step = match found {
            Err(error) => timer.failed(error),
            Ok(count) => timer.doubtful(format!(
                "{key} = … finds {} rows, where one was expected",
                count.unwrap_or_default()
            )),
        };
        if let Some(name) = other {
            step.found = format!("this server understands filters in {name}");
            step.setting = Some(("_FILTER_DIALECT", name.to_owned()));
        }
        Some(step)
    }

    /// Returns the other dialect in which a filter finds its one row.
    async fn understood_dialect(
        &self,
        entity_type: &CatalogueType,
        filter: &Filter,
        deadline: Instant,
    ) -> Option<&'static str> {
        for (dialect, name) in DIALECTS {
            if dialect == self.dialect() {
                continue;
            }
            let found = self
                .count_with(entity_type, filter, dialect, deadline)
                .await;
            if matches!(found, Ok(Some(1))) {
                return Some(name);
            }
        }
        None
    }

    async fn count_with(
        &self,
        entity_type: &CatalogueType,
        filter: &Filter,
        dialect: Dialect,
        deadline: Instant,
    ) -> Result<Option<u64>, ReadError> {
        let question = Question {
            filter: Some(filter.write(dialect)),
            ..Question::first(&entity_type.name, 0)
        };
        self.count(&question, deadline).await
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
        let names: Vec<String> = listed
            .rows
            .iter()
            .filter_map(|row| row.text_of("Name").or_else(|| row.text_of("name")))
            .collect();
        let catalogue = self.catalogue.types.iter().map(|t| t.name.as_str());
        let absent: Vec<&str> = catalogue
            .filter(|known| !names.iter().any(|name| name == known))
            .collect();
        let found = format!("{} entity types", listed.seen);
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
