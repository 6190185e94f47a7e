//! The story of the south: another quarantined lot, another starved order, another blocked pallet.

use super::{HOUR, Line, MINUTE};
use crate::simulator::logs::line::Level::{Info, Warn};

/// Returns the lines of the story.
pub(super) fn lines(now: i64) -> Vec<Line> {
    vec![
        Line::new(
            now - 22 * HOUR,
            Warn,
            "CST_QualityHold",
            "Stock lock QLK-S012 set on lot L-S2610-03: Quality hold: temperature on arrival too high",
        )
        .by("hsato"),
        Line::new(now - 4 * HOUR, Info, "OrderRelease", "Order SO-S50021 released").by("dvidal"),
        Line::new(
            now - (3 * HOUR + 50 * MINUTE),
            Warn,
            "CST_AllocateOrders",
            "Allocation of order SO-S50021 line 2 product P-20117: requested 90, allocated 54, missing 36; \
             lot L-S2610-03 excluded by lock QLK-S012",
        ),
        Line::new(
            now - 15 * HOUR,
            Warn,
            "CST_SendRejectContainersToPK",
            "Container PAL-S004411 rejected at SIN01: height 1984 mm exceeds the 1950 mm limit of profile EUR-800; \
             lock BLK-REJ set",
        )
        .on("SIN01"),
    ]
}
