//! The cursor: where a list continues, bound to the question it belongs to.
//!
//! It is base64url over a small versioned JSON and a checksum. It holds no secret and is no proof of a right: every
//! call is checked again. It needs no memory in the server, so it survives a restart.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Raised when the meaning of a cursor changes, so that an old one is refused instead of misread.
const VERSION: u8 = 1;
/// Bytes of SHA-256 kept for each bound argument: enough to tell two arguments apart, short enough for ten of them.
const ARGUMENT_HASH_BYTES: usize = 6;
/// Bytes of SHA-256 over the payload: a flipped bit never reads as another position.
const CHECKSUM_BYTES: usize = 6;
/// No cursor we make comes near this; a longer text is refused unread.
const LONGEST_CURSOR_BYTES: usize = 512;

/// The arguments that decide which rows a list has and in which order, each under its parameter's name.
///
/// `limit`, `fields` and `format` are left out on purpose: they may change from page to page.
#[derive(Clone, Debug)]
pub struct Binding {
    tool: &'static str,
    arguments: Vec<(&'static str, String)>,
    carried: Option<String>,
}

/// Where a list continues.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Position {
    /// Rows before the next one, counted from the start of the whole list.
    pub skip: u64,
    /// The total when the walk began, to notice a list that changes underneath.
    pub total: Option<u64>,
}

/// Why a cursor was refused.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
pub enum CursorError {
    /// The text is not a cursor of this program, or it was altered.
    #[error("the cursor is not readable")]
    Unreadable,
    /// The cursor was made by another version of this program.
    #[error("the cursor was made by another version of this server")]
    OtherVersion,
    /// The cursor belongs to another tool.
    #[error("the cursor belongs to the tool '{tool}'")]
    OtherTool {
        /// The tool it was made for.
        tool: String,
    },
    /// An argument differs from the one that the cursor was made with.
    #[error("the cursor was made with another '{argument}'")]
    Differs {
        /// The parameter's name.
        argument: &'static str,
    },
}

#[derive(Serialize, Deserialize)]
struct Payload {
    v: u8,
    t: String,
    p: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    n: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    c: Option<String>,
    h: Vec<String>,
}

impl Binding {
    /// Starts a binding for one tool.
    #[must_use]
    pub fn new(tool: &'static str) -> Self {
        Self {
            tool,
            arguments: Vec::new(),
            carried: None,
        }
    }

    /// Binds an argument under its parameter's name.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.arguments.push((name, value.into()));
        self
    }

    /// Gives the list's cursors a short text to carry to the next page, such as the window that `now-2h` meant on the
    /// first one. [`Binding::carried`] reads it back.
    #[must_use]
    pub fn carrying(mut self, text: impl Into<String>) -> Self {
        self.carried = Some(text.into());
        self
    }

    /// Returns what a cursor carries. It came from outside like any argument and is to be checked like one.
    #[must_use]
    pub fn carried(cursor: &str) -> Option<String> {
        decode(cursor).ok()?.c
    }

    /// Returns the cursor of a position in this list.
    #[must_use]
    pub fn cursor(&self, position: Position) -> String {
        let payload = Payload {
            v: VERSION,
            t: self.tool.to_owned(),
            p: position.skip,
            n: position.total,
            c: self.carried.clone(),
            h: self
                .arguments
                .iter()
                .map(|(_, value)| argument_hash(value))
                .collect(),
        };
        let mut bytes = serde_json::to_vec(&payload).unwrap_or_default();
        let checksum = digest::<CHECKSUM_BYTES>(&bytes);
        bytes.extend(checksum);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a cursor that must belong to this list; otherwise says which argument differs.
    pub fn resume(&self, cursor: &str) -> Result<Position, CursorError> {
        let payload = decode(cursor)?;
        if payload.v != VERSION {
            return Err(CursorError::OtherVersion);
        }
        if payload.t != self.tool {
            return Err(CursorError::OtherTool { tool: payload.t });
        }
        if payload.h.len() != self.arguments.len() {
            return Err(CursorError::OtherVersion);
        }
        for ((name, value), hash) in self.arguments.iter().zip(&payload.h) {
            if argument_hash(value) != *hash {
                return Err(CursorError::Differs { argument: name });
            }
        }
        // The checksum is no secret: a position that no list has is made by hand, and would overflow further on.
        if payload.p > i64::MAX.unsigned_abs() {
            return Err(CursorError::Unreadable);
        }
        Ok(Position {
            skip: payload.p,
            total: payload.n,
        })
    }
}

