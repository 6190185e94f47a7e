//! Stock, lots, locks and containers.

use super::{Row, at, codes, found, north, now, text, total};
use crate::simulator::warehouse::Site;

#[test]
fn one_order_lacks_stock_and_a_lock_explains_it() {
    let site = north();
    assert_eq!(
        codes(
            &found(&site, "OutboundOrder", |row| row["Status"]
                == "STOCKFAILURE"),
            "Code"
        ),
        ["SO-240117"]
    );
    let lines = found(&site, "OutboundOrderLine", |row| {
        row["Status"] == "STOCKFAILURE"
    });
    assert_eq!(codes(&lines, "OrderCode"), ["SO-240117"]);
    let released = [
        "RECEIVED",
        "PENDING",
        "CREATING",
        "CANCELED",
        "NOTPREPARE",
        "CLOSE_PARTIALLY",
    ];
    let short = |row: &Row| {
        row["AllocatedQuantity"] != row["Quantity"] && !released.contains(&text(row, "Status"))
    };
    assert_eq!(
        codes(&found(&site, "OutboundOrderLine", short), "ProductCode"),
        ["P-10482"]
    );
    let stock = found(&site, "Stock", |row| row["ProductCode"] == "P-10482");
    assert_eq!((stock.len(), total(&stock, "AvailableQuantity")), (3, 0));
    let lot = found(&site, "Stock", |row| row["LotCode"] == "L-2611-07");
    assert_eq!(
        (codes(&lot, "ContainerCode"), total(&lot, "Quantity")),
        (vec!["PAL-0071482".to_owned()], 60)
    );
    let locks = found(&site, "StockLock", |row| row["TargetCode"] == "L-2611-07");
    assert_eq!(codes(&locks, "LockCode"), ["QLK-0093"]);
    let open_lot_locks = found(&site, "StockLock", |row| {
        row["Scope"] == "Lot" && row["ExpirationDate"].is_null()
    });
    assert_eq!(open_lot_locks.len(), 1);
    let moves = found(&site, "Task", |row| row["ContainerCode"] == "PAL-0071482");
    assert_eq!(
        codes(&moves, "TargetLocation"),
        ["AS-02-011-03", "QA-01-002"]
    );
}

#[test]
fn stock_of_the_disputed_product_is_1176() {
    let stock = found(&north(), "Stock", |row| row["ProductCode"] == "P-10311");
    assert_eq!((stock.len(), total(&stock, "Quantity")), (5, 1_176));
    let south = Site::new("SOUTH", now(), 1).unwrap();
    let other = found(&south, "Stock", |row| row["ProductCode"] == "P-10311");
    assert_eq!(total(&other, "Quantity"), 412);
}

#[test]
fn one_locked_container_has_no_lock_row() {
    for (tenant, code) in [("NORTH", "PAL-0070555"), ("SOUTH", "PAL-S004411")] {
        let site = Site::new(tenant, now(), 1).unwrap();
        let locked = found(&site, "Container", |row| row["IsLocked"] == true);
        assert!(locked.len() > 10);
        let held = codes(
            &found(&site, "StockLock", |row| row["Scope"] == "Container"),
            "TargetCode",
        );
        let loose: Vec<String> = codes(&locked, "UniqueCode")
            .into_iter()
            .filter(|code| !held.contains(code))
            .collect();
        assert_eq!(loose, [code]);
    }
}

#[test]
fn three_lots_expire_within_30_days_and_one_has_expired() {
    let site = north();
    let (now, later) = (at("now"), at("now+60d"));
    let soon = found(&site, "Stock", |row| {
        row["ExpirationDate"]
            .as_str()
            .is_some_and(|date| date < later.as_str())
    });
    let mut lots = codes(&soon, "LotCode");
    lots.dedup();
    assert_eq!(lots, ["L-2510-05", "L-2512-31", "L-2512-44", "L-2601-02"]);
    assert_eq!(soon.len(), 7);
    let expired: Vec<&Row> = soon
        .iter()
        .filter(|row| text(row, "ExpirationDate") < now.as_str())
        .collect();
    assert_eq!(expired.len(), 1);
    assert_eq!(
        (&expired[0]["StatusCode"], &expired[0]["AvailableQuantity"]),
        (&"EXP".into(), &0.into())
    );
    assert_eq!(
        found(&site, "Stock", |row| row["StatusCode"] == "EXP").len(),
        1
    );
    let first = found(&site, "Stock", |row| row["LotCode"] == "L-2512-31");
    assert_eq!((first.len(), total(&first, "Quantity")), (2, 84));
}

