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

/// Fields that say whether the question was answered at all, whatever the HTTP status says.
const SUCCESS_NAMES: [&str; 3] = ["success", "issuccess", "succeeded"];

/// Fields that hold what went wrong, the most telling first.
const PROBLEM_NAMES: [&str; 4] = ["exceptionmessage", "errormessage", "error", "message"];

/// Objects on the way to the rows: the answer, a wrapper, `{"$id","$values"}`, and one to spare.
const DEEPEST_WRAPPER: usize = 4;

/// Characters kept of a field name or a scalar; every name and number that matters is shorter. A problem is told in fewer, but
/// only after secrets were taken out of it, and one that stands across the end would not be found.
const LONGEST_TEXT: usize = 8_192;

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
    /// The answer says of itself that it failed.
    failed: bool,
    /// What it says went wrong, with the rank of the name it stood under.
    problem: Option<(usize, String)>,
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
    ///
    /// An answer that says that it failed is no empty list. A problem alone is one only where no rows stand: some services
    /// say "OK" in the same field.
    pub(super) fn finish(self) -> Result<(), SplitError> {
        let nothing = self.null_rows && self.total().unwrap_or(0) == 0;
        if self.failed || (!self.found_rows && self.problem.is_some()) {
            return Err(SplitError::Refusal {
                said: self.problem.map(|(_, said)| said),
            });
        }
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
        let rank_in = |names: &[&str]| {
            names
                .iter()
                .position(|name| name.eq_ignore_ascii_case(&key))
        };
        let said = self.scalar.unquoted();
        self.failed |= rank_in(&SUCCESS_NAMES).is_some() && said.eq_ignore_ascii_case("false");
        if let Some(rank) = rank_in(&PROBLEM_NAMES)
            && !said.trim().is_empty()
            && self.problem.as_ref().is_none_or(|(known, _)| rank < *known)
        {
            self.problem = Some((rank, self.scalar.shown()));
        }
        let rank = rank_in(&TOTAL_NAMES);
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

    /// The text for people; one that was cut ends in an ellipsis.
    fn shown(&self) -> String {
        match self.raw.strip_prefix('"') {
            Some(inner) if !self.raw.ends_with('"') => format!("{inner}…"),
            _ => self.unquoted().into_owned(),
        }
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
