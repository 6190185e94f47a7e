//! One look-up over the process environment and the env file, and a reader that turns what it finds into typed values.
//!
//! It decides what counts as set. It does not know what any variable means.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::env_file::EnvFile;
use super::names::misspelt_as;
use super::problem::{Problem, Report};
use super::variables::{UNNAMED_PROFILE, Variable};

/// Why a variable is unset that no source names.
const NOT_SET: &str = "not set";

/// Where values come from: the process environment first, then the env file.
pub(super) struct Lookup {
    pub(super) variables: BTreeMap<String, OsString>,
    pub(super) file: EnvFile,
    /// The folder from which the relative paths of the process environment count.
    pub(super) working_directory: PathBuf,
}

/// What the sources say about one variable.
pub(super) enum Setting<'l> {
    Set(Found<'l>),
    /// As good as absent; the phrase says why.
    Unset(&'static str),
    /// There, but no value; the phrase says why.
    Refused {
        line: Option<u32>,
        reason: &'static str,
    },
}

/// A value, and where it was.
pub(super) struct Found<'l> {
    pub(super) text: &'l str,
    /// The line of the env file; `None` for the process environment.
    pub(super) line: Option<u32>,
    directory: &'l Path,
}

impl Lookup {
    /// Returns what counts for a variable: a blank one in the process environment does not hide one in the file.
    pub(super) fn get(&self, name: &str) -> Setting<'_> {
        match self.in_process(name) {
            Setting::Unset(reason) => match self.in_file(name) {
                Setting::Unset(NOT_SET) => Setting::Unset(reason),
                other => other,
            },
            other => other,
        }
    }

    /// Returns every name that either source has, in alphabetical order.
    pub(super) fn names(&self) -> BTreeSet<&str> {
        let process = self.variables.keys().map(String::as_str);
        process.chain(self.file.names()).collect()
    }

    pub(super) fn is_set(&self, name: &str) -> bool {
        !matches!(self.get(name), Setting::Unset(_))
    }

    fn in_process(&self, name: &str) -> Setting<'_> {
        let Some(value) = self.variables.get(name) else {
            return Setting::Unset(NOT_SET);
        };
        match value.to_str() {
            Some(text) => setting(text.trim(), None, &self.working_directory),
            None => Setting::Refused {
                line: None,
                reason: "is not valid Unicode",
            },
        }
    }

    fn in_file(&self, name: &str) -> Setting<'_> {
        let Some(entry) = self.file.get(name) else {
            return Setting::Unset(NOT_SET);
        };
        let line = Some(entry.line);
        match entry.value.as_deref() {
            Some(text) if entry.quoted => setting(text, line, &self.file.directory),
            Some(text) => setting(text.trim(), line, &self.file.directory),
            None => Setting::Refused {
                line,
                reason: "opens a quote that is never closed",
            },
        }
    }
}

fn setting<'l>(text: &'l str, line: Option<u32>, directory: &'l Path) -> Setting<'l> {
    if text.trim().is_empty() {
        Setting::Unset("set, but blank")
    } else if is_placeholder(text.trim()) {
        Setting::Unset("set to a ${…} placeholder that the client did not fill in")
    } else if text.contains(char::is_control) {
        Setting::Refused {
            line,
            reason: "holds a line break or another control character; in double quotes \\n and \\r are line breaks, in single quotes they are not",
        }
    } else {
        Setting::Set(Found {
            text,
            line,
            directory,
        })
    }
}

/// Whether a text says anything: it is neither blank nor a placeholder.
pub(super) fn is_given(text: &str) -> bool {
    !text.trim().is_empty() && !is_placeholder(text.trim())
}

/// Desktop clients pass an optional setting that was left blank as the literal `${user_config.name}`.
fn is_placeholder(text: &str) -> bool {
    let inner = text
        .strip_prefix("${")
        .and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|inner| !inner.contains(['{', '}']))
}

/// Reads the variables of one profile, or of the whole program, and collects what is wrong with them.
pub(super) struct Reader<'l> {
    lookup: &'l Lookup,
    profile: Option<&'l str>,
    pub(super) report: Report,
}

impl<'l> Reader<'l> {
    pub(super) fn new(lookup: &'l Lookup, profile: Option<&'l str>) -> Self {
        Self {
            lookup,
            profile,
            report: Report::default(),
        }
    }

    /// Returns the parsed value; `None` if it is not set, or if it is wrong, which is then reported.
    pub(super) fn optional<T>(
        &mut self,
        variable: &Variable,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        self.found(variable, |found| parse(found.text))?.ok()
    }

    /// Returns the parsed value; one that is not set is reported as well.
    pub(super) fn required<T>(
        &mut self,
        variable: &Variable,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        if let Some(parsed) = self.found(variable, |found| parse(found.text)) {
            return parsed.ok();
        }
        let name = self.name_of(variable);
        if let Setting::Unset(reason) = self.lookup.get(&name) {
            let profile = self.profile.unwrap_or(UNNAMED_PROFILE);
            let reason = match misspelt_as(self.lookup, &name, profile) {
                Some(misspelt) => {
                    format!("{reason}; {misspelt} is, and is no variable of this program")
                }
                None => reason.to_owned(),
            };
            self.problem(name, None, reason);
        }
        None
    }

    /// Returns the parsed value, else the default; a wrong value is reported with what is used instead.
    pub(super) fn or_default<T>(
        &mut self,
        variable: &Variable,
        default: T,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> T {
        let instead = variable.default.unwrap_or("none");
        let parse = |text: &str| {
            parse(text).map_err(|reason| format!("{reason}; using the default, {instead}"))
        };
        self.optional(variable, parse).unwrap_or(default)
    }

    /// Returns a path; a relative one counts from where it was written: the env file's folder or the working directory.
    pub(super) fn path(&mut self, variable: &Variable) -> Option<PathBuf> {
        self.found(variable, |found| Ok(found.directory.join(found.text)))?
            .ok()
    }

    /// Returns the name under which the variable is read here.
    ///
    /// The unnamed profile may also be written with its name, `WMS_DEFAULT_URL`.
    pub(super) fn name_of(&self, variable: &Variable) -> String {
        let Some(profile) = self.profile else {
            return variable.name.into();
        };
        let spelled_out = variable.name_with(profile);
        let name = variable.for_profile(profile);
        if profile == UNNAMED_PROFILE
            && !self.lookup.is_set(&name)
            && self.lookup.is_set(&spelled_out)
        {
            spelled_out
        } else {
            name
        }
    }

    /// Adds a fault of one variable.
    pub(super) fn problem(
        &mut self,
        variable: String,
        line: Option<u32>,
        message: impl Into<String>,
    ) {
        self.report.problems.push(Problem {
            variable: Some(variable),
            line,
            profile: self.profile.map(str::to_owned),
            message: message.into(),
        });
    }

    /// Adds a fault that belongs to no single variable.
    pub(super) fn fault(&mut self, message: &str) {
        self.report.problems.push(Problem {
            variable: None,
            line: None,
            profile: self.profile.map(str::to_owned),
            message: message.into(),
        });
    }

    fn found<T>(
        &mut self,
        variable: &Variable,
        parse: impl FnOnce(Found<'l>) -> Result<T, String>,
    ) -> Option<Result<T, ()>> {
        let name = self.name_of(variable);
        let (line, parsed) = match self.lookup.get(&name) {
            Setting::Unset(_) => return None,
            Setting::Refused { line, reason } => (line, Err(reason.to_owned())),
            Setting::Set(found) => (found.line, parse(found)),
        };
        Some(parsed.map_err(|reason| self.problem(name, line, reason)))
    }
}
