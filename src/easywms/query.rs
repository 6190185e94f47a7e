//! Rows and counts of an entity type, read adaptively: no more from the warehouse than the answer can hold.

use tokio::time::Instant;

use super::Warehouse;
use super::condition::Condition;
use super::connection::{DATA_BODY_BYTES, Patience};
use super::error::ReadError;
use super::paging::Paging;
use super::read_request::ReadRequest;
use super::rows::{
    Keep, Overflow, RowSplitter, Shaped, Shaping, SizeKey, Split, SplitError, projection_hash,
};
use super::wire::{QueryBody, QueryType, Service};

/// A question for rows, in the server's own terms.
#[derive(Clone, Debug)]
pub struct Question {
    /// The entity type's name on the wire.
    pub entity_type: String,
    /// Reading or Writing rows.
    pub query_type: QueryType,
    /// What the rows must be.
    pub filter: Option<Condition>,
    /// The order in the server's dialect; it should end in a unique field.
    pub order_by: Option<String>,
    /// Rows to pass over.
    pub skip: u64,
    /// Rows wanted at most.
    pub limit: u64,
    /// The fields wanted, `None` for all. Servers that can't project send all; [`Shaping`] projects in any case.
    pub fields: Option<Vec<String>>,
}

/// What came of a question: the rows that fit into the room, and how the list goes on.
#[derive(Clone, Debug)]
pub struct Page {
    /// A prefix of the rows asked for, in the form asked for.
    pub shaped: Shaped,
    /// Rows of the whole list, if the server counts.
    pub total: Option<u64>,
    /// The first row behind those that did not fit into the room.
    pub overflow: Option<Overflow>,
    /// Whether the list ended within the rows asked for.
    pub ended: bool,
}

impl Question {
    /// Returns the question for the first `limit` whole Reading rows of a type, in the server's own order.
    #[must_use]
    pub fn first(entity_type: &str, limit: u64) -> Self {
        Self {
            entity_type: entity_type.to_owned(),
            query_type: QueryType::Reading,
            filter: None,
            order_by: None,
            skip: 0,
            limit,
            fields: None,
        }
    }

    fn telling_fields(&self) -> &[String] {
        self.filter.as_ref().map_or(&[], Condition::telling_fields)
    }

    /// Returns the fields to be read: those wanted, and those that tell whether a row seems to pass the filter.
    fn fields_read(&self) -> Option<Vec<String>> {
        let mut fields = self.fields.clone()?;
        for field in self.telling_fields() {
            if !fields.contains(field) {
                fields.push(field.clone());
            }
        }
        Some(fields)
    }

    /// Whether one of the rows, kept or not, seems not to pass the filter.
    fn is_doubted_by(&self, split: &Split) -> bool {
        let overflow = split.overflow.as_ref();
        let last = overflow.and_then(|overflow| overflow.row.as_ref());
        let mut rows = split.rows.iter().chain(last);
        let filter = self.filter.as_ref();
        filter.is_some_and(|filter| rows.any(|row| filter.is_doubted_by(row)))
    }
}

/// The part of a question that one request asks for, and how its answer is read.
#[derive(Clone, Copy)]
pub(super) struct Span {
    /// Rows to pass over, beyond those that the question passes over.
    pub(super) offset: u64,
    /// Rows asked for.
    pub(super) take: u64,
    pub(super) keep: Keep,
    pub(super) patience: Patience,
    pub(super) include_total: bool,
}

impl Warehouse {
    /// Reads the rows of a question until they fill `room_bytes`, the limit is reached or the list ends.
    ///
    /// A small room never costs a large body, whatever the rows weigh.
    pub async fn rows(
        &self,
        question: &Question,
        shaping: Shaping,
        room_bytes: usize,
        deadline: Instant,
    ) -> Result<Page, ReadError> {
        let key = size_key(question, &shaping);
        let whole = matches!(shaping, Shaping::Whole);
        let mut paging = Paging::new(shaping, key, question.skip, question.limit, room_bytes);
        while let Some(ask) = paging.next(&self.sizes) {
            let span = Span {
                offset: ask.offset,
                take: ask.take,
                keep: keep_for(whole, ask.take, ask.room_bytes),
                patience: Patience::Read,
                include_total: ask.include_total,
            };
            let split = self.split(question, span, deadline).await?;
            paging.take(ask, split, &self.sizes).map_err(unreadable)?;
        }
        Ok(paging.finish())
    }

    /// Counts the rows of a question; `None` if the server does not count. One row is read where it can raise the
    /// suspicion that the filter was not applied.
    pub async fn count(
        &self,
        question: &Question,
        deadline: Instant,
    ) -> Result<Option<u64>, ReadError> {
        let tells = !question.telling_fields().is_empty();
        let rows = usize::from(tells);
        let span = Span {
            offset: 0,
            take: u64::from(tells),
            keep: Keep {
                bytes: rows * DATA_BODY_BYTES,
                rows,
            },
            patience: Patience::Read,
            include_total: true,
        };
        Ok(self.split(question, span, deadline).await?.total)
    }

