//! Lines that are not a request, one table a kind: what each gets, and that the session goes on.

use serde_json::{Value, json};

use super::{Limits, Session, call, echo, text};

/// Sends each line to one session and checks the code and the id of its one answer.
fn assert_refused(code: i64, lines: &[(&[u8], Value)]) {
    let mut session = Session::open();
    for (line, id) in lines {
        session.write(line);
        session.write(b"\n");
        let answer = session.answer();
        let line = String::from_utf8_lossy(line.split_at(line.len().min(200)).0);
        assert_eq!(answer["error"]["code"], code, "{line} got {answer}");
        assert_eq!(answer["id"], *id, "{line} got {answer}");
        assert!(answer.as_object().unwrap().contains_key("id"), "{answer}");
        session.assert_serves();
    }
}

#[test]
fn answers_what_is_not_json_with_a_parse_error_and_the_id() {
    let nested = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let deep = format!(r#"{{"jsonrpc":"2.0","id":6,"method":"ping","params":{{"a":{nested}}}}}"#);
    let very_deep = format!(r#"{{"id":7,"params":{}"#, "{\"a\":[".repeat(100_000));
    assert_refused(
        -32700,
        &[
            (b"garbage", Value::Null),
            (b"{", Value::Null),
            (b"}", Value::Null),
            (b"[", Value::Null),
            (b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", Value::Null),
            (b"\xff\xfe", Value::Null),
            (br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"na"#, json!(1)),
            (br#"{"jsonrpc":"2.0","id":2,"method":"ping"}{"jsonrpc":"2.0","id":3,"method":"ping"}"#, json!(2)),
            (br#"{"foo":1}{"foo":2}"#, Value::Null),
            (b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":{\"text\":\"\xff\"}}", json!(3)),
            (b"{\"method\":\"tools/call\",\xff\"params\":{\"name\":\"echo\"},\"id\":\"late\"}", json!("late")),
            (br#"{"jsonrpc":"2.0","id":4,"method":"ping","params":{"text":"\ud800"}}"#, json!(4)),
            (br#"{"jsonrpc":"2.0","id":5,"method":"ping","params":{"n":1e999}}"#, json!(5)),
            (b"{'jsonrpc':'2.0','id':5}", Value::Null),
            (deep.as_bytes(), json!(6)),
            (very_deep.as_bytes(), json!(7)),
        ],
    );
}

#[test]
fn answers_what_is_json_and_no_message_with_an_invalid_request_and_the_id() {
    assert_refused(
        -32600,
        &[
            (b"42", Value::Null),
            (b"null", Value::Null),
            (b"\"text\"", Value::Null),
            (b"{}", Value::Null),
            (br#"{"foo":1}"#, Value::Null),
            (br#"{"jsonrpc":"2.0","id":1}"#, json!(1)),
            (br#"{"id":2,"method":"ping"}"#, json!(2)),
            (br#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, json!("x")),
            (br#"{"jsonrpc":2.0,"id":3,"method":"ping"}"#, json!(3)),
            (br#"{"jsonrpc":"2.0","id":4,"method":7}"#, json!(4)),
            (
                br#"{"jsonrpc":"2.0","id":5,"method":"ping","result":{}}"#,
                json!(5),
            ),
            (
                br#"{"jsonrpc":"2.0","id":6,"method":"tools/list","params":[]}"#,
                json!(6),
            ),
            (
                br#"{"jsonrpc":"2.0","id":7,"method":"unknown","params":5}"#,
                json!(7),
            ),
            (
                br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                Value::Null,
            ),
            (br#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, json!(1.5)),
            (
                br#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}"#,
                json!(1_u64 << 63),
            ),
            (
                br#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
                Value::Null,
            ),
            (
                br#"{"jsonrpc":"2.0","id":{"id":1},"method":"ping"}"#,
                Value::Null,
            ),
            (
                br#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
                json!(2),
            ),
        ],
    );
}

#[test]
fn answers_malformed_params_of_a_call_with_invalid_params() {
    let mut session = Session::open();
    for (params, expected) in [
        ("", "params of tools/call must be an object with name"),
        (
            r#","params":null"#,
            "params of tools/call must be an object with name",
        ),
        (
            r#","params":[]"#,
            "params of tools/call must be an object with name",
        ),
        (
            r#","params":"echo""#,
            "params of tools/call must be an object with name",
        ),
        (r#","params":{}"#, "params of tools/call need name"),
        (
            r#","params":{"name":5}"#,
            "name in the params of tools/call must be a string",
        ),
        (
            r#","params":{"name":"echo","arguments":[1]}"#,
            "arguments in the params of tools/call",
        ),
        (
            r#","params":{"name":"echo","arguments":"{}"}"#,
            "arguments in the params of tools/call",
        ),
        (
            r#","params":{"name":"echo","_meta":5}"#,
            "params of tools/call are malformed",
        ),
    ] {
        session.say(&format!(
            r#"{{"jsonrpc":"2.0","id":9,"method":"tools/call"{params}}}"#
        ));
        let answer = session.answer();
        assert_eq!(answer["error"]["code"], -32602, "{params} got {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(expected), "{params} got {message}");
        assert_eq!(answer["id"], 9);
    }
    session.assert_serves();
}

#[test]
fn takes_null_arguments_for_none() {
    let mut session = Session::open();
    session.say(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":null}}"#);
    assert_eq!(text(&session.answer()), "echo without text");
}

#[test]
fn accepts_nesting_up_to_the_depth_limit() {
    let mut session = Session::open();
    let depth = 120;
    let nested = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let arguments = serde_json::from_str(&format!(r#"{{"text":{nested}}}"#)).unwrap();
    session.say(&call(&json!(1), "echo", &arguments));
    assert_eq!(text(&session.answer()), "");
}

#[test]
fn leaves_an_unknown_method_to_rmcp() {
    let mut session = Session::open();
    session.say(r#"{"jsonrpc":"2.0","id":1,"method":"tools/forget"}"#);
    assert_eq!(session.answer()["error"]["code"], -32601);
    session.say(r#"{"jsonrpc":"2.0","method":"notifications/unheard"}"#);
    session.assert_serves();
}

#[test]
fn answers_no_response_however_broken() {
    let mut session = Session::open();
    session.say(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    session.say(r#"{"id":1,"result":{}}"#);
    session.say(r#"{"jsonrpc":"2.0","id":1,"error":"text"}"#);
    session.say(r#"{"jsonrpc":"2.0","id":1,"result":{"cut":"#);
    session.say(&format!(r#"{{"id":1,"result":"{}"}}"#, "x".repeat(2 << 20)));
    session.assert_serves();
}

#[test]
fn accepts_blank_lines_line_ends_byte_order_marks_and_leading_spaces() {
    let mut session = Session::open();
    session.write(b"\n  \n\r\n\xef\xbb\xbf\r\n");
    let call = echo(&json!(1), "fine");
    for line in [
        format!("{call}\r\n"),
        format!("\u{feff}{call}\n"),
        format!(" \t {call} \n"),
    ] {
        session.write(line.as_bytes());
        assert_eq!(text(&session.answer()), "fine");
    }
}

#[test]
fn echoes_an_id_with_its_type() {
    let mut session = Session::open();
    for id in [
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!(""),
        json!("5"),
        json!("ä\n"),
    ] {
        session.say(&echo(&id, "x"));
        assert_eq!(session.answer()["id"], id);
    }
}

#[test]
fn accepts_a_line_of_the_limit_and_refuses_a_longer_one_with_its_id() {
    let mut session = Session::open();
    let limit = Limits::default().line_bytes;
    let padded = |length: usize| {
        // The id stands last, as the TypeScript SDK writes it.
        let head = r#"{"method":"tools/call","params":{"name":"echo","arguments":{"text":""#;
        let tail = r#""}},"jsonrpc":"2.0","id":"last"}"#;
        format!(
            "{head}{}{tail}",
            "x".repeat(length - head.len() - tail.len())
        )
    };
    for length in [limit - 1, limit] {
        session.say(&padded(length));
        assert!(session.answer()["result"].is_object());
    }
    for length in [limit + 1, limit + 2, 17 * limit] {
        session.say(&padded(length));
        let answer = session.answer();
        assert_eq!(answer["error"]["code"], -32600, "{length}: {answer}");
        assert_eq!(answer["id"], "last");
        session.assert_serves();
    }
}

#[test]
fn splits_a_batch_and_answers_each_member() {
    let mut session = Session::open();
    let members = [
        echo(&json!(1), "one"),
        r#"{"jsonrpc":"2.0","method":"notifications/unheard"}"#.to_owned(),
        "7".to_owned(),
        "[]".to_owned(),
        r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"t":"\ud800"}}"#.to_owned(),
        echo(&json!(3), "three"),
    ];
    session.say(&format!("[{}]", members.join(" , ")));
    let mut answers: Vec<(String, i64)> = (0..5)
        .map(|_| session.answer())
        .map(|answer| {
            (
                answer["id"].to_string(),
                answer["error"]["code"].as_i64().unwrap_or(0),
            )
        })
        .collect();
    answers.sort();
    let expected = [
        ("1", 0),
        ("2", -32700),
        ("3", 0),
        ("null", -32600),
        ("null", -32600),
    ];
    assert_eq!(answers, expected.map(|(id, code)| (id.to_owned(), code)));
    session.assert_serves();
}

#[test]
fn refuses_an_empty_and_an_endless_batch_with_one_answer() {
    let endless = format!("[{}1]", "1,".repeat(400_000));
    assert_refused(
        -32600,
        &[
            (b"[]", Value::Null),
            (b" [ ] ", Value::Null),
            (endless.as_bytes(), Value::Null),
        ],
    );
}
