//! The ways arguments can be wrong, each in words a model can act on.
//!
//! A message says what is wrong, a hint says what to send instead. Values come from outside and may be long or secret:
//! at most [`MAX_EXCERPT_CHARS`] characters of one are ever repeated.

use std::borrow::Cow;

use rmcp::{ErrorData, model::JsonObject};
use serde_json::Value;

use super::path::Path;

/// The most characters of a caller's value or name that a message repeats.
const MAX_EXCERPT_CHARS: usize = 60;
/// The most characters of a parameter's path in a message; only free-form objects can nest that far.
const MAX_PATH_CHARS: usize = 80;
/// The most characters of a type's own complaint in a message.
const MAX_REASON_CHARS: usize = 150;

/// Why a tool's arguments were refused. `parameter` is always a path such as `limit`, `window.from` or `tags[1].name`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// A name that the tool, or an object inside its arguments, does not have.
    #[error("unknown parameter '{parameter}'{}", question(did_you_mean))]
    UnknownName {
        /// Where the name was found.
        parameter: String,
        /// Valid names that mean the same or resemble it, the nearest first.
        did_you_mean: Vec<String>,
        /// A required name that was not given; the value may be under the wrong one.
        missing: Option<String>,
        /// All names that are valid at this place.
        accepted: Vec<String>,
    },
    /// A required parameter that is absent or null.
    #[error("missing required parameter '{parameter}'")]
    Missing {
        /// Where it belongs.
        parameter: String,
        /// What the value should be: "a text", "a whole number from 1 to 200".
        wanted: String,
        /// All names that are valid at this place.
        accepted: Vec<String>,
    },
    /// A text that is none of the words of an enumeration.
    #[error("'{parameter}' does not accept '{value}'{}", question(did_you_mean))]
    NotAccepted {
        /// Where the value stands.
        parameter: String,
        /// The value, shortened.
        value: String,
        /// Accepted words that resemble it, the nearest first.
        did_you_mean: Vec<String>,
        /// All accepted words.
        accepted: Vec<String>,
    },
    /// A value of the wrong type, out of bounds, or not of the published form.
    #[error("'{parameter}' must be {wanted}, not {found}")]
    WrongValue {
        /// Where the value stands.
        parameter: String,
        /// What the value should be, as a noun phrase.
        wanted: String,
        /// What it is: the value shortened, or its size.
        found: String,
        /// Whether the parameter can be left out.
        optional: bool,
    },
    /// A value that passed the schema and was refused by the parameter's own type.
    #[error("'{parameter}' was not understood: {reason}")]
    Rejected {
        /// Where the value stands; `arguments` when the type did not say.
        parameter: String,
        /// The type's own words, without the value.
        reason: String,
    },
}

impl ArgumentError {
    /// Returns the path of the parameter at fault.
    #[must_use]
    pub fn parameter(&self) -> &str {
        match self {
            Self::UnknownName { parameter, .. }
            | Self::Missing { parameter, .. }
            | Self::NotAccepted { parameter, .. }
            | Self::WrongValue { parameter, .. }
            | Self::Rejected { parameter, .. } => parameter,
        }
    }

    /// Returns the valid names or words nearest to the wrong one, if any resembles it.
    #[must_use]
    pub fn did_you_mean(&self) -> &[String] {
        match self {
            Self::UnknownName { did_you_mean, .. } | Self::NotAccepted { did_you_mean, .. } => {
                did_you_mean
            }
            Self::Missing { .. } | Self::WrongValue { .. } | Self::Rejected { .. } => &[],
        }
    }

    /// Returns the names or words that are valid at this place, where they form a closed list.
    #[must_use]
    pub fn accepted(&self) -> &[String] {
        match self {
            Self::UnknownName { accepted, .. }
            | Self::Missing { accepted, .. }
            | Self::NotAccepted { accepted, .. } => accepted,
            Self::WrongValue { .. } | Self::Rejected { .. } => &[],
        }
    }

