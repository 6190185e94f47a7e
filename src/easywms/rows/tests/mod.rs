//! Tests of the rows: each file a promise of the module.

mod faults;
mod keeping;
mod looking;
mod properties;
mod shapes;
mod sizes;

use super::{Keep, RowSplitter, Split, SplitError};

const EVERYTHING: Keep = Keep::EVERYTHING;

/// Splits `body` fed in chunks of `chunk` bytes.
fn split_in_chunks(body: &[u8], chunk: usize, keep: Keep) -> Result<Split, SplitError> {
    let mut splitter = RowSplitter::new(keep);
    for part in body.chunks(chunk.max(1)) {
        splitter.feed(part)?;
    }
    splitter.finish()
}

/// Splits `body` keeping all of it, checks that single bytes give the same, and returns the outcome.
fn split(body: impl AsRef<[u8]>) -> Result<Split, SplitError> {
    let whole = split_in_chunks(body.as_ref(), usize::MAX, EVERYTHING);
    assert_eq!(
        whole,
        split_in_chunks(body.as_ref(), 1, EVERYTHING),
        "chunks must not matter"
    );
    whole
}

fn texts(split: &Split) -> Vec<&str> {
    split.rows.iter().map(super::RawRow::text).collect()
}

/// Drops the white space between tokens, independently of the code under test.
fn minify(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let mut minified = String::new();
    for character in json.chars() {
        if in_string || !matches!(character, ' ' | '\t' | '\r' | '\n') {
            minified.push(character);
        }
        match character {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            _ => {}
        }
    }
    minified
}
