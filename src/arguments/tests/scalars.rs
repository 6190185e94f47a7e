use serde_json::{Value, json};

use super::{accepts, refuses};

#[test]
fn takes_whole_numbers_in_every_honest_form() {
    accepts(
        "skip",
        &[
            (json!(5), json!(5)),
            (json!(5.0), json!(5)),
            (json!(1e3), json!(1000)),
            (json!("5"), json!(5)),
            (json!("5.0"), json!(5)),
            (json!(" 5 "), json!(5)),
            (json!("+5"), json!(5)),
            (json!("007"), json!(7)),
            (json!("1e3"), json!(1000)),
            (json!(-1), json!(-1)),
            (json!(2_147_483_648_i64), json!(2_147_483_648_i64)),
            (json!("9007199254740993"), json!(9_007_199_254_740_993_i64)),
            (json!(i64::MIN), json!(i64::MIN)),
            (json!(i64::MAX.to_string()), json!(i64::MAX)),
            (Value::Null, Value::Null),
        ],
    );
}

#[test]
fn refuses_what_is_no_whole_number() {
    let beyond = "'skip' must be a whole number that fits 64 bits, not";
    refuses(
        "skip",
        &[
            (json!(5.5), "'skip' must be a whole number, not 5.5"),
            (json!("5.5"), "'skip' must be a whole number, not '5.5'"),
            (json!(true), "'skip' must be a whole number, not true"),
            (json!("true"), "'skip' must be a whole number, not 'true'"),
            (json!("five"), "'skip' must be a whole number, not 'five'"),
            (json!("1,000"), "'skip' must be a whole number, not '1,000'"),
            (json!("NaN"), "'skip' must be a whole number, not 'NaN'"),
            (
                json!(" "),
                "'skip' must be a whole number, not a blank text",
            ),
            (json!([5]), "'skip' must be a whole number, not a list"),
            (json!({}), "'skip' must be a whole number, not an object"),
            (json!(u64::MAX), &format!("{beyond} 18446744073709551615")),
            (
                json!("9223372036854775808"),
                &format!("{beyond} '9223372036854775808'"),
            ),
            (
                json!("-9223372036854775809"),
                &format!("{beyond} '-9223372036854775809'"),
            ),
            (json!(1e300), &format!("{beyond} 1e+300")),
        ],
    );
}

#[test]
fn enforces_the_published_range() {
    accepts("limit", &[(json!(1), json!(1)), (json!("200"), json!(200))]);
    let wanted = "'limit' must be a whole number from 1 to 200, not";
    refuses(
        "limit",
        &[
            (json!(0), &format!("{wanted} 0")),
            (json!(-1), &format!("{wanted} -1")),
            (json!("201"), &format!("{wanted} '201'")),
            (json!(1e300), &format!("{wanted} 1e+300")),
            (json!(u64::MAX), &format!("{wanted} 18446744073709551615")),
        ],
    );
    accepts("share", &[(json!("0.5"), json!(0.5)), (json!(1), json!(1))]);
    refuses(
        "share",
        &[
            (json!(0), "'share' must be a number above 0, not 0"),
            (json!("inf"), "'share' must be a number above 0, not 'inf'"),
            (
                json!("1e400"),
                "'share' must be a number above 0, not '1e400'",
            ),
        ],
    );
}

#[test]
fn takes_booleans_sent_as_texts() {
    accepts(
        "in_definition",
        &[
            (json!(true), json!(true)),
            (json!("true"), json!(true)),
            (json!("False"), json!(false)),
            (json!(" TRUE "), json!(true)),
        ],
    );
    refuses(
        "in_definition",
        &[
            (json!(1), "'in_definition' must be true or false, not 1"),
            (
                json!("yes"),
                "'in_definition' must be true or false, not 'yes'",
            ),
        ],
    );
}

#[test]
fn takes_an_integer_for_a_text_only_while_its_digits_are_safe() {
    accepts(
        "entity_type",
        &[
            (json!(240_117), json!("240117")),
            (json!(-3), json!("-3")),
            (json!(9_007_199_254_740_991_i64), json!("9007199254740991")),
        ],
    );
    let wanted =
        "'entity_type' must be a text in quotes, since a number may lose digits on its way, not";
    refuses(
        "entity_type",
        &[
            (json!(1.5), &format!("{wanted} 1.5")),
            (json!(5.0), &format!("{wanted} 5.0")),
            (
                json!(384_012_345_678_901_234_i64),
                &format!("{wanted} 384012345678901234"),
            ),
        ],
    );
}

#[test]
fn enforces_the_published_length_and_form_of_a_text() {
    let long = "x".repeat(61);
    let wanted = "'entity_type' must be a text of 1 to 60 characters, not";
    refuses(
        "entity_type",
        &[
            (json!(""), &format!("{wanted} a blank text")),
            (json!(" \t "), &format!("{wanted} a blank text")),
            (json!(long), &format!("{wanted} one of 61")),
            (json!(true), &format!("{wanted} true")),
            (json!(["a"]), &format!("{wanted} a list")),
        ],
    );
    accepts(
        "entity_type",
        &[(json!("é".repeat(60)), json!("é".repeat(60)))],
    );
    accepts("code", &[(json!("OB-1"), json!("OB-1"))]);
    refuses(
        "code",
        &[(
            json!("ob 1"),
            "'code' must be a text that matches ^[A-Z0-9-]+$, not 'ob 1'",
        )],
    );
}

#[test]
fn passes_a_text_on_exactly() {
    let text = " O'Brien 📦 \u{202e}אבג e\u{301}\r\n\t%2e%2e ";
    accepts("tags", &[(json!([text]), json!([text]))]);
}

#[test]
fn refuses_control_characters_and_pasted_texts_everywhere() {
    refuses(
        "tags",
        &[
            (
                json!(["ok", "a\u{0}b"]),
                "'tags[1]' must be a text without control characters, not one with U+0000",
            ),
            (
                json!("x".repeat(10_001)),
                "'tags' must be a shorter text, not one of more than 10000 characters",
            ),
        ],
    );
    accepts(
        "tags",
        &[(json!(["é".repeat(10_000)]), json!(["é".repeat(10_000)]))],
    );
}

#[test]
fn takes_enumeration_words_in_any_case() {
    accepts(
        "level",
        &[
            (json!("full"), json!("full")),
            (json!("FULL"), json!("full")),
            (json!(" Lite "), json!("lite")),
        ],
    );
    accepts("order", &[(json!("descending"), json!("Descending"))]);
    refuses(
        "level",
        &[
            (
                json!("fulll"),
                "'level' does not accept 'fulll'; did you mean 'full'",
            ),
            (json!(true), "'level' does not accept 'true'"),
            (json!(7), "'level' does not accept '7'"),
        ],
    );
}
