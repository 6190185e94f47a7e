//! What a row says against the filter it came by.

use serde_json::value::RawValue;

use super::{Dialect, parse};

/// Whether a row with this JSON in each field seems to pass.
fn passes(filter: &str, said: &str) -> Option<bool> {
    let said = RawValue::from_string(said.to_owned()).unwrap();
    let evidence = parse(filter).unwrap().evidence();
    evidence.passes(&vec![Some(&*said); evidence.fields().len()])
}

#[test]
fn another_value_than_the_one_asked_for_is_suspect() {
    for (filter, said) in [
        ("Code = 'A-1'", "\"A-2\""),
        ("Code in ('A-1', 'A-2')", "\"A-3\""),
        ("Code = 'A-1' and Quantity > 3", "\"A-2\""),
        ("Code = 'A-1' or Name contains 'x'", "\"yz\""),
        ("Code contains 'A'", "null"),
        ("Code startswith 'A'", "\"BA\""),
        ("Code endswith 'A'", "\"AB\""),
        ("Line = 3", "4"),
        ("Line > 3", "3"),
        ("Line <= 3", "3.5"),
        ("Line != 3", "3.0"),
        ("Line between 1 and 3", "4"),
        ("Code = '3'", "4"),
        ("Code = '117'", "\"118\""),
        ("Lot is null", "\"L-1\""),
        ("IsLocked = true", "false"),
        ("IsLocked = true", "\"False\""),
    ] {
        assert_eq!(passes(filter, said), Some(false), "{filter} {said}");
    }
}

#[test]
fn what_says_nothing_of_the_filter_is_not() {
    for (filter, said) in [
        ("Code = 'A-1'", "null"),
        ("Code = 'Paused'", "3"),
        ("Code = 'Paused'", "\"3\""),
        ("Code = '3'", "\"Paused\""),
        ("Code = '2026-12-01'", "\"2026-12-01T00:00:00\""),
        ("Day = 2026-12-01", "\"2026-12-02T00:00:00\""),
        ("Code = ''", "\"A\""),
        ("Code != 'A'", "\"A\""),
        ("not Code = 'A'", "\"A\""),
        ("Quantity > 3", "\"2\""),
        ("Order.Code = 'A'", "\"B\""),
        ("Code = 'A' or Day > today", "\"B\""),
        ("IsLocked = true", "0"),
        ("Code startswith '00'", "12"),
    ] {
        assert_eq!(passes(filter, said), None, "{filter} {said}");
    }
}

#[test]
fn the_same_value_in_another_spelling_passes() {
    for (filter, said) in [
        ("Code = 'a-1 '", "\"A-1\""),
        ("Line = 3", "3.0"),
        ("Line >= 3", "3"),
        ("Code contains 'b-'", "\"AB-1\""),
        ("Lot is null", "null"),
        ("IsLocked = true", "\"True\""),
    ] {
        assert_eq!(passes(filter, said), Some(true), "{filter} {said}");
    }
}

#[test]
fn only_fields_that_tell_are_looked_at() {
    let filter = "Code = 'A' and Day > today and (Name contains 'x' or Order.Code = 'B' or Code = 'C') and not Line = 1";
    let evidence = parse(filter).unwrap().evidence();
    assert_eq!(evidence.fields(), ["Code", "Name"]);
}

#[test]
fn a_contradiction_is_made_of_the_same_comparisons() {
    let nothing = parse("Code = 'A' and Line > 3").unwrap().contradiction();
    assert_eq!(
        nothing.write(Dialect::Linq),
        "Code == \"A\" and Line > 3 and not (Code == \"A\" and Line > 3)"
    );
}