fn decode(cursor: &str) -> Result<Payload, CursorError> {
    if cursor.len() > LONGEST_CURSOR_BYTES {
        return Err(CursorError::Unreadable);
    }
    let bytes = URL_SAFE_NO_PAD
        .decode(cursor)
        .map_err(|_| CursorError::Unreadable)?;
    let payload_bytes = bytes
        .len()
        .checked_sub(CHECKSUM_BYTES)
        .ok_or(CursorError::Unreadable)?;
    let (payload, checksum) = bytes.split_at(payload_bytes);
    if checksum != digest::<CHECKSUM_BYTES>(payload) {
        return Err(CursorError::Unreadable);
    }
    serde_json::from_slice(payload).map_err(|_| CursorError::Unreadable)
}

fn argument_hash(value: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::<ARGUMENT_HASH_BYTES>(value.as_bytes()))
}

fn digest<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut start = [0; N];
    for (to, from) in start.iter_mut().zip(Sha256::digest(bytes)) {
        *to = from;
    }
    start
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{Binding, CursorError, Position};

    fn binding() -> Binding {
        Binding::new("query_wms_entities")
            .with("profile", "NORTH")
            .with("filter", "Code = 'A'")
    }

    const POSITION: Position = Position {
        skip: 25,
        total: Some(2400),
    };

    #[test]
    fn resumes_where_it_was_made() {
        assert_eq!(binding().resume(&binding().cursor(POSITION)), Ok(POSITION));
    }

    #[test]
    fn carries_a_text_that_decides_nothing() {
        let cursor = binding().carrying("from/to").cursor(POSITION);
        assert_eq!(Binding::carried(&cursor).as_deref(), Some("from/to"));
        assert_eq!(binding().resume(&cursor), Ok(POSITION));
        assert_eq!(Binding::carried(&binding().cursor(POSITION)), None);
        assert_eq!(Binding::carried("not a cursor"), None);
    }

    #[test]
    fn names_the_argument_that_differs() {
        let other = Binding::new("query_wms_entities")
            .with("profile", "NORTH")
            .with("filter", "Code = 'B'");
        assert_eq!(
            other.resume(&binding().cursor(POSITION)),
            Err(CursorError::Differs { argument: "filter" })
        );
        let tool = Binding::new("list_workflows")
            .with("profile", "NORTH")
            .with("filter", "Code = 'A'");
        let expected = CursorError::OtherTool {
            tool: "query_wms_entities".to_owned(),
        };
        assert_eq!(tool.resume(&binding().cursor(POSITION)), Err(expected));
    }

    #[test]
    fn refuses_every_flipped_bit_and_every_cut() {
        let cursor = binding().cursor(POSITION);
        for at in 0..cursor.len() {
            for bit in 0..7 {
                let mut bytes = cursor.clone().into_bytes();
                *bytes.get_mut(at).unwrap() ^= 1 << bit;
                let flipped = String::from_utf8(bytes).unwrap();
                assert_eq!(
                    binding().resume(&flipped),
                    Err(CursorError::Unreadable),
                    "{flipped}"
                );
            }
            let cut: String = cursor.chars().take(at).collect();
            assert_eq!(
                binding().resume(&cut),
                Err(CursorError::Unreadable),
                "{cut}"
            );
        }
    }

    #[test]
    fn refuses_a_position_that_no_list_has() {
        let at = |skip| binding().cursor(Position { skip, total: None });
        let resumed = binding().resume(&at(u64::MAX));
        assert_eq!(resumed.unwrap_err(), CursorError::Unreadable);
        assert!(binding().resume(&at(i64::MAX.unsigned_abs())).is_ok());
    }

    #[test]
    fn refuses_text_that_is_no_cursor() {
        for text in ["", "x", "not a cursor", "💥", &"A".repeat(513)] {
            assert_eq!(
                binding().resume(text),
                Err(CursorError::Unreadable),
                "{text}"
            );
        }
    }
}
