//! Finds and replaces secrets in one answer.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

use memchr::{memchr, memchr2};
use serde_json::value::{RawValue, to_raw_value};

use super::escapes::Meant;
use super::{Needle, REDACTED};

/// Replaces every known form of a secret in the texts of one answer.
pub(in crate::easywms) struct Redactor {
    needles: Vec<Arc<Needle>>,
    found: Cell<bool>,
}

impl Redactor {
    pub(super) fn new(needles: Vec<Arc<Needle>>) -> Self {
        Self {
            needles,
            found: Cell::new(false),
        }
    }

    /// Whether anything was replaced so far.
    pub(super) fn found(&self) -> bool {
        self.found.get()
    }

    /// Returns the text without secrets; `None` if it held none.
    pub(in crate::easywms) fn text(&self, text: &str) -> Option<String> {
        let clean = self.needles.iter().fold(Cow::Borrowed(text), replaced);
        let clean = match Meant::of(&clean) {
            Some(meant) if self.needles.iter().any(|needle| needle.is_in(&meant.text)) => {
                self.needles.iter().fold(clean, replaced_in_escapes)
            }
            _ => clean,
        };
        match clean {
            Cow::Borrowed(_) => None,
            Cow::Owned(clean) => {
                self.found.set(true);
                Some(clean)
            }
        }
    }

    /// Returns a JSON text without secrets in its strings; `None` if they held none.
    ///
    /// Only the strings with a find are written anew. A number is never taken for a secret.
    pub(in crate::easywms) fn json(&self, json: &str) -> Option<Box<RawValue>> {
        let held = self.needles.iter().any(|needle| needle.is_in(json));
        if !held && memchr(b'\\', json.as_bytes()).is_none() {
            return None;
        }
        let mut clean = String::new();
        let mut copied = json;
        let mut rest = json;
        while let Some((string, after)) = next_string(rest) {
            // What the whole doesn't hold as it is written, a string can only hold in escapes.
            let may_hold = held || memchr(b'\\', string.as_bytes()).is_some();
            if let Some(replacement) = may_hold.then(|| self.string(string)).flatten() {
                let before = copied.len() - after.len() - string.len();
                clean.push_str(copied.get(..before).unwrap_or_default());
                clean.push_str(&replacement);
                copied = after;
            }
            rest = after;
        }
        if clean.is_empty() {
            return None;
        }
        clean.push_str(copied);
        // The whole goes rather than a secret, if the pieces should ever not fit together again.
        RawValue::from_string(clean)
            .or_else(|_| to_raw_value(REDACTED))
            .ok()
    }

    /// Cleans one string, given and returned with its quotes.
    fn string(&self, quoted: &str) -> Option<String> {
        match serde_json::from_str::<String>(quoted) {
            Ok(said) => Some(serde_json::Value::from(self.text(&said)?).to_string()),
            // Half of a surrogate pair: no text can hold it, so the string is judged as it is written.
            Err(_) => self.text(quoted).map(|_| format!("\"{REDACTED}\"")),
        }
    }
}

/// Replaces one form wherever it stands.
fn replaced<'t>(text: Cow<'t, str>, needle: &Arc<Needle>) -> Cow<'t, str> {
    let mut clean = String::new();
    let mut rest = text.as_ref();
    while let Some(at) = needle.finder.find(rest.as_bytes()) {
        let Some((before, found)) = rest.split_at_checked(at) else {
            break;
        };
        clean.push_str(before);
        clean.push_str(REDACTED);
        rest = found
            .get(needle.finder.needle().len()..)
            .unwrap_or_default();
    }
    if clean.is_empty() {
        return text;
    }
    clean.push_str(rest);
    Cow::Owned(clean)
}

/// Replaces one form wherever it stands in escapes, which are undone to find it.
fn replaced_in_escapes<'t>(text: Cow<'t, str>, needle: &Arc<Needle>) -> Cow<'t, str> {
    let Some(meant) = Meant::of(&text) else {
        return text;
    };
    let mut clean = String::new();
    let mut written = 0;
    for at in needle.finder.find_iter(meant.text.as_bytes()) {
        let start = meant.written_at(at);
        clean.push_str(text.get(written..start).unwrap_or_default());
        clean.push_str(REDACTED);
        written = meant.written_at(at + needle.finder.needle().len());
    }
    if written == 0 {
        return text;
    }
    clean.push_str(text.get(written..).unwrap_or_default());
    Cow::Owned(clean)
}

/// Finds the next string of JSON: the string with its quotes, and what is behind.
fn next_string(json: &str) -> Option<(&str, &str)> {
    let open = memchr(b'"', json.as_bytes())?;
    let from = json.get(open..)?;
    let mut end = 1;
    loop {
        let at = end + memchr2(b'"', b'\\', from.as_bytes().get(end..)?)?;
        if from.as_bytes().get(at) == Some(&b'"') {
            let (string, after) = from.split_at_checked(at + 1)?;
            return Some((string, after));
        }
        end = at + 2;
    }
}
