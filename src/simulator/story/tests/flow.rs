//! Orders, tasks, machines and messages.

use jiff::Timestamp;

use super::{NOW, Row, at, codes, found, north, now, text, total};
use crate::simulator::warehouse::Site;

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
