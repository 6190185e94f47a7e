//! Where the rows and the total stand in the answers of the services we may meet.
//!
//! | shape | written by |
//! | --- | --- |
//! | `[…]` | ASP.NET Web API |
//! | `{"Items":[…],"TotalCount":5}`, `Results`, `Data`, `Rows` | paged answers |
//! | `{"Items":{"$id":"1","$values":[…]}}` | Json.NET with preserved references |
//! | `{"value":[…],"@odata.count":5}` | `OData` v4, v3 |
//! | `{"d":{"results":[…],"__count":"5"}}` | `OData` v2 |
//!
//! Names match in any case. It looks only at fields on the way to the rows; it never sees a row.

use std::borrow::Cow;

use super::error::SplitError;
use super::row::unquote;
use super::scanner::{Bracket, Token, TokenKind};

/// Fields that hold the row array, or an object that does.
const ROW_NAMES: [&str; 7] = ["items", "value", "results", "data", "rows", "$values", "d"];

/// Fields that hold the total, the surest first: `Count` is in some services the count of this page only.
const TOTAL_NAMES: [&str; 7] = [
    "totalcount",
    "totalrecords",
    "total",
    "@odata.count",
    "odata.count",
    "__count",
    "count",
];

/// Objects on the way to the rows: the answer, a wrapper, `{"$id","$values"}`, and one to spare.
const DEEPEST_WRAPPER: usize = 4;

/// Characters kept of a field name or a scalar; every name and number that matters is shorter.
const LONGEST_TEXT: usize = 64;

/// Top-level names reported when there are no rows, and characters shown of each.
const MOST_KEYS: usize = 10;
const LONGEST_KEY: usize = 40;

/// What has been understood of an answer outside its rows.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// Objects open that lead to the rows; a field directly in the innermost of them is looked at.
    wrappers: usize,
    key: Text,
    scalar: Text,
    keys: Vec<String>,
    /// The total, with the rank of the name it stood under.
    total: Option<(usize, u64)>,
    found_rows: bool,
    null_rows: bool,
}

impl Shape {
    /// Takes a token outside the rows; returns whether it opens the row array.
    pub(super) fn take(&mut self, token: &Token) -> bool {
        match token.kind {
            TokenKind::Open(bracket) if token.depth == self.wrappers + 1 => {
                return self.open(bracket);
            }
            TokenKind::Close => self.wrappers = self.wrappers.min(token.depth),
            TokenKind::Key { ends } if token.depth == self.wrappers => {
                self.key.push(token.text, ends);
                if ends && self.wrappers == 1 && self.keys.len() < MOST_KEYS {
                    self.keys.push(clean(&self.key.unquoted()));
                }
            }
            TokenKind::Scalar { ends } if token.depth == self.wrappers => {
                self.scalar.push(token.text, ends);
                if ends {
                    self.note_scalar();
                }
            }
            _ => {}
        }
        false
    }

    /// Returns the total, if the answer had one so far.
    pub(super) fn total(&self) -> Option<u64> {
        self.total.map(|(_, total)| total)
    }

    /// Checks at the end of the document that there was a row array, or an honest nothing in its place.
    pub(super) fn finish(self) -> Result<(), SplitError> {
        let nothing = self.null_rows && self.total().unwrap_or(0) == 0;
        if self.found_rows || nothing {
            Ok(())
        } else {
            Err(SplitError::NoRows { keys: self.keys })
        }
    }

    fn open(&mut self, bracket: Bracket) -> bool {
        let leads = self.wrappers == 0 || is_row_name(&self.key.unquoted());
        match bracket {
            Bracket::Array => {
                self.found_rows |= leads;
                leads
            }
            Bracket::Object => {
                if leads && self.wrappers < DEEPEST_WRAPPER {
                    self.wrappers += 1;
                }
                false
            }
        }
    }

    fn note_scalar(&mut self) {
        let key = self.key.unquoted();
        if self.scalar.raw == "null" {
            self.null_rows |= is_row_name(&key);
            return;
        }
        let rank = TOTAL_NAMES
            .iter()
            .position(|name| name.eq_ignore_ascii_case(&key));
        if let (Some(rank), Some(total)) = (rank, whole_number(&self.scalar.unquoted()))
            && self.total.is_none_or(|(known, _)| rank < known)
        {
            self.total = Some((rank, total));
        }
    }
}

/// The beginning of a scalar, gathered over chunk borders.
#[derive(Debug, Default)]
struct Text {
    raw: String,
    characters: usize,
    unfinished: bool,
}

impl Text {
    fn push(&mut self, part: &str, ends: bool) {
        if !self.unfinished {
            self.raw.clear();
            self.characters = 0;
        }
        for character in part.chars().take(LONGEST_TEXT - self.characters) {
            self.raw.push(character);
            self.characters += 1;
        }
        self.unfinished = !ends;
    }

    fn unquoted(&self) -> Cow<'_, str> {
        unquote(&self.raw)
    }
}

fn is_row_name(key: &str) -> bool {
    ROW_NAMES.iter().any(|name| name.eq_ignore_ascii_case(key))
}

/// Reads a count as the services write it: `5`, `"5"` or `5.0`. A negative one means that the server didn't count.
fn whole_number(text: &str) -> Option<u64> {
    let whole = text
        .split_once('.')
        .filter(|(_, fraction)| fraction.bytes().all(|digit| digit == b'0'));
    whole.map_or(text, |(whole, _)| whole).parse().ok()
}

/// Makes a field name fit for an error text: remote words must not speak through it.
fn clean(key: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_.@$-".contains(character);
    key.chars()
        .take(LONGEST_KEY)
        .map(|character| if plain(character) { character } else { '?' })
        .collect()
}
