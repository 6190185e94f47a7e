//! What a caller may write in `group_by`, `measures` and `order_by`, read by word, generously.

use crate::envelope::{Code, Failure};
use crate::tools::calendar::Unit;

/// What rows are grouped by: a field's value, or the stretch of the calendar that it lies in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct GroupItem {
    pub(super) field: String,
    pub(super) unit: Option<Unit>,
}

/// A figure of a group over the values of a field.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Measure {
    pub(super) function: Function,
    pub(super) field: String,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Function {
    /// Values that are not null.
    Count,
    Sum,
    Min,
    Max,
    Average,
}

/// What groups are ordered by.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum OrderItem {
    /// The number of rows.
    Count,
    /// A measure, by its place.
    Measure(usize),
    /// A group item, by its place.
    Group(usize),
}

/// The number of rows: every group has it.
pub(super) const COUNT: &str = "count";

impl GroupItem {
    /// Reads `UserName`, `EndDate by day`, `EndDate:day` or `day(EndDate)`.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let words = words(text);
        let (field, unit) = match words.as_slice() {
            [field] => return Ok(Self::of(field, None)),
            [first, second] => match (Unit::named(first), Unit::named(second)) {
                (_, Some(unit)) => (first, unit),
                (Some(unit), None) => (second, unit),
                (None, None) => return Err(unreadable_group(text)),
            },
            _ => return Err(unreadable_group(text)),
        };
        Ok(Self::of(field, Some(unit)))
    }

    /// Returns its name in the answer.
    pub(super) fn label(&self) -> String {
        match self.unit {
            None => self.field.clone(),
            Some(unit) => format!("{} by {}", self.field, unit.name()),
        }
    }

    fn of(field: &str, unit: Option<Unit>) -> Self {
        Self {
            field: field.to_owned(),
            unit,
        }
    }
}

impl Measure {
    /// Reads `sum(Quantity)` or `sum Quantity`; `None` for `count`, which needs no measure.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, Failure> {
        let words = words(text);
        let (function, field) = match words.as_slice() {
            [function] | [function, "*"] => (function, None),
            [function, field] => (function, Some(*field)),
            _ => return Err(unreadable_measure(text)),
        };
        match (Function::named(function), field) {
            (Some(Function::Count), None) => Ok(None),
            (Some(function), Some(field)) => Ok(Some(Self {
                function,
                field: field.to_owned(),
            })),
            _ => Err(unreadable_measure(text)),
        }
    }

    /// Returns its name in the answer.
    pub(super) fn label(&self) -> String {
        format!("{}({})", self.function.name(), self.field)
    }
}

impl Function {
    fn named(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "count" => Self::Count,
            "sum" | "total" => Self::Sum,
            "min" | "minimum" => Self::Min,
            "max" | "maximum" => Self::Max,
            "avg" | "average" | "mean" => Self::Average,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Count => COUNT,
            Self::Sum => "sum",
            Self::Min => "min",
            Self::Max => "max",
            Self::Average => "avg",
        }
    }

    /// Whether it can be taken of numbers only.
    pub(super) fn needs_numbers(self) -> bool {
        matches!(self, Self::Sum | Self::Average)
    }
}

/// Reads the order of the groups: `count desc` (the default), or one of the answer's other names with `asc` or `desc`.
///
/// Figures come largest first and group values smallest first, unless said otherwise. Returns the item and whether it
/// descends.
pub(super) fn order(
    text: Option<&str>,
    groups: &[GroupItem],
    measures: &[Measure],
) -> Result<(OrderItem, bool), Failure> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok((OrderItem::Count, true));
    };
    let (name, direction) = match text.rsplit_once(char::is_whitespace) {
        Some((name, word)) => match direction(word) {
            Some(descending) => (name, Some(descending)),
            None => (text, None),
        },
        None => (text, None),
    };
    let place = |labels: Vec<String>, wanted: &str| {
        labels
            .iter()
            .position(|label| label.eq_ignore_ascii_case(wanted))
    };
    let measure_labels = || measures.iter().map(Measure::label).collect();
    let group_labels = || groups.iter().map(GroupItem::label).collect();
    let item = match (Measure::parse(name), GroupItem::parse(name)) {
        (Ok(None), _) => Some(OrderItem::Count),
        (Ok(Some(measure)), _) => place(measure_labels(), &measure.label()).map(OrderItem::Measure),
        (Err(_), Ok(group)) => place(group_labels(), &group.label())
            .or_else(|| {
                let fields = groups.iter().map(|group| group.field.clone()).collect();
                place(fields, &group.field)
            })
            .map(OrderItem::Group),
        (Err(_), Err(_)) => None,
    };
    let Some(item) = item else {
        let labels: Vec<String> = measure_labels();
        let accepted: Vec<String> = std::iter::once(COUNT.to_owned())
            .chain(labels)
            .chain::<Vec<String>>(group_labels())
            .collect();
        return Err(Failure::new(
            Code::InvalidArguments,
            format!("the groups have no '{}' to be ordered by", shortened(name)),
            "Order by count, by one of the measures or by one of the group_by items, each with asc or desc.",
        )
        .with("parameter", "order_by")
        .with("accepted", accepted));
    };
    let by_default = !matches!(item, OrderItem::Group(_));
    Ok((item, direction.unwrap_or(by_default)))
}

