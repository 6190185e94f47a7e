//! The transport's own answers: error responses for what never reaches the handler.

use rmcp::model::ErrorCode;
use serde::Serialize;
use serde_json::Value;

/// Returns an error response as one line, line feed included.
///
/// `id` is echoed if it is a number or a string, also a number that is no valid id (1.5): the sender recognises it.
/// Otherwise the member is `null`, as JSON-RPC 2.0 §5 asks for an id that can't be told. `message` never quotes input.
pub(super) fn error(id: Option<&Value>, code: ErrorCode, message: &str) -> Vec<u8> {
    let id = id.filter(|id| id.is_number() || id.is_string());
    let answer = ErrorResponse {
        jsonrpc: "2.0",
        id,
        error: ErrorObject {
            code: code.0,
            message,
        },
    };
    line(&answer).unwrap_or_default()
}

/// Returns a message as one line, line feed included; JSON escapes those inside strings.
pub(super) fn line(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

#[derive(Serialize)]
struct ErrorResponse<'r> {
    jsonrpc: &'static str,
    id: Option<&'r Value>,
    error: ErrorObject<'r>,
}

#[derive(Serialize)]
struct ErrorObject<'r> {
    code: i32,
    message: &'r str,
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use rmcp::model::ErrorCode;
    use serde_json::json;

    #[test]
    fn echoes_numbers_and_strings_and_nothing_else() {
        for (id, echoed) in [
            (json!(7), "7"),
            (json!(1.5), "1.5"),
            (json!(1_u64 << 63), "9223372036854775808"),
            (json!("a\nb"), r#""a\nb""#),
            (json!(true), "null"),
            (json!({"id": 1}), "null"),
        ] {
            let line = super::error(Some(&id), ErrorCode::PARSE_ERROR, "why");
            let expected = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{echoed},\"error\":{{\"code\":-32700,\"message\":\"why\"}}}}\n"
            );
            assert_eq!(String::from_utf8(line).unwrap(), expected);
        }
    }
}
