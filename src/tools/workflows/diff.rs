//! The unified diff of two definitions, line ends included.
//!
//! A change of line ends is a change, but a file whose every line end changed must not hide the line that matters: if one
//! side ends all lines in CR LF and the other in LF, the contents alone are compared. Where the ends are mixed, changed
//! lines say how they end.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use similar::udiff::UnifiedHunkHeader;
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline, group_diff_ops};

/// Lines shown around a change, as is usual.
const CONTEXT_LINES: usize = 3;
/// After this the comparison settles for a correct diff that may not be the shortest.
const SEARCH_LIMIT: Duration = Duration::from_secs(2);

/// How two texts differ.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Diff {
    /// Empty if no line differs.
    pub(super) text: String,
    pub(super) lines_removed: usize,
    pub(super) lines_added: usize,
    /// Whether line ends were left out of the comparison.
    pub(super) ignores_line_ends: bool,
    /// Whether a shorter diff may exist.
    pub(super) approximate: bool,
}

/// How the lines of a text end.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct LineEnds {
    pub(super) crlf: usize,
    pub(super) lf: usize,
}

/// Compares two texts line by line; the names are those of the diff's header.
pub(super) fn diff(left: &str, right: &str, names: [&str; 2]) -> Diff {
    let ends = [LineEnds::of(left), LineEnds::of(right)];
    let ignores_line_ends = LineEnds::are_two_styles(ends);
    let lines = [lines(left), lines(right)];
    let started = Instant::now();
    let ops = operations(&lines, ignores_line_ends, started + SEARCH_LIMIT);
    let approximate = started.elapsed() >= SEARCH_LIMIT;
    let mut writer = Writer {
        text: String::new(),
        lines: &lines,
        names_ends: ends.iter().any(|ends| ends.are_mixed()),
        removed: 0,
        added: 0,
    };
    for (number, hunk) in group_diff_ops(ops, CONTEXT_LINES).iter().enumerate() {
        if number == 0 {
            let [left, right] = names;
            let _ = write!(writer.text, "--- {left}\n+++ {right}\n");
        }
        writer.hunk(hunk);
    }
    Diff {
        text: writer.text,
        lines_removed: writer.removed,
        lines_added: writer.added,
        ignores_line_ends,
        approximate,
    }
}

fn operations(lines: &[Vec<&str>; 2], ignore_ends: bool, deadline: Instant) -> Vec<DiffOp> {
    let [left, right] = lines;
    if !ignore_ends {
        return capture_diff_slices_deadline(Algorithm::Myers, left, right, Some(deadline));
    }
    let [left, right] = [contents(left), contents(right)];
    capture_diff_slices_deadline(Algorithm::Myers, &left, &right, Some(deadline))
}

/// The lines of a text with their ends.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Lines without their ends.
fn contents<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    lines
        .iter()
        .map(|line| line.strip_suffix('\n').unwrap_or(line))
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .collect()
}

impl LineEnds {
    pub(super) fn of(text: &str) -> Self {
        let mut ends = Self::default();
        for line in text.split_inclusive('\n') {
            if line.ends_with("\r\n") {
                ends.crlf += 1;
            } else if line.ends_with('\n') {
                ends.lf += 1;
            }
        }
        ends
    }

    /// Names the ends for people.
    pub(super) fn name(self) -> String {
        match (self.crlf, self.lf) {
            (0, 0) => "none".to_owned(),
            (_, 0) => "CR LF".to_owned(),
            (0, _) => "LF".to_owned(),
            (crlf, lf) => format!("mixed: CR LF {crlf}, LF {lf}"),
        }
    }

    fn are_mixed(self) -> bool {
        self.crlf > 0 && self.lf > 0
    }

    /// Whether each side has one style, and not the same.
    fn are_two_styles([left, right]: [Self; 2]) -> bool {
        let lonely =
            |crlf: Self, lf: Self| crlf.crlf > 0 && crlf.lf == 0 && lf.lf > 0 && lf.crlf == 0;
        lonely(left, right) || lonely(right, left)
    }
}