    /// Makes one request for some of a question's rows, and another one where its total may be none.
    pub(super) async fn split(
        &self,
        question: &Question,
        span: Span,
        deadline: Instant,
    ) -> Result<Split, ReadError> {
        let mut split = self.split_as_sent(question, span, deadline).await?;
        let is_proven = self.filtered_types.has(&question.entity_type);
        let is_doubted = !is_proven && question.is_doubted_by(&split);
        if is_doubted && self.ignores_filter(question, span, deadline).await? {
            return Err(ReadError::FilterIgnored {
                entity_type: question.entity_type.clone(),
            });
        }
        let skip = question.skip + span.offset;
        let again = |take| {
            let span = Span {
                take,
                keep: Keep { bytes: 0, rows: 0 },
                include_total: true,
                ..span
            };
            self.split_as_sent(question, span, deadline)
        };
        split.total = self.row_totals.of(&split, skip, span.take, again).await;
        Ok(split)
    }

    /// Asks for rows that pass a filter and do not pass it. Whoever sends some has not read the filter.
    ///
    /// A server that refuses the question may only be unable to compute it.
    async fn ignores_filter(
        &self,
        question: &Question,
        span: Span,
        deadline: Instant,
    ) -> Result<bool, ReadError> {
        let Some(nothing) = question.filter.as_ref().and_then(Condition::contradiction) else {
            return Ok(false);
        };
        let question = Question {
            filter: Some(nothing),
            skip: 0,
            ..question.clone()
        };
        let span = Span {
            offset: 0,
            take: 1,
            keep: Keep { bytes: 0, rows: 0 },
            include_total: false,
            ..span
        };
        match self.split_as_sent(&question, span, deadline).await {
            Ok(split) if split.seen == 0 => {
                self.filtered_types.note(&question.entity_type);
                Ok(false)
            }
            Ok(_) => Ok(true),
            Err(error) if error.refuses_query() => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn split_as_sent(
        &self,
        question: &Question,
        span: Span,
        deadline: Instant,
    ) -> Result<Split, ReadError> {
        let refusal = &self.projection_refusal;
        let fields = question.fields_read();
        let projected = fields.as_deref().filter(|_| !refusal.is_recent());
        let body = QueryBody {
            entity_type: &question.entity_type,
            query_type: question.query_type.number(),
            filter: question.filter.as_ref().map(Condition::text),
            order_by: question.order_by.as_deref(),
            skip: question.skip + span.offset,
            take: span.take,
            fields: projected,
            include_total: span.include_total,
        };
        match self.read_spelled(body.clone(), span, deadline).await {
            // A server that knows no projection refuses the property; the same question without it may pass.
            Err(refused @ ReadError::Refused { status: 400, .. }) if projected.is_some() => {
                let unprojected = QueryBody {
                    fields: None,
                    ..body
                };
                let split = match self.read_spelled(unprojected, span, deadline).await {
                    Err(again) if again.refuses_query() => return Err(refused),
                    read => read?,
                };
                if has_fields(&split, projected.unwrap_or_default()) {
                    refusal.note();
                }
                Ok(split)
            }
            other => other,
        }
    }

    /// Makes one request with the name of the entity type as it is.
    pub(super) async fn read_rows(
        &self,
        body: QueryBody<'_>,
        span: Span,
        deadline: Instant,
    ) -> Result<Split, ReadError> {
        let request = ReadRequest::Query(body);
        self.connection
            .read(&request, span.patience, deadline, || {
                RowSplitter::new(span.keep)
            })
            .await
    }
}

/// Whether the rows have every field that a refused projection named: then it was the projection that was refused, and
/// not one of its names.
fn has_fields(split: &Split, names: &[String]) -> bool {
    let kept = split.rows.first();
    let first = kept.or(split
        .overflow
        .as_ref()
        .and_then(|overflow| overflow.row.as_ref()));
    first.is_some_and(|row| row.values(names).iter().all(Option::is_some))
}

/// Whole rows are kept while they fit; rows that shrink when shaped are weighed afterwards.
fn keep_for(whole: bool, take: u64, room_bytes: usize) -> Keep {
    let rows = usize::try_from(take).unwrap_or(usize::MAX);
    let bytes = if whole { room_bytes } else { DATA_BODY_BYTES };
    Keep { bytes, rows }
}

fn size_key(question: &Question, shaping: &Shaping) -> SizeKey {
    SizeKey {
        entity_type: question.entity_type.clone(),
        query_type: question.query_type.number(),
        projection: projection_hash(&shaping.size_mark()),
    }
}

fn unreadable(problem: SplitError) -> ReadError {
    ReadError::of_body(Service::Query, problem)
}
