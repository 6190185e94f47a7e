//! The form that all composites share: findings and sources first, then the parts.

use super::finding::{Findings, Read};
use super::part::Part;
use super::reader::Reader;
use crate::config::variables::profile::TIME_ZONE;
use crate::easywms::rows::RawRow;
use crate::envelope::{Answer, Body, Section};

/// Warns of ages where the zone of the site's dates, which carry none, is not configured.
pub(super) fn zone_warning(reader: &Reader) -> Option<String> {
    let profile = reader.warehouse.profile();
    profile.time_zone.is_none().then(|| {
        let variable = TIME_ZONE.for_profile(&profile.name);
        format!(
            "dates without a zone are the site's local time and are compared with UTC: ages may be off by its offset; {variable} sets the zone"
        )
    })
}

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

/// What was read, in the order of the parts, and which fields its rows lack.
#[derive(Debug)]
pub(super) struct Sources {
    rows: Vec<RawRow>,
    lacking: Option<String>,
}

/// Names what was read.
pub(super) fn sources<'p, 'c: 'p>(parts: impl IntoIterator<Item = &'p Part<'c>>) -> Sources {
    let parts: Vec<&Part> = parts.into_iter().collect();
    let rows = parts.iter().filter_map(|part| part.source());
    let mut lacks: Vec<String> = parts.iter().filter_map(|part| part.lack_said()).collect();
    lacks.sort_unstable();
    lacks.dedup();
    let lacks = lacks.join(", ");
    Sources {
        rows: rows.collect(),
        lacking: (!lacks.is_empty()).then(|| {
            format!("{lacks}: what rests on that is not known here; query_wms_entities shows what rows have")
        }),
    }
}

impl Sources {
    /// Adds what is no part: the log.
    pub(super) fn with(mut self, source: Option<RawRow>) -> Self {
        self.rows.extend(source);
        self
    }
}

/// Tells how much of what these parts should say was read.
pub(super) fn read_of<'p, 'c: 'p>(parts: impl IntoIterator<Item = &'p Part<'c>>) -> Read {
    let mut read = Read::All;
    for part in parts {
        if !part.lacking().is_empty() {
            return Read::Lacking;
        }
        if !part.is_complete() {
            read = Read::Some;
        }
    }
    read
}

/// Adds findings and sources.
pub(super) fn concluded(answer: Answer, findings: Findings, sources: Sources) -> Answer {
    answer
        .lead("findings", findings.into_rows())
        .lead("sources", sources.rows)
        .warnings(sources.lacking)
}