#[test]
fn the_recalled_lot_is_found_here_and_with_three_customers() {
    let site = north();
    let here = found(&site, "Stock", |row| row["LotCode"] == "L-2609-12");
    assert_eq!(
        codes(&here, "ContainerCode"),
        ["PAL-0066120", "PAL-0066121"]
    );
    assert_eq!(total(&here, "Quantity"), 84);
    let shipped = found(&site, "OutboundOrderLine", |row| {
        row["LotCode"] == "L-2609-12"
    });
    assert_eq!(
        codes(&shipped, "OrderCode"),
        ["SO-238410", "SO-238655", "SO-239002"]
    );
    assert_eq!(total(&shipped, "ShippedQuantity"), 156);
    let received = found(&site, "InboundOrderLine", |row| {
        row["LotCode"] == "L-2609-12"
    });
    assert_eq!(
        (
            codes(&received, "OrderCode"),
            total(&received, "ReceivedQuantity")
        ),
        (vec!["PO-117002".to_owned()], 240)
    );
    let receptions = found(&site, "Reception", |row| {
        row["InboundOrderCode"] == "PO-117002"
    });
    assert_eq!(codes(&receptions, "Code"), ["RE-005120"]);
}

#[test]
fn three_pallets_wait_in_reception() {
    let site = north();
    let (day, hours) = (at("now-1d"), at("now-6h"));
    let staged = found(&site, "Container", |row| {
        text(row, "LocationLabel").starts_with("RC-")
    });
    let (old, young): (Vec<Row>, Vec<Row>) = staged
        .into_iter()
        .partition(|row| text(row, "LocationDate") < day.as_str());
    assert_eq!(
        codes(&old, "UniqueCode"),
        ["PAL-0070555", "PAL-0070561", "PAL-0070566"]
    );
    assert!(
        young.len() > 10
            && young
                .iter()
                .all(|row| text(row, "LocationDate") > hours.as_str())
    );
}

#[test]
fn last_weeks_counts_are_the_told_ones() {
    let site = north();
    let week = at("now-7d");
    let recent = found(&site, "StockVariation", |row| {
        text(row, "Date") > week.as_str()
    });
    let of = |reason: &str, user: &str| {
        recent
            .iter()
            .filter(|row| row["ReasonCode"] == reason && row["UserName"] == user)
            .count()
    };
    assert_eq!(
        (of("04", "asilva"), of("04", "tmoreau"), of("02", "lweber")),
        (3, 2, 1)
    );
    let others = recent
        .iter()
        .filter(|row| ["07", "10"].contains(&text(row, "ReasonCode")))
        .count();
    assert!(others > 10 && others + 6 == recent.len());
}

#[test]
fn only_one_fast_mover_is_dead_stock() {
    let site = north();
    let fast = codes(
        &found(&site, "Product", |row| row["AbcCode"] == "A"),
        "Code",
    );
    let age = at("now-90d");
    let old = codes(
        &found(&site, "Container", |row| {
            text(row, "LocationDate") < age.as_str()
        }),
        "UniqueCode",
    );
    assert!(old.len() > 500);
    let dead = found(&site, "Stock", |row| {
        fast.binary_search(&text(row, "ProductCode").to_owned())
            .is_ok()
            && old
                .binary_search(&text(row, "ContainerCode").to_owned())
                .is_ok()
    });
    assert_eq!(dead.len(), 4);
    assert!(dead.iter().all(|row| row["ProductCode"] == "P-10120"));
}
