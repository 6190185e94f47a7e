//! What each word is: a keyword, a field's name, or no part of the language.

use super::node::{Comparator, TextMatch};
use super::token::Kind;

const CALL: &str = "nothing can be called but contains, startswith and endswith";
const CODE: &str = "a filter holds fields, operators and values, never code";
const RESERVED: &str = "a word of the filter language is no field name";
/// Why a long name is refused.
pub(super) const LONG_NAME: &str = "a field name has at most 128 characters";
/// The longest field name accepted: .NET has no limit, SQL Server has 128.
const MAX_NAME_CHARACTERS: usize = 128;

/// Returns what a word is, be it followed by a parenthesis or not.
pub(super) fn word_kind(raw: &str) -> Kind {
    match raw.to_lowercase().as_str() {
        "and" => Kind::And,
        "or" => Kind::Or,
        "not" => Kind::Not,
        "in" => Kind::In,
        "is" => Kind::Is,
        "between" => Kind::Between,
        "like" => Kind::Like,
        "true" => Kind::True,
        "false" => Kind::False,
        "null" => Kind::Null,
        "today" | "now" => Kind::Date,
        "eq" => Kind::Compare(Comparator::Equal),
        "ne" => Kind::Compare(Comparator::NotEqual),
        "lt" => Kind::Compare(Comparator::Less),
        "le" => Kind::Compare(Comparator::LessOrEqual),
        "gt" => Kind::Compare(Comparator::Greater),
        "ge" => Kind::Compare(Comparator::GreaterOrEqual),
        lower if lower.split('.').any(is_code) => Kind::Refused(CODE),
        lower if lower.chars().count() > MAX_NAME_CHARACTERS => Kind::Refused(LONG_NAME),
        lower => text_match(lower).map_or(Kind::Name, Kind::Match),
    }
}

fn is_code(part: &str) -> bool {
    matches!(part, "new" | "typeof" | "gettype")
}

/// Returns what a name before a parenthesis is.
pub(super) fn call_kind(raw: &str) -> Kind {
    let Some((field, method)) = raw.rsplit_once('.') else {
        return Kind::Refused(CALL);
    };
    match text_match(&method.to_lowercase()) {
        Some(_) if word_kind(field) != Kind::Name => Kind::Refused(RESERVED),
        Some(text_match) => Kind::Method(text_match),
        None => Kind::Refused(CALL),
    }
}

fn text_match(lower: &str) -> Option<TextMatch> {
    match lower {
        "contains" => Some(TextMatch::Contains),
        "startswith" => Some(TextMatch::StartsWith),
        "endswith" => Some(TextMatch::EndsWith),
        _ => None,
    }
}
