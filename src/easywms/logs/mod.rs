//! The workflow log: pages of entries, one entry, and what stands around it.
//!
//! It knows the wire's names and how to keep a growing list stable; windows, defaults and summaries are the tools'.

mod entry;

use jiff::SignedDuration;
use tokio::time::Instant;

use super::Warehouse;
use super::connection::{DATA_BODY_BYTES, Patience};
use super::error::ReadError;
use super::paging::Paging;
use super::query::Page;
use super::read_request::ReadRequest;
use super::rows::{
    Keep, Overflow, RawRow, RowSplitter, Shaped, Shaping, SizeKey, Split, SplitError,
};
use super::wire::{LogSearchBody, Service};

pub use self::entry::{LogEntry, LogLevel};

/// The finest step in which log times are told apart here: bounds lie this far behind an entry.
const STEP: SignedDuration = SignedDuration::from_millis(1);
/// How far around an entry its neighbours are looked for.
const NEIGHBOURHOOD: SignedDuration = SignedDuration::from_hours(24);
/// Under this name the sizes of entries are learned; they are known cut, as lists show them.
const SIZE_NAME: &str = "LogEntry";

/// A question for entries of the workflow log. What is `None` does not narrow it.
#[derive(Clone, Debug, Default)]
pub struct LogQuestion {
    /// Plain text in message, exception or workflow name.
    pub keyword: Option<String>,
    /// The least level wanted, as [`LogLevel::name`] says it.
    pub min_level: Option<String>,
    /// The workflow that wrote the entries.
    pub workflow: Option<String>,
    /// The first moment wanted, ISO 8601; without offset it is the site's local time.
    pub from: Option<String>,
    /// The first moment no longer wanted, as `from`.
    pub to: Option<String>,
    /// Entries to pass over.
    pub skip: u64,
    /// Entries wanted at most.
    pub limit: u64,
    /// Newest first instead of oldest first.
    pub newest_first: bool,
}

/// What came of a question: the entries that fit into the room, and how the list goes on.
#[derive(Clone, Debug)]
pub struct LogPage {
    /// A prefix of the entries asked for.
    pub entries: Vec<RawRow>,
    /// Entries of the whole list, if the server counts.
    pub total: Option<u64>,
    /// The first entry behind `entries` that did not fit into the room.
    pub overflow: Option<Overflow>,
    /// Whether the list ended within the entries asked for.
    pub ended: bool,
    /// The question's `to`. Where it was open and the list starts at its newest entry, the moment behind that one:
    /// with this bound the later pages stay in step although new entries arrive at the top.
    pub to: Option<String>,
}

/// What was written just before and after an entry, by any workflow and at any level.
#[derive(Clone, Debug)]
pub struct LogContext {
    /// The nearest entries before it, the nearest first.
    pub before: Vec<RawRow>,
    /// The nearest entries after it, the nearest first.
    pub after: Vec<RawRow>,
}

/// The form of the entries in a page.
#[derive(Clone, Copy)]
enum Form {
    /// As the server wrote them.
    Whole,
    /// With long texts cut and marked, see [`entry::for_list`].
    List,
}

impl From<LogPage> for Page {
    fn from(page: LogPage) -> Self {
        Self {
            shaped: Shaped {
                rows: page.entries,
                ..Shaped::default()
            },
            total: page.total,
            overflow: page.overflow,
            ended: page.ended,
        }
    }
}

impl Warehouse {
    /// Reads entries until they fill `room_bytes`, the limit is reached or the list ends.
    ///
    /// A message or exception longer than 600 characters is cut; such an entry says so with `"cut":true` and the whole
    /// lengths.
    pub async fn log_entries(
        &self,
        question: &LogQuestion,
        room_bytes: usize,
        deadline: Instant,
    ) -> Result<LogPage, ReadError> {
        self.log_page(question, Form::List, room_bytes, deadline)
            .await
    }

    /// Reads entries as [`Warehouse::log_entries`] does, but leaves every text whole.
    pub async fn whole_log_entries(
        &self,
        question: &LogQuestion,
        room_bytes: usize,
        deadline: Instant,
    ) -> Result<LogPage, ReadError> {
        self.log_page(question, Form::Whole, room_bytes, deadline)
            .await
    }

    /// Counts the entries of a question; `None` if the server does not count.
    pub async fn log_count(
        &self,
        question: &LogQuestion,
        deadline: Instant,
    ) -> Result<Option<u64>, ReadError> {
        let keep = Keep { bytes: 0, rows: 0 };
        let body = body(question, question.to.as_deref(), 0, 0);
        let split = self.log_split(body, keep, Patience::Read, deadline).await?;
        Ok(split.total)
    }

    /// Reads one step of a scan: up to `limit` whole entries in one request, with a scan's patience.
    ///
    /// A step that is larger than a body may be fails with [`ReadError::TooLarge`]; a smaller one may pass.
    pub async fn log_batch(
        &self,
        question: &LogQuestion,
        deadline: Instant,
    ) -> Result<LogPage, ReadError> {
        let keep = Keep {
            bytes: DATA_BODY_BYTES,
            rows: usize::try_from(question.limit).unwrap_or(usize::MAX),
        };
        let body = body(question, question.to.as_deref(), 0, question.limit);
        let split = self.log_split(body, keep, Patience::Scan, deadline).await?;
        Ok(LogPage {
            to: question.to.clone().or_else(|| pin(question, &split.rows)),
            ended: split.seen == 0,
            entries: split.rows,
            total: split.total,
            overflow: split.overflow,
        })
    }

