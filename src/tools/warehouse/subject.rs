//! Questions in nouns and roles, turned into the server's names by its catalogue.
//!
//! What the catalogue lacks is a [`Gap`], which makes one part of an answer unavailable. It knows no server's names.

use jiff::civil::DateTime;
use thiserror::Error;

use crate::easywms::filter::{Comparator, Filter, FilterError, Moment, OrderBy, Value};
use crate::easywms::{CatalogueType, Noun, Role, ValueSet};

/// Why a question can't be put to this server.
#[derive(Debug, Error)]
pub(super) enum Gap {
    #[error("the catalogue has no {0}")]
    Noun(Noun),
    #[error("the catalogue names no field for '{role}' of {entity_type}")]
    Role { entity_type: String, role: Role },
    #[error("the catalogue lists no codes for '{set}' of {entity_type}")]
    Values { entity_type: String, set: ValueSet },
    #[error(transparent)]
    Filter(#[from] FilterError),
}

/// An entity type of this server, asked by roles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'c> {
    pub(super) entity_type: &'c CatalogueType,
}

/// A question for rows of one subject.
#[derive(Debug)]
pub(super) struct Ask<'c> {
    pub(super) entity_type: &'c CatalogueType,
    pub(super) filter: Filter,
    pub(super) order: Option<OrderBy>,
    pub(super) roles: &'static [Role],
    pub(super) limit: u64,
}

impl<'c> Subject<'c> {
    /// Asks for the rows that pass the filter, with what the roles say of them; a role the server lacks is left out.
    pub(super) fn ask(self, filter: Filter, roles: &'static [Role], limit: u64) -> Ask<'c> {
        Ask {
            entity_type: self.entity_type,
            filter,
            order: OrderBy::ascending(&self.entity_type.key).ok(),
            roles,
            limit,
        }
    }

    pub(super) fn field(self, role: Role) -> Result<&'c str, Gap> {
        self.entity_type.role(role).ok_or_else(|| Gap::Role {
            entity_type: self.entity_type.name.clone(),
            role,
        })
    }

    pub(super) fn codes(self, set: ValueSet) -> Result<&'c [String], Gap> {
        self.entity_type.values(set).ok_or_else(|| Gap::Values {
            entity_type: self.entity_type.name.clone(),
            set,
        })
    }

    pub(super) fn equals(self, role: Role, code: &str) -> Result<Filter, Gap> {
        Ok(Filter::equals(self.field(role)?, text(code))?)
    }

    pub(super) fn any_of<'v>(
        self,
        role: Role,
        codes: impl IntoIterator<Item = &'v String>,
    ) -> Result<Filter, Gap> {
        let codes = codes.into_iter().map(|code| text(code));
        Ok(Filter::any_of(self.field(role)?, codes)?)
    }

    pub(super) fn is(self, role: Role, set: ValueSet) -> Result<Filter, Gap> {
        self.any_of(role, self.codes(set)?)
    }

    pub(super) fn is_true(self, role: Role) -> Result<Filter, Gap> {
        Ok(Filter::equals(self.field(role)?, Value::Boolean(true))?)
    }

    pub(super) fn is_empty(self, role: Role) -> Result<Filter, Gap> {
        Ok(Filter::equals(self.field(role)?, Value::Null)?)
    }

    pub(super) fn contains(self, role: Role, part: &str) -> Result<Filter, Gap> {
        Ok(Filter::contains(self.field(role)?, part)?)
    }

    pub(super) fn above_zero(self, role: Role) -> Result<Filter, Gap> {
        let zero = Value::Number("0".to_owned());
        let field = self.field(role)?;
        Ok(Filter::compare(field, Comparator::Greater, zero)?)
    }

    pub(super) fn before(self, role: Role, moment: DateTime) -> Result<Filter, Gap> {
        self.compare(role, Comparator::Less, moment)
    }

    pub(super) fn from(self, role: Role, moment: DateTime) -> Result<Filter, Gap> {
        self.compare(role, Comparator::GreaterOrEqual, moment)
    }

    fn compare(self, role: Role, comparator: Comparator, moment: DateTime) -> Result<Filter, Gap> {
        let moment = Value::Date(Moment::from(moment));
        Ok(Filter::compare(self.field(role)?, comparator, moment)?)
    }
}

impl Ask<'_> {
    /// Puts the newest rows first, so that a limit cuts the oldest. Without that role the key's order stays.
    pub(super) fn newest(self, role: Role) -> Self {
        self.ordered(role, OrderBy::descending)
    }

    /// Puts the oldest rows first, so that a limit cuts the newest.
    pub(super) fn oldest(self, role: Role) -> Self {
        self.ordered(role, OrderBy::ascending)
    }

    fn ordered(mut self, role: Role, by: fn(&str) -> Result<OrderBy, FilterError>) -> Self {
        let key = &self.entity_type.key;
        let order = self
            .entity_type
            .role(role)
            .and_then(|field| by(field).and_then(|order| order.then_by(key)).ok());
        self.order = order.or(self.order);
        self
    }
}

fn text(code: &str) -> Value {
    Value::Text(code.to_owned())
}
