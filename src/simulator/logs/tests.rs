#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failing test should panic"
)]

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{LogSearch, get, search};
use crate::simulator::warehouse::Site;

const NOW: &str = "2026-11-30T08:15:02.500Z";

fn site_at_scale(tenant: &str, scale: usize) -> Site {
    Site::new(tenant, NOW.parse().unwrap(), scale).unwrap()
}

fn site(tenant: &str) -> Site {
    site_at_scale(tenant, 1)
}

fn searched(site: &Site, request: Value) -> Value {
    let request: LogSearch = serde_json::from_value(request).unwrap();
    serde_json::to_value(search(site, &request)).unwrap()
}

fn total(site: &Site, request: Value) -> u64 {
    searched(site, request)["TotalCount"].as_u64().unwrap()
}

fn items(site: &Site, request: Value) -> Vec<Value> {
    searched(site, request)["Items"].as_array().unwrap().clone()
}

#[test]
fn holds_seven_days_in_order_of_time() {
    let site = site("NORTH");
    let rows = items(&site, json!({ "Take": 100_000 }));
    assert!((40_000..40_200).contains(&rows.len()), "{}", rows.len());
    let times: Vec<&str> = rows
        .iter()
        .map(|row| row["Timestamp"].as_str().unwrap())
        .collect();
    assert!(times.is_sorted());
    assert!(*times.first().unwrap() >= "2026-11-23T08:15:02.500Z");
    assert!(*times.last().unwrap() < "2026-11-30T08:15:02.500Z");
    let mut ids: Vec<&str> = rows.iter().map(|row| row["Id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rows.len());
}

#[test]
fn mixes_levels_believably() {
    let site = site("NORTH");
    let at_least = |level: &str| total(&site, json!({ "MinLevel": level, "Take": 0 }));
    let counts = ["trace", "Debug", "INFO", "Warn", "Error", "Fatal"].map(at_least);
    assert!(counts.is_sorted_by(|more, less| more > less), "{counts:?}");
    assert!(
        counts[2] - counts[3] > counts[0] / 2,
        "mostly Info: {counts:?}"
    );
    assert!(counts[4] < counts[0] / 50, "few errors: {counts:?}");
    assert_eq!(counts[5], 0);
}

#[test]
fn pages_in_both_directions_without_gap_or_repetition() {
    let site = site("NORTH");
    let window =
        json!({ "From": "2026-11-30T05:00:00Z", "To": "2026-11-30T07:00:00Z", "Take": 10_000 });
    let forward = items(&site, window.clone());
    assert!(forward.len() > 400);
    for filter in [json!({}), json!({ "MinLevel": "Info" })] {
        for descending in [false, true] {
            let mut request = window.clone();
            let map = request.as_object_mut().unwrap();
            map.extend(filter.as_object().unwrap().clone());
            map.insert("Descending".to_owned(), json!(descending));
            let whole = items(&site, request.clone());
            request["Take"] = json!(97);
            let mut paged = Vec::new();
            while paged.len() < whole.len() {
                request["Skip"] = json!(paged.len());
                paged.extend(items(&site, request.clone()));
            }
            assert_eq!(paged, whole);
        }
    }
    let mut backward = items(
        &site,
        json!({ "From": "2026-11-30T05:00:00Z", "To": "2026-11-30T07:00:00Z", "Take": 10_000, "Descending": true }),
    );
    backward.reverse();
    assert_eq!(backward, forward);
}

#[test]
fn includes_the_start_of_a_window_and_excludes_its_end() {
    let site = site("NORTH");
    let row = &items(&site, json!({ "Skip": 20_000, "Take": 1 }))[0];
    let at = row["Timestamp"].as_str().unwrap();
    assert_eq!(items(&site, json!({ "From": at, "Take": 1 }))[0], *row);
    let before = items(&site, json!({ "To": at, "Take": 1, "Descending": true }));
    assert!(before[0]["Timestamp"].as_str().unwrap() < at);
    assert_eq!(
        total(&site, json!({ "From": at })) + total(&site, json!({ "To": at })),
        total(&site, json!({}))
    );
    assert_eq!(total(&site, json!({ "From": at, "To": at })), 0);
    assert_eq!(
        total(
            &site,
            json!({ "From": "2027-01-01T00:00:00", "To": "2020-01-01T00:00:00" })
        ),
        0
    );
    let local = at.trim_end_matches('Z');
    assert_eq!(
        total(&site, json!({ "From": local })),
        total(&site, json!({ "From": at }))
    );
}

#[test]
fn refuses_a_bad_level_or_time() {
    for (request, problem) in [
        (json!({ "MinLevel": "Loud" }), "'Loud' is not a log level"),
        (
            json!({ "From": "yesterday" }),
            "'yesterday' is not a date and time",
        ),
    ] {
        let error = serde_json::from_value::<LogSearch>(request).unwrap_err();
        assert_eq!(error.to_string(), problem);
    }
    let nulls = json!({ "Keyword": null, "MinLevel": null, "From": null, "Take": null, "Descending": null });
    assert_eq!(items(&site("NORTH"), nulls).len(), 50);
}

#[test]
fn finds_a_row_by_its_id() {
    let site = site("NORTH");
    for request in [
        json!({ "Skip": 12_345, "Take": 3 }),
        json!({ "Keyword": "QLK-0093" }),
    ] {
        for row in items(&site, request) {
            let found = get(&site, row["Id"].as_str().unwrap()).unwrap();
            assert_eq!(serde_json::to_value(found).unwrap(), row);
        }
    }
    assert!(get(&site, "00000000-0000-0000-0000-000000000000").is_none());
    assert!(get(&site, "nonsense").is_none());
}

#[test]
fn finds_keywords_in_any_case_in_message_exception_and_workflow() {
    let site = site("NORTH");
    let found = |keyword: &str| total(&site, json!({ "Keyword": keyword }));
    assert!(found("stretch FILM") == 1 && found("cst_sendrejectcontainerstopk") == 1);
    assert!(found("sqlexception") > 10);
    assert!(found("PickingByOrder") >= total(&site, json!({ "Workflow": "pickingbyorder" })));
    assert_eq!(found("no such text"), 0);
    assert_eq!(
        total(&site, json!({ "Workflow": "Picking" })),
        0,
        "a workflow is named whole"
    );
}

#[test]
fn tells_the_north_its_story_once() {
    let site = site("NORTH");
    for (keyword, rows) in [
        ("SC03 alarm 4711", 38),
        (
            "SO-240117 line 3 product P-10482: requested 120, allocated 80, missing 40; lot L-2611-07 excluded by lock QLK-0093",
            1,
        ),
        (
            "Container PAL-0070555 rejected at IN02: weight 812.4 kg exceeds the 800.0 kg limit of profile EUR-800; lock BLK-REJ set, sent to RC-01-009",
            1,
        ),
        ("Account CUS-0231 is blocked for posting in the ERP", 1),
        ("PAL-0071482", 3),
        ("SO-240117", 2),
        ("TK-0093311", 1),
        ("SV-004512", 2),
        ("SO-240131", 1),
        ("SO-S50021", 0),
        ("PAL-S004411", 0),
    ] {
        assert_eq!(
            total(&site, json!({ "Keyword": keyword })),
            rows,
            "{keyword}"
        );
    }
    let lock = &items(&site, json!({ "Keyword": "QLK-0093 set" }))[0];
    assert_eq!(
        (&lock["UserName"], &lock["Timestamp"]),
        (&json!("mgarcia"), &json!("2026-11-29T04:15:02.500Z"))
    );
    let alarms = items(&site, json!({ "Keyword": "SC03 alarm 4711" }));
    assert_eq!(alarms[0]["Timestamp"], "2026-11-30T06:05:02.500Z");
    assert_eq!(alarms[37]["Timestamp"], "2026-11-30T08:10:02.500Z");
    assert_eq!(
        alarms[0]["Message"],
        "SC03 alarm 4711: fork position sensor no signal; aisle 3 closed"
    );
}

#[test]
fn tells_the_south_another_story() {
    let site = site("SOUTH");
    for (keyword, rows) in [
        ("lot L-S2610-03 excluded by lock QLK-S012", 1),
        ("SO-S50021", 2),
        ("P-20117", 1),
        ("PAL-S004411", 1),
        ("alarm 4711", 0),
        ("QLK-0093", 0),
        ("PAL-007", 0),
    ] {
        assert_eq!(
            total(&site, json!({ "Keyword": keyword })),
            rows,
            "{keyword}"
        );
    }
}

#[test]
fn leaves_aisle_three_alone_after_the_fault() {
    let site = site("NORTH");
    let since = json!({ "Keyword": "AS-03-", "From": "2026-11-30T06:05:02.500Z" });
    assert_eq!(total(&site, since), 1, "only the story's stranded pallet");
    assert!(
        total(
            &site,
            json!({ "Keyword": "AS-03-", "To": "2026-11-30T06:05:02.500Z" })
        ) > 100
    );
}

#[test]
fn makes_the_crane_alarm_the_most_frequent_error_of_the_day_at_any_scale() {
    for scale in [1, 5] {
        let site = site_at_scale("NORTH", scale);
        let day =
            json!({ "MinLevel": "Error", "From": "2026-11-29T08:15:02.500Z", "Take": 10_000 });
        let mut templates: HashMap<String, usize> = HashMap::new();
        for row in items(&site, day) {
            *templates
                .entry(masked(row["Message"].as_str().unwrap()))
                .or_default() += 1;
        }
        let mut counts: Vec<(usize, String)> = templates
            .into_iter()
            .map(|(text, count)| (count, text))
            .collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(counts[0].0, 38, "{counts:?}");
        assert!(counts[1].0 < 20, "{counts:?}");
    }
}

/// Replaces every word that holds a digit.
fn masked(message: &str) -> String {
    let mask = |word: &str| {
        if word.contains(|c: char| c.is_ascii_digit()) {
            "#"
        } else {
            word
        }
        .to_owned()
    };
    message.split(' ').map(mask).collect::<Vec<_>>().join(" ")
}

#[test]
fn carries_stack_traces_of_fifty_kilobytes() {
    let failures = items(
        &site("NORTH"),
        json!({ "Keyword": "Nightly stock snapshot failed" }),
    );
    assert!(failures.len() >= 2);
    for failure in failures {
        let exception = failure["Exception"].as_str().unwrap();
        assert!(
            (50_000..52_000).contains(&exception.len()),
            "{}",
            exception.len()
        );
        assert!(exception.contains("\r\n   at System.Data.SqlClient."));
    }
}

#[test]
fn makes_the_same_rows_each_time_and_keeps_the_story_ids_at_any_scale() {
    let request = json!({ "Skip": 30_000, "Take": 200 });
    assert_eq!(
        items(&site("NORTH"), request.clone()),
        items(&site("NORTH"), request)
    );
    let lock = json!({ "Keyword": "QLK-0093 set" });
    assert_eq!(
        items(&site("NORTH"), lock.clone()),
        items(&site_at_scale("NORTH", 3), lock)
    );
    assert!(total(&site_at_scale("NORTH", 3), json!({})) > 120_000);
}

#[test]
fn fills_every_placeholder() {
    assert_eq!(total(&site("NORTH"), json!({ "Keyword": "{" })), 0);
    assert_eq!(total(&site("SOUTH"), json!({ "Keyword": "}" })), 0);
}
