//! The doctor's findings for people: a mark, a name and a time a step, and what to do below the step that failed.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::report::{Diagnosis, ProfileReport, Report, StepReport};
use crate::cli::print;
use crate::easywms::CheckOutcome;

const BOLD: Style = Style::new().bold();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const RED: Style = AnsiColor::Red.on_default();
const PLAIN: Style = Style::new();

/// The text before the profiles: where the settings come from, and what is odd about them.
pub(super) fn heading(report: &Report) -> String {
    let mut text = format!(
        "mcp-wms-api {}, settings from {}",
        report.version, report.source
    );
    for problem in &report.problems {
        let _ = write!(text, "\n{RED}✗{RED:#} {problem}");
    }
    for warning in &report.warnings {
        let _ = write!(text, "\n{YELLOW}!{YELLOW:#} {warning}");
    }
    text
}

/// The findings of one profile.
pub(super) fn profile(report: &ProfileReport) -> String {
    let mut text = format!("\n{BOLD}{}{BOLD:#}", report.profile);
    if report.default {
        text.push_str(" (default)");
    }
    if let (Some(address), Some(tenant)) = (&report.address, &report.tenant) {
        let _ = write!(text, ": {address}, tenant {tenant}");
    }
    for step in &report.steps {
        text.push_str(&line(step));
    }
    let untried = report.untried();
    if !untried.is_empty() {
        let _ = write!(text, "\n  – not tried: {}", untried.join(", "));
    }
    text
}

fn line(step: &StepReport) -> String {
    let (style, mark) = match step.mark {
        CheckOutcome::Passed => (GREEN, '✓'),
        CheckOutcome::Doubtful => (YELLOW, '!'),
        CheckOutcome::Absent => (PLAIN, '–'),
        CheckOutcome::Failed => (RED, '✗'),
    };
    let cause = step
        .diagnosis
        .as_ref()
        .map_or("", |diagnosis| diagnosis.cause.as_str());
    let said = [cause, &step.found].map(print::printable);
    let said: Vec<&str> = said
        .iter()
        .map(String::as_str)
        .filter(|text| !text.is_empty())
        .collect();
    let mut text = format!(
        "\n  {style}{mark}{style:#} {:<10}{:>6} ms  {}",
        step.step,
        step.milliseconds,
        said.join("; ")
    );
    if let Some(diagnosis) = &step.diagnosis {
        text.push_str(&advice(diagnosis, step.setting.as_deref()));
    } else if let Some(setting) = &step.setting {
        let _ = write!(text, "\n      → Set {setting}");
    }
    text
}

/// What to do: the setting that was found to help, else the remedy that usually does.
fn advice(diagnosis: &Diagnosis, setting: Option<&str>) -> String {
    let mut text = String::new();
    for problem in &diagnosis.problems {
        let _ = write!(text, "\n      {problem}");
    }
    if let Some(message) = &diagnosis.server_message {
        let _ = write!(
            text,
            "\n      the server says: {}",
            print::printable(message)
        );
    }
    match setting {
        Some(setting) => {
            let _ = write!(text, "\n      → Set {setting}");
        }
        None => {
            let _ = write!(text, "\n      → {}", diagnosis.remedy);
        }
    }
    text
}

/// The text after the profiles: what was not looked at, and how it all ended.
pub(super) fn closing(report: &Report) -> String {
    let mut text = String::new();
    if let Some(diagnosis) = &report.refused {
        let _ = write!(
            text,
            "\n{RED}✗{RED:#} {}",
            print::printable(&diagnosis.cause)
        );
        text.push_str(&advice(diagnosis, None));
    }
    let _ = write!(text, "\nNot checked: {}.", report.not_checked.join("; "));
    let failed = report.profiles.iter().filter(|profile| !profile.ok);
    let failed: Vec<&str> = failed.map(|profile| profile.profile.as_str()).collect();
    let verdict = if report.ok {
        format!("{GREEN}Everything that was tried works.{GREEN:#}")
    } else if failed.is_empty() {
        format!("{RED}The settings need a correction.{RED:#}")
    } else {
        format!("{RED}Not usable: {}.{RED:#}", failed.join(", "))
    };
    let _ = write!(text, "\n{verdict}");
    text
}
