//! The env file, read by the rules of Node's dotenv 16, so that a file moves between the two without a change.
//!
//! It knows lines, quotes and comments, and nothing about what a variable means. What it reports are line numbers: a
//! line may hold a password.

mod parse;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::problem::Report;

/// The most bytes a settings file can sensibly have: past it, the path names something else.
const MAX_BYTES: u64 = 1024 * 1024;

/// The variables of one env file.
#[derive(Default)]
pub(super) struct EnvFile {
    /// The folder from which its relative paths count.
    pub(super) directory: PathBuf,
    entries: BTreeMap<String, Entry>,
}

/// The last assignment of one variable.
pub(super) struct Entry {
    /// The value, or `None` if its quote is never closed.
    pub(super) value: Option<String>,
    /// Whether quotes surrounded it: blanks at its ends are then meant.
    pub(super) quoted: bool,
    /// Counted from 1.
    pub(super) line: u32,
}

impl EnvFile {
    /// Reads a file. A file that can't be read whole gives a problem and no variables.
    pub(super) fn read(path: &Path, report: &mut Report) -> Self {
        let text = match read_text(path) {
            Ok(text) => text,
            Err(reason) => {
                report.problem(None, format!("the env file {} {reason}", path.display()));
                return Self::default();
            }
        };
        if is_world_readable(path) {
            report.warn(format!(
                "the env file {} can be read by every user of this machine (chmod 600 mends it)",
                path.display()
            ));
        }
        Self {
            directory: path.parent().unwrap_or(Path::new("")).into(),
            entries: parse::entries(&text, report),
        }
    }

    /// Returns the last assignment of a variable.
    pub(super) fn get(&self, variable: &str) -> Option<&Entry> {
        self.entries.get(variable)
    }

    /// Returns the names that the file assigns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

/// Returns the text, or a phrase that reads after the path.
fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path)?;
    if is_utf16(&bytes) {
        return Err("is UTF-16 text: save it as UTF-8".into());
    }
    if bytes.contains(&0) {
        return Err("holds NUL bytes: it is no text file".into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error
            .as_bytes()
            .iter()
            .take(error.utf8_error().valid_up_to());
        let line = good.filter(|byte| **byte == b'\n').count() + 1;
        format!("is not UTF-8 text: the first bad character is on line {line}")
    })
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => "does not exist".to_owned(),
        kind => format!("can't be read: {kind}"),
    };
    if fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Err("is a directory".into());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err("is larger than 1 MiB: it is no settings file".into());
    }
    Ok(bytes)
}

/// What Windows editors and PowerShell's `>` write: a byte order mark, or every other byte of the first letters zero.
fn is_utf16(bytes: &[u8]) -> bool {
    match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
        [first, second, third, fourth, ..] => {
            let zero = [first, second, third, fourth].map(|byte| *byte == 0);
            zero == [true, false, true, false] || zero == [false, true, false, true]
        }
        _ => false,
    }
}

#[cfg(unix)]
fn is_world_readable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o004 != 0)
}

#[cfg(not(unix))]
fn is_world_readable(_path: &Path) -> bool {
    false
}
