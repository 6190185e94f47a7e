//! The grammar of JSON as a state machine that can stop at any byte and go on with the next chunk.
//!
//! It checks the whole document, kept or not, and gives out its tokens without the white space between them. It knows
//! brackets and their depth; it doesn't know which of them hold rows.

use super::error::SplitError;
use super::scalar::Scalar;

/// The most brackets open at once. Writing rows nest about ten deep; past this a body is an attack on a parser.
pub(super) const DEEPEST: usize = 512;

/// Byte order mark that some .NET services put before JSON (RFC 8259 §8.1 lets a reader ignore it).
const BOM: char = '\u{feff}';

/// A document in the middle of being read.
#[derive(Debug)]
pub(super) struct Scanner {
    state: State,
    brackets: Vec<Bracket>,
    /// Body offset of the next byte.
    offset: u64,
}

/// The two kinds of bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Object,
    Array,
}

/// A token, or the part of one that lies in this piece of text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'p> {
    pub(super) kind: TokenKind,
    /// Its bytes, quotes included. May be empty: that a number has ended shows only at the byte after it.
    pub(super) text: &'p str,
    /// Brackets open after it.
    pub(super) depth: usize,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Open(Bracket),
    Close,
    Colon,
    Comma,
    /// A field name; `ends` is false when it goes on in the next piece.
    Key {
        ends: bool,
    },
    /// A string, number or literal; `ends` is false when it goes on in the next piece.
    Scalar {
        ends: bool,
    },
}

/// What may come next.
#[derive(Debug, Clone, Copy)]
enum State {
    Start,
    Value,
    FirstElement,
    FirstKey,
    Key,
    Colon,
    AfterValue,
    In { scalar: Scalar, key: bool },
    Done,
}

impl Scanner {
    pub(super) fn new() -> Self {
        Self {
            state: State::Start,
            brackets: Vec::new(),
            offset: 0,
        }
    }

    /// Returns the tokens of the next piece of the document. After an error the scanner is spent.
    pub(super) fn tokens<'s, 'p>(&'s mut self, piece: &'p str) -> Tokens<'s, 'p> {
        let mut rest = piece;
        if self.offset == 0
            && let Some(after) = piece.strip_prefix(BOM)
        {
            self.offset = BOM.len_utf8() as u64;
            rest = after;
        }
        Tokens {
            scanner: self,
            rest,
        }
    }

    /// Checks that the document is complete.
    pub(super) fn finish(&self) -> Result<(), SplitError> {
        match self.state {
            State::Done => Ok(()),
            State::Start => Err(SplitError::Empty),
            _ => Err(SplitError::Truncated),
        }
    }

    /// Reads one token from the start of `bytes`, whose first byte is `byte`; returns its kind and length.
    fn step(&mut self, byte: u8, bytes: &[u8]) -> Result<(TokenKind, usize), SplitError> {
        if let State::In { scalar, key } = self.state {
            return self.scan_scalar(scalar, key, bytes, 0);
        }
        if let Some(kind) = self.structure(byte)? {
            return Ok((kind, 1));
        }
        let begun = match self.state {
            State::FirstKey | State::Key if byte != b'"' => None,
            State::FirstKey | State::Key => Scalar::begin(byte).map(|name| (name, true)),
            State::Value | State::FirstElement => Scalar::begin(byte).map(|value| (value, false)),
            _ => None,
        };
        let (scalar, key) = begun.ok_or_else(|| self.unexpected())?;
        self.scan_scalar(scalar, key, bytes, 1)
    }

