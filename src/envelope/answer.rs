//! What a tool gives back on success: facts, warnings, and one body of rows, sections or text.

use std::fmt;

use jiff::Timestamp;
use serde::Serialize;

use super::cursor::Binding;
use super::window::TextWindow;
use crate::easywms::rows::RawRow;

/// A successful answer, before it is cut to a budget and written.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(super) profile: Option<String>,
    pub(super) read_at: Option<Timestamp>,
    pub(super) facts: Facts,
    pub(super) warnings: Vec<String>,
    pub(super) leads: Vec<Lead>,
    pub(super) left_out: LeftOut,
    pub(super) body: Body,
}

/// Named JSON values in the order in which they are printed.
pub(super) type Facts = Vec<(&'static str, String)>;

/// A list printed among the facts: findings, totals, sources.
#[derive(Clone, Debug)]
pub(super) struct Lead {
    pub(super) name: &'static str,
    pub(super) rows: Vec<RawRow>,
}

/// What was taken out of an answer because it did not fit.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOut {
    /// Name and size of each fact: `filter (31204 bytes)`.
    facts: Vec<String>,
    /// How many warnings.
    warnings: usize,
    /// What the tool left out itself: how many things, and how to get them.
    by_tool: Option<(usize, String)>,
}

/// The payload of an answer.
#[derive(Clone, Debug)]
pub enum Body {
    /// The facts are the whole answer.
    Facts,
    /// One list.
    Rows(Rows),
    /// Several lists under one budget, printed as the members of one object.
    Sections {
        /// The name of that object: `results`, `parts`.
        name: &'static str,
        /// The lists, in the order in which they are printed.
        sections: Vec<Section>,
    },
    /// A window over a large text.
    Text(TextWindow),
}

/// One list of rows: what was read, and how it relates to what was asked.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The rows read, in order. They may be more than fit; never fewer than fit while rows remain.
    pub rows: Vec<RawRow>,
    /// How the rows are written.
    pub form: Form,
    /// Rows of the whole list before the first one here.
    pub skip: u64,
    /// Rows of the whole list, `None` if the server does not count.
    pub total: Option<u64>,
    /// How many rows the question covers from `skip` on: the limit, or fewer if the list ends before.
    pub asked: u64,
    /// Where the list ends, counted from its start; `None` if that is not known. A server may end a list before its total.
    pub end: Option<u64>,
    /// The question that a cursor is bound to; without it the list can't be continued.
    pub binding: Option<Binding>,
    /// The total when the walk began.
    pub total_at_start: Option<u64>,
    /// What the first row behind `rows` takes, if it was too large to be kept; white space between tokens not counted.
    pub overflow_bytes: Option<usize>,
    /// How the first row is identified, kept or not: `Code 'P-00012'`.
    pub first_key: Option<String>,
    /// How to get more rows into one answer, if the caller can: completes "or …" in the hint. A lower limit is no way.
    pub smaller: Option<&'static str>,
    /// How to get the rows behind those asked for where no cursor leads to them: completes "For more …" in the hint.
    pub beyond: Option<&'static str>,
    /// What to do about a single row above the budget, if anything: a full sentence for the hint.
    pub ways_on: Option<&'static str>,
}

/// How the rows of a list are written.
#[derive(Clone, Debug, Default)]
pub enum Form {
    /// Each row as it is.
    #[default]
    Plain,
    /// Each row is an array of cells already; these are their names.
    Cells(Vec<String>),
    /// The rows are objects, and those that fit are written as a table.
    Table,
}

/// One list among several that share a budget.
#[derive(Clone, Debug)]
pub struct Section {
    pub(super) name: String,
    pub(super) facts: Facts,
    pub(super) content: Content,
}

/// What a section holds.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Rows {
        rows: Vec<RawRow>,
        asked: u64,
        total: Option<u64>,
    },
    Unavailable {
        reason: String,
    },
}

impl Answer {
    /// Makes an answer about one profile.
    #[must_use]
    pub fn about(profile: &str, body: Body) -> Self {
        Self {
            profile: Some(profile.to_owned()),
            ..Self::general(body)
        }
    }

    /// Makes an answer about the server itself, for which no profile was asked.
    #[must_use]
    pub fn general(body: Body) -> Self {
        Self {
            profile: None,
            read_at: None,
            facts: Facts::new(),
            warnings: Vec::new(),
            leads: Vec::new(),
            left_out: LeftOut::default(),
            body,
        }
    }

    /// Says that the warehouse was read before this call, as for a later window of a kept text.
    #[must_use]
    pub fn as_of(mut self, read_at: Timestamp) -> Self {
        self.read_at = Some(read_at);
        self
    }

    /// Returns when the warehouse was read, if it was not in this call.
    #[must_use]
    pub fn read_at(&self) -> Option<Timestamp> {
        self.read_at
    }

