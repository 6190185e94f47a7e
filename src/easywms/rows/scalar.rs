//! The scalars of JSON (RFC 8259 §6, §7, §3), checked byte by byte across any chunk border.
//!
//! Knows how a string, a number and a literal are spelled; doesn't know where they stand, nor what they mean.

use memchr::memchr2;

/// A scalar that has begun and not ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scalar {
    /// Between the quotes of a string.
    Text(TextPart),
    /// Inside a number.
    Number(NumberPart),
    /// Inside `true`, `false` or `null`: the bytes that must still come.
    Literal(&'static [u8]),
}

/// Where in a string the next byte stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum TextPart {
    Plain,
    AfterBackslash,
    /// In `\uXXXX`: how many digits are missing.
    Hex(u8),
}

/// Where in a number the last byte stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum NumberPart {
    Minus,
    LeadingZero,
    Whole,
    Point,
    Fraction,
    ExponentMark,
    ExponentSign,
    Exponent,
}

/// How far a scan came.
#[derive(Debug)]
pub(super) struct Scanned {
    /// Bytes that belong to the scalar.
    pub(super) length: usize,
    /// Whether the scalar is complete; otherwise it goes on in the next chunk.
    pub(super) ends: bool,
}

/// The first byte that can't stand where it stands.
#[derive(Debug)]
pub(super) struct Flaw {
    /// Its place in the scanned bytes.
    pub(super) at: usize,
    /// What could stand there.
    pub(super) expected: &'static str,
}

impl Scalar {
    /// Returns the scalar that `byte` begins, if it can begin one.
    pub(super) fn begin(byte: u8) -> Option<Self> {
        Some(match byte {
            b'"' => Self::Text(TextPart::Plain),
            b'-' => Self::Number(NumberPart::Minus),
            b'0' => Self::Number(NumberPart::LeadingZero),
            b'1'..=b'9' => Self::Number(NumberPart::Whole),
            b't' => Self::Literal(b"rue"),
            b'f' => Self::Literal(b"alse"),
            b'n' => Self::Literal(b"ull"),
            _ => return None,
        })
    }

    /// Scans on from where the last scan stopped.
    pub(super) fn scan(&mut self, bytes: &[u8]) -> Result<Scanned, Flaw> {
        match self {
            Self::Text(part) => part.scan(bytes),
            Self::Number(part) => part.scan(bytes),
            Self::Literal(missing) => scan_literal(missing, bytes),
        }
    }
}

impl TextPart {
    fn scan(&mut self, bytes: &[u8]) -> Result<Scanned, Flaw> {
        let mut length = 0;
        while let Some((&byte, _)) = bytes.get(length..).and_then(<[u8]>::split_first) {
            match *self {
                Self::Plain => {
                    let rest = bytes.get(length..).unwrap_or_default();
                    let stop = memchr2(b'"', b'\\', rest);
                    let plain = rest.get(..stop.unwrap_or(rest.len())).unwrap_or_default();
                    refuse_control(plain).map_err(|at| Flaw {
                        at: length + at,
                        expected: "an escape for a control character",
                    })?;
                    length += plain.len();
                    match stop.and_then(|stop| rest.get(stop)) {
                        Some(b'"') => {
                            return Ok(Scanned {
                                length: length + 1,
                                ends: true,
                            });
                        }
                        Some(_) => {
                            length += 1;
                            *self = Self::AfterBackslash;
                        }
                        None => {}
                    }
                    continue;
                }
                Self::AfterBackslash => match byte {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => *self = Self::Plain,
                    b'u' => *self = Self::Hex(4),
                    _ => {
                        return Err(Flaw {
                            at: length,
                            expected: "an escape",
                        });
                    }
                },
                Self::Hex(missing) if byte.is_ascii_hexdigit() => {
                    *self = if missing > 1 {
                        Self::Hex(missing - 1)
                    } else {
                        Self::Plain
                    };
                }
                Self::Hex(_) => {
                    return Err(Flaw {
                        at: length,
                        expected: "a hexadecimal digit",
                    });
                }
            }
            length += 1;
        }
        Ok(Scanned {
            length,
            ends: false,
        })
    }
}

/// Fails with the place of the first control character. The minimum comes first because it is one vector loop.
fn refuse_control(text: &[u8]) -> Result<(), usize> {
    let smallest = text
        .iter()
        .fold(u8::MAX, |smallest, &byte| smallest.min(byte));
    if smallest >= b' ' {
        return Ok(());
    }
    text.iter()
        .position(|&byte| byte < b' ')
        .map_or(Ok(()), Err)
}

impl NumberPart {
    fn scan(&mut self, bytes: &[u8]) -> Result<Scanned, Flaw> {
        for (length, &byte) in bytes.iter().enumerate() {
            match self.after(byte) {
                Some(next) => *self = next,
                None if self.may_end() => return Ok(Scanned { length, ends: true }),
                None => {
                    return Err(Flaw {
                        at: length,
                        expected: "a digit",
                    });
                }
            }
        }
        Ok(Scanned {
            length: bytes.len(),
            ends: false,
        })
    }

    fn after(self, byte: u8) -> Option<Self> {
        Some(match (self, byte) {
            (Self::Minus, b'0') => Self::LeadingZero,
            (Self::Minus, b'1'..=b'9') | (Self::Whole, b'0'..=b'9') => Self::Whole,
            (Self::LeadingZero | Self::Whole, b'.') => Self::Point,
            (Self::Point | Self::Fraction, b'0'..=b'9') => Self::Fraction,
            (Self::LeadingZero | Self::Whole | Self::Fraction, b'e' | b'E') => Self::ExponentMark,
            (Self::ExponentMark, b'+' | b'-') => Self::ExponentSign,
            (Self::ExponentMark | Self::ExponentSign | Self::Exponent, b'0'..=b'9') => {
                Self::Exponent
            }
            _ => return None,
        })
    }

    fn may_end(self) -> bool {
        matches!(
            self,
            Self::LeadingZero | Self::Whole | Self::Fraction | Self::Exponent
        )
    }
}

fn scan_literal(missing: &mut &'static [u8], bytes: &[u8]) -> Result<Scanned, Flaw> {
    let mut length = 0;
    while let Some((&wanted, rest)) = missing.split_first() {
        match bytes.get(length) {
            Some(&byte) if byte == wanted => *missing = rest,
            Some(_) => {
                return Err(Flaw {
                    at: length,
                    expected: "true, false or null",
                });
            }
            None => {
                return Ok(Scanned {
                    length,
                    ends: false,
                });
            }
        }
        length += 1;
    }
    Ok(Scanned { length, ends: true })
}
