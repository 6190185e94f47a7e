//! The splitter: bytes of a list answer in, kept rows and counts out.

use super::error::SplitError;
use super::keep::{Keep, Keeper, Overflow};
use super::row::RawRow;
use super::scanner::{Bracket, Scanner, Token, TokenKind};
use super::shape::Shape;
use super::utf8::Utf8;

/// Splits one body, fed in chunks of any size, into raw rows.
///
/// After an error it is spent. Memory: what is kept, one row more, and the largest chunk's tokens; never the body.
#[derive(Debug)]
pub struct RowSplitter {
    utf8: Utf8,
    scanner: Scanner,
    rows: Rows,
}

/// What a body held.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// The longest prefix of whole rows within the limits.
    pub rows: Vec<RawRow>,
    /// Rows read, kept or not.
    pub seen: u64,
    /// The total the server says its question has, beyond this page.
    pub total: Option<u64>,
    /// The first row that was not kept; none when all were.
    pub overflow: Option<Overflow>,
}

impl RowSplitter {
    /// Returns a splitter that keeps at most what `keep` says.
    #[must_use]
    pub fn new(keep: Keep) -> Self {
        let rows = Rows {
            shape: Shape::default(),
            keeper: Keeper::new(keep),
            array: None,
        };
        Self {
            utf8: Utf8::default(),
            scanner: Scanner::new(),
            rows,
        }
    }

    /// Reads the next chunk of the body.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), SplitError> {
        let decoded = self.utf8.push(chunk);
        if let Some(joined) = decoded.joined {
            self.scan(joined.encode_utf8(&mut [0; 4]))?;
        }
        self.scan(decoded.text)?;
        decoded.error.map_or(Ok(()), Err)
    }

    /// Returns what a complete body held.
    pub fn finish(self) -> Result<Split, SplitError> {
        self.utf8.finish()?;
        self.scanner.finish()?;
        let total = self.rows.shape.total();
        self.rows.shape.finish()?;
        let keeper = self.rows.keeper;
        Ok(Split {
            rows: keeper.rows,
            seen: keeper.seen,
            total,
            overflow: keeper.overflow,
        })
    }

    fn scan(&mut self, piece: &str) -> Result<(), SplitError> {
        for token in self.scanner.tokens(piece) {
            self.rows.take(&token?)?;
        }
        Ok(())
    }
}

/// Sends each token where it belongs: to the shape, or into a row.
#[derive(Debug)]
struct Rows {
    shape: Shape,
    keeper: Keeper,
    /// The row array the document is in.
    array: Option<RowArray>,
}

#[derive(Debug, Clone, Copy)]
struct RowArray {
    /// Brackets open between its rows.
    depth: usize,
    /// Whether an earlier array had rows already.
    second: bool,
}

impl Rows {
    fn take(&mut self, token: &Token) -> Result<(), SplitError> {
        match self.array {
            None => {
                if self.shape.take(token) {
                    self.array = Some(RowArray {
                        depth: token.depth,
                        second: self.keeper.seen > 0,
                    });
                }
                Ok(())
            }
            Some(array) if self.keeper.in_row() => self.take_in_row(token, array.depth),
            Some(array) => self.take_between_rows(token, array),
        }
    }

    fn take_in_row(&mut self, token: &Token, array_depth: usize) -> Result<(), SplitError> {
        if token.kind == TokenKind::Comma && token.depth == array_depth + 1 {
            self.keeper.end_field();
        }
        self.keeper.push(token.text);
        if token.depth == array_depth {
            self.keeper.end()
        } else {
            Ok(())
        }
    }

    fn take_between_rows(&mut self, token: &Token, array: RowArray) -> Result<(), SplitError> {
        match token.kind {
            // A scalar is judged when it has ended: what is wrong with a body must not depend on where its chunks end.
            TokenKind::Comma | TokenKind::Scalar { ends: false } => {}
            TokenKind::Close => self.array = None,
            _ if array.second => return Err(SplitError::TwoRowArrays),
            TokenKind::Open(Bracket::Object) => {
                self.keeper.begin();
                self.keeper.push(token.text);
            }
            _ => {
                return Err(SplitError::RowNotObject {
                    index: self.keeper.seen,
                });
            }
        }
        Ok(())
    }
}
