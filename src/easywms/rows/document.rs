//! Answers that are one document, not rows: metadata, a workflow, a log entry, a metric.

use serde_json::value::RawValue;

use super::error::SplitError;
use super::scanner::Scanner;
use super::utf8::Utf8;

/// Checks a body, already bounded and read whole, and returns its document untouched: all but a byte order mark and the
/// white space around it.
///
/// Fails as a row answer does: the same faults under the same names. A bare scalar is refused, because a cut number
/// still parses.
pub fn validate_document(bytes: Vec<u8>) -> Result<Box<RawValue>, SplitError> {
    let mut scanner = Scanner::new();
    let mut utf8 = Utf8::default();
    let decoded = utf8.push(&bytes);
    for token in scanner.tokens(decoded.text) {
        token?;
    }
    decoded.error.map_or(Ok(()), Err)?;
    utf8.finish()?;
    scanner.finish()?;
    let mut text = String::from_utf8(bytes).map_err(|_| SplitError::Truncated)?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    // The scanner has checked the grammar, so this can't fail; if the two ever disagree, the document must not pass.
    let refused = SplitError::NotJson {
        offset: 0,
        expected: "a document that parses",
    };
    RawValue::from_string(text).map_err(|_| refused)
}
