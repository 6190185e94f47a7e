//! A verbatim window over a large text: offsets in Unicode scalar values, the digest of the whole, nothing altered.

use std::sync::Arc;

use thiserror::Error;

use crate::easywms::DigestedText;

/// A window over a text that is too large for one answer. Windows of one text concatenate to the text.
#[derive(Clone, Debug)]
pub struct TextWindow {
    pub(super) whole: DigestedText,
    /// Where the window starts, in scalar values.
    pub(super) offset: usize,
    /// How many scalar values the caller wants at most.
    pub(super) max_chars: usize,
}

/// Why a window can't be taken.
#[derive(Clone, Copy, Debug, Error, Eq, PartialEq)]
pub enum WindowError {
    /// The offset lies behind the end of the text.
    #[error("data_offset {offset} is past the end of the text, which has {total} characters")]
    PastTheEnd {
        /// The offset asked for.
        offset: usize,
        /// The length of the text in scalar values.
        total: usize,
    },
}

impl TextWindow {
    /// Makes a window over a text that has no other; an offset equal to the length gives an empty last window.
    pub fn new(text: Arc<str>, offset: usize, max_chars: usize) -> Result<Self, WindowError> {
        Self::of(DigestedText::of(text), offset, max_chars)
    }

    /// Makes one window of several over a text.
    pub fn of(whole: DigestedText, offset: usize, max_chars: usize) -> Result<Self, WindowError> {
        let total = whole.chars();
        if offset > total {
            return Err(WindowError::PastTheEnd { offset, total });
        }
        Ok(Self {
            whole,
            offset,
            max_chars,
        })
    }

    /// Returns the part of the text that starts at the offset.
    pub(super) fn rest(&self) -> &str {
        let text = self.whole.text();
        match text.char_indices().nth(self.offset) {
            Some((byte, _)) => text.get(byte..).unwrap_or_default(),
            None => "",
        }
    }
}

/// Returns the longest prefix of `text` with at most `max_chars` characters whose JSON string fits into `max_bytes`,
/// and the number of its characters. The two quotes are counted.
pub(super) fn prefix_that_fits(text: &str, max_chars: usize, max_bytes: usize) -> (&str, usize) {
    let mut bytes_left = max_bytes.saturating_sub(2);
    let mut chars = 0;
    for (byte, character) in text.char_indices() {
        let cost = json_bytes(character);
        if chars == max_chars || cost > bytes_left {
            return (text.get(..byte).unwrap_or_default(), chars);
        }
        bytes_left -= cost;
        chars += 1;
    }
    (text, chars)
}

/// The bytes that `serde_json` writes for one character inside a string.
fn json_bytes(character: char) -> usize {
    match character {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        control if control < ' ' => 6,
        other => other.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{TextWindow, WindowError, json_bytes, prefix_that_fits};
    use proptest::prelude::*;

    #[test]
    fn an_offset_at_the_end_is_empty_and_one_past_it_is_refused() {
        let end = TextWindow::new("añ😀".into(), 3, 10).unwrap();
        assert_eq!(end.rest(), "");
        let past = TextWindow::new("añ😀".into(), 4, 10).unwrap_err();
        assert_eq!(
            past,
            WindowError::PastTheEnd {
                offset: 4,
                total: 3
            }
        );
    }

    proptest! {
        #[test]
        fn the_cost_of_a_character_is_what_the_writer_writes(character: char) {
            let written = serde_json::to_string(&character.to_string()).unwrap();
            prop_assert_eq!(written.len(), json_bytes(character) + 2);
        }

        #[test]
        fn windows_concatenate_to_the_text(text in "\\PC{0,80}|[\\x00-\\x7f]{0,80}", chars in 1_usize..20, bytes in 14_usize..60) {
            let mut rebuilt = String::new();
            let mut offset = 0;
            loop {
                let window = TextWindow::new(text.as_str().into(), offset, chars).unwrap();
                let (part, count) = prefix_that_fits(window.rest(), chars, bytes);
                prop_assert!(serde_json::to_string(part).unwrap().len() <= bytes);
                if count == 0 { break; }
                rebuilt.push_str(part);
                offset += count;
            }
            prop_assert_eq!(rebuilt, text);
        }
    }
}
