//! What was logged around an entry, as it stands beside it: short, the nearest first to be kept, and no cut unsaid.

use serde::Serialize;

use crate::easywms::rows::RawRow;
use crate::easywms::{LogContext, LogEntry};
use crate::envelope::Answer;

/// The longest message that a neighbouring entry shows, in characters.
const MESSAGE_CHARS: usize = 200;

/// An entry beside the one asked for.
#[derive(Serialize)]
struct Neighbour {
    id: Option<String>,
    time: Option<String>,
    level: Option<String>,
    workflow: Option<String>,
    message: Option<String>,
    /// Whether `get_log_entry` has more of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
}

/// A neighbour as it is written.
struct Written {
    row: RawRow,
    cut: bool,
}

impl Neighbour {
    fn of(row: &RawRow) -> Self {
        let entry = LogEntry::of(row);
        let message = entry.message();
        let shortened = message.as_deref().and_then(shortened);
        let has_exception = entry.exception().is_some_and(|text| !text.is_empty());
        Self {
            id: entry.id(),
            time: entry.time(),
            level: entry.level(),
            workflow: entry.workflow(),
            cut: shortened.is_some() || has_exception,
            message: shortened.or(message),
        }
    }
}

/// The beginning of a message that is too long to be shown whole.
fn shortened(message: &str) -> Option<String> {
    let (end, _) = message.char_indices().nth(MESSAGE_CHARS)?;
    Some(format!("{}…", message.get(..end).unwrap_or_default()))
}

/// Adds the neighbours in order of time, the nearest first to be kept where not all fit.
pub(super) fn tell(context: &LogContext, answer: Answer, room_bytes: usize) -> Answer {
    let (mut before, mut after) = (written(&context.before), written(&context.after));
    let found = before.len() + after.len();
    let (before_bytes, after_bytes) = shares(room_bytes, bytes_of(&before), bytes_of(&after));
    before.truncate(fitting(&before, before_bytes));
    after.truncate(fitting(&after, after_bytes));
    before.reverse();
    let omitted = found - before.len() - after.len();
    let hint = format!(
        "{omitted} of the {found} entries around it did not fit and are left out, the farthest ones. For more use search_logs with from and to around its time."
    );
    let cut = before.iter().chain(&after).any(|written| written.cut);
    let rows = |written: Vec<Written>| -> Vec<RawRow> {
        written.into_iter().map(|written| written.row).collect()
    };
    answer
        .fact("before", rows(before))
        .fact("after", rows(after))
        .without(omitted, hint)
        .warnings(cut.then(|| CUT.to_owned()))
}

const CUT: &str = "an entry around it with \"cut\":true shows at most 200 characters of its message and no exception; get_log_entry with its id reads it whole";

fn written(rows: &[RawRow]) -> Vec<Written> {
    let neighbours = rows.iter().map(Neighbour::of);
    neighbours
        .filter_map(|neighbour| {
            Some(Written {
                row: RawRow::of(&neighbour)?,
                cut: neighbour.cut,
            })
        })
        .collect()
}

/// What a list of rows takes, a comma behind each.
fn bytes_of(written: &[Written]) -> usize {
    let bytes = written.iter().map(|written| written.row.len_bytes() + 1);
    bytes.sum()
}

/// Shares the room: half for each side, and what one side does not need for the other.
fn shares(room_bytes: usize, before_bytes: usize, after_bytes: usize) -> (usize, usize) {
    let half = room_bytes / 2;
    let beside = |other_bytes: usize| half.max(room_bytes.saturating_sub(other_bytes));
    (beside(after_bytes), beside(before_bytes))
}

/// How many of the first rows fit.
fn fitting(written: &[Written], room_bytes: usize) -> usize {
    (1..=written.len())
        .take_while(|count| bytes_of(written.get(..*count).unwrap_or_default()) <= room_bytes)
        .count()
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn a_side_that_needs_less_gives_its_room_to_the_other() {
        for (needs, given) in [
            ((0, 500), (50, 100)),
            ((500, 0), (100, 50)),
            ((30, 500), (50, 70)),
            ((500, 500), (50, 50)),
        ] {
            assert_eq!(shares(100, needs.0, needs.1), given, "{needs:?}");
        }
    }
}
