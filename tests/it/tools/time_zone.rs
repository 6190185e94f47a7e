//! A site whose clocks are not UTC's: its dates say no zone, and are reckoned in the one that is configured.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use jiff::SignedDuration;
use mcp_wms_api::simulator::Options;
use serde_json::{Value, json};

use crate::harness::{Harness, now, simulator_options};

/// A site two hours east of Greenwich: its rows say a quarter past ten when it is a quarter past eight in UTC.
async fn eastern_site(settings: &[(&str, &str)]) -> Harness {
    let options = Options {
        now: now().checked_add(SignedDuration::from_hours(2)).unwrap(),
        ..simulator_options()
    };
    Harness::with(options, settings).await
}

/// What depends on the site's clock alone: fresh tasks, what is due today, what is late, and whether a zone is missed.
async fn told(harness: &Harness) -> (Value, Value, Value, bool) {
    let count = |entity_type: &str, filter: &str| {
        let arguments = json!({"entity_type": entity_type, "filter": filter});
        async move { harness.answer("count_wms_entities", arguments).await["count"].clone() }
    };
    let fresh = count("Task", "CreationDate >= now-2h").await;
    let due = count("Reception", "StartDate >= today and StartDate < today+1d").await;
    let kinds = json!({"kinds": "late_outbound"});
    let alerts = harness.answer("list_warehouse_alerts", kinds).await;
    let missed = alerts["warnings"]
        .to_string()
        .contains("WMS_NORTH_TIME_ZONE sets the zone");
    (fresh, due, alerts["findings"][0]["finding"].clone(), missed)
}

#[tokio::test]
async fn dates_are_reckoned_on_the_clocks_of_the_site() {
    let (fresh, due, late, missed) = told(&Harness::start().await).await;
    assert!(missed && fresh.as_u64() > Some(100), "{fresh}");
    assert!(
        late.as_str().unwrap().contains(" outbound orders are late"),
        "{late}"
    );

    let zone = [("WMS_NORTH_TIME_ZONE", "+02:00")];
    let there = told(&eastern_site(&zone).await).await;
    assert_eq!(there, (fresh.clone(), due, late.clone(), false));

    let elsewhere = told(&eastern_site(&[]).await).await;
    assert!(elsewhere.3 && elsewhere.0.as_u64() > fresh.as_u64());
    assert_ne!(elsewhere.2, late, "two hours make others late");
}

#[tokio::test]
async fn a_window_from_today_begins_at_the_site_s_midnight() {
    for (zone, midnight) in [
        ("+02:00", "2026-11-29T22:00:00Z"),
        ("Europe/Madrid", "2026-11-29T23:00:00Z"),
        ("America/Lima", "2026-11-30T05:00:00Z"),
    ] {
        let harness = eastern_site(&[("WMS_NORTH_TIME_ZONE", zone)]).await;
        let arguments = json!({"from": "today", "limit": 1});
        let answer = harness.answer("search_logs", arguments).await;
        assert_eq!(
            (&answer["from"], &answer["zone"]),
            (&json!(midnight), &json!("UTC"))
        );
        let listed = harness.answer("list_profiles", json!({})).await;
        let rows = listed["rows"].as_array().unwrap().iter();
        let zoned: Vec<(&Value, &Value)> = rows
            .filter_map(|row| Some((&row["profile"], row.get("time_zone")?)))
            .collect();
        assert_eq!(zoned, [(&json!("NORTH"), &json!(zone))]);
    }
}

#[tokio::test]
async fn a_local_window_lies_in_the_site_s_zone_and_goes_out_with_its_offset() {
    let harness = eastern_site(&[("WMS_NORTH_TIME_ZONE", "+02:00")]).await;
    for tool in ["search_logs", "get_metrics"] {
        let window = async |from: &str, to: &str| {
            let arguments = match tool {
                "search_logs" => json!({"from": from, "to": to, "limit": 1}),
                _ => json!({"code": "ORDER_BACKLOG", "from": from, "to": to, "limit": 1}),
            };
            harness.answer(tool, arguments).await
        };
        let day = window("2026-11-29", "2026-11-29").await;
        assert_eq!(day["from"], "2026-11-29T00:00:00+02:00");
        assert_eq!(day["to"], "2026-11-30T00:00:00+02:00");
        assert_eq!(day["zone"], "by its offset");
        let instants = window("2026-11-28T22:00:00Z", "2026-11-29T22:00:00Z").await;
        let relative = window("today-1d", "today-1d").await;
        assert!(day["total"].as_u64() > Some(0), "{tool}: {day}");
        assert_eq!(day["total"], instants["total"], "{tool}");
        assert_eq!(day["total"], relative["total"], "{tool}");
    }
}
