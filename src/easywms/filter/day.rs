//! Whole days in comparisons. The dates of the rows carry a time, so a day written without one means all of it, and
//! what a server gets are its first moment and the next day's.

use super::moment::Moment;
use super::node::{Comparator, Comparison, Node, Test};
use super::value::Value;

/// Returns the condition that compares with moments where `node` compares with whole days.
pub(super) fn spread(node: &Node) -> Node {
    match node {
        Node::Comparison(comparison) => spread_comparison(comparison),
        Node::Not(node) => Node::not(spread(node)),
        Node::All(nodes) => Node::all(nodes.iter().map(spread).collect()),
        Node::Any(nodes) => Node::any(nodes.iter().map(spread).collect()),
    }
}

fn spread_comparison(comparison: &Comparison) -> Node {
    let on = |test| {
        let field = comparison.field.clone();
        Node::Comparison(Comparison { field, test })
    };
    match &comparison.test {
        Test::Compare(comparator, Value::Date(day)) if day.is_day() => {
            compared(*comparator, day, &on)
        }
        Test::Between(low, Value::Date(day)) if day.is_day() => {
            let start = Test::Compare(Comparator::GreaterOrEqual, low.clone());
            Node::all(vec![on(start), on(before_end(day))])
        }
        Test::In(values) if values.iter().any(|value| day(value).is_some()) => listed(values, &on),
        test => on(test.clone()),
    }
}

fn compared(comparator: Comparator, day: &Moment, on: &impl Fn(Test) -> Node) -> Node {
    let start = |comparator| on(Test::Compare(comparator, Value::Date(day.clone())));
    match comparator {
        Comparator::Equal => {
            Node::all(vec![start(Comparator::GreaterOrEqual), on(before_end(day))])
        }
        Comparator::NotEqual => Node::not(compared(Comparator::Equal, day, on)),
        Comparator::Less | Comparator::GreaterOrEqual => start(comparator),
        Comparator::LessOrEqual => on(before_end(day)),
        Comparator::Greater => match day.next_day() {
            Some(next) => on(Test::Compare(Comparator::GreaterOrEqual, Value::Date(next))),
            None => start(Comparator::Greater),
        },
    }
}

/// The other values stay one list.
fn listed(values: &[Value], on: &impl Fn(Test) -> Node) -> Node {
    let others: Vec<Value> = values
        .iter()
        .filter(|value| day(value).is_none())
        .cloned()
        .collect();
    let others = (!others.is_empty()).then(|| on(Test::In(others)));
    let days = values.iter().filter_map(day);
    let days = days.map(|day| compared(Comparator::Equal, day, on));
    Node::any(others.into_iter().chain(days).collect())
}

/// Every date there is lies before the end of the calendar's last day, with which some systems mean "never".
fn before_end(day: &Moment) -> Test {
    match day.next_day() {
        Some(next) => Test::Compare(Comparator::Less, Value::Date(next)),
        None => Test::Compare(Comparator::NotEqual, Value::Null),
    }
}

fn day(value: &Value) -> Option<&Moment> {
    match value {
        Value::Date(moment) if moment.is_day() => Some(moment),
        _ => None,
    }
}
