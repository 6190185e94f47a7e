#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing test should panic"
)]

use serde_json::{Map, Value, json};

use super::{Dialect, Filter, FilterError};
use crate::simulator::warehouse::Column;

fn columns() -> Vec<Column> {
    let column = |(name, data_type): (&str, &'static str)| Column {
        name: name.to_owned(),
        data_type,
        relation: None,
    };
    [
        ("Code", "String"),
        ("Description", "String"),
        ("Quantity", "Decimal"),
        ("Lines", "Int32"),
        ("IsLocked", "Boolean"),
        ("ExpirationDate", "DateTime"),
        ("Id", "Guid"),
    ]
    .map(column)
    .into()
}

/// Rows 0 to 3; the last one is all nulls but for its code.
fn rows() -> [Map<String, Value>; 4] {
    [
        json!({"Code": "P-1", "Description": "Blue \"pallet\" of O'Brien", "Quantity": 0.10, "Lines": 3,
            "IsLocked": true, "ExpirationDate": "2026-12-30T00:00:00", "Id": "0f8fad5b-d9cb-469f-a165-70867728950e"}),
        json!({"Code": "P-2", "Description": "50% off_box \\ crate", "Quantity": 120, "Lines": 0,
            "IsLocked": false, "ExpirationDate": "2026-12-31T08:15:00", "Id": "1f8fad5b-d9cb-469f-a165-70867728950e"}),
        json!({"Code": "p-3", "Description": "ÄPFEL", "Quantity": -5, "Lines": 7,
            "IsLocked": false, "ExpirationDate": "2027-01-01T00:00:00Z", "Id": "2f8fad5b-d9cb-469f-a165-70867728950e"}),
        json!({"Code": "P-4", "Description": null, "Quantity": null, "Lines": null,
            "IsLocked": null, "ExpirationDate": null, "Id": null}),
    ]
    .map(|row| match row {
        Value::Object(members) => members,
        other => panic!("a row is an object, not {other}"),
    })
}

fn parse(text: &str) -> Result<Filter, FilterError> {
    Filter::parse(text, "Product", &columns(), None)
}

fn matching(text: &str) -> Vec<usize> {
    let filter = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let rows = rows();
    (0..)
        .zip(&rows)
        .filter(|(_, row)| filter.matches(row))
        .map(|(index, _)| index)
        .collect()
}

fn check(cases: &[(&str, &[usize])]) {
    for (text, expected) in cases {
        assert_eq!(matching(text), *expected, "{text}");
    }
}

