//! An answer for people: facts on top, rows as a table, and below it what remains.
//!
//! It reads the text that clients get and shows every value as it is written there. It knows the names of the envelope
//! and none of the warehouse, but for the columns that the catalogue holds worth showing.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use serde_json::value::RawValue;

use super::table;
use crate::cli::print;
use crate::easywms::Catalogue;
use crate::easywms::rows::{RawRow, plain_text};

const BOLD: Style = Style::new().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const RED: Style = AnsiColor::Red.on_default();

/// A longer fact has a line of its own.
const SHORT_FACT_CHARS: usize = 48;
/// Said by the layout, or of no use to a person.
const UNSAID: [&str; 3] = ["success", "tool", "columns"];
/// Said below the rows.
const CLOSING: [&str; 6] = [
    "returned",
    "total",
    "truncated",
    "omitted",
    "next_cursor",
    "hint",
];

/// Returns the layout of an answer; none if it is no object.
pub(super) fn text(answer: &str) -> Option<String> {
    let answer: Box<RawValue> = serde_json::from_str(answer).ok()?;
    answer.get().starts_with('{').then(|| {
        let answer = RawRow::from(answer);
        section(&answer, answer.text_of("entity_type").as_deref())
    })
}

/// Lays out one object of the envelope: the whole answer, or one of several lists in it.
fn section(object: &RawRow, entity_type: Option<&str>) -> String {
    let mut facts = Facts::default();
    let mut payload = String::new();
    for (name, value) in object.fields() {
        let name = name.as_ref();
        match (name, Kind::of(value)) {
            _ if UNSAID.contains(&name) || CLOSING.contains(&name) => {}
            ("error", _) => facts.error = format!("{RED}✗{RED:#} {}\n", said(value)),
            ("warnings", Kind::List) => {
                for warning in list(value) {
                    facts.line(&format!("{YELLOW}!{YELLOW:#} {}", said(warning.raw())));
                }
            }
            ("data", _) => payload.push_str(&harmless(&plain_text(value).unwrap_or_default())),
            ("rows", _) | (_, Kind::Rows) => {
                payload.push_str(&rows(name, value, object, entity_type));
            }
            (_, Kind::Sections) => payload.push_str(&sections(value)),
            (_, Kind::Object) => payload.push_str(&properties(name, value)),
            (_, Kind::List | Kind::Scalar) => facts.add(name, &said(value)),
        }
    }
    let parts = [facts.end(), payload, closing(object)];
    let parts = parts.iter().map(|part| part.trim_end());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// How a value is best shown.
enum Kind {
    Scalar,
    /// Scalars, side by side.
    List,
    /// Objects, as a table.
    Rows,
    /// One object, a line a member.
    Object,
    /// Lists of the envelope under their names.
    Sections,
}

impl Kind {
    fn of(value: &RawValue) -> Self {
        let json = value.get();
        if json.starts_with("[{") {
            Self::Rows
        } else if json.starts_with('[') {
            Self::List
        } else if json.starts_with('{') {
            let object = RawRow::from(value.to_owned());
            let members = object.fields();
            let nested = members
                .iter()
                .all(|(_, member)| member.get().starts_with('{'));
            if nested && !members.is_empty() {
                Self::Sections
            } else {
                Self::Object
            }
        } else {
            Self::Scalar
        }
    }
}

/// Lays out one object, a line a member that has a value.
fn properties(name: &str, object: &RawValue) -> String {
    let object = RawRow::from(object.to_owned());
    let mut fields = object.fields();
    fields.retain(|(_, value)| value.get() != "null");
    let widest = fields.iter().map(|(name, _)| name.chars().count()).max();
    let widest = widest.unwrap_or_default();
    let mut text = format!("{BOLD}{name}{BOLD:#}\n");
    for (name, value) in fields {
        let _ = writeln!(text, "  {name:<widest$}  {}", said(value));
    }
    text.push('\n');
    text
}

/// Lays out several lists under their names, such as the parts of a composite answer.
fn sections(object: &RawValue) -> String {
    let object = RawRow::from(object.to_owned());
    let mut text = String::new();
    for (name, value) in object.fields() {
        let part = RawRow::from(value.to_owned());
        let _ = write!(
            text,
            "{BOLD}{name}{BOLD:#}\n{}\n\n",
            section(&part, Some(&name))
        );
    }
    text
}

/// Lays out a list of rows; any but the main one has its name above.
fn rows(name: &str, value: &RawValue, object: &RawRow, entity_type: Option<&str>) -> String {
    let rows = list(value);
    let columns = object.get("columns").map(list).unwrap_or_default();
    let table = if columns.is_empty() {
        let preferred = preferred_columns(entity_type);
        table::of_objects(&rows, &preferred)
    } else {
        let names: Vec<String> = columns.iter().map(|name| said(name.raw())).collect();
        let rows: Vec<Vec<RawRow>> = rows.iter().map(|row| list(row.raw())).collect();
        table::of_cells(&names, &rows)
    };
    match name {
        "rows" => table,
        _ => format!("{BOLD}{name}{BOLD:#}\n{table}\n"),
    }
}

fn preferred_columns(entity_type: Option<&str>) -> Vec<String> {
    let catalogue = Catalogue::built_in().ok();
    entity_type
        .and_then(|name| Some(catalogue.as_ref()?.get(name)?.lite.clone()))
        .unwrap_or_default()
}

/// How much of the list is shown, and how to go on.
fn closing(object: &RawRow) -> String {
    let fact = |name| object.text_of(name);
    let mut text = String::new();
    if let Some(returned) = fact("returned") {
        let total = fact("total").map_or_else(String::new, |total| format!(" of {total}"));
        let _ = writeln!(text, "{returned}{total} rows");
    }
    if let Some(hint) = fact("hint") {
        let _ = writeln!(text, "→ {}", print::printable(&hint));
    }
    if let Some(cursor) = fact("next_cursor") {
        let _ = writeln!(text, "next cursor: {cursor}");
    }
    text
}

/// Facts side by side, long ones below.
#[derive(Default)]
struct Facts {
    error: String,
    short: String,
    lines: String,
}

impl Facts {
    fn add(&mut self, name: &str, value: &str) {
        if value.chars().count() > SHORT_FACT_CHARS {
            self.line(&format!("{name}: {value}"));
        } else {
            let gap = if self.short.is_empty() { "" } else { "  " };
            let _ = write!(self.short, "{gap}{name} {BOLD}{value}{BOLD:#}");
        }
    }

    fn line(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn end(self) -> String {
        let text = format!("{}{}\n{}", self.error, self.short, self.lines);
        text.trim_start().to_owned()
    }
}

fn list(value: &RawValue) -> Vec<RawRow> {
    let values: Vec<Box<RawValue>> = serde_json::from_str(value.get()).unwrap_or_default();
    values.into_iter().map(RawRow::from).collect()
}

/// A text with its lines and tabs, without what could steer a terminal.
fn harmless(text: &str) -> String {
    let kept = |character: &char| !character.is_control() || "\n\t".contains(*character);
    text.chars().filter(kept).collect()
}

/// A value on one line: a text without its quotes, a list without its brackets.
fn said(value: &RawValue) -> String {
    let text = match Kind::of(value) {
        Kind::List => {
            let items: Vec<String> = list(value)
                .iter()
                .filter_map(|item| plain_text(item.raw()))
                .collect();
            items.join(", ")
        }
        _ => plain_text(value).unwrap_or_else(|| "–".to_owned()),
    };
    print::printable(&text)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failing test should panic")]

    use super::text;

    fn plain(answer: &str) -> String {
        anstream::adapter::strip_str(&text(answer).unwrap()).to_string()
    }

    #[test]
    fn rows_stand_between_the_facts_and_the_way_on() {
        let answer = r#"{"success":true,"tool":"t","profile":"NORTH","entity_type":"Owner","returned":1,"total":2,"next_cursor":"abc","warnings":["limit was clamped"],"rows":[{"Id":"7","Code":"ACME"}]}"#;
        assert_eq!(
            plain(answer),
            "profile NORTH  entity_type Owner\n! limit was clamped\n\nCode  Id\nACME   7\n\n1 of 2 rows\nnext cursor: abc"
        );
    }

    #[test]
    fn a_table_keeps_its_own_columns() {
        let answer = r#"{"success":true,"columns":["A","B"],"rows":[[1,"x"],[20,null]]}"#;
        assert_eq!(plain(answer), " A  B\n 1  x\n20");
    }

    #[test]
    fn a_failure_starts_with_what_happened_and_ends_with_what_to_do() {
        let answer = r#"{"success":false,"error":"no such field","tool":"t","code":"unknown_field","hint":"Take another.","details":{"did_you_mean":["Code","Id"]}}"#;
        assert_eq!(
            plain(answer),
            "✗ no such field\ncode unknown_field\n\ndetails\n  did_you_mean  Code, Id\n\n→ Take another."
        );
    }

    #[test]
    fn parts_have_their_names_and_a_text_comes_as_it_is() {
        let parts = r#"{"success":true,"results":{"Owner":{"returned":0,"total":0,"rows":[]}}}"#;
        assert!(plain(parts).starts_with("Owner\n"), "{}", plain(parts));
        let window = r#"{"success":true,"data_offset":0,"data":"<a>\n  <b/>\n</a>"}"#;
        assert_eq!(plain(window), "data_offset 0\n\n<a>\n  <b/>\n</a>");
    }

    #[test]
    fn what_is_no_object_has_no_layout() {
        assert_eq!(text("[1]"), None);
        assert_eq!(text("not JSON"), None);
    }
}
