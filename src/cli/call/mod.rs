//! `call`: one tool call through the very server that clients get, printed as a client gets it or as a table.

mod exchange;
mod pretty;
mod table;

use std::io::Read as _;

use serde_json::{Value, json};

use super::{FAILED, NOT_STARTED, print};
use crate::config::Config;

/// What is to be called, and how its answer is printed.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) tool: String,
    /// A JSON object; `-` stands for the one on stdin.
    pub(super) arguments: Option<String>,
    /// A layout for people instead of the text that a client gets.
    pub(super) pretty: bool,
}

/// Makes the call and prints its answer; returns 1 for a failure, 2 if no call could be made.
pub(super) async fn run(config: Config, wanted: Wanted) -> u8 {
    let arguments = match read_arguments(wanted.arguments.as_deref()) {
        Ok(arguments) => arguments,
        Err(problem) => {
            print::note(&problem);
            return NOT_STARTED;
        }
    };
    match exchange::call(config, &wanted.tool, &arguments).await {
        Ok(response) => report(&response, wanted.pretty),
        Err(error) => {
            print::note(&format!("the call could not be made: {error}"));
            NOT_STARTED
        }
    }
}

fn read_arguments(arguments: Option<&str>) -> Result<Value, String> {
    let text = match arguments {
        None => return Ok(json!({})),
        Some("-") => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| format!("stdin can't be read: {error}"))?;
            text
        }
        Some(text) => text.to_owned(),
    };
    let arguments: Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
            format!("the arguments are no JSON: {error}. A shell may have taken the quotes: give '-' and the JSON on stdin.")
        })?;
    if arguments.is_object() {
        Ok(arguments)
    } else {
        Err("the arguments must be a JSON object, such as {\"entity_type\":\"Product\"}".to_owned())
    }
}

/// Prints the answer's text; for an unknown tool the failure object of the protocol error.
fn report(response: &Value, pretty: bool) -> u8 {
    let answer = response
        .pointer("/result/content/0/text")
        .and_then(Value::as_str);
    let failure = response.pointer("/error/data").map(Value::to_string);
    let text = match (answer, failure) {
        (Some(text), _) => text.to_owned(),
        (None, Some(failure)) => failure,
        (None, None) => response.to_string(),
    };
    match pretty.then(|| pretty::text(&text)).flatten() {
        Some(laid_out) => print::styled(&laid_out),
        None => print::line(&text),
    }
    let is_error = response.pointer("/result/isError").and_then(Value::as_bool);
    if answer.is_some() && is_error != Some(true) {
        0
    } else {
        FAILED
    }
}