#[test]
fn evaluates_linq() {
    check(&[
        (r#"Code == "p-1""#, &[0]),
        (r#"Code != "P-1""#, &[1, 2, 3]),
        (r#"Code >= "P-2" and Code < "P-4""#, &[1, 2]),
        (r#"Description.Contains("äpf")"#, &[2]),
        (r#"Description.Contains("\"pallet\"")"#, &[0]),
        (r#"Description.EndsWith("\\ crate")"#, &[1]),
        (
            r#"Code.StartsWith("P-") && !(Code == "P-1" || IsLocked == false)"#,
            &[3],
        ),
        ("Description == null", &[3]),
        ("Description != null", &[0, 1, 2]),
        ("Quantity != 120", &[0, 2, 3]),
        ("Quantity < 1", &[0, 2]),
        ("Quantity == 1E-1 or Quantity == -5.0", &[0, 2]),
        ("Quantity <= 1.2e2", &[0, 1, 2]),
        ("Lines > 0 and IsLocked", &[0]),
        ("not IsLocked", &[1, 2, 3]),
        (r#"ExpirationDate > "2026-12-30""#, &[1, 2]),
        (r#"ExpirationDate <= "2026-12-30T00:00:00""#, &[0]),
        (r#"ExpirationDate == "2027-01-01""#, &[2]),
        (r#"Id == "0F8FAD5B-D9CB-469F-A165-70867728950E""#, &[0]),
    ]);
}

#[test]
fn evaluates_sql() {
    check(&[
        ("Code = 'p-1'", &[0]),
        ("Code <> 'P-1' AND NOT (Code = 'P-2' OR Code = 'P-3')", &[3]),
        ("Description LIKE '%O''Brien'", &[0]),
        ("Description LIKE 'Ä_F%'", &[2]),
        (r"Description LIKE '50\%%' ESCAPE '\'", &[1]),
        (r"Description LIKE '%off\_box%' ESCAPE '\'", &[1]),
        (r"Description LIKE '%\\ crate' ESCAPE '\'", &[1]),
        (r"Description LIKE '%\ crate'", &[1]),
        ("Description LIKE 'pallet'", &[]),
        ("Description NOT LIKE '%a%'", &[2, 3]),
        ("Code IN ('p-1','P-4')", &[0, 3]),
        ("Lines not in (0, 3)", &[2, 3]),
        ("Quantity IS NULL", &[3]),
        ("Quantity is not null and Quantity >= 0.1", &[0, 1]),
        ("IsLocked = 1", &[0]),
        ("IsLocked != 1", &[1, 2, 3]),
        ("ExpirationDate < '2026-12-31'", &[0]),
    ]);
}

#[test]
fn evaluates_odata() {
    check(&[
        ("Code eq 'p-1'", &[0]),
        (
            "Code ne 'P-1' and not (Code eq 'P-2' or Code eq 'P-3')",
            &[3],
        ),
        ("contains(Description,'O''Brien')", &[0]),
        (
            "startswith(Code, 'p-') and endswith(Description, 'crate')",
            &[1],
        ),
        ("Code in ('p-1','P-4')", &[0, 3]),
        ("Quantity eq null", &[3]),
        ("Quantity ne null and Quantity le 0.1", &[0, 2]),
        ("IsLocked eq false", &[1, 2]),
        ("IsLocked", &[0]),
        ("ExpirationDate ge 2026-12-31", &[1, 2]),
        ("ExpirationDate eq 2026-12-30T00:00:00Z", &[0]),
        ("ExpirationDate eq 2026-12-30T01:00:00+01:00", &[0]),
        ("ExpirationDate lt '2026-12-31T08:15:00'", &[0]),
    ]);
}

#[test]
fn never_mixes_dialects() {
    for text in [
        r#"Code = "P-1""#,
        "Code == 'P-1'",
        r#"Code eq "P-1""#,
        "Code eq 'P-1' AND IsLocked eq true",
        "Code = 'P-1' && IsLocked = 1",
        "Quantity = NULL",
        "IsLocked eq 1",
        "IsLocked = true",
        "Description.Contains('x')",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn refuses_every_dialect_but_the_only_one() {
    let columns = columns();
    let only = Some(Dialect::Sql);
    assert!(Filter::parse("Code = 'A'", "Product", &columns, only).is_ok());
    assert!(Filter::parse("Code eq 'A'", "Product", &columns, only).is_err());
    assert!(Filter::parse(r#"Code == "A""#, "Product", &columns, only).is_err());
}

#[test]
fn words_errors_as_dynamic_linq_does() {
    for (text, message) in [
        (
            r#"Foo == "A""#,
            "No property or field 'Foo' exists in type 'Product'",
        ),
        (
            "code = 'A'",
            "No property or field 'code' exists in type 'Product'",
        ),
        (
            r#"Quantity == "A""#,
            "Operator '==' incompatible with operand types 'Decimal' and 'String'",
        ),
        (
            "IsLocked > true",
            "Operator '>' incompatible with operand types 'Boolean' and 'Boolean'",
        ),
        (
            "contains(Quantity,'1')",
            "No applicable method 'Contains' exists in type 'Decimal'",
        ),
        (
            "ExpirationDate = 'soon'",
            "String 'soon' was not recognized as a valid DateTime",
        ),
        (
            r#"Code == "A"#,
            "Terminated string literal expected (at index 8)",
        ),
        ("Code == ", "Literal expected (at index 5)"),
        (
            "Code eq 'A' nad Lines eq 1",
            "Operator or end of expression expected (at index 12)",
        ),
        ("(Code = 'A'", "')' expected (at index 8)"),
        ("Code ? 1", "Operator or identifier expected (at index 5)"),
        ("", "Field expected (at index 0)"),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn survives_nesting_and_length() {
    let nested = |depth: usize| format!("{}IsLocked{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(matching(&nested(64)), [0]);
    assert!(matches!(
        parse(&nested(65)),
        Err(FilterError::TooDeep { .. })
    ));
    assert!(parse(&"not ".repeat(100_000)).is_err());
    let long = vec!["Code = 'P-1'"; 20_000].join(" OR ");
    assert_eq!(matching(&long), [0]);
}

#[test]
fn names_the_fields_it_looks_at_once() {
    let filter = parse("Code = 'A' OR (Lines = 1 AND Code <> 'B')").unwrap();
    assert_eq!(filter.fields().collect::<Vec<_>>(), ["Code", "Lines"]);
}
