//! One filler row: which template it follows, and what becomes of its placeholders.

use super::failure::Failure;
use super::id::mix;
use super::scene::Scene;
use super::templates::{self, Template};
use super::timeline::Timeline;

/// One in so many rows (at scale 1) is an error: about fifty a day.
const ROWS_PER_ERROR: u64 = 110;

/// A filler row, before anything is written.
pub(super) struct Filler {
    pub(super) number: u64,
    /// Milliseconds since 1970.
    pub(super) at: i64,
    pub(super) template: &'static Template,
    seed: u64,
}

impl Filler {
    /// Makes the row with a number.
    pub(super) fn new(timeline: &Timeline, number: u64, at: i64) -> Self {
        let seed = mix(timeline.seed.rotate_left(23) ^ number);
        let may_fail = number.is_multiple_of(timeline.scale);
        let template = if may_fail && seed.is_multiple_of(ROWS_PER_ERROR) {
            templates::error(seed / ROWS_PER_ERROR)
        } else {
            templates::routine(seed / ROWS_PER_ERROR)
        };
        Self {
            number,
            at,
            template,
            seed,
        }
    }

    /// Appends the message.
    pub(super) fn write_message(&self, timeline: &Timeline, text: &mut String) {
        let mut scene = self.scene(timeline);
        let mut rest = self.template.message;
        while let Some((before, after)) = rest.split_once('{') {
            let (field, next) = after.split_once('}').unwrap_or((after, ""));
            text.push_str(before);
            scene.write(field, text);
            rest = next;
        }
        text.push_str(rest);
    }

    /// Returns the exception of a failed row.
    pub(super) fn failure(&self) -> Option<Failure> {
        let length = 600 + usize::try_from(self.seed % 2_000).unwrap_or(0);
        self.template
            .cause
            .map(|cause| Failure::new(cause, self.seed, length))
    }

    pub(super) fn user(&self, timeline: &Timeline) -> Option<&'static str> {
        self.scene(timeline).user
    }

    pub(super) fn station(&self, timeline: &Timeline) -> Option<String> {
        let scene = self.scene(timeline);
        let mut station = String::new();
        scene.write_station(&mut station);
        Some(station).filter(|station| !station.is_empty())
    }

    fn scene<'t>(&self, timeline: &'t Timeline) -> Scene<'t> {
        let closed_aisle = timeline.closed_aisle(self.at);
        Scene::new(self.template, timeline.codes, closed_aisle, self.seed)
    }
}
