//! `doctor`: every step that reading a warehouse takes, really tried, with the cause and the remedy of what fails.

mod report;
mod text;

use tokio::time::Instant;

use self::report::{ProfileReport, Report, StepReport};
use super::{FAILED, print};
use crate::config::{CALL_TIMEOUT, Config, Origin, Problem, SelectError};
use crate::envelope::Failure;
use crate::server::{Clock, Shared};

/// Which profiles are examined, and how the findings are printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// All profiles, not only the one that a call without a profile would read.
    pub(super) all: bool,
    /// One JSON object instead of text.
    pub(super) json: bool,
}

/// Examines the profiles, prints the findings, and returns 1 if a step failed.
pub(super) async fn run(config: Config, wanted: Wanted) -> u8 {
    let shared = Shared::new(config, Clock::System);
    let mut report = Report::new(&shared.config);
    if !wanted.json {
        print::styled(&text::heading(&report));
    }
    match chosen(&shared, wanted.all).await {
        Ok(names) => {
            for name in names {
                let profile = examine(&shared, &name).await;
                if !wanted.json {
                    print::styled(&text::profile(&profile));
                }
                report.add(profile);
            }
        }
        Err(failure) => report.refuse(&failure),
    }
    if wanted.json {
        print::line(&report.json());
    } else {
        print::styled(&text::closing(&report));
    }
    if report.ok { 0 } else { FAILED }
}

/// The names of the profiles to examine, all of them if none is the default; one whose settings are wrong counts, since that is a finding of its own.
async fn chosen(shared: &Shared, all: bool) -> Result<Vec<String>, Failure> {
    let profiles = &shared.config.profiles;
    let names: Vec<String> = profiles.names().map(str::to_owned).collect();
    match profiles.default_name() {
        _ if all && !names.is_empty() => Ok(names),
        Some(default) => Ok(vec![default.to_owned()]),
        None if matches!(profiles.select(None), Err(SelectError::NoDefault { .. })) => Ok(names),
        None => shared
            .warehouse(None)
            .await
            .map(|warehouse| vec![warehouse.profile().name.clone()]),
    }
}

async fn examine(shared: &Shared, name: &str) -> ProfileReport {
    let begun = Instant::now();
    let is_default = shared.config.profiles.default_name() == Some(name);
    let mut report = ProfileReport::new(name, is_default);
    let warehouse = match shared.warehouse(Some(name)).await {
        Ok(warehouse) => warehouse,
        Err(failure) => {
            report.add(StepReport::of_broken_settings(
                &failure,
                problems_of(&shared.config, name),
            ));
            return report;
        }
    };
    let profile = warehouse.profile();
    let address = match &profile.origin {
        Origin::Url(base) => base.to_string(),
        Origin::Demo => "the embedded demo".to_owned(),
    };
    report.is_read_at(address, &profile.tenant);
    report.add(StepReport::of_complete_settings(begun.elapsed()));
    for step in warehouse.check_thoroughly(begun + CALL_TIMEOUT).await {
        report.add(StepReport::of(step, name));
    }
    report
}

fn problems_of(config: &Config, name: &str) -> Vec<String> {
    let mut profiles = config.profiles.iter();
    let problems = profiles.find_map(|(of, profile)| profile.err().filter(|_| of == name));
    let problems = problems.unwrap_or_default();
    problems.iter().map(Problem::to_string).collect()
}
