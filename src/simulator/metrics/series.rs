//! Which metrics there are, and how high each stands at a moment.

use fastrand::Rng;
use serde::Serialize;

use crate::simulator::logs::crane_fault;

const FIVE_MINUTES: i64 = 300_000;
const HOUR: i64 = 3_600_000;
/// The metric that falls to zero with the crane of the story.
const STOPPED_CRANE: &str = "CRANE_CYCLES_SC03";

/// One metric.
pub(super) struct Series {
    pub(super) code: &'static str,
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    pub(super) step_milliseconds: i64,
    kind: Kind,
}

/// How a metric moves.
enum Kind {
    /// A count that follows the shifts and has this peak.
    Count { peak: i64 },
    /// A level in tenths: its mean, how far the shifts move it, how far chance does.
    Level { mean: i64, swing: i64, noise: i64 },
}

/// A measured value: counts are whole, levels have a decimal.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Value {
    Count(i64),
    Level(f64),
}

impl Series {
    /// Returns the value at a moment of a site whose clock shows `now`, both in milliseconds since 1970.
    pub(super) fn value(&self, tenant: &str, now: i64, at: i64) -> Value {
        let mut draw = Rng::with_seed(self.seed(tenant) ^ at.cast_unsigned());
        let activity = activity(at);
        match self.kind {
            Kind::Count { .. } if self.stands_still(tenant, now, at) => Value::Count(0),
            Kind::Count { peak } => Value::Count(peak * activity * draw.i64(85..=115) / 10_000),
            Kind::Level { mean, swing, noise } => {
                let tenths = mean + swing * (activity - 50) / 50 + draw.i64(-noise..=noise);
                Value::Level(f64::from(i32::try_from(tenths).unwrap_or(i32::MAX)) / 10.0)
            }
        }
    }

    fn stands_still(&self, tenant: &str, now: i64, at: i64) -> bool {
        self.code == STOPPED_CRANE && crane_fault(tenant, now).is_some_and(|fault| at >= fault)
    }

    fn seed(&self, tenant: &str) -> u64 {
        let bytes = tenant.bytes().chain(self.code.bytes());
        bytes.fold(0, |hash: u64, byte| {
            hash.rotate_left(7) ^ u64::from(byte).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

/// How busy the site is at a moment, in percent of its peak: two shifts, and the machines alone at night.
fn activity(at: i64) -> i64 {
    const PERCENT: [i64; 24] = [
        22, 18, 16, 16, 20, 35, 62, 80, 92, 100, 96, 88, 70, 82, 94, 98, 90, 84, 76, 68, 60, 48,
        34, 26,
    ];
    let hour = at.div_euclid(HOUR).rem_euclid(24);
    usize::try_from(hour)
        .ok()
        .and_then(|hour| PERCENT.get(hour))
        .copied()
        .unwrap_or(50)
}

const fn count(
    code: &'static str,
    name: &'static str,
    unit: &'static str,
    step: i64,
    peak: i64,
) -> Series {
    Series {
        code,
        name,
        unit,
        step_milliseconds: step,
        kind: Kind::Count { peak },
    }
}

const fn level(
    code: &'static str,
    name: &'static str,
    unit: &'static str,
    step: i64,
    range: [i64; 3],
) -> Series {
    let [mean, swing, noise] = range;
    Series {
        code,
        name,
        unit,
        step_milliseconds: step,
        kind: Kind::Level { mean, swing, noise },
    }
}

/// Every metric, in the order of the list.
pub(super) static SERIES: [Series; 16] = [
    count(
        "LINES_PICKED_PER_HOUR",
        "Order lines picked per hour",
        "lines/h",
        HOUR,
        460,
    ),
    count(
        "CONTAINERS_IN_PER_HOUR",
        "Containers received per hour",
        "containers/h",
        HOUR,
        64,
    ),
    count(
        "CONTAINERS_OUT_PER_HOUR",
        "Containers shipped per hour",
        "containers/h",
        HOUR,
        71,
    ),
    count(
        "ORDER_BACKLOG",
        "Outbound orders not yet released",
        "orders",
        HOUR,
        210,
    ),
    count(
        "CRANE_CYCLES_SC01",
        "Cycles of crane SC01",
        "cycles/5min",
        FIVE_MINUTES,
        4,
    ),
    count(
        "CRANE_CYCLES_SC02",
        "Cycles of crane SC02",
        "cycles/5min",
        FIVE_MINUTES,
        4,
    ),
    count(
        "CRANE_CYCLES_SC03",
        "Cycles of crane SC03",
        "cycles/5min",
        FIVE_MINUTES,
        4,
    ),
    count(
        "CRANE_CYCLES_SC04",
        "Cycles of crane SC04",
        "cycles/5min",
        FIVE_MINUTES,
        4,
    ),
    count(
        "CRANE_CYCLES_SC05",
        "Cycles of crane SC05",
        "cycles/5min",
        FIVE_MINUTES,
        4,
    ),
    count(
        "CRANE_CYCLES_SC06",
        "Cycles of crane SC06",
        "cycles/5min",
        FIVE_MINUTES,
        4,
    ),
    count(
        "CONVEYOR_CONTAINERS",
        "Containers over the main conveyor",
        "containers/5min",
        FIVE_MINUTES,
        38,
    ),
    level(
        "PICKING_ACCURACY",
        "Picks without correction",
        "%",
        HOUR,
        [995, -3, 2],
    ),
    level(
        "DOCK_OCCUPATION",
        "Docks in use",
        "%",
        FIVE_MINUTES,
        [480, 320, 60],
    ),
    level(
        "HIGH_BAY_FILL_RATE",
        "High-bay locations in use",
        "%",
        HOUR,
        [871, 12, 3],
    ),
    level(
        "ERP_MESSAGE_DELAY",
        "Time from event to message at the ERP",
        "s",
        FIVE_MINUTES,
        [62, 21, 15],
    ),
    level(
        "WIFI_SIGNAL",
        "Mean signal of the terminals",
        "dBm",
        FIVE_MINUTES,
        [-610, -12, 20],
    ),
];
