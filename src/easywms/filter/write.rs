//! A filter in the dialect of a server. Every value is quoted here and nowhere else; groups carry parentheses wherever
//! a reader could doubt, so that no server's precedence matters.

use std::fmt;
use std::str::FromStr;

use super::node::{Comparator, Comparison, Node, Test, TextMatch};
use super::value::Value;

/// How a server wants its filters written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// `Code == "A" and Description.Contains("x")`
    #[default]
    Linq,
    /// `Code = 'A' AND Description LIKE '%x%'`
    Sql,
    /// `Code eq 'A' and contains(Description,'x')`
    Odata,
}

/// A dialect name that isn't one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a filter dialect is one of linq, sql, odata")]
pub struct UnknownDialect;

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.to_ascii_lowercase().as_str() {
            "linq" => Ok(Self::Linq),
            "sql" => Ok(Self::Sql),
            "odata" => Ok(Self::Odata),
            _ => Err(UnknownDialect),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Linq => "linq",
            Self::Sql => "sql",
            Self::Odata => "odata",
        })
    }
}

impl Dialect {
    /// Returns a field as this dialect names it: `OData` steps into a related object with a slash.
    pub(super) fn field(self, name: &str) -> String {
        match self {
            Self::Odata => name.replace('.', "/"),
            Self::Linq | Self::Sql => name.to_owned(),
        }
    }

    fn and(self) -> &'static str {
        if self == Self::Sql { " AND " } else { " and " }
    }

    fn or(self) -> &'static str {
        if self == Self::Sql { " OR " } else { " or " }
    }

    fn not(self) -> &'static str {
        if self == Self::Sql { "NOT" } else { "not" }
    }

    fn comparator(self, comparator: Comparator) -> &'static str {
        let [linq, sql, odata] = match comparator {
            Comparator::Equal => ["==", "=", "eq"],
            Comparator::NotEqual => ["!=", "<>", "ne"],
            Comparator::Less => ["<", "<", "lt"],
            Comparator::LessOrEqual => ["<=", "<=", "le"],
            Comparator::Greater => [">", ">", "gt"],
            Comparator::GreaterOrEqual => [">=", ">=", "ge"],
        };
        match self {
            Self::Linq => linq,
            Self::Sql => sql,
            Self::Odata => odata,
        }
    }
}

/// Returns the whole filter in `dialect`.
pub(super) fn write(root: &Node, dialect: Dialect) -> String {
    match root {
        Node::Comparison(_) => operand(root, dialect),
        Node::Not(_) | Node::All(_) | Node::Any(_) => bare(root, dialect),
    }
}

/// Returns `node` so that it can stand beside `and` and `or`.
fn operand(node: &Node, dialect: Dialect) -> String {
    let text = bare(node, dialect);
    if is_group(node, dialect) {
        format!("({text})")
    } else {
        text
    }
}

fn bare(node: &Node, dialect: Dialect) -> String {
    match node {
        Node::Comparison(comparison) => test(comparison, dialect),
        Node::Not(node) => format!("{} ({})", dialect.not(), bare(node, dialect)),
        Node::All(nodes) => join(
            nodes.iter().map(|node| operand(node, dialect)),
            dialect.and(),
        ),
        Node::Any(nodes) => join(
            nodes.iter().map(|node| operand(node, dialect)),
            dialect.or(),
        ),
    }
}

/// Tells whether [`bare`] writes an `and` or `or` of its own.
fn is_group(node: &Node, dialect: Dialect) -> bool {
    match node {
        Node::All(_) | Node::Any(_) => true,
        Node::Not(_) => false,
        Node::Comparison(comparison) => match &comparison.test {
            Test::In(values) => dialect == Dialect::Linq && values.len() > 1,
            Test::Between(..) => dialect != Dialect::Sql,
            Test::Compare(..) | Test::Match(..) => false,
        },
    }
}

