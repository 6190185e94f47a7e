//! Sort orders: the same words, the same errors.

use proptest::prelude::*;

use super::super::{Dialect, FilterError, OrderBy};

#[test]
fn sorts_by_each_key_once() {
    let mut order = OrderBy::parse("Code, CreationDate DESC , Zone.Code ascending").unwrap();
    assert_eq!(
        order.write(Dialect::Linq),
        "Code asc, CreationDate desc, Zone.Code asc"
    );
    assert_eq!(
        order.write(Dialect::Odata),
        "Code asc, CreationDate desc, Zone/Code asc"
    );
    assert_eq!(order.clone().then_by("code").unwrap(), order);
    assert_eq!(
        order.clone().then_by("Id").unwrap().canonical(),
        "Code asc, CreationDate desc, Zone.Code asc, Id asc"
    );
    order
        .rename(|_| Ok::<_, FilterError>("Code".to_owned()))
        .unwrap();
    assert_eq!(order.write(Dialect::Sql), "Code asc");
    assert_eq!(OrderBy::descending("Id").unwrap().canonical(), "Id desc");
}

#[test]
fn points_into_a_sort_order_too() {
    let table = [
        ("", 1, None),
        ("Code asc,", 10, None),
        ("Code descend", 6, Some("desc")),
        ("Code desc CreationDate", 11, None),
        ("-Code", 1, None),
        ("Code; drop", 5, None),
        ("A,B,C,D,E,F,G,H,I,J,K", 21, None),
    ];
    for (text, position, suggested) in table {
        let error = OrderBy::parse(text).unwrap_err();
        assert_eq!(
            (error.position(), error.suggestion()),
            (Some(position), suggested),
            "{text}: {error}"
        );
    }
}

#[test]
fn an_error_of_a_sort_order_is_not_one_of_a_filter() {
    for text in [
        "Code; drop",
        "Code -- x",
        "Code === 1",
        "lower(Code)",
        "Code desc, new.x",
        "Code 'desc",
        "[Code]",
    ] {
        let error = OrderBy::parse(text).unwrap_err();
        assert_eq!(error.suggestion(), None, "{error}");
        let said = error.to_string();
        assert!(
            said.starts_with("expected ") && !said.contains("filter"),
            "{said}"
        );
    }
    let long = OrderBy::parse(&"x".repeat(129)).unwrap_err().to_string();
    assert!(
        long.ends_with("a field name has at most 128 characters"),
        "{long}"
    );
}

proptest! {
    #[test]
    fn any_text_is_answered(text in prop_oneof![any::<String>(), "[A-C,. ]{0,20}( asc| desc|, [A-C])*"]) {
        if let Ok(order) = OrderBy::parse(&text) {
            let canonical = order.canonical();
            prop_assert_eq!(OrderBy::parse(&canonical).unwrap().canonical(), canonical);
        }
    }
}
