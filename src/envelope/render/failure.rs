//! The failure object: bounded, with its facts in a fixed order.

use serde_json::{Map, Value};

use crate::envelope::failure::Failure;
use crate::envelope::window::prefix_that_fits;

/// A failure's whole text stays within this many bytes: some clients cut error texts from about 11,000 characters on,
/// and a failure is read by a model that should act on it, not search in it.
const FAILURE_BYTES: usize = 2_000;
/// The most bytes of the message and of the hint; the rest is for the details.
const SENTENCE_BYTES: usize = 650;
/// No tool has a longer name; an unknown one is shown this far.
const TOOL_BYTES: usize = 80;

/// Returns a failure as the JSON object that clients see, at most 2,000 bytes long.
///
/// Details that don't fit are dropped from the end and counted in `details_omitted`.
#[must_use]
pub fn failure_json(failure: &Failure, tool: &str, request_id: &str) -> Value {
    let mut details = Map::clone(&failure.details);
    let mut omitted = 0;
    loop {
        let object = failure_object(failure, tool, request_id, &details, omitted);
        let last = details.keys().next_back().cloned();
        match last {
            Some(last) if object.to_string().len() > FAILURE_BYTES => details.remove(&last),
            _ => return object,
        };
        omitted += 1;
    }
}

fn failure_object(
    failure: &Failure,
    tool: &str,
    request_id: &str,
    details: &Map<String, Value>,
    omitted: usize,
) -> Value {
    let mut object = Map::new();
    let mut set = |name: &str, value: Value| object.insert(name.to_owned(), value);
    set("success", false.into());
    set("error", shortened(&failure.message, SENTENCE_BYTES).into());
    set("tool", shortened(tool, TOOL_BYTES).into());
    if let Some(profile) = &failure.profile {
        set("profile", profile.as_str().into());
    }
    set("code", failure.code.as_str().into());
    set("category", failure.code.category().into());
    set("retryable", failure.retryable.into());
    set("hint", shortened(&failure.hint, SENTENCE_BYTES).into());
    set("request_id", request_id.into());
    if !details.is_empty() {
        set("details", Value::Object(details.clone()));
    }
    if omitted > 0 {
        set("details_omitted", omitted.into());
    }
    Value::Object(object)
}

/// The text with an ellipsis where it was too long: a sentence, not data. Bytes are those of its JSON form.
fn shortened(text: &str, json_bytes: usize) -> String {
    let (start, _) = prefix_that_fits(text, usize::MAX, json_bytes);
    if start.len() == text.len() {
        text.to_owned()
    } else {
        format!("{start}…")
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::indexing_slicing, reason = "a failing test should panic")]

    use serde_json::json;

    use super::failure_json;
    use crate::envelope::{Code, Failure};

    #[test]
    fn has_its_members_in_order_and_only_those_that_say_something() {
        let failure = Failure::new(Code::UnknownField, "Product has no field 'Cod'", "Look.")
            .did_you_mean(&["Code"]);
        let expected = r#"{"success":false,"error":"Product has no field 'Cod'","tool":"t","code":"unknown_field","category":"validation","retryable":false,"hint":"Look.","request_id":"r-1","details":{"did_you_mean":["Code"]}}"#;
        assert_eq!(failure_json(&failure, "t", "r-1").to_string(), expected);
    }

    #[test]
    fn stays_within_its_bytes_and_says_what_it_left_out() {
        let long = "é".repeat(1_000_000);
        let failure = Failure::new(Code::UpstreamError, &long, &long)
            .with("short", 1)
            .server_message(Some(&long))
            .with("names", vec!["x".repeat(500); 10]);
        let object = failure_json(&failure, &long, "r-1");
        assert!(
            object.to_string().len() <= 2_000,
            "{}",
            object.to_string().len()
        );
        assert_eq!(object["details"], json!({"short": 1}));
        assert_eq!(object["details_omitted"], 2);
    }
}
