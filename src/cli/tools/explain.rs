//! One tool for people: what it answers, what it takes, and a call to try.

use std::fmt::Write as _;

use anstyle::Style;
use rmcp::model::Tool;
use serde_json::{Map, Value};

use super::example;

const BOLD: Style = Style::new().bold();
/// Short enough for a terminal of the usual width.
const LINE_CHARS: usize = 96;
const INDENT: &str = "      ";

/// Returns the explanation of a tool.
pub(super) fn text(tool: &Tool) -> String {
    let title = tool.title.as_deref().unwrap_or_default();
    let description = tool.description.as_deref().unwrap_or_default();
    let mut text = format!("{BOLD}{}{BOLD:#}  {title}\n\n", tool.name);
    text.push_str(&wrapped(description, ""));
    text.push_str(&parameters(&tool.input_schema));
    let calls: Vec<&str> = example::before(&tool.name)
        .into_iter()
        .chain([tool.name.as_ref()])
        .collect();
    let _ = writeln!(text, "\n{BOLD}Try it{BOLD:#}");
    for name in calls {
        let arguments = example::arguments(name).unwrap_or("{}");
        let _ = writeln!(text, "  mcp-wms-api --demo call {name} '{arguments}'");
    }
    text
}

fn parameters(schema: &Map<String, Value>) -> String {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut text = format!("\n{BOLD}Parameters{BOLD:#}\n");
    let Some(properties) = properties.filter(|properties| !properties.is_empty()) else {
        text.push_str("  none\n");
        return text;
    };
    for (name, property) in properties {
        let kind = kind(property);
        let need = if required.contains(&name.as_str()) {
            "required"
        } else {
            "optional"
        };
        let _ = writeln!(text, "  {BOLD}{name}{BOLD:#}  {kind}, {need}");
        let description = property.get("description").and_then(Value::as_str);
        text.push_str(&wrapped(description.unwrap_or_default(), INDENT));
    }
    text
}

/// The type of a parameter in plain words.
fn kind(property: &Value) -> String {
    if let Some(values) = property.get("enum").and_then(Value::as_array) {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(" or ");
    }
    if let Some(kinds) = ["anyOf", "oneOf"]
        .iter()
        .find_map(|name| property.get(name)?.as_array())
    {
        return kinds.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match property.get("type").and_then(Value::as_str) {
        Some("string") => "text",
        Some("integer") => "whole number",
        Some("number") => "number",
        Some("boolean") => "true or false",
        Some("array") => "list",
        Some("object") => "object",
        _ => "any value",
    }
    .to_owned()
}

/// Breaks a text into indented lines between words.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let length = line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && indent.len() + length > LINE_CHARS {
            let _ = writeln!(lines, "{indent}{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        let _ = writeln!(lines, "{indent}{line}");
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn an_id_is_got_before_it_is_used() {
        let tool = |name: &'static str| Tool::new(Cow::Borrowed(name), "", Arc::new(Map::new()));
        let tried = text(&tool("get_log_entry"));
        assert!(tried.find("call search_logs '{") < tried.find("call get_log_entry '{"));
        assert!(!text(&tool("search_logs")).contains("get_log_entry"));
    }

    #[test]
    fn breaks_between_words_and_never_within_one() {
        let long = "x".repeat(120);
        let text = format!("{} {long} end", "word ".repeat(30));
        let lines = wrapped(&text, INDENT);
        assert!(lines.lines().all(|line| line.starts_with(INDENT)));
        let whole: Vec<&str> = lines.split_whitespace().collect();
        assert_eq!(whole, text.split_whitespace().collect::<Vec<_>>());
        let wide = lines.lines().filter(|line| line.len() > LINE_CHARS);
        assert_eq!(wide.count(), 1, "the long word alone");
    }
}
