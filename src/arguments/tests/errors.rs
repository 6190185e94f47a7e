use proptest::prelude::*;
use rmcp::model::{ErrorData, JsonObject};
use serde_json::{Value, json};

use super::Query;
use crate::arguments::{ArgumentError, input_schema, prepare};

fn refusal(arguments: Value) -> ArgumentError {
    let arguments: JsonObject = serde_json::from_value(arguments).unwrap();
    prepare(&input_schema::<Query>(), arguments).unwrap_err()
}

#[test]
fn an_unknown_name_comes_with_the_nearest_and_all_accepted() {
    let error = refusal(json!({"entitytype": "A"}));
    assert_eq!(
        error.to_string(),
        "unknown parameter 'entitytype'; did you mean 'entity_type'"
    );
    assert_eq!(error.did_you_mean(), ["entity_type"]);
    assert_eq!(error.accepted().len(), 12);
    assert_eq!(
        error.hint(),
        "Use 'entity_type'; accepted here: 'entity_type', 'limit', 'skip', 'level', 'order', 'tags', 'window', \
         'in_definition', 'fields', 'parts', 'code', 'share'."
    );
}

#[test]
fn what_is_unlike_every_name_is_left_out_only_if_nothing_is_lost() {
    let error = refusal(json!({"zzz": "A"}));
    assert!(
        error
            .hint()
            .starts_with("Give 'entity_type', which is required; accepted")
    );
    let error = refusal(json!({"entity_type": "A", "zzz": "A"}));
    assert!(error.hint().starts_with("Leave it out; accepted here: "));
}

#[test]
fn a_missing_name_comes_with_what_it_should_hold() {
    let error = refusal(json!({}));
    assert_eq!(
        error.to_string(),
        "missing required parameter 'entity_type'"
    );
    assert_eq!(
        error.hint(),
        "Call again with 'entity_type', a text of 1 to 60 characters."
    );
    assert_eq!(error.accepted().len(), 12);
}

#[test]
fn becomes_a_protocol_error_the_gate_can_read() {
    let error = ErrorData::from(refusal(json!({"entity_type": "A", "level": "ful"})));
    assert_eq!(error.code.0, -32602);
    assert_eq!(
        error.message,
        "'level' does not accept 'ful'; did you mean 'full'"
    );
    assert_eq!(
        error.data,
        Some(json!({
            "parameter": "level",
            "did_you_mean": ["full"],
            "accepted": ["lite", "full"],
            "hint": "Send 'level' as one of 'lite', 'full'."
        }))
    );
}

#[test]
fn only_what_is_optional_is_said_to_be() {
    for (arguments, hint) in [
        (
            json!({"entity_type": " "}),
            "Send 'entity_type' as a text of 1 to 60 characters.",
        ),
        (
            json!({"entity_type": "A", "skip": "x"}),
            "Send 'skip' as a whole number, or leave it out.",
        ),
        (
            json!({"entity_type": "A", "tags": ["a\0"]}),
            "Send 'tags[0]' as a text without control characters.",
        ),
    ] {
        assert_eq!(refusal(arguments).hint(), hint);
    }
}

#[test]
fn repeats_at_most_sixty_characters_of_a_value_and_no_control_character() {
    let error = refusal(json!({"entity_type": "A", "skip": "9".repeat(5_000)}));
    assert_eq!(
        error.to_string(),
        format!("'skip' must be a whole number, not '{}…'", "9".repeat(59))
    );
    let error = refusal(json!({"entity_type": "A", "level": "a\nb"}));
    assert_eq!(error.to_string(), "'level' does not accept 'a b'");
}

#[test]
fn keeps_the_value_out_of_a_typed_refusal() {
    let serde = r#"invalid value: string "hunter2, expected x", expected a time"#;
    let error = ArgumentError::rejected("window.from", serde);
    assert_eq!(
        error.to_string(),
        "'window.from' was not understood: expected a time"
    );
    let error = ArgumentError::rejected(".", "no such `place`.");
    assert_eq!(
        error.to_string(),
        "'arguments' was not understood: no such 'place'"
    );
}

/// Any JSON value, nested a little.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,200}".prop_map(Value::from),
        "[\\[\\]{}\"a1,: ]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(any_name(), inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "entity_type",
            "limit",
            "skip",
            "level",
            "tags",
            "window",
            "from",
            "fields",
            "parts",
            "name",
            "share",
            "code"
        ])
        .prop_map(str::to_owned),
        ".{0,100}",
    ]
}

proptest! {
    #[test]
    fn whatever_is_sent_is_readable_or_refused_in_few_words(
        sent in prop::collection::hash_map(any_name(), any_value(), 0..6)
    ) {
        let sent: JsonObject = sent.into_iter().collect();
        match prepare(&input_schema::<Query>(), sent) {
            Ok(ready) => {
                let again = prepare(&input_schema::<Query>(), ready.clone());
                prop_assert_eq!(again, Ok(ready.clone()));
                prop_assert!(serde_json::from_value::<Query>(Value::Object(ready)).is_ok());
            }
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.chars().count() <= 300, "{}", message);
                prop_assert!(!message.ends_with('.') && !error.hint().is_empty());
                prop_assert!(!message.contains(char::is_control), "{}", message);
            }
        }
    }
}
