//! The filter language: one for the user, translated to the dialect of each server.
//!
//! `Status = 'Blocked' and Quantity >= 10 and not LotCode in ('L1', 'L2') and ExpirationDate < today+30d`
//!
//! A filter is parsed into a small closed tree and written from it, so no text of the user reaches a server unread:
//! names are names, and every value is quoted anew. It deliberately does not know which fields exist ([`Filter::rename`]
//! asks the caller) nor their kinds ([`Filter::fit`] does). What it can't even out is the server's own: how null compares (SQL's `<>` skips
//! nulls, LINQ's `!=` does not), whether text compares by case, and what a date without an offset means.

mod canonical;
mod day;
mod error;
mod evidence;
mod fit;
mod grammar;
mod kind;
mod meant_moment;
mod moment;
mod node;
mod order_by;
mod range;
mod stream;
#[cfg(test)]
mod tests;
mod token;
mod value;
mod vocabulary;
mod write;

use jiff::ZonedDateTime;

pub use error::FilterError;
pub use evidence::Evidence;
pub use kind::{FieldKind, is_guid};
pub use moment::Moment;
pub use node::{Comparator, FieldReference};
pub use order_by::OrderBy;
pub use value::Value;
pub use write::{Dialect, UnknownDialect};

use node::{Comparison, Node, Test, TextMatch};

/// The longest filter or sort order accepted, in characters.
pub const MAX_CHARACTERS: usize = 2_000;
/// The deepest nesting of parentheses.
pub const MAX_DEPTH: usize = 20;
/// The most comparisons in one filter; each value of an `in` list counts as one.
pub const MAX_COMPARISONS: usize = 200;
/// The longest value, in characters, quotes not counted.
pub const MAX_VALUE_CHARACTERS: usize = 256;

/// A condition on the rows of one entity type, free of any server's dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    root: Node,
}

impl Filter {
    /// Returns the filter written in `text`, with `today` and `now` taken from the site's clock.
    pub fn parse(text: &str, clock: &ZonedDateTime) -> Result<Self, FilterError> {
        grammar::filter(text, clock).map(|root| Self { root })
    }

    /// Returns the filter `field = value`; with [`Value::Null`], the one that finds rows without a value.
    pub fn equals(field: &str, value: Value) -> Result<Self, FilterError> {
        Self::compare(field, Comparator::Equal, value)
    }

    /// Returns the filter that compares `field` with `value`.
    ///
    /// Null has no order: with any other comparator than equal and not equal it is an invalid value.
    pub fn compare(field: &str, comparator: Comparator, value: Value) -> Result<Self, FilterError> {
        let value = value.checked()?;
        if value == Value::Null && !comparator.accepts_null() {
            return Err(FilterError::invalid_value("null", value::NOT_NULL));
        }
        Self::test(field, Test::Compare(comparator, value))
    }

    /// Returns the filter that finds rows whose `field` has one of `values`: at least one, at most
    /// [`MAX_COMPARISONS`], none of them null.
    pub fn any_of(
        field: &str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Self, FilterError> {
        let values = values
            .into_iter()
            .map(Value::checked)
            .collect::<Result<Vec<_>, _>>()?;
        if values.is_empty() || values.contains(&Value::Null) {
            return Err(FilterError::invalid_value("the list", value::NOT_NULL));
        }
        if values.len() > MAX_COMPARISONS {
            return Err(FilterError::invalid_value("the list", "at most 200 values"));
        }
        Self::test(field, Test::In(values))
    }

    /// Returns the filter that finds rows whose `field` holds `text` anywhere; `%` and `_` stand for themselves.
    pub fn contains(field: &str, text: &str) -> Result<Self, FilterError> {
        value::check_text(text)?;
        Self::test(field, Test::Match(TextMatch::Contains, text.to_owned()))
    }

    /// Returns the filter that asks for both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            root: Node::all(vec![self.root, other.root]),
        }
    }

    /// Returns the filter that asks for either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            root: Node::any(vec![self.root, other.root]),
        }
    }

    /// Returns every use of a field, in the order of the text.
    #[must_use]
    pub fn fields(&self) -> Vec<&FieldReference> {
        let mut fields = Vec::new();
        self.root.collect_fields(&mut fields);
        fields
    }

    /// Replaces each field's name by what `resolve` returns for it, and stops at the first it refuses.
    pub fn rename<E: From<FilterError>>(
        &mut self,
        resolve: impl FnMut(&FieldReference) -> Result<String, E>,
    ) -> Result<(), E> {
        let mut fields = Vec::new();
        self.root.collect_fields_mut(&mut fields);
        node::rename_all(fields, resolve)
    }

    /// Holds every value against the kind that `kind_of` gives for its field's name; without one anything fits. A quoted
    /// date for a date field becomes the date, relative ones taken from `clock`.
    pub fn fit(
        &mut self,
        clock: &ZonedDateTime,
        kind_of: impl Fn(&str) -> Option<FieldKind>,
    ) -> Result<(), FilterError> {
        fit::fit(&mut self.root, clock, &kind_of)
    }

    /// Returns the filter as a server of `dialect` reads it.
    #[must_use]
    pub fn write(&self, dialect: Dialect) -> String {
        write::write(&day::spread(&self.root), dialect)
    }

    /// Returns the filter in the user's language, normalised: two spellings of one filter give one text.
    ///
    /// A relative date keeps its source (`today+30d`), so that a cursor made at 08:15 still matches at 08:16.
    #[must_use]
    pub fn canonical(&self) -> String {
        canonical::canonical(&self.root)
    }

    fn test(field: &str, test: Test) -> Result<Self, FilterError> {
        let field = FieldReference::made(field)?;
        Ok(Self {
            root: Node::Comparison(Comparison { field, test }),
        })
    }
}

impl std::ops::Not for Filter {
    type Output = Self;

    /// Returns the filter that finds the other rows.
    fn not(self) -> Self {
        Self {
            root: Node::not(self.root),
        }
    }
}
