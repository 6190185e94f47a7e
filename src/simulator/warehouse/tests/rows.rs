//! Volumes, sizes and the form of rows.

use jiff::Timestamp;
use serde_json::Value;

use super::super::record::Cell;
use super::super::table::decimal_units;
use super::{Site, picked, sample, site};

#[test]
fn ghost_is_no_site_and_tables_answer_to_any_spelling() {
    assert!(Site::new("GHOST", Timestamp::UNIX_EPOCH, 1).is_none());
    let north = site("NORTH", 1);
    for (spelling, name) in [
        ("Products", "Product"),
        ("stock", "Stock"),
        ("STOCKS", "Stock"),
        ("productaliases", "ProductAlias"),
        ("Agencies", "Agency"),
        ("InterfaceMessages", "InterfaceMessage"),
        ("ProductAlias", "ProductAlias"),
    ] {
        assert_eq!(north.table(spelling).map(|table| table.name), Some(name));
    }
    assert!(north.table("Pallet").is_none());
    assert!(north.table("s").is_none());
}

#[test]
fn the_demo_has_its_volume_and_scale_multiplies_it() {
    let (small, large) = (site("NORTH", 1), site("NORTH", 2));
    for (name, least) in [
        ("Product", 2_400),
        ("Container", 24_000),
        ("Stock", 30_000),
        ("Location", 20_000),
        ("OutboundOrder", 3_000),
        ("OutboundOrderLine", 11_900),
        ("InboundOrder", 800),
        ("Task", 20_000),
        ("InterfaceMessage", 2_000),
        ("StockVariation", 400),
    ] {
        let (one, two) = (
            small.table(name).unwrap().len(),
            large.table(name).unwrap().len(),
        );
        assert!(one >= least, "{name}: {one}");
        assert!(
            two >= one * 19 / 10 && two <= one * 21 / 10,
            "{name}: {one} → {two}"
        );
    }
    assert!(large.table("Task").unwrap().len() >= 50_000);
    let starved = |site: &Site| {
        picked(site, "OutboundOrder", &["Status"])
            .filter(|row| row[0] == "STOCKFAILURE")
            .count()
    };
    assert_eq!((starved(&small), starved(&large)), (1, 1));
}

#[test]
fn rows_are_the_same_each_time_and_none_panics_at_the_edges() {
    let (one, other) = (site("SOUTH", 3), site("SOUTH", 3));
    for (table, twin) in one.tables().iter().zip(other.tables()) {
        for row in sample(table, 997) {
            assert_eq!(table.reading_json(row), twin.reading_json(row));
            assert_eq!(table.writing_json(row), twin.writing_json(row));
        }
        for past in [table.len(), usize::MAX] {
            assert!(table.core(past).is_empty());
            assert_eq!(table.reading_json(past), "{}");
            assert_eq!(table.writing_json(past), "{}");
        }
    }
    for clock in [Timestamp::MIN, Timestamp::MAX, Timestamp::UNIX_EPOCH] {
        let site = Site::new("NORTH", clock, 0).unwrap();
        for table in site.tables() {
            assert!(!table.reading(table.len() / 2).is_empty());
        }
    }
}

#[test]
fn wide_rows_have_the_measured_sizes() {
    let north = site("NORTH", 1);
    let average = |name: &str| {
        let table = north.table(name).unwrap();
        let mut codes: Vec<(String, usize)> = picked(&north, name, &[table.key])
            .map(|row| row[0].to_string())
            .zip(0..)
            .collect();
        codes.sort();
        codes
            .iter()
            .take(200)
            .map(|(_, row)| table.reading_json(*row).len())
            .sum::<usize>()
            / 200
    };
    let (product, container) = (average("Product"), average("Container"));
    assert!((4_700..4_900).contains(&product), "Product: {product}");
    assert!(
        (4_300..4_700).contains(&container),
        "Container: {container}"
    );
    let products = north.table("Product").unwrap();
    for row in [0, 311, 1_800] {
        assert!((94_000..97_000).contains(&products.writing_json(row).len()));
    }
    for name in ["Product", "Container"] {
        let columns = north.table(name).unwrap().columns.len();
        assert!((110..=130).contains(&columns), "{name}: {columns}");
    }
}

#[test]
fn reading_rows_show_the_columns_in_order_and_keep_number_text() {
    let north = site("NORTH", 1);
    for table in north.tables() {
        for row in sample(table, 4_001) {
            let reading = table.reading(row);
            let shown: Vec<&String> = reading.keys().collect();
            let declared: Vec<&String> = table.columns.iter().map(|column| &column.name).collect();
            assert_eq!(shown, declared, "{}", table.name);
            let core = table.core(row);
            assert!(core.keys().all(|field| reading.contains_key(field)));
        }
    }
    let stock = north.table("Stock").unwrap().reading_json(0);
    assert!(stock.contains(".000,\"AvailableQuantity\":"), "{stock}");
}

#[test]
fn writing_rows_number_their_objects_and_refer_back() {
    let north = site("NORTH", 1);
    for table in north.tables() {
        let text = table.writing_json(table.len() / 2);
        assert!(
            text.starts_with("{\"$id\":\"1\",\"Id\":\""),
            "{}",
            table.name
        );
        let row: Value = serde_json::from_str(&text).unwrap();
        assert!(row["ChangeLog"].is_array());
        let objects = text.matches("\"$id\":").count();
        let last = format!("\"$id\":\"{objects}\"");
        assert!(
            text.contains(&last),
            "{}: objects are numbered from 1 without a gap",
            table.name
        );
    }
    assert!(
        north
            .table("Product")
            .unwrap()
            .writing_json(7)
            .contains("{\"$ref\":\"")
    );
}

#[test]
fn picked_fields_are_those_of_the_core() {
    let north = site("NORTH", 1);
    for table in north.tables() {
        let core = table.core(0);
        let fields: Vec<&str> = core.keys().map(String::as_str).collect();
        let values: Vec<Value> = core.values().cloned().collect();
        assert_eq!(table.pick(0, &fields), Some(values));
        assert_eq!(table.pick(0, &["Id", "NoSuchField"]), None);
        assert_eq!(table.pick(table.len(), &["Id"]), None);
    }
}

#[test]
fn numbers_and_dates_have_the_wire_form() {
    let text = |cell: Cell| {
        let mut out = String::new();
        cell.write_json(&mut out);
        out
    };
    assert_eq!(text(Cell::Decimal(Some(10_000), 3)), "10.000");
    assert_eq!(text(Cell::Decimal(Some(-5), 2)), "-0.05");
    assert_eq!(text(Cell::Decimal(None, 2)), "null");
    assert_eq!(text(Cell::Date(Some(0))), "\"1970-01-01T00:00:00\"");
    assert_eq!(
        text(Cell::Text(Some("a \"b\" \\ é\n".into()))),
        "\"a \\\"b\\\" \\\\ é\\n\""
    );
    assert_eq!(decimal_units("812.4", 1), Some(8_124));
    assert_eq!(decimal_units("24", 3), Some(24_000));
}
