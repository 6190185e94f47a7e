//! What can be wrong with a filter or a sort order, said in one sentence that a model can act on.
//! It never says more of the text than a short excerpt.

use super::kind::FieldKind;
use super::token::{Kind, Token};

/// The longest excerpt of the text in a message, in characters.
const MAX_EXCERPT_CHARACTERS: usize = 40;
/// The longest suggestion worth repeating, in characters.
const MAX_SUGGESTION_CHARACTERS: usize = 60;

/// A filter or a sort order that can't be used. Positions count characters from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// Something else should stand here.
    #[error("expected {expected} at character {position}, found {found}{}", did_you_mean(.suggestion.as_deref()))]
    Unexpected {
        /// Where it stands.
        position: usize,
        /// What stands there, in backticks, or `the end of the text`.
        found: String,
        /// What would have been right.
        expected: &'static str,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// This is no part of the language, wherever it stands.
    #[error("{found} at character {position} is refused: {reason}")]
    Refused {
        /// Where it stands.
        position: usize,
        /// What stands there, in backticks.
        found: String,
        /// Why, and what to write instead.
        reason: &'static str,
    },
    /// The text passes one of the limits.
    #[error("more than {limit} {what} at character {position}")]
    TooLarge {
        /// Where the limit is passed.
        position: usize,
        /// What is counted.
        what: &'static str,
        /// How many are accepted.
        limit: usize,
    },
    /// A value that no row of the field can have.
    #[error("`{field}`{} is compared with {found}: expected {expected}{}", at(.position.as_ref()), did_you_mean(.suggestion.as_deref()))]
    WrongKind {
        /// The field's name.
        field: String,
        /// Where the field stands.
        position: Option<usize>,
        /// What would have been right.
        expected: &'static str,
        /// The value, in backticks.
        found: String,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// A part of a text is looked for in a field that holds no text.
    #[error("`{operator}` looks into texts, and `{field}`{} holds {}", at(.position.as_ref()), .kind.values())]
    TextOnly {
        /// The field's name.
        field: String,
        /// Where the field stands.
        position: Option<usize>,
        /// The operator.
        operator: &'static str,
        /// What the field holds.
        kind: FieldKind,
    },
    /// A field name of the program or of the server can't be written in a filter.
    #[error(
        "{name} can't be a field name: expected letters, digits and `_`, and no word of the filter language"
    )]
    InvalidName {
        /// The name, in backticks.
        name: String,
    },
    /// A value of the program can't be written in a filter.
    #[error("{found} can't be a value: expected {expected}{}", did_you_mean(.suggestion.as_deref()))]
    InvalidValue {
        /// The value, in backticks.
        found: String,
        /// What would have been right.
        expected: &'static str,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// A range that ends before it starts.
    #[error("`{field}`{} can't be between {low} and {high}: the smaller bound comes first{}", at(.position.as_ref()), did_you_mean(.suggestion.as_deref()))]
    Reversed {
        /// The field's name.
        field: String,
        /// Where the field stands.
        position: Option<usize>,
        /// The bound that stands first, in backticks.
        low: String,
        /// The bound that stands last, in backticks.
        high: String,
        /// The comparison with the bounds exchanged.
        suggestion: Option<String>,
    },
}

impl FilterError {
    /// Returns where the text is wrong, in characters from 1; nothing for a filter made by the program.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        match self {
            Self::Unexpected { position, .. }
            | Self::Refused { position, .. }
            | Self::TooLarge { position, .. } => Some(*position),
            Self::WrongKind { position, .. }
            | Self::TextOnly { position, .. }
            | Self::Reversed { position, .. } => *position,
            Self::InvalidName { .. } | Self::InvalidValue { .. } => None,
        }
    }

    /// Returns how the field that holds no text is compared; nothing for other mistakes, whose message says what is expected.
    #[must_use]
    pub fn comparison(&self) -> Option<String> {
        let Self::TextOnly { field, kind, .. } = self else {
            return None;
        };
        Some(match kind {
            FieldKind::Id => format!(
                "Compare it whole, {field} = '<id>', or filter on the code or name beside it."
            ),
            FieldKind::Date => format!("Give a span: {field} >= today-7d and {field} < today."),
            FieldKind::Number => format!("Compare the number: {field} >= 10 and {field} < 20."),
            FieldKind::Boolean => format!("Write {field} = true or {field} = false."),
            FieldKind::Text => return None,
        })
    }

    /// Returns what was probably meant.
    #[must_use]
    pub fn suggestion(&self) -> Option<&str> {
        match self {
            Self::Unexpected { suggestion, .. }
            | Self::WrongKind { suggestion, .. }
            | Self::InvalidValue { suggestion, .. }
            | Self::Reversed { suggestion, .. } => suggestion.as_deref(),
            _ => None,
        }
    }

    /// Returns the error for `token` where `expected` should stand; `suggestion` unless the token brings its own.
    pub(super) fn unexpected(
        token: &Token<'_>,
        expected: &'static str,
        suggestion: Option<String>,
    ) -> Self {
        let (position, found) = (token.position, token.found());
        let suggestion = match token.kind {
            Kind::Refused(reason) => {
                return Self::Refused {
                    position,
                    found,
                    reason,
                };
            }
            Kind::Unknown(Some(meant)) => Some(meant.to_owned()),
            _ => suggestion.filter(|text| is_short(text)),
        };
        Self::Unexpected {
            position,
            found,
            expected,
            suggestion,
        }
    }

    pub(super) fn invalid_value(found: &str, expected: &'static str) -> Self {
        Self::InvalidValue {
            found: excerpt(found),
            expected,
            suggestion: None,
        }
    }
}

/// Tells whether a suggestion is worth repeating.
pub(super) fn is_short(suggestion: &str) -> bool {
    suggestion.chars().count() <= MAX_SUGGESTION_CHARACTERS
}

/// Returns the start of `text` in backticks, on one line and free of control characters.
pub(super) fn excerpt(text: &str) -> String {
    let mut characters = text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut excerpt: String = characters.by_ref().take(MAX_EXCERPT_CHARACTERS).collect();
    if characters.next().is_some() {
        excerpt.push('…');
    }
    format!("`{excerpt}`")
}

fn at(position: Option<&usize>) -> String {
    position
        .map(|position| format!(" at character {position}"))
        .unwrap_or_default()
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion
        .map(|suggestion| format!("; did you mean `{suggestion}`?"))
        .unwrap_or_default()
}
