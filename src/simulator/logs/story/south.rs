//! The story of the south: another quarantined lot, another starved order, another blocked pallet.

use super::{HOUR, Line, MINUTE};
use crate::simulator::logs::line::Level::{Info, Warn};

/// Returns the lines of the story.
pub(super) fn lines(now: i64) -> Vec<Line> {
    vec![
        Line::new(
            now - 17 * HOUR,
            Warn,
            "CST_QualityHold",
            "Stock lock QLK-S012 set on lot L-S2610-03: Quality hold: lids loose in sample, laboratory result pending",
        )
        .by("hsato"),
        Line::new(now - 4 * HOUR, Info, "OrderRelease", "Order SO-S50021 released").by("dvidal"),
        Line::new(
            now - (3 * HOUR + 50 * MINUTE),
            Warn,
            "CST_AllocateOrders",
            "Allocation of order SO-S50021 line 3 product P-20117: requested 24, allocated 0, missing 24; \
             lot L-S2610-03 excluded by lock QLK-S012",
        ),
        Line::new(
            now - 20 * HOUR,
            Warn,
            "CST_SendRejectContainersToPK",
            "Container PAL-S004411 rejected at SIN01: weight 806.9 kg exceeds the 800.0 kg limit of profile EUR-800; \
             lock BLK-REJ set, sent to SRC-01-005",
        )
        .on("SIN01"),
    ]
}
