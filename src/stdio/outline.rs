//! What can be told of a message that can't be parsed: its id, and whether it is a response.
//!
//! A scanner and not a parser: it takes bytes as they come, needs no memory for what it skips, and carries on over bad
//! UTF-8, bad escapes, bad values and any depth. An id is found wherever it stands: the TypeScript SDK writes it last.

use serde_json::Value;

/// The longest id or key kept, in bytes as written; a longer one counts as not found.
const LONGEST_TOKEN: usize = 1024;

/// The members of a message that decide who is told about it.
#[derive(Debug, Default)]
pub(super) struct Outline {
    id: Option<Value>,
    method: bool,
    answer: bool,
    place: Place,
    depth: usize,
    /// The name before the colon, once the scan is in the value of a top-level member.
    key: Option<Vec<u8>>,
    /// The token at the top level that is being read: a key, or the value of `id`.
    token: Vec<u8>,
}

/// Where the scan is.
#[derive(Debug, Default)]
enum Place {
    #[default]
    Structure,
    Text,
    /// After a backslash in a text.
    Escape,
    /// Past the first object, or in something that isn't one: nothing more to learn.
    Finished,
}

impl Outline {
    /// Returns the outline of a message, or of its beginning.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut outline = Self::default();
        outline.feed(bytes);
        outline
    }

    /// Returns the id, if it was complete and a number or a string.
    pub(super) fn id(&self) -> Option<&Value> {
        self.id.as_ref()
    }

    /// Says whether this is a response. Those are never answered: two peers that answer each other's errors never end.
    pub(super) fn is_response(&self) -> bool {
        self.answer && !self.method
    }

    /// Reads on.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match self.place {
                Place::Structure => self.step(byte),
                Place::Text => {
                    self.keep(byte);
                    self.place = match byte {
                        b'\\' => Place::Escape,
                        b'"' => Place::Structure,
                        _ => Place::Text,
                    };
                }
                Place::Escape => {
                    self.keep(byte);
                    self.place = Place::Text;
                }
                Place::Finished => return,
            }
        }
    }

    fn step(&mut self, byte: u8) {
        match byte {
            b'{' | b'[' if self.depth > 0 || byte == b'{' => {
                self.keep(byte);
                self.depth += 1;
            }
            // Only an object has members to look for; a scalar or an array has none.
            _ if self.depth == 0 && !byte.is_ascii_whitespace() => self.place = Place::Finished,
            b'"' => {
                self.place = Place::Text;
                self.keep(byte);
            }
            b'}' | b']' => self.close(),
            b':' if self.depth == 1 && self.key.is_none() => {
                let key = std::mem::take(&mut self.token);
                let key = key.trim_ascii();
                self.method |= key == b"\"method\"";
                self.answer |= key == b"\"result\"" || key == b"\"error\"";
                self.key = Some(key.to_vec());
            }
            b',' if self.depth == 1 => self.end_member(),
            _ => self.keep(byte),
        }
    }

    fn close(&mut self) {
        self.depth -= 1;
        if self.depth == 0 {
            self.end_member();
            self.place = Place::Finished;
        }
    }

    /// A value counts once what follows it was seen: a number cut short is another number.
    fn end_member(&mut self) {
        let token = std::mem::take(&mut self.token);
        let is_id = self.key.take().is_some_and(|key| key == b"\"id\"");
        if is_id && self.id.is_none() && token.len() <= LONGEST_TOKEN {
            self.id = serde_json::from_slice(&token)
                .ok()
                .filter(|id: &Value| id.is_number() || id.is_string());
        }
    }

    /// Keeps one byte more than the longest token, which marks it as too long.
    fn keep(&mut self, byte: u8) {
        let wanted = self.key.as_ref().is_none_or(|key| key == b"\"id\"");
        if self.depth == 1 && wanted && self.token.len() <= LONGEST_TOKEN {
            self.token.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Outline;

    fn id(text: &[u8]) -> Option<Value> {
        Outline::of(text).id().cloned()
    }

    #[test]
    fn finds_the_id_wherever_it_stands() {
        for text in [
            r#"{"id":7,"method":"m"}"#,
            r#" { "method" : "m" , "id" : 7 } "#,
            r#"{"params":{"id":1,"a":[{"id":2}]},"id":7}"#,
            r#"{"params":"{\"id\":1,","id":7}"#,
            r#"{"params":{oops},"id":7}"#,
            r#"{"id":7,"params":{"a":"#,
            r#"{"id":7}{"id":8}"#,
        ] {
            assert_eq!(id(text.as_bytes()), Some(json!(7)), "{text}");
        }
        assert_eq!(id(b"{\"a\":\"\xff\",\"id\":\"x\"}"), Some(json!("x")));
        assert_eq!(id(br#"{"a":"\ud800","id":"x"}"#), Some(json!("x")));
        assert_eq!(
            id(format!(
                "{{\"a\":{}1{},\"id\":7}}",
                "[".repeat(5000),
                "]".repeat(5000)
            )
            .as_bytes()),
            Some(json!(7))
        );
    }

    #[test]
    fn takes_no_id_that_is_cut_or_not_an_id() {
        for text in [
            "",
            "42",
            "[{\"id\":7}]",
            "{\"id\":7",
            "{\"id\":\"7",
            "{\"id\":null}",
            "{\"id\":true}",
            "{\"id\":{\"id\":7}}",
            "{\"id\":[7]}",
            "{\"id\":7 8}",
            "{\"i d\":7}",
            "{\"id\":\"a\nb\"}",
            "{\"id\":\"\\ud800\"}",
            "}{\"id\":7}",
        ] {
            assert_eq!(id(text.as_bytes()), None, "{text}");
        }
        assert_eq!(
            id(format!("{{\"id\":\"{}\"}}", "x".repeat(5000)).as_bytes()),
            None
        );
    }

    #[test]
    fn gives_the_same_answer_byte_by_byte() {
        let mut outline = Outline::default();
        for byte in br#"{"result":{"a":1},"id":"a\"b"}"# {
            outline.feed(&[*byte]);
        }
        assert_eq!(outline.id(), Some(&json!("a\"b")));
        assert!(outline.is_response());
    }

    #[test]
    fn tells_a_response_from_a_request() {
        assert!(Outline::of(br#"{"id":1,"error":{"#).is_response());
        assert!(!Outline::of(br#"{"id":1,"result":1,"method":"m"}"#).is_response());
        assert!(!Outline::of(br#"{"id":1,"params":{"result":1}}"#).is_response());
    }
}
