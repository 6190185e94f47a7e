//! One list: everything if it fits, else the longest prefix of whole rows that does.

use super::object::Object;
use super::{Addressee, head, warnings};
use crate::easywms::rows::{RawRow, tabulate};
use crate::envelope::answer::{Answer, Form, Rows};
use crate::envelope::budget::longest_prefix;
use crate::envelope::cursor::Position;

/// A list: everything if it fits, else the longest prefix of whole rows that does.
pub(super) fn list(answer: &Answer, rows: &Rows, to: &Addressee) -> String {
    let limit = to.budget.list_bytes();
    let count = if matches!(rows.form, Form::Table) {
        let fits = |count| list_text(answer, rows, to, count, true).len() <= limit;
        most_that_fit(rows.rows.len(), fits)
    } else {
        let row_bytes = rows.rows.iter().map(RawRow::len_bytes);
        longest_prefix(row_bytes, limit, |count| {
            list_text(answer, rows, to, count, false).len()
        })
    };
    list_text(answer, rows, to, count, true)
}

/// Returns the most rows that fit, by trying: how large a table is, its rows alone don't tell.
///
/// Every further row makes a table longer, and the last few are in question: they were read by weight, without the head.
fn most_that_fit(rows: usize, fits: impl Fn(usize) -> bool) -> usize {
    if rows == 0 || fits(rows) {
        return rows;
    }
    let (mut fitting, mut too_many, mut step) = (0, rows, 1);
    while too_many - fitting > 1 {
        let middle = fitting + (too_many - fitting) / 2;
        let count = middle.max(too_many.saturating_sub(step));
        if fits(count) {
            fitting = count;
        } else {
            too_many = count;
        }
        step *= 2;
    }
    fitting
}

fn list_text(
    answer: &Answer,
    rows: &Rows,
    to: &Addressee,
    count: usize,
    with_rows: bool,
) -> String {
    let mut object = head(answer, to);
    let returned = count as u64;
    object.value("returned", returned);
    object.value("total", rows.total);
    let cut = returned < rows.asked;
    if cut {
        object.value("truncated", true);
        object.value("omitted", rows.asked - returned);
    }
    if let Some(cursor) = next_cursor(rows, returned) {
        object.value("next_cursor", cursor);
    }
    if cut {
        object.value("hint", cut_hint(rows, returned, to.budget.list_bytes()));
    } else if let Some(hint) = hint_beyond(rows, returned) {
        object.value("hint", hint);
    }
    warnings(&mut object, answer);
    let sent = rows.rows.get(..count).filter(|_| with_rows);
    payload(&mut object, &rows.form, sent.unwrap_or_default());
    object.finish()
}

fn payload(object: &mut Object, form: &Form, sent: &[RawRow]) {
    match form {
        Form::Plain => object.rows("rows", sent),
        Form::Cells(columns) => {
            object.value("columns", columns.clone());
            object.rows("rows", sent);
        }
        Form::Table => {
            let table = tabulate(sent);
            object.value("columns", table.columns);
            if let Some(same) = &table.same {
                object.raw("same", same);
            }
            object.raw("rows", &format!("[{}]", table.rows.join(",")));
        }
    }
}

/// The cursor behind the last row sent; behind the first row if that one can't be sent at all.
fn next_cursor(rows: &Rows, returned: u64) -> Option<String> {
    let stepped_over = u64::from(returned == 0 && rows.asked > 0);
    let next = rows.skip + returned + stepped_over;
    let remain = rows.end.is_none_or(|end| next < end);
    let binding = rows.binding.as_ref().filter(|_| remain)?;
    Some(binding.cursor(Position {
        skip: next,
        total: rows.total_at_start.or(rows.total),
    }))
}

/// What to do for rows that were not asked for, where no cursor leads to them.
fn hint_beyond(rows: &Rows, returned: u64) -> Option<String> {
    let beyond = rows.beyond.filter(|_| rows.binding.is_none())?;
    let total = rows.total.filter(|total| *total > rows.skip + returned)?;
    Some(format!(
        "{returned} of {total} rows are here. For more {beyond}."
    ))
}

fn cut_hint(rows: &Rows, returned: u64, budget_bytes: usize) -> String {
    let continued = next_cursor(rows, returned).is_some();
    if returned > 0 {
        let further = match (continued, rows.smaller) {
            (true, Some(smaller)) => format!(" Continue with next_cursor, or {smaller}."),
            (true, None) => " Continue with next_cursor.".to_owned(),
            (false, Some(smaller)) => format!(" For more {smaller}."),
            (false, None) => String::new(),
        };
        return format!(
            "The answer is full ({budget_bytes} bytes): {returned} of {} rows.{further}",
            rows.asked
        );
    }
    let bytes = first_row_bytes(rows).unwrap_or_default();
    let key = rows.first_key.as_ref();
    let which = key.map(|key| format!(" ({key})")).unwrap_or_default();
    let found = format!(
        "The next row{which} alone takes {bytes} bytes; an answer holds {budget_bytes}, its own words included."
    );
    let stepping = continued.then_some("next_cursor steps over it.");
    let sentences = [Some(found.as_str()), rows.ways_on, stepping];
    let sentences: Vec<&str> = sentences.into_iter().flatten().collect();
    sentences.join(" ")
}

/// What the first row takes, with the names of its columns where it has them to itself.
fn first_row_bytes(rows: &Rows) -> Option<usize> {
    let first = rows.rows.first().map(|row| match rows.form {
        Form::Plain | Form::Cells(_) => row.len_bytes(),
        Form::Table => {
            let mut object = Object::new();
            payload(&mut object, &rows.form, std::slice::from_ref(row));
            object.finish().len()
        }
    });
    first.or(rows.overflow_bytes)
}
