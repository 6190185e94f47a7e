//! A command's own print: its answer on stdout, a word to the person at the terminal on stderr.
//!
//! A closed pipe is not an error: `| head` ends reading when it has enough.

use std::io::{self, Write as _};

/// Prints a text and a line end.
pub(super) fn line(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
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
