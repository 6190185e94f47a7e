//! Exact quantities: decimals as the server wrote them, added without rounding, null where the sum is not known.

use std::fmt;

use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::decimal::{exact_difference, exact_sum};

/// A sum of quantities in one unit. One addend that is missing or can't be held makes the whole sum unknown: a total
/// that leaves something out would be taken for the truth.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Sum(Option<Decimal>);

impl Default for Sum {
    fn default() -> Self {
        Self(Some(Decimal::ZERO))
    }
}

impl Sum {
    pub(super) fn add(&mut self, addend: Option<Decimal>) {
        self.0 = self
            .0
            .zip(addend)
            .and_then(|(sum, addend)| exact_sum(sum, addend));
    }

    pub(super) fn value(self) -> Option<Decimal> {
        self.0
    }

    /// Returns this sum without another.
    pub(super) fn less(self, other: Self) -> Self {
        let both = self.0.zip(other.0);
        Self(both.and_then(|(sum, other)| exact_difference(sum, other)))
    }

    /// Whether the sum is known to be above zero.
    pub(super) fn is_positive(self) -> bool {
        self.0.is_some_and(|sum| sum > Decimal::ZERO)
    }

    /// Whether the sum is known to be zero.
    pub(super) fn is_zero(self) -> bool {
        self.0 == Some(Decimal::ZERO)
    }
}

impl FromIterator<Option<Decimal>> for Sum {
    fn from_iter<I: IntoIterator<Item = Option<Decimal>>>(addends: I) -> Self {
        let mut sum = Self::default();
        for addend in addends {
            sum.add(addend);
        }
        sum
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(sum) => write!(f, "{}", sum.normalize()),
            None => f.write_str("an unknown quantity"),
        }
    }
}

impl Serialize for Sum {
    /// Writes a JSON number with every digit, which a floating-point number could not hold.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self
            .0
            .and_then(|sum| RawValue::from_string(sum.normalize().to_string()).ok());
        number.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::Sum;
    use crate::decimal::exact;

    #[test]
    fn adds_without_rounding() {
        let sum: Sum = ["0.1", "0.20", "9007199254740993", "1E2"]
            .map(exact)
            .into_iter()
            .collect();
        assert_eq!(sum.to_string(), "9007199254741093.3");
        assert_eq!(
            serde_json::to_string(&sum).ok().as_deref(),
            Some("9007199254741093.3")
        );
    }

    #[test]
    fn one_unknown_addend_makes_the_sum_unknown() {
        let sum: Sum = [exact("1"), None].into_iter().collect();
        assert_eq!(serde_json::to_string(&sum).ok().as_deref(), Some("null"));
    }

    #[test]
    fn a_sum_that_would_be_rounded_is_unknown() {
        let sum = |addends: [&str; 2]| addends.map(exact).into_iter().collect::<Sum>();
        let many = sum(["7922816251426433759354395033", "0.12"]);
        assert_eq!(many.value(), None);
        let rest = sum(["7922816251426433759354395033", "0"]).less(sum(["0.12", "0"]));
        assert_eq!(rest.value(), None);
    }
}
