#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use proptest::prelude::*;
use proptest::sample::Index;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::super::keep::OVERFLOW_BYTES;
use super::super::{Projection, RowSplitter, Split, columns, validate_document};
use super::{EVERYTHING, Keep, SplitError, minify, texts};

fn blank() -> impl Strategy<Value = &'static str> {
    prop_oneof![4 => Just(""), 1 => Just(" "), 1 => Just("\r\n\t")]
}

/// A JSON string, quotes included, with every kind of escape and character.
fn string() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-z {}\\[\\]:,$é€😀\u{feff}\u{2028}]{0,6}",
        1 => prop::sample::select(vec![r"\/", r#"\""#, r"\\", r"\n", r"\u0000", r"\ud800", r"\uDC00x", r"\u00E9"])
            .prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..4).prop_map(|parts| format!("\"{}\"", parts.concat()))
}

fn scalar() -> impl Strategy<Value = String> {
    let literals = [
        "null",
        "true",
        "false",
        "0.10",
        "9007199254740993",
        "1E5",
        "1e400",
        "-0",
        "-0.5e-7",
        "1234567890123456789012345678901234567890",
    ];
    prop_oneof![
        string(),
        prop::sample::select(literals.to_vec()).prop_map(str::to_owned)
    ]
}

fn value() -> impl Strategy<Value = String> {
    scalar().prop_recursive(4, 24, 4, |inner| {
        let array =
            (prop::collection::vec(inner.clone(), 0..4), blank()).prop_map(|(items, blank)| {
                format!("[{blank}{}{blank}]", items.join(&format!("{blank},")))
            });
        prop_oneof![array, object_of(inner)]
    })
}

fn object_of(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let name = prop_oneof![
        string(),
        Just("\"Items\"".to_owned()),
        Just("\"$ref\"".to_owned()),
        Just("\"a\"".to_owned())
    ];
    (
        prop::collection::vec((name, blank(), value, blank()), 0..5),
        blank(),
    )
        .prop_map(|(fields, blank)| {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, before, value, after)| {
                    format!("{name}{before}:{after}{value}{before}")
                })
                .collect();
            format!("{{{blank}{}}}", fields.join(&format!(",{blank}")))
        })
}

fn rows() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(object_of(value()), 0..8)
}

/// Wraps rows as one of the services would; returns the body and the total in it.
fn wrap(rows: &[String], shape: usize, total: u64) -> (String, Option<u64>) {
    let list = rows.join(" ,\n");
    match shape {
        0 => (format!("[{list}]"), None),
        1 => (
            format!(r#"{{ "TotalCount" : {total} , "Items" : [ {list} ] }}"#),
            Some(total),
        ),
        2 => (
            format!(r#"{{"value":[{list}],"extra":{{"Items":[1]}},"@odata.count":{total}}}"#),
            Some(total),
        ),
        3 => (
            format!(r#"{{"d":{{"results":[{list}],"__count":"{total}"}}}}"#),
            Some(total),
        ),
        _ => (
            format!(
                "\u{feff}{{\"Items\":{{\"$id\":\"1\",\"$values\":[{list}]}},\"total\":{total}}}"
            ),
            Some(total),
        ),
    }
}

/// Feeds `body` in chunks whose sizes cycle through `sizes`.
fn feed(body: &[u8], sizes: &[usize], keep: Keep) -> Result<Split, SplitError> {
    let mut splitter = RowSplitter::new(keep);
    let mut rest = body;
    for size in sizes.iter().cycle() {
        let (chunk, tail) = rest.split_at((*size).min(rest.len()));
        splitter.feed(chunk)?;
        rest = tail;
        if rest.is_empty() {
            break;
        }
    }
    splitter.finish()
}

fn chunk_sizes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(1_usize..40, 1..6)
}

/// A sound body with one byte changed, which may leave it sound.
fn damaged_body(shape: impl Strategy<Value = usize>) -> impl Strategy<Value = Vec<u8>> {
    (rows(), shape, any::<Index>(), any::<u8>()).prop_map(|(rows, shape, place, byte)| {
        let mut bytes = wrap(&rows, shape, 12).0.into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        bytes
    })
}

fn any_body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        damaged_body(0_usize..5),
        prop::collection::vec(any::<u8>(), 0..200)
    ]
}

