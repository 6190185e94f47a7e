//! The arguments of a prompt: checked, then written as JSON strings, so that no text of the user reads as ours.

use std::fmt::Write as _;

use rmcp::model::JsonObject;
use serde_json::Value;
use thiserror::Error;

use super::{Argument, Definition};
use crate::nearest::{did_you_mean, nearest};

/// No code or name of a warehouse comes near this.
const MOST_CHARS: usize = 200;

/// Why a prompt can't be filled in.
#[derive(Debug, Error)]
pub(super) enum ArgumentProblem {
    #[error("the prompt '{prompt}' needs the argument '{name}'")]
    Missing {
        prompt: &'static str,
        name: &'static str,
    },
    #[error("the prompt '{prompt}' has no argument '{name}'{meant}")]
    Unknown {
        prompt: &'static str,
        name: String,
        meant: String,
    },
    #[error("the argument '{name}' must be a text")]
    NoText { name: &'static str },
    #[error("the argument '{name}' has more than {MOST_CHARS} characters")]
    TooLong { name: &'static str },
    #[error("the argument '{name}' holds a control character")]
    Control { name: &'static str },
}

/// Returns one line an argument: `- order_code: "SO-240117"`.
pub(super) fn as_data(
    prompt: &Definition,
    arguments: Option<&JsonObject>,
) -> Result<String, ArgumentProblem> {
    let empty = JsonObject::new();
    let given = arguments.unwrap_or(&empty);
    if let Some(name) = given.keys().find(|name| !has(prompt, name)) {
        return Err(unknown(prompt, name));
    }
    let mut lines = String::new();
    for argument in prompt.arguments {
        let value = match text(argument, given.get(argument.name))? {
            Some(text) => Value::from(text).to_string(),
            None if argument.required => {
                return Err(ArgumentProblem::Missing {
                    prompt: prompt.name,
                    name: argument.name,
                });
            }
            None => "not given".to_owned(),
        };
        // Writing to a string can't fail.
        let _ = writeln!(lines, "- {}: {value}", argument.name);
    }
    Ok(lines)
}

fn has(prompt: &Definition, name: &str) -> bool {
    prompt
        .arguments
        .iter()
        .any(|argument| argument.name == name)
}

fn unknown(prompt: &Definition, name: &str) -> ArgumentProblem {
    let name: String = name.chars().take(60).collect();
    let nearest = nearest(&name, prompt.arguments.iter().map(|argument| argument.name));
    ArgumentProblem::Unknown {
        prompt: prompt.name,
        name,
        meant: did_you_mean(&nearest),
    }
}

/// Menus send an empty text for a field left blank: that is no value.
fn text<'v>(
    argument: &Argument,
    value: Option<&'v Value>,
) -> Result<Option<&'v str>, ArgumentProblem> {
    let name = argument.name;
    let text = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) => text.trim(),
        Some(_) => return Err(ArgumentProblem::NoText { name }),
    };
    if text.chars().nth(MOST_CHARS).is_some() {
        Err(ArgumentProblem::TooLong { name })
    } else if text.chars().any(char::is_control) {
        Err(ArgumentProblem::Control { name })
    } else {
        Ok(Some(text).filter(|text| !text.is_empty()))
    }
}
