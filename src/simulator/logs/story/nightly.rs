//! The nightly jobs of both sites, and the nights on which they failed with an exception of some 50 kB.

use super::{DAY, HOUR, Line, MINUTE};
use crate::simulator::logs::failure::{Cause, Failure};
use crate::simulator::logs::line::Level::{Error, Info};

const EXCEPTION_BYTES: usize = 50_000;

/// Returns the jobs of the last seven nights; those of a night to come are left out with it.
pub(super) fn lines(now: i64) -> Vec<Line> {
    let today = now - now.rem_euclid(DAY);
    (0..=7)
        .flat_map(|nights_ago| {
            let midnight = today - nights_ago * DAY;
            [
                snapshot(midnight + 2 * HOUR + 14 * MINUTE, nights_ago),
                archive(midnight + 3 * HOUR + 40 * MINUTE, nights_ago),
            ]
        })
        .filter(|line| line.at < now)
        .collect()
}

fn snapshot(at: i64, nights_ago: i64) -> Line {
    let workflow = "CST_NightlyStockSnapshot";
    if matches!(nights_ago, 1 | 3 | 6) {
        Line::new(
            at,
            Error,
            workflow,
            "Nightly stock snapshot failed after 00:14:00: page 118 of 241 not sent",
        )
        .because(Failure::new(
            Cause::Database,
            nights_ago.unsigned_abs(),
            EXCEPTION_BYTES,
        ))
    } else {
        Line::new(
            at,
            Info,
            workflow,
            "Nightly stock snapshot sent: 241 pages in 00:13:21",
        )
    }
}

fn archive(at: i64, nights_ago: i64) -> Line {
    let workflow = "ArchiveHistory";
    if matches!(nights_ago, 2 | 5) {
        Line::new(
            at,
            Error,
            workflow,
            "Archiving of closed tasks failed, 12000 rows left for the next night",
        )
        .because(Failure::new(
            Cause::Deadlock,
            nights_ago.unsigned_abs(),
            EXCEPTION_BYTES,
        ))
    } else {
        Line::new(
            at,
            Info,
            workflow,
            "Archiving finished: closed tasks and orders moved to the archive",
        )
    }
}
