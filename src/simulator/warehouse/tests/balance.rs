//! What came is here or has left, in this order.

use std::collections::{BTreeMap, HashSet};

use super::{pairs, picked, sites};

/// Thousandths of a quantity as the tables write it.
fn thousandths(quantity: &serde_json::Value) -> i64 {
    quantity.to_string().replace('.', "").parse().unwrap()
}

#[test]
fn every_lot_adds_up() {
    for site in sites() {
        let mut lots: BTreeMap<String, [i64; 2]> = BTreeMap::new();
        for (place, name, quantity) in [
            (0, "InboundOrderLine", "ReceivedQuantity"),
            (1, "Stock", "Quantity"),
            (1, "OutboundOrderLine", "ShippedQuantity"),
        ] {
            for row in picked(&site, name, &["LotCode", quantity]) {
                if let Some(lot) = row[0].as_str() {
                    lots.entry(lot.to_owned()).or_default()[place] += thousandths(&row[1]);
                }
            }
        }
        // Of the story's lots only those of its recalls were received in its time.
        lots.retain(|_, [received, _]| *received > 0);
        assert!(lots.len() > 1_000);
        for (lot, [received, left]) in lots {
            assert_eq!(received, left, "{lot}");
        }
    }
}

#[test]
fn nothing_is_shipped_before_it_has_come() {
    for site in sites() {
        let came: BTreeMap<String, String> = picked(&site, "Stock", &["LotCode", "ReceptionDate"])
            .filter_map(|row| Some((row[0].as_str()?.to_owned(), row[1].as_str()?.to_owned())))
            .collect();
        let left = pairs(&site, "OutboundOrder", ["Code", "ShippingDate"]);
        let fields = ["OrderCode", "LotCode"];
        for row in picked(&site, "OutboundOrderLine", &fields) {
            let lot = row[1].as_str().and_then(|lot| came.get(lot));
            let shipped = left[row[0].as_str().unwrap()].as_str();
            if let (Some(came), Some(shipped)) = (lot, shipped) {
                assert!(came.as_str() < shipped, "{row:?}: {came}, {shipped}");
            }
        }
    }
}

#[test]
fn a_pallet_is_stored_once_and_moved_after_it_came() {
    for site in sites() {
        let came = pairs(&site, "Stock", ["ContainerCode", "ReceptionDate"]);
        let fields = ["TaskType", "ContainerCode", "CreationDate"];
        let mut stored = HashSet::new();
        for row in picked(&site, "Task", &fields) {
            let kind = row[0].as_str().unwrap();
            let container = row[1].as_str().unwrap().to_owned();
            let created = row[2].as_str().unwrap();
            let came = came.get(&container).and_then(|date| date.as_str());
            if matches!(kind, "Putaway" | "Retrieval" | "Replenishment" | "Move") {
                assert!(came.is_none_or(|came| came < created), "{row:?} {came:?}");
            }
            assert!(kind != "Putaway" || stored.insert(container), "{row:?}");
        }
        assert!(stored.len() > 500);
    }
}
