#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::{StoryRow, moment, rows};
use crate::simulator::warehouse::Site;

type Row = Map<String, Value>;

const NOW: &str = "2026-11-30T08:15:00Z";

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

/// A moment as the tables show it.
fn at(offset: &str) -> String {
    let seconds = moment(offset, now().as_second()).unwrap();
    let text = Timestamp::from_second(seconds).unwrap().to_string();
    text.trim_end_matches('Z').to_owned()
}

fn found(site: &Site, entity: &str, keep: impl Fn(&Row) -> bool) -> Vec<Row> {
    let table = site.table(entity).unwrap();
    (0..table.len())
        .map(|row| table.core(row))
        .filter(keep)
        .collect()
}

fn codes(rows: &[Row], field: &str) -> Vec<String> {
    let mut codes: Vec<String> = rows
        .iter()
        .map(|row| row[field].as_str().unwrap().to_owned())
        .collect();
    codes.sort();
    codes
}

fn north() -> Site {
    Site::new("NORTH", now(), 1).unwrap()
}

fn total(rows: &[Row], field: &str) -> i64 {
    rows.iter().map(|row| row[field].as_i64().unwrap()).sum()
}

fn text<'row>(row: &'row Row, field: &str) -> &'row str {
    row[field].as_str().unwrap_or("")
}

/// Fields by which a line of the story is found again among the rows.
const TOLD: [&str; 9] = [
    "Code",
    "UniqueCode",
    "LockCode",
    "ObjectCode",
    "OrderCode",
    "LineNumber",
    "ContainerCode",
    "LocationLabel",
    "CreationDate",
];

fn tells(line: &StoryRow, row: &Row) -> bool {
    TOLD.iter().all(|field| {
        let told = line.get(field);
        let date = moment(told, now().as_second()).map(|_| at(told));
        match row.get(*field) {
            _ if told.is_empty() => true,
            Some(Value::String(shown)) => *shown == date.unwrap_or(told.to_owned()),
            Some(shown) => shown.to_string() == told,
            None => false,
        }
    })
}

#[test]
fn every_line_of_the_story_is_one_row_with_its_fields() {
    for tenant in ["NORTH", "SOUTH"] {
        let (site, lines) = (Site::new(tenant, now(), 1).unwrap(), rows(tenant));
        let mut seen = vec![0; lines.len()];
        for table in site.tables() {
            let own: Vec<(usize, &StoryRow)> = lines
                .iter()
                .enumerate()
                .filter(|(_, line)| line.entity == table.name)
                .collect();
            let known = |field: &str| table.columns.iter().any(|column| column.name == field);
            assert!(
                own.iter()
                    .all(|(_, line)| line.fields().iter().all(|(field, _)| known(field))),
                "{}",
                table.name
            );
            for row in (0..table.len())
                .filter(|_| !own.is_empty())
                .map(|row| table.core(row))
            {
                for (number, _) in own.iter().filter(|(_, line)| tells(line, &row)) {
                    seen[*number] += 1;
                }
            }
        }
        for (line, count) in lines.iter().zip(seen) {
            assert_eq!(count, 1, "{line:?}");
        }
    }
}

#[test]
fn offsets_of_the_day_stay_in_it() {
    let midnight = 86_400 * 10;
    let hour = 3_600;
    assert_eq!(moment("now-1d2h", midnight), Some(midnight - 26 * hour));
    assert_eq!(moment("earlier-2h", midnight + hour), Some(midnight));
    assert_eq!(
        moment("later+3h", midnight + 22 * hour),
        Some(midnight + 86_399)
    );
    assert_eq!(moment("later+3h", midnight), Some(midnight + 3 * hour));
    assert_eq!(moment("AS-03-017-05", midnight), None);
    assert_eq!(moment("null", midnight), None);
}

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
fn one_crane_is_down_and_seven_tasks_name_it() {
    let site = north();
    assert_eq!(
        codes(
            &found(&site, "Device", |row| row["Status"] == "Fault"),
            "Code"
        ),
        ["SC03"]
    );
    assert_eq!(
        found(&site, "Device", |row| row["Status"] == "Maintenance").len(),
        1
    );
    let tasks = found(&site, "Task", |row| row["DeviceCode"] == "SC03");
    assert_eq!(
        tasks
            .iter()
            .filter(|row| row["Status"] == "Pending")
            .count(),
        6
    );
    assert_eq!(tasks.len(), 7);
    let day = at("now-1d");
    let failed = found(&site, "Task", |row| {
        row["Status"] == "Failed" && text(row, "CreationDate") > day.as_str()
    });
    assert_eq!(codes(&failed, "Code"), ["TK-0093311"]);
    assert!(found(&site, "Task", |row| row["Status"] == "Failed").len() > 50);
    let places = |task: &Row| {
        found(&site, "Container", |row| {
            row["UniqueCode"] == task["ContainerCode"]
        })
    };
    assert!(
        tasks
            .iter()
            .all(|task| places(task)[0]["LocationLabel"] == task["SourceLocation"])
    );
}

