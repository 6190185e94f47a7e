//! Several lists under one budget.

use super::lead::settled;
use super::object::Object;
use super::{Addressee, head, warnings};
use crate::easywms::rows::RawRow;
use crate::envelope::answer::{Answer, Content, Section};

/// Several lists under one budget: each in turn gets its next row while it fits, so that no list starves another.
pub(super) fn grouped(answer: &Answer, name: &str, sections: &[Section], to: &Addressee) -> String {
    let limit = to.budget.list_bytes();
    let empty_bytes = |answer: &Answer, sections: &[Section]| {
        let none = vec![0; sections.len()];
        grouped_text(answer, name, sections, to, &none).len()
    };
    let (answer, sections) = &settled(answer, sections, limit, empty_bytes);
    let everything: Vec<usize> = sections
        .iter()
        .map(|section| section_rows(section).len())
        .collect();
    let whole = grouped_text(answer, name, sections, to, &everything);
    if whole.len() <= limit {
        return whole;
    }
    let mut counts = vec![0; sections.len()];
    let mut used = grouped_text(answer, name, sections, to, &counts).len();
    let mut open = vec![true; sections.len()];
    while open.contains(&true) {
        for ((section, count), open) in sections.iter().zip(&mut counts).zip(&mut open) {
            let next = section_rows(section)
                .get(*count)
                .map(|row| row.len_bytes() + 1);
            match next {
                Some(bytes) if *open && used + bytes + COUNT_SLACK_BYTES <= limit => {
                    used += bytes;
                    *count += 1;
                }
                _ => *open = false,
            }
        }
    }
    grouped_text(answer, name, sections, to, &counts)
}

/// Room for the digits by which `returned` and `omitted` of a section may grow while rows are added.
const COUNT_SLACK_BYTES: usize = 64;

fn section_rows(section: &Section) -> &[RawRow] {
    match &section.content {
        Content::Rows { rows, .. } => rows,
        Content::Unavailable { .. } => &[],
    }
}

fn grouped_text(
    answer: &Answer,
    name: &str,
    sections: &[Section],
    to: &Addressee,
    counts: &[usize],
) -> String {
    let mut object = head(answer, to);
    let omitted: u64 = sections
        .iter()
        .zip(counts)
        .map(|(section, count)| omitted(section, *count))
        .sum();
    if omitted > 0 {
        object.value("truncated", true);
        object.value("omitted", omitted);
        object.value(
            "hint",
            format!(
                "The answer is full ({} bytes): {omitted} rows were left out, see 'omitted' in each part. Ask for fewer kinds or types at once, or for one part alone with query_wms_entities.",
                to.budget.list_bytes()
            ),
        );
    }
    warnings(&mut object, answer);
    let mut members = Object::new();
    for (section, count) in sections.iter().zip(counts) {
        members.raw(&section.name, &section_text(section, *count));
    }
    object.raw(name, &members.finish());
    object.finish()
}

fn omitted(section: &Section, count: usize) -> u64 {
    match &section.content {
        Content::Rows { asked, .. } => asked.saturating_sub(count as u64),
        Content::Unavailable { .. } => 0,
    }
}

fn section_text(section: &Section, count: usize) -> String {
    let mut object = Object::new();
    match &section.content {
        Content::Unavailable { reason } => {
            object.value("unavailable", reason.as_str());
            section_facts(&mut object, section);
        }
        Content::Rows { rows, total, .. } => {
            object.value("returned", count);
            object.value("total", *total);
            let omitted = omitted(section, count);
            if omitted > 0 {
                object.value("omitted", omitted);
            }
            section_facts(&mut object, section);
            object.rows("rows", rows.get(..count).unwrap_or_default());
        }
    }
    object.finish()
}

fn section_facts(object: &mut Object, section: &Section) {
    for (name, json) in &section.facts {
        object.raw(name, json);
    }
}
