//! The warehouse side: everything that knows HTTP, URLs, wire names and status codes, and nothing of MCP or answers.

mod body;
mod breaker;
mod catalogue;
mod charset;
mod check;
mod condition;
mod connection;
mod digested;
mod error;
pub mod filter;
mod logs;
mod metadata;
mod metrics;
mod paging;
mod point_in_time;
mod projection;
mod query;
mod read_request;
mod refusal;
mod retry;
pub mod rows;
mod scan;
mod secrets;
mod snapshots;
mod spelling;
mod statistics;
mod tls;
mod token;
mod total;
mod vocabulary;
mod wire;
mod workflows;

use std::sync::Arc;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};
use reqwest::Url;
use serde_json::value::RawValue;
use tokio::time::Instant;

use self::body::DocumentReader;
use self::condition::FilteredTypes;
use self::connection::{Connection, Patience};
use self::filter::Dialect;
use self::metadata::MetadataCache;
use self::projection::ProjectionRefusal;
use self::read_request::ReadRequest;
use self::rows::{RowSizes, SizeKey};
use self::spelling::Spellings;
use self::total::Totals;
use crate::config::Profile;

pub use self::breaker::BreakerStatus;
pub use self::catalogue::{Catalogue, CatalogueError, CatalogueField, CatalogueType};
pub use self::check::{CheckOutcome, CheckStep, THOROUGH_STEPS};
pub use self::condition::Condition;
pub use self::connection::{Limits, Place};
pub use self::digested::DigestedText;
pub(crate) use self::digested::sha256_hex;
pub use self::error::{Obstacle, ReadError};
pub use self::logs::{LogContext, LogEntry, LogLevel, LogPage, LogQuestion};
pub use self::metadata::{
    EntityField, EntityFields, EntityTypeSummary, EntityTypes, FieldSource, ResolveError,
    ResolvedType, Undescribed,
};
pub use self::metrics::{MetricHistory, MetricPoint};
pub use self::point_in_time::{PointInTime, epoch_date};
pub use self::query::{Page, Question};
pub use self::scan::{Scan, ScanBounds, ScanStop};
pub use self::secrets::REDACTED;
pub use self::snapshots::{DataChanged, Snapshot, Snapshots};
pub use self::statistics::Counts;
pub use self::tls::TlsProblem;
pub use self::token::TokenStatus;
pub use self::vocabulary::{Noun, Role, ValueSet};
pub use self::wire::{QueryType, Service};
pub use self::workflows::{
    Application, Workflow, WorkflowCandidate, WorkflowDocument, WorkflowError, WorkflowList,
    WorkflowSummary,
};

/// One warehouse that can be read: a profile's connection and what has been learned about the server behind it.
///
/// Making one touches no network and loads no certificates.
#[derive(Debug)]
pub struct Warehouse {
    connection: Arc<Connection>,
    catalogue: Arc<Catalogue>,
    sizes: RowSizes,
    metadata: MetadataCache,
    spellings: Spellings,
    row_totals: Totals,
    log_totals: Totals,
    snapshots: Snapshots,
    projection_refusal: ProjectionRefusal,
    filtered_types: FilteredTypes,
}

impl Warehouse {
    /// Makes the warehouse of a profile whose server is at `base`.
    #[must_use]
    pub fn new(
        profile: Arc<Profile>,
        base: Url,
        limits: Limits,
        catalogue: Arc<Catalogue>,
    ) -> Self {
        Self {
            connection: Arc::new(Connection::new(profile, base, limits)),
            catalogue,
            sizes: RowSizes::default(),
            metadata: MetadataCache::default(),
            spellings: Spellings::default(),
            row_totals: Totals::default(),
            log_totals: Totals::default(),
            snapshots: Snapshots::default(),
            projection_refusal: ProjectionRefusal::default(),
            filtered_types: FilteredTypes::default(),
        }
    }

    /// Takes a place for a call that is about to read; it keeps the place until it has its answer.
    ///
    /// Fails with [`ReadError::Busy`] while too many calls hold one.
    pub fn enter(&self) -> Result<Place, ReadError> {
        self.connection.enter()
    }

    /// Returns the profile that is read.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.connection.profile
    }

    /// Returns the zone of the site's dates; where none is configured the unknown one, which reckons as UTC does.
    #[must_use]
    pub fn time_zone(&self) -> &TimeZone {
        static UNKNOWN: TimeZone = TimeZone::unknown();
        self.profile().time_zone.as_ref().unwrap_or(&UNKNOWN)
    }

    /// Returns a moment as the site's clocks show it.
    #[must_use]
    pub fn site_time(&self, moment: Timestamp) -> ZonedDateTime {
        moment.to_zoned_datetime(self.time_zone().clone())
    }

    /// Returns how this server wants its filters written.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.connection.profile.dialect
    }

    /// Returns what this server is known to have.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Returns the large texts that were read a short while ago.
    #[must_use]
    pub fn snapshots(&self) -> &Snapshots {
        &self.snapshots
    }

    /// Returns the counters of the connection.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.connection.statistics.counts()
    }

    /// Returns how the token stands.
    #[must_use]
    pub fn token_status(&self) -> TokenStatus {
        self.connection.token.status()
    }

    /// Returns how the breaker stands.
    #[must_use]
    pub fn breaker_status(&self) -> BreakerStatus {
        self.connection.breaker.status()
    }

    /// Whether a secret was ever found in this warehouse's data and replaced by [`REDACTED`].
    #[must_use]
    pub fn has_redacted(&self) -> bool {
        self.connection.secrets.were_found_in_data()
    }

    /// Returns the learned average size in bytes of whole rows, by entity type and query type.
    #[must_use]
    pub fn learned_row_sizes(&self) -> Vec<(SizeKey, usize)> {
        self.sizes
            .learned()
            .into_iter()
            .filter(|(key, _)| key.projection == 0)
            .collect()
    }

    /// Reads a document whole, such as a workflow.
    async fn document(
        &self,
        request: &ReadRequest<'_>,
        deadline: Instant,
    ) -> Result<Box<RawValue>, ReadError> {
        self.connection
            .read(request, Patience::Read, deadline, DocumentReader::default)
            .await
    }
}
