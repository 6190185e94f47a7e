//! Before and during the handshake: what may come early, and what ends a session that never began.

use rmcp::service::{QuitReason, ServerInitializeError};
use serde_json::json;

use super::{Ending, INITIALIZE, INITIALIZED, Limits, Session, cancel, echo, text};

#[test]
fn survives_notifications_and_responses_before_the_handshake() {
    let mut session = Session::start(Limits::default());
    session.say(INITIALIZED);
    session.say(&cancel(&json!(1)));
    session.say(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    session.say(r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#);
    session.say("garbage");
    assert_eq!(session.answer()["error"]["code"], -32700);
    session.say(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    assert!(session.answer()["result"].is_object());
    session.say(INITIALIZED);
    // Refused by rmcp for want of metadata: no session yet, and a notification would still end it.
    session.say(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    assert_eq!(session.answer()["error"]["code"], -32602);
    session.say(INITIALIZED);
    session.say(INITIALIZE);
    assert_eq!(session.answer()["id"], "hello");
    session.assert_serves();
}

#[test]
fn serves_what_was_sent_along_with_the_handshake() {
    let mut session = Session::start(Limits::default());
    let lines = [INITIALIZE, INITIALIZED, &echo(&json!(1), "a"), INITIALIZE].join("\n");
    session.say(&lines);
    let mut ids: Vec<String> = (0..3).map(|_| session.answer()["id"].to_string()).collect();
    ids.sort();
    assert_eq!(ids, ["\"hello\"", "\"hello\"", "1"]);
}

#[test]
fn says_what_a_malformed_initialize_lacks() {
    let mut session = Session::start(Limits::default());
    session.say(r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#);
    let answer = session.answer();
    assert_eq!(answer["error"]["code"], -32602);
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("protocolVersion")
    );
    session.say(INITIALIZE);
    assert_eq!(session.answer()["id"], "hello");
}

#[test]
fn opens_without_a_handshake_and_takes_a_cancellation_of_the_first_call() {
    let mut session = Session::start(Limits::default());
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    });
    let request = |id: u32, name: &str| {
        let params = json!({"name": name, "arguments": {"text": "modern"}, "_meta": meta});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
    };
    session.say(&request(1, "hold"));
    session.say(&cancel(&json!(1)));
    session.say(&request(2, "echo"));
    let answer = session.answer();
    assert_eq!(answer["id"], 2, "{answer}");
    assert_eq!(text(&answer), "modern");
    let (ending, rest) = session.end();
    assert!(
        matches!(ending, Ending::Session(QuitReason::Closed)),
        "{ending:?}"
    );
    assert!(rest.is_empty(), "{rest:?}");
}

#[test]
fn writes_its_answers_when_the_input_ends_before_the_handshake() {
    for (input, answers) in [
        ("", 0),
        ("garbage\n", 1),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n", 1),
    ] {
        let mut session = Session::start(Limits::default());
        session.write(input.as_bytes());
        let (ending, rest) = session.end();
        let Ending::Handshake(error) = ending else {
            panic!("{ending:?}")
        };
        assert!(
            matches!(*error, ServerInitializeError::ConnectionClosed(_)),
            "{error}"
        );
        assert_eq!(rest.len(), answers, "{rest:?}");
    }
}
