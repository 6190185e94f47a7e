//! Where each row stands in time: filler slots of equal length, the story's lines between them.
//!
//! A position counts all rows of the site from the oldest. Both ways, from position to row and from time to position,
//! are arithmetic and a binary search among the story's few lines.

use std::ops::Range;

use super::codes::Codes;
use super::filler::Filler;
use super::id;
use super::line::{Level, LogRow, logger, timestamp_text};
use super::request::Moment;
use super::story::{self, Line};
use crate::simulator::warehouse::Site;

const DAYS: i64 = 7;
const DAY_MILLISECONDS: i64 = 86_400_000;
/// Filler rows of a site at scale 1.
const FILLERS: u64 = 40_000;
/// Story rows are numbered from here, so that their ids do not depend on the filler.
const FIRST_STORY_NUMBER: u64 = 1 << 40;

/// The order of a site's log rows.
pub(super) struct Timeline {
    pub(super) codes: &'static Codes,
    pub(super) seed: u64,
    /// Filler errors happen as often at every scale, so that the story's stay the most frequent.
    pub(super) scale: u64,
    start: i64,
    slot: u64,
    fillers: u64,
    /// From here on crane 3 stands still, in milliseconds since 1970.
    crane_fault: Option<i64>,
    story: Vec<Line>,
    /// The position of each story line, ascending.
    story_positions: Vec<u64>,
}

/// One row, not yet written.
pub(super) enum Entry<'t> {
    Filler(Filler),
    Story(&'t Line),
}

impl Timeline {
    /// Lays out the rows of a site.
    pub(super) fn of(site: &Site) -> Self {
        let now = site.now.as_millisecond();
        let start = now.saturating_sub(DAYS * DAY_MILLISECONDS);
        let scale = u64::try_from(site.scale).unwrap_or(u64::MAX).max(1);
        let span = (DAYS * DAY_MILLISECONDS).unsigned_abs();
        let slot = (span / FILLERS.saturating_mul(scale)).max(1);
        let mut story = story::lines(site.tenant, now);
        story.retain(|line| (start..=now).contains(&line.at));
        story.sort_by_key(|line| line.at);
        let codes = Codes::of(site.tenant);
        let mut timeline = Self {
            codes,
            seed: codes.seed,
            scale,
            start,
            slot,
            fillers: span / slot,
            crane_fault: story::crane_fault(site.tenant, now),
            story,
            story_positions: Vec::new(),
        };
        timeline.story_positions = (0_u64..)
            .zip(&timeline.story)
            .map(|(earlier, line)| timeline.fillers_before(line.at) + earlier)
            .collect();
        timeline
    }

    /// Returns the positions from one moment up to, not including, another.
    pub(super) fn window(&self, from: Option<Moment>, to: Option<Moment>) -> Range<u64> {
        let from = from.map_or(0, |from| self.rows_before(from.0));
        let to = to.map_or(self.len(), |to| self.rows_before(to.0));
        from..to.max(from)
    }

    /// Returns the row at a position, which must be below [`Self::len`].
    pub(super) fn entry(&self, position: u64) -> Entry<'_> {
        let place = self
            .story_positions
            .partition_point(|&story| story < position);
        match (self.story.get(place), self.story_positions.get(place)) {
            (Some(line), Some(&story)) if story == position => Entry::Story(line),
            _ => Entry::Filler(self.filler(position - to_u64(place))),
        }
    }

    /// Returns the row with an id, whole.
    pub(super) fn find(&self, id: &str) -> Option<LogRow> {
        let number = id::decode(self.seed, id)?;
        let entry = match number.checked_sub(FIRST_STORY_NUMBER) {
            None if number < self.fillers => Entry::Filler(self.filler(number)),
            None => return None,
            Some(ordinal) => Entry::Story(
                self.story
                    .iter()
                    .find(|line| to_u64(line.ordinal) == ordinal)?,
            ),
        };
        Some(entry.row(self))
    }

    /// Returns the aisle in which nothing moves at this moment.
    pub(super) fn closed_aisle(&self, at: i64) -> Option<u32> {
        self.crane_fault
            .is_some_and(|fault| at >= fault)
            .then_some(3)
    }

    fn len(&self) -> u64 {
        self.fillers + to_u64(self.story.len())
    }

    fn rows_before(&self, at: i64) -> u64 {
        let story = self.story.partition_point(|line| line.at < at);
        self.fillers_before(at) + to_u64(story)
    }

    fn fillers_before(&self, at: i64) -> u64 {
        let Ok(offset) = u64::try_from(at.saturating_sub(self.start)) else {
            return 0;
        };
        let number = offset / self.slot;
        if number >= self.fillers {
            self.fillers
        } else {
            number + u64::from(self.offset(number) < offset)
        }
    }

    fn filler(&self, number: u64) -> Filler {
        let at = self.start.saturating_add_unsigned(self.offset(number));
        Filler::new(self, number, at)
    }

    /// Milliseconds from the start to a filler row: somewhere in its slot, so that order needs no look at neighbours.
    fn offset(&self, number: u64) -> u64 {
        number * self.slot + id::mix(self.seed.rotate_left(7) ^ number) % self.slot
    }
}

impl Entry<'_> {
    pub(super) fn level(&self) -> Level {
        match self {
            Self::Filler(filler) => filler.template.level,
            Self::Story(line) => line.level,
        }
    }

    pub(super) fn workflow(&self) -> &'static str {
        match self {
            Self::Filler(filler) => filler.template.workflow,
            Self::Story(line) => line.workflow,
        }
    }

    pub(super) fn write_message(&self, timeline: &Timeline, text: &mut String) {
        match self {
            Self::Filler(filler) => filler.write_message(timeline, text),
            Self::Story(line) => text.push_str(&line.message),
        }
    }

    /// Appends the exception, if there is one.
    pub(super) fn write_exception(&self, text: &mut String) {
        let failure = match self {
            Self::Filler(filler) => filler.failure(),
            Self::Story(line) => line.failure,
        };
        if let Some(failure) = failure {
            failure.write(text);
        }
    }

    /// Returns the row as the service answers it.
    pub(super) fn row(&self, timeline: &Timeline) -> LogRow {
        let mut message = String::new();
        self.write_message(timeline, &mut message);
        let mut exception = String::new();
        self.write_exception(&mut exception);
        let (number, at, instance, user_name, station) = match self {
            Self::Filler(filler) => (
                filler.number,
                filler.at,
                id::mix(timeline.seed.rotate_left(41) ^ filler.number),
                filler.user(timeline),
                filler.station(timeline),
            ),
            Self::Story(line) => (
                FIRST_STORY_NUMBER + to_u64(line.ordinal),
                line.at,
                line.instance(),
                line.user,
                line.station.map(str::to_owned),
            ),
        };
        LogRow {
            id: id::encode(timeline.seed, number),
            timestamp: timestamp_text(at),
            level: self.level(),
            logger: logger(self.workflow()),
            workflow_name: self.workflow(),
            workflow_instance_id: id::guid(instance, id::mix(instance)),
            user_name,
            station,
            message,
            exception: Some(exception).filter(|exception| !exception.is_empty()),
        }
    }
}

/// Returns a count as a row number; lossless where memory has at most 64 bits of addresses.
pub(super) fn to_u64(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