    /// Reads one entry whole.
    pub async fn log_entry(&self, id: &str, deadline: Instant) -> Result<RawRow, ReadError> {
        let request = ReadRequest::LogEntry { id };
        self.document(&request, deadline).await.map(RawRow::from)
    }

    /// Reads up to `count` entries on each side of an entry, from the day around it, in the form of a list.
    ///
    /// Entries of the same millisecond count as before it. `None` for an entry whose time can't be read.
    pub async fn log_context(
        &self,
        entry: &RawRow,
        count: u64,
        deadline: Instant,
    ) -> Result<Option<LogContext>, ReadError> {
        let (entry_id, time) = {
            let entry = LogEntry::of(entry);
            (entry.id(), entry.point_in_time())
        };
        let bound = |distance| Some(time?.plus(distance)?.to_string());
        let Some(behind) = bound(STEP) else {
            return Ok(None);
        };
        let before = LogQuestion {
            from: bound(-NEIGHBOURHOOD),
            to: Some(behind.clone()),
            limit: count + 1, // the entry itself is among them
            newest_first: true,
            ..LogQuestion::default()
        };
        let after = LogQuestion {
            from: Some(behind),
            to: bound(NEIGHBOURHOOD),
            limit: count,
            ..LogQuestion::default()
        };
        let (before, after) = tokio::try_join!(
            self.log_entries(&before, DATA_BODY_BYTES, deadline),
            self.log_entries(&after, DATA_BODY_BYTES, deadline),
        )?;
        let others = before
            .entries
            .into_iter()
            .filter(|row| LogEntry::of(row).id() != entry_id);
        Ok(Some(LogContext {
            before: others
                .take(usize::try_from(count).unwrap_or(usize::MAX))
                .collect(),
            after: after.entries,
        }))
    }

    async fn log_page(
        &self,
        question: &LogQuestion,
        form: Form,
        room_bytes: usize,
        deadline: Instant,
    ) -> Result<LogPage, ReadError> {
        let (skip, limit) = (question.skip, question.limit);
        let mut paging = Paging::new(Shaping::Whole, size_key(form), skip, limit, room_bytes);
        let mut to = question.to.clone();
        while let Some(ask) = paging.next(&self.sizes) {
            let keep = form.keep(ask.take, ask.room_bytes);
            let body = body(question, to.as_deref(), ask.offset, ask.take);
            let mut split = self.log_split(body, keep, Patience::Read, deadline).await?;
            to = to.or_else(|| pin(question, &split.rows));
            split.rows = split.rows.into_iter().map(|row| form.apply(row)).collect();
            paging.take(ask, split, &self.sizes).map_err(unreadable)?;
        }
        let page = paging.finish();
        Ok(LogPage {
            entries: page.shaped.rows,
            total: page.total,
            overflow: page.overflow,
            ended: page.ended,
            to,
        })
    }

    async fn log_split(
        &self,
        body: LogSearchBody<'_>,
        keep: Keep,
        patience: Patience,
        deadline: Instant,
    ) -> Result<Split, ReadError> {
        let ask = async |take, keep| {
            let request = ReadRequest::LogSearch(LogSearchBody {
                take,
                ..body.clone()
            });
            self.connection
                .read(&request, patience, deadline, || RowSplitter::new(keep))
                .await
        };
        let mut split = ask(body.take, keep).await?;
        let again = |take| ask(take, Keep { bytes: 0, rows: 0 });
        split.total = self
            .log_totals
            .of(&split, body.skip, body.take, again)
            .await;
        Ok(split)
    }
}

impl Form {
    /// Whole entries are kept while they fit; those of a list are weighed after they were cut.
    fn keep(self, take: u64, room_bytes: usize) -> Keep {
        let bytes = match self {
            Self::Whole => room_bytes,
            Self::List => DATA_BODY_BYTES,
        };
        let rows = usize::try_from(take).unwrap_or(usize::MAX);
        Keep { bytes, rows }
    }

    fn apply(self, row: RawRow) -> RawRow {
        match self {
            Self::Whole => row,
            Self::List => entry::for_list(row),
        }
    }
}

/// Entries of a list are the usual ones, so they are what the server's status shows.
fn size_key(form: Form) -> SizeKey {
    SizeKey {
        entity_type: SIZE_NAME.to_owned(),
        query_type: 0,
        projection: u64::from(matches!(form, Form::Whole)),
    }
}

fn body<'q>(
    question: &'q LogQuestion,
    to: Option<&'q str>,
    offset: u64,
    take: u64,
) -> LogSearchBody<'q> {
    LogSearchBody {
        keyword: question.keyword.as_deref(),
        min_level: question.min_level.as_deref(),
        workflow: question.workflow.as_deref(),
        from: question.from.as_deref(),
        to,
        skip: question.skip + offset,
        take,
        descending: question.newest_first,
    }
}

/// The moment behind the newest entry. The server's own time is taken, because the clock of this machine may be behind
/// it, and would then cut off what has just happened.
fn pin(question: &LogQuestion, rows: &[RawRow]) -> Option<String> {
    let newest = rows.first()?;
    if !question.newest_first || question.skip > 0 {
        return None;
    }
    let behind = LogEntry::of(newest).point_in_time()?.plus(STEP)?;
    Some(behind.to_string())
}

fn unreadable(problem: SplitError) -> ReadError {
    ReadError::of_body(Service::Log, problem)
}
