//! Finds and replaces secrets in one answer.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

use memchr::{memchr, memchr2};
use serde_json::value::RawValue;

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
        let held = |needle: &Arc<Needle>| needle.finder.find(json.as_bytes()).is_some();
        if !self.needles.iter().any(held) {
            return None;
        }
        let mut clean = String::with_capacity(json.len());
        let mut touched = false;
        let mut rest = json;
        while let Some((before, string, after)) = next_string(rest) {
            clean.push_str(before);
            let replacement = self.string(string);
            touched |= replacement.is_some();
            clean.push_str(replacement.as_deref().unwrap_or(string));
            rest = after;
        }
        clean.push_str(rest);
        if touched {
            RawValue::from_string(clean).ok()
        } else {
            None
        }
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

/// Splits JSON at its next string: what is before, the string with its quotes, what is behind.
fn next_string(json: &str) -> Option<(&str, &str, &str)> {
    let open = memchr(b'"', json.as_bytes())?;
    let (before, from) = json.split_at_checked(open)?;
    let mut end = 1;
    loop {
        let at = end + memchr2(b'"', b'\\', from.as_bytes().get(end..)?)?;
        if from.as_bytes().get(at) == Some(&b'"') {
            let (string, after) = from.split_at_checked(at + 1)?;
            return Some((before, string, after));
        }
        end = at + 2;
    }
}
