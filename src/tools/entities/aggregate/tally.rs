//! The figures over the values of one field: how many, their sum, the smallest and the largest. Each is exact or lost.

use std::cmp::Ordering;
use std::fmt;

use rust_decimal::Decimal;
use serde_json::value::RawValue;

use super::items::Function;
use super::key::Key;
use crate::decimal::{average, exact, exact_sum};
use crate::easywms::rows::plain_text;
use crate::tools::calendar::epoch_milliseconds;

/// Decimal places of an average.
const AVERAGE_PLACES: u32 = 6;

/// The values of one field in one group.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// Values that are not null.
    pub(super) values: u64,
    sum: Result<Decimal, Loss>,
    smallest: Result<Option<Extreme>, Loss>,
    largest: Result<Option<Extreme>, Loss>,
}

/// Why a figure is not given.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Loss {
    NoNumber,
    TooManyDigits,
    NotComparable,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoNumber => "a value is no number",
            Self::TooManyDigits => "it needs more than 28 digits",
            Self::NotComparable => "its values are of several kinds",
        })
    }
}

/// A value that was the smallest or the largest so far, as it is written.
#[derive(Clone, Debug)]
struct Extreme {
    rank: Rank,
    written: String,
}

/// How a value compares: numbers by value, dates in milliseconds by value, everything else by its text.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum Rank {
    Number(Decimal),
    Text(String),
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            values: 0,
            sum: Ok(Decimal::ZERO),
            smallest: Ok(None),
            largest: Ok(None),
        }
    }
}

impl Tally {
    /// Takes the value of one more row; null and absent values count for nothing.
    pub(super) fn add(&mut self, value: Option<&RawValue>) {
        let Some(value) = value.filter(|value| value.get() != "null") else {
            return;
        };
        self.values += 1;
        self.sum = self.sum.and_then(|sum| added(sum, value.get()));
        let rank = rank(value);
        improve(&mut self.smallest, &rank, value, Ordering::Less);
        improve(&mut self.largest, &rank, value, Ordering::Greater);
    }

    /// Returns a figure as JSON; null if there is no value, or if it can't be given exactly.
    pub(super) fn figure(&self, function: Function) -> Result<String, Loss> {
        if function == Function::Count {
            return Ok(self.values.to_string());
        }
        if self.values == 0 {
            return Ok("null".to_owned());
        }
        let extreme = |extreme: &Result<Option<Extreme>, Loss>| {
            let extreme = extreme.clone()?;
            Ok(extreme.map_or_else(|| "null".to_owned(), |extreme| extreme.written))
        };
        match function {
            Function::Min => extreme(&self.smallest),
            Function::Max => extreme(&self.largest),
            Function::Count | Function::Sum => self.sum.map(|sum| sum.to_string()),
            Function::Average => self.average().map(|average| average.to_string()),
        }
    }

    /// Returns what groups are ordered by when they are ordered by this figure.
    pub(super) fn rank(&self, function: Function) -> Key {
        if function == Function::Count {
            return Key::Number(Decimal::from(self.values));
        }
        if self.values == 0 {
            return Key::Null;
        }
        let extreme = |extreme: &Result<Option<Extreme>, Loss>| match extreme {
            Ok(Some(extreme)) => extreme.rank.key(),
            Ok(None) | Err(_) => Key::Null,
        };
        match function {
            Function::Min => extreme(&self.smallest),
            Function::Max => extreme(&self.largest),
            Function::Count | Function::Sum => self.sum.map_or(Key::Null, Key::Number),
            Function::Average => self.average().map_or(Key::Null, Key::Number),
        }
    }

    fn average(&self) -> Result<Decimal, Loss> {
        average(self.sum?, self.values, AVERAGE_PLACES).ok_or(Loss::TooManyDigits)
    }
}

impl Rank {
    fn key(&self) -> Key {
        match self {
            Self::Number(number) => Key::Number(*number),
            Self::Text(text) => Key::Text(text.clone()),
        }
    }
}

fn added(sum: Decimal, written: &str) -> Result<Decimal, Loss> {
    let number = number(written)?;
    exact_sum(sum, number).ok_or(Loss::TooManyDigits)
}

