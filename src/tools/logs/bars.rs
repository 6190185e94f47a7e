//! Counts by level, for each hour of a window, or for longer parts where so many hours do not fit.

use std::collections::BTreeMap;

use crate::envelope::Answer;

/// What the bars are called unless they have to be longer.
const HOURS: &str = "by_hour";
/// How much of an ISO date tells its hour, day, month and year.
const BAR_WIDTHS: [(&str, usize); 4] =
    [(HOURS, 13), ("by_day", 10), ("by_month", 7), ("by_year", 4)];

/// Counts by level, for each part of the window.
pub(super) type Bars = BTreeMap<String, BTreeMap<String, u64>>;

/// The bars of the finest width at which all fit, in order of time.
#[derive(Debug)]
pub(super) struct Histogram {
    name: &'static str,
    bars: Bars,
    /// Bars that did not fit at any width, because times are odd; the newest are kept.
    left_out: usize,
}

impl Histogram {
    /// Makes the bars that fit of those of hours.
    pub(super) fn of(hours: &Bars, room_bytes: usize) -> Self {
        let fits =
            |bars: &Bars| serde_json::to_string(bars).is_ok_and(|json| json.len() <= room_bytes);
        let mut histogram = Self {
            name: HOURS,
            bars: Bars::new(),
            left_out: 0,
        };
        for (name, width) in BAR_WIDTHS {
            histogram.name = name;
            histogram.bars = bars_of(hours, width);
            if fits(&histogram.bars) {
                return histogram;
            }
        }
        while !histogram.bars.is_empty() && !fits(&histogram.bars) {
            histogram.bars.pop_first();
            histogram.left_out += 1;
        }
        histogram
    }

    /// Says that the bars are not what was promised: longer than hours, or not all.
    pub(super) fn warnings(&self) -> impl Iterator<Item = String> + use<> {
        let name = self.name;
        let coarse = (name != HOURS).then(|| {
            format!("this window has too many hours for one answer: the counts are {name}; a shorter window has {HOURS}")
        });
        let left_out = (self.left_out > 0).then(|| {
            format!(
                "{name} lacks its {} oldest parts: they do not fit",
                self.left_out
            )
        });
        coarse.into_iter().chain(left_out)
    }

    /// Adds the bars to an answer.
    pub(super) fn tell(self, answer: Answer) -> Answer {
        answer.fact(self.name, self.bars)
    }
}

fn bars_of(hours: &Bars, width: usize) -> Bars {
    let mut bars = Bars::new();
    for (hour, counts) in hours {
        let start = hour.get(..width).unwrap_or("unknown");
        let bar = bars.entry(start.to_owned()).or_default();
        for (level, count) in counts {
            *bar.entry(level.clone()).or_default() += count;
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::{BTreeMap, Bars, Histogram};

    fn told(hours: &[&str], room_bytes: usize) -> (&'static str, usize, Vec<String>) {
        let hours: Bars = hours
            .iter()
            .map(|hour| {
                (
                    (*hour).to_owned(),
                    BTreeMap::from([("Error".to_owned(), 1)]),
                )
            })
            .collect();
        let histogram = Histogram::of(&hours, room_bytes);
        let warnings = histogram.warnings().collect();
        (histogram.name, histogram.bars.len(), warnings)
    }

    #[test]
    fn bars_longer_than_hours_and_bars_left_out_are_said() {
        let hours = ["2026-11-29T07", "2026-11-29T08", "2026-11-30T07"];
        assert_eq!(told(&hours, 1_000), ("by_hour", 3, vec![]));
        let (name, bars, warnings) = told(&hours, 60);
        assert_eq!((name, bars, warnings.len()), ("by_day", 2, 1));
        let odd = ["2025-01-01T00", "2026-01-01T00", "2027-01-01T00"];
        let (name, bars, warnings) = told(&odd, 45);
        assert_eq!((name, bars, warnings.len()), ("by_year", 2, 2));
    }
}
