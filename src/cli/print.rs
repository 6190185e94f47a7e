//! A command's own print on stdout. A closed pipe is not an error: `| head` ends reading when it has enough.

use std::io::{self, Write as _};

/// Prints a text and a line end.
pub(super) fn line(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
