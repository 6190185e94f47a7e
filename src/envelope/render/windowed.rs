//! A window over a large text: as many characters as were asked for, fewer if their JSON form does not fit.

use super::{Addressee, head, warnings};
use crate::envelope::answer::Answer;
use crate::envelope::window::{TextWindow, prefix_that_fits};

/// A text window: as many characters as asked for, fewer if their JSON form does not fit.
pub(super) fn windowed(answer: &Answer, window: &TextWindow, to: &Addressee) -> String {
    let limit = to.budget.window_bytes();
    let rest = window.rest();
    let reserved = window_text(answer, window, to, "", usize::MAX).len();
    let room = limit.saturating_sub(reserved);
    let (data, chars) = prefix_that_fits(rest, window.max_chars, room);
    window_text(answer, window, to, data, chars)
}

/// `data_chars` of `usize::MAX` stands for "the longest head there can be", to reserve its room.
fn window_text(
    answer: &Answer,
    window: &TextWindow,
    to: &Addressee,
    data: &str,
    data_chars: usize,
) -> String {
    let mut object = head(answer, to);
    let next = window.offset.saturating_add(data_chars);
    let reserving = data_chars == usize::MAX;
    object.value("data_total_chars", window.whole.chars());
    object.value("data_offset", window.offset);
    object.value("data_chars", data_chars);
    object.value("data_sha256", window.whole.sha256());
    let goes_on = next < window.whole.chars() || reserving;
    let (omitted, hint) = answer.left_out.by_tool().unzip();
    if goes_on || omitted.is_some() {
        object.value("truncated", true);
    }
    if let Some(omitted) = omitted {
        object.value("omitted", omitted);
    }
    let mut hints = Vec::new();
    if goes_on {
        object.value("next_data_offset", next);
        hints.push(window_hint(window, data_chars, next));
    }
    hints.extend(hint.map(str::to_owned));
    if !hints.is_empty() {
        object.value("hint", hints.join(" "));
    }
    warnings(&mut object, answer);
    object.value("data", data);
    object.finish()
}

fn window_hint(window: &TextWindow, data_chars: usize, next: usize) -> String {
    // The longest hint must be reserved too: whether the window shrinks is known only afterwards.
    let shrunk = if data_chars < window.max_chars || data_chars == usize::MAX {
        " (fewer than asked: their JSON form fills the answer)"
    } else {
        ""
    };
    format!(
        "Call again with data_offset {next} for the next window{shrunk}; the windows concatenate to the whole text."
    )
}