/// Writes hunks as text.
struct Writer<'l> {
    text: String,
    lines: &'l [Vec<&'l str>; 2],
    /// Whether a changed line says how it ends.
    names_ends: bool,
    removed: usize,
    added: usize,
}

impl Writer<'_> {
    fn hunk(&mut self, operations: &[DiffOp]) {
        let [left, right] = self.lines;
        if operations.is_empty() {
            return;
        }
        let _ = writeln!(self.text, "{}", UnifiedHunkHeader::new(operations));
        for operation in operations {
            let (tag, old, new) = operation.as_tag_tuple();
            let old = left.get(old).unwrap_or_default();
            let new = right.get(new).unwrap_or_default();
            if tag == DiffTag::Equal {
                self.lines(' ', old);
                continue;
            }
            self.removed += old.len();
            self.added += new.len();
            self.lines('-', old);
            self.lines('+', new);
        }
    }

    fn lines(&mut self, sign: char, lines: &[&str]) {
        for line in lines {
            self.line(sign, line);
        }
    }

    /// Writes a line with its own end. A line that starts with a backslash is a remark, as in every unified diff.
    fn line(&mut self, sign: char, line: &str) {
        self.text.push(sign);
        self.text.push_str(line);
        if !line.ends_with('\n') {
            self.text.push_str("\n\\ No newline at end of file\n");
        } else if self.names_ends && sign != ' ' {
            let end = LineEnds::of(line).name();
            let _ = writeln!(self.text, "\\ Line end: {end}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineEnds, diff};

    const NAMES: [&str; 2] = ["N/a", "S/a"];

    #[test]
    fn shows_the_changed_line_with_its_own_end() {
        let found = diff("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", NAMES);
        assert_eq!(
            found.text,
            "--- N/a\n+++ S/a\n@@ -1,3 +1,3 @@\n a\r\n-b\r\n+B\r\n c\r\n"
        );
        assert_eq!((found.lines_removed, found.lines_added), (1, 1));
    }

    #[test]
    fn a_changed_style_of_line_ends_does_not_hide_the_changed_line() {
        let found = diff("a\r\nb\r\nc\r\n", "a\nB\nc\n", NAMES);
        assert!(found.ignores_line_ends);
        assert_eq!(
            found.text,
            "--- N/a\n+++ S/a\n@@ -1,3 +1,3 @@\n a\r\n-b\r\n+B\n c\r\n"
        );
        let ends_only = diff("a\r\nb", "a\nb", NAMES);
        assert!(ends_only.ignores_line_ends);
        assert_eq!(ends_only.text, "");
    }

    #[test]
    fn one_changed_line_end_is_a_change_that_can_be_read() {
        let found = diff("a\r\nb\r\n", "a\r\nb\n", NAMES);
        assert_eq!(
            found.text,
            "--- N/a\n+++ S/a\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n\\ Line end: CR LF\n+b\n\\ Line end: LF\n"
        );
        assert_eq!(LineEnds::of("a\r\nb\n").name(), "mixed: CR LF 1, LF 1");
    }

    #[test]
    fn a_missing_last_line_end_and_an_empty_side_are_shown() {
        let found = diff("a", "a\n", NAMES);
        assert_eq!(
            found.text,
            "--- N/a\n+++ S/a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"
        );
        let found = diff("", "a\n", NAMES);
        assert_eq!(found.text, "--- N/a\n+++ S/a\n@@ -0,0 +1 @@\n+a\n");
        assert_eq!(diff("a\n", "a\n", NAMES).text, "");
    }

    #[test]
    fn two_large_unlike_texts_are_compared_in_bounded_time() {
        let text = |step: usize| {
            let lines = (0..60_000).map(|line| ((line * step) % 60_013).to_string());
            lines.collect::<Vec<_>>().join("\n")
        };
        let found = diff(&text(7), &text(11), NAMES);
        assert!(found.lines_removed > 0);
        assert_eq!(found.lines_removed, found.lines_added);
    }
}