    /// Adds a fact that is printed before the payload. A value that can't be written as JSON is left out.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: impl Serialize) -> Self {
        push_fact(&mut self.facts, name, &value);
        self
    }

    /// Adds a fact if there is one.
    #[must_use]
    pub fn fact_if(self, name: &'static str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.fact(name, value),
            None => self,
        }
    }

    /// Adds a fact that is JSON text already: a row, byte for byte.
    #[must_use]
    pub fn raw_fact(mut self, name: &'static str, json: &str) -> Self {
        self.facts.push((name, json.to_owned()));
        self
    }

    /// Adds a list that stands before the sections and is cut like them. Only answers with sections have leads.
    #[must_use]
    pub fn lead(mut self, name: &'static str, rows: Vec<RawRow>) -> Self {
        self.leads.push(Lead { name, rows });
        self
    }

    /// Adds short sentences that the reader must know before acting on the payload.
    #[must_use]
    pub fn warnings(mut self, warnings: impl IntoIterator<Item = String>) -> Self {
        self.warnings.extend(warnings);
        self
    }

    /// Says that the tool has left things out of its facts for want of room, and how to get them. Only an answer of facts or
    /// with a window tells it; lists and sections are cut by themselves.
    #[must_use]
    pub fn without(mut self, omitted: usize, hint: String) -> Self {
        if omitted > 0 {
            self.left_out.by_tool = Some((omitted, hint));
        }
        self
    }

    /// Leaves out the largest fact or warning and notes it; false if there is none.
    pub(super) fn leave_out_the_largest(&mut self) -> bool {
        let fact = self
            .facts
            .iter()
            .enumerate()
            .max_by_key(|(_, (_, json))| json.len());
        let fact = fact.map(|(at, (_, json))| (json.len(), at));
        let warning = self
            .warnings
            .iter()
            .enumerate()
            .max_by_key(|(_, said)| said.len());
        let warning = warning.map(|(at, said)| (said.len(), at));
        match fact.max(warning) {
            None => return false,
            Some((bytes, at)) if fact == Some((bytes, at)) => {
                let (name, _) = self.facts.remove(at);
                self.left_out.facts.push(format!("{name} ({bytes} bytes)"));
            }
            Some((_, at)) => {
                self.warnings.remove(at);
                self.left_out.warnings += 1;
            }
        }
        true
    }
}

impl Rows {
    /// Makes a list that the program holds whole: its slice at `skip`, as much of `limit` as there is.
    #[must_use]
    pub fn of_whole_list(list: Vec<RawRow>, skip: u64, limit: u64, binding: Binding) -> Self {
        let total = list.len() as u64;
        let asked = total.saturating_sub(skip).min(limit);
        let take = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        Self {
            rows: list
                .into_iter()
                .skip(take(skip))
                .take(take(asked))
                .collect(),
            form: Form::Plain,
            skip,
            total: Some(total),
            asked,
            end: Some(total),
            binding: Some(binding),
            total_at_start: None,
            overflow_bytes: None,
            first_key: None,
            smaller: None,
            beyond: None,
            ways_on: None,
        }
    }
}

impl Section {
    /// Makes a section of rows read out of `total` (unknown if the server does not count); `asked` as in [`Rows`].
    #[must_use]
    pub fn rows(
        name: impl Into<String>,
        rows: Vec<RawRow>,
        asked: u64,
        total: Option<u64>,
    ) -> Self {
        Self {
            name: name.into(),
            facts: Facts::new(),
            content: Content::Rows { rows, asked, total },
        }
    }

    /// Makes a section that could not be read, with the reason.
    #[must_use]
    pub fn unavailable(name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            facts: Facts::new(),
            content: Content::Unavailable {
                reason: reason.into(),
            },
        }
    }

    /// Returns the section's name, by which it is a member of the payload.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is known how many rows the whole list has; of a section that could not be read, nothing is to be counted.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        !matches!(self.content, Content::Rows { total: None, .. })
    }

    /// Adds a fact that is printed before the section's rows.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: impl Serialize) -> Self {
        push_fact(&mut self.facts, name, &value);
        self
    }
}

impl LeftOut {
    /// How many facts and warnings were taken out of the finished answer.
    pub(super) fn taken_out(&self) -> usize {
        self.facts.len() + self.warnings
    }

    /// Returns how many things the tool left out itself, and how to get them.
    pub(super) fn by_tool(&self) -> Option<(usize, &str)> {
        let (omitted, hint) = self.by_tool.as_ref()?;
        Some((*omitted, hint))
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.facts.join(", "))?;
        match (self.warnings, self.facts.as_slice()) {
            (0, _) => Ok(()),
            (count, []) => write!(f, "warnings ({count})"),
            (count, _) => write!(f, ", warnings ({count})"),
        }
    }
}

fn push_fact(facts: &mut Facts, name: &'static str, value: &impl Serialize) {
    if let Ok(json) = serde_json::to_string(value) {
        facts.push((name, json));
    }
}
