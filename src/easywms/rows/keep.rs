//! The rows that are kept: the longest prefix within a limit, and the one row that ended it.
//!
//! Copies tokens into a row and counts their bytes; doesn't know where rows come from, nor what is in them.

use super::error::SplitError;
use super::row::RawRow;

/// The most bytes kept of the row that ended keeping: enough for its key, which Json.NET writes near the front.
pub(super) const OVERFLOW_BYTES: usize = 128 * 1024;

/// How much of an answer to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// The most bytes of all kept rows together, separators not counted.
    pub bytes: usize,
    /// The most rows.
    pub rows: usize,
}

impl Keep {
    /// Every row: what bounds them is the cap of the body.
    pub const EVERYTHING: Self = Self {
        bytes: usize::MAX,
        rows: usize::MAX,
    };
}

/// The first row that did not fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Overflow {
    /// Its size without white space between tokens.
    pub bytes: usize,
    /// The row; when it is larger than 128 KiB its leading fields, closed to an object; none if no field fits in that.
    pub row: Option<RawRow>,
    /// Whether `row` is all of it.
    pub whole: bool,
}

/// Gathers rows until one does not fit, then only counts.
#[derive(Debug)]
pub(super) struct Keeper {
    keep: Keep,
    pub(super) rows: Vec<RawRow>,
    /// Rows that have ended, kept or not.
    pub(super) seen: u64,
    pub(super) overflow: Option<Overflow>,
    kept_bytes: usize,
    open: Option<OpenRow>,
}

/// A row that has begun.
#[derive(Debug, Default)]
struct OpenRow {
    text: String,
    /// Its compact size so far, copied or not.
    bytes: usize,
    /// The most bytes worth copying.
    limit: usize,
    /// Bytes up to the end of the last whole field within [`OVERFLOW_BYTES`].
    head: usize,
    copying: bool,
}

impl Keeper {
    pub(super) fn new(keep: Keep) -> Self {
        Self {
            keep,
            rows: Vec::new(),
            seen: 0,
            overflow: None,
            kept_bytes: 0,
            open: None,
        }
    }

    /// Returns whether a row has begun and not ended.
    pub(super) fn in_row(&self) -> bool {
        self.open.is_some()
    }

    /// Begins a row.
    pub(super) fn begin(&mut self) {
        let mut row = OpenRow::default();
        if self.overflow.is_none() {
            row.copying = true;
            row.limit = self.room().max(OVERFLOW_BYTES);
            // Rows of one answer are alike: the size of the last one spares the buffer its growth.
            row.text
                .reserve(self.rows.last().map_or(0, RawRow::len_bytes).min(row.limit));
        }
        self.open = Some(row);
    }

    /// Adds a token, or a part of one, to the open row.
    pub(super) fn push(&mut self, text: &str) {
        let Some(row) = &mut self.open else { return };
        row.bytes += text.len();
        if !row.copying {
            return;
        }
        if row.text.len() + text.len() <= row.limit {
            row.text.push_str(text);
        } else {
            row.copying = false;
            row.text.truncate(row.head);
        }
    }

    /// Notes that a field of the open row has just ended.
    pub(super) fn end_field(&mut self) {
        if let Some(row) = &mut self.open
            && row.copying
            && row.text.len() <= OVERFLOW_BYTES
        {
            row.head = row.text.len();
        }
    }

    /// Ends the open row: it is kept, or it ends keeping.
    pub(super) fn end(&mut self) -> Result<(), SplitError> {
        let Some(row) = self.open.take() else {
            return Ok(());
        };
        self.seen += 1;
        if self.overflow.is_some() {
            return Ok(());
        }
        if row.bytes <= self.room() {
            self.kept_bytes += row.bytes;
            self.rows.push(RawRow::from_text(row.text)?);
        } else {
            self.overflow = Some(row.into_overflow()?);
        }
        Ok(())
    }

    /// Bytes left for the next row. At the limit of rows it is 0, which not even `{}` fits.
    fn room(&self) -> usize {
        if self.rows.len() < self.keep.rows {
            self.keep.bytes.saturating_sub(self.kept_bytes)
        } else {
            0
        }
    }
}

impl OpenRow {
    fn into_overflow(mut self) -> Result<Overflow, SplitError> {
        let whole = self.bytes <= OVERFLOW_BYTES;
        if !whole {
            self.text.truncate(self.head);
            if self.head > 0 {
                self.text.push('}');
            }
        }
        let row = if self.text.is_empty() {
            None
        } else {
            Some(RawRow::from_text(self.text)?)
        };
        Ok(Overflow {
            bytes: self.bytes,
            row,
            whole,
        })
    }
}
