//! Turns chunks of bytes into text, however the chunks cut a character. Knows nothing of JSON.

use super::error::SplitError;

/// Joins characters over chunk borders and counts the bytes seen.
#[derive(Debug, Default)]
pub(super) struct Utf8 {
    /// The first bytes of a character whose rest has not arrived: at most three.
    pending: Vec<u8>,
    /// Body offset of the first byte not yet given out as text.
    offset: u64,
}

/// One chunk as text: first the character that the border had cut, then the rest, then what ended it.
#[derive(Debug)]
pub(super) struct Decoded<'c> {
    /// The character whose first bytes came with an earlier chunk.
    pub(super) joined: Option<char>,
    /// The sound text of this chunk.
    pub(super) text: &'c str,
    /// The bad sequence that follows `text`, so that an earlier fault in the text itself is reported first.
    pub(super) error: Option<SplitError>,
}

impl Utf8 {
    /// Returns `chunk` as text and keeps back a character that the chunk's end cuts.
    pub(super) fn push<'c>(&mut self, chunk: &'c [u8]) -> Decoded<'c> {
        let (joined, rest) = match self.join(chunk) {
            Ok(found) => found,
            Err(error) => {
                return Decoded {
                    joined: None,
                    text: "",
                    error: Some(error),
                };
            }
        };
        let (text, error) = match std::str::from_utf8(rest) {
            Ok(text) => (text, None),
            Err(fault) => {
                let (sound, tail) = rest
                    .split_at_checked(fault.valid_up_to())
                    .unwrap_or_default();
                let bad = fault.error_len().is_some();
                let error = bad.then(|| SplitError::NotUtf8 {
                    offset: self.offset + sound.len() as u64,
                });
                self.pending.extend_from_slice(if bad { &[] } else { tail });
                (std::str::from_utf8(sound).unwrap_or_default(), error)
            }
        };
        self.offset += text.len() as u64;
        Decoded {
            joined,
            text,
            error,
        }
    }

    /// Checks that the bytes do not end inside a character.
    pub(super) fn finish(&self) -> Result<(), SplitError> {
        if self.pending.is_empty() {
            Ok(())
        } else {
            Err(SplitError::Truncated)
        }
    }

    /// Completes the pending character from the start of `chunk`; returns it and the rest of the chunk.
    fn join<'c>(&mut self, mut chunk: &'c [u8]) -> Result<(Option<char>, &'c [u8]), SplitError> {
        while !self.pending.is_empty() {
            let Some((&byte, rest)) = chunk.split_first() else {
                break;
            };
            self.pending.push(byte);
            chunk = rest;
            match std::str::from_utf8(&self.pending) {
                Ok(text) => {
                    let joined = text.chars().next();
                    self.offset += self.pending.len() as u64;
                    self.pending.clear();
                    return Ok((joined, chunk));
                }
                Err(fault) if fault.error_len().is_none() => {}
                Err(_) => {
                    return Err(SplitError::NotUtf8 {
                        offset: self.offset,
                    });
                }
            }
        }
        Ok((None, chunk))
    }
}
