//! The simulator's workflow log: the last seven days, made on demand, with the story's lines among the filler.
//!
//! A filler row is a function of its number and a time window is a range of numbers, so a page costs its own rows and
//! only a search reads the window. It knows neither routes nor tokens.

mod codes;
mod failure;
mod filler;
mod id;
mod line;
mod request;
mod scene;
mod story;
mod templates;
#[cfg(test)]
mod tests;
mod timeline;

use serde::Serialize;

use super::warehouse::Site;
pub(super) use id::guid;
use line::LogRow;
pub(super) use line::timestamp_text;
use request::Matcher;
pub(crate) use request::{LogSearch, Moment};
pub(super) use story::crane_fault;
use timeline::{Timeline, to_u64};

/// How many rows one answer holds when the request names no `Take`.
const DEFAULT_TAKE: usize = 50;

/// Returns the answer of `POST …/LogSearch`: one page of the matching rows, and how many match in all.
pub(crate) fn search(site: &Site, request: &LogSearch) -> LogPage {
    let timeline = Timeline::of(site);
    let window = timeline.window(request.from, request.to);
    let length = window.end - window.start;
    let positions = (0..length).map(|place| {
        if request.descending {
            window.end - 1 - place
        } else {
            window.start + place
        }
    });
    let skip = request.skip.unwrap_or(0);
    let take = request.take.unwrap_or(DEFAULT_TAKE);
    let (total_count, chosen) = match Matcher::of(request) {
        None => (length, positions.skip(skip).take(take).collect()),
        Some(mut matcher) => {
            let accepted: Vec<u64> = positions
                .filter(|&position| matcher.accepts(&timeline, position))
                .collect();
            let chosen: Vec<u64> = accepted.iter().copied().skip(skip).take(take).collect();
            (to_u64(accepted.len()), chosen)
        }
    };
    let items = chosen
        .into_iter()
        .map(|position| timeline.entry(position).row(&timeline))
        .collect();
    LogPage { items, total_count }
}

/// Returns the answer of `GET …/Logs/{id}`; `None` if there is no such row (404 on the wire).
pub(crate) fn get(site: &Site, id: &str) -> Option<LogRow> {
    Timeline::of(site).find(id)
}

/// One page of a search, as the service answers it.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct LogPage {
    items: Vec<LogRow>,
    total_count: u64,
}
