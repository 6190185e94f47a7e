use serde_json::json;

use super::{Nothing, Query, accepts, object, refuses};
use crate::arguments::{input_schema, prepare};

#[test]
fn takes_lists_sent_as_texts_and_single_values() {
    accepts(
        "tags",
        &[
            (json!("[\"a\",\"b\"]"), json!(["a", "b"])),
            (json!("a, b"), json!(["a, b"])),
            (json!("[not json"), json!(["[not json"])),
            (json!(""), json!([])),
            (json!([1, "2"]), json!(["1", "2"])),
            (json!(7), json!(["7"])),
        ],
    );
    refuses(
        "tags",
        &[
            (json!(["a", null]), "'tags[1]' must be a text, not null"),
            (json!({}), "'tags' must be a text, not an object"),
            (
                json!(vec![1; 1001]),
                "'tags' must be a list of at most 1000 items, not one of 1001",
            ),
        ],
    );
}

#[test]
fn takes_names_as_a_text_or_a_list() {
    accepts(
        "fields",
        &[
            (json!("lite"), json!("lite")),
            (json!(" Code, Status ,"), json!("Code,Status")),
            (json!(["Code", "Status,Lot"]), json!("Code,Status,Lot")),
            (json!("[\"Code\", \"Status\"]"), json!("Code,Status")),
        ],
    );
    refuses(
        "fields",
        &[
            (
                json!(" , "),
                "'fields' must be names separated by commas, not an empty list",
            ),
            (
                json!([]),
                "'fields' must be names separated by commas, not an empty list",
            ),
            (json!(["Code", 1]), "'fields[1]' must be a name, not 1"),
            (
                json!(true),
                "'fields' must be names separated by commas, not true",
            ),
        ],
    );
}

#[test]
fn looks_inside_objects_and_lists_of_objects() {
    accepts(
        "window",
        &[
            (json!({"from": 1, "to": null}), json!({"from": "1"})),
            (json!("{\"from\":\"a\"}"), json!({"from": "a"})),
        ],
    );
    refuses(
        "window",
        &[
            (
                json!({"form": "a"}),
                "unknown parameter 'window.form'; did you mean 'from'",
            ),
            (
                json!({"to": "a"}),
                "missing required parameter 'window.from'",
            ),
            (
                json!({"from": null}),
                "missing required parameter 'window.from'",
            ),
            (json!("a"), "'window' must be an object, not 'a'"),
            (json!("[1]"), "'window' must be an object, not '[1]'"),
        ],
    );
    accepts(
        "parts",
        &[
            (
                json!("[{\"name\":\"a\",\"weight\":\"1.5\"}]"),
                json!([{"name": "a", "weight": 1.5}]),
            ),
            (json!("{\"name\":\"a\"}"), json!([{"name": "a"}])),
        ],
    );
    refuses(
        "parts",
        &[
            (
                json!([{"name": "a"}, {"nam": "b"}]),
                "unknown parameter 'parts[1].nam'; did you mean 'name'",
            ),
            (
                json!([{"name": "a", "weight": {}}]),
                "'parts[0].weight' must be a number, not an object",
            ),
            (json!([{}]), "missing required parameter 'parts[0].name'"),
            (
                json!([{}, {}, {}, {}]),
                "'parts' must be a list of at most 3 items, not one of 4",
            ),
        ],
    );
}

#[test]
fn drops_null_for_an_optional_parameter_at_any_depth() {
    let sent = object(json!({"entity_type": "A", "limit": null, "window": null, "tags": null}));
    let ready = prepare(&input_schema::<Query>(), sent);
    assert_eq!(ready, Ok(object(json!({"entity_type": "A"}))));
}

#[test]
fn refuses_any_argument_of_a_tool_without_parameters() {
    let error = prepare(
        &input_schema::<Nothing>(),
        object(json!({"profile": "NORTH"})),
    );
    let error = error.unwrap_err();
    assert_eq!(error.to_string(), "unknown parameter 'profile'");
    assert_eq!(error.hint(), "Call again without parameters.");
}

#[test]
fn bounds_the_depth_of_a_free_value() {
    let schema = object(json!({"type": "object", "properties": {"free": {}}}));
    let mut value = json!(1);
    for _ in 0..15 {
        value = json!([value]);
    }
    assert!(prepare(&schema, object(json!({"free": value}))).is_ok());
    let deeper = json!({"free": [value]});
    let error = prepare(&schema, object(deeper)).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("must be a value at most 16 levels deep, not a deeper one"),
        "{error}"
    );
}
