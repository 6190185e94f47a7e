//! A command's own print: its answer on stdout, a word to the person at the terminal on stderr.
//!
//! A closed pipe is not an error: `| head` ends reading when it has enough.

use std::io::{self, Write as _};

/// Prints a text and a line end.
pub(super) fn line(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Prints a file's content as it is.
pub(super) fn bytes(content: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(content).and_then(|()| out.flush());
}

/// Prints a text with styles; on anything but a terminal, or where colours are not wanted, the styles are left out.
pub(super) fn styled(text: &str) {
    let mut out = anstream::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Says something short to the person who started the program, on stderr.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Returns a text on one line, without what could steer a terminal.
pub(super) fn printable(text: &str) -> String {
    let visible = |character: char| {
        if character.is_control() {
            ' '
        } else {
            character
        }
    };
    text.chars().map(visible).collect()
}

/// How far a call has come, in one line on stderr that each report replaces. Only for a terminal.
#[derive(Default)]
pub(super) struct ProgressLine {
    shown: bool,
}

/// Returns to the start of the line and clears it (ECMA-48 `EL`).
const CLEAR_LINE: &str = "\r\u{1b}[K";

impl ProgressLine {
    /// Replaces the line.
    pub(super) fn show(&mut self, text: &str) {
        self.shown = true;
        let text: String = text.chars().filter(|c| !c.is_control()).take(78).collect();
        let mut err = anstream::stderr().lock();
        let _ = write!(err, "{CLEAR_LINE}{text}").and_then(|()| err.flush());
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.shown {
            let mut err = anstream::stderr().lock();
            let _ = write!(err, "{CLEAR_LINE}").and_then(|()| err.flush());
        }
    }
}
