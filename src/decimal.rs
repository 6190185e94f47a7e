//! Exact decimals: a number is taken from its text and never passes through binary floating point. What can't be said
//! exactly is `None`, so that a wrong figure is never given. Every sum that the program gives is made here.

use rust_decimal::{Decimal, RoundingStrategy};

/// Returns the value of a number as JSON writes it; `None` if it is none, or has more digits than a decimal holds (28).
pub(crate) fn exact(text: &str) -> Option<Decimal> {
    let Some((mantissa, exponent)) = text.split_once(['e', 'E']) else {
        return Decimal::from_str_exact(text).ok();
    };
    let mantissa = Decimal::from_str_exact(mantissa).ok()?.normalize();
    let exponent: i64 = exponent.parse().ok()?;
    let scale = i64::from(mantissa.scale()).checked_sub(exponent)?;
    let digits = mantissa.mantissa();
    if digits == 0 {
        return Some(Decimal::ZERO);
    }
    if let Ok(scale) = u32::try_from(scale) {
        return Decimal::try_from_i128_with_scale(digits, scale).ok();
    }
    let zeros = u32::try_from(scale.checked_neg()?).ok()?;
    let digits = digits.checked_mul(10_i128.checked_pow(zeros)?)?;
    Decimal::try_from_i128_with_scale(digits, 0).ok()
}

/// Returns the sum of two decimals; `None` if it needs more digits than a decimal holds.
pub(crate) fn exact_sum(a: Decimal, b: Decimal) -> Option<Decimal> {
    if a.is_zero() {
        return Some(b);
    }
    if b.is_zero() {
        return Some(a);
    }
    // A sum with too many digits is not refused but rounded, which shows in fewer decimal places.
    a.checked_add(b)
        .filter(|sum| sum.scale() >= a.scale().max(b.scale()))
}

/// Returns `a` without `b`; `None` if that needs more digits than a decimal holds.
pub(crate) fn exact_difference(a: Decimal, b: Decimal) -> Option<Decimal> {
    exact_sum(a, -b)
}

/// Returns `sum / count`, rounded to so many decimal places with halves away from zero; `None` of nothing, or if a sum so
/// large leaves no room for them.
pub(crate) fn average(sum: Decimal, count: u64, places: u32) -> Option<Decimal> {
    let count = Decimal::from(count);
    let quotient = sum.checked_div(count)?;
    // A quotient without room for the places is given only if the division leaves nothing.
    if quotient.scale() < places && quotient.checked_mul(count) != Some(sum) {
        return None;
    }
    let rounded = quotient.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
    Some(rounded.normalize())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::{average, exact, exact_difference, exact_sum};

    fn text(number: Option<Decimal>) -> Option<String> {
        number.map(|number| number.to_string())
    }

    #[test]
    fn reads_numbers_as_they_are_written() {
        for (written, value) in [
            ("0.10", "0.10"),
            ("-12", "-12"),
            ("9007199254740993", "9007199254740993"),
            ("1E5", "100000"),
            ("1.5e-3", "0.0015"),
            ("120E-1", "12.0"),
            ("0e999", "0"),
        ] {
            assert_eq!(text(exact(written)).as_deref(), Some(value), "{written}");
        }
    }

    #[test]
    fn gives_up_what_it_can_not_hold() {
        for written in [
            "1e29",
            "1e-29",
            "1e99999999999999999999",
            "1e9223372036854775807",
            "123456789012345678901234567890",
            "0.12345678901234567890123456789",
            "true",
            "\"12\"",
        ] {
            assert_eq!(exact(written), None, "{written}");
        }
    }

    #[test]
    fn a_sum_that_would_be_rounded_is_none() {
        let most = Decimal::MAX;
        assert_eq!(exact_sum(most, exact("0.1").unwrap()), None);
        assert_eq!(exact_sum(most, Decimal::ONE), None);
        assert_eq!(exact_sum(most, exact("0.00").unwrap()), Some(most));
        assert_eq!(exact_difference(most, exact("0.1").unwrap()), None);
        assert_eq!(exact_difference(most, most), Some(Decimal::ZERO));
    }

    #[test]
    fn an_average_has_so_many_places_at_most() {
        let of = |sum: &str, count| text(average(exact(sum).unwrap(), count, 6));
        assert_eq!(of("10", 4).as_deref(), Some("2.5"));
        assert_eq!(of("2", 3).as_deref(), Some("0.666667"));
        assert_eq!(of("-0.0000005", 1).as_deref(), Some("-0.000001"));
        assert_eq!(average(Decimal::MAX, 2, 6), None);
        assert_eq!(average(Decimal::ONE, 0, 6), None);
    }

    proptest! {
        #[test]
        fn sums_of_cents_are_those_of_integers(cents: Vec<i32>) {
            let written = |cents: i64| format!("{}{}.{:02}", if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100);
            let sum = cents.iter().try_fold(Decimal::ZERO, |sum, &cents| {
                exact_sum(sum, exact(&written(i64::from(cents)))?)
            });
            let expected: i64 = cents.iter().map(|&cents| i64::from(cents)).sum();
            prop_assert_eq!(sum, exact(&written(expected)));
        }
    }
}
