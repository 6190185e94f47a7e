//! Writes the members of one JSON object in the order in which they are given; values are JSON already.

use serde_json::Value;

use crate::easywms::rows::RawRow;

/// Writes the members of one JSON object whose values are already JSON.
pub(super) struct Object {
    text: String,
}

impl Object {
    pub(super) fn new() -> Self {
        Self {
            text: String::from("{"),
        }
    }

    pub(super) fn raw(&mut self, name: &str, json: &str) {
        self.key(name);
        self.text.push_str(json);
    }

    pub(super) fn value(&mut self, name: &str, value: impl Into<Value>) {
        let value: Value = value.into();
        self.raw(name, &value.to_string());
    }

    pub(super) fn rows(&mut self, name: &str, rows: &[RawRow]) {
        self.key(name);
        self.text.push('[');
        for (at, row) in rows.iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            self.text.push_str(row.text());
        }
        self.text.push(']');
    }

    fn key(&mut self, name: &str) {
        if self.text.len() > 1 {
            self.text.push(',');
        }
        self.text.push_str(&Value::from(name).to_string());
        self.text.push(':');
    }

    pub(super) fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }
}
