//! One page of a list: where it starts, what it is to the envelope, and what must be said of it. The same for every noun.

use crate::easywms::{Page, Warehouse};
use crate::envelope::{Binding, Code, CursorError, Failure, Form, Position, Rows};

/// Begins what the cursor of a list is bound to: the tool and the warehouse. The arguments that decide the list follow.
pub(super) fn bound_to(tool: &'static str, warehouse: &Warehouse) -> Binding {
    let profile = warehouse.profile();
    Binding::new(tool)
        .with("profile", profile.name.as_str())
        .with("tenant", profile.tenant.as_str())
}

/// Where a list starts: at the cursor, or at its beginning.
pub(super) fn position(binding: &Binding, cursor: Option<&str>) -> Result<Position, Failure> {
    match cursor {
        None => Ok(Position {
            skip: 0,
            total: None,
        }),
        Some(cursor) => binding
            .resume(cursor)
            .map_err(|error| cursor_failure(&error)),
    }
}

fn cursor_failure(error: &CursorError) -> Failure {
    let hint = match error {
        CursorError::Differs { argument } => {
            format!("Repeat the call with the same '{argument}', or start again without cursor.")
        }
        _ => "Start again without cursor; pass next_cursor exactly as it was given.".to_owned(),
    };
    let failure = Failure::new(Code::CursorInvalid, error.to_string(), hint);
    match error {
        CursorError::Differs { argument } => failure.with("argument", argument),
        _ => failure,
    }
}

/// Turns a page into the envelope's list: what was asked, what is left, which row was too large.
pub(super) fn list_of(
    page: Page,
    key: Option<&str>,
    limit: u64,
    start: Position,
    binding: Binding,
) -> Rows {
    let read = page.shaped.rows.len() as u64;
    let end = if page.ended {
        Some(start.skip + read)
    } else {
        page.total
    };
    let asked = end.map_or(limit, |end| end.saturating_sub(start.skip).min(limit));
    // A total below what was read is a server's mistake; the rows are there.
    let asked = asked.max(read);
    let overflow_row = page
        .overflow
        .as_ref()
        .and_then(|overflow| overflow.row.as_ref());
    let first = page.shaped.rows.first().or(overflow_row);
    let first_key = first
        .zip(key)
        .and_then(|(row, key)| Some(format!("{key} '{}'", shown_key(row.text_of(key)?)?)));
    Rows {
        rows: page.shaped.rows,
        form: Form::Plain,
        skip: start.skip,
        total: page.total,
        asked,
        end,
        binding: Some(binding),
        total_at_start: start.total,
        overflow_bytes: page.overflow.map(|overflow| overflow.bytes),
        first_key,
        smaller: None,
        beyond: None,
        ways_on: None,
    }
}

/// The longest key that a hint shows; codes and ids are below 40 characters.
const SHOWN_KEY_CHARS: usize = 80;

/// Returns a key as a hint may show it: one word of a code's characters. Anything longer or with blanks could outgrow the
/// budget, or speak to the reader in our voice.
fn shown_key(key: String) -> Option<String> {
    let in_code = |character: char| character.is_alphanumeric() || "-_./:#+".contains(character);
    let fits = key.chars().count() <= SHOWN_KEY_CHARS && key.chars().all(in_code);
    fits.then_some(key)
}

/// What the reader must know of a page: no total, a list that changed, fields that no row has.
pub(super) fn page_warnings(page: &Page, start: Position) -> Vec<String> {
    let mut warnings = Vec::new();
    match (page.total, start.total) {
        (None, _) => warnings.push(NOT_COUNTED.to_owned()),
        (Some(now), Some(then)) if now != then => warnings.push(format!(
            "the total changed from {then} to {now} since the first page: rows may repeat or be missing; start again for an exact list"
        )),
        _ => {}
    }
    let reached = start.skip + page.shaped.rows.len() as u64;
    if let Some(total) = page.total.filter(|total| page.ended && reached < *total) {
        warnings.push(format!(
            "the server counts {total} rows but its list ended after {reached}"
        ));
    }
    if !page.shaped.absent.is_empty() && !page.shaped.rows.is_empty() {
        warnings.push(format!(
            "no row has the field: {}",
            page.shaped.absent.join(", ")
        ));
    }
    warnings
}

/// What is said of a list without a total.
pub(super) const NOT_COUNTED: &str = "this server does not count its rows";
