//! Where else a service may answer, when nothing does at its configured path.
//!
//! Only a short fixed list of paths is tried, each with a read that finds nothing or a GET without credentials; every
//! path passes the guard that keeps write operations out.

use std::sync::Arc;

use tokio::time::Instant;

use super::CheckStep;
use crate::config::{ServicePath, ServicePaths};
use crate::easywms::Warehouse;
use crate::easywms::connection::{Connection, Patience};
use crate::easywms::error::ReadError;
use crate::easywms::read_request::{ReadRequest, service_path};
use crate::easywms::rows::{Keep, RowSplitter};
use crate::easywms::wire::{LogSearchBody, QueryBody, QueryType, Service, plausible_paths};

/// What a token service answers to a GET without a form: bad request, unauthorized, wrong method, wrong type.
const TOKEN_SERVICE_STATUSES: [u16; 4] = [400, 401, 405, 415];

impl Warehouse {
    /// Adds the setting of another path to a step that found nothing at the configured one, if the service answers there.
    pub(super) async fn with_other_path(
        &self,
        mut step: CheckStep,
        service: Service,
        deadline: Instant,
    ) -> CheckStep {
        let missing = matches!(
            step.error,
            Some(ReadError::ServiceMissing { .. } | ReadError::Refused { status: 405, .. })
        );
        if missing && let Some(path) = self.other_path(service, deadline).await {
            step.found = format!("the {service} answers at {path}");
            step.setting = Some((service.path_variable_suffix(), path));
        }
        step
    }

    async fn other_path(&self, service: Service, deadline: Instant) -> Option<String> {
        let configured = &self.connection.profile.paths;
        for path in plausible_paths(service) {
            if *path == service_path(configured, service) {
                continue;
            }
            let Ok(other) = ServicePath::parse(path) else {
                continue;
            };
            let paths = replaced(configured.clone(), service, other);
            let connection = Arc::new(self.connection.with_paths(paths));
            if self.answers(&connection, service, deadline).await {
                return Some((*path).to_owned());
            }
        }
        None
    }

    async fn answers(
        &self,
        connection: &Arc<Connection>,
        service: Service,
        deadline: Instant,
    ) -> bool {
        let request = match service {
            Service::Token => {
                let status = connection.status(&ReadRequest::TokenPath).await;
                return status.is_ok_and(|status| TOKEN_SERVICE_STATUSES.contains(&status));
            }
            Service::Query => {
                let Some(entity_type) = self.catalogue.types.first() else {
                    return false;
                };
                ReadRequest::Query(empty_query(&entity_type.name))
            }
            Service::Metadata => ReadRequest::EntityTypes,
            Service::Workflow => ReadRequest::Applications,
            Service::Log => ReadRequest::LogSearch(log_search(0)),
            Service::Metric => ReadRequest::Metrics,
        };
        let keep = Keep { bytes: 0, rows: 0 };
        let answer = connection
            .read(&request, Patience::Read, deadline, || {
                RowSplitter::new(keep)
            })
            .await;
        matches!(answer, Ok(_) | Err(ReadError::Forbidden { .. }))
    }
}

fn replaced(mut paths: ServicePaths, service: Service, path: ServicePath) -> ServicePaths {
    let place = match service {
        Service::Token => &mut paths.sts,
        Service::Query => &mut paths.query,
        Service::Metadata => &mut paths.metadata,
        Service::Workflow => &mut paths.workflow,
        Service::Log => &mut paths.log,
        Service::Metric => &mut paths.metric,
    };
    *place = path;
    paths
}

fn empty_query(entity_type: &str) -> QueryBody<'_> {
    QueryBody {
        entity_type,
        query_type: QueryType::Reading.number(),
        filter: None,
        order_by: None,
        skip: 0,
        take: 0,
        fields: None,
        include_total: true,
    }
}

/// The search for the newest entries, whatever they say.
pub(super) fn log_search(take: u64) -> LogSearchBody<'static> {
    LogSearchBody {
        keyword: None,
        min_level: None,
        workflow: None,
        from: None,
        to: None,
        skip: 0,
        take,
        descending: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_that_may_be_tried_passes_the_guard() {
        for service in [
            Service::Token,
            Service::Query,
            Service::Metadata,
            Service::Workflow,
            Service::Log,
            Service::Metric,
        ] {
            let paths = plausible_paths(service);
            let usual = ServicePaths::default();
            assert_eq!(paths.first(), Some(&service_path(&usual, service)));
            for path in paths {
                assert!(ServicePath::parse(path).is_ok(), "{path}");
            }
        }
    }
}
