//! Whom a composite asks: one warehouse, until shortly before the call must be answered.

use jiff::SignedDuration;
use jiff::civil::DateTime;
use tokio::time::Instant;

use super::fields::Fields;
use super::part::{Extent, Found, Part};
use super::row::Row;
use super::subject::{Ask, Gap, Subject};
use super::unavailable::Unavailable;
use crate::easywms::filter::OrderBy;
use crate::easywms::rows::Shaping;
use crate::easywms::{Condition, Noun, Page, QueryType, Question, ReadError, Warehouse};
use crate::server::Call;

/// Room for the rows of one part. The limit of its question bounds it long before: the room is what 1,700 rows of unknown
/// size may take, so that a part costs one request, not several.
const PART_BYTES: usize = 8 << 20;
/// Codes in one filter, which holds at most 200 comparisons; longer lists are asked in several reads.
const CODES_A_READ: usize = 150;

/// Whom a composite asks, and until when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'c> {
    call: &'c Call,
    pub(super) warehouse: &'c Warehouse,
    pub(super) deadline: Instant,
}

impl<'c> Reader<'c> {
    pub(super) fn new(call: &'c Call, warehouse: &'c Warehouse) -> Self {
        Self {
            call,
            warehouse,
            deadline: call.reading_deadline(),
        }
    }

    /// Returns the moment of the call as the site's clocks show it, which is what the site's dates are compared with.
    pub(super) fn now(&self) -> DateTime {
        self.warehouse.time_zone().to_datetime(self.call.started())
    }

    /// Returns the moment that many hours from the call; negative ones lie before it.
    pub(super) fn hours_away(&self, hours: i64) -> DateTime {
        let step = SignedDuration::from_secs(hours.saturating_mul(3_600));
        self.now().saturating_add(step)
    }

    /// Returns an absolute time that many hours before the call, as the log takes it.
    pub(super) fn hours_ago_utc(&self, hours: i64) -> String {
        let moment = self
            .call
            .started()
            .saturating_sub(SignedDuration::from_secs(hours.saturating_mul(3_600)));
        moment.map_or_else(|_| String::new(), |moment| format!("{moment:.0}"))
    }

    /// Reads the rows of one question.
    pub(super) async fn read(
        &self,
        name: &'static str,
        noun: Noun,
        ask: impl FnOnce(Subject<'c>) -> Result<Ask<'c>, Gap>,
    ) -> Part<'c> {
        let subject = self.subject(noun);
        let entity_type = subject.as_ref().map_or_else(
            |_| noun.to_string(),
            |subject| subject.entity_type.name.clone(),
        );
        let outcome = match subject.and_then(ask) {
            // Boxed: a composite joins a dozen of these futures.
            Ok(ask) => Box::pin(self.rows(&ask)).await,
            Err(gap) => Err(Unavailable::missing(&gap)),
        };
        self.call.step(&format!("{name} read")).await;
        Part::new(name, entity_type, outcome)
    }

    /// Reads the rows whose role has one of many codes, in as many reads as that takes.
    pub(super) async fn read_each(
        &self,
        name: &'static str,
        noun: Noun,
        codes: &[String],
        ask: impl Fn(Subject<'c>, &[String]) -> Result<Ask<'c>, Gap>,
    ) -> Part<'c> {
        let ask = &ask;
        let reads = codes
            .chunks(CODES_A_READ)
            .map(|chunk| self.read(name, noun, move |subject| ask(subject, chunk)));
        let parts = futures_util::future::join_all(reads).await;
        let merged = parts.into_iter().reduce(Part::joined);
        merged.unwrap_or_else(|| Part::nothing(name, noun))
    }

    fn subject(&self, noun: Noun) -> Result<Subject<'c>, Gap> {
        let entity_type = self.warehouse.catalogue().noun(noun);
        entity_type
            .map(|entity_type| Subject { entity_type })
            .ok_or(Gap::Noun(noun))
    }

    async fn rows(&self, ask: &Ask<'c>) -> Result<Found<'c>, Unavailable> {
        let fields = Fields::of(ask);
        let page = self.page(ask, &fields).await.map_err(Unavailable::failed)?;
        let extent = Extent::of(page.shaped.rows.len(), page.total, page.ended);
        let absent = page.shaped.absent;
        if !page.shaped.rows.is_empty() && fields.are_all_in(&absent) {
            return Err(Unavailable::of_other_names(ask.entity_type));
        }
        let rows = page.shaped.rows.into_iter();
        let zone = self.warehouse.time_zone();
        let rows: Vec<Row> = rows
            .map(|raw| Row::new(raw, ask.entity_type, zone))
            .collect();
        let lacking = match rows.as_slice() {
            [] => Vec::new(),
            _ => fields.lacking(ask, &absent),
        };
        Ok(Found {
            rows,
            extent,
            lacking,
        })
    }

    async fn page(&self, ask: &Ask<'c>, fields: &Fields) -> Result<Page, ReadError> {
        let dialect = self.warehouse.dialect();
        let question = Question {
            entity_type: ask.entity_type.name.clone(),
            query_type: QueryType::Reading,
            filter: Some(Condition::of(&ask.filter, dialect)),
            order_by: ask
                .order
                .as_ref()
                .map(|order| OrderBy::write(order, dialect)),
            skip: 0,
            limit: ask.limit,
            fields: Some(fields.names().to_vec()),
        };
        let shaping = Shaping::new(Some(fields.names()), false);
        self.warehouse
            .rows(&question, shaping, PART_BYTES, self.deadline)
            .await
    }
}
