#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use super::super::validate_document;
use super::{SplitError, split};

/// Asserts that rows and documents fail alike.
fn assert_both(body: &[u8], error: &SplitError) {
    let shown = String::from_utf8_lossy(body);
    assert_eq!(split(body).as_ref().unwrap_err(), error, "as rows: {shown}");
    assert_eq!(
        validate_document(body.to_vec())
            .as_ref()
            .map(|value| value.get())
            .unwrap_err(),
        error,
        "as document: {shown}"
    );
}

#[test]
fn refuses_what_only_looks_like_json() {
    for (body, offset, expected) in [
        (r#"{"Items":[{"a":NaN}]}"#, 15, "a value"),
        (r#"{"Items":[{"a":Infinity}]}"#, 15, "a value"),
        (r#"{"Items":[{"a":-Infinity}]}"#, 16, "a digit"),
        (
            r#"{"Items":[{'a':1}]}"#,
            11,
            "a field name in double quotes or }",
        ),
        (r#"{"Items":[{"a":'1'}]}"#, 15, "a value"),
        (
            r#"{"Items":[{"a":1,}]}"#,
            17,
            "a field name in double quotes",
        ),
        (r#"{"Items":[{"a":1},]}"#, 18, "a value"),
        (r#"{"Items":[{"a":01}]}"#, 16, "a comma or }"),
        (r#"{"Items":[{"a":1.}]}"#, 17, "a digit"),
        (r#"{"Items":[{"a":1e+}]}"#, 18, "a digit"),
        (r#"{"Items":[{"a":+1}]}"#, 15, "a value"),
        (r#"{"Items":[{"a":nul}]}"#, 18, "true, false or null"),
        (r#"{"Items":[{"a":"\x"}]}"#, 17, "an escape"),
        (r#"{"Items":[{"a":"\u12g4"}]}"#, 20, "a hexadecimal digit"),
        (
            "{\"Items\":[{\"a\":\"x\ny\"}]}",
            17,
            "an escape for a control character",
        ),
        (r#"{"Items":[{"a" 1}]}"#, 15, "a colon"),
        (r#"{"Items":[{"a":1]}"#, 16, "a comma or }"),
        (r#"{"Items":[{"a":[1}]}"#, 17, "a comma or ]"),
        (r#"{"Items":[{"a":1} {"b":2}]}"#, 18, "a comma or ]"),
        (r"{1:2}", 1, "a field name in double quotes or }"),
        (r#"{"a":1,2:3}"#, 7, "a field name in double quotes"),
        ("Service unavailable", 0, "an object or an array"),
        ("null", 0, "an object or an array"),
        ("12", 0, "an object or an array"),
        (
            "{\"a\":1,\u{feff}\"b\":2}",
            7,
            "a field name in double quotes",
        ),
    ] {
        assert_both(body.as_bytes(), &SplitError::NotJson { offset, expected });
    }
}

#[test]
fn tells_a_page_and_nothing_from_bad_json() {
    for body in [
        "<!DOCTYPE html><html>",
        "\u{feff} \r\n<?xml version='1.0'?>",
        "<",
    ] {
        assert_both(body.as_bytes(), &SplitError::Html);
    }
    assert_both(b"<h1>M\xe9tro</h1>", &SplitError::Html);
    for body in ["", " \r\n\t", "\u{feff}"] {
        assert_both(body.as_bytes(), &SplitError::Empty);
    }
}

#[test]
fn tells_a_second_document_from_white_space() {
    assert_both(b"[] []", &SplitError::TrailingData { offset: 3 });
    assert_both(
        b"{\"Items\":[]}\n\0",
        &SplitError::TrailingData { offset: 13 },
    );
    assert_both(b"[]]", &SplitError::TrailingData { offset: 2 });
    assert!(split("[] \r\n").is_ok());
}

#[test]
fn names_the_first_byte_that_is_not_utf8() {
    assert_both(
        b"{\"Items\":[{\"a\":\"M\xe9tro\"}]}",
        &SplitError::NotUtf8 { offset: 17 },
    );
    assert_both(
        b"{\"Items\":[{\"a\":\"\xe2\x82\"}]}",
        &SplitError::NotUtf8 { offset: 16 },
    );
    assert_both(
        b"{\"Items\":[{\"a\":\"\xed\xa0\x80\"}]}",
        &SplitError::NotUtf8 { offset: 16 },
    );
    assert_both(b"\xff\xfe[\0]\0", &SplitError::NotUtf8 { offset: 0 });
    assert_both(b"[\xff", &SplitError::NotUtf8 { offset: 1 });
    // A fault before the bad byte is the one to report.
    assert_both(
        b"[x\xff",
        &SplitError::NotJson {
            offset: 1,
            expected: "a value or ]",
        },
    );
}

#[test]
fn bounds_the_depth_of_brackets() {
    let deep = |depth: usize| {
        format!(
            "[{{\"a\":{}{}}}]",
            "[".repeat(depth - 2),
            "]".repeat(depth - 2)
        )
    };
    assert_eq!(split(deep(512)).unwrap().rows[0].len_bytes(), 1026);
    assert_both(deep(513).as_bytes(), &SplitError::TooDeep);
    assert_both("{\"a\":".repeat(100_000).as_bytes(), &SplitError::TooDeep);
    assert_eq!(
        split("{\"Data\":".repeat(600)).unwrap_err(),
        SplitError::TooDeep
    );
}

#[test]
fn refuses_a_row_that_is_no_object() {
    for element in ["null", "1", "\"text\"", "[]", "true"] {
        let refused = split(format!(r#"{{"Items":[{{}},{element}]}}"#)).unwrap_err();
        assert_eq!(refused, SplitError::RowNotObject { index: 1 }, "{element}");
    }
}

#[test]
fn a_cut_body_is_truncated_wherever_the_cut_is() {
    let body = concat!(
        "\u{feff}",
        r#"{"TotalCount":12.0,"Items":[{"a":"é😀\u00e9\\","b":[true,null,-0.5e+10]},{}],"x":{"y":[]}}"#,
    )
    .as_bytes();
    split(body).unwrap();
    validate_document(body.to_vec()).unwrap();
    assert_both(b"[]\xe2", &SplitError::Truncated);
    assert_both(b"\xef\xbb", &SplitError::Truncated);
    for cut in 4..body.len() {
        assert_both(&body[..cut], &SplitError::Truncated);
    }
}

#[test]
fn a_document_comes_back_untouched() {
    let text =
        "{ \"data\" : \"\u{feff}<a>\\r\\n\", \"n\": 0.10, \"n\": 1e400, \"s\": \"\\ud800\" }";
    let body = format!("\u{feff}\n{text}\n").into_bytes();
    assert_eq!(validate_document(body).unwrap().get(), text);
}

/// In one chunk the scalar's own fault was met first, in several the scalar where a row should be.
#[test]
fn names_the_same_fault_wherever_the_chunks_end() {
    for (element, expected) in [
        ("\"a\u{1}\"", "an escape for a control character"),
        ("\"a\\x\"", "an escape"),
        ("-x", "a digit"),
        ("trie", "true, false or null"),
    ] {
        for body in [
            format!("[{{}},{element}]"),
            format!(r#"{{"Items":[{{}}],"value":[{element}]}}"#),
        ] {
            let fault = split(&body).unwrap_err();
            assert!(
                matches!(fault, SplitError::NotJson { expected: e, .. } if e == expected),
                "{body}: {fault:?}"
            );
        }
    }
}
