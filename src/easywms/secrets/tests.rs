#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

use proptest::prelude::*;

use super::Secrets;
use crate::config::{Config, Profile, Sources};

const PASSWORD: &str = "pa$$ \"w\u{f6}rd'";
const CLIENT_SECRET: &str = "client-secret";
const TOKEN: &str = "eyJhbGciOiJub25lIn0.e30.";

fn profile(username: &str, password: &str) -> Arc<Profile> {
    let variables: BTreeMap<String, OsString> = [
        ("WMS_URL", "http://wms.example"),
        ("WMS_TENANT", "NORTH"),
        ("WMS_USERNAME", username),
        ("WMS_PASSWORD", password),
        ("WMS_CLIENT_ID", "mcp"),
        ("WMS_CLIENT_SECRET", CLIENT_SECRET),
    ]
    .map(|(name, value)| (name.to_owned(), value.into()))
    .into();
    let config = Config::load(Sources {
        variables,
        working_directory: std::env::temp_dir().join("no-env-file-here"),
        ..Sources::default()
    });
    Arc::clone(config.profiles.select(None).unwrap())
}

fn secrets(username: &str, password: &str) -> Secrets {
    let secrets = Secrets::of(&profile(username, password), None);
    secrets.learn_token(TOKEN);
    secrets
}

fn clean_message(text: &str) -> String {
    let redactor = secrets("operator", PASSWORD).redactor_of_messages();
    redactor.text(text).unwrap_or_else(|| text.to_owned())
}

fn clean_json(secrets: &Secrets, json: &str) -> String {
    let redactor = secrets.redactor_of_data();
    let clean = redactor.json(json);
    clean.map_or(json.to_owned(), |clean| clean.get().to_owned())
}

/// G12
#[test]
fn a_message_loses_every_form_of_every_secret() {
    let cases = [
        ("none", "none"),
        (
            "user operator, password pa$$ \"wörd'!",
            "user operator, password [redacted]!",
        ),
        ("p=pa%24%24+%22w%C3%B6rd%27&x", "p=[redacted]&x"),
        ("p=pa%24%24%20%22w%c3%b6rd%27&x", "p=[redacted]&x"),
        ("{\"p\":\"pa$$ \\\"wörd'\"}", "{\"p\":\"[redacted]\"}"),
        (
            "Authorization: Bearer eyJhbGciOiJub25lIn0.e30.",
            "Authorization: Bearer [redacted]",
        ),
        ("Basic bWNwOmNsaWVudC1zZWNyZXQ=", "Basic [redacted]="),
        ("client-secretclient-secret", "[redacted][redacted]"),
    ];
    for (text, clean) in cases {
        assert_eq!(clean_message(text), clean);
    }
}

/// G12
#[test]
fn a_row_loses_secrets_in_its_strings_and_keeps_every_other_byte() {
    let secrets = secrets("operator", PASSWORD);
    let row = r#"{"Qty":0.10,"Id":1E5,"Text":"caf\u00e9 \/ ok","Log":"login pa$$ \u0022w\u00F6rd\u0027 failed","client-secret":null}"#;
    let clean = r#"{"Qty":0.10,"Id":1E5,"Text":"caf\u00e9 \/ ok","Log":"login [redacted] failed","[redacted]":null}"#;
    assert_eq!(clean_json(&secrets, row), clean);
}

/// G12: whatever of a secret is written as an escape, and in whatever letters.
#[test]
fn a_secret_in_escapes_is_the_secret() {
    for (password, written) in [
        ("p\u{e4}sswort-0001", r"p\u00e4sswort-0001"),
        ("p\u{e4}sswort-0001", r"p\u00E4sswort-0001"),
        ("a<b>c&d-0001", r"a\u003cb\u003ec\u0026d-0001"),
        ("abc/def-0001", r"abc\/def-0001"),
        ("canary-PW-0001", r"c\u0061nary-PW-0001"),
        ("smile-\u{1f600}-01", r"smile-\ud83d\ude00-01"),
    ] {
        let secrets = secrets("operator", password);
        let row = format!(r#"{{"Qty":0.10,"Path":"C:\\x\/y","Log":"login {written} failed"}}"#);
        let clean = r#"{"Qty":0.10,"Path":"C:\\x\/y","Log":"login [redacted] failed"}"#;
        assert_eq!(clean_json(&secrets, &row), clean, "{written}");
        // A log message that holds JSON itself.
        let inner = serde_json::Value::from(format!("{{\"p\":\"{written}\"}}")).to_string();
        let clean = r#"{"Log":"{\"p\":\"[redacted]\"}"}"#;
        assert_eq!(
            clean_json(&secrets, &format!(r#"{{"Log":{inner}}}"#)),
            clean
        );
        let message = secrets.redactor_of_messages().text(written);
        assert_eq!(message.as_deref(), Some("[redacted]"), "{written}");
    }
}

/// G12: a redacted row must stay a row, whatever the password looks like.
#[test]
fn a_number_is_not_a_secret() {
    let secrets = secrets("operator", "12345678");
    let row = r#"{"Quantity":12345678,"Code":"PAL-123456789"}"#;
    let clean = r#"{"Quantity":12345678,"Code":"PAL-[redacted]9"}"#;
    assert_eq!(clean_json(&secrets, row), clean);
}

#[test]
fn a_short_password_is_looked_for_in_messages_only() {
    let secrets = secrets("operator", "test");
    let row = r#"{"Description":"latest"}"#;
    assert_eq!(clean_json(&secrets, row), row);
    let message = secrets.redactor_of_messages().text("wrong password test");
    assert_eq!(message.as_deref(), Some("wrong password [redacted]"));
}

#[test]
fn a_password_that_is_the_user_name_is_left_where_the_name_stands() {
    let secrets = secrets("administrator", "administrator");
    let row = r#"{"CreatedBy":"administrator"}"#;
    assert_eq!(clean_json(&secrets, row), row);
}

#[test]
fn nothing_shows_in_debug() {
    let shown = format!("{:?}", secrets("operator", PASSWORD));
    assert_eq!(shown, "Secrets { .. }");
}

proptest! {
    /// G12
    #[test]
    fn whatever_surrounds_a_secret_the_row_stays_json_and_the_secret_goes(
        before in "\\PC{0,12}|[\\x00-\\x7f]{0,12}",
        after in "\\PC{0,12}|[\\x00-\\x7f]{0,12}",
    ) {
        let secrets = secrets("operator", PASSWORD);
        let said = format!("{before}{PASSWORD}{after}");
        let row = serde_json::json!({ "Log": said, "Other": before }).to_string();
        let clean = clean_json(&secrets, &row);
        let parsed: serde_json::Value = serde_json::from_str(&clean).unwrap();
        prop_assert!(!parsed["Log"].as_str().unwrap().contains(PASSWORD));
        prop_assert_eq!(parsed["Other"].as_str().unwrap(), before);
    }
}
