//! The form that all composites share: findings and sources first, then the parts.

use super::finding::Findings;
use super::part::Part;
use super::reader::Reader;
use crate::easywms::rows::RawRow;
use crate::envelope::{Answer, Body, Code, Failure, Section};

/// Site dates carry no zone; only the server knows it.
pub(super) const ZONE: &str = "dates without a zone are the site's local time and are compared with UTC: ages may be off by its offset";

/// Starts an answer with the facts that the findings and parts will follow.
pub(super) fn about(reader: &Reader, sections: Vec<Section>) -> Answer {
    let uncounted = uncounted(&sections);
    let body = Body::Sections {
        name: "parts",
        sections,
    };
    Answer::about(&reader.warehouse.profile().name, body).warnings(uncounted)
}

/// Names the parts without a total: what was read is not all, and how much there is nobody counted.
fn uncounted(sections: &[Section]) -> Option<String> {
    let names = sections.iter().filter(|section| !section.is_counted());
    let names: Vec<&str> = names.map(Section::name).collect();
    (!names.is_empty()).then(|| {
        format!(
            "total is null where not everything was read and nobody counted the rest: {}",
            names.join(", ")
        )
    })
}

/// Names what was read, in the order of the parts.
pub(super) fn sources<'p, 'c: 'p>(parts: impl IntoIterator<Item = &'p Part<'c>>) -> Vec<RawRow> {
    parts.into_iter().filter_map(Part::source).collect()
}

/// Adds findings and sources.
pub(super) fn concluded(answer: Answer, findings: Findings, sources: Vec<RawRow>) -> Answer {
    answer
        .lead("findings", findings.into_rows())
        .lead("sources", sources)
}

/// The longest code taken; no code of a warehouse comes near it.
const MOST_CODE_CHARS: usize = 200;

/// Returns a code as a caller gave it, without the blanks around it; one that no row can have is refused.
pub(super) fn code(parameter: &str, given: &str) -> Result<String, Failure> {
    let code = given.trim();
    let problem = if code.is_empty() {
        "is empty"
    } else if code.chars().count() > MOST_CODE_CHARS {
        "has more than 200 characters"
    } else if code.contains(char::is_control) {
        "has a control character (tab, line feed or the like)"
    } else {
        return Ok(code.to_owned());
    };
    let message = format!("{parameter} {problem}");
    let failure = Failure::new(Code::InvalidArguments, message, "Give the plain code.");
    Err(failure.with("parameter", parameter))
}
