//! A verbatim window over a large text: offsets in Unicode scalar values, the digest of the whole, nothing altered.

use sha2::{Digest, Sha256};
use std::sync::Arc;
use thiserror::Error;

/// A window over a text that is too large for one answer. Windows of one text concatenate to the text.
#[derive(Clone, Debug)]
pub struct TextWindow {
    text: Arc<str>,
    /// The length of the whole text, in Unicode scalar values.
    pub(super) total_chars: usize,
    /// SHA-256 of the whole text's UTF-8 bytes, in lower-case hexadecimal.
    pub(super) sha256: String,
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
    /// Makes a window; an offset equal to the length gives an empty last window.
    pub fn new(text: Arc<str>, offset: usize, max_chars: usize) -> Result<Self, WindowError> {
        let total = text.chars().count();
        if offset > total {
            return Err(WindowError::PastTheEnd { offset, total });
        }
        let sha256 = sha256_hex(text.as_bytes());
        Ok(Self {
            text,
            total_chars: total,
            sha256,
            offset,
            max_chars,
        })
    }

    /// Returns the part of the text that starts at the offset.
    pub(super) fn rest(&self) -> &str {
        match self.text.char_indices().nth(self.offset) {
            Some((byte, _)) => self.text.get(byte..).unwrap_or_default(),
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

pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
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
