//! Every variable the program reads, once: its name, default, meaning and an example.
//!
//! The readers beside this module take names from here, the unknown-name warning searches here, and `.env.example` is
//! made from here. It does not know how a value is parsed.

mod example_file;
pub mod profile;
pub mod settings;

pub use example_file::example_file;

/// Stands for the profile's name in the name of a variable that each profile has.
const PROFILE_PLACEHOLDER: &str = "<P>_";
/// The profile that the variables without a profile name describe.
pub const UNNAMED_PROFILE: &str = "DEFAULT";

/// One setting, as the documentation shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// The name; `<P>` stands for the name of a profile, as in `WMS_<P>_URL`.
    pub name: &'static str,
    /// What holds when it is not set, in words; `None` if nothing does.
    pub default: Option<&'static str>,
    /// What it decides, in one or two sentences.
    pub meaning: &'static str,
    /// A value that can be typed in as it stands: the default, where that is one value.
    pub example: &'static str,
}

impl Variable {
    /// Returns the name with a profile filled in; [`UNNAMED_PROFILE`] has the names without a profile name.
    #[must_use]
    pub fn for_profile(&self, profile: &str) -> String {
        for_profile(self.name, profile)
    }

    /// Returns the name with a profile filled in, the unnamed one included: `WMS_DEFAULT_URL`.
    pub(super) fn name_with(&self, profile: &str) -> String {
        self.name
            .replace(PROFILE_PLACEHOLDER, &format!("{profile}_"))
    }

    /// Returns the part after the profile's name, `URL` for `WMS_<P>_URL`; `None` for a setting of the whole program.
    pub(super) fn suffix(&self) -> Option<&'static str> {
        let (_, suffix) = self.name.split_once(PROFILE_PLACEHOLDER)?;
        Some(suffix)
    }
}

/// Returns a text with a profile filled in wherever it names a variable as `WMS_<P>_…`.
#[must_use]
pub fn for_profile(text: &str, profile: &str) -> String {
    if profile == UNNAMED_PROFILE {
        text.replace(PROFILE_PLACEHOLDER, "")
    } else {
        text.replace(PROFILE_PLACEHOLDER, &format!("{profile}_"))
    }
}

/// Returns every variable in the order of the documentation: those of a profile first.
pub fn all() -> impl Iterator<Item = &'static Variable> {
    profile::ALL.iter().chain(settings::ALL).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_in_the_profile() {
        assert_eq!(profile::URL.for_profile("NORTH_TEST"), "WMS_NORTH_TEST_URL");
        assert_eq!(profile::URL.for_profile(UNNAMED_PROFILE), "WMS_URL");
        assert_eq!(profile::LOG_PATH.suffix(), Some("LOG_PATH"));
        assert_eq!(settings::LOG.suffix(), None);
    }

    #[test]
    fn no_suffix_ends_with_another_so_that_a_name_is_read_one_way() {
        let suffixes: Vec<&str> = all().filter_map(Variable::suffix).collect();
        for suffix in &suffixes {
            let longer = format!("_{suffix}");
            assert!(!suffixes.iter().any(|other| other.ends_with(&longer)));
        }
    }

    #[test]
    fn every_variable_is_documented_once() {
        let mut names: Vec<&str> = all().map(|variable| variable.name).collect();
        names.sort_unstable();
        let listed = names.len();
        names.dedup();
        assert_eq!(names.len(), listed);
        assert!(
            all().all(|variable| variable.meaning.ends_with('.') && !variable.example.is_empty())
        );
    }
}