fn number(written: &str) -> Result<Decimal, Loss> {
    if !written.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return Err(Loss::NoNumber);
    }
    exact(written).ok_or(Loss::TooManyDigits)
}

fn rank(value: &RawValue) -> Result<Rank, Loss> {
    let written = value.get();
    match number(written) {
        Ok(number) => return Ok(Rank::Number(number)),
        Err(Loss::NoNumber) => {}
        Err(loss) => return Err(loss),
    }
    if written.starts_with(['{', '[']) {
        return Err(Loss::NotComparable);
    }
    let text = plain_text(value).unwrap_or_default();
    Ok(match epoch_milliseconds(&text) {
        Some(milliseconds) => Rank::Number(Decimal::from(milliseconds)),
        None => Rank::Text(text),
    })
}

/// Replaces the extreme if the value lies beyond it; the first of equal values stays.
fn improve(
    extreme: &mut Result<Option<Extreme>, Loss>,
    rank: &Result<Rank, Loss>,
    value: &RawValue,
    beyond: Ordering,
) {
    let Ok(best) = extreme else { return };
    let rank = match rank {
        Ok(rank) => rank,
        Err(loss) => {
            *extreme = Err(*loss);
            return;
        }
    };
    let better = match best.as_ref().map(|best| (rank, &best.rank)) {
        None => true,
        Some((Rank::Number(new), Rank::Number(old))) => new.cmp(old) == beyond,
        Some((Rank::Text(new), Rank::Text(old))) => new.cmp(old) == beyond,
        Some(_) => {
            *extreme = Err(Loss::NotComparable);
            return;
        }
    };
    if better {
        *best = Some(Extreme {
            rank: rank.clone(),
            written: value.get().to_owned(),
        });
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use serde_json::value::RawValue;

    use super::{Function, Loss, Tally};

    fn of(values: &[&str]) -> Tally {
        let mut tally = Tally::default();
        for value in values {
            let value = RawValue::from_string((*value).to_owned()).unwrap();
            tally.add(Some(&value));
        }
        tally
    }

    fn figures(values: &[&str]) -> [Result<String, Loss>; 5] {
        let tally = of(values);
        [
            Function::Count,
            Function::Sum,
            Function::Min,
            Function::Max,
            Function::Average,
        ]
        .map(|function| tally.figure(function))
    }

    fn said(figures: [&str; 5]) -> [Result<String, Loss>; 5] {
        figures.map(|figure| Ok(figure.to_owned()))
    }

    #[test]
    fn keeps_decimals_and_leaves_nulls_out() {
        assert_eq!(
            figures(&["0.10", "null", "0.20", "9007199254740993", "1E1"]),
            said([
                "4",
                "9007199254741003.30",
                "0.10",
                "9007199254740993",
                "2251799813685250.825"
            ])
        );
        assert_eq!(
            figures(&["null"]),
            said(["0", "null", "null", "null", "null"])
        );
    }

    #[test]
    fn loses_a_figure_rather_than_be_wrong() {
        let most = "79228162514264337593543950335";
        let [count, sum, min, max, avg] = figures(&[most, most, "1"]);
        assert_eq!(
            (count, min, max),
            (Ok("3".to_owned()), Ok("1".to_owned()), Ok(most.to_owned()))
        );
        assert_eq!(
            (sum, avg),
            (Err(Loss::TooManyDigits), Err(Loss::TooManyDigits))
        );
        assert_eq!(
            of(&["1", "\"x\""]).figure(Function::Sum),
            Err(Loss::NoNumber)
        );
        assert_eq!(
            of(&["1", "\"x\""]).figure(Function::Max),
            Err(Loss::NotComparable)
        );
        assert_eq!(
            of(&["1e999"]).figure(Function::Min),
            Err(Loss::TooManyDigits)
        );
    }

    #[test]
    fn compares_dates_and_texts() {
        let dates = of(&["\"2026-11-30T08:15:00\"", "\"2025-01-01T00:00:00\""]);
        assert_eq!(
            dates.figure(Function::Min).unwrap(),
            "\"2025-01-01T00:00:00\""
        );
        let milliseconds = of(&["\"/Date(999)/\"", "\"/Date(1000)/\""]);
        assert_eq!(
            milliseconds.figure(Function::Max).unwrap(),
            "\"/Date(1000)/\""
        );
    }
}
