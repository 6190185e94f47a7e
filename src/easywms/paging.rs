//! The adaptive read: how many rows each request asks for, and when the page is done.
//!
//! The number follows the row sizes seen so far, so that a small budget never costs a large body. Which service is asked,
//! and for what, is the caller's to know.

use super::query::Page;
use super::rows::{Collector, Overflow, RawRow, RowSizes, Shaping, SizeKey, Split, SplitError};

/// A page that is being read.
pub(super) struct Paging {
    collector: Collector,
    sizes: SizeKey,
    /// Rows of the list before the page.
    skip: u64,
    /// Rows wanted at most.
    limit: u64,
    /// What is left for further rows.
    room_bytes: usize,
    total: Option<u64>,
    overflow: Option<Overflow>,
    ended: bool,
    /// Whether rows come as they are stored, so that no two are alike.
    whole: bool,
    /// The first row of the page.
    first: Option<RawRow>,
}

/// What the next request is to bring.
#[derive(Clone, Copy)]
pub(super) struct Ask {
    /// Rows of the page that are there already.
    pub(super) offset: u64,
    /// Rows to ask for.
    pub(super) take: u64,
    /// What they may weigh together.
    pub(super) room_bytes: usize,
    /// Whether the server has not said yet how many rows there are.
    pub(super) include_total: bool,
}

impl Paging {
    /// Begins the page of `limit` rows behind the first `skip` ones; its rows weigh what `sizes` has learned.
    pub(super) fn new(
        shaping: Shaping,
        sizes: SizeKey,
        skip: u64,
        limit: u64,
        room_bytes: usize,
    ) -> Self {
        Self {
            whole: matches!(shaping, Shaping::Whole),
            first: None,
            collector: Collector::new(shaping),
            sizes,
            skip,
            limit,
            room_bytes,
            total: None,
            overflow: None,
            ended: false,
        }
    }

    /// Returns what to ask for next; `None` when the room is full, the limit is reached or the list has ended.
    pub(super) fn next(&self, learned: &RowSizes) -> Option<Ask> {
        let got = self.collector.row_count() as u64;
        if self.ended || self.overflow.is_some() || got >= self.limit {
            return None;
        }
        let fitting = u64::from(learned.rows_that_fit(&self.sizes, self.room_bytes));
        Some(Ask {
            offset: got,
            take: fitting.min(self.limit - got),
            room_bytes: self.room_bytes,
            include_total: self.total.is_none(),
        })
    }

    /// Keeps the rows of an answer that fit, and learns what they weigh.
    ///
    /// Fails with [`SplitError::Repeated`] if whole rows begin as those before: rows have an id, so they are the same ones.
    pub(super) fn take(
        &mut self,
        ask: Ask,
        split: Split,
        learned: &RowSizes,
    ) -> Result<(), SplitError> {
        if self.whole
            && let Some(first) = split.rows.first()
        {
            match &self.first {
                None => self.first = Some(first.clone()),
                Some(known) if known.text() == first.text() => return Err(SplitError::Repeated),
                Some(_) => {}
            }
        }
        // Fewer than came already is no number of rows.
        let total = split
            .total
            .filter(|total| ask.offset == 0 || *total >= self.skip + ask.offset);
        self.total = self.total.or(total);
        let weighed = self.keep(split, ask.take)?;
        learned.record(&self.sizes, weighed.rows, weighed.bytes);
        let reached = self.skip + self.collector.row_count() as u64;
        let at_end = weighed.rows == 0 || self.total.is_some_and(|total| reached >= total);
        self.ended = at_end && self.overflow.is_none();
        Ok(())
    }

    /// Returns the page.
    pub(super) fn finish(self) -> Page {
        Page {
            shaped: self.collector.finish(),
            total: self.total,
            overflow: self.overflow,
            ended: self.ended,
        }
    }

    /// Keeps rows until one does not fit.
    ///
    /// A server may send more rows than the `asked` ones. They are not kept, and are no sign that the room is full: the
    /// next request asks for them.
    fn keep(&mut self, split: Split, asked: u64) -> Result<Weighed, SplitError> {
        let mut weighed = Weighed { rows: 0, bytes: 0 };
        let complete = split.rows.len() as u64 >= asked;
        for row in split.rows {
            let bytes = self.collector.push(row)?;
            weighed.rows += 1;
            weighed.bytes += bytes;
            if bytes > self.room_bytes {
                let row = self.collector.pop();
                self.overflow = Some(Overflow {
                    bytes: bytes - 1,
                    row,
                    whole: true,
                });
                return Ok(weighed);
            }
            self.room_bytes -= bytes;
        }
        if let Some(overflow) = split.overflow.filter(|_| !complete) {
            weighed.rows += 1;
            weighed.bytes += overflow.bytes;
            self.overflow = Some(overflow);
        }
        Ok(weighed)
    }
}

/// The rows of one answer, as they were weighed.
struct Weighed {
    rows: usize,
    bytes: usize,
}
