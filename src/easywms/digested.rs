//! A large text with its length and its digest, each of which costs a walk over the whole of it.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

/// A text that windows are cut from: walked over once, however many windows there are.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DigestedText {
    text: Arc<str>,
    chars: usize,
    sha256: String,
}

impl DigestedText {
    /// Counts and digests a text.
    #[must_use]
    pub fn of(text: Arc<str>) -> Self {
        Self {
            chars: text.chars().count(),
            sha256: sha256_hex(text.as_bytes()),
            text,
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its length in Unicode scalar values.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.chars
    }

    /// Returns the SHA-256 of its UTF-8 bytes, in lower-case hexadecimal.
    #[must_use]
    pub fn sha256(&self) -> &str {
        &self.sha256
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
