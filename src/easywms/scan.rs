//! Scans: all rows of a question, page by page, for figures that the server does not compute.
//!
//! Pages are asked for ahead, as far as the permits allow, and given out in order. Memory holds the few pages in flight
//! and never the whole list. What the rows are read for is the caller's to know.

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesOrdered;
use tokio::time::Instant;

use super::Warehouse;
use super::connection::{DATA_BODY_BYTES, Patience};
use super::error::ReadError;
use super::query::{Question, Span};
use super::rows::{Keep, RawRow, SizeKey, Split, projection_hash};

/// What one page should weigh: large enough that the round trip does not count, small enough to hold several.
const PAGE_BYTES: usize = 1 << 20;
/// The most rows of a page. Each page makes the server filter and order anew, and projected rows weigh little.
const MOST_PAGE_ROWS: u64 = 2_000;
/// Pages in flight once the total is known. Another call still finds a permit free (4 by default).
const PAGES_AHEAD: usize = 3;
/// By how much a page shrinks whose body was above the cap.
const SHRINK: u64 = 4;

/// How far a scan may go.
#[derive(Clone, Copy, Debug)]
pub struct ScanBounds {
    /// Rows read at most.
    pub rows: u64,
    /// When reading ends, whatever has been read by then.
    pub deadline: Instant,
}

/// What ended a scan before the list did.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ScanStop {
    /// The most rows were read.
    Rows,
    /// The time was up.
    Time,
}

/// A scan in progress: the source of pages, and afterwards the account of what was read.
pub struct Scan<'w> {
    warehouse: &'w Warehouse,
    question: &'w Question,
    bounds: ScanBounds,
    sizes: SizeKey,
    in_flight: FuturesOrdered<BoxFuture<'w, Asked>>,
    /// Rows asked for so far; the next page starts there.
    asked: u64,
    read: u64,
    /// The most rows that this server gives at once, as far as it has shown.
    page_cap: u64,
    total: Option<u64>,
    total_at_end: Option<u64>,
    ended: bool,
    stopped: Option<ScanStop>,
}

type Asked = (Span, Result<Split, ReadError>);

impl Warehouse {
    /// Begins to read all rows of a question; nothing is asked before the first page is.
    ///
    /// The question's order must be unique, or pages overlap; its `skip` and `limit` are left out of account.
    #[must_use]
    pub fn scan<'w>(&'w self, question: &'w Question, bounds: ScanBounds) -> Scan<'w> {
        // Rows of a scan are weighed as the server sends them, so they must not be taken for those shaped here.
        let fields = question.fields.iter().flatten().cloned();
        let mark: Vec<String> = std::iter::once("scan".to_owned()).chain(fields).collect();
        Scan {
            warehouse: self,
            question,
            bounds,
            sizes: SizeKey {
                entity_type: question.entity_type.clone(),
                query_type: question.query_type.number(),
                projection: projection_hash(&mark),
            },
            in_flight: FuturesOrdered::new(),
            asked: 0,
            read: 0,
            page_cap: MOST_PAGE_ROWS,
            total: None,
            total_at_end: None,
            ended: false,
            stopped: None,
        }
    }
}

impl Scan<'_> {
    /// Returns the next rows in order, `None` at the end of the list or at a bound.
    ///
    /// Time that is up is a bound once there are rows; before, it is the failure that it is.
    pub async fn next_page(&mut self) -> Result<Option<Vec<RawRow>>, ReadError> {
        while !self.is_over() {
            self.ask_ahead();
            let Some((span, outcome)) = self.in_flight.next().await else {
                break;
            };
            match outcome {
                Ok(split) => return Ok(self.take(span, split)),
                Err(ReadError::TooLarge { .. }) if span.take > 1 => {
                    self.page_cap = (span.take / SHRINK).max(1);
                    self.ask_anew();
                }
                Err(error) if self.read > 0 && error.time_is_up() => {
                    self.stopped = Some(ScanStop::Time);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Returns how many rows were given out.
    #[must_use]
    pub fn rows_read(&self) -> u64 {
        self.read
    }

    /// Returns how many rows the list has, by the server's first word; `None` if it does not count.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// Returns what ended the scan before the list did.
    #[must_use]
    pub fn stopped(&self) -> Option<ScanStop> {
        self.stopped
    }

    /// Returns the totals before and after, if they differ: rows may have been counted twice or not at all.
    #[must_use]
    pub fn total_changed(&self) -> Option<(u64, u64)> {
        let counted_on_the_way = (self.ended && self.stopped.is_none()).then_some(self.read);
        let then = self.total?;
        let now = self.total_at_end.or(counted_on_the_way)?;
        (then != now).then_some((then, now))
    }

    /// The rows to be read in all, as far as is known.
    fn wanted(&self) -> u64 {
        self.total
            .map_or(self.bounds.rows, |total| total.min(self.bounds.rows))
    }

    fn is_over(&mut self) -> bool {
        if self.ended || self.stopped.is_some() {
            return true;
        }
        if self.total.is_some_and(|total| self.read >= total) {
            self.ended = true;
        } else if self.read >= self.bounds.rows {
            self.stopped = Some(ScanStop::Rows);
        } else if self.read > 0 && Instant::now() >= self.bounds.deadline {
            self.stopped = Some(ScanStop::Time);
        }
        self.ended || self.stopped.is_some()
    }

    /// Keeps several pages in flight. The first goes alone: it brings the total and the weight of a row.
    fn ask_ahead(&mut self) {
        let most = if self.total.is_some() { PAGES_AHEAD } else { 1 };
        let (warehouse, question) = (self.warehouse, self.question);
        let deadline = self.bounds.deadline;
        let fitting = u64::from(warehouse.sizes.rows_that_fit(&self.sizes, PAGE_BYTES));
        let wanted = self.wanted();
        while self.in_flight.len() < most && self.asked < wanted {
            let take = fitting.min(self.page_cap).min(wanted - self.asked);
            let span = Span {
                offset: self.asked,
                take,
                keep: Keep {
                    bytes: DATA_BODY_BYTES,
                    rows: usize::try_from(take).unwrap_or(usize::MAX),
                },
                patience: Patience::Scan,
                include_total: self.asked == 0 || self.asked + take == wanted,
            };
            self.asked += take;
            self.in_flight.push_back(Box::pin(async move {
                (span, warehouse.split(question, span, deadline).await)
            }));
        }
    }

    /// Drops what is in flight and goes on behind the last row given out.
    fn ask_anew(&mut self) {
        self.in_flight = FuturesOrdered::new();
        self.asked = self.read;
    }

    fn take(&mut self, span: Span, split: Split) -> Option<Vec<RawRow>> {
        let bytes = split.rows.iter().map(RawRow::len_bytes).sum();
        self.warehouse
            .sizes
            .record(&self.sizes, split.rows.len(), bytes);
        let given = split.rows.len() as u64;
        self.read += given;
        if span.offset == 0 {
            self.total = split.total;
        } else if span.include_total {
            self.total_at_end = split.total;
        }
        if given == 0 {
            self.ended = true;
            return None;
        }
        if given < span.take && self.read < self.wanted() {
            // The server gives fewer rows at once than were asked for, or the list has shrunk; the next page tells.
            self.page_cap = given;
            self.ask_anew();
        }
        Some(split.rows)
    }
}
