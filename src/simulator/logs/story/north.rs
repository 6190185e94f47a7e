//! The story of the north: the starved order, the crane, the refused confirmation, the rejected pallet.

use super::{CRANE_FAULT_AGO, DAY, HOUR, Line, MINUTE, SECOND};
use crate::simulator::logs::line::Level::{Error, Info, Warn};

/// How often the alarm of the crane is logged, from the fault until five minutes ago.
const ALARMS: i64 = 38;
const LAST_ALARM_AGO: i64 = 5 * MINUTE;

/// Returns the lines of the story.
pub(super) fn lines(now: i64) -> Vec<Line> {
    let mut lines = starved_order(now);
    lines.extend(crane_fault(now));
    lines.extend(erp(now));
    lines.extend(rejected_pallet(now));
    lines
}

fn starved_order(now: i64) -> Vec<Line> {
    vec![
        Line::new(
            now - 30 * HOUR,
            Info,
            "Reception",
            "Container PAL-0071482 received in RE-005388 of PO-118090: lot L-2611-07, product P-10482",
        ),
        Line::new(
            now - 29 * HOUR,
            Info,
            "PutawayConfirm",
            "Container PAL-0071482 stored at AS-02-011-03",
        )
        .on("SC02"),
        Line::new(
            now - 28 * HOUR,
            Warn,
            "CST_QualityHold",
            "Stock lock QLK-0093 set on lot L-2611-07: Quality hold: torn stretch film on arrival, inspection pending",
        )
        .by("mgarcia"),
        Line::new(
            now - 28 * HOUR + 4 * MINUTE,
            Info,
            "StockMove",
            "Container PAL-0071482 moved by mgarcia from AS-02-011-03 to QA-01-002",
        )
        .by("mgarcia"),
        Line::new(now - 5 * HOUR, Info, "OrderRelease", "Order SO-240117 released, priority Urgent")
            .by("jkowalski"),
        Line::new(
            now - (4 * HOUR + 50 * MINUTE),
            Warn,
            "CST_AllocateOrders",
            "Allocation of order SO-240117 line 3 product P-10482: requested 120, allocated 80, missing 40; \
             lot L-2611-07 excluded by lock QLK-0093",
        ),
    ]
}

fn crane_fault(now: i64) -> Vec<Line> {
    let start = now - CRANE_FAULT_AGO;
    let step = (CRANE_FAULT_AGO - LAST_ALARM_AGO) / (ALARMS - 1);
    let alarm = |number: i64| {
        let at = if number + 1 == ALARMS {
            now - LAST_ALARM_AGO
        } else {
            start + number * step
        };
        Line::new(
            at,
            Error,
            "StackerCrane",
            "SC03 alarm 4711: fork position sensor no signal; aisle 3 closed",
        )
        .on("SC03")
    };
    let mut lines: Vec<Line> = (0..ALARMS).map(alarm).collect();
    lines.extend([
        Line::new(
            start + 2 * SECOND,
            Error,
            "TransportOrder",
            "Task TK-0093311 failed on SC03: Alarm 4711: fork position sensor no signal, aisle 3 closed",
        )
        .on("SC03"),
        Line::new(
            start + 3 * SECOND,
            Warn,
            "DeviceAlarm",
            "Device SC03 set to Fault, tasks of aisle 3 wait",
        )
        .on("SC03"),
        Line::new(
            now - 38 * MINUTE,
            Warn,
            "TransportOrder",
            "Task TK-0093314 waits for SC03: container PAL-0068210 at AS-03-017-05 is needed by order SO-240131",
        )
        .on("SC03"),
    ]);
    lines
}

fn erp(now: i64) -> Vec<Line> {
    let refused = "Outbound order confirmation of SO-240098 refused by ERP: ERP-4022, field AccountCode: \
                   Account CUS-0231 is blocked for posting in the ERP";
    vec![
        Line::new(
            now - 3 * DAY,
            Info,
            "OutboundOrderImport",
            "Outbound order SO-240098 imported for account CUS-0231",
        )
        .by("oerp"),
        Line::new(
            now - 9 * HOUR,
            Info,
            "ShippingConfirm",
            "Order SO-240098 shipped",
        ),
        Line::new(
            now - (8 * HOUR + 55 * MINUTE),
            Error,
            "CST_SendOrderConfirmation",
            refused,
        )
        .by("oerp"),
        Line::new(
            now - 7 * HOUR,
            Info,
            "CycleCount",
            "Stock variation SV-004512 posted by asilva: product P-10311, quantity -24, reason 04",
        )
        .by("asilva"),
        Line::new(
            now - 7 * HOUR + 20 * SECOND,
            Error,
            "InterfaceOutbound",
            "Stock variation SV-004512 refused by ERP: ERP-5001: Posting period closed",
        )
        .by("oerp"),
    ]
}

fn rejected_pallet(now: i64) -> Vec<Line> {
    vec![
        Line::new(
            now - 26 * HOUR,
            Warn,
            "CST_SendRejectContainersToPK",
            "Container PAL-0070555 rejected at IN02: weight 812.4 kg exceeds the 800.0 kg limit of profile EUR-800; \
             lock BLK-REJ set, sent to RC-01-009",
        )
        .on("IN02"),
    ]
}
