//! What a line wants and a stock row is, read once: each look at a row reads its JSON.

use jiff::civil::DateTime;
use rust_decimal::Decimal;

use super::super::expiry::has_expired;
use super::super::row::Row;
use crate::easywms::{Role, ValueSet};

/// What a line wants, or a stock row is, in the one spelling of codes.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct Goods {
    pub(super) product: Option<String>,
    owner: Option<String>,
    unit: Option<String>,
    pub(super) lot: Option<String>,
    status: Option<String>,
}

/// A stock row.
#[derive(Debug)]
pub(super) struct Offer {
    pub(super) goods: Goods,
    pub(super) available: Option<Decimal>,
    is_expired: bool,
    /// Whether its status is known not to be the normal one.
    is_abnormal: bool,
}

impl Goods {
    /// Reads what a row wants or is; the status is in another role of a line than of stock.
    pub(super) fn of(row: &Row, status: Role) -> Self {
        Self {
            product: row.code(Role::Product),
            owner: row.code(Role::Owner),
            unit: row.code(Role::Unit),
            lot: row.code(Role::Lot),
            status: row.code(status),
        }
    }

    /// Whether stock is of the owner that a line wants, as far as both say one.
    pub(super) fn is_of_owner(&self, wanted: &Self) -> bool {
        agree(self.owner.as_ref(), wanted.owner.as_ref())
    }

    /// Whether stock is in the unit that a line wants, as far as both say one.
    pub(super) fn is_in_unit(&self, wanted: &Self) -> bool {
        agree(self.unit.as_ref(), wanted.unit.as_ref())
    }

    /// Whether stock is of the lot that a line wants: stock without a lot is of none that a line names.
    pub(super) fn is_of_lot(&self, wanted: &Self) -> bool {
        wanted.lot.is_none() || self.lot == wanted.lot
    }
}

impl Offer {
    pub(super) fn of(row: &Row, now: DateTime) -> Self {
        Self {
            goods: Goods::of(row, Role::Status),
            available: row.number(Role::Available),
            is_expired: row
                .date(Role::Expires)
                .is_some_and(|date| has_expired(date, now)),
            is_abnormal: row.is_other(Role::Status, ValueSet::Normal),
        }
    }

    /// Whether a line takes stock in its status: the one that it names, else the normal one if the catalogue knows that. What
    /// is expired goes only where damaged or expired stock is wanted.
    pub(super) fn is_taken_by(&self, wanted: &Goods) -> bool {
        match (&wanted.status, &self.goods.status) {
            (Some(wanted), Some(status)) => {
                wanted == status && (!self.is_expired || self.is_abnormal)
            }
            _ => !self.is_abnormal && !self.is_expired,
        }
    }

    /// What is known to be available: a row that does not say it adds nothing.
    pub(super) fn known(&self) -> Decimal {
        self.available.unwrap_or_default()
    }
}

fn agree(one: Option<&String>, other: Option<&String>) -> bool {
    one.is_none() || other.is_none() || one == other
}
