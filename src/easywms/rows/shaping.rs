//! The form in which rows go out: whole, with some fields, or as a table.

use super::error::SplitError;
use super::project::Projection;
use super::row::RawRow;
use super::table::Table;

/// The form asked for.
#[derive(Debug, Clone)]
pub enum Shaping {
    /// The server's rows as they are.
    Whole,
    /// Objects of the fields that have a value: `null` is left out.
    Filled,
    /// Objects of the named fields.
    Fields(Projection),
    /// Objects of the named fields, or of all, weighed as the rows of a table; [`tabulate`](super::tabulate) makes it.
    Table(Option<Projection>),
}

/// Rows with the fields asked for.
#[derive(Debug, Clone, Default)]
pub struct Shaped {
    /// The rows, as objects.
    pub rows: Vec<RawRow>,
    /// Names asked for that no row had.
    pub absent: Vec<String>,
}

impl Shaping {
    /// Returns the shaping for a projection (`None` for all fields) and a format.
    #[must_use]
    pub fn new(fields: Option<&[String]>, table: bool) -> Self {
        let projection = fields.map(|fields| Projection::new(fields.iter().cloned()));
        match (projection, table) {
            (projection, true) => Self::Table(projection),
            (Some(projection), false) => Self::Fields(projection),
            (None, false) => Self::Whole,
        }
    }

    /// Returns what tells rows of this form from others of the same type when their sizes are learned.
    #[must_use]
    pub fn size_mark(&self) -> Vec<String> {
        let (form, projection) = match self {
            Self::Whole => (None, None),
            Self::Filled => (Some("filled".to_owned()), None),
            Self::Fields(projection) => (None, Some(projection)),
            Self::Table(projection) => (Some("table".to_owned()), projection.as_ref()),
        };
        let names = projection
            .into_iter()
            .flat_map(|projection| projection.names().iter().cloned());
        form.into_iter().chain(names).collect()
    }
}

/// Collects rows in the form asked for and weighs them as they come.
#[derive(Debug)]
pub struct Collector {
    shaping: Shaping,
    rows: Vec<RawRow>,
    table: Table,
}

impl Collector {
    /// Starts with no row.
    #[must_use]
    pub fn new(shaping: Shaping) -> Self {
        Self {
            shaping,
            rows: Vec::new(),
            table: Table::default(),
        }
    }

    /// Returns how many rows are collected.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Takes a row; returns by how many bytes the answer grows, commas included.
    pub fn push(&mut self, row: RawRow) -> Result<usize, SplitError> {
        let row = match &mut self.shaping {
            Shaping::Whole | Shaping::Table(None) => row,
            Shaping::Filled => row.without_nulls()?,
            Shaping::Fields(projection) | Shaping::Table(Some(projection)) => {
                projection.project(&row)?
            }
        };
        let grown = match &self.shaping {
            Shaping::Table(_) => self.table.admit(&row, self.rows.len()),
            Shaping::Whole | Shaping::Filled | Shaping::Fields(_) => row.len_bytes() + 1,
        };
        self.rows.push(row);
        Ok(grown)
    }

    /// Takes the last row back, because it did not fit. It ends collecting: what it would have weighed is not forgotten.
    pub fn pop(&mut self) -> Option<RawRow> {
        self.rows.pop()
    }

    /// Returns the rows.
    #[must_use]
    pub fn finish(self) -> Shaped {
        let absent = match &self.shaping {
            Shaping::Fields(projection) | Shaping::Table(Some(projection)) => projection.absent(),
            Shaping::Whole | Shaping::Filled | Shaping::Table(None) => Vec::new(),
        };
        Shaped {
            absent: absent.into_iter().map(str::to_owned).collect(),
            rows: self.rows,
        }
    }
}
