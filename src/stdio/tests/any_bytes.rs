//! Any bytes on stdin: every line of stdout is one JSON-RPC message, and a good request after them is answered.

use proptest::prelude::*;
use serde_json::json;

use super::{INITIALIZE, Session, echo, text};

/// Pieces of messages, whole and broken, that random bytes alone would never hit on.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let fragments = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\n",
        "\r\n",
        " ",
        "null",
        "1.5",
        "-0",
        "1e999",
        "\u{feff}",
        "\"\\ud800\"",
        "\"jsonrpc\":\"2.0\",",
        "\"id\":7,",
        "\"id\":\"s\"",
        "\"id\":{}",
        "\"method\":\"ping\"",
        "\"method\":\"tools/call\"",
        "\"params\":",
        "\"result\":{}",
        "\"error\":",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
        INITIALIZE,
    ];
    prop_oneof![
        5 => prop::sample::select(fragments.to_vec()).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// The session's own reader asserts on every line that it is a message.
    #[test]
    fn leave_the_session_serving(
        greeted in any::<bool>(),
        pieces in prop::collection::vec(piece(), 0..60),
    ) {
        let mut session = if greeted { Session::open() } else { Session::start(super::Limits::default()) };
        session.write(&pieces.concat());
        session.say("");
        session.say(&INITIALIZE.replace("hello", "second hello"));
        session.say(&echo(&json!("good"), "served"));
        let answer = loop {
            let answer = session.answer();
            if answer["id"] == "good" {
                break answer;
            }
        };
        prop_assert_eq!(text(&answer), "served");
    }
}
