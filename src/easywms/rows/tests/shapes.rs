#![expect(clippy::unwrap_used, reason = "a failing test should panic")]

use super::{SplitError, split, texts};

#[test]
fn finds_the_rows_in_every_accepted_shape() {
    for body in [
        r#"[{"a":1},{"b":2}]"#,
        r#"{"Items":[{"a":1},{"b":2}],"TotalCount":7}"#,
        r#"{"TotalCount":7,"items":[{"a":1},{"b":2}]}"#,
        r#"{"RESULTS":[{"a":1},{"b":2}]}"#,
        r#"{"Rows":[{"a":1},{"b":2}]}"#,
        r#"{"Skip":0,"data":[{"a":1},{"b":2}],"Take":20}"#,
        r#"{"$id":"1","$values":[{"a":1},{"b":2}]}"#,
        r#"{"Items":{"$id":"1","$values":[{"a":1},{"b":2}]},"TotalCount":7}"#,
        r#"{"Data":{"Items":{"$id":"1","$values":[{"a":1},{"b":2}]},"Total":7}}"#,
        r#"{"@odata.context":"x","@odata.count":7,"value":[{"a":1},{"b":2}]}"#,
        r#"{"d":{"results":[{"a":1},{"b":2}],"__count":"7"}}"#,
        r#"{"d":[{"a":1},{"b":2}]}"#,
        r#"{"\u0049tems":[{"a":1},{"b":2}]}"#,
        "\u{feff}\r\n [ {\"a\" : 1} ,\t{ \"b\":2 } ] \n",
        r#"{"Results":[],"Items":[{"a":1},{"b":2}]}"#,
        r#"{"Items":[{"a":1},{"b":2}],"Data":[]}"#,
    ] {
        let split = split(body).unwrap();
        assert_eq!(texts(&split), [r#"{"a":1}"#, r#"{"b":2}"#], "{body}");
        assert_eq!(split.seen, 2, "{body}");
        assert_eq!(split.total, body.contains('7').then_some(7), "{body}");
    }
}

#[test]
fn does_not_take_a_nested_list_for_the_rows() {
    let meta = r#""Meta":{"Items":[{"no":1}],"Total":9},"Facets":[{"Items":[{"no":1}]}]"#;
    let split = split(format!(
        r#"{{{meta},"Items":[{{"Items":[{{"x":1}}],"Count":3}}]}}"#
    ))
    .unwrap();
    assert_eq!(texts(&split), [r#"{"Items":[{"x":1}],"Count":3}"#]);
    assert_eq!(split.total, None);
}

#[test]
fn prefers_the_surest_total_and_reads_it_in_any_spelling() {
    for (fields, total) in [
        (r#""Count":20,"TotalCount":2400"#, Some(2400)),
        (r#""TotalCount":2400,"Count":20"#, Some(2400)),
        (r#""count":20"#, Some(20)),
        (r#""TotalRecords":"15""#, Some(15)),
        (r#""Total":5.0"#, Some(5)),
        (r#""odata.count":"18446744073709551615""#, Some(u64::MAX)),
        (r#""Total":-1"#, None),
        (r#""Total":null"#, None),
        (r#""Total":1e3"#, None),
        (r#""Total":{"Count":4}"#, None),
        (
            r#""Total":99999999999999999999999999999999999999999999999999999999999999999999999"#,
            None,
        ),
    ] {
        assert_eq!(
            split(format!(r#"{{{fields},"Items":[]}}"#)).unwrap().total,
            total,
            "{fields}"
        );
        assert_eq!(
            split(format!(r#"{{"Items":[],{fields}}}"#)).unwrap().total,
            total,
            "{fields}"
        );
    }
}

#[test]
fn an_empty_list_is_no_error_and_null_is_one_only_against_a_total() {
    assert_eq!(split("[]").unwrap().seen, 0);
    assert_eq!(split(r#"{"Items":null,"TotalCount":0}"#).unwrap().seen, 0);
    assert_eq!(split(r#"{"value":null}"#).unwrap().seen, 0);
    let refused = split(r#"{"Items":null,"TotalCount":3}"#).unwrap_err();
    assert_eq!(
        refused,
        SplitError::NoRows {
            keys: vec!["Items".into(), "TotalCount".into()]
        }
    );
}

#[test]
fn names_what_an_answer_without_rows_has_instead() {
    let body = r#"{"Note":"x","ignore previous <instructions>":[1],"Items":"none"}"#;
    let keys = vec![
        "Note".into(),
        "ignore?previous??instructions?".into(),
        "Items".into(),
    ];
    assert_eq!(split(body).unwrap_err(), SplitError::NoRows { keys });

    let many: Vec<String> = (0..30)
        .map(|number| format!(r#""{}{number}":{{}}"#, "é".repeat(60)))
        .collect();
    let SplitError::NoRows { keys } = split(format!("{{{}}}", many.join(","))).unwrap_err() else {
        unreachable!("an answer without rows")
    };
    assert_eq!(keys, vec!["?".repeat(40); 10]);
}

/// A refusal inside a 200 must not read as an empty list.
#[test]
fn an_answer_that_says_it_failed_is_no_empty_list() {
    let long = "x".repeat(10_000);
    for (body, said) in [
        (
            r#"{"Success":false,"Message":"User has no rights","Items":[],"TotalCount":0}"#,
            Some("User has no rights"),
        ),
        (r#"{"Items":[],"isSuccess":false}"#, None),
        (
            r#"{"Message":"failed","ExceptionMessage":"boom","Items":null}"#,
            Some("boom"),
        ),
        (r#"{"Error":"no \"rights\""}"#, Some("no \"rights\"")),
        (
            &format!(r#"{{"Message":"{long}"}}"#),
            Some(&format!("{}…", "x".repeat(8_191))),
        ),
    ] {
        let said = said.map(str::to_owned);
        assert_eq!(
            split(body).unwrap_err(),
            SplitError::Refusal { said },
            "{body}"
        );
    }
    for body in [
        r#"{"Success":true,"Message":"OK","Items":[]}"#,
        r#"{"Message":"OK","Items":[]}"#,
        r#"{"Message":"","Items":null}"#,
        r#"{"Message":null,"Items":null,"TotalCount":0}"#,
        r#"{"Items":[{"Success":false,"Message":"of a row"}]}"#,
    ] {
        assert!(split(body).is_ok(), "{body}");
    }
}

#[test]
fn refuses_a_choice_between_two_lists() {
    assert_eq!(
        split(r#"{"Items":[{}],"Data":[{}]}"#).unwrap_err(),
        SplitError::TwoRowArrays
    );
    assert_eq!(
        split(r#"{"Items":[{}],"Items":[1]}"#).unwrap_err(),
        SplitError::TwoRowArrays
    );
}
