//! What is wrong with the configuration, in words that never hold a value.

use std::fmt;

/// The most line numbers that one message names.
const MOST_LINES: usize = 5;

/// One thing that is wrong: where, and what to do. It holds no value and no text of the env file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The variable, or the command-line option, that has to change.
    pub variable: Option<String>,
    /// The line of the env file, counted from 1, if the fault is there.
    pub line: Option<u32>,
    /// The profile that can't be used because of it; `None` if it concerns the whole program.
    pub profile: Option<String>,
    /// What is wrong: a lowercase phrase that reads after the variable's name.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.variable, self.line, &self.profile) {
            (Some(variable), Some(line), _) => {
                write!(formatter, "{variable} (env file line {line}): ")?;
            }
            (Some(variable), None, _) => write!(formatter, "{variable}: ")?,
            (None, Some(line), _) => write!(formatter, "env file line {line}: ")?,
            (None, None, Some(profile)) => write!(formatter, "profile {profile}: ")?,
            (None, None, None) => {}
        }
        formatter.write_str(&self.message)
    }
}

/// What reading the configuration has to say: faults, and remarks that stop nothing.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) problems: Vec<Problem>,
    pub(super) warnings: Vec<String>,
}

impl Report {
    /// Adds a fault that belongs to no variable.
    pub(super) fn problem(&mut self, line: Option<u32>, message: impl Into<String>) {
        self.problems.push(Problem {
            variable: None,
            line,
            profile: None,
            message: message.into(),
        });
    }

    pub(super) fn warn(&mut self, message: impl Into<String>) {
        self.warnings.push(message.into());
    }

    /// Warns about some lines of the env file in one sentence; no lines, no warning.
    pub(super) fn warn_lines(&mut self, lines: &[u32], message: &str) {
        if !lines.is_empty() {
            self.warn(format!("env file {}: {message}", lines_in_words(lines)));
        }
    }

    pub(super) fn append(&mut self, mut other: Self) {
        self.problems.append(&mut other.problems);
        self.warnings.append(&mut other.warnings);
    }
}

/// Names some lines, and counts the rest: a file of junk must not make a report as long as itself.
pub(super) fn lines_in_words(lines: &[u32]) -> String {
    let shown: Vec<String> = lines.iter().take(MOST_LINES).map(u32::to_string).collect();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    match lines.len().saturating_sub(MOST_LINES) {
        0 => format!("{noun} {}", shown.join(", ")),
        more => format!("{noun} {} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_where_before_what() {
        let mut problem = Problem {
            variable: Some("WMS_NORTH_URL".into()),
            line: None,
            profile: Some("NORTH".into()),
            message: "not set".into(),
        };
        assert_eq!(problem.to_string(), "WMS_NORTH_URL: not set");
        problem.line = Some(3);
        assert_eq!(
            problem.to_string(),
            "WMS_NORTH_URL (env file line 3): not set"
        );
        problem.variable = None;
        assert_eq!(problem.to_string(), "env file line 3: not set");
    }

    #[test]
    fn counts_the_lines_it_does_not_name() {
        assert_eq!(lines_in_words(&[4]), "line 4");
        assert_eq!(lines_in_words(&[4, 7]), "lines 4, 7");
        assert_eq!(
            lines_in_words(&[1, 2, 3, 4, 5, 6, 7]),
            "lines 1, 2, 3, 4, 5 and 2 more"
        );
    }
}