fn test(comparison: &Comparison, dialect: Dialect) -> String {
    let field = dialect.field(&comparison.field.name);
    let compare = |comparator, value| compare(&field, comparator, value, dialect);
    match &comparison.test {
        Test::Compare(comparator, value) => compare(*comparator, value),
        Test::In(values) => match dialect {
            Dialect::Linq => join(
                values.iter().map(|value| compare(Comparator::Equal, value)),
                " or ",
            ),
            Dialect::Sql => format!(
                "{field} IN ({})",
                join(values.iter().map(|value| literal(value, dialect)), ", ")
            ),
            Dialect::Odata => format!(
                "{field} in ({})",
                join(values.iter().map(|value| literal(value, dialect)), ",")
            ),
        },
        Test::Between(low, high) => match dialect {
            Dialect::Sql => format!(
                "{field} BETWEEN {} AND {}",
                literal(low, dialect),
                literal(high, dialect)
            ),
            Dialect::Linq | Dialect::Odata => {
                let bounds = [
                    compare(Comparator::GreaterOrEqual, low),
                    compare(Comparator::LessOrEqual, high),
                ];
                join(bounds, " and ")
            }
        },
        Test::Match(text_match, text) => match dialect {
            Dialect::Linq => linq_match(&field, *text_match, text),
            Dialect::Sql => sql_match(&field, *text_match, text),
            Dialect::Odata => odata_match(&field, *text_match, text),
        },
    }
}

fn compare(field: &str, comparator: Comparator, value: &Value, dialect: Dialect) -> String {
    match (dialect, value, comparator) {
        (Dialect::Sql, Value::Null, Comparator::Equal) => format!("{field} IS NULL"),
        (Dialect::Sql, Value::Null, _) => format!("{field} IS NOT NULL"),
        _ => format!(
            "{field} {} {}",
            dialect.comparator(comparator),
            literal(value, dialect)
        ),
    }
}

fn literal(value: &Value, dialect: Dialect) -> String {
    match (value, dialect) {
        (Value::Text(text), Dialect::Linq) => double_quoted(text),
        (Value::Text(text), Dialect::Sql | Dialect::Odata) => single_quoted(text),
        (Value::Number(number), _) => number.clone(),
        (Value::Boolean(boolean), Dialect::Sql) => u8::from(*boolean).to_string(),
        (Value::Boolean(boolean), Dialect::Linq | Dialect::Odata) => boolean.to_string(),
        (Value::Date(moment), Dialect::Linq) => double_quoted(moment.iso()),
        (Value::Date(moment), Dialect::Sql) => single_quoted(moment.iso()),
        (Value::Date(moment), Dialect::Odata) => moment.iso().to_owned(),
        (Value::Null, Dialect::Sql) => "NULL".to_owned(),
        (Value::Null, Dialect::Linq | Dialect::Odata) => "null".to_owned(),
    }
}

fn linq_match(field: &str, text_match: TextMatch, text: &str) -> String {
    let method = match text_match {
        TextMatch::Contains => "Contains",
        TextMatch::StartsWith => "StartsWith",
        TextMatch::EndsWith => "EndsWith",
    };
    format!("{field}.{method}({})", double_quoted(text))
}

fn odata_match(field: &str, text_match: TextMatch, text: &str) -> String {
    let function = match text_match {
        TextMatch::Contains => "contains",
        TextMatch::StartsWith => "startswith",
        TextMatch::EndsWith => "endswith",
    };
    format!("{function}({field},{})", single_quoted(text))
}

/// `[` opens a set of characters in SQL Server, so it is escaped too.
fn sql_match(field: &str, text_match: TextMatch, text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '%' | '_' | '[' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    let pattern = match text_match {
        TextMatch::Contains => format!("%{escaped}%"),
        TextMatch::StartsWith => format!("{escaped}%"),
        TextMatch::EndsWith => format!("%{escaped}"),
    };
    let escape = if escaped == text { "" } else { r" ESCAPE '\'" };
    format!("{field} LIKE {}{escape}", single_quoted(&pattern))
}

fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn double_quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

fn join(parts: impl IntoIterator<Item = String>, separator: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(separator)
}
