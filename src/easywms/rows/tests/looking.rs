#![expect(clippy::unwrap_used, reason = "a failing test should panic")]

use serde_json::value::RawValue;

use super::super::{Projection, RawRow, columns};

fn row(text: &str) -> RawRow {
    RawValue::from_string(text.to_owned()).unwrap().into()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn reads_one_field_without_touching_it() {
    let row = row(
        r#"{"a":0.10,"b":"x\u00e9\/","c":null,"a":2,"d":{"a":5},"e":"\ud800!","caf\u00e9":true,"f":[1,"]"]}"#,
    );
    assert_eq!(row.get("a").unwrap().get(), "0.10");
    assert_eq!(row.get("b").unwrap().get(), r#""x\u00e9\/""#);
    assert!(row.get("X").is_none());
    assert_eq!(row.text_of("a").as_deref(), Some("0.10"));
    assert_eq!(row.text_of("b").as_deref(), Some("xé/"));
    assert_eq!(row.text_of("c"), None);
    assert_eq!(row.text_of("missing"), None);
    assert_eq!(row.text_of("d").as_deref(), Some(r#"{"a":5}"#));
    assert_eq!(row.text_of("e").as_deref(), Some(r"\ud800!"));
    assert_eq!(row.text_of("café").as_deref(), Some("true"));
    assert_eq!(row.text_of("f").as_deref(), Some(r#"[1,"]"]"#));
}

#[test]
fn lists_fields_in_order_with_repeated_names() {
    let row = row(r#"{"b":1,"a":[2],"b":3,"x\ud800":4,"é\t":5}"#);
    let fields: Vec<(String, &str)> = row
        .fields()
        .into_iter()
        .map(|(name, value)| (name.into_owned(), value.get()))
        .collect();
    let expected = [
        ("b", "1"),
        ("a", "[2]"),
        ("b", "3"),
        (r"x\ud800", "4"),
        ("é\t", "5"),
    ];
    assert_eq!(
        fields,
        expected.map(|(name, value)| (name.to_owned(), value))
    );
    assert!(self::row("[1,2]").fields().is_empty());
}

#[test]
fn projects_in_the_asked_order_and_knows_what_no_row_had() {
    let mut projection = Projection::new(names(&["Qty", "Code", "Lot", "Code", "Typo"]));
    let first = row(r#"{"Code":"\/A","Qty":10.00,"Qty":11,"Status":"OK"}"#);
    assert_eq!(
        projection.project(&first).unwrap().text(),
        r#"{"Qty":10.00,"Code":"\/A"}"#
    );
    assert_eq!(projection.absent(), ["Lot", "Typo"]);
    assert_eq!(
        projection.project(&row(r#"{"Lot":null}"#)).unwrap().text(),
        r#"{"Lot":null}"#
    );
    assert_eq!(projection.project(&row("{}")).unwrap().text(), "{}");
    assert_eq!(projection.absent(), ["Typo"]);
    assert_eq!(projection.names(), ["Qty", "Code", "Lot", "Typo"]);
}

#[test]
fn keeps_a_projected_name_as_the_server_wrote_it() {
    let mut projection = Projection::new(names(&["café", "a\"b"]));
    let projected = projection
        .project(&row(r#"{"a\"b":1,"caf\u00e9":2}"#))
        .unwrap();
    assert_eq!(projected.text(), r#"{"caf\u00e9":2,"a\"b":1}"#);
}

#[test]
fn a_name_in_another_case_is_the_same_unless_the_row_has_both() {
    let camel = row(r#"{"orderCode":"SO-1","qty":2,"Qty":3}"#);
    let mut projection = Projection::new(names(&["OrderCode", "Qty", "Lot"]));
    assert_eq!(
        projection.project(&camel).unwrap().text(),
        r#"{"OrderCode":"SO-1","Qty":3}"#
    );
    assert_eq!(projection.absent(), ["Lot"]);
    assert_eq!(projection.cells(&camel), r#"["SO-1",3,null]"#);
    assert_eq!(camel.text_of("OrderCode").as_deref(), Some("SO-1"));
    let found = camel.values(&names(&["QTY", "Qty", "qty", "Lot"]));
    let found: Vec<_> = found.iter().map(|value| value.map(RawValue::get)).collect();
    assert_eq!(found, [Some("2"), Some("3"), Some("2"), None]);

    let both = row(r#"{"code":1,"Code":2}"#);
    let mut both_asked = Projection::new(names(&["Code", "code"]));
    assert_eq!(both_asked.cells(&both), "[2,1]");
}

#[test]
fn cells_line_up_with_the_columns() {
    let rows = [row(r#"{"a":1,"b":{"x":[]}}"#), row(r#"{"c":"3","a":-0}"#)];
    assert_eq!(columns(&rows), ["a", "b", "c"]);
    let mut projection = Projection::new(columns(&rows));
    assert_eq!(projection.cells(&rows[0]), r#"[1,{"x":[]},null]"#);
    assert_eq!(projection.cells(&rows[1]), r#"[-0,null,"3"]"#);
    assert_eq!(Projection::new(Vec::new()).cells(&rows[0]), "[]");
}
