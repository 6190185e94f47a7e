//! What a configuration that can't be used means for a call: which variable to set.

use crate::config::{Config, Problem, Profile, SelectError};
use crate::easywms::CatalogueError;
use crate::envelope::{Code, Failure};

/// The most problems that one failure lists; `doctor` shows them all.
const MOST_PROBLEMS: usize = 8;

pub(super) fn select_problem(error: &SelectError, config: &Config) -> Failure {
    let message = error.to_string();
    match error {
        SelectError::NoneConfigured => Failure::new(Code::NotConfigured, message, NOT_CONFIGURED)
            .with("problems", texts(&config.problems)),
        SelectError::NoDefault { names } => Failure::new(
            Code::NotConfigured,
            message,
            "Name one in 'profile', or set WMS_PROFILE.",
        )
        .with("profiles", names),
        SelectError::Unknown {
            names,
            nearest,
            setting,
            ..
        } => Failure::new(
            Code::UnknownProfile,
            message,
            match setting {
                Some(setting) => format!(
                    "Correct {setting} and start the server again, or name a profile of list_profiles in 'profile'."
                ),
                None => "Take a name from list_profiles.".to_owned(),
            },
        )
        .did_you_mean(nearest)
        .with("profiles", names),
        SelectError::Broken { problems, .. } => Failure::new(
            Code::ConfigurationInvalid,
            message,
            "Correct these settings in the environment or the env file and start the server again.",
        )
        .with("problems", texts(problems)),
    }
}

const NOT_CONFIGURED: &str = "Set WMS_URL, WMS_TENANT, WMS_USERNAME, WMS_PASSWORD, WMS_CLIENT_ID and WMS_CLIENT_SECRET in the environment or in an env file (--env-file), or start with --demo to try the embedded warehouse.";

pub(super) fn catalogue_problem(error: &CatalogueError, profile: &Profile) -> Failure {
    Failure::new(
        Code::ConfigurationInvalid,
        error.to_string(),
        "Correct the file that WMS_<P>_CATALOGUE names, or remove the setting to use the built-in catalogue.",
    )
    .for_profile(&profile.name)
}

fn texts(problems: &[Problem]) -> Vec<String> {
    problems
        .iter()
        .take(MOST_PROBLEMS)
        .map(Problem::to_string)
        .collect()
}