#[test]
fn five_messages_of_the_last_day_are_in_error() {
    let site = north();
    let day = at("now-1d");
    let errors = found(&site, "InterfaceMessage", |row| {
        row["Status"] == "Error" && text(row, "CreationDate") > day.as_str()
    });
    assert_eq!(
        codes(&errors, "ObjectCode"),
        [
            "PO-118230",
            "SO-240098",
            "SV-004509",
            "SV-004512",
            "SV-004515"
        ]
    );
    assert_eq!(
        codes(&errors, "ErrorCode"),
        ["ERP-4022", "ERP-5001", "ERP-5001", "ERP-5001", "WMS-1203"]
    );
    assert!(found(&site, "InterfaceMessage", |row| row["Status"] == "Pending").len() > 1);
    assert!(found(&site, "InterfaceMessage", |row| row["Status"] == "Error").len() > 15);
    assert!(found(&site, "InboundOrder", |row| row["Code"] == "PO-118230").is_empty());
    assert!(found(&site, "Product", |row| row["Code"] == "P-19999").is_empty());
    assert_eq!(
        found(&site, "InterfaceMessage", |row| row["ObjectCode"]
            == "SO-240098")
        .len(),
        2
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
fn six_receptions_are_expected_today_and_two_are_late() {
    for clock in ["2026-11-30T00:20:00Z", NOW, "2026-11-30T23:40:00Z"] {
        let now: Timestamp = clock.parse().unwrap();
        let site = Site::new("NORTH", now, 1).unwrap();
        let today = found(&site, "InboundOrder", |row| {
            text(row, "ExpectedDate").starts_with("2026-11-30")
        });
        assert_eq!(today.len(), 6, "{clock}");
        let clock = clock.trim_end_matches('Z');
        let late = found(&site, "InboundOrder", |row| {
            row["Status"] == "PEN" && text(row, "ExpectedDate") < clock
        });
        assert_eq!(codes(&late, "Code"), ["PO-118201", "PO-118207"]);
        assert_eq!(
            codes(
                &found(&site, "InboundOrder", |row| row["Status"] == "PAR"),
                "Code"
            ),
            ["PO-118204"]
        );
    }
}

#[test]
fn four_orders_are_late_at_any_time_of_day() {
    for clock in ["2026-11-30T00:20:00Z", NOW, "2026-11-30T23:40:00Z"] {
        let now: Timestamp = clock.parse().unwrap();
        let site = Site::new("NORTH", now, 1).unwrap();
        let closed = ["TERMINATED", "CANCELED", "CLOSE_PARTIALLY", "NOTPREPARE"];
        let clock = clock.trim_end_matches('Z');
        let late = found(&site, "OutboundOrder", |row| {
            !closed.contains(&text(row, "Status")) && text(row, "PlannedLoadDate") < clock
        });
        assert_eq!(
            codes(&late, "Code"),
            ["SO-240140", "SO-240141", "SO-240144", "SO-240149"]
        );
        let unreleased = found(&site, "OutboundOrder", |row| {
            ["RECEIVED", "PENDING"].contains(&text(row, "Status"))
                && text(row, "PlannedLoadDate").starts_with("2026-11-30")
        });
        assert_eq!(unreleased.len(), 4);
        assert!(unreleased.iter().all(|row| row["ReleaseDate"].is_null()));
    }
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

#[test]
fn one_operator_leads_this_week_and_another_led_before() {
    let site = north();
    let (week, before) = (at("now-7d"), at("now-14d"));
    let leader = |from: &str, to: &str| {
        let done = found(&site, "Task", |row| {
            row["Status"] == "Done"
                && !row["UserName"].is_null()
                && text(row, "EndDate") >= from
                && text(row, "EndDate") < to
        });
        let users = codes(&done, "UserName");
        let count = |user: &str| users.iter().filter(|name| *name == user).count();
        users.iter().max_by_key(|user| count(user)).cloned()
    };
    assert_eq!(leader(&week, "9999").as_deref(), Some("jkowalski"));
    assert_eq!(leader(&before, &week).as_deref(), Some("tmoreau"));
}

#[test]
fn the_south_has_a_story_of_its_own() {
    let south = Site::new("SOUTH", now(), 1).unwrap();
    assert_eq!(
        codes(
            &found(&south, "OutboundOrder", |row| row["Status"]
                == "STOCKFAILURE"),
            "Code"
        ),
        ["SO-S50021"]
    );
    let stock = found(&south, "Stock", |row| row["ProductCode"] == "P-20117");
    assert_eq!(total(&stock, "AvailableQuantity"), 0);
    assert_eq!(
        found(&south, "StockLock", |row| row["LockCode"] == "QLK-S012").len(),
        1
    );
    let day = at("now-1d");
    let errors = found(&south, "InterfaceMessage", |row| {
        row["Status"] == "Error" && text(row, "CreationDate") > day.as_str()
    });
    assert_eq!(codes(&errors, "ObjectCode"), ["SO-S49987"]);
}
