//! The configured profiles, and which of them a call means.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use super::lookup::{Lookup, Reader};
use super::names::Name;
use super::problem::{Problem, Report};
use super::profile::Profile;
use super::variables::profile::REQUIRED;
use super::variables::{self, UNNAMED_PROFILE};
use crate::nearest::nearest;

/// The command-line option that names the default profile.
const PROFILE_OPTION: &str = "--profile";

/// The configured profiles, usable or not.
#[derive(Debug, Default)]
pub struct Profiles {
    entries: Vec<Entry>,
    /// The default as it was asked for or found; it may name no profile.
    default: Option<String>,
    /// What asked for the default: a variable or an option.
    source: &'static str,
}

#[derive(Debug)]
struct Entry {
    name: String,
    /// The profile, or everything that is wrong with it.
    profile: Result<Arc<Profile>, Vec<Problem>>,
}

/// Why no profile could be chosen for a call.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SelectError {
    /// There is no profile at all.
    #[error("no warehouse is configured")]
    NoneConfigured,
    /// There are several, the call names none, and none is the default.
    #[error("several profiles are configured and none is the default: {}", names.join(", "))]
    NoDefault {
        /// The profiles there are.
        names: Vec<String>,
    },
    /// There is no profile of that name.
    #[error("there is no profile {}{}; configured: {}", shown(name), named_by(*setting), names.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The variable or option that names it as the default; none if the call named it.
        setting: Option<&'static str>,
        /// The profiles there are.
        names: Vec<String>,
        /// Those that resemble the name, the most similar first.
        nearest: Vec<String>,
    },
    /// The profile is there and can't be used.
    #[error("profile {name} can't be used: {}", in_words(problems))]
    Broken {
        /// The profile.
        name: String,
        /// Everything that is wrong with it.
        problems: Vec<Problem>,
    },
}

impl Profiles {
    /// Returns the profile that a call means: the one it names, in any case of letters, else the default.
    pub fn select(&self, name: Option<&str>) -> Result<&Arc<Profile>, SelectError> {
        if self.entries.is_empty() {
            return Err(SelectError::NoneConfigured);
        }
        let names = || self.names().map(str::to_owned).collect();
        let setting = name.is_none().then_some(self.source);
        let name = name
            .or(self.default.as_deref())
            .ok_or_else(|| SelectError::NoDefault { names: names() })?;
        let Some(entry) = self.find(name) else {
            return Err(SelectError::Unknown {
                name: name.into(),
                setting,
                names: names(),
                nearest: nearest(name, self.names())
                    .into_iter()
                    .map(str::to_owned)
                    .collect(),
            });
        };
        entry
            .profile
            .as_ref()
            .map_err(|problems| SelectError::Broken {
                name: entry.name.clone(),
                problems: problems.clone(),
            })
    }

    /// Returns the names of all profiles, usable or not.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// Returns the name of the profile that a call means when it names none.
    #[must_use]
    pub fn default_name(&self) -> Option<&str> {
        let entry = self.find(self.default.as_deref()?)?;
        Some(&entry.name)
    }

