//! Lists that stand before the sections because the reader must see them first: findings, totals, sources.
//!
//! Each is cut to whole rows like the payload itself, in the order in which they were added; the sections get the rest.

use crate::easywms::rows::RawRow;
use crate::envelope::answer::{Answer, Body, Lead, Section};
use crate::envelope::budget::longest_prefix;

/// What leads get before the last sections do, in the smallest answers: a finding or two.
const LEAD_BYTES: usize = 600;
/// Room for the sentence that says how many rows of a lead were left out.
const OMITTED_BYTES: usize = 96;

/// Returns the answer with its leads as facts, as much of each as fits, and the sections that fit beside them without
/// any row. `bytes_of` gives the size of an answer with such sections.
pub(super) fn settled<'s>(
    answer: &Answer,
    sections: &'s [Section],
    limit_bytes: usize,
    bytes_of: impl Fn(&Answer, &[Section]) -> usize,
) -> (Answer, &'s [Section]) {
    let reserved = if answer.leads.is_empty() {
        0
    } else {
        LEAD_BYTES
    };
    let (mut settled, sections) = fitting(answer, sections, limit_bytes, reserved, &bytes_of);
    let mut leads = answer.leads.iter();
    while let Some(lead) = leads.next() {
        let later: usize = leads.clone().map(frame_bytes).sum();
        let beside = bytes_of(&settled, sections) + frame_bytes(lead) + later;
        add(&mut settled, lead, limit_bytes.saturating_sub(beside));
    }
    (settled, sections)
}

/// Leaves sections out from the end until the others fit; only the smallest budgets need that.
fn fitting<'s>(
    answer: &Answer,
    sections: &'s [Section],
    limit_bytes: usize,
    reserved_bytes: usize,
    bytes_of: impl Fn(&Answer, &[Section]) -> usize,
) -> (Answer, &'s [Section]) {
    let mut fitting = bare(answer);
    let mut shown = sections;
    while bytes_of(&fitting, shown) + reserved_bytes > limit_bytes
        && let Some((_, before)) = shown.split_last()
    {
        shown = before;
        let left_out = sections.len() - shown.len();
        let said = format!("{left_out} parts are left out: the answer is full");
        fitting = bare(answer).warnings([said]);
    }
    (fitting, shown)
}

/// Adds the rows of a lead that fit, and a warning if they are not all.
fn add(answer: &mut Answer, lead: &Lead, room_bytes: usize) {
    let rows = lead.rows.iter().map(RawRow::len_bytes);
    let count = longest_prefix(rows, room_bytes, |_| 0);
    let shown: Vec<&str> = lead.rows.iter().take(count).map(RawRow::text).collect();
    let list = format!("[{}]", shown.join(","));
    answer.facts.push((lead.name, list));
    let all = lead.rows.len();
    if count < all {
        let left_out = all - count;
        let said = format!(
            "{left_out} of {all} {} are left out: the answer is full",
            lead.name
        );
        answer.warnings.push(said);
    }
}

/// What a lead takes without rows: its name, quotes, colon, brackets and comma, and the sentence about what is left out.
fn frame_bytes(lead: &Lead) -> usize {
    lead.name.len() + 6 + OMITTED_BYTES
}

/// The answer without its leads and sections.
fn bare(answer: &Answer) -> Answer {
    let body = Body::Sections {
        name: "",
        sections: Vec::new(),
    };
    Answer {
        profile: answer.profile.clone(),
        facts: answer.facts.clone(),
        warnings: answer.warnings.clone(),
        left_out: answer.left_out.clone(),
        ..Answer::general(body)
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        reason = "a failing test should panic"
    )]

    use serde_json::{Value, json};

    use super::{Answer, Body, RawRow, Section};
    use crate::envelope::{Addressee, Budget, render_answer};

    fn rows(count: usize) -> Vec<RawRow> {
        let row = |number| RawRow::of(&json!({"number": number, "text": "é".repeat(30)}));
        (0..count).filter_map(row).collect()
    }

    fn rendered(bytes: usize) -> (String, Value) {
        let sections = ["one", "two", "three"];
        let sections = sections.map(|name| Section::rows(name, rows(9), 9, Some(9)));
        let body = Body::Sections {
            name: "parts",
            sections: sections.into(),
        };
        let answer = Answer::about("NORTH", body)
            .lead("findings", rows(6))
            .lead("sources", rows(6));
        let to = Addressee {
            tool: "get_stock".to_owned(),
            request_id: "1".to_owned(),
            as_of: "2026-11-30T08:15:00Z".to_owned(),
            budget: Budget::of_bytes(bytes),
        };
        let text = render_answer(&answer, &to);
        let json = serde_json::from_str(&text).unwrap();
        (text, json)
    }

    #[test]
    fn stays_within_every_budget_and_the_first_lead_goes_before_all_else() {
        for bytes in (900..7_000).step_by(37) {
            let (text, json) = rendered(bytes);
            assert!(text.len() <= bytes, "{} of {bytes} bytes", text.len());
            let found = json["findings"].as_array().unwrap().len();
            assert!(found > 0, "{bytes} bytes");
            let sources = json["sources"].as_array().unwrap().len();
            assert!(found == 6 || sources <= 1, "{sources} at {bytes} bytes");
        }
    }

    #[test]
    fn says_what_is_left_out() {
        let told = (900..1_500).step_by(20).any(|bytes| {
            let (_, json) = rendered(bytes);
            let warnings = json["warnings"].to_string();
            let found = json["findings"].as_array().unwrap().len();
            assert_eq!(
                found < 6,
                warnings.contains("findings are left out"),
                "{json}"
            );
            found < 6
        });
        assert!(told, "no budget is small enough");
        let (_, json) = rendered(20_000);
        assert!(json.get("warnings").is_none());
        assert!(json.get("truncated").is_none());
        assert_eq!(json["sources"].as_array().unwrap().len(), 6);
        assert_eq!(json["parts"]["three"]["returned"], 9);
    }
}
