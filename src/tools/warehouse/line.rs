//! A row that a composite makes itself: a total, a group. Its members in order, without those that are not known.

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::easywms::rows::RawRow;

/// The members of a row.
#[derive(Debug, Default)]
pub(super) struct Line(Vec<(&'static str, Box<RawValue>)>);

impl Line {
    #[must_use]
    pub(super) fn with(mut self, name: &'static str, value: impl Serialize) -> Self {
        if let Ok(value) = to_raw_value(&value) {
            self.0.push((name, value));
        }
        self
    }

    #[must_use]
    pub(super) fn with_if(self, name: &'static str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds the first of a list, and under another name how many more there are.
    #[must_use]
    pub(super) fn with_list<T: Serialize>(
        self,
        name: &'static str,
        more_name: &'static str,
        mut list: Vec<T>,
        most: usize,
    ) -> Self {
        let more = list.len().checked_sub(most).filter(|more| *more > 0);
        list.truncate(most);
        self.with(name, list).with_if(more_name, more)
    }

    pub(super) fn row(&self) -> Option<RawRow> {
        RawRow::of(self)
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
