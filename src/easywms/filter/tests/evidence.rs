//! What a row proves of the filter it came by.

use serde_json::value::RawValue;

use super::parse;

/// Whether a row with this JSON in each field passes.
fn passes(filter: &str, said: &str) -> Option<bool> {
    let said = RawValue::from_string(said.to_owned()).unwrap();
    parse(filter).unwrap().passes(&|_| Some(&*said))
}

#[test]
fn another_value_than_the_one_asked_for_is_proof() {
    for (filter, said) in [
        ("Code = 'A-1'", "\"A-2\""),
        ("Code in ('A-1', 'A-2')", "\"A-3\""),
        ("Code = 'A-1' and Quantity > 3", "\"A-2\""),
        ("Code = 'A-1' or Name contains 'x'", "\"yz\""),
        ("Code startswith 'A'", "\"BA\""),
        ("Code endswith 'A'", "\"AB\""),
        ("Line = 3", "4"),
        ("Code = '3'", "4"),
        ("Code = '117'", "\"118\""),
        ("IsLocked = true", "false"),
        ("IsLocked = true", "\"False\""),
    ] {
        assert_eq!(passes(filter, said), Some(false), "{filter} {said}");
    }
}

#[test]
fn what_a_database_may_read_otherwise_is_no_proof() {
    for (filter, said) in [
        ("Code = 'A-1'", "null"),
        ("Code contains 'A'", "null"),
        ("Code contains 'A'", &format!("\"{}\"", "b".repeat(200))),
        ("Code = 'JOSE'", "\"José\""),
        ("Code = 'Paused'", "3"),
        ("Code = 'Paused'", "\"3\""),
        ("Code = '3'", "\"Paused\""),
        ("Code = '2026-12-01'", "\"2026-12-01T00:00:00\""),
        ("Code = ''", "\"A\""),
        ("Code != 'A'", "\"A\""),
        ("not Code = 'A'", "\"A\""),
        ("Quantity > 3", "2"),
        ("Order.Code = 'A'", "\"B\""),
        ("Code = 'A' or Quantity > 3", "\"B\""),
        ("IsLocked = true", "0"),
    ] {
        assert_eq!(passes(filter, said), None, "{filter} {said}");
    }
}

#[test]
fn the_same_value_in_another_spelling_passes() {
    for (filter, said) in [
        ("Code = 'a-1 '", "\"A-1\""),
        ("Line = 3", "3.0"),
        ("Code contains 'b-'", "\"AB-1\""),
        ("IsLocked = true", "\"True\""),
    ] {
        assert_eq!(passes(filter, said), Some(true), "{filter} {said}");
    }
}

#[test]
fn only_fields_that_tell_are_looked_at() {
    let filter = "Code = 'A' and Quantity > 3 and (Name contains 'x' or Order.Code = 'B' or Code = 'C') and not Line = 1";
    assert_eq!(parse(filter).unwrap().telling_fields(), ["Code", "Name"]);
}