    /// Returns each name with its profile, or with everything that is wrong with it.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Result<&Arc<Profile>, &[Problem]>)> {
        self.entries.iter().map(|entry| {
            (
                entry.name.as_str(),
                entry.profile.as_ref().map_err(Vec::as_slice),
            )
        })
    }

    /// Returns the profiles of the demo; the first is the default unless another is asked for.
    pub(super) fn demo(requested: Option<&str>, report: &mut Report) -> Self {
        let entry = |name: &str| Entry {
            name: name.to_owned(),
            profile: Ok(Arc::new(Profile::demo(name))),
        };
        let profiles = Self {
            entries: ["NORTH", "SOUTH", "GHOST"].map(entry).into(),
            default: Some(requested.unwrap_or("NORTH").into()),
            source: PROFILE_OPTION,
        };
        profiles.check_default(report);
        profiles
    }

    /// Reads every profile that the variables describe.
    pub(super) fn read(lookup: &Lookup, requested: Option<&str>, report: &mut Report) -> Self {
        let mut entries = Vec::new();
        for name in described(lookup, report) {
            let mut reader = Reader::new(lookup, Some(name));
            let profile = if is_valid(name) {
                Profile::read(name, &mut reader)
            } else {
                reader.fault("the name of a profile may hold only A-Z, 0-9 and _");
                None
            };
            let entry = Entry {
                name: name.to_owned(),
                profile: profile
                    .map(Arc::new)
                    .ok_or_else(|| reader.report.problems.clone()),
            };
            report.append(reader.report);
            entries.push(entry);
        }
        let mut reader = Reader::new(lookup, None);
        let variable = &variables::settings::PROFILE;
        let (source, requested) = match requested {
            Some(name) => (PROFILE_OPTION, Some(name.to_owned())),
            None => (
                variable.name,
                reader.optional(variable, |text| Ok(text.to_owned())),
            ),
        };
        report.append(reader.report);
        let default = requested.or_else(|| natural_default(&entries));
        let profiles = Self {
            entries,
            default,
            source,
        };
        profiles.check_default(report);
        profiles
    }

    /// Two profiles may differ in case alone, so the exact name comes first.
    fn find(&self, name: &str) -> Option<&Entry> {
        let name = name.trim();
        let exact = self.entries.iter().find(|entry| entry.name == name);
        exact.or_else(|| {
            self.entries
                .iter()
                .find(|entry| entry.name.eq_ignore_ascii_case(name))
        })
    }

    fn check_default(&self, report: &mut Report) {
        let names: Vec<&str> = self.names().collect();
        match (&self.default, names.as_slice()) {
            (Some(default), _) if self.find(default).is_none() => report.problems.push(Problem {
                variable: Some(self.source.into()),
                line: None,
                profile: None,
                message: match names.as_slice() {
                    [] => "names a profile, and none is configured".into(),
                    names => format!(
                        "names no configured profile; configured: {}",
                        names.join(", ")
                    ),
                },
            }),
            (None, [_, _, ..]) => report.warn(format!(
                "no profile is the default: a call has to name one of {}, or {} has to",
                names.join(", "),
                variables::settings::PROFILE.name
            )),
            _ => {}
        }
    }
}

/// Returns the profiles that have at least one required variable; a lone optional one makes no profile, and is said.
fn described<'l>(lookup: &'l Lookup, report: &mut Report) -> Vec<&'l str> {
    let mut variables_of: BTreeMap<&str, Vec<(&str, bool)>> = BTreeMap::new();
    for name in lookup.names() {
        if let Name::Profile { profile, variable } = Name::of(name)
            && lookup.is_set(name)
        {
            let required = REQUIRED.contains(&variable);
            variables_of
                .entry(profile)
                .or_default()
                .push((name, required));
        }
    }
    variables_of.retain(|profile, variables| {
        let described = variables.iter().any(|(_, required)| *required);
        if !described {
            let names: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
            report.warn(format!(
                "{} ignored: the profile {profile} has no address, tenant or credentials",
                names.join(", ")
            ));
        }
        described
    });
    variables_of.into_keys().collect()
}

fn is_valid(name: &str) -> bool {
    name.bytes()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Returns the unnamed profile, else the only one. A broken one counts: mending it must not change what a call means.
fn natural_default(entries: &[Entry]) -> Option<String> {
    let unnamed = entries.iter().find(|entry| entry.name == UNNAMED_PROFILE);
    let only = entries.first().filter(|_| entries.len() == 1);
    unnamed.or(only).map(|entry| entry.name.clone())
}

fn shown(name: &str) -> &str {
    if name.trim().is_empty() {
        "with a blank name"
    } else {
        name
    }
}

fn named_by(setting: Option<&str>) -> String {
    setting
        .map(|setting| format!(", which {setting} names as the default"))
        .unwrap_or_default()
}

fn in_words(problems: &[Problem]) -> String {
    let sentences: Vec<String> = problems.iter().map(Problem::to_string).collect();
    sentences.join("; ")
}
