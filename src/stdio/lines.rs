//! Bytes into lines, each no longer than the limit. It knows line ends and nothing of JSON, save that the outline of a
//! line too long to keep is kept in its place.

use std::io::{self, BufRead, BufReader, Read};

use super::outline::Outline;

/// Large enough that a burst of small requests costs one system call.
const READ_BYTES: usize = 64 * 1024;

/// A line of input, without its line feed.
#[derive(Debug)]
pub(super) enum Line<'l> {
    /// A complete line within the limit.
    Whole(&'l [u8]),
    /// A line over the limit: what could be told of it while it was skipped.
    TooLong(Outline),
    /// What stood before the end of input without a line feed: it may be part of something longer.
    Cut(&'l [u8]),
}

/// Splits a byte stream into lines of bounded length.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    longest: usize,
}

impl<R: Read> Lines<R> {
    /// Returns the lines of `input`; `longest` is in bytes without the line feed.
    pub(super) fn new(input: R, longest: usize) -> Self {
        Self {
            input: BufReader::with_capacity(READ_BYTES, input),
            line: Vec::new(),
            longest,
        }
    }

    /// Returns the next line, or `None` at the end of input.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let mut outline: Option<Outline> = None;
        loop {
            let (taken, ended) = {
                let chunk = self.input.fill_buf();
                let chunk = match chunk {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    other => other?,
                };
                if chunk.is_empty() {
                    return Ok(self.at_end_of_input(outline));
                }
                let (part, ended) = match memchr::memchr(b'\n', chunk) {
                    Some(end) => (chunk.split_at(end).0, true),
                    None => (chunk, false),
                };
                if outline.is_none() && self.line.len() + part.len() > self.longest {
                    outline = Some(Outline::of(&std::mem::take(&mut self.line)));
                }
                match &mut outline {
                    Some(outline) => outline.feed(part),
                    None => self.line.extend_from_slice(part),
                }
                (part.len() + usize::from(ended), ended)
            };
            self.input.consume(taken);
            if ended {
                return Ok(Some(match outline {
                    Some(outline) => Line::TooLong(outline),
                    None => Line::Whole(&self.line),
                }));
            }
        }
    }

    fn at_end_of_input(&self, outline: Option<Outline>) -> Option<Line<'_>> {
        match outline {
            Some(outline) => Some(Line::TooLong(outline)),
            None if self.line.is_empty() => None,
            None => Some(Line::Cut(&self.line)),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::{Line, Lines};

    /// Every line as one word: `=text` whole, `>id` too long, `~text` cut.
    fn lines(input: &[u8], longest: usize) -> Vec<String> {
        let mut lines = Lines::new(input, longest);
        let mut seen = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            seen.push(match line {
                Line::Whole(text) => format!("={}", String::from_utf8_lossy(text)),
                Line::TooLong(outline) => format!(">{:?}", outline.id().map(ToString::to_string)),
                Line::Cut(text) => format!("~{}", String::from_utf8_lossy(text)),
            });
        }
        seen
    }

    #[test]
    fn splits_at_line_feeds_only() {
        assert_eq!(lines(b"a\r\n\nb\n", 9), ["=a\r", "=", "=b"]);
    }

    #[test]
    fn accepts_a_line_of_exactly_the_limit_and_keeps_the_next() {
        assert_eq!(lines(b"12345\nnext\n", 5), ["=12345", "=next"]);
    }

    #[test]
    fn skips_a_line_one_byte_over_the_limit_and_keeps_the_next() {
        assert_eq!(lines(b"123456\nnext\n", 5), [">None", "=next"]);
    }

    #[test]
    fn keeps_no_more_than_the_limit_of_an_endless_line() {
        let mut lines = Lines::new(
            std::io::Read::take(std::io::repeat(b'x'), 17 << 20),
            1 << 10,
        );
        assert!(matches!(lines.next().unwrap(), Some(Line::TooLong(_))));
        assert_eq!(lines.line.capacity(), 0);
        assert!(lines.next().unwrap().is_none());
    }

    #[test]
    fn tells_a_cut_line_from_a_whole_one() {
        assert_eq!(lines(b"whole\ncut", 9), ["=whole", "~cut"]);
    }
}