proptest! {
    #[test]
    fn keeps_the_longest_prefix_that_fits(
        rows in rows(),
        shape in 0_usize..5,
        total in any::<u64>(),
        sizes in chunk_sizes(),
        bytes in 0_usize..300,
        count in 0_usize..9,
    ) {
        let (body, total) = wrap(&rows, shape, total);
        let split = feed(body.as_bytes(), &sizes, Keep { bytes, rows: count }).unwrap();

        let compact: Vec<String> = rows.iter().map(|row| minify(row)).collect();
        let fits = |kept: &usize| compact[..*kept].concat().len() <= bytes;
        let kept = (0..=count.min(rows.len())).rev().find(fits).unwrap();
        prop_assert_eq!(texts(&split), &compact[..kept]);
        prop_assert_eq!(split.seen, rows.len() as u64);
        prop_assert_eq!(split.total, total);
        prop_assert_eq!(split.overflow.is_some(), kept < rows.len());
        if let Some(overflow) = split.overflow {
            prop_assert!(overflow.whole && overflow.bytes <= OVERFLOW_BYTES);
            prop_assert_eq!(overflow.bytes, compact[kept].len());
            let row = overflow.row.unwrap();
            prop_assert_eq!(row.text(), &compact[kept]);
        }
    }

    #[test]
    fn a_cut_is_truncated_or_empty_and_never_an_answer(
        rows in rows(),
        shape in 0_usize..5,
        sizes in chunk_sizes(),
        cut in any::<Index>(),
    ) {
        let (body, _) = wrap(&rows, shape, 12);
        let cut = cut.index(body.len());
        let error = feed(&body.as_bytes()[..cut], &sizes, EVERYTHING).unwrap_err();
        prop_assert!(matches!(error, SplitError::Truncated | SplitError::Empty), "{error:?}");
        prop_assert_eq!(validate_document(body.as_bytes()[..cut].to_vec()).unwrap_err(), error);
    }

    #[test]
    fn chunks_never_matter(bytes in any_body(), sizes in chunk_sizes()) {
        let keep = Keep { bytes: 50, rows: 3 };
        prop_assert_eq!(feed(&bytes, &sizes, keep), feed(&bytes, &[usize::MAX], keep));
    }

    #[test]
    fn accepts_exactly_what_json_is(bytes in damaged_body(Just(0)), sizes in chunk_sizes()) {
        let ours = validate_document(bytes.clone());
        let theirs = serde_json::from_slice::<IgnoredAny>(&bytes).is_ok() && std::str::from_utf8(&bytes).is_ok();
        // A bare scalar is sound JSON that we refuse: nothing tells whether it was cut.
        let scalar = !matches!(bytes.trim_ascii().first(), Some(b'[' | b'{'));
        prop_assert_eq!(ours.is_ok(), theirs && !scalar);
        if let Ok(split) = feed(&bytes, &sizes, EVERYTHING) {
            prop_assert!(theirs);
            let minified = minify(std::str::from_utf8(&bytes).unwrap());
            prop_assert_eq!(format!("[{}]", texts(&split).join(",")), minified);
        }
    }

    #[test]
    fn fields_read_alone_are_the_fields_listed(row in object_of(value())) {
        let split = feed(format!("[{row}]").as_bytes(), &[7], EVERYTHING).unwrap();
        let row = &split.rows[0];
        let fields = row.fields();
        let mut cells = Vec::new();
        for name in columns(&split.rows) {
            let first = fields.iter().find(|(other, _)| *other == name).map(|(_, value)| value.get());
            prop_assert_eq!(row.get(&name).map(RawValue::get), first);
            cells.extend(first);
        }
        let mut projection = Projection::new(columns(&split.rows));
        let table_row = projection.cells(row);
        prop_assert_eq!(table_row, format!("[{}]", cells.join(",")));
    }
}