fn direction(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "desc" | "descending" => Some(true),
        "asc" | "ascending" => Some(false),
        _ => None,
    }
}

/// The words of an item; brackets, colons and small words between them mean nothing.
fn words(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text
        .split(|character: char| character.is_whitespace() || matches!(character, '(' | ')' | ':'))
        .filter(|word| !word.is_empty())
        .collect();
    match words.as_slice() {
        [first, small, last]
            if matches!(small.to_ascii_lowercase().as_str(), "by" | "per" | "of") =>
        {
            vec![first, last]
        }
        _ => words,
    }
}

fn unreadable_group(text: &str) -> Failure {
    Failure::new(
        Code::InvalidArguments,
        format!("group_by '{}' can't be read", shortened(text)),
        "Write a field (UserName) or a date field by hour, day, week or month (EndDate by day); up to 3, comma separated.",
    )
    .with("parameter", "group_by")
}

fn unreadable_measure(text: &str) -> Failure {
    Failure::new(
        Code::InvalidArguments,
        format!("the measure '{}' can't be read", shortened(text)),
        "Write count, sum(Field), min(Field), max(Field) or avg(Field), comma separated.",
    )
    .with("parameter", "measures")
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{Function, GroupItem, Measure, OrderItem, order};

    #[test]
    fn reads_a_group_item_in_every_spelling() {
        for text in [
            "EndDate by day",
            "EndDate per Day",
            "EndDate:day",
            "day(EndDate)",
            " Day of EndDate ",
            "EndDate daily",
        ] {
            assert_eq!(
                GroupItem::parse(text).unwrap().label(),
                "EndDate by day",
                "{text}"
            );
        }
        assert_eq!(GroupItem::parse("UserName").unwrap().label(), "UserName");
        for text in ["", "a b c d", "EndDate by year", "by by by by"] {
            assert!(GroupItem::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn reads_a_measure_in_every_spelling() {
        for text in [
            "sum(Quantity)",
            "SUM ( Quantity )",
            "sum of Quantity",
            "total:Quantity",
        ] {
            let measure = Measure::parse(text).unwrap().unwrap();
            assert_eq!(
                (measure.function, measure.field.as_str()),
                (Function::Sum, "Quantity")
            );
        }
        for text in ["count", "COUNT(*)", "count()"] {
            assert_eq!(Measure::parse(text).unwrap(), None, "{text}");
        }
        for text in ["sum", "median(Quantity)", "sum(a)(b)", ""] {
            assert!(Measure::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn orders_by_what_the_answer_has() {
        let groups = [GroupItem::parse("EndDate by day").unwrap()];
        let measures = [Measure::parse("sum(Quantity)").unwrap().unwrap()];
        for (text, expected) in [
            (None, (OrderItem::Count, true)),
            (Some(" "), (OrderItem::Count, true)),
            (Some("count asc"), (OrderItem::Count, false)),
            (Some("Sum( Quantity )"), (OrderItem::Measure(0), true)),
            (Some("enddate"), (OrderItem::Group(0), false)),
            (Some("EndDate by day DESC"), (OrderItem::Group(0), true)),
        ] {
            assert_eq!(
                order(text, &groups, &measures).unwrap(),
                expected,
                "{text:?}"
            );
        }
        let failure = order(Some("max(Quantity) desc"), &groups, &measures).unwrap_err();
        assert_eq!(
            failure.details.get("accepted").unwrap(),
            &serde_json::json!(["count", "sum(Quantity)", "EndDate by day"])
        );
    }
}
