//! Any bytes as a warehouse's answer: chunks never matter, what is accepted is JSON, and rows are its own bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_wms_api::easywms::rows::{
    Keep, Projection, RawRow, RowSplitter, Split, SplitError, columns, plain_text,
    validate_document,
};
use serde_json::value::RawValue;

const EVERYTHING: Keep = Keep::EVERYTHING;

fuzz_target!(|body: &[u8]| {
    check_document(body);
    let whole = split(body, usize::MAX, EVERYTHING);
    // Sizes come from the body itself, so that a corpus file is nothing but a body.
    let chunk = body
        .iter()
        .fold(1, |sum, byte| (sum + usize::from(*byte)) % 23)
        + 1;
    assert_eq!(whole, split(body, chunk, EVERYTHING), "chunks of {chunk}");
    let Ok(whole) = whole else { return };
    assert!(validate_document(body.to_vec()).is_ok());
    assert!(whole.overflow.is_none());
    assert_eq!(whole.seen, whole.rows.len() as u64);

    let keep = Keep {
        bytes: chunk * 13,
        rows: chunk,
    };
    let some = split(body, chunk, keep).expect("keeping less changes no verdict");
    check_prefix(&some, &whole, keep);
    check_rows(body, &whole.rows);
});

/// We accept what `serde_json` accepts, but for bare scalars, which may have been cut, and nesting past our limit.
fn check_document(body: &[u8]) {
    let ours = validate_document(body.to_vec());
    if matches!(ours, Err(SplitError::TooDeep)) {
        return;
    }
    let text = std::str::from_utf8(body).ok();
    let text = text.map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
    let is_container = text.is_some_and(|text| text.trim_ascii_start().starts_with(['[', '{']));
    let theirs = text.is_some_and(|text| serde_json::from_str::<&RawValue>(text).is_ok());
    assert_eq!(ours.is_ok(), theirs && is_container, "{ours:?}");
    if let Ok(document) = ours {
        // White space around a document is not a part of it.
        assert_eq!(Some(document.get()), text.map(str::trim_ascii));
    }
}

fn split(body: &[u8], chunk: usize, keep: Keep) -> Result<Split, SplitError> {
    let mut splitter = RowSplitter::new(keep);
    for part in body.chunks(chunk) {
        splitter.feed(part)?;
    }
    splitter.finish()
}

/// Whatever the limits, the rows kept are the longest prefix within them.
fn check_prefix(some: &Split, whole: &Split, keep: Keep) {
    assert_eq!(some.seen, whole.seen);
    assert_eq!(some.total, whole.total);
    let mut bytes = 0;
    let fits = whole.rows.iter().take(keep.rows).take_while(|row| {
        bytes += row.len_bytes();
        bytes <= keep.bytes
    });
    assert_eq!(some.rows, whole.rows[..fits.count()]);
    let first_left_out = whole.rows.get(some.rows.len());
    assert_eq!(
        some.overflow.as_ref().map(|overflow| overflow.bytes),
        first_left_out.map(RawRow::len_bytes)
    );
}

/// Rows are the body without its white space, and every way to look into one agrees.
fn check_rows(body: &[u8], rows: &[RawRow]) {
    let compact = compact(&String::from_utf8_lossy(body));
    let mut rest = compact.as_str();
    for row in rows {
        let (_, after) = rest
            .split_once(row.text())
            .expect("a row is the body's own text");
        rest = after;
        let fields = row.fields();
        for (name, value) in &fields {
            let first = fields.iter().find(|(other, _)| other == name);
            assert_eq!(
                row.get(name).map(RawValue::get),
                first.map(|(_, value)| value.get())
            );
            let _ = plain_text(value);
        }
    }
    let mut projection = Projection::new(columns(rows));
    for row in rows {
        let _ = projection.cells(row);
    }
}

/// Drops the white space between tokens.
fn compact(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let mut compact = String::new();
    for character in json.chars() {
        if in_string || !matches!(character, ' ' | '\t' | '\r' | '\n') {
            compact.push(character);
        }
        match character {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            _ => {}
        }
    }
    compact
}
