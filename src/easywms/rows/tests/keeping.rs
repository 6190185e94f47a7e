#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use super::super::keep::OVERFLOW_BYTES;
use super::{Keep, RowSplitter, SplitError, split, split_in_chunks, texts};

/// Rows of 7, 9, 7 and 7 bytes.
const FOUR_ROWS: &str = r#"{"Items":[{"a":1}, {"a":100}, {"a":2}, {"a":3}],"TotalCount":40}"#;

#[test]
fn keeps_the_servers_bytes() {
    for row in [
        r#"{"n":9007199254740993,"q":0.10,"e":1E5,"big":1e400,"z":-0,"long":1234567890123456789012345678901234567890}"#,
        r#"{"text":"\/Date(1700000000000+0100)\/","u":"\u00e9 \ud83d\ude00 \ud800","t":"tab\tquote\"  two  spaces"}"#,
        r#"{"b":1,"a":2,"b":3,"":null,"é😀":[]}"#,
        r#"{"$id":"1","Parent":{"$ref":"1"},"Lines":{"$id":"2","$values":[{"$ref":"1"},null]},"Date":"0001-01-01T00:00:00.1234567"}"#,
        "{}",
    ] {
        assert_eq!(texts(&split(format!("[{row}]")).unwrap()), [row]);
    }
    let spaced = "[\r\n  { \"a\" :\t[ 1 , { } , \"x  y\" ] ,\"b\" : \"\\\\\" }\r\n]";
    assert_eq!(
        texts(&split(spaced).unwrap()),
        [r#"{"a":[1,{},"x  y"],"b":"\\"}"#]
    );
}

#[test]
fn keeps_a_prefix_and_never_a_later_smaller_row() {
    for (keep, kept, overflow) in [
        (Keep { bytes: 30, rows: 9 }, 4, None),
        (Keep { bytes: 29, rows: 9 }, 3, Some(7)),
        (Keep { bytes: 15, rows: 9 }, 1, Some(9)),
        (Keep { bytes: 7, rows: 9 }, 1, Some(9)),
        (Keep { bytes: 6, rows: 9 }, 0, Some(7)),
        (Keep { bytes: 30, rows: 4 }, 4, None),
        (Keep { bytes: 30, rows: 2 }, 2, Some(7)),
        (Keep { bytes: 0, rows: 0 }, 0, Some(7)),
    ] {
        for chunk in [1, 5, 1_000] {
            let split = split_in_chunks(FOUR_ROWS.as_bytes(), chunk, keep).unwrap();
            assert_eq!(
                (split.rows.len(), split.seen, split.total),
                (kept, 4, Some(40)),
                "{keep:?}"
            );
            assert_eq!(
                split.overflow.as_ref().map(|row| row.bytes),
                overflow,
                "{keep:?}"
            );
            if let Some(first_left) = split.overflow {
                let row = first_left.row.unwrap();
                assert_eq!(
                    (row.len_bytes(), first_left.whole),
                    (first_left.bytes, true)
                );
            }
        }
    }
}

#[test]
fn an_enormous_row_still_shows_its_key() {
    let blob = "x".repeat(OVERFLOW_BYTES);
    let body = format!(r#"[{{"$id":"1","Code":"A-1","Data":"{blob}","Tail":1}},{{"Code":"A-2"}}]"#);
    for (chunk, bytes) in [
        (1_000, 25_000),
        (usize::MAX, 0),
        (4_096, OVERFLOW_BYTES + 30),
    ] {
        let split = split_in_chunks(body.as_bytes(), chunk, Keep { bytes, rows: 5 }).unwrap();
        let overflow = split.overflow.unwrap();
        assert_eq!(
            (split.rows.len(), split.seen, overflow.whole),
            (0, 2, false)
        );
        assert_eq!(overflow.bytes, body.len() - 2 - r#",{"Code":"A-2"}"#.len());
        assert_eq!(overflow.row.unwrap().text(), r#"{"$id":"1","Code":"A-1"}"#);
    }
    let first = format!(r#"[{{"Data":"{blob}","Code":"A-1"}}]"#);
    let split = split_in_chunks(first.as_bytes(), 1_000, Keep { bytes: 0, rows: 5 }).unwrap();
    assert_eq!(split.overflow.unwrap().row, None);
}

#[test]
fn a_row_of_the_rooms_size_is_kept_however_large() {
    let row = format!(r#"{{"Data":"{}"}}"#, "é\\n".repeat(OVERFLOW_BYTES));
    let split = split_in_chunks(
        format!("[{row},{row}]").as_bytes(),
        7_777,
        Keep {
            bytes: row.len(),
            rows: 5,
        },
    )
    .unwrap();
    assert_eq!(split.rows[0].text(), row);
    assert_eq!(split.overflow.unwrap().row, None);
}

#[test]
fn rows_past_the_limit_are_still_checked() {
    let mut splitter = RowSplitter::new(Keep { bytes: 0, rows: 0 });
    let refused = splitter.feed(br#"[{"a":1},{"a":01}]"#).unwrap_err();
    assert_eq!(
        refused,
        SplitError::NotJson {
            offset: 15,
            expected: "a comma or }"
        }
    );
}
