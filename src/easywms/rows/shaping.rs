//! The form in which rows go out: whole, with some fields, or as the cells of a table.

use super::error::SplitError;
use super::project::Projection;
use super::row::RawRow;

/// Brings each row into the form that was asked for, and learns the columns of a table on the way.
#[derive(Debug, Clone)]
pub enum Shaping {
    /// The server's row as it is.
    Whole,
    /// An object of the named fields.
    Fields(Projection),
    /// An array of the named fields' values.
    Table(Projection),
    /// An array of all values; the columns are those of the rows seen so far.
    WholeTable(Projection),
}

impl Shaping {
    /// Returns the shaping for a projection (`None` for all fields) and a format.
    #[must_use]
    pub fn new(fields: Option<&[String]>, table: bool) -> Self {
        let projection = Projection::new(fields.unwrap_or_default().iter().cloned());
        match (fields, table) {
            (None, false) => Self::Whole,
            (None, true) => Self::WholeTable(projection),
            (Some(_), false) => Self::Fields(projection),
            (Some(_), true) => Self::Table(projection),
        }
    }

    /// Shapes one row.
    pub fn shape(&mut self, row: RawRow) -> Result<RawRow, SplitError> {
        match self {
            Self::Whole => Ok(row),
            Self::Fields(projection) => projection.project(&row),
            Self::Table(projection) => projection.cells(&row),
            Self::WholeTable(projection) => {
                projection.admit(&row);
                projection.cells(&row)
            }
        }
    }

    /// Returns the columns of a table, and the rows with a cell for each: a column that appeared late is null before.
    pub fn finish(
        self,
        rows: Vec<RawRow>,
    ) -> Result<(Option<Vec<String>>, Vec<RawRow>), SplitError> {
        match self {
            Self::Whole | Self::Fields(_) => Ok((None, rows)),
            Self::Table(projection) => Ok((Some(projection.names().to_vec()), rows)),
            Self::WholeTable(projection) => {
                let columns = projection.names().to_vec();
                let padded = rows
                    .into_iter()
                    .map(|row| row.padded_to(columns.len()))
                    .collect::<Result<_, _>>()?;
                Ok((Some(columns), padded))
            }
        }
    }

    /// Returns the names asked for that no row had.
    #[must_use]
    pub fn absent(&self) -> Vec<String> {
        match self {
            Self::Fields(projection) | Self::Table(projection) => {
                projection.absent().into_iter().map(str::to_owned).collect()
            }
            Self::Whole | Self::WholeTable(_) => Vec::new(),
        }
    }

    /// Returns what tells rows of this form from others of the same type when their sizes are learned.
    #[must_use]
    pub fn size_mark(&self) -> Vec<String> {
        match self {
            Self::Whole => Vec::new(),
            Self::Fields(projection) => projection.names().to_vec(),
            Self::Table(projection) => std::iter::once("[]".to_owned())
                .chain(projection.names().iter().cloned())
                .collect(),
            Self::WholeTable(_) => vec!["[]".to_owned()],
        }
    }
}