    /// Takes a bracket, colon or comma where one may stand.
    fn structure(&mut self, byte: u8) -> Result<Option<TokenKind>, SplitError> {
        let kind = match (self.state, byte) {
            (State::Start | State::Value | State::FirstElement, b'{') => {
                self.open(Bracket::Object)?
            }
            (State::Start | State::Value | State::FirstElement, b'[') => {
                self.open(Bracket::Array)?
            }
            (State::FirstElement, b']') | (State::FirstKey, b'}') => self.close(),
            (State::AfterValue, b']') if !self.in_object() => self.close(),
            (State::AfterValue, b'}') if self.in_object() => self.close(),
            (State::AfterValue, b',') => {
                self.state = if self.in_object() {
                    State::Key
                } else {
                    State::Value
                };
                TokenKind::Comma
            }
            (State::Colon, b':') => {
                self.state = State::Value;
                TokenKind::Colon
            }
            (State::Start, b'<') => return Err(SplitError::Html),
            (State::Done, _) => {
                return Err(SplitError::TrailingData {
                    offset: self.offset,
                });
            }
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    fn in_object(&self) -> bool {
        self.brackets.last() == Some(&Bracket::Object)
    }

    fn open(&mut self, bracket: Bracket) -> Result<TokenKind, SplitError> {
        if self.brackets.len() == DEEPEST {
            return Err(SplitError::TooDeep);
        }
        self.brackets.push(bracket);
        self.state = match bracket {
            Bracket::Object => State::FirstKey,
            Bracket::Array => State::FirstElement,
        };
        Ok(TokenKind::Open(bracket))
    }

    fn close(&mut self) -> TokenKind {
        self.brackets.pop();
        self.state = if self.brackets.is_empty() {
            State::Done
        } else {
            State::AfterValue
        };
        TokenKind::Close
    }

    /// Scans a scalar on from `bytes[from..]`; the bytes before are its beginning.
    fn scan_scalar(
        &mut self,
        mut scalar: Scalar,
        key: bool,
        bytes: &[u8],
        from: usize,
    ) -> Result<(TokenKind, usize), SplitError> {
        let rest = bytes.get(from..).unwrap_or_default();
        let scanned = scalar.scan(rest).map_err(|flaw| SplitError::NotJson {
            offset: self.offset + (from + flaw.at) as u64,
            expected: flaw.expected,
        })?;
        let ends = scanned.ends;
        self.state = match (ends, key) {
            (false, _) => State::In { scalar, key },
            (true, true) => State::Colon,
            (true, false) => State::AfterValue,
        };
        let kind = if key {
            TokenKind::Key { ends }
        } else {
            TokenKind::Scalar { ends }
        };
        Ok((kind, from + scanned.length))
    }

    fn unexpected(&self) -> SplitError {
        let expected = match self.state {
            State::Start => "an object or an array",
            State::FirstElement => "a value or ]",
            State::FirstKey => "a field name in double quotes or }",
            State::Key => "a field name in double quotes",
            State::Colon => "a colon",
            State::AfterValue if self.in_object() => "a comma or }",
            State::AfterValue => "a comma or ]",
            State::Value | State::In { .. } | State::Done => "a value",
        };
        SplitError::NotJson {
            offset: self.offset,
            expected,
        }
    }
}

/// The tokens of one piece.
#[derive(Debug)]
pub(super) struct Tokens<'s, 'p> {
    scanner: &'s mut Scanner,
    rest: &'p str,
}

impl Tokens<'_, '_> {
    fn skip_blanks(&mut self) {
        let trimmed = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        self.scanner.offset += (self.rest.len() - trimmed.len()) as u64;
        self.rest = trimmed;
    }
}

impl<'p> Iterator for Tokens<'_, 'p> {
    type Item = Result<Token<'p>, SplitError>;

    fn next(&mut self) -> Option<Self::Item> {
        if !matches!(self.scanner.state, State::In { .. }) {
            self.skip_blanks();
        }
        let bytes = self.rest.as_bytes();
        let step = self.scanner.step(*bytes.first()?, bytes);
        Some(step.map(|(kind, length)| {
            // A token ends at an ASCII byte or at the end of the piece, so the split can't miss.
            let (text, rest) = self
                .rest
                .split_at_checked(length)
                .unwrap_or((self.rest, ""));
            self.rest = rest;
            self.scanner.offset += text.len() as u64;
            Token {
                kind,
                text,
                depth: self.scanner.brackets.len(),
            }
        }))
    }
}
