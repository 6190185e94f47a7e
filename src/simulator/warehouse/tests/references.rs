//! Rows agree with each other.

use std::collections::{HashMap, HashSet};

use super::{keys, pairs, picked, sample, site, sites};

#[test]
fn keys_are_unique_and_the_sites_share_no_code() {
    // The kinds of containers and the interface users are the same everywhere.
    let shared_types = ["ContainerType", "User"];
    let [north, south] = sites();
    for (table, twin) in north.tables().iter().zip(south.tables()) {
        let (ours, theirs) = (keys(&north, table.name), keys(&south, twin.name));
        assert_eq!(ours.len(), table.len(), "keys of {}", table.name);
        assert_eq!(theirs.len(), twin.len(), "keys of {}", twin.name);
        let shared: Vec<&String> = ours.intersection(&theirs).collect();
        match table.name {
            "Product" => assert_eq!(shared, ["P-10311"]),
            name if shared_types.contains(&name) => {}
            name => assert!(shared.is_empty(), "{name}: {shared:?}"),
        }
    }
}

#[test]
fn every_reference_points_to_a_row() {
    for site in sites() {
        let names = site.tables().iter().map(|table| table.name);
        let known: HashMap<&str, HashSet<String>> =
            names.map(|name| (name, keys(&site, name))).collect();
        for table in site.tables() {
            let links = table
                .columns
                .iter()
                .filter(|column| column.data_type == "String");
            let (fields, targets): (Vec<&str>, Vec<&str>) = links
                .filter_map(|column| Some((column.name.as_str(), column.relation?)))
                .unzip();
            for row in picked(&site, table.name, &fields) {
                for (value, target) in row.iter().zip(&targets) {
                    let stands = value.as_str().is_none_or(|key| known[target].contains(key));
                    assert!(stands, "{} {target} {value}: {row:?}", table.name);
                }
            }
        }
    }
}

#[test]
fn an_id_is_the_same_where_it_is_referred_to() {
    let north = site("NORTH", 1);
    let stock = north.table("Stock").unwrap();
    let products = pairs(&north, "Product", ["Code", "Id"]);
    for row in sample(stock, 501) {
        let reading = stock.reading(row);
        assert_eq!(
            products[reading["ProductCode"].as_str().unwrap()],
            reading["ProductId"]
        );
    }
}

#[test]
fn stock_stands_where_its_container_stands_and_adds_up() {
    for site in sites() {
        let places = pairs(&site, "Container", ["UniqueCode", "LocationLabel"]);
        let owners = pairs(&site, "Product", ["Code", "OwnerCode"]);
        for row in picked(
            &site,
            "Stock",
            &["ContainerCode", "LocationLabel", "ProductCode", "OwnerCode"],
        ) {
            assert_eq!(row[1], places[row[0].as_str().unwrap()], "{row:?}");
            assert_eq!(row[3], owners[row[2].as_str().unwrap()], "{row:?}");
        }
        let amounts = [
            "Quantity",
            "AvailableQuantity",
            "UnavailableQuantity",
            "BlockedQuantity",
            "ReservedQuantity",
        ];
        for row in picked(&site, "Stock", &amounts) {
            let amount = |place: usize| row[place].as_i64().unwrap();
            assert_eq!(amount(0), amount(1) + amount(2), "{row:?}");
            assert_eq!(amount(2), amount(3) + amount(4), "{row:?}");
        }
    }
}

#[test]
fn lines_name_the_owner_of_their_product() {
    for site in sites() {
        let owners = pairs(&site, "Product", ["Code", "OwnerCode"]);
        for lines in [
            "OutboundOrderLine",
            "InboundOrderLine",
            "StockVariation",
            "ProductAlias",
        ] {
            for row in picked(&site, lines, &["ProductCode", "OwnerCode"]) {
                assert_eq!(row[1], owners[row[0].as_str().unwrap()], "{lines}: {row:?}");
            }
        }
    }
}

#[test]
fn counts_on_rows_are_the_counts_of_rows() {
    for site in sites() {
        for (many, link, one, key, field) in [
            (
                "Container",
                "LocationLabel",
                "Location",
                "Label",
                "ContainerCount",
            ),
            (
                "Container",
                "ReceptionCode",
                "Reception",
                "Code",
                "ContainerCount",
            ),
            (
                "Container",
                "ShipmentCode",
                "Shipment",
                "Code",
                "ContainerCount",
            ),
            (
                "OutboundOrderLine",
                "OrderCode",
                "OutboundOrder",
                "Code",
                "NumLines",
            ),
            (
                "InboundOrderLine",
                "OrderCode",
                "InboundOrder",
                "Code",
                "NumLines",
            ),
            ("OutboundOrder", "WaveCode", "Wave", "Code", "OrderCount"),
            ("OutboundOrder", "RouteCode", "Route", "Code", "OrderCount"),
        ] {
            let mut counts: HashMap<String, u64> = HashMap::new();
            for row in picked(&site, many, &[link]) {
                if let Some(code) = row[0].as_str() {
                    *counts.entry(code.to_owned()).or_default() += 1;
                }
            }
            for row in picked(&site, one, &[key, field]) {
                let counted = counts.get(row[0].as_str().unwrap()).copied().unwrap_or(0);
                assert_eq!(row[1], counted, "{one} {field}: {row:?}");
            }
        }
    }
}

#[test]
fn parents_stand_in_the_same_location() {
    let north = site("NORTH", 1);
    let places = pairs(&north, "Container", ["UniqueCode", "LocationLabel"]);
    let mut children = 0;
    for row in picked(
        &north,
        "Container",
        &["ParentContainerCode", "LocationLabel"],
    ) {
        if let Some(parent) = row[0].as_str() {
            assert_eq!(places[parent], row[1]);
            children += 1;
        }
    }
    assert!(children > 1_000);
}
