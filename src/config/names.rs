//! What a variable's name means: a setting, a part of a profile, or a mistake.

use super::lookup::Lookup;
use super::problem::{Problem, Report};
use super::variables::{self, UNNAMED_PROFILE, Variable};
use crate::nearest::nearest;

/// The variables that other programs take a proxy from.
const AMBIENT_PROXIES: [&str; 3] = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/// What a variable's name means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Name<'n> {
    /// A setting of the whole program.
    Setting,
    /// A variable of a profile.
    Profile {
        profile: &'n str,
        variable: &'static Variable,
    },
    /// It looks like one of ours and is none.
    Unknown,
    /// Another program's.
    Foreign,
}

impl<'n> Name<'n> {
    /// Reads a name. A setting's own name comes first, so that `WMS_LOG` is never a profile.
    pub(super) fn of(name: &'n str) -> Self {
        if variables::all().any(|variable| variable.suffix().is_none() && variable.name == name) {
            return Self::Setting;
        }
        let Some(rest) = name.strip_prefix("WMS_") else {
            return Self::Foreign;
        };
        variables::all()
            .find_map(|variable| {
                let profile = profile_before(rest, variable.suffix()?)?;
                Some(Self::Profile { profile, variable })
            })
            .unwrap_or(Self::Unknown)
    }
}

/// Returns the profile in `NORTH_URL`, given `URL`.
fn profile_before<'n>(rest: &'n str, suffix: &str) -> Option<&'n str> {
    if rest == suffix {
        return Some(UNNAMED_PROFILE);
    }
    let profile = rest.strip_suffix(suffix)?.strip_suffix('_')?;
    (!profile.is_empty()).then_some(profile)
}

/// Reports each set variable that looks like one of ours and is none, with the name that was probably meant: a fault if
/// no profile was described at all, since that is then why, else a warning.
pub(super) fn report_unknown(lookup: &Lookup, profiles: &[&str], report: &mut Report) {
    let known = known_names(profiles);
    for name in unknown_names(lookup) {
        match nearest_known(name, &known) {
            Some(near) => {
                let message = format!("is no variable of this program; did you mean {near}?");
                if profiles.is_empty() {
                    report.problems.push(Problem {
                        variable: Some(name.to_owned()),
                        line: None,
                        profile: None,
                        message,
                    });
                } else {
                    report.warn(format!("{name} {message}"));
                }
            }
            None => report.warn(format!("{name} is no variable of this program")),
        }
    }
}

/// Returns the set variable that was probably meant to be `wanted`, a variable of `profile` that is not set.
pub(super) fn misspelt_as<'l>(lookup: &'l Lookup, wanted: &str, profile: &str) -> Option<&'l str> {
    let known = known_names(&[profile]);
    let mut names = unknown_names(lookup);
    names.find(|name| nearest_known(name, &known) == Some(wanted))
}

/// Names that look like ours and are none: an unknown end, or small letters where the system tells the cases apart.
fn unknown_names(lookup: &Lookup) -> impl Iterator<Item = &str> {
    let names = lookup.names().into_iter();
    names.filter(|name| {
        let is_unknown = match Name::of(name) {
            Name::Unknown => true,
            Name::Foreign => !matches!(Name::of(&name.to_uppercase()), Name::Foreign),
            Name::Setting | Name::Profile { .. } => false,
        };
        is_unknown && lookup.is_set(name)
    })
}

fn known_names(profiles: &[&str]) -> Vec<String> {
    let mut known: Vec<String> = variables::all()
        .filter(|variable| variable.suffix().is_none())
        .map(|variable| variable.name.to_owned())
        .collect();
    for profile in profiles.iter().copied().chain([UNNAMED_PROFILE]) {
        let of_a_profile = variables::all().filter(|variable| variable.suffix().is_some());
        known.extend(of_a_profile.map(|variable| variable.for_profile(profile)));
    }
    known
}

fn nearest_known<'k>(name: &str, known: &'k [String]) -> Option<&'k str> {
    nearest(name, known.iter().map(String::as_str))
        .first()
        .copied()
}

/// Warns once if a proxy is set that other programs would use.
pub(super) fn warn_of_ambient_proxies(lookup: &Lookup, report: &mut Report) {
    let is_proxy = |name: &&String| {
        AMBIENT_PROXIES
            .iter()
            .any(|proxy| name.eq_ignore_ascii_case(proxy))
    };
    let set: Vec<&str> = lookup
        .variables
        .keys()
        .filter(is_proxy)
        .map(String::as_str)
        .filter(|name| lookup.is_set(name))
        .collect();
    if !set.is_empty() {
        report.warn(format!(
            "{} ignored: the only proxy used is the one in {}",
            set.join(", "),
            variables::settings::PROXY.name
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile_of(name: &str) -> Option<(&str, &'static str)> {
        match Name::of(name) {
            Name::Profile { profile, variable } => Some((profile, variable.suffix()?)),
            _ => None,
        }
    }

    #[test]
    fn finds_the_profile_in_a_name() {
        assert_eq!(profile_of("WMS_NORTH_URL"), Some(("NORTH", "URL")));
        assert_eq!(
            profile_of("WMS_NORTH_TEST_CLIENT_ID"),
            Some(("NORTH_TEST", "CLIENT_ID"))
        );
        assert_eq!(profile_of("WMS_URL"), Some(("DEFAULT", "URL")));
        assert_eq!(profile_of("WMS_LOG_PATH"), Some(("DEFAULT", "LOG_PATH")));
        assert_eq!(profile_of("WMS_LOG_URL"), Some(("LOG", "URL")));
        assert_eq!(
            profile_of("WMS_PROXY_LOG_PATH"),
            Some(("PROXY", "LOG_PATH"))
        );
    }

    #[test]
    fn settings_are_no_profiles() {
        for variable in variables::all().filter(|variable| variable.suffix().is_none()) {
            assert_eq!(Name::of(variable.name), Name::Setting);
        }
        assert_eq!(Name::of("WMS_NORTH_PASWORD"), Name::Unknown);
        assert_eq!(Name::of("WMS__URL"), Name::Unknown);
        assert_eq!(Name::of("PATH"), Name::Foreign);
    }
}
