//! The values a field is compared with. How a dialect quotes them is `write`'s to know.

use winnow::ascii::digit1;
use winnow::combinator::opt;
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::one_of;

use super::MAX_VALUE_CHARACTERS;
use super::error::FilterError;
use super::moment::Moment;

/// What is expected where null makes no sense.
pub(super) const NOT_NULL: &str =
    "a value other than null (only `=`, `!=` and `is` compare with null)";
const CONTROL_CHARACTER: &str = "a text holds no control characters";
const LONG_TEXT: &str = "a text has at most 256 characters";
const NUMBER: &str = "a number such as `10`, `-0.50` or `1E5`";

/// A value that a field is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Any text of at most 256 characters, none of them a control character.
    Text(String),
    /// A number as text, so that no digit is lost: `10`, `-0.50`, `1E5`.
    Number(String),
    /// True or false.
    Boolean(bool),
    /// A date or a date with a time.
    Date(Moment),
    /// The absence of a value.
    Null,
}

impl Value {
    /// Returns the value itself, provided that it obeys the rules of a parsed one.
    pub(super) fn checked(self) -> Result<Self, FilterError> {
        match &self {
            Self::Text(text) => check_text(text)?,
            Self::Number(number) if !is_number(number) => {
                return Err(FilterError::invalid_value(number, NUMBER));
            }
            _ => {}
        }
        Ok(self)
    }
}

/// Checks a text that the program puts into a filter: what a user searches for, the key of a row.
pub(super) fn check_text(text: &str) -> Result<(), FilterError> {
    match text_problem(text) {
        Some(_) => Err(FilterError::invalid_value(
            text,
            "at most 256 characters, none of them a control character",
        )),
        None => Ok(()),
    }
}

/// Returns why `text` is refused as a value.
pub(super) fn text_problem(text: &str) -> Option<&'static str> {
    if text.chars().any(char::is_control) {
        Some(CONTROL_CHARACTER)
    } else if text.chars().count() > MAX_VALUE_CHARACTERS {
        Some(LONG_TEXT)
    } else {
        None
    }
}

/// Tells whether `text` is a number that every dialect writes the same way.
pub(super) fn is_number(text: &str) -> bool {
    let exponent = (
        one_of(['e', 'E']),
        opt(one_of(['+', '-'])),
        digit1::<&str, EmptyError>,
    );
    let mut number = (opt('-'), digit1, opt(('.', digit1)), opt(exponent));
    text.len() <= MAX_VALUE_CHARACTERS && number.parse(text).is_ok()
}
