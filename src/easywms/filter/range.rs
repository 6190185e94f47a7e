//! Ranges that end before they start: a server answers them with no rows, which reads as "there is nothing".

use super::canonical::{canonical, literal};
use super::error::{FilterError, excerpt, is_short};
use super::moment::Moment;
use super::node::{Comparison, Node, Test};
use super::value::Value;
use crate::decimal::exact;
use crate::easywms::PointInTime;

/// Refuses `between` with its bounds exchanged. Of texts only the server knows which comes first.
pub(super) fn refuse_reversed(comparison: &Comparison) -> Result<(), FilterError> {
    let Test::Between(low, high) = &comparison.test else {
        return Ok(());
    };
    if !is_reversed(low, high) {
        return Ok(());
    }
    let field = comparison.field.clone();
    let exchanged = Test::Between(high.clone(), low.clone());
    let suggestion = canonical(&Node::Comparison(Comparison {
        field,
        test: exchanged,
    }));
    Err(FilterError::Reversed {
        field: comparison.field.name.clone(),
        position: comparison.field.position,
        low: excerpt(&literal(low)),
        high: excerpt(&literal(high)),
        suggestion: is_short(&suggestion).then_some(suggestion),
    })
}

fn is_reversed(low: &Value, high: &Value) -> bool {
    match (low, high) {
        (Value::Number(low), Value::Number(high)) => match (exact(low), exact(high)) {
            (Some(low), Some(high)) => high < low,
            _ => false,
        },
        (Value::Date(low), Value::Date(high)) => is_over_before(high, low).unwrap_or(false),
        _ => false,
    }
}

/// Whether `one` is over when `other` starts; a day is over at its end.
fn is_over_before(one: &Moment, other: &Moment) -> Option<bool> {
    let start = PointInTime::parse(other.iso())?;
    match one.next_day() {
        Some(end) => {
            let end = PointInTime::parse(end.iso())?;
            Some(end == start || end.is_before(start))
        }
        // The calendar's last day has no next one, and holds its times all the same.
        None if one.is_day() => Some(false),
        None => Some(PointInTime::parse(one.iso())?.is_before(start)),
    }
}