    /// Returns what to do about it, as a whole sentence.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::UnknownName {
                did_you_mean,
                missing,
                accepted,
                ..
            } => unknown_name_hint(did_you_mean.first(), missing.as_deref(), accepted),
            Self::Missing {
                parameter, wanted, ..
            } => format!("Call again with '{parameter}', {wanted}."),
            Self::NotAccepted {
                parameter,
                accepted,
                ..
            } => format!("Send '{parameter}' as one of {}.", listed(accepted, ", ")),
            Self::WrongValue {
                parameter,
                wanted,
                optional,
                ..
            } => {
                let way_out = if *optional { ", or leave it out" } else { "" };
                format!("Send '{parameter}' as {wanted}{way_out}.")
            }
            Self::Rejected { parameter, .. } => {
                format!("Send '{parameter}' in the form its description gives.")
            }
        }
    }

    /// Returns the machine-readable part: `parameter`, `hint`, and `did_you_mean` and `accepted` where they say anything.
    #[must_use]
    pub fn details(&self) -> JsonObject {
        let mut details = JsonObject::new();
        details.insert("parameter".to_owned(), self.parameter().into());
        if !self.did_you_mean().is_empty() {
            details.insert("did_you_mean".to_owned(), self.did_you_mean().into());
        }
        if !self.accepted().is_empty() {
            details.insert("accepted".to_owned(), self.accepted().into());
        }
        details.insert("hint".to_owned(), self.hint().into());
        details
    }

    /// Makes the error of a type that refused a value which had passed the schema.
    ///
    /// serde's own messages repeat the value before `, expected …`; only what was expected is kept.
    pub(super) fn rejected(path: &str, message: &str) -> Self {
        let parameter = if path == "." { "arguments" } else { path };
        let reason = match message.rsplit_once(", expected ") {
            Some((_, expected)) => format!("expected {expected}"),
            None => message.replace('`', "'"),
        };
        Self::Rejected {
            parameter: shortened(parameter, MAX_PATH_CHARS).into_owned(),
            reason: shortened(reason.trim_end_matches('.'), MAX_REASON_CHARS).into_owned(),
        }
    }

    /// Makes the error of a value that is not what the schema wants.
    pub(super) fn wrong_value(
        path: Path<'_>,
        wanted: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self::WrongValue {
            parameter: path_text(path),
            wanted: wanted.into(),
            found: found.into(),
            optional: false,
        }
    }

    /// Says that the parameter itself, not a part of it, can be left out.
    pub(super) fn of_optional(mut self, path: Path<'_>) -> Self {
        if let Self::WrongValue {
            parameter,
            optional,
            ..
        } = &mut self
        {
            *optional |= *parameter == path_text(path);
        }
        self
    }
}

impl From<ArgumentError> for ErrorData {
    fn from(error: ArgumentError) -> Self {
        ErrorData::invalid_params(error.to_string(), Some(Value::Object(error.details())))
    }
}

/// Returns the text of a path, shortened where free-form names made it long.
pub(super) fn path_text(path: Path<'_>) -> String {
    shortened(&path.to_string(), MAX_PATH_CHARS).into_owned()
}

/// Returns a caller's text as a message may repeat it: short, and without control characters.
pub(super) fn excerpt(text: &str) -> Cow<'_, str> {
    shortened(text, MAX_EXCERPT_CHARS)
}

fn shortened(text: &str, max_chars: usize) -> Cow<'_, str> {
    let is_short = text.chars().nth(max_chars).is_none();
    if is_short && !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let kept = if is_short { max_chars } else { max_chars - 1 };
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut short: String = text.chars().take(kept).map(visible).collect();
    if !is_short {
        short.push('…');
    }
    Cow::Owned(short)
}

/// A name that is left out must not turn a question for some rows into one for all.
fn unknown_name_hint(
    nearest: Option<&String>,
    missing: Option<&str>,
    accepted: &[String],
) -> String {
    if accepted.is_empty() {
        return "Call again without parameters.".to_owned();
    }
    let filter = ["filter", "raw_filter"]
        .into_iter()
        .find(|name| accepted.iter().any(|known| known == name));
    let advice = match (nearest, missing, filter) {
        (Some(nearest), ..) => format!("Use '{nearest}'"),
        (None, Some(missing), _) => format!("Give '{missing}', which is required"),
        (None, None, Some(filter)) => {
            format!("Write a condition on a field into '{filter}', or leave it out")
        }
        (None, None, None) => "Leave it out".to_owned(),
    };
    format!("{advice}; accepted here: {}.", listed(accepted, ", "))
}

fn question(did_you_mean: &[String]) -> String {
    if did_you_mean.is_empty() {
        return String::new();
    }
    format!("; did you mean {}", listed(did_you_mean, " or "))
}

fn listed(names: &[String], separator: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    quoted.join(separator)
}
