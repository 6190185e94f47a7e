//! The ways in which a secret is written where a server repeats it: in a form, a URL, a JSON text, a Basic header.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// Returns a secret as it is and as it is usually written; forms that don't differ come twice.
pub(super) fn written_forms(secret: &str) -> Vec<String> {
    vec![
        secret.to_owned(),
        STANDARD_NO_PAD.encode(secret),
        percent_encoded(secret, "+", true),
        percent_encoded(secret, "+", false),
        percent_encoded(secret, "%20", true),
        percent_encoded(secret, "%20", false),
        json_escaped(secret),
        json_escaped_as_dotnet(secret),
    ]
}

/// Returns the credentials of HTTP Basic without padding, which may be cut where they are repeated.
pub(super) fn basic(user: &str, password: &str) -> String {
    STANDARD_NO_PAD.encode(format!("{user}:{password}"))
}

/// As in a form or a URL; .NET writes lower-case digits, others upper-case ones.
fn percent_encoded(secret: &str, space: &str, upper: bool) -> String {
    let mut encoded = String::new();
    for byte in secret.bytes() {
        match byte {
            b' ' => encoded.push_str(space),
            byte if byte.is_ascii_alphanumeric() || b"*-._".contains(&byte) => {
                encoded.push(char::from(byte));
            }
            // Writing to a string does not fail.
            byte if upper => drop(write!(encoded, "%{byte:02X}")),
            byte => drop(write!(encoded, "%{byte:02x}")),
        }
    }
    encoded
}

/// As the text between the quotes of a JSON string.
fn json_escaped(secret: &str) -> String {
    let quoted = serde_json::Value::from(secret).to_string();
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or_default().to_owned()
}

/// As `System.Text.Json` writes it, which escapes whatever could mean something to HTML.
fn json_escaped_as_dotnet(secret: &str) -> String {
    let mut escaped = String::new();
    for unit in secret.encode_utf16() {
        match u8::try_from(unit).map(char::from) {
            Ok('\\') => escaped.push_str("\\\\"),
            Ok(plain @ ' '..='~') if !"\"&'+<>`".contains(plain) => escaped.push(plain),
            _ => drop(write!(escaped, "\\u{unit:04X}")),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{basic, written_forms};

    #[test]
    fn a_secret_is_known_in_every_usual_spelling() {
        let forms = written_forms("pä s'\"1");
        assert_eq!(
            forms,
            [
                "pä s'\"1",
                "cMOkIHMnIjE",
                "p%C3%A4+s%27%221",
                "p%c3%a4+s%27%221",
                "p%C3%A4%20s%27%221",
                "p%c3%a4%20s%27%221",
                "pä s'\\\"1",
                "p\\u00E4 s\\u0027\\u00221",
            ]
        );
        assert_eq!(basic("user", "pass"), "dXNlcjpwYXNz");
    }
}
