//! What the doctor found: plain data, printed as text or as one JSON object.

use std::time::Duration;

use serde::Serialize;

use crate::config::variables::for_profile;
use crate::config::{Config, Problem};
use crate::easywms::{CheckOutcome, CheckStep, THOROUGH_STEPS};
use crate::envelope::Failure;

/// Everything that was found.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// Whether every step that was tried passed.
    pub(super) ok: bool,
    pub(super) version: &'static str,
    /// Where the settings came from, in words.
    pub(super) source: String,
    /// What is wrong with settings that belong to no profile.
    pub(super) problems: Vec<String>,
    pub(super) warnings: Vec<String>,
    pub(super) profiles: Vec<ProfileReport>,
    /// Why no profile was examined.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<Diagnosis>,
    pub(super) not_checked: [&'static str; 3],
}

/// What was found about one profile.
#[derive(Debug, Serialize)]
pub(super) struct ProfileReport {
    pub(super) profile: String,
    pub(super) default: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tenant: Option<String>,
    pub(super) ok: bool,
    pub(super) steps: Vec<StepReport>,
}

/// How one step ended.
#[derive(Debug, Serialize)]
pub(super) struct StepReport {
    pub(super) step: &'static str,
    pub(super) outcome: &'static str,
    #[serde(skip)]
    pub(super) mark: CheckOutcome,
    pub(super) milliseconds: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) found: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) diagnosis: Option<Diagnosis>,
    /// The line of the env file that would mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) setting: Option<String>,
}

/// Why something failed, and what to do.
#[derive(Debug, Serialize)]
pub(super) struct Diagnosis {
    pub(super) cause: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) problems: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) server_message: Option<String>,
    pub(super) remedy: String,
}

/// What to do about a server that answers, but not the question.
const UNTRUSTED: &str = "Do not rely on answers of this server: ask its vendor how a query names its filter, its order and the rows to pass over, and in which filter dialect.";
/// What no step looks at.
const NOT_CHECKED: [&str; 3] = [
    "writing (this program has no request that writes)",
    "the right to read other entity types, workflows and logs than those asked for",
    "large answers and many calls at once",
];

impl Report {
    pub(super) fn new(config: &Config) -> Self {
        let general = config.problems.iter().filter(|p| p.profile.is_none());
        let problems: Vec<String> = general.map(Problem::to_string).collect();
        Self {
            ok: problems.is_empty(),
            version: env!("CARGO_PKG_VERSION"),
            source: config.source.clone(),
            problems,
            warnings: config.warnings.clone(),
            profiles: Vec::new(),
            refused: None,
            not_checked: NOT_CHECKED,
        }
    }

    pub(super) fn add(&mut self, profile: ProfileReport) {
        self.ok &= profile.ok;
        self.profiles.push(profile);
    }

    /// Takes in why no profile could be examined.
    pub(super) fn refuse(&mut self, failure: &Failure) {
        self.ok = false;
        self.refused = Some(Diagnosis::of(failure, Vec::new()));
    }

    pub(super) fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl ProfileReport {
    pub(super) fn new(name: &str, default: bool) -> Self {
        Self {
            profile: name.to_owned(),
            default,
            address: None,
            tenant: None,
            ok: true,
            steps: Vec::new(),
        }
    }

    pub(super) fn is_read_at(&mut self, address: String, tenant: &str) {
        self.address = Some(address);
        self.tenant = Some(tenant.to_owned());
    }

    pub(super) fn add(&mut self, step: StepReport) {
        self.ok &= step.mark != CheckOutcome::Failed;
        self.steps.push(step);
    }

    /// The steps that were not tried, because one that they rest on failed.
    pub(super) fn untried(&self) -> Vec<&'static str> {
        let all = ["token", "tenant", "query"]
            .into_iter()
            .chain(THOROUGH_STEPS);
        let tried = |step: &&str| self.steps.iter().any(|of| of.step == *step);
        all.filter(|step| !tried(step)).collect()
    }
}

impl StepReport {
    /// The step of settings that are complete.
    pub(super) fn of_complete_settings(elapsed: Duration) -> Self {
        Self {
            milliseconds: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            found: "complete".to_owned(),
            ..Self::ended("settings", CheckOutcome::Passed)
        }
    }

    /// The step of settings that can't be used.
    pub(super) fn of_broken_settings(failure: &Failure, problems: Vec<String>) -> Self {
        let mut diagnosis = Diagnosis::of(failure, problems);
        if !diagnosis.problems.is_empty() {
            "some are missing or wrong".clone_into(&mut diagnosis.cause);
        }
        Self {
            diagnosis: Some(diagnosis),
            ..Self::ended("settings", CheckOutcome::Failed)
        }
    }

    /// A step of the check, in the terms of the profile's variables.
    pub(super) fn of(step: CheckStep, profile: &str) -> Self {
        let failure = step
            .error
            .map(|error| Failure::of_check(error).for_profile(profile));
        let setting = step
            .setting
            .map(|(suffix, value)| for_profile(&format!("WMS_<P>{suffix}={value}"), profile));
        let mut report = Self {
            milliseconds: step.milliseconds,
            found: step.found,
            diagnosis: failure.map(|failure| Diagnosis::of(&failure, Vec::new())),
            setting,
            ..Self::ended(step.step, step.outcome)
        };
        if step.outcome == CheckOutcome::Failed && report.diagnosis.is_none() {
            report.diagnosis = Some(Diagnosis {
                cause: std::mem::take(&mut report.found),
                problems: Vec::new(),
                server_message: None,
                remedy: UNTRUSTED.to_owned(),
            });
        }
        report
    }

    fn ended(step: &'static str, mark: CheckOutcome) -> Self {
        let outcome = match mark {
            CheckOutcome::Passed => "passed",
            CheckOutcome::Doubtful => "doubtful",
            CheckOutcome::Absent => "absent",
            CheckOutcome::Failed => "failed",
        };
        Self {
            step,
            outcome,
            mark,
            milliseconds: 0,
            found: String::new(),
            diagnosis: None,
            setting: None,
        }
    }
}

impl Diagnosis {
    fn of(failure: &Failure, problems: Vec<String>) -> Self {
        let server_message = failure
            .details
            .get("server_message")
            .and_then(|text| text.as_str());
        Self {
            cause: failure.message.clone(),
            problems,
            server_message: server_message.map(str::to_owned),
            remedy: failure.hint.clone(),
        }
    }
}
